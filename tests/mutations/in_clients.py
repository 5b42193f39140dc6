"""Faults in the clients: the SDK, the terminal client, the arena, the bots and the report."""

from tests.mutations.mutation import Mutation, tests_in

IN_CLIENTS = (
    Mutation(
        "sdk: a channel opens again with the record it received last",
        "clients/tilth_client/channels.py",
        "        self._next_record = frame.record + 1\n",
        "        self._next_record = frame.record\n",
        tests_in(
            "tests/client/test_slow_readers.py",
            "test_a_watch_that_is_read_slowly_is_parked_and_resumes_at_the_same_record",
        ),
    ),
    Mutation(
        "sdk: after a break no command is sent again",
        "clients/tilth_client/channels.py",
        (
            " for pending in self._pending.values()}.values():\n"
            "            command.channel = number\n"
            "            yield command\n"
        ),
        " for pending in self._pending.values()}.values():\n            pass\n",
        tests_in(
            "tests/client/test_reconnecting.py",
            "test_a_line_that_breaks_again_and_again_loses_and_doubles_nothing",
        ),
    ),
    Mutation(
        "sdk: a command that is sent again goes to the channel of the old stream",
        "clients/tilth_client/channels.py",
        ("            command.channel = number\n            yield"),
        "            yield",
        tests_in(
            "tests/client/test_reconnecting.py",
            "test_a_line_that_breaks_again_and_again_loses_and_doubles_nothing",
        ),
    ),
    Mutation(
        "sdk: an update that accepts an answer is no reply",
        "clients/tilth_client/channels.py",
        (
            "        if frame.update.accepted_request_id:\n"
            "            self._accepted(frame.update.accepted_request_id, frame.record)\n"
        ),
        "",
        tests_in(
            "tests/client/test_playing.py",
            "test_a_seat_in_ones_own_hands_answers_and_takes_back",
        ),
    ),
    Mutation(
        "sdk: a bot still answers a decision that a timeout has closed",
        "clients/tilth_client/seat_player.py",
        ("        if update.open_decision_id != self._decision_id:\n            self._stop_thinking()\n"),
        "",
        tests_in(
            "tests/client/test_slow_bots.py",
            "test_a_slow_plain_function_is_never_asked_a_decision_that_a_timeout_has_closed",
        ),
    ),
    Mutation(
        "sdk: an option is picked once too often",
        "clients/tilth_client/decisions.py",
        "            if count > each.get(option, 0):",
        "            if count > each.get(option, 0) + 1:",
        tests_in(
            "tests/client/test_decisions.py",
            "test_picks_of_what_is_offered_are_allowed_as_the_kernel_takes_them",
        ),
    ),
    Mutation(
        "cli: an option may be typed too often",
        "clients/tilth_cli/answers.py",
        "        if times > limit:",
        "        if times > limit + 1:",
        tests_in(
            "tests/cli/test_answers.py",
            "test_an_answer_out_of_bounds_is_refused_before_it_is_sent",
        ),
    ),
    Mutation(
        "cli: a token is kept where all can read it",
        "clients/tilth_cli/tokens.py",
        "os.O_TRUNC, 0o600)",
        "os.O_TRUNC, 0o644)",
        tests_in(
            "tests/cli/test_tokens.py",
            "test_only_the_owner_can_read_the_token_file",
        ),
    ),
    Mutation(
        "cli: the last player who registered is the current one",
        "clients/tilth_cli/tokens.py",
        "                here.current = here.current or before.current or player\n",
        "                here.current = player\n",
        tests_in(
            "tests/cli/test_tokens.py",
            "test_the_first_player_of_a_server_stays_the_current_one",
        ),
    ),
    Mutation(
        "cli: tokens lie in another folder",
        "clients/tilth_cli/tokens.py",
        'return cls(Path(home) / "tilth" / "tokens.json")',
        'return cls(Path(home) / "tilth-cli" / "tokens.json")',
        tests_in(
            "tests/cli/test_tokens.py",
            "test_tokens_lie_where_other_programs_keep_their_settings",
        ),
    ),
    Mutation(
        "report: an interval is too narrow",
        "clients/tilth_report/figures.py",
        "math.sqrt(value * (1 - value) / games +",
        "math.sqrt(value * (1 - value) / games / games +",
        tests_in(
            "tests/report/test_page.py",
            "test_intervals_of_shares_are_as_published",
        ),
    ),
    Mutation(
        "tables: a column that is empty in every row is shown",
        "clients/tilth_report/columns.py",
        "if not column.is_optional or any(",
        "if column or any(",
        tests_in(
            "tests/cli/test_columns.py",
            "test_an_optional_column_is_shown_if_a_row_has_a_value",
        ),
    ),
    Mutation(
        "cli: an offer that is typed is the one beside it",
        "clients/tilth_cli/answers.py",
        "    return ids[number - 1]",
        "    return ids[number - 2]",
        tests_in(
            "tests/cli/test_answers.py",
            "test_options_are_picked_by_their_place_in_the_list",
        ),
    ),
    Mutation(
        "cli: an option that is typed is counted from the end",
        "clients/tilth_cli/answers.py",
        "picks=tuple(decision.options[number - 1].id for",
        "picks=tuple(decision.options[-number].id for",
        tests_in(
            "tests/cli/test_answers.py",
            "test_options_are_picked_by_their_place_in_the_list",
        ),
    ),
    Mutation(
        "cli: the environment goes before what was typed",
        "clients/tilth_cli/settings.py",
        'server_addresses(given.server or environment.get("TILTH_SERVER") or DEFAULT_SERVER)',
        'server_addresses(environment.get("TILTH_SERVER") or given.server or DEFAULT_SERVER)',
        tests_in(
            "tests/cli/test_tokens.py",
            "test_a_typed_server_has_priority_over_that_of_the_environment",
        ),
    ),
    Mutation(
        "cli: a deal that was not derived is called fair",
        "clients/tilth_cli/deals.py",
        '_row(table, report["draws_ok"], ',
        '_row(table, report["seed_ok"], ',
        tests_in(
            "tests/cli/test_deal.py",
            "test_other_cards_under_the_right_hashes_are_detected",
        ),
    ),
    Mutation(
        "sdk: a standing offer is passed over if there is one answer",
        "clients/tilth_client/decisions.py",
        ("        if self.offers:\n            return None\n"),
        "",
        tests_in(
            "tests/client/test_auto_forced.py",
            "test_an_answer_is_the_only_one_exactly_when_no_other_is_legal",
        ),
    ),
    Mutation(
        "sdk: a spectator is shown everything",
        "clients/tilth_client/archive.py",
        "    return archive_pb2.Viewer(spectator=True) if spectator else None",
        "    return None",
        tests_in(
            "tests/client/test_archive.py",
            "test_matches_travel_by_text_and_by_season",
        ),
    ),
    Mutation(
        "sdk: a slow reader is never parked",
        "clients/tilth_client/sessions.py",
        ("        if len(self._inbox) >= MAX_UNREAD:\n            self._channel.park()\n"),
        "",
        tests_in(
            "tests/client/test_slow_readers.py",
            "test_a_watch_that_is_read_slowly_is_parked_and_resumes_at_the_same_record",
        ),
    ),
    Mutation(
        "sdk: a match that is not there is refused like any other call",
        "clients/tilth_client/errors.py",
        "    grpc.StatusCode.NOT_FOUND: NotFound,\n",
        "",
        tests_in(
            "tests/client/test_troubles.py",
            "test_a_match_that_is_not_there_is_not_found",
        ),
    ),
    Mutation(
        "bots: the random one picks no option twice",
        "clients/tilth_bots/simple.py",
        (
            "        pool = [option for option, most in decision.max_each.items() for _ in range(most)]\n"
            "    return picks(*random.sample"
        ),
        ("        pool = list(decision.each)\n    return picks(*random.sample"),
        tests_in(
            "tests/client/test_simple_bots.py",
            "test_a_bot_answers_any_decision_within_its_bounds",
        ),
    ),
    Mutation(
        "arena: the log of a bot out of memory does not say so",
        "clients/tilth_arena/limits.py",
        "        if self.code == OUT_OF_MEMORY:\n",
        "        if self.code is None:\n",
        tests_in(
            "tests/e2e/test_arena.py",
            "test_every_way_to_fail_forfeits_one_game_and_its_log_says_which",
        ),
    ),
)

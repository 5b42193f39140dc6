"""Faults in the server."""

from tests.mutations.mutation import Mutation, tests_in

IN_SERVER = (
    Mutation(
        "players: a device code is good as often as it is sent",
        "server/tilth_server/players/device_codes.py",
        "        self.drop(found.player_id)\n",
        "        pass\n",
        tests_in(
            "tests/server/players/test_device_codes.py",
            "test_a_code_brings_another_device_in_and_is_good_once",
            "test_of_two_devices_that_send_a_code_at_once_one_gets_in",
        ),
    ),
    Mutation(
        "players: device codes can be guessed for as long as one likes",
        "server/tilth_server/players/device_codes.py",
        "            self._wrong += 1\n",
        "            pass\n",
        tests_in(
            "tests/server/players/test_device_codes.py",
            "test_a_code_ends_with_its_minutes_and_with_many_wrong_ones_from_anywhere",
        ),
    ),
    Mutation(
        "players: a renewal leaves the tokens of other devices valid",
        "server/tilth_server/players/player_index.py",
        "        for token_hash in self._tokens_of.pop(player_id, ()):\n",
        "        for token_hash in self._tokens_of.pop(player_id, ())[:1]:\n",
        tests_in(
            "tests/server/players/test_device_codes.py",
            "test_a_renewal_ends_the_tokens_of_all_devices_and_the_code",
            "test_an_operator_issues_a_token_and_the_audit_says_so",
        ),
    ),
    Mutation(
        "players: every address tries as many device codes as strangers may call",
        "server/tilth_server/api/admission.py",
        "            if limit:\n",
        "            if False:\n",
        tests_in(
            "tests/server/players/test_device_codes.py",
            "test_an_address_may_try_some_codes_a_minute_and_no_more",
        ),
    ),
    Mutation(
        "matches: a new decision continues the clock of the last one",
        "server/tilth_server/matches/clocks.py",
        "elif clock.number != counts[seat] or clock.since == STOPPED:",
        "elif clock.since == STOPPED:",
        tests_in(
            "tests/server/matches/test_clocks.py",
            "test_a_seat_whose_decision_a_mate_closed_has_all_the_time_for_the_next_one",
        ),
    ),
    Mutation(
        "matches: an answer gives no increment",
        "server/tilth_server/matches/clocks.py",
        "        bank = self.bank_ms - self.bank_spent(settings, now) + settings.increment_ms\n",
        "        bank = self.bank_ms - self.bank_spent(settings, now)\n",
        tests_in(
            "tests/server/matches/test_clocks.py",
            "test_only_the_seat_that_is_asked_loses_time",
            "test_the_decisions_own_time_goes_first_and_then_the_bank",
        ),
    ),
    Mutation(
        "matches: a restart gives back what a timeout cost",
        "server/tilth_server/matches/clocks.py",
        "            banks[cause.seat] -= cause.bank_spent_ms\n",
        "            pass\n",
        tests_in(
            "tests/server/matches/test_clocks.py",
            "test_a_bank_that_a_timeout_has_used_up_stays_empty_after_a_restart",
        ),
    ),
    Mutation(
        "matches: a seat that resigned is asked",
        "server/tilth_server/matches/record_frames.py",
        ("    if seat not in table.open or seat in table.resigned:\n        group.decision_number"),
        ("    if seat not in table.open:\n        group.decision_number"),
        tests_in(
            "tests/server/matches/test_resigning.py",
            "test_a_seat_that_resigned_is_no_longer_asked",
        ),
    ),
    Mutation(
        "matches: all see the frame that was made for the first viewer",
        "server/tilth_server/matches/record_frames.py",
        "viewpoint = (viewer if views or not public else ANYBODY, views, language)",
        "viewpoint = (viewer if views else ANYBODY, views, language)",
        tests_in(
            "tests/server/matches/test_secrecy.py",
            "test_without_a_view_too_a_card_is_shown_to_the_seat_alone_that_looks_at_it",
        ),
    ),
    Mutation(
        "matches: the seat that answers receives the update twice",
        "server/tilth_server/matches/channels.py",
        "[prefix for prefix in prefixes if prefix != excluded.prefix]",
        "prefixes",
        tests_in(
            "tests/server/matches/test_backlog.py",
            "test_channels_of_one_stream_that_see_alike_get_the_same_frames",
        ),
    ),
    Mutation(
        "matches: a frame is left out between two messages",
        "server/tilth_server/matches/outbox.py",
        "        self._frames = frames[count:]\n",
        "        self._frames = frames[count + 1 :]\n",
        tests_in(
            "tests/server/matches/test_outbox.py",
            "test_a_message_ends_when_it_is_long_enough",
            "test_a_frame_longer_than_a_message_is_a_message",
        ),
    ),
    Mutation(
        "matches: a channel joins before its backlog is sent",
        "server/tilth_server/matches/backlog.py",
        ("        if channel.position < match.durable:\n            return True\n"),
        "",
        tests_in(
            "tests/server/matches/test_backlog.py",
            "test_a_long_backlog_comes_in_pages_and_joins_without_a_gap",
        ),
    ),
    Mutation(
        "matches: who joins is shown what is not durable",
        "server/tilth_server/matches/backlog.py",
        (
            "    if match.pending:\n        channel.state = ChannelState.WAITING_FOR_COMMIT\n        return True\n"
        ),
        "",
        tests_in(
            "tests/server/matches/test_backlog.py",
            "test_a_channel_opened_while_records_are_pending_waits_and_misses_none",
            "test_a_durable_record_that_was_not_published_is_still_pending",
        ),
    ),
    Mutation(
        "matches: a seat that nobody holds is anybody's",
        "server/tilth_server/matches/lobby_checks.py",
        "    if info.player_ids[seat] != player_id:\n",
        "    if info.player_ids[seat] and info.player_ids[seat] != player_id:\n",
        tests_in(
            "tests/server/matches/test_backlog.py",
            "test_a_seat_that_nobody_holds_is_nobodys_to_attend",
        ),
    ),
    Mutation(
        "matches: a refusal overtakes what is not durable",
        "server/tilth_server/matches/reply_sender.py",
        ("        if match.next_record > match.durable:\n            match.pending[-1].replies"),
        ("        if False:\n            match.pending[-1].replies"),
        tests_in(
            "tests/server/matches/test_answers.py",
            "test_nothing_is_sent_before_it_is_durable",
            "test_a_request_repeated_while_it_is_pending_is_answered_when_it_is_durable",
        ),
    ),
    Mutation(
        "matches: request ids of a step that was rolled back are remembered",
        "server/tilth_server/matches/commits.py",
        "            match.request_ids.forget_from(match.next_record)\n",
        "            pass\n",
        tests_in(
            "tests/server/matches/test_flicks.py",
            "test_a_disc_chosen_and_flicked_in_one_message_is_taken_once",
        ),
    ),
    Mutation(
        "matches: a step that was rolled back has cost time",
        "server/tilth_server/matches/commits.py",
        "        match.clocks = savepoint.clocks\n",
        "",
        tests_in(
            "tests/server/matches/test_clocks.py",
            "test_answers_that_are_refused_together_change_no_clock",
        ),
    ),
    Mutation(
        "matches: the first record behind a rollback keeps its request id",
        "server/tilth_server/matches/request_ids.py",
        "if record < number]",
        "if record <= number]",
        tests_in(
            "tests/server/matches/test_request_ids.py",
            "test_request_ids_keep_the_first_record_of_each_request_that_no_failure_dropped",
        ),
    ),
    Mutation(
        "matches: what an undo used may name an answer",
        "server/tilth_server/matches/request_ids.py",
        ("        self._undos[seat].find(request_id, content)\n        return"),
        "        return",
        tests_in(
            "tests/server/matches/test_request_ids.py",
            "test_request_ids_keep_the_first_record_of_each_request_that_no_failure_dropped",
        ),
    ),
    Mutation(
        "requests: what an earlier build recorded differs from everything",
        "server/tilth_server/request_content.py",
        "return one != other and UNKNOWN not in (one, other)",
        "return one != other",
        tests_in(
            "tests/server/matches/test_request_ids.py",
            "test_an_answer_of_other_content_is_refused_and_one_of_an_earlier_build_is_not",
        ),
    ),
    Mutation(
        "store: a put that is refused leaves its tips moved",
        "server/tilth_server/store/sqlite/transactions.py",
        "                tips.update(reversed(before))\n",
        "                pass\n",
        tests_in(
            "tests/store/test_sqlite.py",
            "test_a_long_put_that_does_not_fit_leaves_nothing",
        ),
    ),
    Mutation(
        "store: an append behind the end is taken",
        "server/tilth_server/store/sqlite/transactions.py",
        "if number != append.expected_length:",
        "if number > append.expected_length:",
        tests_in(
            "tests/store/test_sqlite.py",
            "test_puts_of_one_turn_are_one_observed_transaction",
            "test_more_streams_than_the_memory_of_tips_are_written_on",
        ),
    ),
    Mutation(
        "store: two streams share a number in the file",
        "server/tilth_server/store/sqlite/transactions.py",
        "            self._next_identity += 1\n",
        "",
        tests_in(
            "tests/store/test_sqlite.py",
            "test_puts_of_one_turn_are_one_observed_transaction",
        ),
    ),
    Mutation(
        "store: where another process has appended is never looked at again",
        "server/tilth_server/store/sqlite/transactions.py",
        "if tip[1] != append.expected_length and stream not in touched:",
        "if False:",
        tests_in(
            "tests/store/test_sqlite.py",
            "test_a_stream_that_another_process_wrote_on_is_written_on_from_there",
        ),
    ),
    Mutation(
        "store: two rows have one unique key",
        "server/tilth_server/store/sqlite/index_writer.py",
        "if holder is not None and holder[0] != row.key:",
        "if False:",
        tests_in(
            "tests/store/test_sqlite.py",
            "test_a_row_is_not_torn_from_its_records_and_its_key_is_its_own",
        ),
    ),
    Mutation(
        "matches: what comes while a long log is folded is left out",
        "server/tilth_server/matches/cache.py",
        "            if match.durable == durable and not match.pending and _needs_table(match):\n",
        "            if _needs_table(match):\n",
        tests_in(
            "tests/server/matches/test_loading.py",
            "test_actions_that_come_while_a_match_is_loaded_are_done",
        ),
    ),
    Mutation(
        "matches: a long log is folded in one piece",
        "server/tilth_server/matches/loading.py",
        "            await asyncio.sleep(0)\n",
        "",
        tests_in(
            "tests/server/matches/test_loading.py",
            "test_others_have_the_loop_while_a_long_match_is_woken",
        ),
    ),
    Mutation(
        "matches: one that moved is not read again",
        "server/tilth_server/matches/recovery.py",
        "            self._cache.moved.add(match.info.id)\n",
        "            pass\n",
        tests_in(
            "tests/server/matches/test_moved.py",
            "test_an_open_match_that_moved_is_read_again_by_the_call_after_the_refused_one",
        ),
    ),
    Mutation(
        "matches: records of another server are left out",
        "server/tilth_server/matches/cache.py",
        "        if len(records) > durable and not match.pending:\n",
        "        if len(records) < 0:\n",
        tests_in(
            "tests/server/matches/test_moved.py",
            "test_a_request_that_another_server_has_taken_is_not_taken_twice",
            "test_the_end_that_another_server_wrote_is_seen_and_reported",
        ),
    ),
    Mutation(
        "store: what is kept is not erased",
        "server/tilth_server/store/sqlite/transactions.py",
        ("            self._connection.execute(ERASE_KEPT, (keep.key,))\n            if keep"),
        "            if keep",
        tests_in(
            "tests/store/test_sqlite.py",
            "test_an_erased_value_is_in_no_byte_of_the_files",
            "test_a_store_that_somebody_still_reads_as_it_was_is_scrubbed_afterwards",
        ),
    ),
    Mutation(
        "archive: a player reads the log as another seat",
        "server/tilth_server/archive/viewers.py",
        "    if info.player_ids[seat] != caller_id:\n",
        "    if not caller_id:\n",
        tests_in(
            "tests/server/archive/test_archive.py",
            "test_a_player_cannot_view_a_running_match_as_another_seat",
        ),
    ),
    Mutation(
        "archive: score rows are shown that do not add up to the recorded scores",
        "server/tilth_server/archive/score_breakdown.py",
        "    if tuple(map(sum, zip(*(row.points for row in rows), strict=True))) != result.scores:\n",
        "    if not rows:\n",
        tests_in(
            "tests/server/archive/test_score_breakdown.py",
            "test_a_match_that_was_scored_otherwise_has_no_rows",
        ),
    ),
    Mutation(
        "archive: a file with a gap is imported",
        "server/tilth_server/archive/match_file.py",
        "        if entry.number != number:\n",
        "        if entry.number < number:\n",
        tests_in(
            "tests/server/archive/test_match_file.py",
            "test_an_incomplete_or_foreign_file_is_refused",
        ),
    ),
    Mutation(
        "api: the allowance of unused calls is saved up forever",
        "server/tilth_server/api/rate_limit.py",
        "left = min(self._burst, left + (now - then) * self._rate)",
        "left = left + (now - then) * self._rate",
        tests_in(
            "tests/server/serve/test_gate.py",
            "test_a_client_that_waits_may_call_again",
        ),
    ),
    Mutation(
        "players: a stranger who repeats a request id gets the token",
        "server/tilth_server/players/registry.py",
        "            (peer, request_id),\n",
        '            ("", request_id),\n',
        tests_in(
            "tests/server/players/test_registry.py",
            "test_a_repeated_request_gets_the_same_player_and_token",
        ),
    ),
    Mutation(
        "index: a resignation is not in the match's row",
        "server/tilth_server/matches/autoplay.py",
        "step.add(table.resign(seat), details=details, is_listed=True)",
        "step.add(table.resign(seat), details=details)",
        tests_in(
            "tests/server/matches/test_indexing.py",
            "test_an_answer_writes_no_row_and_a_resignation_does",
        ),
    ),
    Mutation(
        "index: the index is complete before it is",
        "server/tilth_server/matches/indexing.py",
        "            self._reached = await save_state(self._store, KEY, self._reached, after=names[-1][0])",
        "            self._reached = await save_state(self._store, KEY, self._reached, is_complete=True)",
        tests_in("tests/server/matches/test_indexing.py", "test_an_indexing_that_was_cut_off_is_continued"),
    ),
    Mutation(
        "players: a name is hashed without its salt",
        "server/tilth_server/players/name_hashes.py",
        "sha256(LABEL + salt + player_id.encode()",
        "sha256(LABEL + player_id.encode()",
        tests_in(
            "tests/server/archive/test_names.py",
            "test_a_name_gives_the_hash_in_the_record_as_the_documentation_says",
            "test_a_file_with_another_name_than_its_records_were_made_with_is_refused",
        ),
    ),
    Mutation(
        "players: a name may look like another",
        "server/tilth_server/players/taken_names.py",
        ("                if self._holders[key] != except_player_id:\n                    raise"),
        ("                if False:\n                    raise"),
        tests_in(
            "tests/server/players/test_names.py",
            "test_a_name_that_looks_like_another_is_taken",
        ),
    ),
    Mutation(
        "wire: a record forgets who may see the events of a sealed lane",
        "server/tilth_server/wire/records.py",
        (
            "            raw.restricted_events.extend(map(_RESTRICTED_BYTES, record.restricted_events))\n        return"
        ),
        ("            pass\n        return"),
        tests_in(
            "tests/wire/test_records.py",
            "test_every_record_of_a_match_comes_back_as_it_was",
            "test_a_viewer_gets_what_the_kernel_shows_that_viewer",
        ),
    ),
    Mutation(
        "wire: a record forgets whose decisions it closed",
        "server/tilth_server/wire/records.py",
        ("            raw.closed_seats.extend(record.closed_seats)\n        if"),
        ("            pass\n        if"),
        tests_in(
            "tests/wire/test_records.py",
            "test_every_record_of_a_match_comes_back_as_it_was",
            "test_a_match_continues_from_its_decoded_records",
        ),
    ),
    Mutation(
        "matches: the clock of a seat runs that is not asked",
        "server/tilth_server/matches/clocks.py",
        "        if seat not in asked or seat in resigned:\n",
        "        if seat in resigned:\n",
        tests_in(
            "tests/server/matches/test_clocks.py",
            "test_only_the_seat_that_is_asked_loses_time",
            "test_the_decisions_own_time_goes_first_and_then_the_bank",
        ),
    ),
    Mutation(
        "matches: a fault in a step is not rolled back",
        "server/tilth_server/matches/commits.py",
        "            self._roll_back(None)\n",
        "            pass\n",
        tests_in(
            "tests/server/matches/test_steps.py",
            "test_a_fault_in_a_step_rolls_all_of_it_back_and_becomes_a_refusal",
        ),
    ),
    Mutation(
        "matches: no table is kept before an answer that may need a fact",
        "server/tilth_server/matches/commits.py",
        "return match.facts is not None and table.may_need_fact",
        "return False",
        tests_in(
            "tests/server/matches/test_steps.py",
            "test_a_table_is_cloned_only_before_an_answer_that_may_need_a_fact",
        ),
    ),
    Mutation(
        "matches: a channel that waits for a commit goes live at once",
        "server/tilth_server/matches/backlog.py",
        "    if match.pending:\n        channel.state = ChannelState.WAITING_FOR_COMMIT\n",
        "    if match.pending:\n        channel.state = ChannelState.LIVE\n",
        tests_in(
            "tests/server/matches/test_steps.py",
            "test_a_channel_waits_for_the_commit_goes_live_and_is_closed",
        ),
    ),
    Mutation(
        "tournaments: a start reads those that are finished",
        "server/tilth_server/tournaments/cache.py",
        "        for tag in (rows.ACTIVE, rows.DAMAGED):\n",
        '        for tag in (rows.ACTIVE, rows.DAMAGED, "state:finished"):\n',
        tests_in("tests/server/tournaments/test_index.py", "test_a_start_reads_no_ended_tournament"),
    ),
    Mutation(
        "ratings: games after a late result keep their ratings",
        "server/tilth_server/tournaments/ratings/keeper.py",
        "            rows = [row for row in page.rows if _position_of(row) >= first]\n",
        "            rows = [row for row in page.rows if rated_rows.UNRATED in row.tags]\n",
        tests_in(
            "tests/server/tournaments/ratings/test_keeper.py",
            "test_ratings_do_not_depend_on_the_order_in_which_results_arrive",
        ),
    ),
    Mutation(
        "ratings: a batch overwrites a result that was taken back",
        "server/tilth_server/tournaments/ratings/keeper.py",
        "        if any(row.key in self._changed for row in games):\n",
        "        if False:\n",
        tests_in(
            "tests/server/tournaments/ratings/test_keeper.py",
            "test_a_result_that_is_taken_back_while_its_game_is_rated_stays_taken_back",
        ),
    ),
    Mutation(
        "matches: a creation that another process was quicker with is refused",
        "server/tilth_server/matches/lobby.py",
        "            if refusal.reason != reasons.MATCH_MOVED:\n",
        "            if refusal.reason:\n",
        tests_in(
            "tests/server/matches/test_moved.py",
            "test_a_request_that_creates_a_match_at_two_servers_gets_the_same_reply_from_both",
        ),
    ),
    Mutation(
        "matches: records of another process get no row",
        "server/tilth_server/matches/cache.py",
        "            self.index.write_row(info)\n",
        "            pass\n",
        tests_in(
            "tests/server/matches/test_moved.py",
            "test_records_that_came_without_their_row_get_it_when_the_match_is_read_again",
        ),
    ),
    Mutation(
        "bots: failures at one decision count at the next",
        "server/tilth_server/bots/seats.py",
        "seat.decision_id, seat.failures = decision, 0",
        "seat.decision_id = decision",
        tests_in(
            "tests/server/bots/test_failures.py",
            "test_failures_at_one_decision_do_not_count_at_the_next",
        ),
    ),
    Mutation(
        "bots: a process may open the channel of another seat",
        "server/tilth_server/bots/seat_stream.py",
        'raise BadBot("it opened another channel than its own seat\'s")',
        "pass",
        tests_in(
            "tests/server/bots/test_failures.py",
            "test_after_three_failures_the_default_answer_is_given",
        ),
    ),
    Mutation(
        "bots: the end of the host counts as a crash of the bot",
        "server/tilth_server/bots/seats.py",
        "with_host=end.with_host",
        "with_host=False",
        tests_in("tests/server/bots/test_operators.py", "test_the_end_of_the_host_has_a_cause_of_its_own"),
    ),
    Mutation(
        "lobby: a fault that is there already is shown at every option",
        "server/tilth_server/wire/option_check.py",
        " and (refusal != present or refusal.option == name)",
        "",
        tests_in(
            "tests/server/lobby/test_option_check.py",
            "test_options_that_are_refused_now_are_named",
        ),
    ),
    Mutation(
        "bots: the host gets the server's secrets from its environment",
        "server/tilth_server/bots/host.py",
        "return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | ONE_THREAD",
        "return dict(os.environ) | ONE_THREAD",
        tests_in(
            "tests/e2e/test_server_bots.py",
            "test_the_host_starts_with_the_first_bot_and_ends_with_the_server",
        ),
    ),
)

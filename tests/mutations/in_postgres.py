"""Faults in the store on PostgreSQL."""

from tests.mutations.mutation import Mutation, tests_in

STORE = "server/tilth_server/store/postgres"
TWO_WRITERS = "tests/postgres/test_two_writers.py"
UNKNOWN = "tests/postgres/test_unknown_outcomes.py"
TWO_BATCHES = "tests/postgres/test_two_batches.py"
WAITS_FOR = "test_a_put_waits_for_a_batch_that_touches_the_same"
STANDBY = "tests/postgres/test_standby.py"
DURABILITY = "tests/postgres/test_durability.py"
COMMITS = "server/tilth_server/matches/commits.py"
ON_PURPOSE = "tests/postgres/test_broken_on_purpose.py"
RETURNING = "tests/postgres/test_returning_node.py"
NODE_TOURNAMENTS = "tests/postgres/test_node_tournaments.py"
MOVED = "tests/server/matches/test_moved.py"

IN_POSTGRES = (
    Mutation(
        "postgres: the fence compares lengths only",
        f"{STORE}/statements.py",
        " AND stream.head = want.old_head",
        "",
        tests_in(TWO_WRITERS, "test_the_fence_compares_hashes_and_not_only_lengths"),
    ),
    Mutation(
        "postgres: a row of the index is replaced without a fence",
        f"{STORE}/statements.py",
        "    WHERE have.revision = excluded.revision - 1\n    RETURNING 1\n), delisted",
        "    RETURNING 1\n), delisted",
        tests_in(TWO_WRITERS, "test_rows_and_sums_stay_right_when_both_change_them"),
    ),
    Mutation(
        "postgres: the end of a stream is believed although the append expects another",
        f"{STORE}/known.py",
        "if tip is None or tip.length != append.expected_length or not append.bodies:",
        "if tip is None:",
        tests_in(TWO_WRITERS, "test_an_append_at_the_length_that_another_server_left_is_stored"),
    ),
    Mutation(
        "postgres: a batch whose answer was lost is sent again without a look",
        f"{STORE}/executor.py",
        "if await is_stored(connection, plan):",
        "if False:",
        tests_in(
            UNKNOWN,
            "test_a_batch_whose_answer_was_lost_is_found_by_its_hashes",
            "test_an_attempt_that_is_executed_late_is_recognised",
        ),
    ),
    Mutation(
        "postgres: one equal record settles a whole batch",
        f"{STORE}/known.py",
        "return all(found.get",
        "return any(found.get",
        tests_in(UNKNOWN, "test_an_equal_record_of_another_server_settles_no_other_stream"),
    ),
    Mutation(
        "postgres: a waiting commit is cancelled",
        f"{STORE}/primary.py",
        "        waiter.set_result(None)",
        "        super()._cancel_current_command(waiter, cancel_waiter)",
        tests_in(UNKNOWN, "test_a_program_that_ends_does_not_cancel_a_waiting_commit"),
    ),
    Mutation(
        "postgres: a cancelled wait for the standby counts as confirmed",
        f"{STORE}/executor.py",
        "        if primary.has_warned:",
        "        if False:",
        tests_in(STANDBY, "test_a_cancelled_wait_for_the_standby_confirms_nothing"),
    ),
    Mutation(
        "postgres: what was found is confirmed without a barrier",
        f"{STORE}/executor.py",
        "                await primary.barrier()\n",
        "",
        tests_in(STANDBY, "test_a_cancelled_wait_for_the_standby_confirms_nothing"),
    ),
    Mutation(
        "postgres: a new connection reads without a barrier",
        f"{STORE}/primary.py",
        "    await primary.barrier()\n    return primary",
        "    return primary",
        tests_in(STANDBY, "test_what_no_standby_has_is_not_shown_after_a_crash"),
    ),
    Mutation(
        "postgres: a batch stays at a primary that was replaced",
        f"{STORE}/executor.py",
        "self._executing is not None and self._looking is None",
        "False",
        tests_in(STANDBY, "test_a_primary_that_was_replaced_and_lives_on_is_left"),
    ),
    Mutation(
        "postgres: a primary without a standby is good enough",
        f"{STORE}/primary.py",
        "target.durability is Durability.STANDBY and not",
        "False and not",
        tests_in(DURABILITY, "test_a_primary_without_a_synchronous_standby_is_refused"),
    ),
    Mutation(
        "postgres: hosts are asked one after the other",
        f"{STORE}/primary.py",
        "return_when=asyncio.FIRST_COMPLETED",
        "return_when=asyncio.ALL_COMPLETED",
        tests_in(DURABILITY, "test_hosts_are_asked_side_by_side"),
    ),
    Mutation(
        "postgres: two batches append to one stream",
        f"{STORE}/touched.py",
        "append.stream in self._streams or ",
        "",
        tests_in(TWO_BATCHES, "test_a_put_behind_one_that_has_to_wait_waits_too", f"{WAITS_FOR}[stream]"),
    ),
    Mutation(
        "postgres: two batches replace one row",
        f"{STORE}/touched.py",
        "            (row.index, row.key) in self._rows\n            or ",
        "            ",
        tests_in(TWO_BATCHES, f"{WAITS_FOR}[row]"),
    ),
    Mutation(
        "postgres: a batch takes a unique key that another one may free",
        f"{STORE}/touched.py",
        "            or (bool(row.unique_keys) and row.index in self._indexes)\n",
        "",
        tests_in(TWO_BATCHES, f"{WAITS_FOR}[keys of an index]"),
    ),
    Mutation(
        "postgres: a batch frees a unique key that another one may take",
        f"{STORE}/touched.py",
        "            or row.index in self._indexes_with_keys\n",
        "",
        tests_in(TWO_BATCHES, f"{WAITS_FOR}[index of keys]"),
    ),
    Mutation(
        "postgres: two batches keep values under one key",
        f"{STORE}/touched.py",
        "            self._kept.add(keep.key)",
        "            pass",
        tests_in(TWO_BATCHES, f"{WAITS_FOR}[kept value]"),
    ),
    Mutation(
        "postgres: a put overtakes one that has to wait",
        f"{STORE}/gathering.py",
        "met = next((place for place in range(count) if touched.meets(self._puts[place])), count)",
        "self._puts[:count] = sorted(self._puts[:count], key=touched.meets)\n"
        "        met = sum(not touched.meets(put) for put in self._puts[:count])",
        tests_in(TWO_BATCHES, "test_a_put_behind_one_that_has_to_wait_waits_too"),
    ),
    Mutation(
        "postgres: a batch is reported before the one that was begun before it",
        f"{STORE}/writer.py",
        "while self._under_way and self._under_way[0].is_ended:",
        "self._under_way = deque(sorted(self._under_way, key=lambda each: not each.is_ended))\n"
        "        while self._under_way and self._under_way[0].is_ended:",
        tests_in(TWO_BATCHES, "test_a_batch_is_stored_beside_another_one_and_reported_after_it"),
    ),
    Mutation(
        "postgres: two batches count their tags in the same rows",
        f"{STORE}/writer.py",
        "for place in (part, (part + PARTS // 2) % PARTS)",
        "for place in (part, part)",
        tests_in(TWO_BATCHES, "test_batches_that_count_the_same_tag_do_not_wait_for_each_other"),
    ),
    Mutation(
        "postgres: the second connection stays at a primary that was replaced",
        f"{STORE}/writer.py",
        "                other.leave(primary)",
        "                pass",
        tests_in(STANDBY, "test_a_primary_that_was_replaced_and_lives_on_is_left"),
    ),
    Mutation(
        "postgres: reads stay at a primary that was replaced",
        f"{STORE}/writer.py",
        "        self._leave_others(primary)\n",
        "",
        tests_in(STANDBY, "test_a_primary_that_was_replaced_and_lives_on_is_left"),
    ),
    Mutation(
        "nodes: an owner ignores a conflict",
        COMMITS,
        "        if error is None:\n            writes.match.head = heads[0].hash\n",
        "        if error is None or isinstance(error, StreamMoved):\n"
        "            writes.match.head = heads[0].hash if heads and heads[0] else b''\n",
        tests_in(ON_PURPOSE, "test_the_checker_finds_a_server_that_is_broken_on_purpose[conflict]"),
    ),
    Mutation(
        "nodes: a match that is changed elsewhere while its records are read is not found",
        COMMITS,
        "if index.find_cached(match_id) is None:",
        "if False:",
        tests_in(MOVED, "test_a_match_that_another_node_changes_while_its_records_are_read_is_found"),
    ),
    Mutation(
        "nodes: a write behind another one expects a length and no hash",
        COMMITS,
        "match.head if match.pending[0] is writes else _head_before(writes)",
        'match.head if match.pending[0] is writes else b""',
        tests_in(
            MOVED,
            "test_a_write_behind_one_that_another_server_has_forestalled_is_not_stored_after_its_record",
        ),
    ),
    Mutation(
        "nodes: a record bears an earlier time than the one before",
        COMMITS,
        "max(match.last_at_ms, self.work.at_ms)",
        "self.work.at_ms",
        tests_in(MOVED, "test_no_record_bears_an_earlier_time_than_one_of_a_server_whose_clock_is_ahead"),
    ),
    Mutation(
        "nodes: a node that was away believes its memory",
        "server/tilth_server/nodes/membership.py",
        "was_away=not is_first and not reply.was_member",
        "was_away=False",
        tests_in(RETURNING, "test_a_node_that_was_counted_as_gone_does_not_believe_its_memory"),
    ),
    Mutation(
        "nodes: the tournaments of a node that has gone wait until somebody asks for them",
        "server/tilth_server/tournaments/handover.py",
        "                await self._cache.drop_if_stale(tournament_id)\n            await self._cache.take_over()",
        "                await self._cache.drop_if_stale(tournament_id)",
        tests_in(
            NODE_TOURNAMENTS,
            "test_a_tournament_that_nobody_asks_for_begins_although_its_directors_node_was_killed",
        ),
    ),
    Mutation(
        "nodes: a call whose owner is killed is refused as if nothing had changed",
        "server/tilth_server/api/gateway.py",
        '        reasons.MATCH_MOVED, "another',
        '        reasons.STORE_FAILED, "another',
        tests_in(
            "tests/postgres/test_rolling.py",
            "test_what_an_owner_was_asked_when_it_was_killed_is_to_be_sent_again_and_finds_what_was_done",
        ),
    ),
    Mutation(
        "nodes: texts of loaded matches keep the name from before a rename",
        "server/tilth_server/api/access_changes.py",
        "self._update_names(record.renamed.player_id)",
        "pass",
        tests_in(
            "tests/postgres/test_nodes_operators.py", "test_what_moderators_do_at_one_node_holds_at_all"
        ),
    ),
    Mutation(
        "nodes: a channel from a newer record is refused",
        "server/tilth_server/matches/match_index.py",
        "from_record > info.record_count or not",
        "not",
        tests_in(MOVED, "test_a_channel_from_a_record_that_is_not_in_memory_shows_what_another_server_wrote"),
    ),
    Mutation(
        "nodes: what was read before all nodes knew the owner is believed",
        "server/tilth_server/matches/handover.py",
        "elif not self._is_compared and (self._comparing is None or self._comparing.done()):",
        "elif False:",
        tests_in(
            MOVED,
            "test_what_the_former_owner_writes_after_the_new_one_has_read_is_shown",
        ),
    ),
    Mutation(
        "nodes: a match is cached before all nodes knew its owner, and believed",
        "server/tilth_server/matches/handover.py",
        "                self._read_early.add(match_id)",
        "                pass",
        tests_in(MOVED, "test_a_match_that_was_listed_before_all_nodes_knew_its_new_owner_is_read_again"),
    ),
)

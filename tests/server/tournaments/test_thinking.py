"""Thinking times that are read off logs, against the tables that wrote the logs, and the sums of them."""

from random import Random

import pytest

from tests.playthroughs.every import GAMES
from tests.playthroughs.setups import Setup
from tilth.v1 import record_pb2
from tilth.v1.record_pb2 import DEFAULT_REASON_RESIGNED, DEFAULT_REASON_TIMEOUT
from tilth_rules.kernel.record import Answered
from tilth_server.tournaments.thinking import (
    SeatThinking,
    ThinkingLog,
    last_of,
    message_of,
    range_of,
    thinking_of,
)
from tilth_server.wire import load_games

PLAYED = [setup for kept in GAMES for setup in kept.setups if setup.seats > 1]
SETUPS = [
    setup
    for number, setup in enumerate(PLAYED)
    if number % 3 == 0 or "everything" in str(setup) or "teams" in str(setup)
]
"""Every third match that is kept, and those with the most unusual questions."""


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_an_answer_takes_the_time_for_which_its_decision_was_open(setup: Setup) -> None:
    """The table itself says after every record which decisions are open."""
    wire, random = load_games()[setup.game.name], Random(setup.seed)
    log = ThinkingLog(setup.seats)
    expected = [SeatThinking(counts={}) for _ in range(setup.seats)]
    open_since: dict[int, tuple[int, int]] = {}
    now = 1_000_000
    match = setup.playthrough()
    for record, _ in match.play():
        now += random.choice((0, 1, 30, 700, 20_000))
        if isinstance(record.cause, Answered):
            expected[record.cause.seat].add_answer(now - open_since[record.cause.seat][1])
        log.add(record_pb2.Record.FromString(wire.records.encode(record, now)))
        table = match.table
        for seat in range(setup.seats):
            number = table.counts[seat]
            if seat not in table.open:
                open_since.pop(seat, None)
            elif open_since.get(seat, (-1, 0))[0] != number:
                open_since[seat] = number, now
    assert log.seats == expected
    assert sum(seat.answers for seat in expected) > 20


def at(ms: int, **cause: object) -> record_pb2.Record:
    record = record_pb2.Record(**cause)  # type: ignore[arg-type]
    record.at.FromMilliseconds(ms)
    return record


def test_pauses_do_not_count_and_a_default_answer_is_no_answer_of_the_seat() -> None:
    log = ThinkingLog(2)
    start = at(1_000, started=record_pb2.MatchStarted())
    start.stack_changes.add(stack=0, added_steps=b"x")
    defaulted = record_pb2.SeatDefaulted
    for record in (
        at(500, created=record_pb2.MatchCreated()),
        start,
        at(1_400, paused=record_pb2.MatchPaused()),
        at(61_400, resumed=record_pb2.MatchResumed()),
        at(61_500, answered=record_pb2.SeatAnswered(seat=0)),
        at(70_000, defaulted=defaulted(seat=0, reason=DEFAULT_REASON_TIMEOUT)),
        at(70_000, defaulted=defaulted(seat=1, reason=DEFAULT_REASON_RESIGNED)),
        at(80_000, resigned=record_pb2.SeatResigned(seat=1, by_timeout=True)),
    ):
        log.add(record)
    assert log.seats == [SeatThinking(1, 500, 500, 1, {range_of(500): 1}), SeatThinking(0, 0, 0, 1, {})]


def test_every_time_is_in_one_range_which_is_narrow() -> None:
    for ms in (*range(5_000), 10**6, 10**9, 2**45):
        first = last_of(range_of(ms) - 1) + 1 if ms else 0
        assert first <= ms <= last_of(range_of(ms))
        assert last_of(range_of(ms)) <= first * 1.0625


def test_shares_are_counted_over_everything_that_was_added() -> None:
    times = [Random(1).choice((3, 40, 900, 12_345)) for _ in range(980)] + [50_000] * 20
    total = SeatThinking(counts={})
    for some in (times[:300], times[300:301], times[301:]):
        one = SeatThinking(counts={})
        for ms in some:
            one.add_answer(ms)
        total.add(thinking_of(message_of(0, one)))
    exact = sorted(times)
    assert (total.answers, total.mean_ms, total.longest_ms) == (1000, sum(times) / 1000, 50_000)
    for share in (0.5, 0.98, 0.99):
        true = exact[int(share * 1000) - 1]
        assert true <= total.within_ms(share) <= true * 1.07
    assert SeatThinking(counts={}).within_ms(0.99) == 0

"""Foreign logs that could not have come to be: each is refused, and says at which record and why."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.serve.games import orchard
from tests.server.serve.whole import new_match, play_on, running
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import MatchCancelled, Record, SeatLeft, SeatTaken
from tilth_server.archive.admission import Admission
from tilth_server.refusal import Refusal
from tilth_server.tables.matches import State

Log = list[Record]


@pytest.fixture
async def log(tmp_path: Path) -> Log:
    """A finished match of three who took their seats one by one, one of whom gave up."""
    async with running(tmp_path, orchard()) as house:
        people = [await house.person(name) for name in ("Ann", "Bob", "Cai")]
        match = await new_match(*people)
        await play_on(match, *people, most=3)
        await people[1].lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match, seat=1))
        await play_on(match, *people)
        return [Record.FromString(stored.body) async for stored in house.server.store.read(f"match/{match}")]


def admitted(log: Log, match_id: str = "m") -> State:
    admission = Admission(match_id, orchard())
    for number, record in enumerate(log):
        admission.take_up(number, record.SerializeToString())
    return admission.admitted().state


def first(log: Log, cause: str) -> int:
    return next(number for number, record in enumerate(log) if record.WhichOneof("cause") == cause)


def test_a_log_as_it_was_is_admitted(log: Log) -> None:
    assert admitted(log) is State.OVER


def test_a_cancelled_match_is_admitted_at_any_time(log: Log) -> None:
    for length in range(1, len(log) - 1):
        cancelled = Record(at=log[0].at, cancelled=MatchCancelled(by_id="op", reason="Storm, and no light"))
        assert admitted([*log[:length], cancelled]) is State.CANCELLED


def test_a_match_that_is_not_over_and_one_without_records_are_not(log: Log) -> None:
    for some, why in ((log[:-1], "not over"), ([], "no records")):
        with pytest.raises(Refusal, match=why):
            admitted(some)


@pytest.mark.parametrize("match_id", ["", "../up", "a/b", "a b", "a" * 65, "é", "-" * 3])
def test_an_id_is_short_and_plain(log: Log, match_id: str) -> None:
    with pytest.raises(Refusal, match="no proper id"):
        admitted(log, match_id)


def _insert(number: int, record: Record) -> Callable[[Log], int]:
    def tamper(log: Log) -> int:
        record.at.CopyFrom(log[0].at)
        log.insert(number, record)
        return number

    return tamper


def _set(cause: str, field: str, value: object) -> Callable[[Log], int]:
    def tamper(log: Log) -> int:
        number = first(log, cause)
        setattr(getattr(log[number], cause), field, value)
        return number

    return tamper


def _extend(cause: str, field: str, *values: object) -> Callable[[Log], int]:
    def tamper(log: Log) -> int:
        number = first(log, cause)
        getattr(getattr(log[number], cause), field).extend(values)
        return number

    return tamper


def _at(cause: str, seconds: int, nanos: int = 0) -> Callable[[Log], int]:
    def tamper(log: Log) -> int:
        number = first(log, cause)
        log[number].at.seconds, log[number].at.nanos = seconds, nanos
        return number

    return tamper


def _tampered() -> Iterator[tuple[str, Callable[[Log], int], str]]:
    year = 365 * 24 * 3600 * 1000
    yield "a title with a bell", _set("created", "title", "a\x07"), "a title has"
    yield "a long title", _set("created", "title", "a" * 101), "a title has"
    yield "a creator's odd id", _set("created", "creator_id", "a\nb"), "what is no id"
    yield "a guest's odd id", _extend("created", "invited_ids", "\x1b"), "what is no id"
    yield "too many guests", _extend("created", "invited_ids", *["p"] * 101), "invited_per_match"
    yield "a seed too short", _set("created", "seed", b"s"), "a seed has"
    yield "rules of tomorrow", _set("created", "rules_version", 99), "rules are of version 99"
    yield "rules of before all", _set("created", "rules_version", 0), "rules are of version 0"
    yield "no such game", _set("created", "game", "chess"), "is not installed here"
    yield "nobody plays it so", _set("created", "seat_count", 4_000_000_000), "is played by"
    yield "options that are none", _set("created", "options", b"\xff"), "its options"
    yield "before all time", _at("created", -1), "before 1970"
    yield "at no time", _at("started", 0), "before 1970"
    yield "in the year 9000", _at("closed", 1 << 38), "still to come"
    yield "the day after tomorrow", _at("answered", int(time.time()) + 2 * 24 * 3600), "still to come"
    yield "between no seconds", _at("answered", 1_700_000_000, -5), "before 1970"
    yield "a seat twice", _insert(2, Record(seat_taken=SeatTaken(seat=0, player_id="x"))), "not free"
    yield "a seat beyond", _set("seat_taken", "seat", 9), "not free"
    yield "a sitter's odd id", _set("seat_taken", "player_id", ""), "what is no id"
    yield (
        "a seat left by another",
        _insert(2, Record(seat_left=SeatLeft(seat=0, player_id="x"))),
        "not theirs",
    )
    yield (
        "a seat taken late",
        _insert(6, Record(seat_taken=SeatTaken(seat=0, player_id="x"))),
        "can't be here",
    )
    yield "others start", _extend("started", "player_ids", "x"), "others start"
    yield "an answer of no seat", _set("answered", "seat", 3), "no such seat"
    yield "a seat that gave up is not told of", _set_resigned, "other seats resigned"
    yield "a result for two", _shorten_result, "one for every seat"
    yield "no cause", _insert(5, Record()), "no cause"
    yield "another beginning", _insert(5, _beginning()), "no cause"
    yield "a bank of ages", _clock(year + 1), "no time is longer"


def _set_resigned(log: Log) -> int:
    log[-1].closed.ClearField("resigned_seats")
    return len(log) - 1


def _shorten_result(log: Log) -> int:
    log[-1].closed.result.places.pop()
    return len(log) - 1


def _beginning() -> Record:
    record = Record()
    record.created.game = "orchard"
    return record


def _clock(bank_ms: int) -> Callable[[Log], int]:
    def tamper(log: Log) -> int:
        log[0].created.clock.bank_ms = bank_ms
        return 0

    return tamper


TAMPERED = list(_tampered())


@pytest.mark.parametrize(
    ("tamper", "why"), [each[1:] for each in TAMPERED], ids=[each[0] for each in TAMPERED]
)
def test_a_log_that_could_not_have_come_to_be_is_refused(
    log: Log, tamper: Callable[[Log], int], why: str
) -> None:
    number = tamper(log)
    with pytest.raises(Refusal, match=why) as refused:
        admitted(log)
    assert refused.value.reason == "bad_file"
    assert f"record {number}: " in refused.value.what


def test_nothing_follows_the_end(log: Log) -> None:
    with pytest.raises(Refusal, match="was over before"):
        admitted([*log, log[-1]])

"""Foreign logs that could not have come to be: each is refused, and says at which record and why."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.serve.full_server import full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import MatchCancelled, Record, SeatLeft, SeatTaken
from tilth_server.archive.import_checks import ImportCheck
from tilth_server.matches.match_info import State
from tilth_server.refusal import Refusal

Log = list[Record]


@pytest.fixture
async def log(tmp_path: Path) -> Log:
    """Make a finished match of three players who took their seats one by one; one of them resigned."""
    async with full_server(tmp_path, orchard()) as house:
        people = [await house.person(name) for name in ("Ann", "Bob", "Cai")]
        match = await new_match(*people)
        await play_randomly(match, *people, max_answers=3)
        await people[1].lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match, seat=1))
        await play_randomly(match, *people)
        return [Record.FromString(stored.body) async for stored in house.server.store.read(f"match/{match}")]


def admitted(log: Log, match_id: str = "m") -> State:
    admission = ImportCheck(match_id, orchard())
    for number, record in enumerate(log):
        admission.add(number, record.SerializeToString())
    return admission.match().state


def first(log: Log, cause: str) -> int:
    return next(number for number, record in enumerate(log) if record.WhichOneof("cause") == cause)


def test_an_unchanged_log_is_accepted(log: Log) -> None:
    assert admitted(log) is State.FINISHED


def test_a_match_cancelled_at_any_time_is_accepted(log: Log) -> None:
    for length in range(1, len(log) - 1):
        cancelled = Record(
            at=log[0].at, cancelled=MatchCancelled(actor_id="op", reason="Storm, and no light")
        )
        assert admitted([*log[:length], cancelled]) is State.CANCELLED


def test_a_running_match_and_a_match_without_records_are_refused(log: Log) -> None:
    for some, why in ((log[:-1], "has not ended"), ([], "no records")):
        with pytest.raises(Refusal, match=why):
            admitted(some)


@pytest.mark.parametrize("match_id", ["", "../up", "a/b", "a b", "a" * 65, "é", "-" * 3])
def test_an_id_is_short_and_plain(log: Log, match_id: str) -> None:
    with pytest.raises(Refusal, match="match id is invalid"):
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
    yield "a creator's odd id", _set("created", "creator_id", "a\nb"), "invalid player id"
    yield "a guest's odd id", _extend("created", "invited_player_ids", "\x1b"), "invalid player id"
    yield "too many guests", _extend("created", "invited_player_ids", *["p"] * 101), "invitations_per_match"
    yield "a seed too short", _set("created", "seed", b"s"), "a seed has"
    yield "rules of a later version", _set("created", "rules_version", 99), "rules are of version 99"
    yield "rules before the first version", _set("created", "rules_version", 0), "rules are of version 0"
    yield "no such game", _set("created", "game", "chess"), "is not installed here"
    yield "too many seats", _set("created", "seat_count", 4_000_000_000), "is played by"
    yield "options that can't be decoded", _set("created", "options", b"\xff"), "its options"
    yield "before 1970", _at("created", -1), "before 1970"
    yield "without a time", _at("started", 0), "before 1970"
    yield "in the year 9000", _at("finished", 1 << 38), "in the future"
    yield "the day after tomorrow", _at("answered", int(time.time()) + 2 * 24 * 3600), "in the future"
    yield "with negative nanoseconds", _at("answered", 1_700_000_000, -5), "before 1970"
    yield "a seat twice", _insert(2, Record(seat_taken=SeatTaken(seat=0, player_id="x"))), "not free"
    yield "a seat beyond", _set("seat_taken", "seat", 9), "not free"
    yield "an empty player id in a seat", _set("seat_taken", "player_id", ""), "invalid player id"
    yield (
        "a seat left by another",
        _insert(2, Record(seat_left=SeatLeft(seat=0, player_id="x"))),
        "does not hold the seat",
    )
    yield (
        "a seat taken late",
        _insert(6, Record(seat_taken=SeatTaken(seat=0, player_id="x"))),
        "not allowed here",
    )
    yield "not those in the seats", _extend("started", "player_ids", "x"), "not those in the seats"
    yield "an answer of no seat", _set("answered", "seat", 3), "no such seat"
    yield "a resigned seat is left out", _set_resigned, "other seats than those that resigned"
    yield "a result for two", _shorten_result, "a score for each seat"
    yield "no cause", _insert(5, Record()), "no cause"
    yield "a second creation", _insert(5, _beginning()), "no cause"
    yield "a bank of more than a year", _clock(year + 1), "no time is longer"


def _set_resigned(log: Log) -> int:
    log[-1].finished.ClearField("resigned_seats")
    return len(log) - 1


def _shorten_result(log: Log) -> int:
    log[-1].finished.result.places.pop()
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
def test_a_log_that_no_server_could_have_written_is_refused(
    log: Log, tamper: Callable[[Log], int], why: str
) -> None:
    number = tamper(log)
    with pytest.raises(Refusal, match=why) as refused:
        admitted(log)
    assert refused.value.reason == "FILE_INVALID"
    assert f"record {number}: " in refused.value.message


def test_a_record_after_the_end_is_refused(log: Log) -> None:
    with pytest.raises(Refusal, match="had ended before"):
        admitted([*log, log[-1]])

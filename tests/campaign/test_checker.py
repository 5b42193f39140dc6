"""The checker finds each kind of fault in a diary and a log that fit together without it."""

import copy
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from tests.campaign.checker import Diaries, check
from tests.campaign.logs import StoredStream
from tests.campaign.rounds import wrong_lines
from tilth.v1.record_pb2 import (
    DEFAULT_REASON_TIMEOUT,
    AnswerUndone,
    MatchCreated,
    MatchStarted,
    Record,
    SeatAnswered,
    SeatDefaulted,
    SeatTaken,
)

MATCH = "m"
PLAYERS = ["ann", "bo"]
CLOCK = {"decision_ms": 1000, "bank_ms": 10_000, "increment_ms": 500}
Story = tuple[list[dict[str, Any]], list[Record]]


def story() -> Story:
    """Return a diary and a log: both seats answer, one in its bank's time, and the other takes its answer back."""
    log = [
        Record(created=MatchCreated(seat_count=2, creator_id="ann")),
        Record(seat_taken=SeatTaken(seat=0, player_id="ann")),
        Record(seat_taken=SeatTaken(seat=1, player_id="bo")),
        Record(started=MatchStarted(player_ids=PLAYERS), events=[b"dealt"]),
        Record(
            answered=SeatAnswered(seat=0, decision_id=1, picks=[2], request_id="0.0", bank_spent_ms=700),
            events=[b"moved"],
        ),
        Record(answered=SeatAnswered(seat=1, decision_id=1, picks=[1], request_id="1.0")),
        Record(undone=AnswerUndone(seat=1, undone_records=[5], request_id="1.1")),
        Record(answered=SeatAnswered(seat=1, decision_id=2, picks=[3, 4], request_id="1.2")),
    ]
    for number, record in enumerate(log):
        record.at.FromMilliseconds(1_000_000 + 2000 * number)
    lines = [line("created", game="petrichor", title="a", players=PLAYERS, clock=CLOCK)]
    lines += [
        line("sent", seat=0, id="0.0", kind="answer", decision=1, picks=[2], numbers=[]),
        line("sent", seat=1, id="1.0", kind="answer", decision=1, picks=[1], numbers=[]),
        line("sent", seat=1, id="1.1", kind="undo", decision=0, picks=[], numbers=[]),
        line("sent", seat=1, id="1.2", kind="answer", decision=2, picks=[4, 3], numbers=[]),
    ]
    lines += [line("accepted", seat=0, id="0.0", record=4), line("accepted", seat=1, id="1.2", record=7)]
    banks = [[10_000] * 2] * 4 + [[9800, 10_000], [9800, 10_500], [9800, 10_000], [9800, 10_500]]
    for event, channel in (("shown", 1), ("again", 2)):
        if event == "shown":
            lines.append(line("opened", viewer=0, who="ann", channel=channel, record=0))
        lines += [shown(event, channel, number, record, banks[number]) for number, record in enumerate(log)]
    lines.append(
        line("position", viewer=0, who="ann", channel=1, record=len(log), kind="caught_up", decision=0)
    )
    lines.append(line("replayed", viewer=0, who="ann", channel=2, record=len(log)))
    lines += [
        line("listed", node=node, title="a", state="running", records=len(log), players=PLAYERS)
        for node in ("one", "two")
    ]
    return lines, log


def line(event: str, **fields: Any) -> dict[str, Any]:
    """Return a line of a diary."""
    return {"t": 0.0, "event": event, "match": MATCH, **fields}


def shown(event: str, channel: int, number: int, record: Record, banks: list[int]) -> dict[str, Any]:
    """Return the line of a record's frame, as seat 0 sees it."""
    cause = record.WhichOneof("cause") or ""
    stored = getattr(record, cause)
    return line(
        event,
        viewer=0,
        who="ann",
        channel=channel,
        record=number,
        cause=cause,
        seat=getattr(stored, "seat", -1),
        id="",
        undone=list(getattr(stored, "undone_records", [])),
        count=len(record.events),
        events=sha256(b"".join(record.events)).hexdigest(),
        title="",
        name="",
        decision=1 if number == 3 else 0,
        banks=banks,
        running=[],
    )


def faults_in(diary: list[dict[str, Any]], log: list[Record]) -> list[str]:
    """Return what the checker finds."""
    return check(Diaries.of(diary), {MATCH: log})


def of(diary: list[dict[str, Any]], event: str, **fields: Any) -> dict[str, Any]:
    """Return the first line with these fields."""
    return next(each for each in diary if each["event"] == event and fields.items() <= each.items())


def test_a_diary_and_a_log_that_fit_have_no_fault() -> None:
    assert faults_in(*story()) == []


def lost(diary: list[dict[str, Any]], log: list[Record]) -> None:
    del log[7]


def doubled(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log.append(copy.deepcopy(log[7]))


def elsewhere(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "accepted", id="0.0")["record"] = 5


def altered(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[4].answered.picks[:] = [3]


def foreign(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[7].answered.request_id = "nobody's"


def refused(diary: list[dict[str, Any]], log: list[Record]) -> None:
    diary.append(line("refused", seat=1, id="1.0", reason="DECISION_CLOSED"))


def two_requests(diary: list[dict[str, Any]], log: list[Record]) -> None:
    diary.append(line("sent", seat=0, id="0.0", kind="answer", decision=1, picks=[1], numbers=[]))


def two_owners(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[7].answered.decision_id = 1


def not_stored(diary: list[dict[str, Any]], log: list[Record]) -> None:
    extra = copy.deepcopy(of(diary, "shown", record=7))
    extra["record"] = 8
    diary.append(extra)


def stored_otherwise(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "shown", record=4)["seat"] = 1


def other_request(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "shown", record=4)["id"] = "0.9"


def left_out(diary: list[dict[str, Any]], log: list[Record]) -> None:
    diary.remove(of(diary, "shown", record=5))


def wrong_place(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "position")["record"] = 9


def other_bytes(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "shown", record=4)["events"] = "others"


def backwards(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[5].at.FromMilliseconds(0)


def too_dear(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[4].answered.bank_spent_ms = 1500


def below_zero(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[5].answered.bank_spent_ms = 20_000


def timed_out_early(diary: list[dict[str, Any]], log: list[Record]) -> None:
    log[4].at.FromMilliseconds(log[3].at.ToMilliseconds() + 100)
    log[4].defaulted.CopyFrom(SeatDefaulted(seat=0, decision_id=1, reason=DEFAULT_REASON_TIMEOUT))


def unasked(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "shown", record=7)["banks"] = [9000, 10_500]


def old_row(diary: list[dict[str, Any]], log: list[Record]) -> None:
    of(diary, "listed", node="two")["state"] = "open"


def not_listed(diary: list[dict[str, Any]], log: list[Record]) -> None:
    diary.remove(of(diary, "listed", node="two"))
    diary.append(line("listed", node="two", title="b", state="", records=0, players=[]) | {"match": "other"})


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lost, "is stored as nothing"),
        (doubled, "is stored 2 times"),
        (elsewhere, "was confirmed as record 5, and is stored as [4]"),
        (altered, "with other content than was sent"),
        (foreign, "and nobody has sent it"),
        (refused, "was refused (DECISION_CLOSED), and is record 5"),
        (two_requests, "two requests with the id '0.0'"),
        (two_owners, "decision 1 was answered by records [5, 7]"),
        (not_stored, "is not stored: the log has 8 records"),
        (stored_otherwise, "is stored otherwise"),
        (other_request, "is stored otherwise"),
        (left_out, "was shown record 6 after 5 - 1"),
        (wrong_place, "record 9 is next, and 8 is"),
        (other_bytes, "from the store"),
        (backwards, "ms older than the record before"),
        (too_dear, "took 1500 ms of the bank, and the seat was asked 2000 ms before"),
        (below_zero, "the bank is below zero"),
        (timed_out_early, "is a timeout after 100 ms"),
        (unasked, "the bank was shown as 9000 ms after record 7, and is 9800 ms"),
        (old_row, "node two lists it as"),
        (not_listed, "node two lists it 0 times"),
    ],
)
def test_the_checker_finds(harm: Callable[[list[dict[str, Any]], list[Record]], None], sentence: str) -> None:
    diary, log = story()
    harm(diary, log)
    assert any(sentence in fault for fault in faults_in(diary, log)), faults_in(diary, log)


def test_the_checker_finds_a_broken_chain_and_a_gap() -> None:
    def stream(*numbers: int) -> StoredStream:
        link = sha256(b"tilth stream\0match/m").digest()
        hashes = []
        for number in range(3):
            link = sha256(link + bytes([number])).digest()
            hashes.append(link)
        bodies = [bytes([number]) for number in numbers]
        return StoredStream("match/m", 3, link, [*numbers], bodies, [hashes[number] for number in numbers])

    assert stream(0, 1, 2).faults() == []
    assert "their numbers are [0, 2]" in stream(0, 2).faults()[0]
    harmed = stream(0, 1, 2)
    harmed.bodies[1] = b"other"
    assert "the hash of record 1 does not follow" in harmed.faults()[0]
    harmed = stream(0, 1, 2)
    harmed.head = b"other"
    assert "the last hash is not the stream's" in harmed.faults()[0]


def test_a_traceback_of_a_node_is_a_fault_unless_the_node_was_stopped_early() -> None:
    early, started, traceback = '{"event":"server stopped early"}', '{"event":"server started"}', "Traceback"
    assert wrong_lines([started, traceback]) == [traceback]
    assert wrong_lines([started, early, traceback]) == []
    assert wrong_lines([started, early, traceback, started, traceback + " 2"]) == [traceback + " 2"]

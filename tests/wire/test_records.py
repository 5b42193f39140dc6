from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.wire.orchard import FruitPicked, game
from tests.wire.play import answer, played, table
from tilth.v1 import play_pb2, record_pb2
from tilth.v1.decision_pb2 import Result
from tilth_rules.kernel import (
    EVERYTHING,
    SPECTATOR,
    Record,
    SeededChance,
    StackUnreadable,
    Table,
    Undone,
)
from tilth_server.wire import CauseDetails, GameWire, LoggedRecord, Unreadable, encode_lobby, kind_of

AT = 1_700_000_123_456


def stored(wire: GameWire, records: list[Record]) -> list[bytes]:
    return [
        wire.records.encode(record, AT + record.number, CauseDetails(request_id="r")) for record in records
    ]


def whole_stream(wire: GameWire, records: list[Record]) -> list[bytes]:
    """Return a match's records as the store has them: lobby records come before the start."""
    lobby = [encode_lobby(record_pb2.SeatTaken(seat=seat, player_id="p"), AT) for seat in range(3)]
    return lobby + stored(wire, records)


@given(seed=st.binary(min_size=32, max_size=32), seats=st.integers(2, 3))
def test_every_record_of_a_match_comes_back_as_it_was(
    orchard_wire: GameWire, seed: bytes, seats: int
) -> None:
    _, records = played(seed, seats)
    wire = orchard_wire
    for record, body in zip(records, stored(wire, records), strict=True):
        assert wire.records.decode(record.number, body).record == record


@given(seed=st.binary(min_size=32, max_size=32))
def test_a_match_continues_from_its_decoded_records(orchard_wire: GameWire, seed: bytes) -> None:
    live, records = played(seed)
    wire = orchard_wire
    for length in range(1, len(records) + 1):
        bodies = stored(wire, records[:length])
        again = [wire.records.decode(3 + at, body).record for at, body in enumerate(bodies)]
        resumed = Table.resume(game, live.options, 2, SeededChance(seed), [r for r in again if r is not None])
        whole = Table.resume(game, live.options, 2, SeededChance(seed), records[:length])
        assert (resumed.state, resumed.open, resumed.counts) == (whole.state, whole.open, whole.counts)


@given(seed=st.binary(min_size=32, max_size=32))
def test_a_fold_from_the_stored_bytes_gives_the_live_state(orchard_wire: GameWire, seed: bytes) -> None:
    live, records = played(seed)
    state, _ = game.start(live.options, 2)
    for event in orchard_wire.records.events(whole_stream(orchard_wire, records)):
        event.apply(state)
    assert state == live.state


def test_an_undone_record_is_left_out_of_the_fold(wire: GameWire) -> None:
    laid, first = table()
    records = [first, answer(laid, 0, 1, 1)]
    laid, undone = laid.undo(0, records)
    records += [undone, answer(laid, 0, 2)]
    picked = [e for e in wire.records.events(whole_stream(wire, records)) if isinstance(e, FruitPicked)]
    assert picked == [FruitPicked(0, (2,))]
    tail = wire.records.events(whole_stream(wire, records)[4:], first=4)
    assert tail == [FruitPicked(0, (2,))]


def test_the_details_of_a_cause_are_stored_with_it(wire: GameWire) -> None:
    laid, _ = table()
    record = answer(laid, 0, 2, 3)
    logged = wire.records.decode(
        4, wire.records.encode(record, AT, CauseDetails(request_id="a7", spent_ms=1200))
    )
    assert (logged.at_ms, logged.request_id, logged.spent_ms, logged.seat) == (AT, "a7", 1200, 0)
    assert logged.kind == play_pb2.CAUSE_ANSWERED
    assert logged.event_bytes == tuple(map(wire.encode_event, record.events))


def test_the_stored_bytes_are_a_record_that_any_client_reads(wire: GameWire) -> None:
    laid, first = table()
    message = record_pb2.Record.FromString(
        wire.records.encode(first, AT, CauseDetails(player_ids=("ann", "bo")))
    )
    assert message.at.ToMilliseconds() == AT
    assert list(message.started.player_ids) == ["ann", "bo"]
    assert [draw.purpose for draw in message.draws] == ["fruit", "fruit"]
    assert list(message.events) == list(map(wire.encode_event, first.events))
    assert message.stack_changes[0].kept_steps == 0
    message = record_pb2.Record.FromString(
        wire.records.encode(answer(laid, 0, 3, 1), AT, CauseDetails(request_id="x"))
    )
    assert message.answered == record_pb2.SeatAnswered(seat=0, decision_id=1, picks=[3, 1], request_id="x")


def test_a_cause_has_its_seat_its_kind_and_its_reason(wire: GameWire) -> None:
    laid, _ = table()
    timed_out = laid.answer_default(0, "timeout")
    resigned = laid.resign(1)
    defaulted = laid.answer_for_resigned()[0]
    assert timed_out is not None
    assert resigned is not None
    logged = [
        wire.records.decode(n, wire.records.encode(record, AT, CauseDetails(spent_ms=5, by_timeout=True)))
        for n, record in enumerate((timed_out, resigned, defaulted), 4)
    ]
    assert [(t.kind, t.seat) for t in logged] == [
        (play_pb2.CAUSE_TIMED_OUT, 0),
        (play_pb2.CAUSE_RESIGNED, 1),
        (play_pb2.CAUSE_DEFAULTED, 1),
    ]
    assert [kind_of(t.record.cause) for t in logged if t.record is not None] == [t.kind for t in logged]
    assert isinstance(logged[1].cause, record_pb2.SeatResigned)
    assert logged[1].cause.by_timeout
    assert [t.spent_ms for t in logged] == [5, 0, 5]


@pytest.mark.parametrize(
    ("cause", "kind", "seat", "request_id"),
    [
        (record_pb2.MatchCreated(game="orchard", request_id="c1"), play_pb2.CAUSE_CREATED, -1, "c1"),
        (record_pb2.SeatTaken(seat=1, player_id="p", request_id="t1"), play_pb2.CAUSE_SEAT_TAKEN, 1, "t1"),
        (record_pb2.SeatLeft(seat=0, player_id="p"), play_pb2.CAUSE_SEAT_LEFT, 0, ""),
        (record_pb2.MatchCancelled(reason="storm"), play_pb2.CAUSE_CANCELLED, -1, ""),
        (record_pb2.MatchFinished(result=Result(places=[1, 2])), play_pb2.CAUSE_FINISHED, -1, ""),
        (record_pb2.MatchFinished(), play_pb2.CAUSE_FINISHED, -1, ""),
    ],
)
def test_lobby_causes_come_back_with_no_play_in_them(
    wire: GameWire, cause: Any, kind: int, seat: int, request_id: str
) -> None:
    logged = wire.records.decode(0, encode_lobby(cause, AT))
    assert (logged.cause, logged.kind, logged.seat) == (cause, kind, seat)
    assert (logged.request_id, logged.at_ms, logged.record) == (request_id, AT, None)


def decoded(wire: GameWire, record: Record, **extra: Any) -> LoggedRecord:
    return wire.records.decode(record.number, wire.records.encode(record, AT, CauseDetails(**extra)))


def test_a_viewer_gets_what_the_kernel_shows_that_viewer(wire: GameWire) -> None:
    _, records = played()
    assert not all(wire.records.is_public(record) for record in records)
    for record in records:
        logged = decoded(wire, record)
        for viewer in (0, 1, SPECTATOR, EVERYTHING):
            shown = wire.records.stored_events_for(logged, viewer)
            assert [wire.decode_event(event) for event in shown] == record.seen_by(viewer)
            assert wire.records.visible_events(record, viewer) == shown
            if wire.records.is_public(record):
                assert shown == list(logged.event_bytes)


def test_public_events_are_the_same_object_for_every_viewer(wire: GameWire) -> None:
    laid, _ = table()
    record = answer(laid, 0, 2)
    body = wire.records.encode(record, AT)
    (mine,) = wire.records.visible_events(record, 0)
    (theirs,) = wire.records.visible_events(record, SPECTATOR)
    assert mine is theirs
    assert mine in body
    assert wire.records.decode(4, body).record.events[0] is wire.decode_event(mine)  # type: ignore[union-attr]


def test_a_running_match_is_read_without_its_secrets(wire: GameWire) -> None:
    laid, first = table()
    created = record_pb2.MatchCreated(game="orchard", seed=b"secret", seed_commitment=b"h", request_id="c")
    shown = wire.records.for_viewer(wire.records.decode(0, encode_lobby(created, AT)), SPECTATOR)
    assert record_pb2.Record.FromString(shown).created == record_pb2.MatchCreated(
        game="orchard", seed_commitment=b"h"
    )
    message = record_pb2.Record.FromString(wire.records.for_viewer(decoded(wire, first), 0))
    assert (list(message.stack_changes), list(message.draws), list(message.restricted_events)) == ([], [], [])
    assert list(message.events) == wire.records.visible_events(first, 0)
    logged = decoded(wire, answer(laid, 0, 2), request_id="mine", spent_ms=7)
    own = record_pb2.Record.FromString(wire.records.for_viewer(logged, 0)).answered
    others = record_pb2.Record.FromString(wire.records.for_viewer(logged, 1)).answered
    assert own == logged.cause
    assert others == record_pb2.SeatAnswered(seat=0, decision_id=1, bank_spent_ms=7)


def test_in_a_sealed_lane_only_its_seat_sees_its_events(wire: GameWire) -> None:
    laid, records = played()
    sealed = next(record for record in records if record.restricted_events)
    assert decoded(wire, sealed).record == sealed
    seat = sealed.cause.seat
    assert wire.records.visible_events(sealed, seat)
    assert wire.records.visible_events(sealed, 1 - seat) == []
    assert laid.over


def test_a_torn_record_is_named(wire: GameWire) -> None:
    _, first = table()
    body = wire.records.encode(first, AT)
    with pytest.raises(Unreadable, match="record 17 "):
        wire.records.decode(17, body[:-3])
    with pytest.raises(Unreadable, match="record 8 "):
        wire.records.events([body, body[:-3]], first=7)
    with pytest.raises(Unreadable, match="no cause"):
        wire.records.decode(0, b"")


def test_an_event_of_a_newer_build_is_refused_by_name(wire: GameWire) -> None:
    with pytest.raises(Unreadable, match=r"tilth\.games\.orchard\.v1\.Event of a class"):
        wire.decode_event(b"\xfa\x07\x00")
    with pytest.raises(Unreadable, match=r"not a tilth\.games\.orchard\.v1\.Event"):
        wire.decode_event(b"\xff")


def test_steps_this_build_lacks_stop_a_match_but_not_its_replay(wire: GameWire) -> None:
    thread = record_pb2.StackChange(added_steps=b"\x91\x91\xcc\xfa")
    message = record_pb2.Record(started=record_pb2.MatchStarted(), stack_changes=[thread])
    body = message.SerializeToString()
    with pytest.raises(StackUnreadable):
        wire.records.decode(3, body)
    replayed = wire.records.decode(3, body, stacks=False)
    assert replayed.record is not None
    assert replayed.record.stack_changes == ()


def test_an_undo_names_the_records_that_it_takes_back(wire: GameWire) -> None:
    laid, first = table()
    records = [first, answer(laid, 0, 1)]
    _, undone = laid.undo(0, records)
    logged = decoded(wire, undone, request_id="u")
    assert logged.record is not None
    assert logged.record.cause == Undone(0, (4,))
    assert (logged.kind, logged.request_id) == (play_pb2.CAUSE_UNDONE, "u")

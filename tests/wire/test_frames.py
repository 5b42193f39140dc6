from tests.wire.play import SEED, table
from tilth.v1 import play_pb2
from tilth.v1.archive_pb2 import ViewAtResponse
from tilth.v1.decision_pb2 import Clock, Decision, Result
from tilth.v1.play_pb2 import AttendResponse, CaughtUp, Frame, GetViewResponse
from tilth_server.wire import GameWire, frames, unary_responses


def decoded(frame: bytes, channel: int = 0) -> Frame:
    return Frame.FromString(frames.for_channel(channel, frame))


def test_a_channel_number_is_put_before_a_shared_frame() -> None:
    frame = frames.heartbeat(41)
    for channel in (1, 7, 300, 2**32 - 1):
        sent = decoded(frame, channel)
        assert (sent.channel, sent.record, sent.WhichOneof("payload")) == (channel, 41, "heartbeat")
    assert frames.for_channel(0, frame) == frame


def test_the_opening_frame_names_the_types_of_all_bytes(wire: GameWire) -> None:
    opened = decoded(
        frames.opened(
            match_id="m1",
            game="orchard",
            rules_version=1,
            types=wire.types,
            options=b"\x08\x02",
            player_names=["Ann", ""],
            seed_commitment=b"c",
        ),
        5,
    ).opened
    assert opened.event_type == "tilth.games.orchard.v1.Event"
    assert opened.move_type == "tilth.games.orchard.v1.Move"
    assert opened.view_type == "tilth.games.orchard.v1.View"
    assert opened.options_type == "tilth.games.orchard.v1.Options"
    assert (opened.match_id, opened.seat_count, list(opened.player_names)) == ("m1", 2, ["Ann", ""])
    assert (opened.options, opened.seed_commitment) == (b"\x08\x02", b"c")


def test_a_seat_and_a_spectator_share_what_both_see(wire: GameWire) -> None:
    laid, record = table()
    shared = frames.shared_update(
        cause=play_pb2.CAUSE_ANSWERED,
        seat=0,
        events=wire.records.visible_events(record, 1),
        texts=["one", "two"],
        pending_seats=[0, 1],
        undone_records=[3],
        clocks=[frames.clock(0, 60_000, 0), frames.clock(1, 5)],
        view=b"v",
    )
    asked = wire.decision(laid, 0)
    seat = decoded(
        frames.update(9, shared, accepted="a1", decision=asked, open_decision=1, undoable=True), 4
    ).update
    spectator = decoded(frames.update(9, shared), 4).update
    assert seat.decision == Decision.FromString(asked)
    assert (seat.accepted_request_id, seat.open_decision_id, seat.undoable) == ("a1", 1, True)
    assert list(seat.clocks) == [Clock(seat=0, bank_ms=60_000, remaining_ms=0), Clock(seat=1, bank_ms=5)]
    for name in ("decision", "accepted_request_id", "open_decision_id", "undoable"):
        seat.ClearField(name)
    assert seat == spectator
    assert seat.HasField("seat")
    assert (seat.cause, list(seat.pending_seats), list(seat.undone_records), seat.view) == (
        5,
        [0, 1],
        [3],
        b"v",
    )
    assert list(seat.texts) == ["one", "two"]


def test_a_record_without_a_seat_has_no_seat_in_its_frame() -> None:
    update = decoded(frames.update(3, frames.shared_update(cause=play_pb2.CAUSE_STARTED))).update
    assert not update.HasField("seat")
    assert not update.HasField("decision")


def test_the_caught_up_frame_has_the_open_decision(wire: GameWire) -> None:
    laid, _ = table()
    asked = wire.decision(laid, 0)
    frame = decoded(frames.caught_up(12, decision=asked, pending_seats=[0], view=b"v", undoable=True), 2)
    assert (frame.channel, frame.record) == (2, 12)
    assert frame.caught_up == CaughtUp(
        decision=Decision.FromString(asked), pending_seats=[0], view=b"v", undoable=True
    )
    assert not decoded(frames.caught_up(12)).caught_up.HasField("decision")


def test_last_frames_name_the_record_to_resume_from_or_the_end() -> None:
    cut = decoded(frames.cut_off(88, "slow"))
    assert (cut.record, cut.cut_off.reason) == (88, "slow")
    ended = decoded(
        frames.ended(90, result=Result(places=[2, 1], scores=[-3, 4]), seed=SEED, head=b"h")
    ).ended
    assert ended.result == Result(places=[2, 1], scores=[-3, 4])
    assert (ended.seed, ended.head) == (SEED, b"h")
    cancelled = decoded(frames.ended(9, cancelled="storm")).ended
    assert (cancelled.HasField("result"), cancelled.cancel_reason) == (False, "storm")


def test_replies_name_their_request() -> None:
    refused = decoded(frames.refused("DECISION_CLOSED", "decision 3", "a1")).refused
    assert (refused.request_id, refused.reason, refused.message) == ("a1", "DECISION_CLOSED", "decision 3")
    again = decoded(frames.accepted(17, "a1"))
    assert (again.record, again.accepted.request_id) == (17, "a1")


def test_a_message_carries_frames_in_their_order() -> None:
    ready = [frames.for_channel(channel, frames.heartbeat(channel)) for channel in (3, 1, 2)]
    message = AttendResponse.FromString(frames.attend_response(ready))
    assert [frame.channel for frame in message.frames] == [3, 1, 2]
    assert play_pb2.WatchResponse.FromString(frames.attend_response(ready)).frames == message.frames


def test_unary_responses_are_composed_of_the_same_bytes(wire: GameWire) -> None:
    laid, _ = table()
    asked = wire.decision(laid, 0)
    view = wire.view(laid.state, 0)
    now = GetViewResponse.FromString(
        unary_responses.get_view_response(
            7,
            view_type=wire.view_type,
            view=view,
            decision=asked,
            pending_seats=[0],
            clocks=[frames.clock(0, 9)],
        )
    )
    assert (now.next_record, now.view_type, now.view, now.decision.kind) == (7, wire.view_type, view, "fruit")
    assert (list(now.pending_seats), now.clocks[0].bank_ms) == ([0], 9)
    then = ViewAtResponse.FromString(
        unary_responses.view_at_response(
            view_type=wire.view_type, view=view, pending_seats=[1], round=2, scores=[-1, 5], record_count=30
        )
    )
    assert (then.round, list(then.scores), then.record_count) == (2, [-1, 5], 30)
    assert not then.HasField("decision")

from tests.wire.play import SEED, table
from tilth.v1 import play_pb2
from tilth.v1.archive_pb2 import ViewAtResponse
from tilth.v1.decision_pb2 import Clock, Decision, Result
from tilth.v1.play_pb2 import AttendResponse, CaughtUp, GetViewResponse, Told
from tilth_server.wire import GameWire, frames, replies


def told(frame: bytes, channel: int = 0) -> Told:
    return Told.FromString(frames.for_channel(channel, frame))


def test_a_channel_is_put_before_a_frame_that_others_get_too() -> None:
    frame = frames.progress(41)
    for channel in (1, 7, 300, 2**32 - 1):
        told_to = told(frame, channel)
        assert (told_to.channel, told_to.record, told_to.WhichOneof("what")) == (channel, 41, "progress")
    assert frames.for_channel(0, frame) == frame


def test_opened_names_the_types_that_all_bytes_are_of(wire: GameWire) -> None:
    opened = told(
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
    shared = frames.shared(
        cause=play_pb2.CAUSE_ANSWERED,
        seat=0,
        events=wire.records.shown(record, 1),
        texts=["one", "two"],
        waiting=[0, 1],
        takes_back=[3],
        clocks=[frames.clock(0, 60_000, 0), frames.clock(1, 5)],
        view=b"v",
    )
    asked = wire.decision(laid, 0)
    seat = told(
        frames.happened(9, shared, accepted="a1", asked=asked, open_decision=1, undoable=True), 4
    ).happened
    spectator = told(frames.happened(9, shared), 4).happened
    assert seat.asked == Decision.FromString(asked)
    assert (seat.accepted, seat.open_decision, seat.undoable) == ("a1", 1, True)
    assert list(seat.clocks) == [Clock(seat=0, bank_ms=60_000, left_ms=0), Clock(seat=1, bank_ms=5)]
    for name in ("asked", "accepted", "open_decision", "undoable"):
        seat.ClearField(name)
    assert seat == spectator
    assert seat.HasField("seat")
    assert (seat.cause, list(seat.waiting), list(seat.takes_back), seat.view) == (5, [0, 1], [3], b"v")
    assert list(seat.texts) == ["one", "two"]


def test_nobodys_record_has_no_seat() -> None:
    happened = told(frames.happened(3, frames.shared(cause=play_pb2.CAUSE_STARTED))).happened
    assert not happened.HasField("seat")
    assert not happened.HasField("asked")


def test_caught_up_asks_again_what_is_open(wire: GameWire) -> None:
    laid, _ = table()
    asked = wire.decision(laid, 0)
    frame = told(frames.caught_up(12, asked=asked, waiting=[0], view=b"v", undoable=True), 2)
    assert (frame.channel, frame.record) == (2, 12)
    assert frame.caught_up == CaughtUp(
        asked=Decision.FromString(asked), waiting=[0], view=b"v", undoable=True
    )
    assert not told(frames.caught_up(12)).caught_up.HasField("asked")


def test_last_frames_say_how_to_go_on() -> None:
    cut = told(frames.cut_off(88, "slow"))
    assert (cut.record, cut.cut_off.reason) == (88, "slow")
    ended = told(frames.ended(90, places=[2, 1], scores=[-3, 4], seed=SEED, head=b"h")).ended
    assert ended.result == Result(places=[2, 1], scores=[-3, 4])
    assert (ended.seed, ended.head) == (SEED, b"h")
    cancelled = told(frames.ended(9, cancelled="storm")).ended
    assert (cancelled.HasField("result"), cancelled.cancelled) == (False, "storm")


def test_replies_name_their_request() -> None:
    refused = told(frames.refused("closed", "decision 3", "a1")).refused
    assert (refused.request_id, refused.reason, refused.what) == ("a1", "closed", "decision 3")
    again = told(frames.accepted(17, "a1"))
    assert (again.record, again.accepted.request_id) == (17, "a1")


def test_a_message_carries_frames_in_their_order() -> None:
    ready = [frames.for_channel(channel, frames.progress(channel)) for channel in (3, 1, 2)]
    message = AttendResponse.FromString(frames.attend_response(ready))
    assert [told_to.channel for told_to in message.told] == [3, 1, 2]
    assert play_pb2.WatchResponse.FromString(frames.attend_response(ready)).told == message.told


def test_single_calls_answer_from_the_same_bytes(wire: GameWire) -> None:
    laid, _ = table()
    asked = wire.decision(laid, 0)
    view = wire.view(laid.state, 0)
    now = GetViewResponse.FromString(
        replies.get_view_response(
            7, view_type=wire.view_type, view=view, asked=asked, waiting=[0], clocks=[frames.clock(0, 9)]
        )
    )
    assert (now.record, now.view_type, now.view, now.asked.kind) == (7, wire.view_type, view, "fruit")
    assert (list(now.waiting), now.clocks[0].bank_ms) == ([0], 9)
    then = ViewAtResponse.FromString(
        replies.view_at_response(
            view_type=wire.view_type, view=view, waiting=[1], round=2, scores=[-1, 5], record_count=30
        )
    )
    assert (then.round, list(then.scores), then.record_count) == (2, [-1, 5], 30)
    assert not then.HasField("asked")

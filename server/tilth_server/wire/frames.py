"""Frames of a stream (tilth.v1.Told), composed from ready bytes.

Every function gives a frame without its channel. `for_channel` puts the channel in front, so that what a
thousand watchers are told alike is encoded once: the bytes of two protobuf messages, joined, are the message
that has the fields of both. A frame without a channel is a whole frame of channel 0.

    shared = frames.shared(cause=..., events=...)            # once for all who see alike
    frame = frames.happened(record, shared)                  # once for all spectators
    told = frames.for_channel(channel, frame)                # each
    message = frames.attend_response([told, ...])            # each write to a stream
"""

from collections.abc import Sequence
from typing import Final

from tilth.raw.v1 import raw_pb2
from tilth.v1 import decision_pb2, play_pb2
from tilth_server.wire.memo import Memo


def for_channel(channel: int, frame: bytes) -> bytes:
    """The frame as that channel of a stream carries it."""
    return _CHANNELS[channel] + frame


def attend_response(frames: Sequence[bytes]) -> bytes:
    """A tilth.v1.AttendResponse; WatchResponse and ReplayResponse are the same bytes."""
    return raw_pb2.AttendResponse(told=frames).SerializeToString()


def clock(seat: int, bank_ms: int, left_ms: int | None = None) -> bytes:
    """A tilth.v1.Clock."""
    return decision_pb2.Clock(seat=seat, bank_ms=bank_ms, left_ms=left_ms).SerializeToString()


def opened(  # noqa: PLR0913 - all that a client must know of a match
    *,
    match_id: str,
    game: str,
    rules_version: int,
    types: tuple[str, str, str, str],
    options: bytes,
    player_names: Sequence[str],
    seed_commitment: bytes,
    seat: int = -1,
    tournament_id: str = "",
) -> bytes:
    """The first frame of a channel. `types` is `GameWire.types`; every seat has a name, "" while it is free."""
    event_type, move_type, view_type, options_type = types
    message = play_pb2.Opened(
        match_id=match_id,
        game=game,
        rules_version=rules_version,
        event_type=event_type,
        move_type=move_type,
        view_type=view_type,
        options_type=options_type,
        options=options,
        seat_count=len(player_names),
        player_names=player_names,
        seed_commitment=seed_commitment,
        seat=seat if seat >= 0 else None,
        tournament_id=tournament_id,
    )
    return raw_pb2.Told(opened=message.SerializeToString()).SerializeToString()


def shared(  # noqa: PLR0913 - the parts of a Happened
    *,
    cause: int,
    seat: int = -1,
    events: Sequence[bytes] = (),
    texts: Sequence[str] = (),
    waiting: Sequence[int] = (),
    takes_back: Sequence[int] = (),
    clocks: Sequence[bytes] = (),
    view: bytes = b"",
    player_name: str = "",
) -> bytes:
    """What a Happened says to all viewers who see alike; goes into `happened`."""
    raw = raw_pb2.Happened()
    raw.cause = cause  # type: ignore[assignment]  # a number of the enum
    if seat >= 0:
        raw.seat = seat
    if events:
        raw.events.extend(events)
    if texts:
        raw.texts.extend(texts)
    if waiting:
        raw.waiting.extend(waiting)
    if takes_back:
        raw.takes_back.extend(takes_back)
    if clocks:
        raw.clocks.extend(clocks)
    if view:
        raw.view = view
    if player_name:
        raw.player_name = player_name
    return raw.SerializeToString()


def happened(
    record: int,
    shared: bytes,
    *,
    accepted: str = "",
    asked: bytes = b"",
    open_decision: int = 0,
    undoable: bool = False,
) -> bytes:
    """One record. The named arguments are for the channel of a seat only; spectators share one frame."""
    if accepted or asked or open_decision or undoable:
        own = raw_pb2.Happened(accepted=accepted, open_decision=open_decision, undoable=undoable)
        if asked:
            own.asked = asked
        shared += own.SerializeToString()
    return raw_pb2.Told(record=record, happened=shared).SerializeToString()


def caught_up(
    record: int,
    *,
    asked: bytes = b"",
    waiting: Sequence[int] = (),
    view: bytes = b"",
    clocks: Sequence[bytes] = (),
    undoable: bool = False,
) -> bytes:
    """The backlog has been told; `record` is the next one to come."""
    raw = raw_pb2.CaughtUp(waiting=waiting, view=view, clocks=clocks, undoable=undoable)
    if asked:
        raw.asked = asked
    return raw_pb2.Told(record=record, caught_up=raw.SerializeToString()).SerializeToString()


def refused(reason: str, what: str, request_id: str = "") -> bytes:
    return raw_pb2.Told(
        refused=play_pb2.Refused(request_id=request_id, reason=reason, what=what)
    ).SerializeToString()


def accepted(record: int, request_id: str) -> bytes:
    """The first reply again."""
    return raw_pb2.Told(record=record, accepted=play_pb2.Accepted(request_id=request_id)).SerializeToString()


def progress(record: int) -> bytes:
    return raw_pb2.Told(record=record, progress=play_pb2.Progress()).SerializeToString()


def cut_off(record: int, reason: str) -> bytes:
    """The channel's last frame; `record` is where to resume."""
    return raw_pb2.Told(record=record, cut_off=play_pb2.CutOff(reason=reason)).SerializeToString()


def ended(
    record: int,
    *,
    places: Sequence[int] = (),
    scores: Sequence[int] = (),
    seed: bytes = b"",
    head: bytes = b"",
    cancelled: str = "",
) -> bytes:
    """The match is over; without places it was cancelled."""
    message = play_pb2.Ended(seed=seed, head=head, cancelled=cancelled)
    if places:
        message.result.places.extend(places)
        message.result.scores.extend(scores)
    return raw_pb2.Told(record=record, ended=message.SerializeToString()).SerializeToString()


def _channel(channel: int) -> bytes:
    return raw_pb2.Told(channel=channel).SerializeToString()


_CHANNELS: Final = Memo(_channel)

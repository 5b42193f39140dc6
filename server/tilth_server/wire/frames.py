"""Frames of a stream (tilth.v1.Frame), composed from ready bytes.

Every function returns a frame without a channel. `for_channel` puts the channel in front, so a frame for a thousand
watchers is encoded once: the bytes of two protobuf messages, joined, are the message with the fields of both. A frame
without a channel belongs to channel 0.

    shared = frames.shared_update(cause=..., events=...)     # once for all viewers who see the same
    frame = frames.update(record, shared)                    # once for all spectators
    sent = frames.for_channel(channel, frame)                # once per channel
    message = frames.attend_response([sent, ...])            # once per write to a stream
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tilth.raw.v1 import raw_pb2
from tilth.v1 import decision_pb2, lobby_pb2, play_pb2, players_pb2, receipt_pb2
from tilth_server.wire.memo import Memo


def for_channel(channel: int, frame: bytes) -> bytes:
    """Return the frame with the number of the channel that carries it."""
    return _CHANNELS[channel] + frame


def attend_response(frames: Sequence[bytes]) -> bytes:
    """Return a tilth.v1.AttendResponse; WatchResponse and ReplayResponse are the same bytes."""
    return raw_pb2.AttendResponse(frames=frames).SerializeToString()


def clock(seat: int, bank_ms: int, left_ms: int | None = None) -> bytes:
    """Return an encoded tilth.v1.Clock: the seat, the time in its bank, and the time that is left until its timeout;
    without `left_ms` the clock stands.
    """
    return decision_pb2.Clock(seat=seat, bank_ms=bank_ms, remaining_ms=left_ms).SerializeToString()


def opened(  # noqa: PLR0913 - the fields that a client needs of a match
    *,
    match_id: str,
    game: str,
    rules_version: int,
    types: tuple[str, str, str, str],
    options: bytes,
    player_names: Sequence[str],
    seed_commitment: bytes,
    name_sources: Sequence["players_pb2.NameSource.ValueType"] = (),
    bots: Sequence[str] = (),
    seat: int = -1,
    tournament_id: str = "",
) -> bytes:
    """Return the first frame of a channel. `types` is `GameWire.types`; a free seat has the name ""."""
    event_type, move_type, view_type, options_type = types
    message = play_pb2.ChannelOpened(
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
        name_sources=name_sources,
        bots=bots if any(bots) else (),
        seed_commitment=seed_commitment,
        seat=seat if seat >= 0 else None,
        tournament_id=tournament_id,
    )
    return raw_pb2.Frame(opened=message.SerializeToString()).SerializeToString()


def subscribed(tournament_id: str = "") -> bytes:
    """Return the first frame of a channel that follows no match."""
    opened = play_pb2.ChannelOpened(tournament_id=tournament_id)
    return raw_pb2.Frame(opened=opened.SerializeToString()).SerializeToString()


def tournament_update(record: int, entries: bytes) -> bytes:
    """Return a frame with records of a tournament; `entries` is an encoded TournamentUpdate, or a
    WatchTournamentResponse, which is the same bytes. `record` is the number of the next record.
    """
    return raw_pb2.Frame(record=record, tournament=entries).SerializeToString()


def listed_match(
    match: lobby_pb2.Match, pending_seats: Sequence[int], clocks: Sequence[bytes], *, pending_known: bool
) -> bytes:
    """Return an encoded tilth.v1.ListedMatch; `match_list` takes it."""
    return raw_pb2.ListedMatch(
        match=match, pending_seats=pending_seats, clocks=clocks, pending_known=pending_known
    ).SerializeToString()


def match_list(
    matches: Sequence[bytes],
    removed: Sequence[str] = (),
    *,
    next_page_token: str = "",
    incomplete: bool = False,
) -> bytes:
    """Return a frame with matches that are new on a list or have changed, and the ids of those that have left it."""
    message = raw_pb2.MatchListUpdate(
        matches=matches,
        removed_match_ids=removed,
        next_page_token=next_page_token,
        incomplete=incomplete,
    )
    return raw_pb2.Frame(matches=message.SerializeToString()).SerializeToString()


def shared_update(  # noqa: PLR0913 - the parts of an Update
    *,
    cause: int,
    seat: int = -1,
    events: Sequence[bytes] = (),
    texts: Sequence[str] = (),
    pending_seats: Sequence[int] = (),
    undone_records: Sequence[int] = (),
    clocks: Sequence[bytes] = (),
    view: bytes = b"",
    player_name: str = "",
    bot: str = "",
    title: str = "",
) -> bytes:
    """Return the encoded fields of an Update that are equal for all viewers who see the same; `update` takes them."""
    raw = raw_pb2.Update()
    raw.cause = cause  # type: ignore[assignment]  # a number of the enum
    if seat >= 0:
        raw.seat = seat
    if events:
        raw.events.extend(events)
    if texts:
        raw.texts.extend(texts)
    if pending_seats:
        raw.pending_seats.extend(pending_seats)
    if undone_records:
        raw.undone_records.extend(undone_records)
    if clocks:
        raw.clocks.extend(clocks)
    if view:
        raw.view = view
    if player_name:
        raw.player_name = player_name
    if bot:
        raw.bot = bot
    if title:
        raw.title = title
    return raw.SerializeToString()


def update(
    record: int,
    shared: bytes,
    *,
    accepted: str = "",
    decision: bytes = b"",
    open_decision: int = 0,
    undoable: bool = False,
) -> bytes:
    """Return the frame of one record. The named arguments are for the channel of a seat; spectators share a frame."""
    if accepted or decision or open_decision or undoable:
        own = raw_pb2.Update(accepted_request_id=accepted, open_decision_id=open_decision, undoable=undoable)
        if decision:
            own.decision = decision
        shared += own.SerializeToString()
    return raw_pb2.Frame(record=record, update=shared).SerializeToString()


def caught_up(
    record: int,
    *,
    decision: bytes = b"",
    pending_seats: Sequence[int] = (),
    view: bytes = b"",
    clocks: Sequence[bytes] = (),
    undoable: bool = False,
    own_record: int | None = None,
) -> bytes:
    """Return the frame that ends the backlog; `record` is the number of the next record."""
    raw = raw_pb2.CaughtUp(
        pending_seats=pending_seats, view=view, clocks=clocks, undoable=undoable, own_record=own_record
    )
    if decision:
        raw.decision = decision
    return raw_pb2.Frame(record=record, caught_up=raw.SerializeToString()).SerializeToString()


def refused(reason: str, message: str, request_id: str = "") -> bytes:
    """Return the frame that refuses a request; `reason` is the stable word, `message` the explanation."""
    return raw_pb2.Frame(
        refused=play_pb2.Refused(request_id=request_id, reason=reason, message=message)
    ).SerializeToString()


def accepted(record: int, request_id: str) -> bytes:
    """Return the frame that accepts a request again; `record` is the record that holds it."""
    return raw_pb2.Frame(record=record, accepted=play_pb2.Accepted(request_id=request_id)).SerializeToString()


def heartbeat(record: int) -> bytes:
    """Return the frame that shows a channel is alive; `record` is the number of the next record."""
    return raw_pb2.Frame(record=record, heartbeat=play_pb2.Heartbeat()).SerializeToString()


def cut_off(record: int, reason: str) -> bytes:
    """Return the last frame of a channel that the server cuts off; `record` is the record to resume from."""
    return raw_pb2.Frame(record=record, cut_off=play_pb2.CutOff(reason=reason)).SerializeToString()


def presence(seats: Iterable[tuple[int, bool, int]], watchers: int = 0) -> bytes:
    """Return a presence frame. For each seat, `seats` holds its number, whether its player attends, and when the player
    left, in ms since 1970 (0 if unknown). `watchers` is the number of spectators' channels.
    """
    message = play_pb2.Presence(watchers=watchers)
    for seat, attending, left_ms in seats:
        entry = message.seats.add(seat=seat, attending=attending)
        if left_ms:
            entry.away_since.FromMilliseconds(left_ms)
    return raw_pb2.Frame(presence=message).SerializeToString()


def notice(message: lobby_pb2.Notice) -> bytes:
    """Return the frame with a notice to everybody."""
    return raw_pb2.Frame(notice=message).SerializeToString()


def closed(record: int) -> bytes:
    """Return the last frame of a channel that its client closed; `record` is the number of the next record."""
    return raw_pb2.Frame(record=record, closed=play_pb2.ChannelClosed()).SerializeToString()


def ended(
    record: int,
    *,
    result: decision_pb2.Result | None = None,
    seed: bytes = b"",
    head: bytes = b"",
    cancelled: str = "",
    receipt: receipt_pb2.Receipt | None = None,
    adjudicated: str | None = None,
) -> bytes:
    """Return the last frame of a match that has ended; a match without a result was cancelled."""
    message = play_pb2.MatchEnd(
        result=result,
        seed=seed,
        head=head,
        cancel_reason=cancelled,
        receipt=receipt,
        adjudication_reason=adjudicated,
    )
    return raw_pb2.Frame(record=record, ended=message.SerializeToString()).SerializeToString()


def _channel(channel: int) -> bytes:
    """Return the bytes of a frame that has nothing but this channel number; joined with another frame they set its
    channel.
    """
    return raw_pb2.Frame(channel=channel).SerializeToString()


_CHANNELS: Final = Memo(_channel)

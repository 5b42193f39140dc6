"""The frames that report a record: one for all viewers who see the same, made while the table is just after it."""

from collections.abc import Callable

from tilth.v1 import play_pb2
from tilth.v1.receipt_pb2 import Receipt
from tilth.v1.record_pb2 import MatchRetitled, SeatLeft, SeatTaken
from tilth_rules.kernel import SPECTATOR, Record, Table, Undone
from tilth_server.matches import clocks
from tilth_server.matches.channels import Channel, GroupFrames, Kind, ViewerGroup
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.naming import Names
from tilth_server.players.name_book import NOBODY, Named
from tilth_server.wire import LobbyCause, LoggedRecord, frames, kind_of
from tilth_server.wire.result_messages import result_message

ANYBODY = -3
"""The viewer of a frame in which everybody sees the same."""


def frames_for(
    match: LiveMatch, record: Record, now: float, answerer: Channel | None, request_id: str
) -> list[GroupFrames]:
    """Return the frames of a record just made, for each group of the match's channels.

    `answerer` is the channel whose answer led to the record, with the request id of the answer: it gets a frame of its
    own, which accepts the request. Groups whose viewers see the same share the encoded part of their frames.
    """
    table = match.table
    assert table is not None, "a record was just made at it"
    make = _shared_maker(match, record, table, now)
    public = match.wire.records.is_public(record)
    own_group = None if answerer is None else answerer.group
    made: dict[Kind, bytes] = {}
    made_frames: list[GroupFrames] = []
    for group in match.groups.values():
        viewer, views, language = group.kind
        viewpoint = (viewer if views or not public else ANYBODY, views, language)
        shared = made.get(viewpoint)
        if shared is None:
            shared = made[viewpoint] = make(group.kind)
        if viewer == SPECTATOR:
            made_frames.append((group, frames.update(record.number, shared), None, None))
            continue
        asked, number = _new_decision(match, table, group)
        undoable = table.undoable(viewer) is not None
        frame = own = None
        if group is not own_group or group.channels > 1:
            frame = frames.update(
                record.number, shared, decision=asked, open_decision=number, undoable=undoable
            )
        if group is own_group:
            own = frames.update(
                record.number,
                shared,
                accepted=request_id,
                decision=asked,
                open_decision=number,
                undoable=undoable,
            )
        made_frames.append((group, frame, answerer if group is own_group else None, own))
    return made_frames


def _shared_maker(match: LiveMatch, record: Record, table: Table, now: float) -> Callable[[Kind], bytes]:
    """Return a function that makes the part of the record's frame that is shared by all groups of one kind (viewer,
    whether views are sent, language): events, texts, pending seats, clocks and view.

    The function keeps nothing that it makes; the caller does.
    """
    wire = match.wire
    cause = record.cause
    waiting = table.pending_seats
    takes_back = cause.undone_records if type(cause) is Undone else ()
    times = clocks.clock_frames(match.clocks, match.info.clock, match.clock_time(now)) if match.clocks else ()

    def make(kind: Kind) -> bytes:
        viewer, views, language = kind
        events = wire.records.visible_events(record, viewer)
        return frames.shared_update(
            cause=kind_of(cause),
            seat=cause.seat,
            events=events,
            texts=() if language is None else wire.texts_of(events, language, match.names or ()),
            pending_seats=waiting,
            undone_records=takes_back,
            clocks=times,
            view=wire.view(table.state, viewer) if views else b"",
        )

    return make


def _new_decision(match: LiveMatch, table: Table, group: ViewerGroup) -> tuple[bytes, int]:
    """Return the decision that the group's seat has open, if it was not sent yet, and its number.

    A seat that has resigned is asked nothing: its default answers are given in the same step.
    """
    seat, _, language = group.kind
    if seat not in table.open or seat in table.resigned:
        group.decision_number = 0
        return b"", 0
    number = table.counts[seat]
    if number == group.decision_number:
        return b"", number
    group.decision_number = number
    return match.wire.decision(table, seat, language, match.names or ()), number


def lobby_frames(
    match: LiveMatch, number: int, kind: int, seat: int, cause: LobbyCause, names: Names
) -> list[GroupFrames]:
    """Return the frames of a record of the lobby, for each group: every channel gets the same, without a decision.

    After a cancellation or the end of the match no group counts as asked any longer.
    """
    player = player_named_in(cause, match.info.id, names)
    shared = frames.shared_update(
        cause=kind, seat=seat, player_name=player.name, bot=player.bot, title=title_in(cause)
    )
    frame = frames.update(number, shared)
    if kind in (play_pb2.CAUSE_CANCELLED, play_pb2.CAUSE_FINISHED):
        for group in match.groups.values():
            group.decision_number = 0
    return [(group, frame, None, None) for group in match.groups.values()]


def pause_frames(
    match: LiveMatch, number: int, kind: int, now: float, cause: LobbyCause
) -> list[GroupFrames]:
    """Return the frames of a record that leaves every decision open (a pause, its end, another title), for each group.

    Pending seats and clocks are sent again, a decision only to a group that was not sent it yet.
    """
    table = match.table
    assert table is not None, "it is being played"
    times = clocks.clock_frames(match.clocks, match.info.clock, match.clock_time(now)) if match.clocks else ()
    shared = frames.shared_update(
        cause=kind, pending_seats=table.pending_seats, clocks=times, title=title_in(cause)
    )
    made_frames: list[GroupFrames] = []
    for group in match.groups.values():
        asked, open_decision = _new_decision(match, table, group)
        viewer = group.kind[0]
        undoable = viewer != SPECTATOR and table.undoable(viewer) is not None
        frame = frames.update(number, shared, decision=asked, open_decision=open_decision, undoable=undoable)
        made_frames.append((group, frame, None, None))
    return made_frames


def player_named_in(cause: object, match_id: str, names: Names) -> Named:
    """Return the name of the player who took a seat or left it; NOBODY for any other cause."""
    return names.in_match(match_id, cause.player_id) if isinstance(cause, SeatTaken | SeatLeft) else NOBODY


def title_in(cause: object) -> str:
    """Return the title that a match gets by this cause."""
    return cause.title if isinstance(cause, MatchRetitled) else ""


def frame_from_log(match: LiveMatch, logged: LoggedRecord, kind: Kind, names: Names) -> bytes:
    """Return the frame of a stored record for channels of this kind, as part of a backlog. It has no view, decision,
    pending seats or clocks: they are sent when the backlog ends.
    """
    viewer, _, language = kind
    wire = match.wire
    events = wire.records.stored_events_for(logged, viewer)
    cause = None if logged.record is None else logged.record.cause
    player = player_named_in(logged.cause, match.info.id, names)
    shared = frames.shared_update(
        cause=logged.kind,
        seat=logged.seat,
        events=events,
        texts=() if language is None else wire.texts_of(events, language, match.names or ()),
        undone_records=cause.undone_records if isinstance(cause, Undone) else (),
        player_name=player.name,
        bot=player.bot,
        title=title_in(logged.cause),
    )
    return frames.update(logged.number, shared)


def ended_frame(info: MatchInfo, head: bytes, receipt: Receipt | None = None) -> bytes:
    """Return the last frame of all channels of a match that has ended: its result, or the reason of its cancellation,
    its seed, and `head`, the hash of its last record, with the server's receipt of it.
    """
    return frames.ended(
        info.record_count - 1,
        result=None if info.result is None else result_message(info.result),
        seed=info.seed,
        head=head,
        cancelled=info.cancelled,
        receipt=receipt,
        adjudicated=info.adjudicated,
    )

"""What is told of a record: one frame for all who see alike, made when the table stands just after it."""

from collections.abc import Callable

from tilth.v1 import play_pb2
from tilth.v1.record_pb2 import SeatLeft, SeatTaken
from tilth_rules.kernel import SPECTATOR, Record, Table, Undone
from tilth_server.tables import clocks
from tilth_server.tables.channels import Channel, Group, Kind
from tilth_server.tables.flights import Told
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import Logged, frames, kind_of

ANYBODY = -3
"""Stands for the viewer where all see the same."""


def told_of(
    match: LiveMatch, record: Record, now: float, speaker: Channel | None, request_id: str
) -> list[Told]:
    """The frames of a record just made, by group. A channel that answered gets its reply within its own."""
    table = match.table
    assert table is not None, "a record was just made at it"
    make = _shared(match, record, table, now)
    public = match.wire.records.is_public(record)
    speakers = None if speaker is None else speaker.group
    made: dict[Kind, bytes] = {}
    told: list[Told] = []
    for group in match.groups.values():
        viewer, views, language = group.kind
        eyes = (viewer if views or not public else ANYBODY, views, language)
        shared = made.get(eyes)
        if shared is None:
            shared = made[eyes] = make(group.kind)
        if viewer == SPECTATOR:
            told.append((group, frames.happened(record.number, shared), None, None))
            continue
        asked, number = _asked(match, table, group)
        undoable = table.undoable(viewer) is not None
        frame = own = None
        if group is not speakers or group.channels > 1:
            frame = frames.happened(
                record.number, shared, asked=asked, open_decision=number, undoable=undoable
            )
        if group is speakers:
            own = frames.happened(
                record.number,
                shared,
                accepted=request_id,
                asked=asked,
                open_decision=number,
                undoable=undoable,
            )
        told.append((group, frame, speaker if group is speakers else None, own))
    return told


def _shared(match: LiveMatch, record: Record, table: Table, now: float) -> Callable[[Kind], bytes]:
    """Makes the part of a frame that follows from the viewer's eyes and language alone."""
    wire = match.wire
    cause = record.cause
    waiting = table.waiting
    takes_back = cause.takes_back if type(cause) is Undone else ()
    times = clocks.shown(match.clocks, match.info.clock, match.clock_time(now)) if match.clocks else ()

    def make(kind: Kind) -> bytes:
        viewer, views, language = kind
        events = wire.records.shown(record, viewer)
        return frames.shared(
            cause=kind_of(cause),
            seat=cause.seat,
            events=events,
            texts=() if language is None else wire.texts_of(events, language, match.names or ()),
            waiting=waiting,
            takes_back=takes_back,
            clocks=times,
            view=wire.view(table.state, viewer) if views else b"",
        )

    return make


def _asked(match: LiveMatch, table: Table, group: Group) -> tuple[bytes, int]:
    """The decision the group's seat has open, if it was not told of it yet, and its number."""
    seat, _, language = group.kind
    if seat not in table.open:
        group.asked = 0
        return b"", 0
    number = table.counts[seat]
    if number == group.asked:
        return b"", number
    group.asked = number
    return match.wire.decision(table, seat, language), number


def told_of_lobby(
    match: LiveMatch, number: int, cause: int, seat: int = -1, player_name: str = ""
) -> list[Told]:
    """The frames of a record in which nothing is played."""
    frame = frames.happened(number, frames.shared(cause=cause, seat=seat, player_name=player_name))
    if cause in (play_pb2.CAUSE_CANCELLED, play_pb2.CAUSE_CLOSED):
        for group in match.groups.values():
            group.asked = 0
    return [(group, frame, None, None) for group in match.groups.values()]


def told_of_pause(match: LiveMatch, number: int, cause: int, now: float) -> list[Told]:
    """The frames of a record by which a match stands still, or goes on. Who waits is told again, as the clocks are."""
    table = match.table
    assert table is not None, "it is being played"
    times = clocks.shown(match.clocks, match.info.clock, match.clock_time(now)) if match.clocks else ()
    shared = frames.shared(cause=cause, waiting=table.waiting, clocks=times)
    told: list[Told] = []
    for group in match.groups.values():
        asked, open_decision = _asked(match, table, group)
        viewer = group.kind[0]
        undoable = viewer != SPECTATOR and table.undoable(viewer) is not None
        frame = frames.happened(number, shared, asked=asked, open_decision=open_decision, undoable=undoable)
        told.append((group, frame, None, None))
    return told


def name_in(cause: object, name_of: Callable[[str], str]) -> str:
    """Who took a seat, or left it; nobody by any other cause."""
    return name_of(cause.player_id) if isinstance(cause, SeatTaken | SeatLeft) else ""


def told_late(match: LiveMatch, logged: Logged, kind: Kind, name_of: Callable[[str], str]) -> bytes:
    """The frame of a record long since made, as the backlog tells it."""
    viewer, _, language = kind
    wire = match.wire
    events = wire.records.seen_by(logged, viewer)
    cause = None if logged.record is None else logged.record.cause
    shared = frames.shared(
        cause=logged.kind,
        seat=logged.seat,
        events=events,
        texts=() if language is None else wire.texts_of(events, language, match.names or ()),
        takes_back=cause.takes_back if isinstance(cause, Undone) else (),
        player_name=name_in(logged.cause, name_of),
    )
    return frames.happened(logged.number, shared)


def end_of(info: MatchInfo, head: bytes) -> bytes:
    """The last frame of all channels."""
    result = info.result
    return frames.ended(
        info.record_count - 1,
        places=result.places if result else (),
        scores=result.scores if result else (),
        seed=info.seed,
        head=head,
        cancelled=info.cancelled,
    )

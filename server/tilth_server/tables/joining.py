"""Joining a match: the backlog page by page, how things stand, and from then on every record as it lands."""

from enum import Enum, auto

from tilth_rules.kernel import SPECTATOR
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import BrokenChain, Record
from tilth_server.tables import clocks, reasons
from tilth_server.tables.channels import Channel
from tilth_server.tables.house import House
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import MatchInfo, State
from tilth_server.tables.telling import end_of, told_late
from tilth_server.wire import frames

ALWAYS_ADMITTED = 8
"""Channels of each seat."""
PAGE = 100
"""Records of a backlog told before the stream's other channels get their turn."""


class Joined(Enum):
    NOT_YET = auto()
    """There is more of the backlog."""
    WHEN_LANDED = auto()
    """Something is in flight: what stands can't be shown before it has landed."""
    YES = auto()


def check_seat(info: MatchInfo, seat: int, player_id: str) -> None:
    """The seat is there, and the player holds it."""
    if not 0 <= seat < info.seat_count:
        what = f"the seats of match {info.id} are 0 to {info.seat_count - 1}"
        raise Refusal(reasons.NO_SEAT, what, field="seat")
    if info.player_ids[seat] != player_id:
        raise Refusal(reasons.NOT_YOUR_SEAT, f"you don't hold seat {seat} of match {info.id}", field="seat")


def admitted(house: House, channel: Channel, from_record: int | None) -> None:
    """Let the channel follow its match, from this record on (None: from now on), and tell it what it opened."""
    match = channel.match
    most = house.limits.watchers_per_match
    if len(match.channels) >= most and not _is_needed(channel):
        raise over_limit("watchers_per_match", most)
    if from_record is not None and from_record > match.durable:
        raise Refusal(
            reasons.BEYOND_LOG, f"match {match.info.id} has {match.durable} records", field="from_record"
        )
    channel.position = match.durable if from_record is None else from_record
    match.channels.add(channel)
    house.watching += 1
    info, wire = match.info, match.wire
    channel.tell(
        frames.opened(
            match_id=info.id,
            game=info.game,
            rules_version=info.rules_version,
            types=wire.types,
            options=info.options,
            player_names=house.names_of(match),
            seed_commitment=info.seed_commitment,
            seat=channel.seat,
            tournament_id=info.tournament_id,
        )
    )


def _is_needed(channel: Channel) -> bool:
    """However many watch, whoever plays can attend, and come back before the server knows that they had gone."""
    return (
        channel.is_seat
        and sum(other.seat == channel.seat for other in channel.match.channels) < ALWAYS_ADMITTED
    )


def catch_up(house: House, channel: Channel) -> Joined:
    """Tell the next page of the backlog; after the last one join, with nothing in between that could be missed."""
    match = channel.match
    if channel.position < match.durable:
        _tell_page(house, channel)
        if channel.position < match.durable:
            return Joined.NOT_YET
    if match.flying:
        return Joined.WHEN_LANDED
    info = match.info
    info.check_whole()
    channel.tell(_how_things_stand(house, channel))
    if info.state is State.OPEN or info.state is State.RUNNING:
        match.join(channel)
    else:
        channel.close(end_of(info, house.head_of(match)))
    return Joined.YES


def _tell_page(house: House, channel: Channel) -> None:
    match = channel.match
    if match.names is None and match.info.started:
        match.names = house.names_of(match)
    for record in _page(house, match, channel.position):
        logged = match.wire.records.decode(record.number, record.body, stacks=False)
        channel.tell(told_late(match, logged, channel.kind, house.name_of))
    channel.position = record.number + 1


def _page(house: House, match: LiveMatch, start: int) -> list[Record]:
    """At least one record; up to the one that is not what was written, if there is such a one."""
    try:
        return house.stored(match, start, PAGE)
    except BrokenChain as broken:
        if broken.number <= start:
            raise
        return house.stored(match, start, broken.number - start)


def _how_things_stand(house: House, channel: Channel) -> bytes:
    match = channel.match
    viewer, views, language = channel.kind
    info = match.info
    if info.state is not State.RUNNING:
        view = match.wire.view(house.state_of(match), viewer) if views and info.started else b""
        return frames.caught_up(match.durable, view=view)
    table = house.awake(match)
    now = match.touched = house.time.now()
    return frames.caught_up(
        match.durable,
        asked=match.wire.decision(table, viewer, language),
        waiting=table.waiting,
        view=match.wire.view(table.state, viewer) if views else b"",
        clocks=clocks.shown(match.clocks, info.clock, match.clock_time(now)) if match.clocks else (),
        undoable=viewer != SPECTATOR and table.undoable(viewer) is not None,
    )

"""The backlog of a channel: the records before it, page by page, then the present state, then every new record."""

from typing import Final

from tilth_rules.kernel import SPECTATOR
from tilth_server import reasons
from tilth_server.matches import clocks
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.channels import Channel, ChannelState
from tilth_server.matches.ended import EndedMatches
from tilth_server.matches.match_info import State
from tilth_server.matches.record_frames import ended_frame, frame_from_log
from tilth_server.refusal import Refusal, over_limit
from tilth_server.wire import frames

ALWAYS_ADMITTED: Final = 8
"""Channels of each seat that are admitted over the match's limit."""
PAGE: Final = 20
"""Records of a backlog that are sent before the stream's other channels get their turn."""
READ_AHEAD: Final = 3 * PAGE
"""Records of a backlog that are read at once."""


def attach(cache: MatchCache, limit: int, channel: Channel, from_record: int | None) -> None:
    """Let the channel follow its match, from this record on (None: from now on), and send it its first frame.

    Raise Refusal if the match has `limit` channels already, or has fewer records.
    """
    match = channel.match
    if len(match.channels) >= limit and not _is_needed(channel):
        raise over_limit("channels_per_match", limit)
    if from_record is not None and from_record > match.durable:
        raise Refusal(
            reasons.RECORD_BEYOND_LOG,
            f"match {match.info.id} has {match.durable} records",
            field="from_record",
        )
    channel.position = match.durable if from_record is None else from_record
    match.channels.add(channel)
    cache.channel_count += 1
    channel.send(_opened_frame(cache, channel))


def send_page(cache: MatchCache, channel: Channel) -> bool:
    """Send the next page of the backlog; after the last one the present state, so that no record is missed.

    Return False if something has to be read first: `read_page`. Afterwards the state of the channel shows what it
    waits for.
    """
    match = channel.match
    if channel.position < match.durable:
        if not channel.page:
            return False
        _send_records(cache, channel)
        if channel.position < match.durable:
            return True
    if match.pending:
        channel.state = ChannelState.WAITING_FOR_COMMIT
        return True
    info = match.info
    info.check_whole()
    has_ended = info.state is not State.OPEN and info.state is not State.RUNNING
    if has_ended and match.has_waiting_actions:
        # They get their replies before the channel is closed.
        channel.state = ChannelState.WAITING_FOR_COMMIT
        return True
    if not _is_loaded(cache, channel):
        return False
    channel.send(_caught_up_frame(cache, channel))
    if has_ended:
        channel.close(ended_frame(channel.ended or info, match.head, cache.sign_end(info, match.head)))
    else:
        match.add_to_group(channel)
    return True


async def read_page(cache: MatchCache, ended_matches: EndedMatches, channel: Channel) -> None:
    """Read the data that `send_page` needs next: some records, or the present state of the match."""
    match = channel.match
    if channel.position < match.durable:
        channel.page = await cache.read_records(match, channel.position, READ_AHEAD)
    elif match.info.id in cache.moved or match.info.state is State.RUNNING:
        await cache.load(match)
    else:
        ended = await ended_matches.load_end(match)
        if _shows_final_state(channel):
            await ended_matches.load_final_state(match)
        channel.ended = ended


def _is_loaded(cache: MatchCache, channel: Channel) -> bool:
    """Return whether the match's present state is in memory: its table while it runs, its final data when it has
    ended.
    """
    match = channel.match
    if match.info.id in cache.moved:
        return False
    if match.info.state is State.OPEN:
        return True
    return match.table is not None if match.info.state is State.RUNNING else channel.ended is not None


def _shows_final_state(channel: Channel) -> bool:
    """Return whether the channel's last frame holds a view, so that the final state is needed."""
    return channel.kind[1] and channel.match.info.started


def _is_needed(channel: Channel) -> bool:
    """Return whether to admit the channel although the match has reached its limit.

    A seat is always admitted, and may reconnect before the server has noticed that its old connection is dead.
    """
    return (
        channel.is_seat
        and sum(other.seat == channel.seat for other in channel.match.channels) < ALWAYS_ADMITTED
    )


def _opened_frame(cache: MatchCache, channel: Channel) -> bytes:
    """Return the first frame of a channel: the match, its options and its players."""
    info = channel.match.info
    named = cache.named_in(info)
    return frames.opened(
        match_id=info.id,
        game=info.game,
        rules_version=info.rules_version,
        types=channel.match.wire.types,
        options=info.options,
        player_names=[one.name for one in named],
        name_sources=[one.source for one in named],
        bots=[one.bot for one in named],
        seed_commitment=info.seed_commitment,
        seat=channel.seat,
        tournament_id=info.tournament_id,
    )


def _send_records(cache: MatchCache, channel: Channel) -> None:
    """Send the channel the first PAGE of the records that have been read for it, each as its viewer may see it, and
    move its position behind them.
    """
    match = channel.match
    if match.names is None and match.info.started:
        match.names = cache.names_of(match)
    page, channel.page = channel.page[:PAGE], channel.page[PAGE:]
    for record in page:
        logged = match.wire.records.decode(record.number, record.body, stacks=False)
        channel.send(frame_from_log(match, logged, channel.kind, cache.names))
    channel.position += len(page)


def _caught_up_frame(cache: MatchCache, channel: Channel) -> bytes:
    """Return the frame that ends a backlog: the open decision, the clocks and the view as they are now."""
    match = channel.match
    viewer, views, language = channel.kind
    info = match.info
    if info.state is not State.RUNNING:
        view = match.wire.view(match.final_state, viewer) if views and info.started else b""
        return frames.caught_up(match.durable, view=view)
    table = cache.table_of(match)
    now = match.touched_at = cache.time.now()
    return frames.caught_up(
        match.durable,
        decision=b""
        if viewer in table.resigned
        else match.wire.decision(table, viewer, language, cache.names_of(match) if language else ()),
        pending_seats=table.pending_seats,
        view=match.wire.view(table.state, viewer) if views else b"",
        clocks=clocks.clock_frames(match.clocks, info.clock, match.clock_time(now)) if match.clocks else (),
        undoable=viewer != SPECTATOR and table.undoable(viewer) is not None,
        own_record=match.own_record(viewer),
    )

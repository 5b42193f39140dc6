"""Frames that show which seats of a match are attended, and how many watch."""

import asyncio
from collections.abc import Iterable
from typing import Final

from tilth_server.matches.channels import Channel
from tilth_server.matches.live import LiveMatch
from tilth_server.wire import frames

WATCHERS_SECONDS: Final = 1.0
"""Seconds after which a changed number of watchers is sent, with all changes during that time."""


def send_presence(match: LiveMatch, channels: Iterable[Channel] | None = None) -> None:
    """Send the seats that are attended now to these channels, or, without channels, to all of the match that asked
    for them.
    """
    everybody = [channel for channel in match.channels if channel.wants_presence]
    asking = everybody if channels is None else list(channels)
    if asking:
        attended, left = match.attended_seats(), match.left_ms or {}
        watchers = watchers_of(match)
        if len(asking) == len(everybody):
            match.watchers_sent = watchers
        frame = frames.presence(
            [
                (seat, seat in attended, 0 if seat in attended else left.get(seat, 0))
                for seat in range(match.info.seat_count)
            ],
            watchers,
        )
        for channel in asking:
            channel.send(frame)


def watchers_of(match: LiveMatch) -> int:
    """Return the number of spectators' channels of a match."""
    return sum(not channel.is_seat and not channel.is_relay for channel in match.channels)


def send_watchers_soon(match: LiveMatch) -> None:
    """Send the number of watchers, which has just changed, in a while to all channels that asked for it."""
    if not match.sends_watchers:
        match.sends_watchers = True
        asyncio.get_running_loop().call_later(WATCHERS_SECONDS, _send_watchers, match)


def _send_watchers(match: LiveMatch) -> None:
    """Send the number of watchers to all channels that asked for it, unless it is the one that was sent last."""
    match.sends_watchers = False
    if watchers_of(match) != match.watchers_sent:
        send_presence(match)

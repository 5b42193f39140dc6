"""The changes of matches that directors of tournaments ask for. Each match's owner makes them."""

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec
import structlog

from tilth_server import reasons
from tilth_server.matches.admin import MatchAdmin
from tilth_server.matches.forfeits import WITHDRAWAL
from tilth_server.matches.lobby import Lobby
from tilth_server.matches.match_index import MatchIndex
from tilth_server.matches.match_info import State
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, StoreError

log = structlog.get_logger()

PASSING: Final = (reasons.STORE_FAILED, reasons.MATCH_MOVED, reasons.SERVER_STOPPING)
"""Reasons that say nothing of a match itself: it is looked after again soon."""


class LookedAfter(msgspec.Struct):
    """The state of matches that are played for a tournament, as far as their director has to know it."""

    ended: list[str] = []
    """Matches that have ended."""
    damaged: list[str] = []
    """Matches that are damaged."""
    not_playable: dict[str, Exception] = {}
    """Matches that this build can't play, with the reason."""


class OwnerActions(Protocol):
    """The changes of matches that directors ask for. When a call returns, its change is durable."""

    async def cancel(self, match_id: str, reason: str) -> None:
        """Cancel a match whose result no longer counts."""

    async def resign_withdrawn(self, match_id: str, seat: int) -> None:
        """Resign the seat of an entrant who has withdrawn."""

    async def retitle(self, actor_id: str, match_id: str, title: str) -> bool:
        """Give a match another title. Return False if it has that title already."""

    async def look_after(self, match_ids: Sequence[str], allowed_ms: int) -> LookedAfter:
        """Resign the seats that nobody has attended for this long, and end matches that have only one seat left."""


class OwnActions:
    """The changes of matches, made at this node."""

    def __init__(self, lobby: Lobby, admin: MatchAdmin, index: MatchIndex) -> None:
        self._lobby = lobby
        self._admin = admin
        self._index = index

    async def cancel(self, match_id: str, reason: str) -> None:
        """Cancel a match."""
        await self._lobby.cancel("", match_id, reason)

    async def resign_withdrawn(self, match_id: str, seat: int) -> None:
        """Resign the seat of an entrant who has withdrawn."""
        await self._admin.resign_seat(match_id, seat, forfeit=WITHDRAWAL)

    async def retitle(self, actor_id: str, match_id: str, title: str) -> bool:
        """Give a match another title. Return False if it has that title already."""
        return await self._admin.retitle(actor_id, match_id, title)

    async def look_after(self, match_ids: Sequence[str], allowed_ms: int) -> LookedAfter:
        """Resign the seats that nobody has attended for this long, and end matches that have only one seat left."""
        found = LookedAfter([], [], {})
        for match_id in match_ids:
            try:
                await self._look_after_one(match_id, allowed_ms, found)
            except BrokenChain:
                found.damaged.append(match_id)
            except Exception as error:  # noqa: BLE001 - returned: the others are looked after
                if not _passes(error):
                    found.not_playable[match_id] = error
        return found

    async def _look_after_one(self, match_id: str, allowed_ms: int, found: LookedAfter) -> None:
        """Look after one match."""
        info = await self._index.fetch(match_id)
        for seat in await self._admin.absent_seats(match_id, allowed_ms):
            log.info("absent seat resigned", tournament=info.tournament_id, match=match_id, seat=seat)
            await self._admin.resign_seat(match_id, seat, by_absence=True)
        info = await self._index.fetch(match_id)
        if info.seat_count - len(info.resigned) == 1:
            await self._admin.finish_if_won(match_id)
        if info.state not in (State.OPEN, State.RUNNING):
            found.ended.append(match_id)


def _passes(error: Exception) -> bool:
    """Return whether the match can be looked after the next time."""
    return isinstance(error, StoreError) or (isinstance(error, Refusal) and error.reason in PASSING)

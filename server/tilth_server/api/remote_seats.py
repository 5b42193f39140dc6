"""Giving up seats of a player who is removed, at matches of all nodes."""

from typing import Final

from tilth.v1.lobby_pb2 import LeaveSeatRequest, ResignMatchRequest
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.gateway import Gateway
from tilth_server.matches.lobby import Lobby
from tilth_server.matches.match_info import MatchInfo

LEAVE: Final = "tilth.v1.LobbyService/LeaveSeat"
RESIGN: Final = "tilth.v1.LobbyService/ResignMatch"


class RemoteSeats:
    """Gives up seats as `Lobby` does, at the node that owns the match: its clients learn of it at once."""

    def __init__(self, gateway: Gateway, lobby: Lobby) -> None:
        self._gateway = gateway
        self._lobby = lobby

    async def leave_seat(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo | None:
        """Free the player's seat at a match that has not started."""
        if self._gateway.membership.owns(match_id):
            return await self._lobby.leave_seat(player_id, match_id, seat, request_id)
        request = LeaveSeatRequest(match_id=match_id, seat=seat, request_id=request_id)
        await self._gateway.forward(match_id, LEAVE, request, _context(player_id))
        return None

    async def resign(self, player_id: str, match_id: str, seat: int, request_id: str) -> MatchInfo | None:
        """Resign the player's seat at a running match."""
        if self._gateway.membership.owns(match_id):
            return await self._lobby.resign(player_id, match_id, seat, request_id)
        request = ResignMatchRequest(match_id=match_id, seat=seat, request_id=request_id)
        await self._gateway.forward(match_id, RESIGN, request, _context(player_id))
        return None


def _context(player_id: str) -> CallContext:
    """Return the context of a call that the server makes for a player."""

    async def write(_: bytes) -> None:
        raise AssertionError("the call does not stream")

    return CallContext(Caller(player_id, "", operator=False), "", None, write, {})

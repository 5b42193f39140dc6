"""tilth.v1.PlayersService."""

from pathlib import Path
from typing import Final

import structlog

from tilth.v1.players_pb2 import (
    GetMeRequest,
    GetMeResponse,
    GetPlayerRequest,
    GetPlayerResponse,
    ListPlayersRequest,
    ListPlayersResponse,
    Player,
    RegisterRequest,
    RegisterResponse,
    RenewTokenRequest,
    RenewTokenResponse,
)
from tilth_server import players
from tilth_server.api.pages import key_of, size_of, token_for
from tilth_server.api.service import Call, Caller
from tilth_server.players import operator

log = structlog.get_logger()

PAGES = "players"


class PlayersService:
    """Registering needs no token; everything else does."""

    PUBLIC: Final = ("Register",)
    BY_OPERATORS_TOO: Final = ("RenewToken",)

    def __init__(self, register: players.Register, data: Path) -> None:
        self._register = register
        self._data = data

    async def Register(self, request: RegisterRequest, caller: Caller, call: Call) -> RegisterResponse:
        player, token = await self._register.register(
            request.name, request.invitation, request.request_id, caller.peer
        )
        log.info("player registered", registered=player.id)
        return RegisterResponse(player=_message(player), token=token)

    async def GetMe(self, request: GetMeRequest, caller: Caller, call: Call) -> GetMeResponse:
        return GetMeResponse(player=_message(self._register.get(caller.player_id)))

    async def GetPlayer(self, request: GetPlayerRequest, caller: Caller, call: Call) -> GetPlayerResponse:
        return GetPlayerResponse(player=_message(self._register.get(request.player_id)))

    async def ListPlayers(
        self, request: ListPlayersRequest, caller: Caller, call: Call
    ) -> ListPlayersResponse:
        found, last = self._register.page(key_of(PAGES, request.page_token), size_of(request.page_size))
        return ListPlayersResponse(players=map(_message, found), next_page_token=token_for(PAGES, last))

    async def RenewToken(self, request: RenewTokenRequest, caller: Caller, call: Call) -> RenewTokenResponse:
        if caller.operator:
            token = await operator.renew(self._register, caller.player_id, self._data)
        else:
            token = await self._register.renew_token(caller.player_id)
        return RenewTokenResponse(token=token)


def _message(player: players.Player) -> Player:
    message = Player(id=player.id, name=player.name, operator=player.operator)
    message.registered_at.FromMilliseconds(player.registered_ms)
    return message

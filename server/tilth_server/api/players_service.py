"""tilth.v1.PlayersService."""

import time
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final

import structlog

from tilth.v1.players_pb2 import (
    REPORT_KIND_NAME,
    REPORT_KIND_PLAYER,
    REPORT_KIND_TITLE,
    CreateDeviceCodeRequest,
    CreateDeviceCodeResponse,
    GetMeRequest,
    GetMeResponse,
    GetPlayerRequest,
    GetPlayerResponse,
    ListPlayersRequest,
    ListPlayersResponse,
    RedeemDeviceCodeRequest,
    RedeemDeviceCodeResponse,
    RegisterRequest,
    RegisterResponse,
    RenewTokenRequest,
    RenewTokenResponse,
    ReportRequest,
    ReportResponse,
)
from tilth_server import players
from tilth_server.api.admission import DEVICE_CODES, REGISTRATIONS
from tilth_server.api.call_context import CallContext
from tilth_server.api.page_tokens import page_key, page_size, page_token
from tilth_server.api.player_messages import player_message
from tilth_server.operations.reports import Reports
from tilth_server.players import operator
from tilth_server.players.device_codes import DeviceCodes
from tilth_server.players.tokens import check_token_hash
from tilth_server.reasons import REPORT_INVALID
from tilth_server.refusal import Refusal, over_limit
from tilth_server.refused_words import RefusedWords
from tilth_server.settings import Settings

log = structlog.get_logger()

PAGES = "players"
LONGEST_REPORT = 500
KINDS = (REPORT_KIND_PLAYER, REPORT_KIND_NAME, REPORT_KIND_TITLE)


class PlayersService:
    """The calls that register, show and report players. Those that begin without a token have limits of their own."""

    PUBLIC: Final = ("Register", "RedeemDeviceCode")
    LIMITED_BY: Final[Mapping[str, str]] = MappingProxyType(
        {"Register": REGISTRATIONS, "RedeemDeviceCode": DEVICE_CODES}
    )
    BY_OPERATORS_TOO: Final = ("RenewToken", "CreateDeviceCode")
    FOR_AUDITORS: Final = BY_OPERATORS_TOO

    def __init__(
        self,
        players: players.PlayerRegistry,
        refused_words: RefusedWords,
        settings: Settings,
        reports: Reports,
        title_of: Callable[[str, str], Awaitable[str]],
    ) -> None:
        """`title_of` returns the title of a match or a tournament, by the field of its id ("match_id") and the id."""
        self._reports = reports
        self._title_of = title_of
        self._refused_words = refused_words
        self._players = players
        self._data = settings.data
        self._max_tokens = settings.limits.tokens_per_player
        self._codes = DeviceCodes(settings.device_code_seconds)
        players.on_token_lost(self._codes.drop)

    async def Register(self, request: RegisterRequest, call: CallContext) -> RegisterResponse:
        """Register a player under a name, and return their token. The caller needs no token.

        Refuse a name that is taken, invalid or forbidden by the operator, and, where registration is by invitation, a
        code that is not valid.
        """
        self._refused_words.check_name(request.name)
        player, token = await self._players.register(
            request.name, request.invitation, request.request_id, call.address, request.token_hash
        )
        log.info("player registered", player=player.id)
        return RegisterResponse(player=player_message(player), token=token)

    async def GetMe(self, request: GetMeRequest, call: CallContext) -> GetMeResponse:
        """Return the player whose token the call carries."""
        return GetMeResponse(player=player_message(self._players.get(call.caller.player_id)))

    async def GetPlayer(self, request: GetPlayerRequest, call: CallContext) -> GetPlayerResponse:
        """Return the player of this id; refuse an unknown id."""
        return GetPlayerResponse(player=player_message(self._players.get(request.player_id)))

    async def ListPlayers(self, request: ListPlayersRequest, call: CallContext) -> ListPlayersResponse:
        """Return one page of all players who are not revoked, by name; refuse a bad page token."""
        found, last = self._players.page(page_key(PAGES, request.page_token), page_size(request.page_size))
        return ListPlayersResponse(
            players=map(player_message, found), next_page_token=page_token(PAGES, last)
        )

    async def RenewToken(self, request: RenewTokenRequest, call: CallContext) -> RenewTokenResponse:
        """Give the caller another token and return it; all earlier ones are invalid from then on. If the data directory
        has the caller's token, it has the new one then.
        """
        if call.caller.operator:
            token = await operator.renew_token(self._players, call.caller.player_id, self._data)
        else:
            token = await self._players.renew_token(call.caller.player_id)
        return RenewTokenResponse(token=token)

    async def CreateDeviceCode(
        self, request: CreateDeviceCodeRequest, call: CallContext
    ) -> CreateDeviceCodeResponse:
        """Make a code with which another device gets a token of the caller's, in place of an earlier code.

        Refuse a caller who has as many tokens as a player may have.
        """
        player_id = call.caller.player_id
        self._players.check_tokens_left(player_id, self._max_tokens)
        expires_ms = time.time_ns() // 1_000_000 + round(self._codes.seconds * 1000)
        response = CreateDeviceCodeResponse(code=self._codes.create(player_id))
        response.expires_at.FromMilliseconds(expires_ms)
        return response

    async def RedeemDeviceCode(
        self, request: RedeemDeviceCodeRequest, call: CallContext
    ) -> RedeemDeviceCodeResponse:
        """Use a device code up, and add the token that the device has made to its player. The caller needs no token.

        Refuse a code that is not good, a hash that was used before, and the code of a player who is banned.
        """
        check_token_hash(request.token_hash)
        player_id = self._codes.redeem(request.code)
        player = await self._players.add_token(player_id, request.token_hash, self._max_tokens)
        log.info("device added", player=player.id)
        return RedeemDeviceCodeResponse(player=player_message(player))

    async def Report(self, request: ReportRequest, call: CallContext) -> ReportResponse:
        """Report a player, a name or a title to the moderators.

        Refuse a target that is unknown, does not fit the kind or is the caller, a long text, and too many open reports.
        """
        if len(request.text) > LONGEST_REPORT:
            raise over_limit("report_characters", LONGEST_REPORT)
        field = request.WhichOneof("target") or ""
        by_title = request.kind == REPORT_KIND_TITLE
        if request.kind not in KINDS or by_title != (field in ("match_id", "tournament_id")) or not field:
            raise Refusal(
                REPORT_INVALID, "a report names a player, or a title's match or tournament", field="target"
            )
        target = str(getattr(request, field))
        if target == call.caller.player_id:
            raise Refusal(REPORT_INVALID, "you cannot report yourself", field=field)
        if field == "player_id":
            name = self._players.get(target).name
        else:
            name = await self._title_of(field, target)
        await self._reports.make(call.caller.player_id, request.kind, (field, target), name, request.text)
        return ReportResponse()

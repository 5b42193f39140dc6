"""tilth.v1.LobbyService."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from tilth.v1 import lobby_pb2 as pb
from tilth.v1 import record_pb2
from tilth.v1.decision_pb2 import Result
from tilth_server.api.filters import Filters, page_of
from tilth_server.api.pages import key_of, size_of, token_for
from tilth_server.api.service import Call, Caller
from tilth_server.players import Register
from tilth_server.refusal import Refusal
from tilth_server.tables.house import House
from tilth_server.tables.matches import ClockSettings, MatchInfo, NewMatch
from tilth_server.tables.reasons import BAD_CLOCK, NO_GAME
from tilth_server.times import time_of
from tilth_server.wire import LANGUAGES, GameWire, language_of

PAGES = "matches"


class LobbyService:
    """Finding and making matches: the house does it, this says it in messages."""

    BY_OPERATORS_TOO: Final = ("StartMatch",)

    def __init__(self, house: House, register: Register, wires: Mapping[str, GameWire]) -> None:
        self._house = house
        self._register = register
        self._wires = wires
        self._settings = lru_cache(4096)(self._read_settings)
        self._words = lru_cache(len(wires) * len(LANGUAGES))(self._list_words)
        self._filters = Filters(wires)

    async def ListGames(
        self, request: pb.ListGamesRequest, caller: Caller, call: Call
    ) -> pb.ListGamesResponse:
        language = language_of(request.language)
        return pb.ListGamesResponse(
            games=[_game(self._wires[name], language) for name in sorted(self._wires)]
        )

    async def ListWords(
        self, request: pb.ListWordsRequest, caller: Caller, call: Call
    ) -> pb.ListWordsResponse:
        return self._words(request.game, language_of(request.language))

    async def CreateMatch(
        self, request: pb.CreateMatchRequest, caller: Caller, call: Call
    ) -> pb.CreateMatchResponse:
        new = NewMatch(
            game=request.game,
            seat_count=request.seat_count,
            options=request.options,
            settings=dict(request.settings),
            title=request.title,
            clock=_clock(request.clock),
            start_when_full=request.start_when_full,
            take_seats=tuple(request.take_seats),
            invited_ids=tuple(request.invited_ids),
            seed=request.seed,
            request_id=request.request_id,
        )
        return pb.CreateMatchResponse(match=self._match(await self._house.create(caller.player_id, new)))

    async def GetMatch(self, request: pb.GetMatchRequest, caller: Caller, call: Call) -> pb.GetMatchResponse:
        return pb.GetMatchResponse(match=self._match(self._house.find(request.match_id)))

    async def ListMatches(
        self, request: pb.ListMatchesRequest, caller: Caller, call: Call
    ) -> pb.ListMatchesResponse:
        wanted = self._filters.read(request)
        after = key_of(PAGES, request.page_token)
        found, last = await page_of(self._house, wanted, size_of(request.page_size), after)
        return pb.ListMatchesResponse(matches=map(self._match, found), next_page_token=token_for(PAGES, last))

    async def TakeSeat(self, request: pb.TakeSeatRequest, caller: Caller, call: Call) -> pb.TakeSeatResponse:
        wanted = request.seat if request.HasField("seat") else None
        match, seat = await self._house.take_seat(
            caller.player_id, request.match_id, wanted, request.request_id
        )
        return pb.TakeSeatResponse(match=self._match(match), seat=seat)

    async def LeaveSeat(
        self, request: pb.LeaveSeatRequest, caller: Caller, call: Call
    ) -> pb.LeaveSeatResponse:
        match = await self._house.leave_seat(
            caller.player_id, request.match_id, request.seat, request.request_id
        )
        return pb.LeaveSeatResponse(match=self._match(match))

    async def StartMatch(
        self, request: pb.StartMatchRequest, caller: Caller, call: Call
    ) -> pb.StartMatchResponse:
        match = await self._house.start(caller.player_id, request.match_id, caller.operator)
        return pb.StartMatchResponse(match=self._match(match))

    async def ResignMatch(
        self, request: pb.ResignMatchRequest, caller: Caller, call: Call
    ) -> pb.ResignMatchResponse:
        match = await self._house.resign(caller.player_id, request.match_id, request.seat, request.request_id)
        return pb.ResignMatchResponse(match=self._match(match))

    def _list_words(self, game: str, language: str) -> pb.ListWordsResponse:
        if game not in self._wires:
            raise Refusal(NO_GAME, f"there is no game {game!r}", field="game")
        found = self._wires[game].texts.words(language)
        return pb.ListWordsResponse(
            words=[
                pb.Word(kind=word.kind, number=word.number, text=word.text, forms=word.forms)
                for word in found
            ]
        )

    def _match(self, info: MatchInfo) -> pb.Match:
        return pb.Match(
            id=info.id,
            game=info.game,
            rules_version=info.rules_version,
            options=info.options,
            settings=self._settings(info.game, info.options),
            title=info.title,
            creator_id=info.creator_id,
            state=pb.MatchState.ValueType(info.state),
            seats=[self._seat(info, seat) for seat in range(info.seat_count)],
            clock=_clock_message(info.clock),
            start_when_full=info.start_when_full,
            created_at=time_of(info.created_ms),
            started_at=time_of(info.started_ms),
            ended_at=time_of(info.ended_ms),
            result=_result(info),
            seed_commitment=info.seed_commitment,
            seed_given=info.seed_given,
            record_count=info.record_count,
            cancelled=info.cancelled,
            paused=info.paused,
            tournament_id=info.tournament_id,
            tournament_game=info.tournament_game,
        )

    def _seat(self, info: MatchInfo, seat: int) -> pb.Seat:
        player_id = info.player_ids[seat]
        name = self._register.name(player_id) if player_id else ""
        return pb.Seat(player_id=player_id, player_name=name, resigned=seat in info.resigned)

    def _read_settings(self, game: str, options: bytes) -> dict[str, str]:
        """What differs from the defaults; of a game that is installed no more nothing can be said."""
        wire = self._wires.get(game)
        return {} if wire is None else wire.chosen(wire.decode_options(options))


def _game(wire: GameWire, language: str) -> pb.Game:
    return pb.Game(
        name=wire.name,
        title=wire.title(language),
        rules_version=wire.game.version,
        seat_counts=wire.game.seats,
        options_type=wire.options_type,
        event_type=wire.event_type,
        move_type=wire.move_type,
        view_type=wire.view_type,
        options=wire.option_fields(language),
    )


def _clock(message: record_pb2.ClockSettings) -> ClockSettings:
    if message.on_timeout not in record_pb2.TimeoutRule.values():
        raise Refusal(BAD_CLOCK, f"there is no timeout rule {message.on_timeout}", field="clock.on_timeout")
    return ClockSettings(
        decision_ms=message.decision_ms,
        bank_ms=message.bank_ms,
        increment_ms=message.increment_ms,
        resigns=message.on_timeout == record_pb2.TIMEOUT_RULE_RESIGN,
    )


def _clock_message(clock: ClockSettings) -> record_pb2.ClockSettings | None:
    """Absent where a match is played without."""
    if not clock.runs:
        return None
    by_default, resigns = record_pb2.TIMEOUT_RULE_DEFAULT_ANSWER, record_pb2.TIMEOUT_RULE_RESIGN
    return record_pb2.ClockSettings(
        decision_ms=clock.decision_ms,
        bank_ms=clock.bank_ms,
        increment_ms=clock.increment_ms,
        on_timeout=resigns if clock.resigns else by_default,
    )


def _result(info: MatchInfo) -> Result | None:
    return None if info.result is None else Result(places=info.result.places, scores=info.result.scores)

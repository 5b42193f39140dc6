"""tilth.v1.LobbyService."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from typing import Final

from tilth.v1 import lobby_pb2 as pb
from tilth.v1 import record_pb2
from tilth.v1.decision_pb2 import Result
from tilth_rules.kernel import OptionsRefused
from tilth_server.api.call_context import CallContext
from tilth_server.api.match_filters import FilterReader
from tilth_server.api.page_tokens import page_key, page_size, page_token
from tilth_server.archive.match_log import LogCache
from tilth_server.archive.receipts.receipts import Receipts
from tilth_server.bots import Bots
from tilth_server.matches.match_info import ClockSettings, MatchInfo, NewMatch, State
from tilth_server.matches.match_orders import Order
from tilth_server.matches.registry import Matches
from tilth_server.operations.notices import Notices
from tilth_server.players import PlayerRegistry
from tilth_server.reasons import (
    CLOCK_INVALID,
    GAME_NOT_FOUND,
    MATCH_NOT_FINISHED,
    NOT_IN_A_SERIES,
    NOT_YOUR_MATCH,
    OPTIONS_INVALID,
)
from tilth_server.refusal import Refusal
from tilth_server.refused_words import RefusedWords
from tilth_server.request_content import content_hash
from tilth_server.settings import Registration
from tilth_server.timestamps import timestamp_of
from tilth_server.wire import LANGUAGES, GameWire
from tilth_server.wire.option_check import check_options
from tilth_server.wire.result_messages import result_message

PAGES = "matches"
VERSION_DIGITS: Final = 16
"""Hexadecimal digits of the version of labels."""
MATCHES_AT_A_TIME = WORDS_AT_A_TIME = 20
"""Entries that are written in one slice, before others may have their turn."""
FEATURES: Final = (
    "bots",
    "channel_closed",
    "device_codes",
    "own_tokens",
    "presence",
    "receipts",
    "request_content",
    "notices",
    "reports",
    "request_heartbeat",
    "subscriptions",
)
"""Abilities that earlier builds lack; docs/protocol/players.md describes each."""


REGISTRATION: Final = {
    Registration.OPEN: pb.REGISTRATION_RULE_OPEN,
    Registration.INVITATION: pb.REGISTRATION_RULE_INVITATION,
    Registration.CLOSED: pb.REGISTRATION_RULE_CLOSED,
}


class LobbyService:
    """The calls of the lobby: they translate messages, and `matches` does the work."""

    BY_OPERATORS_TOO: Final = ("StartMatch",)
    FOR_MODERATORS: Final = BY_OPERATORS_TOO
    LONG: Final = ("ListGames", "ListLabels", "GetNextInSeries")
    PUBLIC: Final = ("GetServerInfo",)

    def __init__(  # noqa: PLR0913 - all that the lobby shows and changes
        self,
        matches: Matches,
        players: PlayerRegistry,
        wires: Mapping[str, GameWire],
        refused_words: RefusedWords,
        logs: LogCache,
        bots: Bots,
        receipts: Receipts,
        notices: Notices,
    ) -> None:
        self.node_of: Callable[[str], str] = lambda _: ""
        """Returns the address of the node that owns a match, by its id; "" in a server that runs alone."""
        self._notices = notices
        self._refused_words = refused_words
        self._version = version("tilth-games")
        self._matches = matches
        self._players = players
        self._wires = wires
        self._logs = logs
        self._bots = bots
        self._receipts = receipts
        self._settings = lru_cache(4096)(self._read_settings)
        self._games = lru_cache(len(LANGUAGES))(self._list_games)
        self._labels: dict[tuple[str, str], tuple[str, bytes]] = {}
        """Versions of the labels, and replies that hold them, by game and language."""
        self._filters = FilterReader(wires)

    async def GetServerInfo(
        self, request: pb.GetServerInfoRequest, call: CallContext
    ) -> pb.GetServerInfoResponse:
        """Return the server's version, games, features, limits and its time now. A caller needs no token."""
        info = pb.ServerInfo(
            version=self._version,
            games=sorted(self._wires),
            features=FEATURES,
            limits=asdict(self._matches.limits),
            registration=REGISTRATION[self._players.registration],
            signing_key=self._receipts.key.public,
            earlier_signing_keys=self._receipts.key.earlier,
        )
        info.time.GetCurrentTime()
        rule = self._matches.idle_end.rule
        if rule is not None:
            info.idle_match.FromMilliseconds(round(rule.seconds * 1000))
            info.idle_match_since.FromMilliseconds(rule.since_ms)
        if (notice := self._notices.current()) is not None:
            info.notice.CopyFrom(notice)
        return pb.GetServerInfoResponse(server=info)

    async def ListGames(self, request: pb.ListGamesRequest, call: CallContext) -> bytes:
        """Return the installed games and their options, described in the wanted language."""
        return self._games(call.language(request.language))

    async def ListLabels(self, request: pb.ListLabelsRequest, call: CallContext) -> bytes:
        """Return the names of the numbers in a game's messages (such as crops and cards) in one language; refuse an
        unknown game.

        The reply for each game and language is encoded once and kept.
        """
        key = request.game, call.language(request.language)
        if (kept := self._labels.get(key)) is None:
            kept = self._labels[key] = await self._list_labels(*key)
        version, reply = kept
        if request.known_version == version:
            return pb.ListLabelsResponse(version=version, not_modified=True).SerializeToString()
        return reply

    async def GetGameSchema(
        self, request: pb.GetGameSchemaRequest, call: CallContext
    ) -> pb.GetGameSchemaResponse:
        """Return the schema of a game's messages with the files that it imports; refuse an unknown game."""
        if (wire := self._wires.get(request.game)) is None:
            raise Refusal(GAME_NOT_FOUND, f"there is no game {request.game!r}", field="game")
        return pb.GetGameSchemaResponse(file_descriptor_set=wire.file_descriptor_set())

    async def CheckOptions(
        self, request: pb.CheckOptionsRequest, call: CallContext
    ) -> pb.CheckOptionsResponse:
        """Return what CreateMatch would refuse of these options and seats, and which other values it would refuse."""
        if (wire := self._wires.get(request.game)) is None:
            raise Refusal(GAME_NOT_FOUND, f"there is no game {request.game!r}", field="game")
        return check_options(wire, dict(request.settings), request.seat_count)

    async def CreateMatch(self, request: pb.CreateMatchRequest, call: CallContext) -> pb.CreateMatchResponse:
        """Create a match with these options, in which the creator takes the seats of `take_seats`.

        Refuse words that the operator forbids in titles, an unknown game, bad options or clocks, and matches over the
        creator's limit. A repeated request id returns the match that exists. The seats of `bots` are given to bots.
        """
        self._refused_words.check_title(request.title, "title")
        bot_ids = await self._bots.players_of([*request.bots.values()], request.game, request.seat_count)
        new = NewMatch(
            game=request.game,
            seat_count=request.seat_count,
            options=request.options,
            settings=dict(request.settings),
            title=request.title,
            clock=_clock(request.clock),
            start_when_full=request.start_when_full,
            take_seats=tuple(request.take_seats),
            bot_seats=dict(zip(request.bots, bot_ids, strict=True)),
            invited_player_ids=tuple(request.invited_player_ids),
            seed=request.seed,
            request_id=request.request_id,
            request_hash=content_hash(request) if request.request_id else 0,
        )
        return pb.CreateMatchResponse(
            match=self.match_message(await self._matches.lobby.create(call.caller.player_id, new))
        )

    async def GetMatch(self, request: pb.GetMatchRequest, call: CallContext) -> pb.GetMatchResponse:
        """Return one match as it is now: players, options, state and result; refuse an id that this server does not
        know.
        """
        info = await self._matches.fetch(request.match_id)
        message = self.match_message(await self._matches.ended.completed(info))
        # The addresses of nodes are for those who look after the server.
        node = self.node_of(info.id) if call.caller.role else ""
        return pb.GetMatchResponse(match=message, node=node)

    async def ListMatches(self, request: pb.ListMatchesRequest, call: CallContext) -> pb.ListMatchesResponse:
        """Return one page of the matches that the filter selects; refuse a bad filter or page token."""
        wanted = self._filters.read(request)
        after = page_key(PAGES, request.page_token)
        found, last = await self._matches.list_page(wanted, page_size(request.page_size), after)
        response = pb.ListMatchesResponse(
            next_page_token=page_token(PAGES, last), incomplete=self._matches.index.progress is not None
        )
        shown = {wanted.order, *wanted.ranges}
        for at, info in enumerate(found):
            # A match that was played alone under an earlier build may have to be read first.
            if at % MATCHES_AT_A_TIME == 0 or info.seat_count == 1:
                await asyncio.sleep(0)
            message = self.match_message(await self._matches.ended.completed(info))
            if Order.SURPRISE in shown:
                message.rating_surprise = await self._matches.looked_up(info, Order.SURPRISE) or 0
            if Order.LAST_RECORD in shown:
                last_ms = await self._matches.looked_up(info, Order.LAST_RECORD)
                message.last_record_at.FromMilliseconds(last_ms or 0)
            response.matches.append(message)
        return response

    async def TakeSeat(self, request: pb.TakeSeatRequest, call: CallContext) -> pb.TakeSeatResponse:
        """Seat the caller at an open match, in the wanted seat or the first free one.

        Refuse taken seats, matches that have started, players who are not invited, and new seats while the server
        drains.
        """
        wanted = request.seat if request.HasField("seat") else None
        match, seat = await self._matches.lobby.take_seat(
            call.caller.player_id, request.match_id, wanted, request.request_id, content_hash(request)
        )
        return pb.TakeSeatResponse(match=self.match_message(match), seat=seat)

    async def AddBot(self, request: pb.AddBotRequest, call: CallContext) -> pb.AddBotResponse:
        """Give a seat of an open match to a bot of the server, the wanted one or the first free one.

        Refuse players who have not created the match, taken seats, matches that have started, and bots that the server
        does not run or that do not play the game.
        """
        info = await self._matches.fetch(request.match_id)
        if call.caller.player_id != info.creator_id:
            raise Refusal(NOT_YOUR_MATCH, "who made the match gives its seats to bots")
        (bot_id,) = await self._bots.players_of([request.bot], info.game, info.seat_count)
        match, seat = await self._matches.lobby.add_bot(
            call.caller.player_id,
            request.match_id,
            bot_id,
            request.seat if request.HasField("seat") else None,
            request.request_id,
            content_hash(request),
        )
        return pb.AddBotResponse(match=self.match_message(match), seat=seat)

    async def ListBots(self, request: pb.ListBotsRequest, call: CallContext) -> pb.ListBotsResponse:
        """Return the bots that the server runs: of all games or one, for any number of seats or one."""
        found = await self._bots.find(request.game, request.seat_count)
        return pb.ListBotsResponse(
            bots=[
                pb.Bot(
                    name=bot.name, text=bot.text, games=bot.games, player_id=self._bots.player_id(bot.name)
                )
                for bot in found
            ]
        )

    async def LeaveSeat(self, request: pb.LeaveSeatRequest, call: CallContext) -> pb.LeaveSeatResponse:
        """Free a seat of the caller at a match that has not started; refuse a seat of another player, and a started
        match.
        """
        match = await self._matches.lobby.leave_seat(
            call.caller.player_id, request.match_id, request.seat, request.request_id
        )
        return pb.LeaveSeatResponse(match=self.match_message(match))

    async def StartMatch(self, request: pb.StartMatchRequest, call: CallContext) -> pb.StartMatchResponse:
        """Start a match whose seats are all taken; only its creator or an operator may. A match that has started stays
        as it is.
        """
        match = await self._matches.lobby.start(call.caller.player_id, request.match_id, call.caller.operator)
        return pb.StartMatchResponse(match=self.match_message(match))

    async def ResignMatch(self, request: pb.ResignMatchRequest, call: CallContext) -> pb.ResignMatchResponse:
        """Resign a seat of the caller at a running match, for which the server answers from then on; refuse other
        players' seats.
        """
        match = await self._matches.lobby.resign(
            call.caller.player_id,
            request.match_id,
            request.seat,
            request.request_id,
            request.cause,
            request.detail,
        )
        return pb.ResignMatchResponse(match=self.match_message(match))

    async def GetNextInSeries(
        self, request: pb.GetNextInSeriesRequest, call: CallContext
    ) -> pb.GetNextInSeriesResponse:
        """Return the options of the game that follows a finished one in its series, such as a campaign; nothing is
        created.

        Refuse a match that is not finished, choices that the game does not take, and a game that has no next one.
        """
        info = await self._matches.fetch(request.match_id)
        if info.state is not State.FINISHED:
            raise Refusal(MATCH_NOT_FINISHED, "the next game follows when this one is over", field="match_id")
        wire = self._matches.cache.wire_of(info)
        match_log = await self._logs.open(info)
        played = wire.decode_options(info.options)
        try:
            following = wire.game.next_in_series(played, match_log.last_state(), dict(request.choices))
        except OptionsRefused as refused:
            field = f"choices.{refused.field}"
            raise Refusal(OPTIONS_INVALID, refused.why, field=field) from None
        if following is None:
            raise Refusal(NOT_IN_A_SERIES, f"match {info.id} is not a game of a series", field="match_id")
        following = wire.game.with_fixed_values(following)
        wire.game.check(following, info.seat_count)
        return pb.GetNextInSeriesResponse(
            game=info.game,
            seat_count=info.seat_count,
            options=wire.encode_options(following),
            settings=wire.changed_settings(following),
        )

    def _list_games(self, language: str) -> bytes:
        """Return the encoded reply to ListGames in one language, games by name."""
        games = [_game(self._wires[name], language) for name in sorted(self._wires)]
        return pb.ListGamesResponse(games=games).SerializeToString()

    async def _list_labels(self, game: str, language: str) -> tuple[str, bytes]:
        """Return the version of the labels of one game and language, and the encoded reply that holds them.

        It lets other tasks run between groups of labels.
        """
        if game not in self._wires:
            raise Refusal(GAME_NOT_FOUND, f"there is no game {game!r}", field="game")
        response = pb.ListLabelsResponse()
        for at, word in enumerate(self._wires[game].texts.each_label(language)):
            if at % WORDS_AT_A_TIME == 0:
                await asyncio.sleep(0)
            response.labels.add(kind=word.kind, number=word.number, text=word.text, forms=word.forms)
        response.version = sha256(response.SerializeToString(deterministic=True)).hexdigest()[:VERSION_DIGITS]
        return response.version, response.SerializeToString()

    def match_message(self, info: MatchInfo) -> pb.Match:
        """Return the message that describes a match in the lobby, with the players' present names."""
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
            created_at=timestamp_of(info.created_ms),
            started_at=timestamp_of(info.started_ms),
            ended_at=timestamp_of(info.ended_ms),
            result=_result(info),
            seed_commitment=info.seed_commitment,
            seed_given=info.seed_given,
            record_count=info.record_count,
            cancel_reason=info.cancelled,
            pause_reason=info.paused,
            tournament_id=info.tournament_id,
            pairing_number=info.pairing_number,
            adjudication_reason=info.adjudicated,
        )

    def _seat(self, info: MatchInfo, seat: int) -> pb.Seat:
        """Return the message of one seat: its player and their name in this match ("" if it is free), and whether it
        resigned.
        """
        player_id = info.player_ids[seat]
        named = self._players.names.in_match(info.id, player_id)
        return pb.Seat(
            player_id=player_id,
            player_name=named.name,
            resigned=seat in info.resigned,
            name_source=named.source,
            bot=named.bot,
            forfeit_cause=_forfeit_cause(info, seat),
        )

    def _read_settings(self, game: str, options: bytes) -> dict[str, str]:
        """Return the settings that differ from the defaults; none if the game is no longer installed."""
        wire = self._wires.get(game)
        return {} if wire is None else wire.changed_settings(wire.decode_options(options))


def _forfeit_cause(info: MatchInfo, seat: int) -> record_pb2.ForfeitCause.ValueType:
    """Return the cause for which a seat has resigned; unspecified if it has not."""
    causes = (record_pb2.ForfeitCause.ValueType(cause) for each, cause in info.forfeits if each == seat)
    return next(causes, record_pb2.FORFEIT_CAUSE_UNSPECIFIED)


def _game(wire: GameWire, language: str) -> pb.Game:
    """Return the message that describes an installed game, with titles and options in one language."""
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
    """Return the clock settings of a request; refuse a timeout rule that does not exist."""
    if message.on_timeout not in record_pb2.TimeoutRule.values():
        raise Refusal(
            CLOCK_INVALID, f"there is no timeout rule {message.on_timeout}", field="clock.on_timeout"
        )
    return ClockSettings(
        decision_ms=message.decision_ms,
        bank_ms=message.bank_ms,
        increment_ms=message.increment_ms,
        resigns=message.on_timeout == record_pb2.TIMEOUT_RULE_RESIGN,
    )


def _clock_message(clock: ClockSettings) -> record_pb2.ClockSettings | None:
    """Return the clock settings as a message; None for a match without clocks."""
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
    """Return the result of a match as its message; None if it has none."""
    return None if info.result is None else result_message(info.result)

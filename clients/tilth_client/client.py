"""`connect`, and the calls of a connection: find, create, play and watch matches."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from hashlib import sha256
from typing import Self

from tilth.v1 import (
    lobby_pb2,
    lobby_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    record_pb2,
    tournaments_pb2,
)
from tilth_client.archive import Archive, current_state
from tilth_client.attend_stream import AttendStream
from tilth_client.calling import BotCaller
from tilth_client.channels import Channel, ChannelRequest
from tilth_client.connection import Connection, Tls
from tilth_client.errors import BadToken, TilthError
from tilth_client.forfeits import add_cause
from tilth_client.moderation import Moderation
from tilth_client.operations import Operations
from tilth_client.seat_bots import AnyBot, wants_texts, wants_updates, wants_views
from tilth_client.seat_player import SeatPlayer, play, play_or_resign
from tilth_client.sessions import MatchSession
from tilth_client.subscriptions import MatchList, Replay, Subscription, TournamentLog
from tilth_client.tournaments import Tournaments
from tilth_client.updates import Update

DEFAULT_ADDRESS = "localhost:4030"


def connect(
    address: str | Iterable[str] = DEFAULT_ADDRESS,
    *,
    token: str = "",
    tls: Tls | bool | None = None,
    language: str = "en",
    retry_seconds: float = 60.0,
    wait: bool = False,
) -> "Tilth":
    """Return a connection to a server, to be used as an async context manager.

        async with connect("localhost:4030", token=token) as tilth:
            print(await tilth.me())

    A server of several nodes has several addresses, in a list or as "HOST:PORT,HOST:PORT". The connection uses one of
    them, at first a random one, and moves to another by itself when that node is gone or stops.

    If the server goes away for less than `retry_seconds` (`math.inf`: for any time), calls wait and then continue. With
    `wait`, the connection also waits for a server that cannot be reached at the beginning.
    """
    return Tilth(Connection(address, token, tls, retry_seconds, wait), language)


def new_token() -> str:
    """Return a new random token. Keep it, then register with it."""
    return secrets.token_urlsafe(32)


def _request_id() -> str:
    """Return a new request id, which makes a repeated call harmless."""
    return secrets.token_urlsafe(9)


class Tilth:
    """One player's connection to one server, made by `connect`: the calls to find, create, play and watch matches.

    For example, a bot plays a match against itself:

        match = await tilth.create_match("petrichor", 2, take=[0, 1])
        ends = await asyncio.gather(tilth.play(match.id, 0, bot), tilth.play(match.id, 1, bot))
    """

    def __init__(self, connection: Connection, language: str) -> None:
        self._connection = connection
        self._language = language
        self._stream = AttendStream(connection)
        self._own_tokens: dict[str, str] = {}
        """The tokens of registrations that have not been replied to, by name."""
        self.archive = Archive(connection, language)
        self.operations = Operations(connection)
        self.moderation = Moderation(connection)
        self.tournaments = Tournaments(connection)

    def __repr__(self) -> str:
        return f"<Tilth at {self._connection.address}>"

    async def __aenter__(self) -> Self:
        await self._connection.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._stream.close()
        await self._connection.close()

    @property
    def token(self) -> str:
        """The player's token. Every program that has it can act as the player."""
        return self._connection.token

    # Players -------------------------------------------------------------------------------------------------

    @property
    def _players(self) -> "players_pb2_grpc.PlayersServiceAsyncStub":
        """The stub of the players service."""
        return players_pb2_grpc.PlayersServiceStub(self._connection.channel)

    async def register(self, name: str, invitation: str = "", *, token: str = "") -> players_pb2.Player:
        """Register a new player and return it. Keep `tilth.token` afterwards: the server cannot show it again.

        If you keep a `token` from `new_token` before the call, you can repeat a call whose reply was lost: the same
        name and token return the same player.
        """
        own = token or self._own_tokens.setdefault(name, new_token())
        request = players_pb2.RegisterRequest(
            request_id=_request_id(),
            name=name,
            invitation=invitation,
            token_hash=sha256(own.encode()).digest(),
        )
        registered = await self._connection.unary(self._players.Register, request)
        # A server of an earlier build ignores the client's token, and sends one of its own.
        self._connection.token = registered.token or own
        self._own_tokens.pop(name, None)
        return registered.player

    async def report_player(self, player_id: str, text: str = "", *, name: bool = False) -> None:
        """Report a player to the moderators; with `name`, the player's name."""
        kind = players_pb2.REPORT_KIND_NAME if name else players_pb2.REPORT_KIND_PLAYER
        request = players_pb2.ReportRequest(kind=kind, player_id=player_id, text=text)
        await self._connection.unary(self._players.Report, request)

    async def report_title(self, *, match_id: str = "", tournament_id: str = "", text: str = "") -> None:
        """Report the title of a match or of a tournament to the moderators."""
        request = players_pb2.ReportRequest(kind=players_pb2.REPORT_KIND_TITLE, text=text)
        if match_id:
            request.match_id = match_id
        else:
            request.tournament_id = tournament_id
        await self._connection.unary(self._players.Report, request)

    async def me(self) -> players_pb2.Player:
        """Return the player whose token the connection has. Raise BadToken if it has none."""
        if not self.token:
            raise BadToken(
                "UNAUTHENTICATED", "No token; register first, or connect with the one you were given."
            )
        return (await self._connection.unary(self._players.GetMe, players_pb2.GetMeRequest())).player

    async def player(self, player_id: str) -> players_pb2.Player:
        """Return a player by id."""
        request = players_pb2.GetPlayerRequest(player_id=player_id)
        return (await self._connection.unary(self._players.GetPlayer, request)).player

    async def players(self) -> AsyncIterator[players_pb2.Player]:
        """Yield all players, by name."""
        request = players_pb2.ListPlayersRequest()
        while True:
            page = await self._connection.unary(self._players.ListPlayers, request)
            for player in page.players:
                yield player
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def renew_token(self) -> str:
        """Replace all tokens of the player by a new one and return it."""
        request = players_pb2.RenewTokenRequest()
        renewed = await self._connection.unary(self._players.RenewToken, request, retry=False)
        self._connection.token = renewed.token
        return renewed.token

    async def create_device_code(self) -> players_pb2.CreateDeviceCodeResponse:
        """Return a code with which another device of the player gets a token of its own, and the code's end."""
        request = players_pb2.CreateDeviceCodeRequest()
        return await self._connection.unary(self._players.CreateDeviceCode, request)

    async def redeem_device_code(self, code: str, *, token: str = "") -> players_pb2.Player:
        """Log in with the code that another device of the player shows; return the player. Keep `tilth.token`
        afterwards.

        The code is good once. If you keep a `token` from `new_token` before the call and the reply is lost, `me()` on a
        connection with that token is refused unless the code was taken.
        """
        own = token or new_token()
        request = players_pb2.RedeemDeviceCodeRequest(code=code, token_hash=sha256(own.encode()).digest())
        redeemed = await self._connection.unary(self._players.RedeemDeviceCode, request, retry=False)
        self._connection.token = own
        return redeemed.player

    # The lobby -----------------------------------------------------------------------------------------------

    @property
    def _lobby(self) -> "lobby_pb2_grpc.LobbyServiceAsyncStub":
        """The stub of the lobby service."""
        return lobby_pb2_grpc.LobbyServiceStub(self._connection.channel)

    def on_notice(self, callback: Callable[[lobby_pb2.Notice], object]) -> None:
        """Call `callback` with what an operator tells everybody: when a stream begins, if there is something, and when
        it changes. The streams are those of `attend`, `play` and `play_all`; `server_info` has the same."""
        self._stream.on_notice = callback

    async def server_info(self) -> lobby_pb2.ServerInfo:
        """Return the server's version, games, features, clock, and limits for one client."""
        request = lobby_pb2.GetServerInfoRequest()
        return (await self._connection.unary(self._lobby.GetServerInfo, request)).server

    async def games(self) -> list[lobby_pb2.Game]:
        """Return the server's games, with descriptions of their options."""
        request = lobby_pb2.ListGamesRequest(language=self._language)
        return list((await self._connection.unary(self._lobby.ListGames, request)).games)

    async def labels(self, game: str, language: str = "") -> list[lobby_pb2.Label]:
        """Return the names of the numbers in a game's messages, in the connection's language unless another is
        given."""
        request = lobby_pb2.ListLabelsRequest(game=game, language=language or self._language)
        return list((await self._connection.unary(self._lobby.ListLabels, request)).labels)

    async def create_match(  # noqa: PLR0913  # the settings of a match are given by name
        self,
        game: str,
        seats: int,
        settings: Mapping[str, str] | None = None,
        *,
        take: Iterable[int] = (),
        title: str = "",
        start_when_full: bool = True,
        clock: record_pb2.ClockSettings | None = None,
        invited: Iterable[str] = (),
        options: bytes = b"",
        seed: bytes = b"",
        bots: Mapping[int, str] | None = None,
    ) -> lobby_pb2.Match:
        """Create a match, and take seats of it at once. `bots` gives seats to bots of the server, by their names.

        For example, a long game whose first seat is taken:

            match = await tilth.create_match("petrichor", 2, {"long_form": "true"}, take=[0])
        """
        request = lobby_pb2.CreateMatchRequest(
            request_id=_request_id(),
            game=game,
            options=options,
            settings=settings or {},
            seat_count=seats,
            title=title,
            clock=clock,
            start_when_full=start_when_full,
            take_seats=take,
            invited_player_ids=invited,
            seed=seed,
            bots=bots or {},
        )
        return (await self._connection.unary(self._lobby.CreateMatch, request)).match

    async def next_in_series(
        self, match_id: str, choices: Mapping[str, str] | None = None
    ) -> lobby_pb2.GetNextInSeriesResponse:
        """Return the settings for the match that follows a finished one in a series, given the choices of its
        players."""
        request = lobby_pb2.GetNextInSeriesRequest(match_id=match_id, choices=choices)
        return await self._connection.unary(self._lobby.GetNextInSeries, request)

    async def match(self, match_id: str) -> lobby_pb2.Match:
        """Return a match by id: its options, seats, state and result."""
        request = lobby_pb2.GetMatchRequest(match_id=match_id)
        return (await self._connection.unary(self._lobby.GetMatch, request)).match

    async def matches(
        self,
        wanted: lobby_pb2.ListMatchesRequest | None = None,
        *,
        game: str = "",
        state: lobby_pb2.MatchState.ValueType = lobby_pb2.MATCH_STATE_UNSPECIFIED,
        player_id: str = "",
    ) -> AsyncIterator[lobby_pb2.Match]:
        """Yield all matches that fit the filters, the newest first. The next page is fetched when it is needed.

        `wanted` can hold every filter; the most usual ones are parameters, too.
        """
        request = lobby_pb2.ListMatchesRequest(game=game, state=state, player_id=player_id)
        if wanted is not None:
            request.MergeFrom(wanted)
        while True:
            page = await self._connection.unary(self._lobby.ListMatches, request)
            for match in page.matches:
                yield match
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def take_seat(self, match_id: str, seat: int | None = None) -> int:
        """Take a seat, by default the first free one. Return its number."""
        request = lobby_pb2.TakeSeatRequest(request_id=_request_id(), match_id=match_id, seat=seat)
        return (await self._connection.unary(self._lobby.TakeSeat, request)).seat

    async def bots(self, game: str = "", seats: int = 0) -> list[lobby_pb2.Bot]:
        """Return the bots that the server runs: of all games or one, for any number of seats or one."""
        request = lobby_pb2.ListBotsRequest(game=game, seat_count=seats)
        return list((await self._connection.unary(self._lobby.ListBots, request)).bots)

    async def add_bot(self, match_id: str, bot: str, seat: int | None = None) -> int:
        """Give a seat of a match that this player has created to a bot of the server, the first free one if `seat` is
        None. Return the seat."""
        request = lobby_pb2.AddBotRequest(request_id=_request_id(), match_id=match_id, bot=bot, seat=seat)
        return (await self._connection.unary(self._lobby.AddBot, request)).seat

    async def leave_seat(self, match_id: str, seat: int) -> lobby_pb2.Match:
        """Leave a seat of a match that has not started. Return the match."""
        request = lobby_pb2.LeaveSeatRequest(request_id=_request_id(), match_id=match_id, seat=seat)
        return (await self._connection.unary(self._lobby.LeaveSeat, request)).match

    async def start_match(self, match_id: str) -> lobby_pb2.Match:
        """Start a match whose seats are all taken. Return the match."""
        request = lobby_pb2.StartMatchRequest(request_id=_request_id(), match_id=match_id)
        return (await self._connection.unary(self._lobby.StartMatch, request)).match

    async def resign(self, match_id: str, seat: int, failure: BaseException | None = None) -> lobby_pb2.Match:
        """Resign a seat of a running match; the server then plays default answers for it.

        With `failure`, the match's record names the bot's failure.
        """
        request = lobby_pb2.ResignMatchRequest(request_id=_request_id(), match_id=match_id, seat=seat)
        add_cause(request, failure)
        return (await self._connection.unary(self._lobby.ResignMatch, request)).match

    # Playing and watching ------------------------------------------------------------------------------------

    def attend(
        self,
        match_id: str,
        seat: int | None = None,
        *,
        from_record: int | None = None,
        views: bool = True,
        texts: bool = False,
        presence: bool = False,
    ) -> MatchSession:
        """Return a session of a seat, to answer for it, or of a spectator if `seat` is None. The session starts at
        `from_record`; None starts at the present state. With `presence`, some updates say which seats are attended.

            async with tilth.attend(match_id, 0) as session:
                async for update in session:
                    if update.decision:
                        await session.answer(update.decision, update.decision.default)"""
        opening = ChannelRequest(match_id, seat, from_record, views, texts, self._language, presence)
        return MatchSession(self._stream, opening)

    async def watch(
        self,
        match_id: str,
        seat: int | None = None,
        *,
        from_record: int | None = 0,
        views: bool = False,
        texts: bool = False,
    ) -> AsyncIterator[Update]:
        """Yield every update of a match, from `from_record` (None: from the present) to its end."""
        async with self.attend(match_id, seat, from_record=from_record, views=views, texts=texts) as session:
            async for update in session:
                yield update

    def open_replay(  # noqa: PLR0913  # the tempo and the viewer of a replay are given by name
        self,
        match_id: str,
        from_record: int = 0,
        *,
        seat: int | None = None,
        spectator: bool = False,
        interval_ms: int = 0,
        speed_percent: int = 0,
        max_pause_ms: int = 0,
        views: bool = True,
        texts: bool = False,
    ) -> Subscription[Update]:
        """Replay a match on the connection's stream: the updates of `archive.replay`, at the tempo of the match or with
        a fixed pause between records. The last update is the end, or the present state of a match that runs. To seek,
        close the subscription and open another one."""
        request = play_pb2.OpenReplay(
            match_id=match_id,
            from_record=from_record,
            seat=seat,
            spectator=spectator,
            interval_ms=interval_ms,
            speed_percent=speed_percent,
            max_pause_ms=max_pause_ms,
            views=views,
            texts=texts,
            language=self._language,
        )
        return Subscription(self._stream, Replay(request))

    def open_tournament(
        self, tournament_id: str, from_record: int = 0
    ) -> Subscription[tournaments_pb2.TournamentLogEntry]:
        """Follow a tournament on the connection's stream: its records from `from_record`, also new ones, to its end."""
        request = play_pb2.OpenTournament(tournament_id=tournament_id, from_record=from_record)
        return Subscription(self._stream, TournamentLog(request))

    def open_matches(
        self,
        wanted: lobby_pb2.ListMatchesRequest | None = None,
        *,
        game: str = "",
        state: lobby_pb2.MatchState.ValueType = lobby_pb2.MATCH_STATE_UNSPECIFIED,
        player_id: str = "",
    ) -> Subscription[play_pb2.MatchListUpdate]:
        """Follow a list of matches on the connection's stream: first its newest matches, then each change.

        `wanted` can hold every filter of `matches`, and a `page_size`; the most usual ones are parameters, too. A match
        that a change brings takes the place of the one with its id. After a break the list begins again, and matches
        that have left it are among `removed_match_ids`.
        """
        request = lobby_pb2.ListMatchesRequest(game=game, state=state, player_id=player_id)
        if wanted is not None:
            request.MergeFrom(wanted)
        return Subscription(self._stream, MatchList(request))

    async def view(self, match_id: str, seat: int | None = None, *, texts: bool = False) -> Update:
        """Return a match's present state as an update: the view, the pending seats, and the seat's decision."""
        request = play_pb2.GetViewRequest(match_id=match_id, seat=seat, texts=texts, language=self._language)
        stub = play_pb2_grpc.PlayServiceStub(self._connection.channel)
        return current_state(
            await self._connection.unary(stub.GetView, request), match_id, seat, self._language
        )

    async def play(self, match_id: str, seat: int, bot: AnyBot) -> play_pb2.MatchEnd:
        """Let a bot play a seat to the end of the match, and return the end. An exception of the bot is raised here."""
        return await play(self._stream, bot, match_id, seat, self._language)

    async def play_all(
        self,
        bot: AnyBot,
        *,
        game: str = "",
        ended: Callable[[str, int, play_pb2.MatchEnd], object] | None = None,
    ) -> None:
        """Let a bot play every seat of this player, in running matches and in all later ones, until it is cancelled.

        If the bot fails in a match, its seat resigns. `ended` is called with the match's id, the seat and the end of
        each match. A connection can have one such call at a time. Raise TilthError if the server is lost for good.
        """
        await self.me()
        tasks: set[asyncio.Task[None]] = set()
        lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        caller = BotCaller(bot)

        async def play_one(playing: SeatPlayer, match_id: str, seat: int) -> None:
            """Play one seat to the end, and report the end."""
            end = await play_or_resign(
                match_id,
                seat,
                playing.play_to_end(),
                lambda failure: self.resign(match_id, seat, failure),
            )
            if end is not None and ended is not None:
                ended(match_id, seat, end)

        def on_opened(opened: play_pb2.ChannelOpened, number: int) -> Channel:
            """Start to play a seat whose channel the server has opened; return the channel."""
            playing = SeatPlayer(self._stream, caller, opened.match_id, opened.seat, self._language, number)
            task = asyncio.create_task(play_one(playing, opened.match_id, opened.seat))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            return playing.channel

        def on_lost(error: TilthError) -> None:
            """End the call with the error that ended the stream."""
            if not lost.done():
                lost.set_exception(error)

        request = play_pb2.AutoOpen(
            game=game, views=wants_views(bot), texts=wants_texts(bot), language=self._language
        )
        if wants_updates(bot):
            request.from_record = 0
        self._stream.start_auto_open(request, on_opened, on_lost)
        try:
            await lost
        finally:
            self._stream.stop_auto_open()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

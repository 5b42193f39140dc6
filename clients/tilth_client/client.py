"""`connect`, and what can be done with a connection: find matches, make them, play them, watch them."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Self

from tilth.v1 import (
    lobby_pb2,
    lobby_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    record_pb2,
)
from tilth_client.archive import Archive, standing
from tilth_client.attending import Attending
from tilth_client.channels import Channel, Opening
from tilth_client.connection import Connection, Tls
from tilth_client.errors import BadToken, TilthError
from tilth_client.happenings import Happening
from tilth_client.operations import Operations
from tilth_client.playing import Bot, Playing, or_resign, play, wants_texts, wants_views
from tilth_client.tournaments import Tournaments
from tilth_client.watching import Attendance

DEFAULT_ADDRESS = "localhost:4030"


def connect(
    address: str = DEFAULT_ADDRESS,
    *,
    token: str = "",
    tls: Tls | bool | None = None,
    language: str = "en",
    patience: float = 60.0,
) -> "Tilth":
    """A connection to a server: `async with connect("localhost:4030", token=token) as tilth:`.

    When the server goes away for less than `patience` seconds, everything waits and then goes on where it was.
    """
    return Tilth(Connection(address, token, tls, patience), language)


def _request_id() -> str:
    return secrets.token_urlsafe(9)


class Tilth:
    """One player's connection to one server."""

    def __init__(self, connection: Connection, language: str) -> None:
        self._connection = connection
        self._language = language
        self._attending = Attending(connection)
        self.archive = Archive(connection, language)
        self.operations = Operations(connection)
        self.tournaments = Tournaments(connection)

    async def __aenter__(self) -> Self:
        await self._connection.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._attending.close()
        await self._connection.close()

    @property
    def token(self) -> str:
        """The player's token. Whoever has it is the player."""
        return self._connection.token

    # Players -------------------------------------------------------------------------------------------------

    @property
    def _players(self) -> "players_pb2_grpc.PlayersServiceAsyncStub":
        return players_pb2_grpc.PlayersServiceStub(self._connection.channel)

    async def register(self, name: str, invitation: str = "") -> players_pb2.Player:
        """Become a player. Keep `tilth.token` afterwards: the server shows it this once."""
        request = players_pb2.RegisterRequest(request_id=_request_id(), name=name, invitation=invitation)
        registered = await self._connection.unary(self._players.Register, request)
        self._connection.token = registered.token
        return registered.player

    async def me(self) -> players_pb2.Player:
        if not self.token:
            raise BadToken(
                "unauthenticated", "No token; register first, or connect with the one you were given."
            )
        return (await self._connection.unary(self._players.GetMe, players_pb2.GetMeRequest())).player

    async def player(self, player_id: str) -> players_pb2.Player:
        request = players_pb2.GetPlayerRequest(player_id=player_id)
        return (await self._connection.unary(self._players.GetPlayer, request)).player

    async def players(self) -> AsyncIterator[players_pb2.Player]:
        """All of them, by name."""
        request = players_pb2.ListPlayersRequest()
        while True:
            page = await self._connection.unary(self._players.ListPlayers, request)
            for player in page.players:
                yield player
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def renew_token(self) -> str:
        """A new token; the old one is worth nothing from now on."""
        request = players_pb2.RenewTokenRequest()
        renewed = await self._connection.unary(self._players.RenewToken, request, again=False)
        self._connection.token = renewed.token
        return renewed.token

    # The lobby -----------------------------------------------------------------------------------------------

    @property
    def _lobby(self) -> "lobby_pb2_grpc.LobbyServiceAsyncStub":
        return lobby_pb2_grpc.LobbyServiceStub(self._connection.channel)

    async def games(self) -> list[lobby_pb2.Game]:
        """What can be played here, with its options described."""
        request = lobby_pb2.ListGamesRequest(language=self._language)
        return list((await self._connection.unary(self._lobby.ListGames, request)).games)

    async def words(self, game: str, language: str = "") -> list[lobby_pb2.Word]:
        """What the numbers of a game's messages are called; in the connection's language unless another is named."""
        request = lobby_pb2.ListWordsRequest(game=game, language=language or self._language)
        return list((await self._connection.unary(self._lobby.ListWords, request)).words)

    async def create(  # noqa: PLR0913  # what a match can be set up with, by name
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
    ) -> lobby_pb2.Match:
        """Make a match and take seats of it at once: `create("petrichor", 2, {"long_form": "true"}, take=[0])`."""
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
            invited_ids=invited,
            seed=seed,
        )
        return (await self._connection.unary(self._lobby.CreateMatch, request)).match

    async def match(self, match_id: str) -> lobby_pb2.Match:
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
        """All matches that fit, the newest first, a page after the other as they are read.

        `wanted` has all filters there are; the most usual ones can be said besides.
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

    async def take(self, match_id: str, seat: int | None = None) -> int:
        """Take a seat (the first free one); gives which it is."""
        request = lobby_pb2.TakeSeatRequest(request_id=_request_id(), match_id=match_id, seat=seat)
        return (await self._connection.unary(self._lobby.TakeSeat, request)).seat

    async def leave(self, match_id: str, seat: int) -> lobby_pb2.Match:
        request = lobby_pb2.LeaveSeatRequest(request_id=_request_id(), match_id=match_id, seat=seat)
        return (await self._connection.unary(self._lobby.LeaveSeat, request)).match

    async def start(self, match_id: str) -> lobby_pb2.Match:
        request = lobby_pb2.StartMatchRequest(request_id=_request_id(), match_id=match_id)
        return (await self._connection.unary(self._lobby.StartMatch, request)).match

    async def resign(self, match_id: str, seat: int) -> lobby_pb2.Match:
        """Give up a seat of a running match; default answers play on for it."""
        request = lobby_pb2.ResignMatchRequest(request_id=_request_id(), match_id=match_id, seat=seat)
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
    ) -> Attendance:
        """A seat (or a watch) in one's own hands: `async with tilth.attend(match_id, 0) as seat:`."""
        opening = Opening(match_id, seat, from_record, views, texts, self._language)
        return Attendance(self._attending, opening)

    async def watch(
        self,
        match_id: str,
        seat: int | None = None,
        *,
        from_record: int | None = 0,
        views: bool = False,
        texts: bool = False,
    ) -> AsyncIterator[Happening]:
        """Everything that happens at a match, from its first record (None: from now) to its end."""
        async with self.attend(match_id, seat, from_record=from_record, views=views, texts=texts) as told:
            async for happening in told:
                yield happening

    async def standing(self, match_id: str, seat: int | None = None, *, texts: bool = False) -> Happening:
        """How a match stands now: view, whom it waits for, and what it asks of the seat."""
        request = play_pb2.GetViewRequest(match_id=match_id, seat=seat, texts=texts, language=self._language)
        stub = play_pb2_grpc.PlayServiceStub(self._connection.channel)
        return standing(await self._connection.unary(stub.GetView, request), match_id, seat, self._language)

    async def play(self, match_id: str, seat: int, bot: Bot) -> play_pb2.Ended:
        """Let a bot play a seat to the end of the match. What the bot raises is raised here."""
        return await play(self._attending, bot, match_id, seat, self._language)

    async def serve(
        self,
        bot: Bot,
        *,
        game: str = "",
        ended: Callable[[str, int, play_pb2.Ended], object] | None = None,
    ) -> None:
        """Let a bot play every seat of this player, at the matches that are played and at all that begin.

        All of them lie on one stream. Where the bot fails at a match its seat resigns. `ended` is called with the id,
        the seat and the end of each. Once a connection; it goes on until it is cancelled, or the server is lost.
        """
        await self.me()
        tasks: set[asyncio.Task[None]] = set()
        lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def one(playing: Playing, match_id: str, seat: int) -> None:
            end = await or_resign(match_id, seat, playing.to_the_end(), lambda: self.resign(match_id, seat))
            if end is not None and ended is not None:
                ended(match_id, seat, end)

        def came(opened: play_pb2.Opened, number: int) -> Channel:
            playing = Playing(self._attending, bot, opened.match_id, opened.seat, self._language, number)
            task = asyncio.create_task(one(playing, opened.match_id, opened.seat))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            return playing.channel

        def failed(error: TilthError) -> None:
            if not lost.done():
                lost.set_exception(error)

        asked = play_pb2.Follow(
            game=game, views=wants_views(bot), texts=wants_texts(bot), language=self._language
        )
        self._attending.follow(asked, came, failed)
        try:
            await lost
        finally:
            self._attending.unfollow()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

"""A whole server in the test's own process, an organiser, and bots who play whatever they are seated at."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from tests.organised import finished, games_of
from tests.server.serve.full_server import ANY_PORT
from tilth.v1 import tournaments_pb2 as pb
from tilth_client import Answer, Bot, Decision, Tilth, connect, picks
from tilth_client.tournaments import Format
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_info import MatchInfo
from tilth_server.serving import Server
from tilth_server.settings import Limits, Settings
from tilth_server.store import engine_of, sqlite_url
from tilth_server.tournaments.index_faults import index_faults
from tilth_server.wire import GameWire, load_games

T = TypeVar("T")

PATIENCE_S = 90.0
LIMITS = Limits(calls_per_second=100_000, stranger_calls_per_second=100_000, registrations_per_minute=100_000)


async def until(ask: Callable[[], Awaitable[T | None]]) -> T:
    """Call `ask` until it returns something true, and return that."""
    async with asyncio.timeout(PATIENCE_S):
        while not (found := await ask()):  # noqa: ASYNC110 - only asking tells
            await asyncio.sleep(0.02)
    return found


class Stage:
    """A server with an organiser; people come with `player`."""

    def __init__(self, server: Server, stack: AsyncExitStack) -> None:
        self.server = server
        self._stack = stack
        self.organiser: Tilth
        self.operator: Tilth
        self.ids: dict[str, str] = {}
        """Players' ids by name."""
        self.tilths: dict[str, Tilth] = {}

    async def player(self, name: str, bot: Bot | None = None) -> Tilth:
        """Somebody new; with a bot they play every match they are seated at, else they only have a stream open."""
        tilth = await self.connected("")
        self.ids[name] = (await tilth.register(name)).id
        self.tilths[name] = tilth
        serving = asyncio.create_task(
            tilth.play_all(nobody if bot is None else bot, game="" if bot else "no game")
        )
        self._stack.callback(serving.cancel)
        return tilth

    async def back(self, tokens: Iterable[str]) -> None:
        """These players have streams open again, after a restart of the server."""
        for token in tokens:
            tilth = await self.connected(token)
            serving = asyncio.create_task(tilth.play_all(nobody, game="no game"))
            self._stack.callback(serving.cancel)

    async def connected(self, token: str) -> Tilth:
        address = str(self.server.address)
        return await self._stack.enter_async_context(connect(address, token=token))

    async def begun(
        self, form: Format, bots: Mapping[str, Bot | None], game: str = "petrichor", **settings: Any
    ) -> pb.Tournament:
        """A tournament that all of these have entered, started."""
        made = await self.organiser.tournaments.create(form, game, **settings)
        for name, bot in bots.items():
            tilth = await self.player(name, bot)
            await tilth.tournaments.enter(made.id)
        return await self.organiser.tournaments.start(made.id)

    async def finished(self, tournament_id: str) -> pb.Tournament:
        """Wait for its end."""
        return await finished(self.organiser, tournament_id, PATIENCE_S)

    async def games(self, tournament_id: str, **filters: Any) -> list[pb.Pairing]:
        return await games_of(self.organiser, tournament_id, **filters)

    async def some_game(self, tournament_id: str, state: "pb.PairingState.ValueType") -> pb.Pairing:
        """The first in that state, as soon as there is one."""
        found = await until(lambda: self.games(tournament_id, state=state))
        return found[0]

    async def seen(self, tournament_id: str, condition: Callable[[pb.Tournament], bool]) -> pb.Tournament:
        """The tournament as soon as it is like that."""

        async def now() -> pb.Tournament | None:
            tournament = await self.organiser.tournaments.get(tournament_id)
            return tournament if condition(tournament) else None

        return await until(now)

    async def matches(self, tournament_id: str) -> list[MatchInfo]:
        """Every match that was made for it."""
        found, _ = await self.server.matches.list_page(MatchFilter(tournament_id=tournament_id), 10_000, "")
        return found


@asynccontextmanager
async def staged(
    folder: Path, games: Mapping[str, GameWire] | None = None, limits: Limits = LIMITS
) -> AsyncIterator[Stage]:
    settings = Settings(data=folder / "data", listen=ANY_PORT, limits=limits)
    server = await Server.start(settings, load_games() if games is None else games)
    try:
        async with AsyncExitStack() as stack:
            stage = Stage(server, stack)
            token = server.operator_token or (folder / "data" / "operator.token").read_text().strip()
            stage.operator = await stage.connected(token)
            if server.operator_token:
                stage.organiser = await stage.player("organiser")
                (folder / "organiser.token").write_text(stage.organiser.token)
            else:
                stage.organiser = await stage.connected((folder / "organiser.token").read_text())
            yield stage
    finally:
        await server.stop()
    async with engine_of(sqlite_url(settings.data)).hold() as held:
        assert await index_faults(held) == []


async def check_books(stage: Stage, tournament: pb.Tournament) -> list[pb.Pairing]:
    """Check everything that must hold of a tournament played to its end, and return its games."""
    games = await stage.games(tournament.id)
    assert tournament.state == pb.TOURNAMENT_STATE_FINISHED
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    assert tournament.finished_pairings == tournament.pairing_count == len(games)
    assert tournament.running_pairings == 0
    matches = {info.pairing_number: info for info in await stage.matches(tournament.id)}
    assert len(matches) == len(await stage.matches(tournament.id)), "a game has two matches"
    players = [entrant.player_id for entrant in tournament.entrants]
    deals = {}
    async for entry in stage.organiser.tournaments.watch(tournament.id):
        assert sha256(entry.stored).digest()
        for paired in entry.record.paired.pairings:
            deals[paired.number] = paired.deal
    for game in games:
        assert game.state > pb.PAIRING_STATE_RUNNING, game
        info = matches.get(game.number)
        assert (info.id if info else "") == game.match_id
        if info is not None:
            assert info.player_ids == [players[entrant] for entrant in game.seats]
            deal = deals[game.number].to_bytes(4, "big")
            assert info.seed == sha256(b"tilth game" + tournament.seed + deal).digest()
        if game.state == pb.PAIRING_STATE_FINISHED:
            assert info is not None
            assert info.result is not None
            assert list(info.result.places) == list(game.result.places)
            assert sorted(info.resigned) == list(game.forfeits)
    assert sha256(tournament.seed).digest() == tournament.seed_commitment
    standings = await stage.organiser.tournaments.standings(tournament.id)
    assert standings.finished
    assert sorted(each.entrant for each in standings.standings) == list(range(len(players)))
    played = sum(sum(game.points) for game in games if not game.annulled)
    assert sum(seat.points for seat in standings.seats) == played
    return games


async def nobody(view: Any, decision: Decision) -> Answer:
    """Is never asked: it plays no game that there is."""
    raise AssertionError("it was asked")


def crashing(after: int) -> Bot:
    """Return a bot that fails at the first decision of a match after this many."""

    async def bot(view: Any, decision: Decision) -> Answer:
        if decision.id > after:
            raise RuntimeError("this bot was meant to fail")
        return decision.default

    return bot


def hanging(after: int) -> Bot:
    """Return a bot that hangs at the first decision of a match after this many."""

    async def bot(view: Any, decision: Decision) -> Answer:
        if decision.id > after:
            await asyncio.sleep(3600)
        return decision.default

    return bot


async def illegal(view: Any, decision: Decision) -> Answer:
    """Answers what is not offered."""
    return picks(987_654)

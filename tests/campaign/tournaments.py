"""The tournaments of a campaign: one runs at any time, and its games are played by the campaign's players."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import grpc

from tests.campaign.cluster import CampaignNode
from tests.campaign.match import SPECTATOR, CampaignMatch, Seat
from tests.e2e.people import Person, channel_to
from tilth.v1 import tournaments_pb2 as pb

if TYPE_CHECKING:
    from tests.campaign.players import Crowd, Player

GAME = "petrichor"
"""The game with the fewest answers."""
FORMS: tuple[dict[str, Any], ...] = (
    {"swiss": pb.Swiss(rounds=5)},
    {"round_robin": pb.RoundRobin()},
    {"knockout": pb.Knockout(max_further_sets=2)},
)
ENTRANTS = 8
MAX_RUNNING = 4
NEVER_MS = 3_600_000
CALL_SECONDS = 6.0
WATCH_SECONDS = 8.0
"""Seconds after which a client that watches a tournament moves to another node."""
LOOK_SECONDS = 0.3
PACE = 0.15
"""The share of the usual time for which players think in a tournament: its games are short."""
STILL_SECONDS = 20.0
"""Seconds in which all nodes have to give the same answers, when nobody plays any longer."""
PAGE_SIZE = 500


@dataclass(eq=False)
class CampaignTournament(CampaignMatch):
    """A tournament. It continues as long as answers are confirmed in one of its games, or its log grows."""

    games: dict[str, CampaignMatch] = field(default_factory=dict)
    """The matches that clients know of, by their ids."""


class Tournaments:
    """The tournaments of a crowd: when one has ended, the next one is begun."""

    def __init__(self, crowd: "Crowd", entrants: int = ENTRANTS) -> None:
        self._crowd = crowd
        self._entrants = entrants
        self.all: list[CampaignTournament] = []

    async def run(self) -> None:
        """Play one tournament after the other."""
        while True:
            made = await self._begin(len(self.all))
            watching = asyncio.create_task(self._watch(made))
            try:
                while not made.is_over:
                    await self._look(made)
                    await asyncio.sleep(LOOK_SECONDS)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)

    async def _begin(self, number: int) -> CampaignTournament:
        """Create a tournament, let players enter it, and start it."""
        crowd = self._crowd
        entrants = crowd.random.sample(crowd.players, min(self._entrants, len(crowd.players)))
        settings = pb.TournamentSettings(
            title=f"tournament {number}",
            game_setups=[pb.GameSetup(game=GAME)],
            table_seats=2,
            rotate=False,
            max_running_pairings=MAX_RUNNING,
            absence_timeout_ms=NEVER_MS,
            **FORMS[number % len(FORMS)],
        )
        request = pb.CreateTournamentRequest(request_id=settings.title, settings=settings)
        organiser = entrants[0].person
        reply = await self._call(organiser, lambda it: it.CreateTournament(request, timeout=CALL_SECONDS))
        made = CampaignTournament(reply.tournament.id, "tournament", entrants)
        enter = pb.EnterTournamentRequest(tournament_id=made.id)
        for player in entrants:
            await self._call(player.person, lambda it: it.EnterTournament(enter, timeout=CALL_SECONDS))
        start = pb.StartTournamentRequest(tournament_id=made.id)
        await self._call(organiser, lambda it: it.StartTournament(start, timeout=CALL_SECONDS))
        crowd.diary.write("tournament", tournament=made.id, players=[each.person.id for each in entrants])
        made.confirmed_at.append(time.monotonic())
        self.all.append(made)
        crowd.matches.append(made)
        return made

    async def _call(self, person: Person, call: Callable[[Any], Awaitable[Any]]) -> Any:
        """Make a call about a tournament, at one node after the other, until it is answered."""
        return await self._crowd.patient(person, lambda one: call(one.tournaments))

    async def _look(self, made: CampaignTournament) -> None:
        """Find the games that have begun, and let the entrants play them."""
        person = made.players[0].person
        request = pb.ListPairingsRequest(tournament_id=made.id, page_size=PAGE_SIZE)
        page = await self._call(person, lambda it: it.ListPairings(request, timeout=CALL_SECONDS))
        for pairing in page.pairings:
            if pairing.match_id and pairing.match_id not in made.games:
                self._play(made, pairing)

    def _play(self, made: CampaignTournament, pairing: pb.Pairing) -> None:
        """Let two entrants play a game."""
        players: list[Player] = [made.players[entrant] for entrant in pairing.seats]
        match = CampaignMatch(pairing.match_id, GAME, players, tournament=made, pace=PACE)
        made.games[match.id] = match
        self._crowd.add(match, title="", clock=None)
        watcher = self._crowd.random.choice(self._crowd.players)
        if pairing.number % 4 == 0 and watcher not in players:
            watcher.add(Seat(match, SPECTATOR))

    async def _watch(self, made: CampaignTournament) -> None:
        """Follow the log of the tournament, at one node after the other."""
        person = made.players[-1].person
        number = 0
        while not made.is_over:
            node = self._crowd.random.choice(self._crowd.nodes)
            with suppress(grpc.aio.AioRpcError, TimeoutError):
                async with channel_to(node.address) as channel:
                    async for entry in self._entries(person.on(channel), made.id, number):
                        self._crowd.diary.write(
                            "entry",
                            tournament=made.id,
                            expected=number,
                            record=entry.number,
                            node=node.name,
                            content=entry.record.SerializeToString(deterministic=True).hex(),
                        )
                        number = entry.number + 1
                        made.confirmed_at.append(time.monotonic())
                        if entry.record.WhichOneof("cause") in ("finished", "cancelled"):
                            made.is_over = True
            await asyncio.sleep(LOOK_SECONDS)

    @staticmethod
    async def _entries(
        person: Person, tournament_id: str, number: int
    ) -> AsyncIterator[pb.TournamentLogEntry]:
        """Yield the records of a tournament from this one on, for some seconds."""
        request = pb.WatchTournamentRequest(tournament_id=tournament_id, from_record=number)
        async for page in person.tournaments.WatchTournament(request, timeout=WATCH_SECONDS):
            for entry in page.entries:
                yield entry

    async def list_all(self) -> None:
        """Write down what each node says of every tournament, when all say the same, or after some time."""
        if not self.all:
            return
        before: list[list[dict[str, Any]]] = []
        until = time.monotonic() + STILL_SECONDS
        while True:
            now = [await self._lines_of(node) for node in self._crowd.nodes]
            if time.monotonic() > until or (now == before and all(lines == now[0] for lines in now)):
                break
            before = now
            await asyncio.sleep(1)
        for node, lines in zip(self._crowd.nodes, now, strict=True):
            for line in lines:
                self._crowd.diary.write(line["event"], node=node.name, **line["fields"])

    async def _lines_of(self, node: CampaignNode) -> list[dict[str, Any]]:
        """Return what a node says of every tournament, and of the ratings that follow from them."""
        lines: list[dict[str, Any]] = []

        def add(event: str, **fields: Any) -> None:
            lines.append({"event": event, "fields": fields})

        async with channel_to(node.address) as channel:
            calls = self._crowd.players[0].person.on(channel).tournaments
            for made in self.all:
                reply = await calls.GetTournament(pb.GetTournamentRequest(tournament_id=made.id))
                add(
                    "state",
                    tournament=made.id,
                    state=pb.TournamentState.Name(reply.tournament.state),
                    records=reply.tournament.record_count,
                )
                page = await calls.ListPairings(
                    pb.ListPairingsRequest(tournament_id=made.id, page_size=PAGE_SIZE)
                )
                for pairing in page.pairings:
                    add(
                        "pairing",
                        tournament=made.id,
                        number=pairing.number,
                        seats=list(pairing.seats),
                        game=pairing.match_id,
                        state=pb.PairingState.Name(pairing.state),
                        places=list(pairing.result.places),
                        scores=list(pairing.result.scores),
                    )
                standings = await calls.GetStandings(pb.GetStandingsRequest(tournament_id=made.id))
                for each in standings.standings:
                    add(
                        "standing",
                        tournament=made.id,
                        entrant=each.entrant,
                        player=each.player_id,
                        place=each.place,
                        points=each.points,
                        games=[each.games, each.wins, each.draws, each.losses],
                    )
            request = pb.ListRatingsRequest(history=True, page_size=PAGE_SIZE)
            while True:
                ratings = await calls.ListRatings(request)
                for rating in ratings.ratings:
                    add(
                        "rating",
                        player=rating.player_id,
                        rating=[rating.mu, rating.sigma, rating.games, rating.wins],
                        games=[point.match_id for point in rating.history],
                    )
                request.page_token = ratings.next_page_token
                if not request.page_token:
                    return lines

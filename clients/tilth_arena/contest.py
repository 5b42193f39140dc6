"""The tournament of an arena, from the organiser's side: it is set up, started and followed."""

from dataclasses import dataclass, field
from typing import Final

from tilth.v1 import tournaments_pb2
from tilth_arena.folder import Folder
from tilth_arena.plan import Plan
from tilth_client import Tilth, connect

PATIENCE: Final = 60.0
OVER: Final = frozenset(
    {tournaments_pb2.TOURNAMENT_STATE_FINISHED, tournaments_pb2.TOURNAMENT_STATE_CANCELLED}
)


@dataclass(frozen=True, slots=True)
class Seated:
    """How one bot came out of one game."""

    name: str
    place: int = 0
    score: int = 0
    forfeited: bool = False


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game that has ended. Without places it counts for nobody."""

    number: int
    match_id: str
    seats: tuple[Seated, ...]
    reason: str = ""


@dataclass(slots=True)
class Course:
    """What the tournament's stream has told so far."""

    names: dict[int, str] = field(default_factory=dict)
    """Entrants by number."""
    paired: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Entrants by seat, of each game."""
    games_over: int = 0
    finished: bool = False
    cancelled: str | None = None

    def take(self, record: tournaments_pb2.TournamentRecord) -> GameOver | None:
        """One record after the other; gives the game that it ends."""
        match record.WhichOneof("cause"):
            case "paired":
                self.paired |= {game.number: tuple(game.seats) for game in record.paired.games}
            case "game_ended":
                self.games_over += 1
                return self._game_over(record.game_ended)
            case "finished":
                self.finished = True
            case "cancelled":
                self.cancelled = record.cancelled.reason
        return None

    def _game_over(self, ended: tournaments_pb2.TournamentGameEnded) -> GameOver:
        entrants = self.paired.get(ended.number, ())
        known = len(ended.result.places) == len(entrants)
        seats = tuple(
            Seated(
                self.names.get(entrant, f"{entrant}"),
                ended.result.places[seat] if known else 0,
                ended.result.scores[seat] if seat < len(ended.result.scores) else 0,
                seat in ended.forfeits,
            )
            for seat, entrant in enumerate(entrants)
        )
        return GameOver(ended.number, ended.match_id, seats, ended.reason)


async def make_sure(organiser: Tilth, address: str, folder: Folder, plan: Plan) -> tournaments_pb2.Tournament:
    """The arena's tournament, running: made if there is none yet, entered by all, started, or gone on with."""
    tournament_id = folder.tournament_id
    if not tournament_id:
        folder.keep_tokens(await _registered(address, plan))
        made = await organiser.tournaments.create(settings=plan.settings, request_id=plan.request_id)
        tournament_id = made.id
        folder.keep_tournament(tournament_id)
    tournament = await organiser.tournaments.get(tournament_id)
    if tournament.state == tournaments_pb2.TOURNAMENT_STATE_ENTRY:
        tournament = await _entered(organiser, tournament, folder.tokens())
        tournament = await organiser.tournaments.start(tournament.id)
    elif tournament.state == tournaments_pb2.TOURNAMENT_STATE_PAUSED:
        tournament = await organiser.tournaments.resume(tournament.id)
    return tournament


async def _registered(address: str, plan: Plan) -> dict[str, str]:
    tokens = {}
    for player in plan.players:
        async with connect(address, patience=PATIENCE) as server:
            await server.register(player.name)
            tokens[player.name] = server.token
    return tokens


async def _entered(
    organiser: Tilth, tournament: tournaments_pb2.Tournament, tokens: dict[str, str]
) -> tournaments_pb2.Tournament:
    """In the order they were named: it is the order of their numbers."""
    there = {entrant.player_name for entrant in tournament.entrants}
    ids = {player.name: player.id async for player in organiser.players()}
    for name in tokens:
        if name not in there:
            tournament = await organiser.tournaments.enter(tournament.id, ids[name])
    return tournament

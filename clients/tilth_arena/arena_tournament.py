"""The tournament of an arena, as its organiser sees it: how it is created and started, and the results of its games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tilth.v1 import tournaments_pb2
from tilth_arena.folder import Folder
from tilth_arena.plan import Plan
from tilth_client import Tilth, connect, new_token

RETRY_SECONDS: Final = 60.0
ENDED_STATES: Final = frozenset(
    {tournaments_pb2.TOURNAMENT_STATE_FINISHED, tournaments_pb2.TOURNAMENT_STATE_CANCELLED}
)


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one bot in one game: its name, its place (from 1; 0 if there is none) and score, and whether it
    forfeited."""

    name: str
    place: int = 0
    score: int = 0
    forfeited: bool = False


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The result of a game that has ended: its number, its match, the results by seat, and a reason if the record gives
    one. A game without places counts for nobody."""

    number: int
    match_id: str
    seats: tuple[SeatResult, ...]
    reason: str = ""


@dataclass(slots=True)
class TournamentProgress:
    """The state of a tournament, as far as its records have arrived. `cancelled` is the reason if it was cancelled,
    otherwise None."""

    names: dict[int, str] = field(default_factory=dict)
    """The entrants' names by number."""
    paired: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The entrants of each game, by seat."""
    finished_pairings: int = 0
    finished: bool = False
    cancelled: str | None = None

    def apply_record(self, record: tournaments_pb2.TournamentRecord) -> PairingResult | None:
        """Apply the next record of the tournament. Return the result of the game that it ends; None if it ends none."""
        match record.WhichOneof("cause"):
            case "paired":
                self.paired |= {game.number: tuple(game.seats) for game in record.paired.pairings}
            case "pairing_ended":
                self.finished_pairings += 1
                return self._pairing_result(record.pairing_ended)
            case "finished":
                self.finished = True
            case "cancelled":
                self.cancelled = record.cancelled.reason
        return None

    def _pairing_result(self, ended: tournaments_pb2.TournamentPairingEnded) -> PairingResult:
        """Return the result of a game with the names of its entrants. Places are 0 if the record does not give one for
        every seat."""
        entrants = self.paired.get(ended.number, ())
        known = len(ended.result.places) == len(entrants)
        seats = tuple(
            SeatResult(
                self.names.get(entrant, f"{entrant}"),
                ended.result.places[seat] if known else 0,
                ended.result.scores[seat] if seat < len(ended.result.scores) else 0,
                seat in ended.forfeits,
            )
            for seat, entrant in enumerate(entrants)
        )
        return PairingResult(ended.number, ended.match_id, seats, ended.reason)


async def ensure_tournament(
    organiser: Tilth, address: str, folder: Folder, plan: Plan, versions: Mapping[str, str]
) -> tournaments_pb2.Tournament:
    """Return the arena's tournament, which now runs unless it has ended. Create it if there is none yet, enter all
    players and start it if it has not begun, and resume it if it is paused. `versions` are those of the bots, by name;
    a bot that has changed since it was entered is entered again with its version."""
    tournament_id = folder.tournament_id
    if not tournament_id:
        folder.keep_tokens(await _register_players(address, plan, folder))
        made = await organiser.tournaments.create(settings=plan.settings, request_id=plan.request_id)
        tournament_id = made.id
        folder.keep_tournament(tournament_id)
    tournament = await organiser.tournaments.get(tournament_id)
    if tournament.state == tournaments_pb2.TOURNAMENT_STATE_ENTRY:
        tournament = await _enter_players(organiser, tournament, folder.tokens(), versions)
        tournament = await organiser.tournaments.start(tournament.id)
    elif tournament.state not in ENDED_STATES:
        tournament = await _enter_players(organiser, tournament, folder.tokens(), versions)
    if tournament.state == tournaments_pb2.TOURNAMENT_STATE_PAUSED:
        tournament = await organiser.tournaments.resume(tournament.id)
    return tournament


async def _register_players(address: str, plan: Plan, folder: Folder) -> dict[str, str]:
    """Register the plan's players with the server and return their tokens by name. Tokens are kept in the folder before
    they are used, so a killed arena can resume."""
    tokens = folder.tokens() or {player.name: new_token() for player in plan.players}
    folder.keep_tokens(tokens)
    for player in plan.players:
        async with connect(address, retry_seconds=RETRY_SECONDS) as server:
            await server.register(player.name, token=tokens[player.name])
            tokens[player.name] = server.token
    return tokens


async def _enter_players(
    organiser: Tilth,
    tournament: tournaments_pb2.Tournament,
    tokens: dict[str, str],
    versions: Mapping[str, str],
) -> tournaments_pb2.Tournament:
    """Enter the players named in `tokens` who are not entered yet, or not with their present version, in that order,
    which is the order of their numbers. The organiser makes the calls. Return the tournament."""
    there = {entrant.player_name: entrant for entrant in tournament.entrants}
    ids = {player.name: player.id async for player in organiser.players()}
    for name in tokens:
        entrant, version = there.get(name), versions.get(name, "")
        if entrant is None or (entrant.version != version and not entrant.withdrawn):
            tournament = await organiser.tournaments.enter(tournament.id, ids[name], version=version)
    return tournament

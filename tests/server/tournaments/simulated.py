"""Whole tournaments without a server: records go through the real fold, and results come from a model of strength.

The result of a game depends on who plays it and its number alone, not on when it is played. So two runs that only
differ in the order in which results come have the same results.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import Finished, Tables, Wait, format_of
from tilth_server.tournaments.formats.lookup import check
from tilth_server.tournaments.paired_tables import LOWEST_SUBTRACTED, tables_of
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.seating import pairing_record
from tilth_server.tournaments.tournament import State, Tournament, apply_record, tournament_from

BEGIN_MS = 1_000_000
GAME_MS = 700
PATIENT_MS = 365 * 24 * 3_600_000

Between = Callable[["Simulated"], None]


class Simulated:
    """One tournament; `tournament` is what formats see."""

    def __init__(
        self,
        settings: pb.TournamentSettings,
        entrants: int,
        *,
        strengths: Sequence[float] | None = None,
        luck: int = 0,
        void: float = 0.0,
    ) -> None:
        """`strengths` are Elo numbers by entrant; without them the first is the best, 50 apart. `luck` is the seed of
        the results, `void` how often a game counts for nobody."""
        check(settings)
        self.now_ms = BEGIN_MS
        self.records: list[pb.TournamentRecord] = []
        self.strengths = list(strengths or [50.0 * -number for number in range(entrants)])
        self.luck = luck
        self.void = void
        self.format = format_of(settings)
        created = pb.TournamentCreated(
            settings=settings, seed=bytes(range(32)), points_in_play_formula=LOWEST_SUBTRACTED
        )
        self.tournament = tournament_from("tournament", self._record(created=created))
        for number in range(entrants):
            self.enter(f"player-{number}")

    def enter(self, player_id: str) -> None:
        self.take(entered=pb.TournamentEntered(player_id=player_id))
        while len(self.strengths) < len(self.tournament.entrants):
            self.strengths.append(0.0)

    def withdraw(self, entrant: int) -> None:
        """Withdraw an entrant as a director does: the entrant's unfinished games are forfeited."""
        player_id = self.tournament.entrants[entrant].player_id
        self.take(withdrawn=pb.TournamentWithdrawn(player_id=player_id))
        for game in self.due():
            if entrant in game.seats:
                places = [len(game.seats) if each == entrant else 1 for each in game.seats]
                self.end(game, places, state=PairingState.ADJUDICATED)

    def start(self) -> None:
        self.take(started=pb.TournamentStarted())

    def due(self) -> list[Pairing]:
        return [game for game in self.tournament.pairings if not game.state.has_ended]

    def step(self) -> Tables | Wait | Finished:
        """Ask the format, and do what it says."""
        found = self.format.next(self.tournament, self.now_ms)
        if isinstance(found, Tables):
            self.take(paired=pairing_record(self.tournament, found))
        elif isinstance(found, Finished):
            self.take(finished=pb.TournamentFinished())
        return found

    def end(
        self,
        game: Pairing,
        places: Sequence[int] | None = None,
        scores: Sequence[int] = (),
        state: PairingState = PairingState.FINISHED,
    ) -> None:
        """A game's result: this one, or the model's."""
        self.now_ms += GAME_MS
        if places is None:
            places, scores, state = self.result(game)
        ended = pb.TournamentPairingEnded(number=game.number, state=state, ended_at=self._at())  # type: ignore[arg-type]
        ended.result.places.extend(places)
        ended.result.scores.extend(scores)
        self.take(pairing_ended=ended)

    def result(self, game: Pairing) -> tuple[list[int], list[int], PairingState]:
        """Return a random result: the better of two entrants 200 points apart wins three games in four."""
        random = Random(f"{self.luck} {game.number} {game.seats}")
        if random.random() < self.void:
            return [], [], PairingState.VOID
        scores = [
            max(0, round(50 + (self.strengths[each] + random.gauss(0, 200)) / 25)) for each in game.seats
        ]
        places = [1 + sum(other > score for other in scores) for score in scores]
        return places, scores, PairingState.FINISHED

    def play(
        self, *, order: Random | None = None, at_once: int = 64, between: Between | None = None
    ) -> "Simulated":
        """Play the tournament to its end. `order` draws the game whose result comes next; without it, the game of the
        lowest number is next. `between` is called before each step."""
        if self.tournament.state is State.ENTRY:
            self.start()
        while self.tournament.state is State.RUNNING:
            if between is not None:
                between(self)
            due = self.due()
            found = self.step() if len(due) < at_once else Wait()
            if isinstance(found, Wait):
                self._wait(found, due, order)
        return self

    def play_round(self) -> None:
        """Play all games that are due."""
        for game in self.due():
            self.end(game)

    def tables(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Round and entrants of each table, in order."""
        for played in self.tournament.rounds:
            for games in tables_of(played).values():
                yield played.number, tuple(sorted(games[0].seats))

    def take(self, **cause: object) -> None:
        apply_record(self.tournament, self._record(**cause))

    def _wait(self, found: Wait, due: Sequence[Pairing], order: Random | None) -> None:
        """Wait for the next result, or move the clock on."""
        if due:
            self.end(order.choice(due) if order else due[0])
            return
        if self.now_ms >= found.until_ms:
            raise AssertionError("nothing is being played, and nothing comes")
        self.now_ms = found.until_ms

    def _record(self, **cause: object) -> pb.TournamentRecord:
        record = pb.TournamentRecord(at=self._at(), **cause)  # type: ignore[arg-type]
        self.records.append(record)
        return record

    def _at(self) -> Timestamp:
        at = Timestamp()
        at.FromMilliseconds(self.now_ms)
        return at


def settings(seats: int = 2, **fields: object) -> pb.TournamentSettings:
    """A tournament of one game; `fields` say which."""
    made = pb.TournamentSettings(table_seats=seats, **fields)  # type: ignore[arg-type]
    if not made.game_setups:
        made.game_setups.add(game="petrichor")
    return made


def replayed(records: Sequence[pb.TournamentRecord]) -> Tournament:
    """The tournament of these records, as a restarted director reads it."""
    tournament = tournament_from("tournament", records[0])
    for record in records[1:]:
        apply_record(tournament, record)
    return tournament

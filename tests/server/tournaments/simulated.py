"""Whole tournaments without a server: records go through the real fold, and results come from a model of strength.

The result of a game depends on who plays it and its number alone, not on when it is played. So two runs that only
differ in the order in which results come have the same results.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from google.protobuf.timestamp_pb2 import Timestamp

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest, Game, GameState, State, born, grown
from tilth_server.tournaments.formats import Finished, Tables, Wait, format_of
from tilth_server.tournaments.formats.of import check
from tilth_server.tournaments.seating import paired
from tilth_server.tournaments.tables import tables_of

BEGIN_MS = 1_000_000
GAME_MS = 700
PATIENT_MS = 365 * 24 * 3_600_000

Between = Callable[["Simulated"], None]


class Simulated:
    """One tournament; `contest` is what formats see."""

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
        created = pb.TournamentCreated(settings=settings, seed=bytes(range(32)))
        self.contest = born("tournament", self._record(created=created))
        for number in range(entrants):
            self.enter(f"player-{number}")

    def enter(self, player_id: str) -> None:
        self.take(entered=pb.TournamentEntered(player_id=player_id))
        while len(self.strengths) < len(self.contest.entrants):
            self.strengths.append(0.0)

    def withdraw(self, entrant: int) -> None:
        """As a director does: their games that aren't over are forfeited."""
        player_id = self.contest.entrants[entrant].player_id
        self.take(withdrawn=pb.TournamentWithdrawn(player_id=player_id))
        for game in self.due():
            if entrant in game.seats:
                places = [len(game.seats) if each == entrant else 1 for each in game.seats]
                self.end(game, places, state=GameState.ADJUDICATED)

    def start(self) -> None:
        self.take(started=pb.TournamentStarted())

    def due(self) -> list[Game]:
        return [game for game in self.contest.games if not game.state.is_over]

    def step(self) -> Tables | Wait | Finished:
        """Ask the format, and do what it says."""
        found = self.format.next(self.contest, self.now_ms)
        if isinstance(found, Tables):
            self.take(paired=paired(self.contest, found))
        elif isinstance(found, Finished):
            self.take(finished=pb.TournamentFinished())
        return found

    def end(
        self,
        game: Game,
        places: Sequence[int] | None = None,
        scores: Sequence[int] = (),
        state: GameState = GameState.OVER,
    ) -> None:
        """A game's result: this one, or the model's."""
        self.now_ms += GAME_MS
        if places is None:
            places, scores, state = self.result(game)
        ended = pb.TournamentGameEnded(number=game.number, state=state, ended_at=self._at())  # type: ignore[arg-type]
        ended.result.places.extend(places)
        ended.result.scores.extend(scores)
        self.take(game_ended=ended)

    def result(self, game: Game) -> tuple[list[int], list[int], GameState]:
        """Of two 200 apart the better wins three games in four; close scores are equal."""
        random = Random(f"{self.luck} {game.number} {game.seats}")
        if random.random() < self.void:
            return [], [], GameState.VOID
        scores = [
            max(0, round(50 + (self.strengths[each] + random.gauss(0, 200)) / 25)) for each in game.seats
        ]
        places = [1 + sum(other > score for other in scores) for score in scores]
        return places, scores, GameState.OVER

    def play(
        self, *, order: Random | None = None, at_once: int = 64, between: Between | None = None
    ) -> "Simulated":
        """To the end. `order` draws whose result comes next, without it that of the lowest number; `between` is
        called before each step."""
        if self.contest.state is State.ENTRY:
            self.start()
        while self.contest.state is State.RUNNING:
            if between is not None:
                between(self)
            due = self.due()
            found = self.step() if len(due) < at_once else Wait()
            if isinstance(found, Wait):
                self._wait(found, due, order)
        return self

    def play_round(self) -> None:
        """All games that are due."""
        for game in self.due():
            self.end(game)

    def tables(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Round and entrants of each table, in order."""
        for played in self.contest.rounds:
            for games in tables_of(played).values():
                yield played.number, tuple(sorted(games[0].seats))

    def take(self, **cause: object) -> None:
        grown(self.contest, self._record(**cause))

    def _wait(self, found: Wait, due: Sequence[Game], order: Random | None) -> None:
        """For a result, or for the time."""
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
    if not made.games:
        made.games.add(game="petrichor")
    return made


def replayed(records: Sequence[pb.TournamentRecord]) -> Contest:
    """The contest of these records, as a director that starts anew reads it."""
    contest = born("tournament", records[0])
    for record in records[1:]:
        grown(contest, record)
    return contest

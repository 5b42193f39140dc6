"""Contests written down: entrants and results by round, made into one by the records that a director would write."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilth.v1 import decision_pb2 as decision
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest, GameState, born, grown


class Result(NamedTuple):
    """One game, by seat. No places: it is still to be played."""

    seats: Sequence[str]
    places: Sequence[int] = ()
    scores: Sequence[int] = ()
    forfeits: Sequence[int] = ()
    state: GameState = GameState.OVER
    match: bool = True


def won(winner: str, loser: str) -> Result:
    return Result((winner, loser), (1, 2))


def drawn(first: str, second: str) -> Result:
    return Result((first, second), (1, 1))


class Sheet:
    """A contest that is being filled in."""

    def __init__(self, players: Iterable[str], settings: pb.TournamentSettings) -> None:
        settings.table_seats = settings.table_seats or 2
        if not settings.games:
            settings.games.add(game="orchard")
        created = pb.TournamentCreated(settings=settings, organiser_id="organiser", seed=bytes(32))
        self.contest: Contest = born("t", pb.TournamentRecord(created=created))
        for player in players:
            self.write(pb.TournamentRecord(entered=pb.TournamentEntered(player_id=player)))
        self.write(pb.TournamentRecord(started=pb.TournamentStarted()))

    def write(self, entry: pb.TournamentRecord) -> None:
        grown(self.contest, entry)

    def enter(self, player: str) -> None:
        self.write(pb.TournamentRecord(entered=pb.TournamentEntered(player_id=player)))

    def withdraw(self, player: str) -> None:
        self.write(pb.TournamentRecord(withdrawn=pb.TournamentWithdrawn(player_id=player)))

    def round(self, *tables: Sequence[Result], byes: Sequence[str] = (), backwards: bool = False) -> "Sheet":
        """Tables, each with its games. `backwards`: the results come in from the last to the first."""
        results, paired = [], pb.TournamentPaired(round=len(self.contest.rounds) + 1)
        paired.byes.extend(self.contest.numbers[player] for player in byes)
        number = len(self.contest.games)
        for table, games in enumerate(tables, start=1):
            for result in games:
                number += 1
                seats = [self.contest.numbers[player] for player in result.seats]
                paired.games.add(number=number, table=table, seats=seats, deal=number)
                results.append((number, result))
        self.write(pb.TournamentRecord(paired=paired))
        for number, result in reversed(results) if backwards else results:
            if result.places or result.state == GameState.VOID:
                self.write(pb.TournamentRecord(game_ended=_ended(number, result)))
        return self


def _ended(number: int, result: Result) -> pb.TournamentGameEnded:
    ended = pb.TournamentGameEnded(
        number=number,
        match_id=f"match-{number}" if result.match else "",
        state=pb.PairingState.ValueType(int(result.state)),
        result=decision.Result(places=result.places, scores=result.scores),
        forfeits=result.forfeits,
    )
    ended.ended_at.FromMilliseconds(1000 * number)
    return ended

"""Contests written down: entrants and results by round, made into one by the records that a director would write."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilth.v1 import decision_pb2 as decision
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.paired_tables import LOWEST_SUBTRACTED
from tilth_server.tournaments.pairing import PairingState
from tilth_server.tournaments.tournament import Tournament, apply_record, tournament_from


class Result(NamedTuple):
    """One game, by seat. No places: it is still to be played."""

    seats: Sequence[str]
    places: Sequence[int] = ()
    scores: Sequence[int] = ()
    forfeits: Sequence[int] = ()
    state: PairingState = PairingState.FINISHED
    match: bool = True


def won(winner: str, loser: str) -> Result:
    return Result((winner, loser), (1, 2))


def drawn(first: str, second: str) -> Result:
    return Result((first, second), (1, 1))


class Sheet:
    """A tournament that is being filled in."""

    def __init__(
        self, players: Iterable[str], settings: pb.TournamentSettings, formula: int = LOWEST_SUBTRACTED
    ) -> None:
        settings.table_seats = settings.table_seats or 2
        if not settings.game_setups:
            settings.game_setups.add(game="orchard")
        created = pb.TournamentCreated(
            settings=settings, organiser_id="organiser", seed=bytes(32), points_in_play_formula=formula
        )
        self.tournament: Tournament = tournament_from("t", pb.TournamentRecord(created=created))
        for player in players:
            self.write(pb.TournamentRecord(entered=pb.TournamentEntered(player_id=player)))
        self.write(pb.TournamentRecord(started=pb.TournamentStarted()))

    def write(self, entry: pb.TournamentRecord) -> None:
        apply_record(self.tournament, entry)

    def enter(self, player: str) -> None:
        self.write(pb.TournamentRecord(entered=pb.TournamentEntered(player_id=player)))

    def withdraw(self, player: str) -> None:
        self.write(pb.TournamentRecord(withdrawn=pb.TournamentWithdrawn(player_id=player)))

    def round(self, *tables: Sequence[Result], byes: Sequence[str] = (), backwards: bool = False) -> "Sheet":
        """Tables, each with its games. `backwards`: the results come in from the last to the first."""
        results, paired = [], pb.TournamentPaired(round=len(self.tournament.rounds) + 1)
        paired.byes.extend(self.tournament.numbers[player] for player in byes)
        number = len(self.tournament.pairings)
        for table, games in enumerate(tables, start=1):
            for result in games:
                number += 1
                seats = [self.tournament.numbers[player] for player in result.seats]
                paired.pairings.add(number=number, table=table, seats=seats, deal=number)
                results.append((number, result))
        self.write(pb.TournamentRecord(paired=paired))
        for number, result in reversed(results) if backwards else results:
            if result.places or result.state == PairingState.VOID:
                self.write(pb.TournamentRecord(pairing_ended=_ended(number, result)))
        return self


def _ended(number: int, result: Result) -> pb.TournamentPairingEnded:
    ended = pb.TournamentPairingEnded(
        number=number,
        match_id=f"match-{number}" if result.match else "",
        state=pb.PairingState.ValueType(int(result.state)),
        result=decision.Result(places=result.places, scores=result.scores),
        forfeits=result.forfeits,
    )
    ended.ended_at.FromMilliseconds(1000 * number)
    return ended

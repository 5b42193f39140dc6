"""Knockout: who comes in the worse half of a table loses a life, and who has none left is out. One life is single
elimination, two are double.

At tables of more than two the best floor(k / 2) go on: 1 of 3, 2 of 4, 2 of 5 (`draw.py`). Who is left over has a bye,
which goes to the best seeded of those who had fewest; tables are never smaller. If so many withdraw that those who
are in can't fill the last table, those who went out last sit down with them, and play for nothing. If there are too
few even of these, those who are in share the first place.

Entrants are seeded in the order of entry, and each round the best seeded meets the lowest; those who have met are kept
apart while swaps between tables can do it. In double elimination the one who is unbeaten at the end has to lose twice.
How a table is decided: `bracket.py`. Nobody can enter once it has begun.
"""

from collections.abc import Sequence
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats.bracket import Bracket
from tilth_server.tournaments.formats.format import Finished, Tables, Wait
from tilth_server.tournaments.reasons import BAD_TOURNAMENT

MOST_LIVES: Final = 2


class Knockout:
    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_ROUNDS_SURVIVED,
        pb.TIE_BREAK_WINS,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        check_lives(settings.knockout.lives, "settings.knockout.lives")

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        return settings.table_seats

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        return 0

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        return _bracket(contest).next()

    def rounds(self, contest: Contest) -> int:
        """Of single elimination; how long a double one lasts depends on its last round."""
        bracket = _bracket(contest)
        if bracket.lives > 1:
            return 0
        over = sum(each.is_over for each in contest.rounds)
        return over + len(bracket.tables_to_come())

    def games_to_come(self, contest: Contest) -> int:
        return _bracket(contest).games_to_come()

    def stages(self, contest: Contest) -> Sequence[str]:
        stages = [""] * len(contest.entrants)
        if contest.started_ms:
            _bracket(contest).tell(stages)
        return stages

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        classes = _bracket(contest).rank()
        ranked = {each for rank in classes for each in rank}
        never = [each.number for each in contest.entrants if each.number not in ranked]
        return [*classes, never] if never else classes


def check_lives(lives: int, field: str) -> None:
    if lives > MOST_LIVES:
        raise Refusal(BAD_TOURNAMENT, f"there are {MOST_LIVES} lives at most", field=field)


def lives_of(lives: int) -> int:
    return lives or 1


def _bracket(contest: Contest) -> Bracket:
    field = contest.starters or tuple(entrant.number for entrant in contest.active())
    return Bracket(contest, field, lives_of(contest.settings.knockout.lives))

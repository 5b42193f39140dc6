"""Knockout: entrants in the worse half of a table lose a life, and an entrant without lives is out. One life is single
elimination, two are double elimination.

At tables of more than two the best floor(k / 2) entrants advance: 1 of 3, 2 of 4, 2 of 5 (`bracket_sizes.py`). Tables
are never smaller than `table_seats`. Entrants who are left over have a bye; byes go to the best seeded of the entrants
who had fewest. If withdrawals leave too few entrants for the last table, the entrants who went out last take its free
seats, and can't win it. If even they are too few, the entrants who are still in share the first place.

Entrants are seeded in the order of entry. In each round the best seeded meets the lowest seeded; entrants who have met
are kept apart as far as swaps between tables allow. In double elimination the entrant who is unbeaten at the end has to
lose twice. If the settings allow further sets, a table continues until points decide. `bracket.py` describes how the
entrants of a table are ranked. Nobody can enter after the start.
"""

from collections.abc import Sequence
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.bracket import Bracket
from tilth_server.tournaments.formats.format import Finished, Tables, Wait
from tilth_server.tournaments.tournament import Tournament

MAX_LIVES: Final = 2
MAX_FURTHER_SETS: Final = 1_000


class Knockout:
    """The format of single and double elimination."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_ROUNDS_SURVIVED,
        pb.TIE_BREAK_WINS,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse more than MAX_LIVES lives, and more than MAX_FURTHER_SETS further sets."""
        check_lives(settings.knockout.lives, "settings.knockout.lives")
        check_further_sets(settings.knockout.max_further_sets, "settings.knockout.max_further_sets")

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants fill one table."""
        return settings.table_seats

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return 0: a knockout has no bound of its own."""
        return 0

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the tables of the bracket's next round; Wait while a round is being played; Finished if none can
        follow.
        """
        return bracket_of(tournament).next()

    def rounds(self, tournament: Tournament) -> int:
        """Return the rounds of single elimination; 0 for double, whose length depends on its last round."""
        bracket = bracket_of(tournament)
        return 0 if bracket.lives > 1 else bracket.round_count()

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet, if nobody withdraws."""
        return bracket_of(tournament).games_to_come()

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return the progress of each entrant: "winner", "in" or "out in round 3"; "" for all before the start."""
        stages = [""] * len(tournament.entrants)
        if tournament.started_ms:
            bracket_of(tournament).write_stages(stages)
        return stages

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return the bracket's classes, and last the entrants who were never in the bracket."""
        classes = bracket_of(tournament).rank()
        ranked = {each for rank in classes for each in rank}
        never = [each.number for each in tournament.entrants if each.number not in ranked]
        return [*classes, never] if never else classes


def check_lives(lives: int, field: str) -> None:
    """Refuse more than MAX_LIVES lives; `field` is the setting that the refusal names."""
    if lives > MAX_LIVES:
        raise Refusal(TOURNAMENT_INVALID, f"an entrant has at most {MAX_LIVES} lives", field=field)


def check_further_sets(sets: int, field: str) -> None:
    """Refuse more than MAX_FURTHER_SETS further sets; `field` is the setting that the refusal names."""
    if sets > MAX_FURTHER_SETS:
        message = f"a table plays at most {MAX_FURTHER_SETS} further sets"
        raise Refusal(TOURNAMENT_INVALID, message, field=field)


def lives_of(lives: int) -> int:
    """Return the number of lives for this setting, whose 0 means 1."""
    return lives or 1


def bracket_of(tournament: Tournament) -> Bracket:
    """Return the bracket of the entrants who were active at the start; before it, of those who are active now."""
    field = tournament.starters or tuple(entrant.number for entrant in tournament.active())
    asked = tournament.settings.knockout
    return Bracket(tournament, field, lives_of(asked.lives), max_further_sets=asked.max_further_sets)

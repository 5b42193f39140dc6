"""The formats by name, and the checks that all of them have in common."""

from collections.abc import Mapping
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.benchmark import Benchmark
from tilth_server.tournaments.formats.format import Format
from tilth_server.tournaments.formats.gauntlet import Gauntlet
from tilth_server.tournaments.formats.groups import Groups
from tilth_server.tournaments.formats.knockout import Knockout
from tilth_server.tournaments.formats.ladder import Ladder
from tilth_server.tournaments.formats.round_robin import RoundRobin
from tilth_server.tournaments.formats.series import Series
from tilth_server.tournaments.formats.swiss import Swiss
from tilth_server.tournaments.points import games_per_table

FORMATS: Final[Mapping[str, Format]] = {
    "round_robin": RoundRobin(),
    "swiss": Swiss(),
    "knockout": Knockout(),
    "groups": Groups(),
    "ladder": Ladder(),
    "series": Series(),
    "gauntlet": Gauntlet(),
    "benchmark": Benchmark(),
}

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5
MAX_SETS: Final = 1_000
MAX_GAMES_PER_ROUND: Final = 20_000
"""Games that one record of pairings can hold."""


def format_of(settings: pb.TournamentSettings) -> Format:
    """Return the format of a tournament with these settings. Raises Refusal if they name none."""
    name = settings.WhichOneof("format")
    if name is None:
        raise Refusal(TOURNAMENT_INVALID, "a tournament needs a format", field="settings.format")
    return FORMATS[name]


def check(settings: pb.TournamentSettings) -> None:
    """Refuse settings that can't be played, with TOURNAMENT_INVALID and the field."""
    asked = format_of(settings)
    if not settings.HasField("benchmark") and not MIN_SEATS <= settings.table_seats <= MAX_SEATS:
        raise _invalid("table_seats", f"a table has {MIN_SEATS} to {MAX_SEATS} seats")
    if not settings.game_setups:
        raise _invalid("game_setups", "a tournament needs a game")
    if settings.sets > MAX_SETS:
        raise _invalid("sets", f"a table plays at most {MAX_SETS} sets")
    if settings.max_entrants and settings.max_entrants < settings.min_entrants:
        raise _invalid("max_entrants", "max_entrants is less than min_entrants")
    if len(set(settings.tie_breaks)) != len(settings.tie_breaks):
        raise _invalid("tie_breaks", "a tie-break is listed twice")
    asked.check(settings)
    most = max_entrants(settings)
    if most < min_entrants(settings):
        raise _invalid(
            "max_entrants",
            f"a tournament with these settings needs at least {min_entrants(settings)} entrants",
        )


def min_entrants(settings: pb.TournamentSettings) -> int:
    """Return how many entrants a tournament needs before it can start."""
    return max(settings.min_entrants, settings.table_seats, format_of(settings).min_entrants(settings))


def max_entrants(settings: pb.TournamentSettings) -> int:
    """Return how many players can enter: the least of the bounds of the settings, the format and a round's games."""
    bounds = (
        settings.max_entrants,
        format_of(settings).max_entrants(settings),
        max_entrants_per_round(settings),
    )
    return min(bound for bound in bounds if bound)


def max_entrants_per_round(settings: pb.TournamentSettings) -> int:
    """Return how many entrants have at most MAX_GAMES_PER_ROUND games if all of them are paired at once."""
    return MAX_GAMES_PER_ROUND // games_per_table(settings) * settings.table_seats


def _invalid(field: str, message: str) -> Refusal:
    """Return the refusal of a tournament's settings, for this field of them."""
    return Refusal(TOURNAMENT_INVALID, message, field=f"settings.{field}")

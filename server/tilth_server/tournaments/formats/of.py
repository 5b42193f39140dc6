"""The format that settings ask for, and what has to be right whichever it is."""

from collections.abc import Mapping
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.format import Format
from tilth_server.tournaments.formats.groups import Groups
from tilth_server.tournaments.formats.knockout import Knockout
from tilth_server.tournaments.formats.ladder import Ladder
from tilth_server.tournaments.formats.round_robin import RoundRobin
from tilth_server.tournaments.formats.series import Series
from tilth_server.tournaments.formats.swiss import Swiss
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.tournaments.tally import games_of_a_table

FORMATS: Final[Mapping[str, Format]] = {
    "round_robin": RoundRobin(),
    "swiss": Swiss(),
    "knockout": Knockout(),
    "groups": Groups(),
    "ladder": Ladder(),
    "series": Series(),
}

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 5
MOST_SETS: Final = 1_000
MOST_AT_ONCE: Final = 20_000
"""Games that are paired at once: one record holds them."""


def format_of(settings: pb.TournamentSettings) -> Format:
    name = settings.WhichOneof("format")
    if name is None:
        raise Refusal(BAD_TOURNAMENT, "a tournament has a format", field="settings.format")
    return FORMATS[name]


def check(settings: pb.TournamentSettings) -> None:
    """Raises Refusal(BAD_TOURNAMENT) with the field, for what can't be played in any format or in this one."""
    asked = format_of(settings)
    if not LEAST_SEATS <= settings.table_seats <= MOST_SEATS:
        raise _bad("table_seats", f"a table has {LEAST_SEATS} to {MOST_SEATS} seats")
    if not settings.games:
        raise _bad("games", "a tournament plays some game")
    if settings.sets > MOST_SETS:
        raise _bad("sets", f"a table plays {MOST_SETS} sets at most")
    if settings.most_entrants and settings.most_entrants < settings.least_entrants:
        raise _bad("most_entrants", "there can't be fewer entrants than there must be")
    if len(set(settings.tie_breaks)) != len(settings.tie_breaks):
        raise _bad("tie_breaks", "a tie-break that comes twice breaks nothing")
    asked.check(settings)
    most = most_entrants(settings)
    if most < least_entrants(settings):
        raise _bad("most_entrants", f"this can't be played by fewer than {least_entrants(settings)}")


def least_entrants(settings: pb.TournamentSettings) -> int:
    """How many must have entered before it can begin."""
    return max(settings.least_entrants, settings.table_seats, format_of(settings).least_entrants(settings))


def most_entrants(settings: pb.TournamentSettings) -> int:
    """How many can enter."""
    bounds = (settings.most_entrants, format_of(settings).most_entrants(settings), most_at_once(settings))
    return min(bound for bound in bounds if bound)


def most_at_once(settings: pb.TournamentSettings) -> int:
    """How many have no more than MOST_AT_ONCE games when all of them are paired."""
    return MOST_AT_ONCE // games_of_a_table(settings) * settings.table_seats


def _bad(field: str, what: str) -> Refusal:
    return Refusal(BAD_TOURNAMENT, what, field=f"settings.{field}")

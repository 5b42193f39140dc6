"""Every match that is kept, of every game."""

from typing import NamedTuple

from tests.playthroughs import agricola_matches, earth_matches, petrichor_matches, sonora_matches
from tests.playthroughs.setups import Golden, Setup
from tilth_rules import agricola, earth, petrichor, sonora
from tilth_rules.kernel import Game
from tilth_rules.playthrough import Names


class Kept(NamedTuple):
    """The matches of one game."""

    game: Game
    goldens: tuple[Golden, ...]
    setups: tuple[Setup, ...]


GAMES = (
    Kept(petrichor.game, petrichor_matches.GOLDENS, petrichor_matches.SETUPS),
    Kept(sonora.game, sonora_matches.GOLDENS, sonora_matches.SETUPS),
    Kept(earth.game, earth_matches.GOLDENS, earth_matches.SETUPS),
    Kept(agricola.game, agricola_matches.GOLDENS, agricola_matches.SETUPS),
)


def find(name: str) -> tuple[Setup, Names]:
    """Return the match of this name, and the names of its game."""
    for kept in GAMES:
        for setup in (*kept.setups, *(golden.setup for golden in kept.goldens)):
            if str(setup) == name:
                alike = (golden.names for golden in kept.goldens if golden.setup.seats == setup.seats)
                return setup, next(alike, kept.goldens[-1].names)
    known = " ".join(str(setup) for kept in GAMES for setup in kept.setups)
    raise SystemExit(f"there is no match {name}; there are {known}")

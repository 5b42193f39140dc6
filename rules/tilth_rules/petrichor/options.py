"""The options of a match, and the check of them."""

from typing import Final

import msgspec

from tilth_rules.kernel import OptionsRefused
from tilth_rules.petrichor.content.compiled import Values, read

SEATS: Final = (1, 2, 3, 4)
SOLO_ONLY: Final = ("double_card", "non_random_targeting", "no_more_tricks", "one_more_turn")
NOT_SOLO: Final = {
    "long_form": "the solo game has four rounds",
    "first_layout": "the solo game orders its tiles by priority",
    "draft": "a draft needs somebody to pass cards to",
    "lake": "the Lake is not used in solo play",
}


class Options(msgspec.Struct, frozen=True):
    """The forms, variants and promos of a match. The plain short game is the default."""

    long_form: bool = False
    """Six rounds instead of four."""
    first_layout: bool = False
    """The layout suggested for a first game, instead of shuffled tiles."""
    draft: bool = False
    """Cards are drafted instead of dealt."""
    fertilizer: bool = False
    """Promo: three fertilizer tokens are placed before the tiles are turned up."""
    cactus: bool = False
    """Promo: the Maltese Cactus is shuffled in with the tiles."""
    lake: bool = False
    """Promo: the Lake is shuffled in with the tiles."""
    double_card: bool = False
    """Solo: the neutral player resolves two cards a turn."""
    non_random_targeting: bool = False
    """Solo: the neutral player aims instead of rolling the die."""
    no_more_tricks: bool = False
    """Solo: Wheat and Potato are taken out."""
    one_more_turn: bool = False
    """Solo: the neutral player takes one more turn after the pass."""
    values: str = ""
    """Printed values to use instead of `content/values.json`: the same JSON, or only what differs."""


def check(options: Options, seats: int) -> None:
    """Raise OptionsRefused if no match can be played with these options and this number of seats."""
    if seats not in SEATS:
        raise OptionsRefused("seats", "one to four can play")
    for name in SOLO_ONLY if seats > 1 else ():
        if getattr(options, name):
            raise OptionsRefused(name, "only the solo game has a neutral player")
    for name, why in NOT_SOLO.items() if seats == 1 else ():
        if getattr(options, name):
            raise OptionsRefused(name, why)
    if options.first_layout and (options.cactus or options.lake):
        raise OptionsRefused("first_layout", "the suggested layouts have no place for promo tiles")
    read(options.values)


def values_of(options: Options) -> Values:
    """Return the values that a match is played with."""
    return read(options.values)

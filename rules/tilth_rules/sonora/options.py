"""The options of a match, and the check of them."""

from typing import Final

import msgspec

from tilth_rules.kernel import OptionsRefused
from tilth_rules.sonora.content.compiled.values import Values, read, with_wood

SEATS: Final = (1, 2, 3, 4)
LENGTHS: Final = (5, 6, 7)


class Options(msgspec.Struct, frozen=True):
    """The length and the variants of a match. Six rounds with steady hands are the default."""

    rounds: int = 6
    """The number of rounds, five to seven: a short, a usual or a long game."""
    no_pushing: bool = False
    """The advanced variant: a disc shoved into the zone next to its own corner is out."""
    tremor: bool = False
    """Hands tremble a little: each flick errs in its aim and its strength, by chance."""
    values: str = ""
    """Board and sheets to use instead of `content/values.json`: the same JSON, or only what differs."""


def check(options: Options, seats: int) -> None:
    """Raise OptionsRefused if no match can be played with these options and this number of seats."""
    if seats not in SEATS:
        raise OptionsRefused("seats", "one to four can play")
    if options.rounds not in LENGTHS:
        raise OptionsRefused("rounds", "five, six or seven")
    read(options.values)


def with_fixed_values(options: Options) -> Options:
    """Return the options with the values of the physics filled in, because a later build may have more exact ones."""
    return msgspec.structs.replace(options, values=with_wood(options.values))


def values_of(options: Options) -> Values:
    """Return the values that a match is played with."""
    return read(options.values)

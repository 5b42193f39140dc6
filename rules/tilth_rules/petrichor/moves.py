"""The moves that options stand for, and the numbers of the options: a line for each kind of option.

Tiles count from 0. Cards and weathers are kinds, which count from 1.
"""

from typing import Final

from tilth_rules.common.option_numbers import Grid, OptionNumbers, Single, Span
from tilth_rules.kernel import Move
from tilth_rules.petrichor.actions.payments import PAYMENTS
from tilth_rules.petrichor.fields import CELLS

KINDS: Final = 5


class Fertilize(Move):
    """Put a fertilizer token on a tile."""

    tile: int


class Keep(Move):
    """Keep a card of this kind from the pack."""

    card: int


class PlaceCloud(Move):
    """Put a new cloud with one drop of the player's own above a tile."""

    tile: int


class Pass(Move):
    """Take no action."""


class Play(Move):
    """Perform this action, and vote for it."""

    action: int


class Pay(Move):
    """Discard these cards for the action."""

    cards: tuple[int, ...]


class AddDrops(Move):
    """Add two drops to the cloud above a tile."""

    tile: int


class BlowCloud(Move):
    """Move the cloud above a tile to another tile."""

    tile: int
    to: int


class RainFrom(Move):
    """Let one drop fall from the cloud above a tile."""

    tile: int


class RainDrop(Move):
    """Let a drop of this owner fall from the cloud above a tile."""

    tile: int
    owner: int


class TakeDrop(Move):
    """Take a drop of the player's own back from a tile."""

    tile: int


class VoteFor(Move):
    """Place a vote on a weather space."""

    weather: int


class LowerDie(Move):
    """Turn a harvest die that shows this many votes one lower."""

    face: int


class TakeVote(Move):
    """Take the vote to place from this weather space."""

    weather: int


class EndTurn(Move):
    """End the action phase, so that the turn can no longer be undone."""


class Discard(Move):
    """Discard a card of this kind."""

    card: int


class ChooseWeather(Move):
    """Break the tie for this weather."""

    weather: int


class DoubleDrops(Move):
    """Double the player's own drops in the cloud above a tile."""

    tile: int


class PickUpDrop(Move):
    """Pick a drop of this owner on a tile, to be moved to an adjacent one."""

    tile: int
    owner: int


class PutDownDrop(Move):
    """Move the picked drop to this tile."""

    to: int


FERTILIZE: Final = Span(0, CELLS, Fertilize)
KEEP: Final = Span(0, KINDS, Keep, low=1)
PLACE_CLOUD: Final = Span(0, CELLS, PlaceCloud)
PASS: Final = Single(0, Pass())
"""The option for passing in matches of version 1. Later versions pass by picking nothing."""
PLAY: Final = Span(0, KINDS, Play, low=1)
TURN: Final = OptionNumbers(PASS, PLAY)
PAY: Final = Span(0, len(PAYMENTS), lambda payment: Pay(PAYMENTS[payment]))
ADD_DROPS: Final = Span(0, CELLS, AddDrops)
BLOW_CLOUD: Final = Grid(0, CELLS, 16, BlowCloud)
RAIN_FROM: Final = Span(0, CELLS, RainFrom)
RAIN_DROP: Final = Grid(0, CELLS, 4, RainDrop)
TAKE_DROP: Final = Span(0, CELLS, TakeDrop)
VOTE_FOR: Final = Span(0, KINDS, VoteFor, low=1)
LOWER_DIE: Final = Span(4, 5, LowerDie, low=1)
VOTE: Final = OptionNumbers(VOTE_FOR, LOWER_DIE)
TAKE_VOTE: Final = Span(0, KINDS, TakeVote, low=1)
END_TURN: Final = Single(0, EndTurn())
"""The option for ending the phase in matches of version 1. Later versions end it by picking nothing."""
DISCARD: Final = Span(0, KINDS, Discard, low=1)
CHOOSE_WEATHER: Final = Span(0, KINDS, ChooseWeather, low=1)
DOUBLE_DROPS: Final = Span(0, CELLS, DoubleDrops)
PICK_UP_DROP: Final = Grid(0, CELLS, 4, PickUpDrop)
PUT_DOWN_DROP: Final = Span(0, CELLS, PutDownDrop)

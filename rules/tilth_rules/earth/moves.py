"""What the options of decisions mean, and how they are numbered.

A number below 1024 says what; how a gain is taken (in full, less of it, into a team's shared area) is added to it in
multiples of 1024. Standing offers begin at 8192.
"""

from typing import Final

from tilth_rules.earth.words import ALL
from tilth_rules.kernel import Move

TAKING: Final = 1024
PLANTS: Final = 512
"""+ face, where the option is to plant it; places and goods are below."""
TAKES: Final = 64
"""+ good, where the option is what to take; places are below."""
EVENTS_FROM: Final = 8192
"""+ face: an event from the hand."""
EXCHANGE: Final = 16384
PICK_UP: Final = 16400
"""+ good + 8 * seat: something from a half of the team's shared area."""

GROWTH_AT: Final = 64
CARDS_AT: Final = 128
"""Where pieces of both kinds are named: sprouts by place, growth at 64 + place; in a price also hand cards, at
128 + face."""


def taken(option: int) -> tuple[int, int]:
    """What an option is about, and how its gains are taken."""
    how, what = divmod(option, TAKING)
    return what, how + ALL


def taking(what: int, how: int) -> int:
    return what + TAKING * (how - ALL)


class ChooseSide(Move):
    """Play with this island, climate or ecosystem."""

    card: int


class CompostCard(Move):
    """Put this card from the hand into the compost."""

    card: int


class ChooseAction(Move):
    """The action of this turn."""

    action: int
    taking: int


class PlantCard(Move):
    """Plant this card. What it gives at once is taken so."""

    card: int
    taking: int


class ChoosePlace(Move):
    """Plant it here."""

    place: int


class TakeGood(Move):
    """Take this of what the action offers."""

    good: int
    taking: int


class TakeAmount(Move):
    """One of this good, out of what could be taken."""

    good: int


class Activate(Move):
    """Use the ability of the card on this place (the island is 49, the climate 50)."""

    place: int
    taking: int


class CopyAbility(Move):
    """Do what the card on this place could do."""

    place: int
    taking: int


class PlaceSprout(Move):
    """One sprout on this place (51: into the team's shared area)."""

    place: int


class PlaceGrowth(Move):
    """One growth on this place (51: into the team's shared area)."""

    place: int


class PaySprout(Move):
    """One sprout from this place."""

    place: int


class PayGrowth(Move):
    """One growth from this place."""

    place: int


class KeepCard(Move):
    """Keep this card."""

    card: int


class PutBack(Move):
    """This card goes back, above those named after it."""

    card: int


class PlayEvent(Move):
    """Play this event."""

    card: int
    taking: int


class ExchangeSprouts(Move):
    """Three sprouts for two soil."""


class PickUpGood(Move):
    """Take something of this from a half of the team's shared area."""

    half: int
    good: int


class ChooseGoal(Move):
    """The fauna card at which Gaia puts a leaf."""

    goal: int


MOVES: tuple[type[Move], ...] = (
    ChooseSide,
    CompostCard,
    ChooseAction,
    PlantCard,
    ChoosePlace,
    TakeGood,
    TakeAmount,
    Activate,
    CopyAbility,
    PlaceSprout,
    PlaceGrowth,
    PaySprout,
    PayGrowth,
    KeepCard,
    PutBack,
    PlayEvent,
    ExchangeSprouts,
    PickUpGood,
    ChooseGoal,
)

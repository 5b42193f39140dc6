"""The numbers of decisions' options, and the moves that they mean.

A number below 1024 names a thing: a face, a place or a good. The way to take a gain (in full, less of it, into a
team's shared area) is added in multiples of 1024. Standing offers begin at 8192. Faces from 512 on have ranges of
their own, because there is no room for them below 1024.
"""

from collections.abc import Callable
from typing import Final

from tilth_rules.common.option_numbers import Grid, OptionNumbers, OptionRange, Single, Span
from tilth_rules.earth.area.area import PLACES
from tilth_rules.earth.codes import ALL, CLIMATE, LESS, OWN_COMPOST, SHARED
from tilth_rules.earth.content.cards import FACES
from tilth_rules.kernel import Move

TAKING: Final = 1024
PLANTS: Final = 512
"""Planting is 512 + face. Places and goods are below."""
TAKES: Final = 64
"""Taking a good is 64 + good. Places are below."""
EVENTS_FROM: Final = 8192
"""Playing an event from the hand is 8192 + face."""
EXCHANGE: Final = 16384
PICK_UP: Final = 16400
"""Taking from a half of the team's shared area is 16400 + good + 8 * seat."""
PICKED_GOODS: Final = 8
PICKED_SEATS: Final = 4

GROWTH_AT: Final = 64
CARDS_AT: Final = 128
"""Paying a hand card is 128 + face. In the same decision sprouts are named by place, and growth by 64 + place."""


FIRST_FAR_FACE: Final = 512
MAX_FACES: Final = 4096
FAR_PLANTS: Final = 1 << 20
"""Planting a face that has no room from 512 on is this + face + 4096 * the way to take its gains."""
FAR_EVENTS: Final = 1 << 21
"""Playing an event that has no room from 8192 on is this + face + 4096 * the way to take its gains."""


def plant_option(face: int) -> int:
    """Return the option to plant this face with its gains taken in full."""
    return (PLANTS if face < FIRST_FAR_FACE else FAR_PLANTS) + face


def event_option(face: int) -> int:
    """Return the offer to play this event with its gains taken in full."""
    return (EVENTS_FROM if face < FIRST_FAR_FACE else FAR_EVENTS) + face


def planted_face(option: int) -> tuple[int, int]:
    """Return the face that an option plants, and the way to take its gains (all, less, or shared)."""
    if option >= FAR_PLANTS:
        how, face = divmod(option - FAR_PLANTS, MAX_FACES)
        return face, how + ALL
    thing, how = taken_thing(option)
    return thing - PLANTS, how


def is_event(offer: int) -> bool:
    """Return whether a standing offer is to play an event from the hand."""
    return offer < EXCHANGE or offer >= FAR_EVENTS


def played_event(offer: int) -> tuple[int, int]:
    """Return the event that an offer plays, and the way to take its gains (all, less, or shared)."""
    if offer >= FAR_EVENTS:
        how, face = divmod(offer - FAR_EVENTS, MAX_FACES)
        return face, how + ALL
    return taken_thing(offer - EVENTS_FROM)


def with_taking(option: int, how: int) -> int:
    """Return the variant of an option that takes its gains in this way (less, or shared). `option` takes them in
    full."""
    return option + (TAKING if option < FAR_PLANTS else MAX_FACES) * (how - ALL)


def taken_thing(option: int) -> tuple[int, int]:
    """Return the number of the thing (place or good) that an option names, and the way to take its gains."""
    how, thing = divmod(option, TAKING)
    return thing, how + ALL


def taking_option(thing: int, how: int) -> int:
    """Return the option for a thing (place or good) with this way to take its gains."""
    return thing + TAKING * (how - ALL)


class ChooseSide(Move):
    """The seat plays with this island, climate or ecosystem."""

    card: int


class CompostCard(Move):
    """The seat puts this card from its hand into the compost."""

    card: int


class ChooseAction(Move):
    """The seat chooses this action for the turn."""

    action: int
    taking: int


class PlantCard(Move):
    """The seat plants this card. `taking` is the way to take its gains."""

    card: int
    taking: int


class ChoosePlace(Move):
    """The seat plants the card on this place."""

    place: int


class TakeGood(Move):
    """The seat takes this good from the action."""

    good: int
    taking: int


class TakeAmount(Move):
    """The seat takes one of this good. The option may be picked several times."""

    good: int


class Activate(Move):
    """The seat uses the ability of the card on this place (the island is 49, the climate 50)."""

    place: int
    taking: int


class CopyAbility(Move):
    """The seat uses the ability of the card on this place through the wild card."""

    place: int
    taking: int


class PlaceSprout(Move):
    """The seat puts one sprout on this place (51: into the team's shared area)."""

    place: int


class PlaceGrowth(Move):
    """The seat puts one growth on this place (51: into the team's shared area)."""

    place: int


class PaySprout(Move):
    """The seat pays one sprout from this place."""

    place: int


class PayGrowth(Move):
    """The seat pays one growth from this place."""

    place: int


class KeepCard(Move):
    """The seat keeps this card."""

    card: int


class PutBack(Move):
    """The seat puts this card back, above those it names after it."""

    card: int


class PlayEvent(Move):
    """The seat plays this event."""

    card: int
    taking: int


class ExchangeSprouts(Move):
    """The seat exchanges three sprouts for two soil."""


class PickUpGood(Move):
    """The seat takes this good from a half of the team's shared area."""

    half: int
    good: int


class ChooseGoal(Move):
    """Gaia puts her leaf at this fauna card."""

    goal: int


def _in_each_way(
    first: int, size: int, meaning: Callable[[int, int], Move], step: int = TAKING, *, holds: int = 0
) -> list[OptionRange]:
    """Return three ranges of options for numbered things: to take their gains in full, in part, or into the shared
    area."""

    def spanned(how: int) -> OptionRange:
        return Span(first + step * (how - ALL), size, lambda thing: meaning(thing, how), holds=holds)

    return [spanned(how) for how in (ALL, LESS, SHARED)]


LANE_TURN: Final = OptionNumbers(
    *_in_each_way(0, TAKES, Activate, holds=CLIMATE + 1),
    *_in_each_way(TAKES, PLANTS - TAKES, TakeGood, holds=OWN_COMPOST + 1),
    *_in_each_way(PLANTS, FIRST_FAR_FACE, PlantCard),
    *_in_each_way(FAR_PLANTS, MAX_FACES, PlantCard, MAX_FACES, holds=len(FACES)),
)
COPIES: Final = OptionNumbers(*_in_each_way(0, TAKES, CopyAbility, holds=PLACES))
PRICE: Final = OptionNumbers(
    Span(0, GROWTH_AT, PaySprout, holds=PLACES),
    Span(GROWTH_AT, CARDS_AT - GROWTH_AT, PayGrowth, holds=PLACES),
    Span(CARDS_AT, MAX_FACES, CompostCard, holds=len(FACES)),
)
PIECES: Final = OptionNumbers(
    Span(0, GROWTH_AT, PlaceSprout, holds=PLACES),
    Span(GROWTH_AT, CARDS_AT - GROWTH_AT, PlaceGrowth, holds=PLACES),
)
OFFERS: Final = OptionNumbers(
    *_in_each_way(EVENTS_FROM, FIRST_FAR_FACE, PlayEvent),
    Single(EXCHANGE, ExchangeSprouts()),
    Grid(PICK_UP, PICKED_SEATS, PICKED_GOODS, PickUpGood, holds=(0, OWN_COMPOST + 1)),
    *_in_each_way(FAR_EVENTS, MAX_FACES, PlayEvent, MAX_FACES, holds=len(FACES)),
)

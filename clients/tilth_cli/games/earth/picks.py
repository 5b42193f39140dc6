"""Labels of the offered moves, by the object that a move picks: a place of the player's field, a card, a goal."""

from collections.abc import Callable
from typing import Final

from betterproto2 import Message

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.picks import PickLabels, labels_by
from tilth_dataclasses.tilth.games.earth.v1 import (
    Activate,
    ChooseGoal,
    ChoosePlace,
    ChooseSide,
    CompostCard,
    CopyAbility,
    KeepCard,
    PayGrowth,
    PaySprout,
    PlaceGrowth,
    PlaceSprout,
    PlantCard,
    PlayEvent,
    PutBack,
    Taking,
)

ISLAND: Final = 49
CLIMATE: Final = 50
SHARED: Final = 51
ON_PLACES: Final = (
    *(Activate, ChoosePlace, CopyAbility),
    *(PlaceSprout, PlaceGrowth, PaySprout, PayGrowth),
)
ON_CARDS: Final = (ChooseSide, CompostCard, PlantCard, KeepCard, PutBack, PlayEvent)


def by_place(context: DrawContext) -> PickLabels:
    """Return the labels of the options by the place of the player's field that they name. Options that take only a part
    of their gain are left out."""
    return _by(context, lambda move: move.place if isinstance(move, ON_PLACES) else None)


def by_card(context: DrawContext) -> PickLabels:
    """Return the labels of the options by the card that they name, possibly several for a card. Options that take only
    a part of their gain are left out."""
    return _by(context, lambda move: move.card if isinstance(move, ON_CARDS) else None)


def by_goal(context: DrawContext) -> PickLabels:
    """Return the labels of the options that choose a goal, by the goal's number."""
    return _by(context, lambda move: move.goal if isinstance(move, ChooseGoal) else None)


def in_full(move: Message) -> bool:
    """Return whether the move takes its whole gain, without leaving or sharing a part of it."""
    return getattr(move, "taking", Taking.ALL) in (Taking.ALL, Taking.UNSPECIFIED)


def _by(context: DrawContext, number: Callable[[Message], int | None]) -> PickLabels:
    """Return the labels of the moves by the number that `number` returns. Moves without a number are left out, and so
    are moves that take only a part of their gain: the question lists those."""
    return labels_by(context, lambda move: number(move) if in_full(move) else None)

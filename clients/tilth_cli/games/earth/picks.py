"""What can be picked, by what it is picked on: a place of one's field, a card, a goal."""

from collections.abc import Callable
from typing import Final

from betterproto2 import Message

from tilth_cli.games.picks import Labels, labels_by
from tilth_cli.looks import Look
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


def by_place(look: Look) -> Labels:
    return _by(look, lambda move: move.place if isinstance(move, ON_PLACES) else None)


def by_card(look: Look) -> Labels:
    return _by(look, lambda move: move.card if isinstance(move, ON_CARDS) else None)


def by_goal(look: Look) -> Labels:
    return _by(look, lambda move: move.goal if isinstance(move, ChooseGoal) else None)


def in_full(move: Message) -> bool:
    """Whether nothing is left or shared of what it gives."""
    return getattr(move, "taking", Taking.ALL) in (Taking.ALL, Taking.UNSPECIFIED)


def _by(look: Look, number: Callable[[Message], int | None]) -> Labels:
    """What is offered once more "in part" is picked from the question."""
    return labels_by(look, lambda move: number(move) if in_full(move) else None)

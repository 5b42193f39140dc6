"""What cards do, by card: filled while the modules of the cards are loaded, and only read ever after.

`cards/__init__.py` tells card writers how to use it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.words import MOMENTS, RULES
from tilth_rules.agricola.choices import OFFERS_OF_A_CARD
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Measure, Table

Acts = Callable[[Table, Call], None]
Wants = Callable[[State, Call], bool]
Function = TypeVar("Function", bound=Callable[..., Any])

OWN: Final = 1
OTHERS: Final = 2
ANYBODY: Final = 3


class Listener(msgspec.Struct, frozen=True):
    """What a card does at a moment."""

    act: Acts
    wants: Wants | None = None
    """Whether it has anything to do. Follows from public facts alone, hand sizes among them. Asked when the moment
    opens, and again when the card's turn comes."""
    whose: int = OWN
    """Whose doing the moment must be."""
    optional: bool = False
    """The owner may do without it, and says when."""
    limit: int = 0
    """The scope within which it acts only `times` times."""
    times: int = 1


class Offer(msgspec.Struct, frozen=True):
    """What the owner of a card may do whenever the owner is asked something."""

    act: Acts
    ready: Wants
    """Whether it can be taken up now. May follow from what the owner alone knows."""
    between: bool = False
    """Others can feel it: it is open between actions only."""
    limit: int = 0
    times: int = 1


class Question(msgspec.Struct, frozen=True):
    """A question of a card's own."""

    ask: Callable[[State, Call], Choose | Measure | None]
    take: Callable[[Table, Call, Sequence[int]], None]
    owed: bool = False
    """No standing offers ride on it."""


_COUNT: Final = len(CARDS)
LISTENERS: Final[list[list[tuple[Listener, ...]]]] = [[()] * _COUNT for _ in range(MOMENTS)]
"""By moment and card."""
ANSWERS: Final[list[list[tuple[Callable[..., Any], ...]]]] = [[()] * _COUNT for _ in range(RULES)]
"""By rule and card."""
OFFERS: Final[list[tuple[Offer, ...]]] = [()] * _COUNT
QUESTIONS: Final[list[tuple[Question, ...]]] = [()] * _COUNT
SEQUELS: Final[list[tuple[Acts, ...]]] = [()] * _COUNT


def index(card: str | int) -> int:
    return INDEX[card] if isinstance(card, str) else card


def listen(card: str | int, moment: int, listener: Listener) -> None:
    """Let the card act at this moment, after what it does there already."""
    LISTENERS[moment][index(card)] += (listener,)


def on(
    card: str | int,
    moment: int,
    *,
    wants: Wants | None = None,
    whose: int = OWN,
    optional: bool = False,
    limit: int = 0,
) -> Callable[[Acts], Acts]:
    """The function below is what the card does at this moment."""

    def keep(act: Acts) -> Acts:
        listen(card, moment, Listener(act, wants, whose, optional, limit))
        return act

    return keep


def answer(card: str | int, rule: int, function: Callable[..., Any]) -> None:
    """Let the card answer this rule, after what it answers already."""
    ANSWERS[rule][index(card)] += (function,)


def rule(card: str | int, which: int) -> Callable[[Function], Function]:
    """The function below is what the card answers to this rule."""

    def keep(function: Function) -> Function:
        answer(card, which, function)
        return function

    return keep


def offer(card: str | int, offered: Offer) -> None:
    """Let the card offer this, after what it offers already."""
    at = index(card)
    if len(OFFERS[at]) == OFFERS_OF_A_CARD:
        raise ValueError(f"{card} offers too much")
    OFFERS[at] += (offered,)


def question(card: str | int, asked: Question) -> int:
    """Let the card ask this. Gives the stage by which `CardAsks` names it."""
    at = index(card)
    QUESTIONS[at] += (asked,)
    return len(QUESTIONS[at]) - 1


def sequel(card: str | int, act: Acts) -> int:
    """Let the card do this after something else that it has led to. Gives the stage by which `CardGoesOn` calls it."""
    at = index(card)
    SEQUELS[at] += (act,)
    return len(SEQUELS[at]) - 1

"""The effects of cards, by card. The registry is filled while the modules of the cards are loaded, and only read
later.

`cards/__init__.py` tells card writers how to use it.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import MOMENTS, RULES
from tilth_rules.agricola.codes import Goods
from tilth_rules.agricola.content.cards import CARDS, INDEX, Card
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.moves.numbers import OFFERS_OF_A_CARD
from tilth_rules.agricola.state import Seat, State
from tilth_rules.kernel import Choose, Measure, Table, TextFacts

Acts = Callable[[Table, Call], None]
Price = Callable[[State, Call], Goods]
Wants = Callable[[State, Call], bool]
Answer = Callable[..., Any]
"""The answer of a card to a rule; `cards/__init__.py` lists its arguments and its result, rule by rule."""
Function = TypeVar("Function", bound=Callable[..., Any])
Part = TypeVar("Part")

OWN: Final = 1
OTHERS: Final = 2
ANYBODY: Final = 3


class Listener(msgspec.Struct, frozen=True):
    """A card's effect at a moment: the function, and the conditions under which it is called."""

    act: Acts
    wants: Wants | None = None
    """Returns whether the card has anything to do; None if it always has.

    It follows from public facts alone, hand sizes among them. It is checked when the moment opens, and again when the
    card's turn comes.
    """
    whose: int = OWN
    """The seats whose moments it listens to: OWN, OTHERS or ANYBODY."""
    optional: bool = False
    """True if the owner may leave the effect out, and chooses its turn."""
    limit: int = 0
    """The scope within which the card acts at most `times` times; 0 for no limit."""
    times: int = 1
    price: Price | None = None
    """The price of an optional effect; None if it is free.

    The owner is asked if the goods are at hand, or can be after exchanges that are open now, and can use the card
    once they are at hand. The card's function takes them.
    """
    ready: Wants | None = None
    """Returns whether the effect can be used at once; `wants` may hold before that."""
    late: bool = False
    """True if the card acts when the other cards' effects at the moment have ended."""


class Exchanges(msgspec.Struct, frozen=True, cache_hash=True):
    """Trades of goods for others that a seat can make, one after another: the goods given, and those certain to
    come."""

    trades: tuple[tuple[Goods, Goods], ...]
    endless: bool = False
    """True if the one trade can be made any number of times."""


NO_EXCHANGES: Final = Exchanges(())


class Offer(msgspec.Struct, frozen=True):
    """An action that the owner of a card may take at any of the owner's decisions."""

    act: Acts
    ready: Wants
    """Returns whether the offer can be taken now. It may depend on things that the owner alone knows."""
    between: bool = False
    """True if other seats can feel it, so that it is open between actions only."""
    limit: int = 0
    times: int = 1
    exchanges: Callable[[State, Call], Exchanges] | None = None
    """Returns the trades that can be made now, of one use or (without a limit) of all; None if the offer makes
    none."""
    tell: Callable[[State, Call], TextFacts] | None = None
    """Returns facts that the text of the offer shows beside its move."""


class Question(msgspec.Struct, frozen=True):
    """A question that a card asks: the functions that ask it and that carry out the answer."""

    ask: Callable[[State, Call], Choose | Measure | None]
    take: Callable[[Table, Call, Sequence[int]], None]
    owed: bool = False
    """True if no standing offers ride on the question."""
    tell: Callable[[State, Call], TextFacts] | None = None
    """Returns facts that the text of the question shows beside the card and its owner."""
    tell_option: Callable[[State, Call, int], TextFacts] | None = None
    """Returns facts that the text of an option shows beside its move."""


class Tables(msgspec.Struct):
    """The effects of all cards: listeners, answers to rules, offers and questions. Corrected cards get tables of their
    own."""

    listeners: list[list[tuple[Listener, ...]]]
    """The listeners, by moment and card."""
    answers: list[list[tuple[Answer, ...]]]
    """The answers to rules, by rule and card."""
    offers: list[tuple[Offer, ...]]
    """The offers, by card."""
    questions: list[tuple[Question, ...]]
    """The questions, by card."""

    def copy(self) -> "Tables":
        """Return tables with the same contents, to which more can be added."""
        listeners, answers = [row[:] for row in self.listeners], [row[:] for row in self.answers]
        return Tables(listeners, answers, self.offers[:], self.questions[:])


_COUNT: Final = len(CARDS)
PRINTED: Final = Tables(
    [[()] * _COUNT for _ in range(MOMENTS)],
    [[()] * _COUNT for _ in range(RULES)],
    [()] * _COUNT,
    [()] * _COUNT,
)
"""The effects of the cards as they are printed."""
LISTENERS: Final = PRINTED.listeners
ANSWERS: Final = PRINTED.answers
OFFERS: Final = PRINTED.offers
QUESTIONS: Final = PRINTED.questions
SEQUELS: Final[list[tuple[Acts, ...]]] = [()] * _COUNT


PLEDGES: Final[dict[int, Callable[[State, int], bool]]] = {}
"""For each card about which several seats are asked at the same time: returns whether a seat can have said yes."""


def index(card: str | int) -> int:
    """Return the index of a card, given by its id ("E19") or by the index itself."""
    return INDEX[card] if isinstance(card, str) else card


Compiler = Callable[[Sequence[Card]], None]
"""A function that registers the clauses of cards."""


_FILLED: Final[ContextVar[Tables]] = ContextVar("filled", default=PRINTED)
"""The tables that are being filled. Logs are also read in threads, each of which may fill tables of its own."""


class _Loading:
    """The cards' functions and the compiler of their clauses, kept to fill tables of their own for matches with
    corrected cards."""

    functions: Tables
    """The cards' own functions, without any clause."""
    compile_clauses: Compiler


def compile_printed(compile_clauses: Compiler) -> None:
    """Register the clauses of the printed cards with this compiler. The cards' own functions are registered before."""
    _Loading.functions = PRINTED.copy()
    _Loading.compile_clauses = staticmethod(compile_clauses)
    compile_clauses(CARDS)


@lru_cache(maxsize=64)
def tables_of(values: str) -> Tables:
    """Return the effects of cards in a match with these corrections, as its option `values` has them."""
    if not values:
        return PRINTED
    tables = _Loading.functions.copy()
    before = _FILLED.set(tables)
    try:
        _Loading.compile_clauses(content_of(values).cards)
    finally:
        _FILLED.reset(before)
    return tables


def listen(card: str | int, moment: int, listener: Listener, slot: int = 0) -> None:
    """Register a listener: let the card act at this moment. A card that acts there in several ways gives each a slot of
    its own."""
    row = _FILLED.get().listeners[moment]
    row[index(card)] = _placed(card, row[index(card)], slot, listener)


def _placed(card: str | int, parts: tuple[Part, ...], number: int, part: Part) -> tuple[Part, ...]:
    """Return a card's parts (listeners, offers ...) with one more at its written number, by which stored matches name
    it. Raise ValueError if the number is taken."""
    there: list[Any] = [*parts, *([None] * (number + 1 - len(parts)))]
    if there[number] is not None:
        raise ValueError(f"card {card}: {there[number]} has the number {number} already")
    there[number] = part
    return tuple(there)


def check_numbers() -> None:
    """Raise ValueError if the numbers of a card's listeners, offers, questions or sequels leave one out."""
    tables: tuple[Sequence[tuple[Any, ...]], ...] = (*LISTENERS, OFFERS, QUESTIONS, SEQUELS)
    for table in tables:
        for card, parts in zip(CARDS, table, strict=True):
            if None in parts:
                raise ValueError(f"card {card.id}: no part has the number {parts.index(None)}")


def fixed_price(goods: Goods) -> Price:
    """Return a price function that always gives these goods."""
    return lambda state, call: goods


def on(  # noqa: PLR0913 - all properties of a listener, each by name
    card: str | int,
    moment: int,
    *,
    wants: Wants | None = None,
    whose: int = OWN,
    optional: bool = False,
    limit: int = 0,
    price: Goods | Price | None = None,
    late: bool = False,
    slot: int = 0,
) -> Callable[[Acts], Acts]:
    """Return a decorator that registers a function as the card's effect at this moment."""

    def keep(act: Acts) -> Acts:
        cost = fixed_price(price) if isinstance(price, tuple) else price
        listen(card, moment, Listener(act, wants, whose, optional, limit, price=cost, late=late), slot)
        return act

    return keep


def answer(card: str | int, rule: int, function: Answer) -> None:
    """Register a function as an answer of the card to this rule, after those it has already."""
    _FILLED.get().answers[rule][index(card)] += (function,)


@lru_cache(maxsize=1 << 12)
def _answers_of_all(values: str, rule: int, cards: tuple[int, ...]) -> tuple[tuple[int, Answer], ...]:
    """Return the answers of these cards to a rule, each with its card."""
    answered = tables_of(values).answers[rule]
    return tuple((card, function) for card in cards for function in answered[card])


def answers(state: State, seat: Seat, rule: int) -> tuple[tuple[int, Answer], ...]:
    """Return the answers of the seat's cards to a rule, each with its card, in the order in which they came into
    play.

    This is the way to ask a rule.
    """
    cards = seat.rules[rule]
    return _answers_of_all(state.options.values, rule, cards) if cards else ()


def answers_of(state: State, card: int, rule: int) -> tuple[Answer, ...]:
    """Return the answers of one card to a rule, in play or not."""
    return tables_of(state.options.values).answers[rule][card]


def rule(card: str | int, which: int) -> Callable[[Function], Function]:
    """Return a decorator that registers a function as the card's answer to this rule."""

    def keep(function: Function) -> Function:
        answer(card, which, function)
        return function

    return keep


def offer(card: str | int, offered: Offer, slot: int = 0) -> None:
    """Register a standing offer of the card. A card with several offers gives each a slot of its own."""
    at = index(card)
    if slot >= OFFERS_OF_A_CARD:
        raise ValueError(f"card {card}: too many offers")
    offers = _FILLED.get().offers
    offers[at] = _placed(card, offers[at], slot, offered)


def question(card: str | int, new_question: Question, stage: int = 0) -> int:
    """Register a question of the card, and return its stage.

    A card with several questions gives each a stage of its own, by which `CardAsks` names it.
    """
    at = index(card)
    questions = _FILLED.get().questions
    questions[at] = _placed(card, questions[at], stage, new_question)
    return stage


def pledge(card: str | int, may: Callable[[State, int], bool]) -> None:
    """Register that several seats may be asked about the card at the same time. `may` tells whether a seat can have
    said yes."""
    PLEDGES[index(card)] = may


def sequel(card: str | int, act: Acts, stage: int = 0) -> int:
    """Register a later part of the card's effect, which follows when pushed steps have ended. Return its stage.

    A card with several sequels gives each a stage of its own, by which `CardGoesOn` names it.
    """
    at = index(card)
    SEQUELS[at] = _placed(card, SEQUELS[at], stage, act)
    return stage

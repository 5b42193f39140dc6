"""One law for the texts of all games: a decision can be answered by somebody who knows the rules but does not see the
board.

For each kind of decision a table (`facts_<game>.py`) lists the facts that its question must hold and those that each of
its options must hold. The law plays matches at random, renders decisions with the server's own texts, and looks for
these facts. It takes them from the state and the labels, never from the arguments of the message that it reads.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from tilth.v1.decision_pb2 import Decision
from tilth_rules.kernel import Move, Outside, SeededChance, Table, nothing_outside
from tilth_rules.random_play import inside
from tilth_server.wire import LANGUAGES, GameWire
from tilth_server.wire.texts import Seats

NAMES = ("Ада", "Bo", "Cid", "Dee", "Eve", "Fay")
LEFTOVER = re.compile(
    r"[{}$]|\?\?\?|\s\s|\s[.,:;]|^\s|\s$|None|True|False"
    r"|(?<!Mac)(?<=[a-z])[A-Z]|[a-zа-яё](?=[А-ЯЁ])|\d(?!st\b|nd\b|rd\b|th\b)(?=[^\W\d_])|\w\("
)
"""Remains of a text's making: marks, doubled spaces, Python's words, and words glued together."""
DIGITS = re.compile(r"[0-9]+")
SAMPLES = 3
"""Decisions of one kind that are read in one match."""
AGAIN = 1 / 6
"""Probability that a further decision of a kind is read."""

Fact = str | tuple[str, ...]
"""A text to be found, or several of which one must be found (the forms of a word)."""
Habit = Callable[[Table, int, Random], tuple[int, ...] | None]


class Asked:
    """One decision as a client gets it in one language, with what the law needs to know what it must say."""

    def __init__(self, wire: GameWire, table: Table, seat: int, language: str) -> None:
        self.wire = wire
        self.table = table
        self.seat = seat
        self.language = language
        self.decision: Any = table.open[seat]
        self.step: Any = table.step_of(seat)
        self.state: Any = table.state
        self.kind: str = self.decision.kind
        names = NAMES[: table.seats]
        self.message = Decision.FromString(wire.decision(table, seat, language, names))

    @property
    def question(self) -> str:
        return self.message.text

    @cached_property
    def options(self) -> dict[int, str]:
        return {option.id: option.text for option in self.message.options}

    @cached_property
    def offers(self) -> dict[int, str]:
        return {offer.id: offer.text for offer in self.message.offers}

    @property
    def quantities(self) -> dict[str, str]:
        return {quantity.name: quantity.text for quantity in self.message.quantities}

    def translated(self, english: str, russian: str) -> str:
        """Return the one in the language of this decision."""
        return russian if self.language == "ru" else english

    def word(self, kind: str, number: int) -> tuple[str, ...]:
        """Return the label of a number in every form that its message has."""
        word = self.wire.texts._label(kind, number, self.language)
        return (word.text, *word.forms.values())

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return Seats(NAMES[: self.table.seats]).name(seat, self.language, self.wire.texts)

    def move(self, option: int) -> Any:
        return self.wire.decision_texts.move(type(self.step), option)


def nothing(asked: Asked) -> Iterable[Fact]:
    return ()


def no_option_facts(asked: Asked, option: int) -> Iterable[Fact]:
    return ()


class Row(NamedTuple):
    """The facts that the texts of one kind of decision must hold."""

    question: Callable[[Asked], Iterable[Fact]] = nothing
    option: Callable[[Asked, int], Iterable[Fact]] = no_option_facts


class SetUp(NamedTuple):
    """A match to be played."""

    seats: int
    options: Any
    habit: Habit = lambda table, seat, random: None
    outside: Outside = nothing_outside


class Book(NamedTuple):
    """The law's tables for one game."""

    setups: Sequence[SetUp]
    rows: Mapping[str, Row]
    """By kind of decision."""
    offers: Mapping[type[Move], Callable[[Asked, int], Iterable[Fact]]] = {}
    """By class of the offer's move."""
    rare: frozenset[str] = frozenset()
    """Kinds that random matches may never meet."""
    not_yet: frozenset[str] = frozenset()
    """Kinds whose texts the law does not hold yet."""


def decisions(wire: GameWire, setup: SetUp, seed: int) -> Iterator[tuple[Table, int]]:
    """Play a match at random; give some decisions of each kind, while they are open."""
    random = Random(seed)
    read: dict[str, int] = {}
    table = Table(
        wire.game, setup.options, setup.seats, SeededChance(random.randbytes(32)), outside=setup.outside
    )
    table.start()
    while not table.over:
        seat = random.choice(table.pending_seats)
        decision = table.open[seat]
        times = read.get(decision.kind, 0)
        if not times or (times < SAMPLES and random.random() < AGAIN):
            read[decision.kind] = times + 1
            yield table, seat
        liked = setup.habit(table, seat, random)
        picks = (liked, ()) if liked is not None else inside(decision, random, table.offered.get(seat, ()))
        table.answer(seat, *picks)


def watched(wire: GameWire) -> list[str]:
    """Return a list to which every argument is added that a text uses and does not get, from now on."""
    missing: list[str] = []
    render = wire.texts.render

    def watching(key: str, language: str, arguments: dict[str, Any]) -> tuple[str, list[Exception]]:
        text, errors = render(key, language, arguments)
        missing.extend(f"{key}: {error}" for error in errors)
        return text, errors

    wire.texts.__dict__["render"] = watching
    return missing


def walk(wire: GameWire, book: Book, seeds: Iterable[int]) -> tuple[set[str], list[str]]:
    """Play a match of each seed; return the kinds that were met, and what is wrong with their texts."""
    met: set[str] = set()
    faults: dict[str, str] = {}
    missing = watched(wire)
    _report_errors(wire, faults)
    for seed in seeds:
        setup = book.setups[seed % len(book.setups)]
        for table, seat in decisions(wire, setup, seed):
            kind = table.open[seat].kind
            met.add(kind)
            if kind in book.not_yet:
                continue
            for language in LANGUAGES:
                asked = Asked(wire, table, seat, language)
                for fault in (*wrong_with(book, asked), *missing):
                    what = DIGITS.sub("#", fault.partition(" is not in ")[0])
                    faults.setdefault(f"{kind}, {language}: {what}", fault)
                missing.clear()
    del wire.texts.__dict__["render"]
    return met, [f"{key.partition(':')[0]}: {fault}" for key, fault in faults.items()]


def _report_errors(wire: GameWire, faults: dict[str, str]) -> None:
    """Report messages that use an argument or a word that is not there; Fluent renders them all the same."""
    texts, render = wire.texts, wire.texts.render

    def reporting(key: str, language: str, arguments: dict[str, Any]) -> tuple[str, list[Exception]]:
        text, errors = render(key, language, arguments)
        for error in errors:
            faults.setdefault(f"{key}, {language}: {error}", f"{error} in {text!r}")
        return text, errors

    texts.render = reporting  # type: ignore[method-assign]  # as a test's own


def wrong_with(book: Book, asked: Asked) -> Iterator[str]:
    """Yield a sentence for each fault in the texts of a decision."""
    row = book.rows.get(asked.kind)
    if row is None:
        yield "a kind without a row in the table of facts"
        return
    texts = [asked.question, *asked.options.values(), *asked.offers.values(), *asked.quantities.values()]
    for text in texts:
        if not text or LEFTOVER.search(text):
            yield f"does not read well: {text!r}"
    choices = [option.text for option in (*asked.message.options, *asked.message.offers)]
    yield from (
        f"two options are called {text!r}" for text in sorted(set(choices)) if choices.count(text) > 1
    )
    for name, text in asked.quantities.items():
        if f"quantity-{name}" not in asked.wire.texts.keys[asked.language]:
            yield f"the quantity {name} has no text but {text!r}"
    yield from lacking(row.question(asked), asked.question)
    for option, text in asked.options.items():
        yield from lacking(row.option(asked, option), text)
    for offer, text in asked.offers.items():
        facts = book.offers.get(type(asked.wire.game.offer_move(offer)))
        if facts is None:
            yield f"an offer without a row in the table of facts: {text!r}"
        else:
            yield from lacking(facts(asked, offer), text)


def lacking(facts: Iterable[Fact], text: str) -> Iterator[str]:
    for fact in facts:
        forms = (fact,) if isinstance(fact, str) else fact
        if not any(holds(text, form) for form in forms):
            yield f"{' or '.join(map(repr, forms))} is not in {text!r}"


def holds(text: str, form: str) -> bool:
    """Return whether the text has these words, as whole words; a no-break space is a space."""
    return re.search(rf"(?<!\w){re.escape(plain(form))}(?!\w)", plain(text), re.IGNORECASE) is not None


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")

"""Derives every draw of exported matches again from their seeds, and compares it with their events.

    python tools/check_deal.py MATCH.tilth [MATCH.tilth ...] [--commitment HEX] [--head HEX] [--json]

Written from docs/explanation/fairness.md, for people who do not trust the rest of this repository: besides the
protobuf library it uses the schemas and the tables of docs/games/chance/<game>.md, and no other line of Tilth's. The
tables say what is drawn, from which things in which order, and how events move them; docs/reference/deal-tables.md
explains their words.
"""

import argparse
import json
import operator
import re
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import chain
from math import isqrt
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

HERE = Path(__file__).resolve().parent
SCHEMAS = "schemas.binpb"
"""The schemas as a FileDescriptorSet, which lies beside an installed copy of this file."""
MAX_FINDINGS = 100
"""Findings kept for a match; one false draw can make many later ones."""
MAX_SEATS = 16
"""More than at any table of any game."""
UNREADABLE = (
    DecodeError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)
"""Errors that arbitrary bytes in place of a match can lead to."""
SHOWN = 8
"""Things that are named where two lists differ."""

COMPARED = {"=": operator.eq, "<": operator.lt, ">": operator.gt}
"""Signs in conditions."""

Key = tuple[str | int, ...]
"""A list's name and its indexes: ("hand", 2, 1) is `hand[2,1]`."""


class Wrong(Exception):
    """The error for a match that shows something else than its seed gives. `kind` is a key of SENTENCES, and `details`
    are the values for that sentence."""

    def __init__(self, kind: str, **details: object) -> None:
        super().__init__(kind)
        self.kind = kind
        self.details = {name: str(value) for name, value in details.items()}


# Chance, as docs/explanation/fairness.md has it ----------------------------------------------------


class Stretch:
    """The random numbers of one draw. They are derived with SHA-256 from the match's seed, the draw's purpose and
    place, and its number among the draws of the same purpose and place."""

    def __init__(self, seed: bytes, purpose: str, place: int, count: int) -> None:
        name = purpose.encode()
        self._head = seed + bytes([len(name)]) + name + struct.pack(">II", place, count)
        self._block = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return the next random number, evenly from 0 to n - 1."""
        while True:
            if not self._words:
                block = sha256(self._head + struct.pack(">I", self._block)).digest()
                self._words = list(struct.unpack(">8I", block))
                self._block += 1
            word = self._words.pop(0)
            if word < 2**32 - 2**32 % n:
                return word % n

    def shuffled(self, things: Sequence[Any]) -> list[Any]:
        """Return the things in random order, shuffled from the last place to the first; the argument stays
        unchanged."""
        out = list(things)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out


# The tables of a game ------------------------------------------------------------------------------


@dataclass
class Purpose:
    """A row of the table of purposes: the purpose's name, the events before which it is drawn, the conditions (`when`)
    under which it is, the kind of draw and its list (`draw`), and the field of the event or the list in which its
    result shows (`shown`)."""

    name: str
    events: list[str]
    when: list[str]
    draw: str
    shown: str


@dataclass
class Tables:
    """The tables under "Chance" on a page: the purposes, the lists with their first contents and conditions, and the
    effects of events on the lists (`moves`, by the event's name)."""

    purposes: list[Purpose] = field(default_factory=list)
    lists: list[tuple[str, str, list[str]]] = field(default_factory=list)
    moves: dict[str, list[str]] = field(default_factory=dict)


def tables_of(page: str) -> Tables:
    """Return the three tables on a page of Markdown, which are known by their headings; everything else on the page is
    skipped."""
    tables = Tables()
    heading: list[str] = []
    for line in page.splitlines():
        if not line.startswith("|"):
            heading = []
            continue
        cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        if not heading:
            heading = cells
        elif set("".join(cells)) <= set("-: "):
            continue
        elif heading == ["purpose", "before", "when", "draw", "shown as"]:
            name, events, when, draw, shown = cells
            tables.purposes.append(Purpose(name, _parts(events), _parts(when), draw, shown))
        elif heading == ["list", "at first", "when"]:
            tables.lists.append((cells[0], cells[1], _parts(cells[2])))
        elif heading == ["event", "moves"]:
            for event in _parts(cells[0]):
                tables.moves.setdefault(event, []).extend(_parts(cells[1], ";"))
    return tables


def _parts(text: str, mark: str = ",") -> list[str]:
    """Return the parts of a text between marks, without blanks around them and without empty parts. Marks in square
    brackets do not divide."""
    return [part.strip() for part in re.split(rf"{re.escape(mark)}(?![^\[]*\])", text) if part.strip()]


def things(text: str, seats: int) -> list[Any]:
    """Return the things that a cell names: `1..3, 7, 4 x 2` gives 1, 2, 3, 7, 4 and 4, and `seats` gives the number of
    each seat."""
    found: list[Any] = []
    for part in _parts(text):
        if part == "seats":
            found += range(seats)
        elif part == "none":
            continue
        elif " x " in part:
            thing, _, times = part.partition(" x ")
            found += [_thing(thing)] * int(times)
        else:
            first, _, last = part.partition("..")
            found.append(_thing(first))
            while last and found[-1] != _thing(last):
                found.append(_next(found[-1]))
    return found


def _thing(text: str) -> Any:
    """Return the thing that a text names: a number, or a tuple of numbers if slashes divide it, such as the two sides
    of a card."""
    numbers = [float(number) if "." in number else int(number) for number in text.split("/")]
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _next(thing: Any) -> Any:
    """Return the thing after this one in a range; for a card with several sides, the sides of the next card."""
    return tuple(side + len(thing) for side in thing) if isinstance(thing, tuple) else thing + 1


def _difference(says: Any, given: Any) -> tuple[Any, Any]:
    """Return both lists from the first element that differs on, at most `SHOWN` elements of each; values that are not
    both lists are returned as they are."""
    if not isinstance(says, list) or not isinstance(given, list):
        return says, given
    start = next((at for at, (one, other) in enumerate(zip(says, given, strict=False)) if one != other), 0)
    return says[start : start + SHOWN], given[start : start + SHOWN]


# A match, record by record -------------------------------------------------------------------------


class Walk:
    """A check that follows a match record by record: it knows the things in each list, derives every draw from the seed
    again, and compares the results with the events. Each game's subclass adds the draws and fields that its table
    leaves to code."""

    def __init__(self, tables: Tables, seed: bytes, seats: int, options: Any) -> None:
        self.tables = tables
        self.seed = seed
        self.seats = seats
        self.options = options
        self.values: dict[str, Any] = json.loads(getattr(options, "values", "") or "{}")
        """Corrected values, which some games can be played with."""
        self.counts: Counter[tuple[str, int]] = Counter()
        self.shown: Counter[str] = Counter()
        """Draws of records in which everything is as the seed gives it, by purpose."""
        self.wrong: list[Wrong] = []
        """Faults of the last record."""
        self.events: list[tuple[str, Any]] = []
        self.at = 0
        self.answer: list[int] = []
        self._draws: list[tuple[str, int]] = []
        self._met: set[str] = set()
        self._order: dict[tuple[object, ...], int] = {}
        self._each = 0
        self.stretches: dict[str, Stretch] = {}
        self.lists: dict[Key, list[Any]] = {("seats",): list(range(seats))}
        for name, text, when in tables.lists:
            if all(map(self.holds, when)):
                self.lists.setdefault(self.key(name), []).extend(things(text, seats))
        self.first = {key: list(found) for key, found in self.lists.items()}

    def record(self, draws: list[tuple[str, int]], events: list[tuple[str, Any]], answer: list[int]) -> None:
        """Follow one record: its draws, its events, the numbers of its answer."""
        self._draws, self.events, self.answer = list(draws), events, answer
        self.wrong = []
        self._order.clear()
        for self.at, (name, _) in enumerate(events):
            for purpose in self.tables.purposes:
                if name in purpose.events and all(map(self.holds, purpose.when)):
                    self._attempt(self._draw, purpose)
            for move in self.tables.moves.get(name, ()):
                self._attempt(self._move, move)
            self._met.add(name)
        self.wrong += [Wrong("unused", purpose=name) for name, _ in self._draws]
        if not self.wrong:
            self.shown.update(name for name, _ in draws)
        # A pile that a draw has made is there for the record in which it was made.
        for purpose in self.tables.purposes:
            self.lists.pop((purpose.shown.removeprefix("becomes "),), None)

    def _attempt(self, does: Callable[[Any], None], row: Purpose | str) -> None:
        """Handle one row of a table. If the match deviates from it, or the row can't be followed, add a fault to the
        record's faults instead of raising."""
        try:
            does(row)
        except Wrong as wrong:
            self.wrong.append(wrong)
        except UNREADABLE as error:
            event = self.events[self.at][0]
            self.wrong.append(Wrong("lost", event=event, error=f"{type(error).__name__}: {error}"))

    # Draws

    def _draw(self, purpose: Purpose) -> None:
        """Check that the record's next draw is of this purpose and at the right place, derive its result from the seed,
        and compare that with the event; raise Wrong if anything differs."""
        event = self.events[self.at][0]
        if not self._draws:
            raise Wrong("missing", purpose=purpose.name, event=event)
        name, place = self._draws.pop(0)
        count = self.counts[name, place]
        self.counts[name, place] += 1
        if name != purpose.name:
            raise Wrong("other", purpose=name, expected=purpose.name, event=event)
        if place != self.place():
            raise Wrong("place", purpose=name, place=place, expected=self.place())
        stretch = Stretch(self.seed, name, place, count)
        verb, _, rest = purpose.draw.partition(" ")
        given: Any = None
        if verb == "shuffle":
            given = stretch.shuffled(self.read(rest))
        elif verb == "one":
            pool = self.read(rest.removeprefix("of "))
            if not pool:
                raise Wrong("empty", list=rest.removeprefix("of "))
            given = pool[stretch.below(len(pool))]
        elif verb == "keep":
            self.stretches[name] = stretch
        else:
            given = self.code(rest)(stretch)
        self._compare(purpose, given)

    def _compare(self, purpose: Purpose, given: Any) -> None:
        """Compare a draw's result with the field of the event that shows it, or make it a new list if the table says
        "becomes"."""
        shown, _, how = purpose.shown.partition(" ")
        if shown == "becomes":
            self.lists[self.key(how)] = given
        elif shown:
            says: Any = self.value(shown)
            if how == "sorted":
                given = sorted(given[: len(says)])
            self.same(purpose.name, says, given)

    def same(self, purpose: str, says: Any, given: Any) -> None:
        """Raise Wrong unless the event's value `says` equals the draw's result `given`."""
        if says != given:
            says, given = _difference(says, given)
            raise Wrong("drawn", purpose=purpose, event=self.events[self.at][0], says=says, given=given)

    def place(self) -> int:
        """Return the place that the record has to name for the draw: 0, the table. Games in which seats draw side by
        side name a lane, from 1, instead."""
        return 0

    # Conditions and values

    def holds(self, condition: str) -> bool:
        """Return whether a condition holds. It stands in the column `when`, or behind an `if`."""
        if condition == "first of the match":
            return self.events[self.at][0] not in self._met
        if found := re.fullmatch(r"(.+) has several", condition):
            return len(self.lists.get(self.key(found[1]), ())) > 1
        if found := re.fullmatch(r"no (\S+)", condition):
            return self.key(found[1]) not in self.lists
        if found := re.fullmatch(r"(\S+) ([=<>]) (\d+)", condition):
            return bool(COMPARED[found[2]](self.value(found[1]), int(found[3])))
        if condition.startswith("not "):
            return not self.value(condition[4:])
        return bool(self.value(condition))

    def value(self, name: str) -> Any:
        """Return a number, or the value of a name: a field of the event or of the options, or the number of seats."""
        if name.isdigit():
            return int(name)
        if name in ("seats", "each"):
            return self.seats if name == "seats" else self._each
        own: Any = getattr(self, f"field_{name}", None)
        if own is not None:
            return own()
        if self.events:
            event = self.events[self.at][1]
            found = event.DESCRIPTOR.fields_by_name.get(name)
            if found is not None:
                value = getattr(event, name)
                if not isinstance(value, int | str):
                    return list(value)
                return None if found.has_presence and not event.HasField(name) else int(value)
        if name in self.options.DESCRIPTOR.fields_by_name:
            return getattr(self.options, name)
        raise ValueError(f"the tables name {name}, which the events and options do not have")

    def listed(self, name: str) -> list[Any]:
        """Return the value of a name as a list; a single value becomes a list of one element."""
        value = self.value(name)
        return list(value) if isinstance(value, list | tuple) else [value]

    # Lists

    def key(self, name: str) -> Key:
        """Return the key of a list by its name in the tables, with the values of the indexes in brackets, as in
        `heap[seat]`."""
        name, _, indexes = name.partition("[")
        return (name, *(int(self.value(index)) for index in _parts(indexes.rstrip("]"))))

    def keys(self, names: str) -> list[Key]:
        """Return the keys of the lists in an expression, in its order: `discards + heap[turn]`, where turn stands for
        all seats in turn order."""
        found: list[Key] = []
        for name in _parts(names, "+"):
            if name.endswith("[turn]"):
                start = self.lists[("active",)][-1]
                found += [(name[: -len("[turn]")], (start + step) % self.seats) for step in range(self.seats)]
            else:
                found.append(self.key(name))
        return found

    def read(self, names: str) -> list[Any]:
        """Return a copy of the things in the lists of an expression, one list after the other; a list that does not
        exist counts as empty."""
        return [thing for key in self.keys(names) for thing in self.lists.get(key, ())]

    def top(self, key: Key, count: int) -> list[Any]:
        """Remove the first `count` things from a list, or all if it has fewer, and return them."""
        pile = self.lists.get(key, [])
        found, pile[:count] = pile[:count], []
        return found

    def _move(self, move: str) -> None:
        """Follow one effect of an event on the lists: for each seat if it says "each seat", and only if its condition
        holds."""
        condition, colon, does = move.partition(": ")
        if not colon:
            does = move
        elif condition == "each seat":
            for seat in range(self.seats):
                self._each = seat
                self._do(does)
            return
        elif not self.holds(condition.removeprefix("if ")):
            return
        self._do(does)

    def _do(self, move: str) -> None:
        """Change or check lists as one phrase of the tables says: "sort", "refill", "set", "expect", "draw ... from
        ..." and so on. Raise Wrong if the event contradicts the lists."""
        verb, _, rest = move.partition(" ")
        event = self.events[self.at][0]
        if verb == "seats":
            self._in_order(rest)
        elif verb == "code":
            self.code(rest)(None)
        elif verb in ("empty", "refill", "sort", "drop"):
            for key in self.keys(rest):
                if verb == "sort":
                    self.lists[key].sort()
                elif verb == "refill":
                    self.lists[key] = list(self.first[key])
                elif verb == "drop":
                    self.lists.pop(key, None)
                else:
                    self.lists[key] = []
        elif verb == "expect":
            things, _, other = rest.partition(" = ")
            says, due = self.listed(other) if other else [], self.read(things)
            if says != due:
                says, given = _difference(says, due)
                raise Wrong("list", event=event, list=things, says=says, given=given)
        elif verb == "set":
            name, _, things = rest.partition(" to ")
            self.lists[self.key(name)] = self.listed(things)
        elif found := re.fullmatch(r"(draw|take|put|move|turn) (.+) (?:from|on|to) (.+)", move):
            self._carry(found[1], found[2], found[3])
        else:
            raise ValueError(f"the tables say {move!r}, which means nothing")

    def _carry(self, verb: str, things: str, where: str) -> None:
        """Move things between lists for the verbs "turn", "move", "put", "take" and "draw"; raise Wrong if the event
        takes things that do not lie there, or in another order."""
        event = self.events[self.at][0]
        if verb == "turn":
            # One by one from the end of one list to the end of another: `turn 2 of compost[seat] to heap[seat]`.
            count, _, source = things.partition(" of ")
            pile, other = self.lists[self.key(source)], self.lists.setdefault(self.key(where), [])
            for _ in range(min(self.value(count), len(pile))):
                other.append(pile.pop())
        elif verb == "move":
            gathered = self.read(things)
            for key in self.keys(things):
                self.lists[key] = []
            self.lists.setdefault(self.key(where), []).extend(gathered)
        elif verb == "put":
            backwards = things.startswith("reversed ")
            found = self.listed(things.removeprefix("reversed "))
            self.lists.setdefault(self.key(where), []).extend(reversed(found) if backwards else found)
        elif verb == "take":
            pile = self.lists.get(self.key(where), [])
            for thing in self.listed(things):
                if thing not in pile:
                    raise Wrong("absent", event=event, list=where, thing=thing)
                pile.remove(thing)
        else:
            where, _, anyhow = where.partition(" in ")
            says = self.listed(things)
            due = self.top(self.key(where), len(says))
            due = sorted(due) if anyhow else due
            if says != due:
                says, given = _difference(says, due)
                raise Wrong("order", event=event, list=where, says=says, given=given)

    def _in_order(self, rest: str) -> None:
        """Raise Wrong unless events of this kind come in the order of seats within a record: from seat 0, or from the
        seat that `from` names; with `by`, separately for each value of a field."""
        found = re.fullmatch(r"in order(?: from (\S+))?(?: by (\S+))?", rest)
        assert found is not None, rest
        start = self.lists[self.key(found[1])][-1] if found[1] else 0
        rank = (self.value("seat") - start) % self.seats
        group = (self.events[self.at][0], self.value(found[2]) if found[2] else None)
        if rank < self._order.get(group, 0):
            raise Wrong("seat", event=group[0], seat=self.value("seat"))
        self._order[group] = rank

    def code(self, name: str) -> Any:
        """Return the method `code_...` that handles what the tables leave to code under this name."""
        return getattr(self, "code_" + name.replace(" ", "_").replace("-", "_"))


class Petrichor(Walk):
    """Petrichor's draws that its table leaves to code: the Fields and the harvest dice."""

    def code_fields(self, stretch: Stretch) -> None:
        """Check the crops of the laid tiles: the tiles that may come into play are shuffled, and the first of them
        laid. In a solo match the laid tiles are sorted by priority."""
        tiles = self.read("tiles")
        if "list" in self.values.get("tiles", {}):
            crops = self.options.DESCRIPTOR.file.enum_types_by_name["Crop"].values_by_name
            tiles = [
                (crops["CROP_" + tile["crop"].upper()].number, tile.get("priority") or 0)
                for tile in self.values["tiles"]["list"]
            ]
        tiles += self.read("lake")
        without = set(self.read("never"))
        laid = stretch.shuffled(
            [tile for tile in tiles if tile[0] not in without and (tile[1] or self.seats > 1)]
        )[: self.lists[("laid",)][0]]
        if self.seats == 1:
            laid.sort(key=lambda tile: tile[1])
        self.same("fields", [crop for crop in self.listed("crops") if crop], [crop for crop, _ in laid])

    def code_dice(self, stretch: Stretch) -> None:
        """Check the roll of the harvest dice: dice that show the harvest icon (0) stay, the others are rolled, and the
        event lists all three in rising order."""
        faces = self.values.get("harvest_die", {}).get("faces") or self.read("faces")
        stay = [die for die in self.read("dice") if die == 0]
        rolled = [faces[stretch.below(len(faces))] for _ in range(3 - len(stay))]
        self.same("harvest-dice", self.listed("dice"), sorted(stay + rolled))

    def field_lowered(self) -> int:
        """Return the face of the event's die after it has been lowered by one."""
        return int(self.value("face")) - 1


class Agricola(Walk):
    """Agricola's draws that its table leaves to code: the bag of a card, and cards chosen for a solo series."""

    def code_bag(self, stretch: Stretch) -> None:
        """Check the two animals drawn from the seat's bag, the second from those that the first has left."""
        animals = list(self.lists[self.key("bag[seat]")])
        drawn = [animals.pop(stretch.below(len(animals))) for _ in range(2)]
        self.same("animals of the bag", self.listed("goods"), drawn)

    def code_series(self, _: object) -> None:
        """Take the permanent occupations of a solo series out of the deck, and list its own cards, which are dealt
        without chance."""
        numbers = self.read("printed-numbers")
        for name in self.options.permanent:
            self.lists[("occupations",)].remove(numbers.index(int(name[1:])))
        self.lists[("own-cards",)] = [numbers.index(int(name[1:])) for name in self.options.own_cards]

    def _plays_with(self, deck: str) -> bool:
        """Return whether the match's options include a deck of cards."""
        decks = getattr(self.options, "decks", "")
        return deck in decks if decks else not getattr(self.options, f"without_{deck.lower()}")

    def field_deck_e(self) -> bool:
        """Return whether the match is played with deck E."""
        return self._plays_with("E")

    def field_deck_i(self) -> bool:
        """Return whether the match is played with deck I."""
        return self._plays_with("I")

    def field_deck_k(self) -> bool:
        """Return whether the match is played with deck K."""
        return self._plays_with("K")

    def field_stage(self) -> int:
        """Return the stage of the round that the event names."""
        return int(self.lists[("stages",)][self.value("round") - 1])

    def field_own(self) -> bool:
        """Return whether the event's card is one of the own cards of a solo series."""
        return self.value("card") in self.lists[("own-cards",)]

    def field_kind(self) -> int:
        """Return 1 if the event's card is an occupation, 0 if it is a minor improvement."""
        return int(self.value("card") >= self.lists[("first-occupation",)][0])

    def field_passed(self) -> bool:
        """Return whether the event's card is passed on to another seat."""
        return self.value("to") is not None

    def field_giver(self) -> int:
        """Return the card that gives goods if the next event of the record is CardGaveGoods; else -1."""
        name, event = self.events[self.at + 1] if self.at + 1 < len(self.events) else ("", None)
        return event.card if event is not None and name == "CardGaveGoods" else -1

    def field_animals(self) -> list[int]:
        """Return the animals of the event, each by the number of its good, as often as the event counts it."""
        return [8 + kind for kind, count in enumerate(self.listed("numbers")) for _ in range(count)]


class Earth(Walk):
    """Earth's draws that its table leaves to code: sides of cards, and the deck while all seats take from it."""

    DRAWING = ("CardsDrawn", "CardsLookedAt", "DeckComposted", "CardsShared", "DeckShared")
    """Events of a seat that takes cards off the deck."""
    lanes = 0
    """The number of lanes while all seats act side by side; 0 at other times."""
    stripes: Sequence[list[tuple[int, Any]]] = ()
    """The deck of each lane, if it is read in stripes: places and cards."""

    def place(self) -> int:
        """Return 0 while one deck serves all seats; while all seats act side by side, the lane of the seat that takes
        cards in this or the next such event, counted from 1."""
        if not self.lanes:
            return 0
        drawing = [event.seat for name, event in self.events[self.at :] if name in self.DRAWING]
        return 1 + self._lane(drawing[0]) if drawing else 0

    def _lane(self, seat: int) -> int:
        """Return the lane of a seat, counted from 0 at the active seat; team mates share one."""
        return int((seat - self.lists[("active",)][-1]) % self.lanes)

    def top(self, key: Key, count: int) -> list[Any]:
        """Take the first cards off a list; while the deck is divided into stripes, off the stripe of the event's
        seat."""
        if key != ("deck",) or not self.stripes:
            return super().top(key, count)
        stripe = self.stripes[self._lane(self.value("seat"))]
        found, stripe[:count] = stripe[:count], []
        return [card for _, card in found]

    def field_set_up(self) -> int:
        """Return the number of the set-up option; 2 if the options do not name one."""
        return self.options.setup if self.options.HasField("setup") else 2

    def code_board(self, _: object) -> None:
        """Check the sides of the four fauna and two ecosystem cards: the next number of the draw `sides` decides
        each."""
        sides = self.stretches["sides"]
        shuffled = (self.lists[("fauna-shuffled",)][:4], self.lists.get(("ecosystems-shuffled",), [])[:2])
        for shown, cards in zip(("fauna", "ecosystems"), shuffled, strict=True):
            self.same("sides", self.listed(shown), [card[sides.below(2)] for card in cards])
        for card in shuffled[1]:
            self.lists[("ecosystem-cards",)].remove(card)

    def code_sides(self, _: object) -> None:
        """Check the cards that a seat is dealt: the event lists all faces of its island, climate and ecosystem cards,
        one card of each kind or, with set-up 3, two."""
        each = 2 if self.field_set_up() == 3 else 1
        given = []
        for kind in ("islands", "climates", "own-ecosystems"):
            for card in super().top((f"{kind}-shuffled",), each):
                given += card
        self.same("sides dealt", self.listed("cards"), given)

    def code_stripes(self, _: object) -> None:
        """Divide the checker's copy of the deck among the lanes, because all seats take cards side by side until
        `code_join`. A lane is a seat, or a team's two seats. Lane 0 gets the cards 0, n, 2n ... of the deck if there
        are n lanes, lane 1 the cards after these, and so on."""
        self.lanes = 2 if self.options.teams else self.seats
        deck = list(enumerate(self.lists[("deck",)]))
        self.stripes = [deck[lane :: self.lanes] for lane in range(self.lanes)]
        self.lists[("deck",)] = []

    def code_join(self, _: object) -> None:
        """Put the cards that are left in the stripes back into the checker's deck, in the order in which they lay
        there."""
        if self.stripes:
            self.lists[("deck",)] = [card for _, card in sorted(chain.from_iterable(self.stripes))]
        self.stripes = ()

    def code_end(self, _: object) -> None:
        """Set the number of lanes to 0: from here on draws name place 0, as one deck serves all seats."""
        self.lanes = 0


class Sonora(Walk):
    """Sonora's draw that its table leaves to code: the error of a trembling hand."""

    def code_tremor(self, stretch: Stretch) -> None:
        """Check the heading and speed of a flicked disc: computed from the aim and power of the answer, each with the
        random error of a trembling hand."""
        physics = self.values.get("physics", {})
        aim_error, speed_error = self.lists[("tremor",)]
        aim_error = physics.get("tremor_aim", aim_error)
        speed_error = physics.get("tremor_speed", speed_error)
        least, greatest = (
            round(100 * physics[name]) if name in physics else speed
            for name, speed in zip(("least_speed", "greatest_speed"), self.lists[("speeds",)], strict=True)
        )
        if len(self.answer) != 4:
            raise Wrong("unasked", purpose="tremor")
        _, _, aim, power = self.answer
        aim += stretch.below(aim_error + 1) - stretch.below(aim_error + 1)
        speed = isqrt(least**2 + (greatest**2 - least**2) * power // 1000)
        speed = speed * (1000 + stretch.below(speed_error + 1) - stretch.below(speed_error + 1)) // 1000
        sits, diagonals = self.lists[("sits",)], self.lists[("diagonals",)]
        starter, number = self.lists[("starter",)][-1], self.lists[("round",)][-1]
        corner = (sits[self.value("seat")] - sits[starter] - (number - 1)) % 4
        heading = (diagonals[corner] - max(-4500, min(4500, aim))) % 36000
        says = [self.value("heading"), self.value("speed")]
        self.same("tremor", says, [heading, max(least, min(greatest, speed))])


GAMES: dict[str, type[Walk]] = {
    "agricola": Agricola,
    "earth": Earth,
    "petrichor": Petrichor,
    "sonora": Sonora,
}


# The file and the whole check ----------------------------------------------------------------------


@dataclass
class Finding:
    """A fault that the check has found, with its kind, the number of the record (-1 for the file as a whole), and
    details for the sentence that reports it."""

    record: int
    kind: str
    details: dict[str, str]


@dataclass
class Report:
    """The result of checking one exported match: its facts, the draws that were derived again, and the findings."""

    match_id: str = ""
    game: str = ""
    seats: int = 0
    records: int = 0
    head: str = ""
    commitment: str = ""
    draws: dict[str, int] = field(default_factory=dict)
    """Draws that were derived again and agree with the events, by purpose."""
    drawn: int = 0
    """Draws that the records name."""
    findings: list[Finding] = field(default_factory=list)
    compared: list[str] = field(default_factory=list)
    """"commitment" and "head", if they were given for comparison."""

    @property
    def sound(self) -> bool:
        """True if there are no findings, and chain, seed and draws are all verified."""
        return not self.findings and self.chain_ok and self.seed_ok and self.draws_ok

    @property
    def chain_ok(self) -> bool:
        """True if every record is there, and its hash follows from the one before."""
        return bool(self.head) and not self._kinds & {"chain", "length"}

    @property
    def seed_ok(self) -> bool:
        """True if the seed is the one that the commitment in the log was made for."""
        return bool(self.commitment) and "seed" not in self._kinds

    @property
    def draws_ok(self) -> bool:
        """True if every draw was derived again, and events show its result."""
        elsewhere = {"chain", "length", "seed", "commitment", "head"}
        return self._kinds <= elsewhere and sum(self.draws.values()) == self.drawn

    @property
    def _kinds(self) -> set[str]:
        """The kinds of the findings."""
        return {finding.kind for finding in self.findings}

    def plain(self) -> dict[str, object]:
        """Return the whole report as `--json` prints it."""
        held = {name: getattr(self, name) for name in ("sound", "chain_ok", "seed_ok", "draws_ok")}
        return asdict(self) | held


class Schemas:
    """The message classes of a FileDescriptorSet: an instance is called with a message's full name and returns its
    class."""

    def __init__(self, files: bytes) -> None:
        self._pool = descriptor_pool.DescriptorPool()
        for file in descriptor_pb2.FileDescriptorSet.FromString(files).file:
            self._pool.Add(file)

    def __call__(self, name: str) -> Any:
        return message_factory.GetMessageClass(self._pool.FindMessageTypeByName(name))

    @classmethod
    def found(cls, proto: Path | None = None) -> "Schemas":
        """Return the schemas of the folder `proto`. Without it, return those in the file beside this program or, if
        there is none, those of the repository's folder proto. Schemas in a folder are compiled with protoc."""
        if proto is None and (HERE / SCHEMAS).is_file():
            return cls((HERE / SCHEMAS).read_bytes())
        from grpc_tools import protoc

        root = proto or HERE.parent / "proto"
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / SCHEMAS
            schemas = map(str, sorted(root.rglob("*.proto")))
            google = Path(protoc.__file__).parent / "_proto"
            options = [f"-I{root}", f"-I{google}", "--include_imports", f"--descriptor_set_out={made}"]
            if protoc.main(["protoc", *options, *schemas]):
                raise SystemExit(f"the schemas in {root} cannot be compiled")
            return cls(made.read_bytes())


def framed(file: bytes) -> Iterator[bytes]:
    """Yield the messages of a file, each of which stands behind its length as a varint; raise IndexError if the file
    ends within one."""
    at = 0
    while at < len(file):
        length = shift = 0
        while True:
            byte = file[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if at + length > len(file):
            raise IndexError("the file ends within a message")
        yield file[at : at + length]
        at += length


class Checker:
    """A checker of exported matches, with the schemas and the folder of the games' tables."""

    def __init__(self, schemas: Schemas, tables: Path) -> None:
        self.schemas = schemas
        self.folder = tables
        self._tables: dict[str, Tables] = {}

    def check(self, file: bytes, commitment: str = "", head: str = "") -> Report:
        """Return a report on the bytes of an exported match. `commitment` and `head` are values in hex that the caller
        was shown before; each is compared with the file's if given. A file that cannot be read leads to a finding, not
        to an error."""
        report = Report(
            compared=[name for name, given in (("commitment", commitment), ("head", head)) if given]
        )
        try:
            bodies = self._chained(file, report)
            self._examined(bodies, report, commitment)
        except UNREADABLE as error:
            _found(report, -1, "unreadable", error=f"{type(error).__name__}: {error}")
        if head and head != report.head:
            _found(report, -1, "head", says=report.head, given=head)
        return report

    def _chained(self, file: bytes, report: Report) -> list[bytes]:
        """Return the records of the file as bytes, in their order. Report a wrong number of records, and each record
        whose number or hash does not follow from the records before it."""
        header_bytes, *entries = framed(file)
        header = self.schemas("tilth.v1.ExportHeader").FromString(header_bytes)
        if header.format != "tilth match":
            raise ValueError("this is no exported match")
        report.match_id, report.records = header.match_id, len(entries)
        if header.record_count != len(entries):
            _found(report, -1, "length", says=header.record_count, given=len(entries))
        hashed = sha256(b"tilth stream\0match/" + header.match_id.encode()).digest()
        bodies = []
        for number, entry_bytes in enumerate(entries):
            entry = self.schemas("tilth.v1.LogEntry").FromString(entry_bytes)
            hashed = sha256(hashed + entry.record).digest()
            if (entry.number, entry.hash) != (number, hashed):
                _found(report, number, "chain")
            bodies.append(entry.record)
        report.head = hashed.hex()
        return bodies

    def _examined(self, bodies: list[bytes], report: Report, commitment: str) -> None:
        """Check the seed against the commitment and every draw against the events, and enter the results in the
        report."""
        records = list(map(self.schemas("tilth.v1.Record").FromString, bodies))
        created = records[0].created
        if not 0 < created.seat_count <= MAX_SEATS:
            raise ValueError(f"a match of {created.seat_count} seats")
        report.game, report.seats = created.game, created.seat_count
        report.commitment = created.seed_commitment.hex()
        if sha256(created.seed).digest() != created.seed_commitment or len(created.seed) != 32:
            _found(report, 0, "seed")
        if commitment and commitment != report.commitment:
            _found(report, 0, "commitment", says=report.commitment, given=commitment)
        report.drawn = sum(len(record.draws) for record in records)
        page = self.folder / f"{created.game}.md"
        if created.game not in GAMES or not page.is_file():
            _found(report, -1, "game", game=created.game, draws=report.drawn)
            return
        if created.game not in self._tables:
            self._tables[created.game] = tables_of(page.read_text(encoding="utf-8"))
        package = f"tilth.games.{created.game}.v1"
        options = self.schemas(f"{package}.Options").FromString(created.options)
        walk = GAMES[created.game](self._tables[created.game], created.seed, created.seat_count, options)
        event_type = self.schemas(f"{package}.Event")
        undone = {number for record in records for number in record.undone.undone_records}
        for number, record in enumerate(records):
            draws = [(draw.purpose, draw.place) for draw in record.draws]
            if number in undone:
                if draws:
                    _found(report, number, "undone", purpose=draws[0][0])
                continue
            events = []
            for body in record.events:
                event = event_type.FromString(body)
                message = getattr(event, event.WhichOneof("event"))
                events.append((message.DESCRIPTOR.name, message))
            cause = record.defaulted if record.HasField("defaulted") else record.answered
            walk.record(draws, events, list(cause.numbers))
            for wrong in walk.wrong:
                _found(report, number, wrong.kind, **wrong.details)
        report.draws = dict(sorted(walk.shown.items()))


def _found(report: Report, record: int, kind: str, **details: object) -> None:
    """Add a finding to the report, unless it already has the maximum number of findings."""
    if len(report.findings) < MAX_FINDINGS:
        report.findings.append(Finding(record, kind, {name: str(value) for name, value in details.items()}))


# On the command line -------------------------------------------------------------------------------

MARK = {True: "ok  ", False: "NO  "}
SENTENCES = {
    "unreadable": "the file cannot be read: {error}",
    "length": "the file announces {says} records and has {given}",
    "chain": "its number or its hash does not follow from the records before it",
    "head": "the last hash is {says}, you were shown {given}",
    "seed": "the seed is not the one that the commitment was made for",
    "commitment": "the commitment is {says}, you were shown {given}",
    "game": "there is no table for {game}: its {draws} draws were not derived again",
    "undone": "the answer was taken back although {purpose} had been drawn in it",
    "lost": "{event} cannot be followed: {error}",
    "missing": "{event} shows a draw of {purpose}, and none is recorded",
    "other": "{event} needs a draw of {expected}, and one of {purpose} is recorded",
    "place": "{purpose} is recorded at place {place}, and belongs at {expected}",
    "unused": "a draw of {purpose} is recorded, and no event shows what it gave",
    "drawn": "{event} shows {says}, and the seed gives {given} for {purpose}",
    "order": "{event} takes {says}, and on top of {list} lie {given}",
    "absent": "{event} takes {thing}, which is not in {list}",
    "empty": "something is drawn from {list}, which is empty",
    "list": "{event} says {says} where {list} holds {given}",
    "unasked": "{purpose} is drawn, and the record's answer has no four numbers",
    "seat": "{event} comes to seat {seat} out of turn",
}


def report_text(report: Report) -> str:
    """Return the report as lines of text: a summary, what holds and what does not, the draws by purpose, the findings,
    and what was not checked."""
    lines = [f"match {report.match_id}: {report.game}, {report.seats} seats, {report.records} records"]
    known = dict.fromkeys(report.compared, ", which is the one that you gave")
    for finding in report.findings:
        known.pop(finding.kind, None)
    lines += [
        f"{MARK[report.chain_ok]}every record's hash follows from the one before; the last is {report.head}"
        + known.get("head", ""),
        f"{MARK[report.seed_ok]}the seed's SHA-256 is the commitment of record 0, {report.commitment}"
        + known.get("commitment", ""),
        f"{MARK[report.draws_ok]}{sum(report.draws.values())} of {report.drawn} recorded draws derived again"
        " from the seed and found in the events",
    ]
    lines += [f"      {purpose}: {count}" for purpose, count in report.draws.items()]
    for finding in report.findings:
        where = "" if finding.record < 0 else f"record {finding.record}: "
        lines.append(f"NO  {where}{SENTENCES[finding.kind].format(**finding.details)}")
    lines.append("not checked: whether the answers keep the rules of the game")
    if len(report.compared) < len(("commitment", "head")):
        lines.append(
            "not checked: whether commitment and last hash are those that you were shown; compare them"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the exported matches that the command line names and print a report on each. Return 0 if all reports are
    without findings, else 1."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, metavar="MATCH.tilth")
    parser.add_argument("--commitment", default="", metavar="HEX", help="the commitment that you were shown")
    parser.add_argument("--head", default="", metavar="HEX", help="the last hash that you were shown")
    parser.add_argument("--proto", type=Path, help="the folder of the schemas")
    parser.add_argument("--tables", type=Path, help="the folder of the games' tables of chance")
    parser.add_argument("--json", action="store_true", help="print the report as JSON, a line for each match")
    given = parser.parse_args(arguments)
    beside = HERE / SCHEMAS
    tables = given.tables or (HERE if beside.is_file() else HERE.parent / "docs" / "games" / "chance")
    checker = Checker(Schemas.found(given.proto), tables)
    try:
        files = [path.read_bytes() for path in given.files]
    except OSError as error:
        parser.error(str(error))
    reports = [checker.check(file, given.commitment.lower(), given.head.lower()) for file in files]
    for report in reports:
        # Text of the file is shown; the terminal must not obey it.
        text = "".join(c if c.isprintable() or c == "\n" else "?" for c in report_text(report))
        print(json.dumps(report.plain()) if given.json else text)
    return 0 if all(report.sound for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main())

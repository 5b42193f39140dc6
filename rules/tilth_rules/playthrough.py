"""A whole match as text that people read: what is asked, what is answered, what happens, who sees what.

Golden playthroughs are made of it. A change of the rules shows as a difference in these texts, and is read
in review before it is believed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from tilth_rules.kernel import (
    EVERYTHING,
    Choose,
    Decision,
    Game,
    Outside,
    Record,
    Seeded,
    Table,
    nothing_outside,
)
from tilth_rules.randomly import inside

Habit = Callable[[Decision, Any, Random], tuple[int, ...] | None]
"""How somebody likes to answer (a decision, in a state); None leaves it to chance."""


class Playthrough:
    """One match, played at random from a seed, told as it goes."""

    def __init__(
        self,
        game: Game,
        options: Any,
        seats: int,
        seed: int,
        *,
        ask_outside: Outside = nothing_outside,
        undo: float = 0.02,
        habit: Habit = lambda decision, state, random: None,
    ) -> None:
        game.check(options, seats)
        self.game = game
        self.random = Random(seed)
        self.undo = undo
        self.habit = habit
        self.untold: Collection[str] = ()
        """Fields of things in a part of the view (texts of cards) that are left out when it is told."""
        chance = Seeded(self.random.randbytes(32))
        self.table = Table(game, options, seats, chance, outside=ask_outside)
        self.last_round: int | None = None
        """The telling breaks off after this round."""
        self.records: list[Record] = []
        self.goods: list[Mapping[str, int]] = []
        """What the box holds, counted after each record."""
        self._known: dict[str, dict[str, str]] = {}
        self._told: set[msgspec.Struct] = set()
        self.told = [
            f"{game.name}, {seats} seats, seed {seed}",
            f"options: {_set_up(options)}",
            f"chance from {chance.seed.hex()}",
        ]

    def play(self) -> str:
        start = self.table.start()
        assert start is not None
        self._happened(start, "set-up")
        number = -1
        while not self.table.over:
            if self.game.round(self.table.state) != number:
                number = self.game.round(self.table.state)
                if self.last_round is not None and number > self.last_round:
                    return self._text("=== and so on")
                self.told += ["", f"=== round {number} ", *self._stand()]
            self._answer()
        result = self.game.result(self.table.state)
        assert result is not None, "over, but without a result"
        places = " ".join(map(str, result.places))
        scores = " ".join(map(str, result.scores))
        return self._text("=== the end", f"places: {places}   scores: {scores}")

    def _text(self, title: str, *ending: str) -> str:
        self.told += ["", title, *self._stand(), "", *ending]
        return "\n".join(line.rstrip() for line in self.told).rstrip("\n") + "\n"

    def _news(self, part: msgspec.Struct) -> msgspec.Struct:
        """The part without the things in its lists that have been told already."""
        news: dict[str, Any] = {}
        for field in part.__struct_fields__:
            value = getattr(part, field)
            if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
                new = [thing for thing in value if thing not in self._told]
                news[field] = tuple(self._plainer(thing) for thing in new)
                self._told.update(value)
        return msgspec.structs.replace(part, **news)

    def _plainer(self, thing: msgspec.Struct) -> msgspec.Struct:
        """The thing without what is not told of it."""
        left = {name: "" for name in thing.__struct_fields__ if name in self.untold}
        return msgspec.structs.replace(thing, **left) if left else thing

    def _answer(self) -> None:
        table, random = self.table, self.random
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        offers = table.offered.get(seat, ())
        liked = self.habit(decision, table.state, random)
        chosen, measured = (liked, ()) if liked is not None else inside(decision, random, offers)
        asked = asking(decision) + (f" or {_numbers(offers)}" if offers else "")
        record = table.answer(seat, chosen, measured)
        assert record is not None
        self._happened(record, f"seat {seat}: {asked}: {_numbers(chosen or measured) or 'none'}")
        if table.undoable(seat) == record.number and random.random() < self.undo:
            self.table, undone = table.undo(seat, self.records)
            self._happened(undone, f"seat {seat} takes it back")

    def _happened(self, record: Record, what: str) -> None:
        self.records.append(record)
        self.goods.append(self.game.counts(self.table.state))
        self.told.append(f"{record.number}. {what}")
        self.told += [f"     {type(event).__name__} {_fields(event)}" for event in record.events]

    def _stand(self) -> Iterator[str]:
        """How the table stands: all of it, and what each seat sees of it otherwise.

        A part that is one thing (what is printed on a board) is told again only when it has changed, and of a list in
        it (the cards that can be seen) only what is new.
        """
        state, game = self.table.state, self.game
        view = game.view(state, EVERYTHING)
        whole = _parts(view)
        for name, fields in whole.items():
            part = getattr(view, name, None)
            if isinstance(part, msgspec.Struct):
                if self._known.get(name) == fields:
                    continue
                self._known[name] = fields
                fields = {"": "(" + _fields(self._news(part)) + ")"}
            yield f"  {name}: {_show(fields)}"
        for seat in range(self.table.seats):
            seen = game.view(state, seat)
            for name, fields in _parts(seen).items():
                part = getattr(seen, name, None)
                if isinstance(part, msgspec.Struct) and self._news(part) == self._news(getattr(view, name)):
                    continue
                otherwise = {field: text for field, text in fields.items() if whole[name].get(field) != text}
                if otherwise:
                    yield f"  to seat {seat}, {name}: {_show(otherwise)}"


def asking(decision: Decision) -> str:
    """A decision in a line: its kind, how many picks, of which options."""
    if not isinstance(decision, Choose):
        bounds = ", ".join(f"{q.name} {q.low}..{q.high}" for q in decision.quantities)
        return f"{decision.kind}, {bounds}"
    each = decision.each or [1] * len(decision.options)
    options = [
        str(option) if most == 1 else f"{option}x{most}"
        for option, most in zip(decision.options, each, strict=True)
    ]
    return f"{decision.kind}, {decision.least}..{decision.most} of {' '.join(options) or '-'}"


def _fields(struct: msgspec.Struct) -> str:
    return _show({name: _plain(getattr(struct, name)) for name in struct.__struct_fields__})


def _set_up(options: msgspec.Struct) -> str:
    """The options that are not as they are when nobody chooses."""
    plain = type(options)()
    names = [name for name in options.__struct_fields__ if getattr(options, name) != getattr(plain, name)]
    return _show({name: _plain(getattr(options, name)) for name in names}) or "none"


def _parts(view: msgspec.Struct) -> dict[str, dict[str, str]]:
    """A view in lines: what is a list of things is a line for each thing."""
    parts: dict[str, dict[str, str]] = {}
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            for number, thing in enumerate(value):
                parts[f"{name} {number}"] = {
                    field: _plain(getattr(thing, field)) for field in thing.__struct_fields__
                }
        else:
            parts[name] = {"": _plain(value)}
    return parts


def _show(fields: Mapping[str, str]) -> str:
    return " ".join(f"{name}={text}" if name else text for name, text in fields.items())


def _plain(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        return "(" + _fields(value) + ")"
    if isinstance(value, tuple | list):
        return "[" + " ".join(map(_plain, value)) + "]"
    return str(value)


def _numbers(values: object) -> str:
    return _plain(values)[1:-1] if isinstance(values, tuple | list) else _plain(values)

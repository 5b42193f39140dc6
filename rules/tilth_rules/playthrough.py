"""A whole match as text that people read: what is asked, what is answered, what happens, who sees what.

Golden playthroughs are made of it. A change of the rules shows as a difference in these texts, and is read
in review before it is believed.
"""

from collections.abc import Iterator, Mapping
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
    ) -> None:
        game.check(options, seats)
        self.game = game
        self.random = Random(seed)
        self.undo = undo
        chance = Seeded(self.random.randbytes(32))
        self.table = Table(game, options, seats, chance, outside=ask_outside)
        self.records: list[Record] = []
        self.goods: list[Mapping[str, int]] = []
        """What the box holds, counted after each record."""
        self.told = [
            f"{game.name}, {seats} seats, seed {seed}",
            f"options: {_fields(options)}",
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
                self.told += ["", f"=== round {number} ", *self._stand()]
            self._answer()
        result = self.game.result(self.table.state)
        assert result is not None, "over, but without a result"
        self.told += ["", "=== the end", *self._stand(), ""]
        places = " ".join(map(str, result.places))
        scores = " ".join(map(str, result.scores))
        self.told.append(f"places: {places}   scores: {scores}")
        return "\n".join(line.rstrip() for line in self.told) + "\n"

    def _answer(self) -> None:
        table, random = self.table, self.random
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        offers = table.offered.get(seat, ())
        chosen, measured = inside(decision, random, offers)
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
        """How the table stands: all of it, and what each seat sees of it otherwise."""
        state, game = self.table.state, self.game
        whole = _flat(game.view(state, EVERYTHING))
        yield from (f"  {name}: {text}" for name, text in whole.items())
        for seat in range(self.table.seats):
            seen = _flat(game.view(state, seat))
            others = {name: text for name, text in seen.items() if whole.get(name) != text}
            yield f"  to seat {seat}: " + "; ".join(f"{name}: {text}" for name, text in others.items())


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
    return " ".join(f"{name}={_plain(getattr(struct, name))}" for name in struct.__struct_fields__)


def _flat(struct: msgspec.Struct) -> dict[str, str]:
    return {name: _plain(getattr(struct, name)) for name in struct.__struct_fields__}


def _plain(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        return "(" + _fields(value) + ")"
    if isinstance(value, tuple | list):
        return "[" + " ".join(map(_plain, value)) + "]"
    return str(value)


def _numbers(values: object) -> str:
    return _plain(values)[1:-1] if isinstance(values, tuple | list) else _plain(values)

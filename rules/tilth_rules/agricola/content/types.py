"""The smallest words of the data: goods, houses, cards and spaces, which have names in the files and numbers here.

`Reader` turns names into numbers while a file is read, and refuses an unknown name.
"""

from typing import Any, Final, Literal, TypeVar

import msgspec

from tilth_rules.agricola.codes import CLAY_HOUSE, GOOD_OF, STONE_HOUSE, WOODEN


class Part(
    msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """The base of every struct that a card's or a space's data consists of."""


class Good(int):
    """The number of a good, as the data of cards and spaces hold it."""


class Goods(tuple[tuple[int, int], ...]):
    """A sum of goods: (good, amount) for each of them, in the order of the goods' numbers."""


class House(int):
    """The number of a house's material (wood, clay, stone), as the data of cards and spaces hold it."""


class CardIndex(int):
    """A card by its index in CARDS, which is its number everywhere and forever."""


class SpaceIndex(int):
    """An action space by its index in SPACES."""


HOUSE_OF: Final = {"wood": WOODEN, "clay": CLAY_HOUSE, "stone": STONE_HOUSE}

Counter = Literal[
    "wood",
    "clay",
    "reed",
    "stone",
    "sheep",
    "cattle",
    "all_wood",
    "all_grain",
    "all_vegetable",
    "animals",
    "animal_types",
    "rooms",
    "stables",
    "fields",
    "sowable_fields",
    "sown_fields",
    "grain_fields",
    "vegetable_fields",
    "fenced_cells",
    "occupations",
    "occupation_worth",
    "improvements",
    "cards",
    "ever_built",
    "begging",
    "persons_left",
    "players",
    "round",
    "rounds_done",
    "rounds_left",
    "count",
    "cooked_animals",
]
"""The things that can be counted, of one seat unless it says otherwise.

Goods are those in the seat's own supply, and animals anywhere on its farm; all_wood, all_grain and all_vegetable add
those on fields and on cards with plots. fields: those of the farmyard. sowable_fields: these and the plots of cards
for grain or vegetables. sown_fields, grain_fields, vegetable_fields: fields and plots with a crop, or with that crop
(wood is none). occupation_worth counts a card as often as its number says (`Card.worth`). cards: the number of the
named ones that lie before the seat. ever_built: the number of them that any seat has played in this match.
persons_left: people who have yet to be placed in this round. rounds_done are complete ones, rounds_left those after
the current one. The last two are facts of the moment: its count (grain baked, fences built; the rank of a
renovation), and the animals that were cooked.
"""


class Count(Part, frozen=True, cache_hash=True):
    """A value in a card's data that depends on a count of something.

    Either it is `times` for each `every` counted, of at most `most`; or it comes from steps, from small to large: the
    value at the largest beginning that isn't above the count, and 0 below the first.
    """

    of: Counter
    cards: tuple[CardIndex, ...] = ()
    at_table: bool = False
    """True if the things of all seats are counted together."""
    every: int = 1
    times: int = 1
    most: int | None = None
    steps: tuple[tuple[int, int], ...] = ()

    def worth(self, count: int) -> int:
        """Return the value for this number counted."""
        if self.steps:
            found = 0
            for begins, value in self.steps:
                if begins <= count:
                    found = value
            return found
        return self.times * (min(count, self.most) if self.most is not None else count) // self.every


Value = int | Count


class Amounts(tuple[tuple[int, Value], ...]):
    """A sum of goods whose amounts may have to be counted: (good, value) for each of them."""


Some = TypeVar("Some")


class Reader:
    """A reader of the data of cards and spaces. It turns the names of goods, houses, cards and spaces into their
    numbers."""

    def __init__(self, cards: dict[str, int], spaces: dict[str, int]) -> None:
        self.cards = cards
        self.spaces = spaces

    def read(self, data: Any, kind: type[Some]) -> Some:
        """Return the data converted to this type, with names turned into numbers."""
        return msgspec.convert(data, kind, dec_hook=self._meant)

    def _meant(self, kind: type[Any], data: Any) -> Any:
        """Return the value of one of our own types that the data, with names, stand for."""
        if kind is Goods:
            return Goods(sorted((_number(name, GOOD_OF), _amount(n)) for name, n in _object(data).items()))
        if kind is Amounts:
            found = {_number(name, GOOD_OF): self._value(value) for name, value in _object(data).items()}
            return Amounts((good, found[good]) for good in sorted(found))
        if kind in self._tables():
            return kind(_number(data, self._tables()[kind]))
        raise NotImplementedError(kind)

    def _tables(self) -> dict[type[Any], dict[str, int]]:
        """Return the numbers by name for each type whose values are written as names."""
        return {Good: GOOD_OF, House: HOUSE_OF, CardIndex: self.cards, SpaceIndex: self.spaces}

    def _value(self, data: Any) -> Value:
        """Return a value of the data: a positive number, or a Count."""
        return data if type(data) is int and data > 0 else self.read(data, Count)


def _number(name: Any, table: dict[str, int]) -> int:
    """Return the number that a name stands for. Raise ValueError if the name is unknown."""
    if not isinstance(name, str) or name not in table:
        raise ValueError(f"unknown name {name!r}")
    return table[name]


def _amount(number: Any) -> int:
    """Return the number itself. Raise ValueError unless it is a positive whole number."""
    if type(number) is not int or number < 1:
        raise ValueError(f"{number!r} is not a positive whole number")
    return number


def _object(data: Any) -> dict[str, Any]:
    """Return the data themselves. Raise ValueError unless they are an object of goods."""
    if not isinstance(data, dict):
        raise ValueError(f"{data!r} is not an object of goods")
    return data

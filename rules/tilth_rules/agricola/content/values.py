"""The smallest words of the data: goods, houses, cards and spaces by name in the files, by number ever after.

`Reader` turns names into numbers while a file is read, and refuses a name that nobody knows.
"""

from typing import Any, Final, Literal, TypeVar

import msgspec

from tilth_rules.agricola.words import CLAY_HOUSE, GOOD_OF, STONE_HOUSE, WOODEN


class Part(
    msgspec.Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What cards and spaces consist of."""


class Good(int):
    """A good by its number."""


class Goods(tuple[tuple[int, int], ...]):
    """Some goods: (good, amount) for each of them, in the order of the numbers."""


class House(int):
    """A kind of house by its number: wood, clay, stone."""


class CardIndex(int):
    """A card by its index in CARDS, which is its number everywhere and for ever."""


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
"""What can be counted, of one seat unless it says otherwise.

Goods are those in the own supply, and animals wherever they are kept; all_wood, all_grain and all_vegetable add what
stands on fields, cards among them. fields: those of the farmyard; sowable_fields: these and the plots of cards for
grain or vegetables; sown_fields, grain_fields, vegetable_fields: fields and plots that bear a crop, or that crop (wood
is none). occupation_worth counts a card as often as it says (`Card.worth`). cards: how many of the named ones lie
before the seat; ever_built: how many of them anybody has played in this match. persons_left: people who have yet to be
placed in this round. rounds_done are complete ones, rounds_left those after the current one. The last two are facts of
the moment: what it is about (grain baked, fences built; the rank of a renovation), and the animals that were cooked."""


class Count(Part, frozen=True, cache_hash=True):
    """A number that is looked up: `times` for `every` so many, of at most `most` things; or by steps, from small to
    large, the value at the largest beginning that isn't above the count, and 0 below the first."""

    of: Counter
    cards: tuple[CardIndex, ...] = ()
    at_table: bool = False
    """Of all seats together."""
    every: int = 1
    times: int = 1
    most: int | None = None
    steps: tuple[tuple[int, int], ...] = ()

    def worth(self, count: int) -> int:
        """What such a count comes to."""
        if self.steps:
            found = 0
            for begins, value in self.steps:
                if begins <= count:
                    found = value
            return found
        return self.times * (min(count, self.most) if self.most is not None else count) // self.every


Value = int | Count


class Amounts(tuple[tuple[int, Value], ...]):
    """Goods whose amounts may have to be counted: (good, value) for each of them."""


Some = TypeVar("Some")


class Reader:
    """Reads parts of a file; what the names of cards and spaces stand for is handed in."""

    def __init__(self, cards: dict[str, int], spaces: dict[str, int]) -> None:
        self.cards = cards
        self.spaces = spaces

    def read(self, data: Any, kind: type[Some]) -> Some:
        return msgspec.convert(data, kind, dec_hook=self._meant)

    def _meant(self, kind: type[Any], data: Any) -> Any:
        if kind is Goods:
            return Goods(sorted((_number(name, GOOD_OF), _amount(n)) for name, n in _object(data).items()))
        if kind is Amounts:
            found = {_number(name, GOOD_OF): self._value(value) for name, value in _object(data).items()}
            return Amounts((good, found[good]) for good in sorted(found))
        if kind in self._tables():
            return kind(_number(data, self._tables()[kind]))
        raise NotImplementedError(kind)

    def _tables(self) -> dict[type[Any], dict[str, int]]:
        return {Good: GOOD_OF, House: HOUSE_OF, CardIndex: self.cards, SpaceIndex: self.spaces}

    def _value(self, data: Any) -> Value:
        return data if type(data) is int and data > 0 else self.read(data, Count)


def _number(name: Any, table: dict[str, int]) -> int:
    if not isinstance(name, str) or name not in table:
        raise ValueError(f"nobody knows {name!r}")
    return table[name]


def _amount(number: Any) -> int:
    if type(number) is not int or number < 1:
        raise ValueError(f"{number!r} is no amount")
    return number


def _object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"{data!r} is no set of goods")
    return data

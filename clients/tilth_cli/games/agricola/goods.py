"""Goods in a letter and a colour each: capitals for what is built with and eaten, small letters for what lives."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import Amount, Good, Herd

NAMES: Final = {
    Good.UNSPECIFIED: ("mark", "bold"),
    Good.WOOD: ("wood", "dark_orange3"),
    Good.CLAY: ("clay", "indian_red"),
    Good.REED: ("reed", "medium_spring_green"),
    Good.STONE: ("stone", "grey70"),
    Good.GRAIN: ("grain", "yellow2"),
    Good.VEGETABLE: ("vegetable", "orange1"),
    Good.FOOD: ("food", "light_goldenrod1"),
    Good.SHEEP: ("sheep", "bright_white"),
    Good.BOAR: ("boar", "grey74"),
    Good.CATTLE: ("cattle", "light_salmon3"),
}
"""The word of each, and its colour."""
IN_A_LINE: Final = tuple(good for good in NAMES if good)
"""Goods in the order in which they are listed."""


def letter(good: int) -> Text:
    """Return the letter of a good in the reader's language and in the good's colour."""
    name, style = NAMES.get(Good(good), NAMES[Good.UNSPECIFIED])
    return Text(tr(f"agricola-letter-{name}"), style=style)


def counted(good: int, amount: int) -> Text:
    """Return a good's letter and its amount: w3."""
    line = letter(good)
    return line.append(str(amount))


def heap(amounts: Iterable[Amount]) -> Text:
    """Return goods with their amounts as one text, such as "w3 c1"."""
    return Text(" ").join(counted(one.good, one.amount) for one in amounts)


def animals(herd: Herd) -> list[Text]:
    """Return a text for each kind of animal in a herd, with its letter and number; kinds without animals are left
    out."""
    kinds = ((Good.SHEEP, herd.sheep), (Good.BOAR, herd.boar), (Good.CATTLE, herd.cattle))
    return [counted(kind, count) for kind, count in kinds if count]

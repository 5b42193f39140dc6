"""The one module that reads `values.json`, and makes of it what the rules count with.

A text given in the options is merged over the file (`corrections.py`). What another owner typed in is held against the
rules by `content/checks.py`.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from tilth_rules.corrections import combined, corrected
from tilth_rules.sonora.content import book as books
from tilth_rules.sonora.content.checks import check
from tilth_rules.sonora.content.sections import (
    Canyon,
    Mud,
    River,
    Ruins,
    canyon_of,
    mud_of,
    river_of,
    ruins_of,
)
from tilth_rules.sonora.flick import Board, Physics
from tilth_rules.sonora.options import Options
from tilth_rules.sonora.words import SECTION_NAMES

HUNDREDTHS: Final = 100


class Values(msgspec.Struct, frozen=True):
    """The values as the rules use them."""

    ruins: Ruins
    canyon: Canyon
    river: River
    mud: Mud
    reflicks: int
    """Ready at the start."""
    swaps: int
    discoveries: tuple[int, ...]
    """By bonus: how many symbols of an animal discoveries can choose."""
    fox_number: int
    owl_length: int
    rabbit: int
    discovery_rabbit: int
    board: Board
    physics: Physics
    circles: tuple[tuple[int, int, int], ...]
    """Section, x, y."""
    circle_radius: int
    touching: int
    """The square of the distance from which a disc touches a circle."""
    speeds: tuple[int, int]
    tremor: tuple[int, int]


def values_of(options: Options) -> Values:
    """The values a match is played with."""
    return read(options.values)


@lru_cache(maxsize=64)
def read(text: str) -> Values:
    """The values of the file with this text merged over it; raises OptionsRefused where it doesn't fit."""
    book = corrected(FILE, text, books.Book)
    check(book)
    return _usable(book)


def with_wood(text: str) -> str:
    """These corrections, and how wood slides: what a flick is worth is not to change when somebody measures anew."""
    wood = msgspec.to_builtins(corrected(FILE, text, books.Book).physics)
    del wood["tag"], wood["source"]
    return combined(text, {"physics": wood})


def _usable(book: books.Book) -> Values:
    bonuses = book.bonuses
    reach = _hundredths(book.board.disc_radius) + _hundredths(book.board.circle_radius)
    return Values(
        ruins=ruins_of(book.ruins),
        canyon=canyon_of(book.canyon),
        river=river_of(book.river),
        mud=mud_of(book.mud),
        reflicks=bonuses.at_start.reflick,
        swaps=bonuses.at_start.swap,
        discoveries=(0, 0, 0, bonuses.discovery.fox, bonuses.discovery.owl, bonuses.discovery.rabbit),
        fox_number=bonuses.fox_number.value,
        owl_length=bonuses.owl_length.value,
        rabbit=bonuses.rabbit.value,
        discovery_rabbit=bonuses.discovery_rabbit.value,
        board=Board(
            half_side=_hundredths(book.board.half_side),
            corner_cut=_hundredths(book.board.corner_cut),
            disc_radius=_hundredths(book.board.disc_radius),
            hole_radius=_hundredths(book.board.hole_radius),
        ),
        physics=Physics(
            deceleration=_hundredths(book.physics.deceleration),
            disc_restitution=book.physics.disc_restitution,
            edge_restitution=book.physics.edge_restitution,
            escape_speed=_hundredths(book.physics.escape_speed),
            drop_speed=_hundredths(book.physics.drop_speed),
        ),
        circles=tuple(
            (SECTION_NAMES.index(circle.section), _hundredths(circle.at[0]), _hundredths(circle.at[1]))
            for circle in book.board.circles
        ),
        circle_radius=_hundredths(book.board.circle_radius),
        touching=reach * reach,
        speeds=(_hundredths(book.physics.least_speed), _hundredths(book.physics.greatest_speed)),
        tremor=(book.physics.tremor_aim, book.physics.tremor_speed),
    )


def _hundredths(length: float) -> int:
    return round(HUNDREDTHS * length)


FILE: dict[str, Any] = msgspec.json.decode((files(__package__) / "values.json").read_bytes())

"""The values of `values.json` as the rules use them."""

from typing import Final

import msgspec

from tilth_rules.common.value_file import ValueFile, combined
from tilth_rules.sonora.codes import SECTION_NAMES
from tilth_rules.sonora.content import shape
from tilth_rules.sonora.content.checks import check
from tilth_rules.sonora.content.compiled.sections import (
    Canyon,
    Mud,
    River,
    Ruins,
    canyon_of,
    mud_of,
    river_of,
    ruins_of,
)
from tilth_rules.sonora.flick_question import Board, Physics

HUNDREDTHS: Final = 100


class Values(msgspec.Struct, frozen=True):
    """The values that a match is played with: sections of the sheet, bonuses, board and physics, in the form that the
    rules use."""

    ruins: Ruins
    canyon: Canyon
    river: River
    mud: Mud
    reflicks: int
    """The number of reflicks that a seat has at the start."""
    swaps: int
    discoveries: tuple[int, ...]
    """By bonus: the number of its symbols in the discovery area."""
    fox_number: int
    owl_length: int
    rabbit: int
    discovery_rabbit: int
    board: Board
    physics: Physics
    circles: tuple[tuple[int, int, int], ...]
    """The bonus circles: section, x, y."""
    circle_radius: int
    touching: int
    """The square of the distance at which a disc touches a circle."""
    speeds: tuple[int, int]
    tremor: tuple[int, int]


def with_wood(text: str) -> str:
    """Return these corrections (JSON) with the values of the physics added. So a match keeps its physics if later
    builds measure the wood again."""
    wood = msgspec.to_builtins(FILE.corrected(text).physics)
    del wood["tag"], wood["source"]
    return combined(text, {"physics": wood})


def _usable(book: shape.Book) -> Values:
    """Return the content of the values file in the form that the rules use. Raises OptionsRefused if values do not fit
    together."""
    check(book)
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
    """Return a length in millimetres as a whole number of hundredths of a millimetre."""
    return round(HUNDREDTHS * length)


FILE: Final = ValueFile("tilth_rules.sonora.content", "values.json", shape.Book, _usable)
read: Final = FILE.read
"""Returns the values, with the text of corrections merged over the file."""

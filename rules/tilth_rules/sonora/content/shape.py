"""The shape of `values.json`, with the bounds of the values that an owner of the box may correct."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilth_rules.common.value_file import Sourced
from tilth_rules.sonora.polyominoes import COLUMNS, ROWS

Points = Annotated[int, Meta(ge=0, le=99)]
Bonus = Literal["reflick", "swap", "fox", "owl", "rabbit", "discovery"]
Section = Literal["ruins", "canyon", "mud", "river"]
Name = Annotated[str, Meta(min_length=1, max_length=20)]
Millimetres = Annotated[float, Meta(ge=-1000, le=1000)]
Length = Annotated[float, Meta(ge=1, le=1000)]
Speed = Annotated[float, Meta(gt=0, le=5000)]
Limit = Annotated[float, Meta(gt=0, le=100_000)]
"""A speed from which something happens. It never happens if no disc can be so fast."""
Step = Annotated[int, Meta(ge=-20, le=20)]
Some = Annotated[int, Meta(ge=1, le=99)]
Few = Annotated[int, Meta(ge=1, le=5)]
"""A number of a shape, or of cells of a path."""
Thousandths = Annotated[int, Meta(ge=0, le=1000)]


class Value(Sourced, frozen=True):
    """A number in Sonora's values file, with its source."""

    value: Some


class Most(Sourced, frozen=True):
    """The greatest number of a shape to draw, or of cells of a path to lay, with its source."""

    value: Few


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reward of a building for the first seat that finishes it."""

    points: Points
    bonus: Bonus


class Building(Sourced, frozen=True):
    """A building of the ruins: its cells, and the rewards of the first seat that finishes it and of the others."""

    name: Name
    cells: Some
    top: Reward
    bottom: Points


class BotBuilding(Sourced, frozen=True):
    """The building of the bot in the ruins (solo game)."""

    cells: Some


class Ruins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ruins of the sheet in the values file: all buildings."""

    buildings: Annotated[tuple[Building, ...], Meta(min_length=8, max_length=8)]
    bot_building: BotBuilding


Row = Annotated[str, Meta(min_length=1, max_length=COLUMNS)]
Picture = Annotated[
    tuple[Annotated[str, Meta(pattern="^[#.]+$", max_length=5)], ...], Meta(min_length=1, max_length=5)
]
OneShape = Annotated[tuple[Picture, ...], Meta(min_length=1, max_length=1)]


class Shapes(Sourced, frozen=True, rename={f"of_{n}": str(n) for n in range(1, 6)}):
    """The shapes of the canyon by their number, as pictures of `#` and `.`."""

    of_1: Annotated[tuple[Picture, ...], Meta(min_length=1, max_length=6)]
    of_2: OneShape
    of_3: OneShape
    of_4: OneShape
    of_5: OneShape


class CactusTable(Sourced, frozen=True):
    """The canyon's points for 1, 2, 3 ... cacti of one kind, and for each cactus beyond the table."""

    rows: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=30)]
    beyond: Points


class Canyon(Sourced, frozen=True, kw_only=True):
    """The canyon of the sheet in the values file, as a picture, with its shapes and cacti."""

    legend: str = ""
    grid: Annotated[tuple[Row, ...], Meta(min_length=2, max_length=ROWS)]
    bot_squares: Annotated[tuple[tuple[int, int], ...], Meta(min_length=3, max_length=3)]
    """The bot's squares: row and column, from 0 at the top left."""
    shapes: Shapes
    cactus_table: CactusTable


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the river: the cell it follows, and its points or bonus."""

    name: Name
    after: Name
    reward: Points | Bonus


class River(Sourced, frozen=True):
    """The river of the sheet in the values file, cell by cell."""

    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=60)]
    bot_squares: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=8)]


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A node of the mud: its place, its cost, and True if it lies on the rim."""

    name: Name
    at: tuple[Step, Step]
    """The place of a node: steps to the east and to the south-east of the start. Only drawings use it."""
    cost: Points
    rim: bool


class Triangle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A triangle of the mud: its nodes, and its points or bonus."""

    nodes: tuple[Name, Name, Name]
    reward: Literal[2, 4, 6] | Bonus


class Column(Sourced, frozen=True):
    """A column of the mud: its number of cells, and the bonus for a full column."""

    cells: Some
    bonus: Bonus


class Mud(Sourced, frozen=True):
    """The mud of the sheet in the values file: nodes, edges, triangles and columns."""

    start: Name
    nodes: Annotated[tuple[Node, ...], Meta(min_length=13, max_length=40)]
    edges: Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=120)]
    triangles: Annotated[tuple[Triangle, ...], Meta(min_length=1, max_length=60)]
    small_cells: Some
    columns: Annotated[tuple[Column, ...], Meta(min_length=1, max_length=8)]


class FlickBonuses(Sourced, frozen=True):
    """Numbers of the two bonuses for flicking: reflicks and swaps."""

    reflick: Points
    swap: Points


class Animals(Sourced, frozen=True):
    """Numbers of each animal: foxes, owls and rabbits."""

    fox: Points
    owl: Points
    rabbit: Points


class Bonuses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bonuses at the start, their boxes on the sheet, and the effects of animals."""

    at_start: FlickBonuses
    boxes: FlickBonuses
    discovery: Animals
    fox_number: Most
    owl_length: Most
    rabbit: Value
    discovery_rabbit: Value


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bonus circle: its section and its centre in millimetres."""

    section: Section
    at: tuple[Millimetres, Millimetres]


class Board(Sourced, frozen=True):
    """The measures of the board, in millimetres."""

    half_side: Length
    corner_cut: Length
    disc_radius: Length
    hole_radius: Length
    circle_radius: Length
    circles: Annotated[tuple[Circle, ...], Meta(min_length=8, max_length=8)]


class Physics(Sourced, frozen=True):
    """The physical values of discs on wood: friction, bounces, and the speeds that a flick can have."""

    deceleration: Annotated[float, Meta(ge=1, le=10_000)]
    """The deceleration by friction in mm/s^2; the largest allowed is about the earth's gravity, a friction of 1."""
    disc_restitution: Thousandths
    edge_restitution: Thousandths
    escape_speed: Limit
    drop_speed: Limit
    least_speed: Speed
    greatest_speed: Speed
    tremor_aim: Annotated[int, Meta(ge=0, le=4500)]
    """The largest error of a trembling hand's aim, in hundredths of a degree."""
    tremor_speed: Annotated[int, Meta(ge=0, le=500)]
    """The largest error of a trembling hand's speed, in thousandths of the speed."""


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole content of Sonora's values file."""

    ruins: Ruins
    canyon: Canyon
    river: River
    mud: Mud
    bonuses: Bonuses
    board: Board
    physics: Physics
    about: str = ""
    tags: dict[str, str] = {}

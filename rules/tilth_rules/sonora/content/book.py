"""The shape of `values.json`: what an owner of the box may type in, and within what bounds."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tilth_rules.sonora.polyominoes import COLUMNS, ROWS

Tag = Literal["S", "D", "P", "X"]
Points = Annotated[int, Meta(ge=0, le=99)]
Bonus = Literal["reflick", "swap", "fox", "owl", "rabbit", "discovery"]
Section = Literal["ruins", "canyon", "mud", "river"]
Name = Annotated[str, Meta(min_length=1, max_length=20)]
Millimetres = Annotated[float, Meta(ge=-1000, le=1000)]
Length = Annotated[float, Meta(ge=1, le=1000)]
Speed = Annotated[float, Meta(gt=0, le=5000)]
Limit = Annotated[float, Meta(gt=0, le=100_000)]
"""A speed from which something happens: one that no disc has makes it never happen."""
Step = Annotated[int, Meta(ge=-20, le=20)]
Some = Annotated[int, Meta(ge=1, le=99)]
Few = Annotated[int, Meta(ge=1, le=5)]
"""A number of a shape, or of cells of a path."""
Thousandths = Annotated[int, Meta(ge=0, le=1000)]


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a value is from: S the rulebook's words, D derived from them, P a public source, X not found."""

    tag: Tag
    source: str = ""


class Value(Sourced, frozen=True):
    value: Some


class Most(Sourced, frozen=True):
    value: Few


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Points
    bonus: Bonus


class Building(Sourced, frozen=True):
    name: Name
    cells: Some
    top: Reward
    bottom: Points


class BotBuilding(Sourced, frozen=True):
    cells: Some


class Ruins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buildings: Annotated[tuple[Building, ...], Meta(min_length=8, max_length=8)]
    bot_building: BotBuilding


Row = Annotated[str, Meta(min_length=1, max_length=COLUMNS)]
Picture = Annotated[
    tuple[Annotated[str, Meta(pattern="^[#.]+$", max_length=5)], ...], Meta(min_length=1, max_length=5)
]
OneShape = Annotated[tuple[Picture, ...], Meta(min_length=1, max_length=1)]


class Shapes(Sourced, frozen=True, rename={f"of_{n}": str(n) for n in range(1, 6)}):
    """The shapes by number, drawn with # and dots."""

    of_1: Annotated[tuple[Picture, ...], Meta(min_length=1, max_length=6)]
    of_2: OneShape
    of_3: OneShape
    of_4: OneShape
    of_5: OneShape


class CactusTable(Sourced, frozen=True):
    rows: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=30)]
    beyond: Points


class Canyon(Sourced, frozen=True, kw_only=True):
    legend: str = ""
    grid: Annotated[tuple[Row, ...], Meta(min_length=2, max_length=ROWS)]
    bot_squares: Annotated[tuple[tuple[int, int], ...], Meta(min_length=3, max_length=3)]
    """Row and column, from 0 at the top left."""
    shapes: Shapes
    cactus_table: CactusTable


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    after: Name
    reward: Points | Bonus


class River(Sourced, frozen=True):
    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=60)]
    bot_squares: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=8)]


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    at: tuple[Step, Step]
    """Steps to the east and to the south-east, from the start; only drawn by."""
    cost: Points
    rim: bool


class Triangle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nodes: tuple[Name, Name, Name]
    reward: Literal[2, 4, 6] | Bonus


class Column(Sourced, frozen=True):
    cells: Some
    bonus: Bonus


class Mud(Sourced, frozen=True):
    start: Name
    nodes: Annotated[tuple[Node, ...], Meta(min_length=13, max_length=40)]
    edges: Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=120)]
    triangles: Annotated[tuple[Triangle, ...], Meta(min_length=1, max_length=60)]
    small_cells: Some
    columns: Annotated[tuple[Column, ...], Meta(min_length=1, max_length=8)]


class FlickBonuses(Sourced, frozen=True):
    reflick: Points
    swap: Points


class Animals(Sourced, frozen=True):
    fox: Points
    owl: Points
    rabbit: Points


class Bonuses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at_start: FlickBonuses
    boxes: FlickBonuses
    discovery: Animals
    fox_number: Most
    owl_length: Most
    rabbit: Value
    discovery_rabbit: Value


class Circle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    section: Section
    at: tuple[Millimetres, Millimetres]


class Board(Sourced, frozen=True):
    half_side: Length
    corner_cut: Length
    disc_radius: Length
    hole_radius: Length
    circle_radius: Length
    circles: Annotated[tuple[Circle, ...], Meta(min_length=8, max_length=8)]


class Physics(Sourced, frozen=True):
    deceleration: Annotated[float, Meta(ge=1, le=10_000)]
    """The greatest is about the earth's pull: a friction of 1."""
    disc_restitution: Thousandths
    edge_restitution: Thousandths
    escape_speed: Limit
    drop_speed: Limit
    least_speed: Speed
    greatest_speed: Speed
    tremor_aim: Annotated[int, Meta(ge=0, le=4500)]
    """The most that a trembling hand errs, in hundredths of a degree."""
    tremor_speed: Annotated[int, Meta(ge=0, le=500)]
    """The same of the speed, in thousandths of it."""


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ruins: Ruins
    canyon: Canyon
    river: River
    mud: Mud
    bonuses: Bonuses
    board: Board
    physics: Physics
    about: str = ""
    tags: dict[str, str] = {}

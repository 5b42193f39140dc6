"""The drawing of a knockout's bracket: a column for each round, a box for each table, a line for each way on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tilth_dataclasses.tilth.v1 import BracketEntrant, BracketRound, BracketTable, GetStandingsResponse
from tilth_report.catalogue import Translate
from tilth_report.html import Markup, join, tag
from tilth_report.texts import number_text

BOX_WIDTH = 172
ROW = 19
"""The height of a line with an entrant."""
HEAD = 16
"""The height of the line above the entrants of a table."""
GAP = 12
COLUMN = BOX_WIDTH + 48
TOP = 26
"""The height of the line with the numbers of rounds."""
NAME_LENGTH = 19


@dataclass
class Box:
    """A table of a round, or an entrant with a bye, and its place in the drawing."""

    column: int
    entrants: Sequence[BracketEntrant]
    table: BracketTable | None
    """None for a bye."""
    top: float = 0.0
    sources: dict[int, "Box"] = field(default_factory=dict)
    """The entrants' last boxes before this one, by entrant."""

    @property
    def height(self) -> float:
        """The height of the box."""
        return (HEAD if self.table is not None else 0) + ROW * len(self.entrants)

    def row(self, entrant: int) -> float:
        """Return the vertical middle of an entrant's line."""
        at = next(at for at, each in enumerate(self.entrants) if each.entrant == entrant)
        return self.top + (HEAD if self.table is not None else 0) + ROW * (at + 0.5)


def drawing(found: GetStandingsResponse, names: Mapping[int, str], tr: Translate) -> Markup:
    """Return the bracket as SVG. The caller leaves it out if there is no bracket."""
    columns = _columns(found.bracket)
    for column in columns:
        _place(column)
    boxes = [box for column in columns for box in column]
    width = COLUMN * len(columns) - (COLUMN - BOX_WIDTH)
    height = TOP + max(box.top + box.height for box in boxes) + 2
    heads = (
        _text(tr("bracket-round", round=each.round), COLUMN * at, TOP - 12, "head")
        for at, each in enumerate(found.bracket)
    )
    inside = join(
        [
            *heads,
            *(_line(box, entrant, source) for box in boxes for entrant, source in box.sources.items()),
            *(_box(box, names, tr) for box in boxes),
        ]
    )
    label = tr("bracket-title")
    return Markup(
        f'<svg class="bracket" role="img" aria-label="{label}" width="{width}" height="{height:.0f}"'
        f' viewBox="0 0 {width} {height:.0f}">{inside}</svg>'
    )


def _columns(rounds: Sequence[BracketRound]) -> list[list[Box]]:
    """Return the boxes of each round, in an order in which few lines cross: tables whose entrants meet next are
    neighbours."""
    columns = [
        [
            *(Box(at, table.entrants, table) for table in each.tables),
            *(Box(at, [BracketEntrant(entrant=entrant)], None) for entrant in each.byes),
        ]
        for at, each in enumerate(rounds)
    ]
    for earlier, later in zip(columns[-2::-1], columns[:0:-1], strict=True):
        place = {each.entrant: at for at, box in enumerate(later) for each in box.entrants}
        ways = {
            id(box): [place[each.entrant] for each in box.entrants if each.entrant in place]
            for box in earlier
        }
        earlier.sort(key=lambda box, ways=ways: min(ways[id(box)], default=len(place)))  # type: ignore[misc]
    last: dict[int, Box] = {}
    for column in columns:
        for box in column:
            box.sources = {each.entrant: last[each.entrant] for each in box.entrants if each.entrant in last}
        last |= {each.entrant: box for box in column for each in box.entrants}
    return columns


def _place(column: Sequence[Box]) -> None:
    """Give each box of a column its place: beside the boxes that its entrants come from, and below the box before."""
    lowest = 0.0
    for box in column:
        middles = [source.row(entrant) for entrant, source in box.sources.items()]
        wanted = sum(middles) / len(middles) - box.height / 2 if middles else lowest
        box.top = max(lowest, wanted)
        lowest = box.top + box.height + GAP


def _line(box: Box, entrant: int, source: Box) -> Markup:
    """Return the line on which an entrant comes from an earlier box; dashed for entrants who lost a life there."""
    start, end = COLUMN * source.column + BOX_WIDTH, COLUMN * box.column
    here, there = TOP + source.row(entrant), TOP + box.row(entrant)
    lost = source.table is not None and not any(
        each.advances for each in source.entrants if each.entrant == entrant
    )
    bend = end - 20
    path = f"M{start} {here:.1f}H{bend}V{there:.1f}H{end}"
    return Markup(f'<path class="way{" lost" if lost else ""}" d="{path}"/>')


def _box(box: Box, names: Mapping[int, str], tr: Translate) -> Markup:
    """Return the box of a table or a bye with its entrants and their points."""
    left, top = COLUMN * box.column, TOP + box.top
    parts = [
        Markup(
            f'<rect class="{"table" if box.table is not None else "bye"}" x="{left}" y="{top:.1f}"'
            f' width="{BOX_WIDTH}" height="{box.height}" rx="3"/>'
        )
    ]
    if box.table is not None:
        parts.append(_text(_caption(box.table, tr), left + 7, top + 12, "caption"))
    for each in box.entrants:
        middle = TOP + box.row(each.entrant) + 4.5
        kind = "advances" if each.advances else "out" if each.out else "in"
        name = names.get(each.entrant, str(each.entrant))
        shown = name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"
        parts.append(_text(shown, left + 7, middle, kind))
        points = number_text(each.points) if box.table is not None else tr("bracket-bye")
        parts.append(_text(points, left + BOX_WIDTH - 7, middle, f"{kind} points"))
    return join(parts)


def _caption(table: BracketTable, tr: Translate) -> str:
    """Return the line above a table's entrants: its number, the lives that they had lost, and the further sets."""
    parts = [tr("bracket-table", table=table.table)]
    if table.lost_lives:
        parts.append(tr("bracket-lost", lives=table.lost_lives))
    if table.further_sets:
        parts.append(tr("bracket-further", sets=table.further_sets))
    return " · ".join(parts)


def _text(text: str, x: float, y: float, kind: str) -> Markup:
    """Return a line of text at a place of the drawing."""
    return tag("text", text, class_=kind, x=f"{x:g}", y=f"{y:.1f}")

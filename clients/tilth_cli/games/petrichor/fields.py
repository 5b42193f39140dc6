"""The Fields of Petrichor: each tile a box with the sky above and the soil below.

┌ B1 Coffee ─────[3] ┐   the tile, its crop, and by which number it can be picked
│    ϟ( ●3 ▲1 )ϟ     │   the cloud: ( ) is a light one, ϟ( )ϟ a thundercloud
│ ●2 ▲1          3/4 │   drops of each side; all drops of those it needs to grow
│ sprouting       +1 │   the growing token, the fertilizer
└────────────────────┘
"""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from tilth_cli.draw_context import NOBODY, DrawContext, seat_mark, seat_style
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.petrichor.v1 import Cloud, Crop, Growth, Tile

GRID_WIDTH = 4
NARROWEST, WIDEST = 13, 24
HEIGHT = 5

CROPS: Mapping[int, tuple[str, str]] = {
    Crop.WHEAT: ("wheat", "yellow"),
    Crop.COTTON: ("cotton", "bright_white"),
    Crop.GRASS: ("grass", "green"),
    Crop.POTATO: ("potato", "orange3"),
    Crop.COFFEE: ("coffee", "dark_orange3"),
    Crop.RICE: ("rice", "light_cyan1"),
    Crop.CORN: ("corn", "bright_yellow"),
    Crop.CACTUS: ("cactus", "spring_green3"),
    Crop.LAKE: ("lake", "deep_sky_blue1"),
}
GROWTHS: Mapping[int, tuple[str, str, str]] = {
    Growth.SPROUTING: ("sprouting", "yellow", "yellow"),
    Growth.DEVELOPED: ("developed", "bold green", "green"),
    Growth.OVERWATERED: ("overwatered", "red", "red"),
}
"""The word, the style of the word, and the style of the box."""

CLOUDS: Mapping[int, tuple[str, str, str]] = {
    Cloud.LIGHT: ("(", ")", "on grey23"),
    Cloud.THUNDER: ("ϟ(", ")ϟ", "on purple4"),
}


def side_mark(side: int, seats: int) -> str:
    """Return the mark of a side; the neutral player of the solo game has a mark of its own."""
    return seat_mark(side) if side < seats else NOBODY


def side_style(side: int, seats: int) -> str:
    """Return the style of a side; the neutral player of the solo game has a style of its own."""
    return seat_style(side) if side < seats else "bold bright_magenta"


def fields(tiles: Sequence[Tile], context: DrawContext, labels: Mapping[int, str]) -> RenderableType:
    """Return all tiles in a grid of four columns. `labels` has, by tile, the labels of the options that mean it. In a
    low terminal neighbouring rows share a border."""
    columns = max(tile.tile % GRID_WIDTH for tile in tiles) + 1
    rows = max(tile.tile // GRID_WIDTH for tile in tiles) + 1
    width = max(NARROWEST, min(WIDEST, context.width // columns))
    by_place = {tile.tile: box(tile, width, context, labels.get(tile.tile, "")) for tile in tiles}
    nothing = [Text(" " * width)] * HEIGHT
    lines: list[Text] = []
    for row in range(rows):
        boxes = [by_place.get(GRID_WIDTH * row + column, nothing) for column in range(columns)]
        drawn = [Text.assemble(*parts) for parts in zip(*boxes, strict=True)]
        if context.short and row > 0:
            drawn[0] = _shared_border(lines.pop(), drawn[0], [box is not nothing for box in boxes], width)
        lines += drawn
    return Group(*lines)


def _shared_border(upper: Text, lower: Text, filled: Sequence[bool], width: int) -> Text:
    """Return one line for two rows: the top of each tile below; where there is no tile, the bottom of the one above."""
    parts = [(lower if has_tile else upper)[i * width : (i + 1) * width] for i, has_tile in enumerate(filled)]
    return Text.assemble(*parts)


def box(tile: Tile, width: int, context: DrawContext, label: str) -> list[Text]:
    """Return the five lines of a tile, each exactly `width` wide: the upper border, the cloud, the drops, the growing
    token and the lower border."""
    inner = width - 2
    border = GROWTHS[tile.growth][2] if tile.growth in GROWTHS else "grey50"
    style = "bold " + border if label else border
    return [
        _top(tile, inner, style, label),
        _between(_sky(tile, inner, context), style),
        _between(_soil(tile, inner, context), style),
        _between(_token(tile, inner), style),
        Text("└" + "─" * inner + "┘", style=style),
    ]


def _between(content: Text, style: str) -> Text:
    """Return a text between two vertical lines of a box."""
    return Text.assemble(("│", style), content, ("│", style))


def _top(tile: Tile, inner: int, style: str, label: str) -> Text:
    """Return the upper border of a tile: its place, its crop (or that it lies face down), and the labels of its
    options."""
    name, crop_style = CROPS.get(tile.crop, ("", "dim"))
    mark = f"[{label}]" if label else ""
    title = Text.assemble((place_name(tile.tile), "dim"), " ")
    title.append(tr(f"petrichor-{name}") if name else tr("petrichor-face_down"), style=crop_style)
    title.truncate(inner - len(mark) - 2, overflow="ellipsis")
    line = inner - title.cell_len - len(mark) - 2
    return Text.assemble(
        ("┌ ", style), title, " ", ("─" * line, style), (mark, "bold reverse cyan"), ("┐", style)
    )


def _sky(tile: Tile, inner: int, context: DrawContext) -> Text:
    """Return the line of a tile's cloud with the drops in it; blank if the tile has no cloud."""
    if tile.cloud not in CLOUDS:
        return Text(" " * inner)
    left, right, style = CLOUDS[tile.cloud]
    room = inner - len(left) - len(right)
    drops = drops_text(tile.cloud_drops, room - 2, context)
    cloud = Text.assemble(left, *([" "] if drops.cell_len + 2 <= room else []), drops)
    cloud.append(" " + right if drops.cell_len + 2 <= room else right)
    cloud.stylize(style)
    cloud.align("center", inner)
    return cloud


def _soil(tile: Tile, inner: int, context: DrawContext) -> Text:
    """Return the line of the drops on a tile, with the sum of the drops and the number that the crop needs, such as
    `3/4`. The numbers are left out if there is no room."""
    total = sum(tile.drops)
    needs = f"{total}/{tile.need}" if tile.need else ""
    drops = drops_text(tile.drops, inner - len(needs) - 3, context)
    if drops.cell_len + len(needs) + 2 > inner:  # the drops matter more
        needs = ""
    gap = max(0, inner - drops.cell_len - len(needs) - 2)
    style = "green" if tile.need and total >= tile.need else "dim"
    soil = Text.assemble(" ", drops, " " * gap, (needs, style), " ")
    soil.truncate(inner, pad=True)
    return soil


def _token(tile: Tile, inner: int) -> Text:
    """Return the line of a tile's growing token: its word at the left and a sign for fertilizer at the right, each left
    out if the tile has none."""
    word, style, _ = GROWTHS.get(tile.growth, ("", "", ""))
    right = tr("petrichor-fertilized") if tile.fertilized else ""
    left = tr(f"petrichor-{word}") if word else ""
    left = left[: inner - len(right) - 2]
    gap = inner - len(left) - len(right) - 2
    return Text.assemble(" ", (left, style), " " * gap, (right, "bold magenta"), " ")


def drops_text(drops: Sequence[int], room: int, context: DrawContext) -> Text:
    """Return each side's mark with its number of drops, such as `●3 ▲1`; sides without drops are left out, and so are
    the blanks if the text is longer than `room`."""
    seats = len(context.names)
    parts = [
        Text(f"{side_mark(side, seats)}{count}", style=side_style(side, seats))
        for side, count in enumerate(drops)
        if count
    ]
    spaced = Text(" ").join(parts)
    return spaced if spaced.cell_len <= room else Text("").join(parts)


def place_name(tile: int) -> str:
    """Return the place's name in the game's texts: a letter for the column, a number for the row."""
    return f"{'ABCD'[tile % GRID_WIDTH]}{tile // GRID_WIDTH + 1}"

"""Sonora's players: points by section, bonuses for flicking, and where everybody's discs are."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_mark, seat_style
from tilth_cli.games.lines import label_text
from tilth_cli.games.sonora.names import (
    COLOURS,
    FAINT,
    SECTIONS,
    bonus_letter,
    colour_of,
    labels,
    section_name,
    section_style,
)
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import (
    Bonus,
    BotTakes,
    ChooseColour,
    Disc,
    MarkDisc,
    Phase,
    Place,
    Player,
    SwapDiscs,
    TakeDisc,
    View,
)

PLACES: Final[Mapping[int, str]] = {
    Place.IN_HAND: "in_hand",
    Place.ON_BOARD: "on_board",
    Place.IN_HOLE: "in_hole",
    Place.OFF_BOARD: "off_board",
    Place.OUT: "out",
    Place.MARKED: "marked",
}
MIN_NAME: Final = 4
MAX_NAME: Final = 20
NUMBERS: Final = 38
"""Characters that the table's other columns need at most."""


def players(view: View, context: DrawContext, width: int) -> RenderableType:
    """Return a table with a row for each seat: name, corner, points by section and their sum, reflicks and swaps. The
    name has the width that the numbers leave."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    for column in ("player", "corner"):
        table.add_column(tr(f"sonora-column-{column}"), no_wrap=True, header_style="dim")
    for section, (name, style, _) in SECTIONS.items():
        header = tr(f"sonora-column-{name}") if section else ""
        table.add_column(header, justify="right", no_wrap=True, header_style=style)
    table.add_column(tr("sonora-column-sum"), justify="right", no_wrap=True, header_style="dim")
    for bonus in (Bonus.REFLICK, Bonus.SWAP):
        table.add_column(bonus_letter(bonus), justify="right", no_wrap=True, header_style="dim")
    for player in view.players:
        table.add_row(*_row(view, player, context, max(MIN_NAME, min(MAX_NAME, width - NUMBERS))))
    return table


def _row(view: View, player: Player, context: DrawContext, room: int) -> list[Text]:
    """Return the cells of a player's row: name, corner, points by section and in sum, reflicks and swaps."""
    seat = player.seat
    first = tr("sonora-first") if seat == view.first_player and len(view.players) > 1 else ""
    name = Text(f"{seat_mark(seat)} {context.name(seat)}", style=seat_style(seat))
    name.truncate(max(MIN_NAME, room - len(first)), overflow="ellipsis")
    points = points_of(player)
    corner = Text(section_name(player.corner)[:7], style=section_style(player.corner))
    return [
        name.append(first, style="bold"),
        corner,
        *(Text(str(points[section])) for section in SECTIONS),
        Text(str(sum(points.values())), style="bold"),
        Text(str(player.reflicks)),
        Text(str(player.swaps)),
    ]


def points_of(player: Player) -> dict[int, int]:
    """Return a player's points by section."""
    points = (player.ruins_points, player.canyon_points, player.mud_points, player.river_points)
    return dict(zip(SECTIONS, points, strict=True))


def discs(view: View, context: DrawContext) -> list[Text]:
    """Return a line for each colour: its owner, its discs by place with the sections that they count for, and the
    labels of the options that pick the colour or a disc."""
    picked = _picked(context)
    colours = sorted({disc.colour for disc in view.discs})
    chosen = labels(context, ChooseColour, "colour")
    lines = []
    for colour in colours:
        own = [disc for disc in view.discs if disc.colour == colour]
        line = Text(f"{seat_mark(colour)} {COLOURS[colour]}", style=f"bold {colour_of(colour)}")
        line.append(label_text(chosen.get(colour, ())))
        for part in (_whose(view, context, colour), *_places(view, own, picked)):
            line.append("  ").append(part)
        lines.append(line)
    return lines


def _whose(view: View, context: DrawContext, colour: int) -> Text:
    """Return the name of a colour's owner. In the solo game, where colours change owners, that is the player, the bot,
    or "-"."""
    if len(view.players) > 1:
        return Text(context.name(colour), style=seat_style(colour))
    if colour == view.own_colour:
        return Text(context.name(0), style="bold")
    return Text(tr("sonora-bot") if colour == view.bot_colour else "-", style="bold")


def _places(view: View, own: list[Disc], picked: Mapping[int, list[str]]) -> Iterator[Text]:
    """Yield a text for each place where some of these discs are: the place's name, and each disc with the labels of its
    options."""
    for place, name in PLACES.items():
        there = [disc for disc in own if disc.where == place]
        if there:
            part = Text(tr(f"sonora-where-{name}"), style=FAINT)
            for disc in there:
                part.append(" ").append(_disc(view, disc)).append(label_text(picked.get(disc.disc, ())))
            yield part


def _disc(view: View, disc: Disc) -> Text:
    """Return a disc's value in its colour and the section that it counts for, unless it is marked. In the marking phase
    `×2` shows a disc that counts double, and brackets the times that it still counts if more than one."""
    text = Text(str(disc.value), style=f"bold {colour_of(disc.colour)}")
    if disc.section and disc.where != Place.MARKED:
        text.append(f" {section_name(disc.section)}", style=section_style(disc.section))
    if view.phase == Phase.MARKING and disc.where != Place.MARKED:
        if disc.doubled:
            text.append("×2", style="bold")
        if disc.left > 1:
            text.append(f" ({disc.left})", style=FAINT)
    return text


def _picked(context: DrawContext) -> dict[int, list[str]]:
    """Return the labels of the moves that take, mark or swap a disc, by disc."""
    found: dict[int, list[str]] = {}
    for kind, names in (
        (TakeDisc, ("disc",)),
        (MarkDisc, ("disc",)),
        (BotTakes, ("disc",)),
        (SwapDiscs, ("disc", "other")),
    ):
        for disc, picked_by in labels(context, kind, *names).items():
            found.setdefault(disc, []).extend(picked_by)
    return found

"""A player's sheet: four sections, each a block of lines, put side by side and below each other as they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from betterproto2 import Message
from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_style
from tilth_cli.games.lines import label_text
from tilth_cli.games.sonora.canyon import canyon
from tilth_cli.games.sonora.mud import mud
from tilth_cli.games.sonora.names import (
    ANIMALS,
    BONUS,
    FAINT,
    bonus_letter,
    labels,
    section_name,
    section_style,
)
from tilth_cli.games.sonora.players import points_of
from tilth_cli.games.sonora.river import river
from tilth_cli.games.sonora.ruins import ruins
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import (
    BotDrawsShape,
    BotLaysPath,
    BotPaints,
    CircleAnimal,
    CrossCell,
    CrossNode,
    DrawShape,
    FillColumn,
    LayPath,
    MarkMud,
    Player,
    Section,
    StopCrossing,
    UseBonus,
    UseDiscovery,
    View,
)

GAP: Final = 3
QUESTION_MOVES: Final[tuple[tuple[Section, tuple[type[Message], ...]], ...]] = (
    (Section.RUINS, (CrossCell,)),
    (Section.CANYON, (DrawShape, BotDrawsShape)),
    (Section.MUD, (CrossNode, StopCrossing, FillColumn, BotPaints)),
    (Section.RIVER, (LayPath, BotLaysPath)),
)
"""Which section a move is made on."""
ORDER: Final = (Section.CANYON, Section.MUD, Section.RIVER, Section.RUINS)


@dataclass
class Block:
    """The lines of one section of a sheet, and whether the current question is about the section."""

    lines: list[Text]
    in_question: bool

    @property
    def width(self) -> int:
        """The width of the block."""
        return max(line.cell_len for line in self.lines)


def sheet(view: View, player: Player, context: DrawContext, width: int, height: int) -> list[Text]:
    """Return the lines of a player's sheet. Sections that do not fit into `height` lines are left out, but never the
    section of the question."""
    blocks = [_block(view, player, context, section, width) for section in ORDER]
    top = [_name(player, context), *_animals(view, player, context)]
    shown = [block.in_question for block in blocks]
    for at in range(len(blocks)):
        tried = [*shown[:at], True, *shown[at + 1 :]]
        if not any(shown) or len(_packed(list(compress(blocks, tried)), width)) + len(top) <= height:
            shown = tried
    return [*top, *_packed(list(compress(blocks, shown)), width)]


def is_asked(context: DrawContext, section: Section) -> bool:
    """Return whether an offered move is made on this section of the sheet."""
    kinds = next(kinds for one, kinds in QUESTION_MOVES if one == section)
    return any(isinstance(move, kinds) for move in context.moves.values())


def _block(view: View, player: Player, context: DrawContext, section: Section, width: int) -> Block:
    """Return a section's drawing with its title and points, and whether the viewer is asked about it."""
    own = player.seat == context.seat
    title = Text(section_name(section).capitalize(), style=f"bold {section_style(section)}")
    title.append(f"  {tr('sonora-points', points=points_of(player)[section])}", style="")
    match section:
        case Section.RUINS:
            lines = ruins(view, player, context, width)
        case Section.CANYON:
            lines = canyon(view, player, context)
        case Section.MUD:
            lines = mud(view, player, context)
            if player.value_left is not None:
                title.append(f"  {tr('sonora-value_left', value=player.value_left)}", style="bold")
            title.append(label_text(_labels_of(context, MarkMud) if own else ()))
        case _:
            lines = river(view, player, context, width)
    return Block([title, *lines], own and is_asked(context, section))


def _labels_of(context: DrawContext, kind: type[Message]) -> list[str]:
    """Return the labels of the options whose move is of this kind."""
    return [label for label, move in context.moves.items() if isinstance(move, kind)]


def _name(player: Player, context: DrawContext) -> Text:
    """Return the title of a sheet, with the player's name in the seat's colour."""
    name = context.name(player.seat)
    line = Text(tr("sonora-sheet", name=name), style="bold")
    line.highlight_words([name], seat_style(player.seat))
    return line


def _animals(view: View, player: Player, context: DrawContext) -> Iterator[Text]:
    """Yield the line of the discovery area: the number of discoveries, each animal as used, circled or free, and the
    animals that are ready for use, with the labels of their options."""
    own = player.seat == context.seat
    use = labels(context, UseBonus, "bonus") if own else {}
    found = labels(context, UseDiscovery, "bonus") | labels(context, CircleAnimal, "bonus") if own else {}
    printed = view.printed.discoveries if view.printed else []
    line = Text(f"{tr('sonora-discoveries')} {player.discoveries} ", style=FAINT)
    for at, animal in enumerate(ANIMALS):
        if at >= min(len(printed), len(player.circled), len(player.kept)):
            continue
        letter = bonus_letter(animal)
        spent = player.circled[at] - player.kept[at]
        line.append(" ").append("×" * spent, style=FAINT).append(f"({letter})" * player.kept[at], style=BONUS)
        line.append(letter * (printed[at] - player.circled[at]), style=FAINT)
        line.append(label_text(found.get(animal, ())))
    if any(player.ready):
        line.append(f"   {tr('sonora-ready')}", style=FAINT)
        for animal, count in zip(ANIMALS, player.ready, strict=False):
            if count:
                line.append(" ").append(bonus_letter(animal) * count, style=BONUS)
                line.append(label_text(use.get(animal, ())))
    yield line


def _packed(blocks: Sequence[Block], width: int) -> list[Text]:
    """Return blocks in columns. A block goes below another one if the whole gets no higher, else into a new column,
    else below the lowest column; a block that is too wide for that begins a new row of columns."""
    lines: list[Text] = []
    columns: list[list[Block]] = []
    for block in blocks:
        below = sorted(
            (column for column in columns if _fits_below(column, block, columns, width)), key=_height
        )
        height = max((_height(column) for column in columns), default=0)
        if below and _height(below[0]) + 1 + len(block.lines) <= height:
            below[0].append(block)
        elif not columns or _width(columns) + GAP + block.width <= width:
            columns.append([block])
        elif below:
            below[0].append(block)
        else:
            lines += [*_beside(columns), Text("")]
            columns = [[block]]
    return [*lines, *_beside(columns)]


def _fits_below(column: list[Block], block: Block, columns: list[list[Block]], width: int) -> bool:
    """Return whether a block fits below a column without making the row too wide."""
    wider = max(0, block.width - max(one.width for one in column))
    return _width(columns) + wider <= width


def _height(column: Sequence[Block]) -> int:
    """Return the height of a column of blocks."""
    return sum(len(block.lines) for block in column) + len(column) - 1


def _width(row: Sequence[Sequence[Block]]) -> int:
    """Return the width of columns side by side."""
    return sum(max(block.width for block in column) for column in row) + GAP * (len(row) - 1)


def _beside(row: Sequence[Sequence[Block]]) -> list[Text]:
    """Return the lines of several columns of blocks, drawn side by side."""
    columns = [_column(column) for column in row]
    height = max((len(column) for column in columns), default=0)
    lines = []
    for at in range(height):
        line = Text()
        for number, column in enumerate(columns):
            part = column[at].copy() if at < len(column) else Text()
            last = number == len(columns) - 1
            if not last:
                wide = max(one.cell_len for one in column)
                part.append(" " * (wide + GAP - part.cell_len), style="")
            line.append(part)
        lines.append(line)
    return lines


def _column(blocks: Sequence[Block]) -> list[Text]:
    """Return the lines of blocks one below another, with an empty line between them."""
    lines: list[Text] = []
    for block in blocks:
        lines += [*([Text("")] if lines else []), *block.lines]
    return lines

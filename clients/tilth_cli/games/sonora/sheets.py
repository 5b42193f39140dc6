"""A player's sheet: four sections, each a block of lines, put side by side and below each other as they fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from betterproto2 import Message
from rich.text import Text

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
from tilth_cli.looks import Look, seat_style
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.sonora.v1 import (
    BotDraws,
    BotLays,
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
ASKED: Final[tuple[tuple[Section, tuple[type[Message], ...]], ...]] = (
    (Section.RUINS, (CrossCell,)),
    (Section.CANYON, (DrawShape, BotDraws)),
    (Section.MUD, (CrossNode, StopCrossing, FillColumn, BotPaints)),
    (Section.RIVER, (LayPath, BotLays)),
)
"""Which section a move is made on."""
ORDER: Final = (Section.CANYON, Section.MUD, Section.RIVER, Section.RUINS)


@dataclass
class Block:
    """A section as it is drawn. What is asked about is there in any case."""

    lines: list[Text]
    asked: bool

    @property
    def width(self) -> int:
        return max(line.cell_len for line in self.lines)


def sheet(view: View, player: Player, look: Look, width: int, height: int) -> list[Text]:
    """A player's whole sheet, or as much as there is room for; the section that is asked about in any case."""
    blocks = [_block(view, player, look, section, width) for section in ORDER]
    top = [_name(player, look), *_animals(view, player, look)]
    shown = [block.asked for block in blocks]
    for at in range(len(blocks)):
        tried = [*shown[:at], True, *shown[at + 1 :]]
        if not any(shown) or len(_packed(list(compress(blocks, tried)), width)) + len(top) <= height:
            shown = tried
    return [*top, *_packed(list(compress(blocks, shown)), width)]


def is_asked(look: Look, section: Section) -> bool:
    kinds = next(kinds for one, kinds in ASKED if one == section)
    return any(isinstance(move, kinds) for move in look.moves.values())


def _block(view: View, player: Player, look: Look, section: Section, width: int) -> Block:
    own = player.seat == look.seat
    title = Text(section_name(section).capitalize(), style=f"bold {section_style(section)}")
    title.append(f"  {say('sonora.points', points=points_of(player)[section])}", style="")
    match section:
        case Section.RUINS:
            lines = ruins(view, player, look, width)
        case Section.CANYON:
            lines = canyon(view, player, look)
        case Section.MUD:
            lines = mud(view, player, look)
            if player.value_left is not None:
                title.append(f"  {say('sonora.value_left', value=player.value_left)}", style="bold")
            title.append(label_text(_labels_of(look, MarkMud) if own else ()))
        case _:
            lines = river(view, player, look, width)
    return Block([title, *lines], own and is_asked(look, section))


def _labels_of(look: Look, kind: type[Message]) -> list[str]:
    return [label for label, move in look.moves.items() if isinstance(move, kind)]


def _name(player: Player, look: Look) -> Text:
    name = look.name(player.seat)
    line = Text(say("sonora.sheet", name=name), style="bold")
    line.highlight_words([name], seat_style(player.seat))
    return line


def _animals(view: View, player: Player, look: Look) -> Iterator[Text]:
    """The discovery area, and the animals that are to be used in this phase."""
    own = player.seat == look.seat
    use = labels(look, UseBonus, "bonus") if own else {}
    found = labels(look, UseDiscovery, "bonus") | labels(look, CircleAnimal, "bonus") if own else {}
    printed = view.printed.discoveries if view.printed else []
    line = Text(f"{say('sonora.discoveries')} {player.discoveries} ", style=FAINT)
    for at, animal in enumerate(ANIMALS):
        if at >= min(len(printed), len(player.circled), len(player.kept)):
            continue
        letter = bonus_letter(animal)
        spent = player.circled[at] - player.kept[at]
        line.append(" ").append("×" * spent, style=FAINT).append(f"({letter})" * player.kept[at], style=BONUS)
        line.append(letter * (printed[at] - player.circled[at]), style=FAINT)
        line.append(label_text(found.get(animal, ())))
    if any(player.ready):
        line.append(f"   {say('sonora.ready')}", style=FAINT)
        for animal, count in zip(ANIMALS, player.ready, strict=False):
            if count:
                line.append(" ").append(bonus_letter(animal) * count, style=BONUS)
                line.append(label_text(use.get(animal, ())))
    yield line


def _packed(blocks: Sequence[Block], width: int) -> list[Text]:
    """Blocks in columns: each below another where that makes nothing longer, else beside them, else where it makes
    the whole least longer. What is too wide for that begins a new row of columns."""
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
    wider = max(0, block.width - max(one.width for one in column))
    return _width(columns) + wider <= width


def _height(column: Sequence[Block]) -> int:
    return sum(len(block.lines) for block in column) + len(column) - 1


def _width(row: Sequence[Sequence[Block]]) -> int:
    return sum(max(block.width for block in column) for column in row) + GAP * (len(row) - 1)


def _beside(row: Sequence[Sequence[Block]]) -> list[Text]:
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
    lines: list[Text] = []
    for block in blocks:
        lines += [*([Text("")] if lines else []), *block.lines]
    return lines

"""The cracks of the mud on a sheet: nodes with their costs, and between them what triangles are worth.

──×───3──     a crossed node; one that costs 3
  ╲(2)╱ 4     a closed triangle of 2 points, an open one of 4
   5+1        solo: the bot has made this node dearer by one
"""

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.lines import LABEL
from tilth_cli.games.sonora.names import BONUS, FAINT, bonus_letter, labels, section_style
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import (
    BotPaints,
    CrossNode,
    FillColumn,
    Player,
    Printed,
    Section,
    View,
)

STEP: Final = 4
"""Characters for half a step to the east."""
MARGIN: Final = 3
LINE: Final = "grey42"


class _Net:
    """A small picture of the net, two lines for each row of nodes."""

    def __init__(self, printed: Printed) -> None:
        places = [
            (2 * east + south, south)
            for east, south in zip(printed.node_easts, printed.node_south_easts, strict=True)
        ]
        left, top = min(x for x, _ in places), min(y for _, y in places)
        self.nodes = [(MARGIN + STEP * (x - left), 2 * (y - top)) for x, y in places]
        width = max(x for x, _ in self.nodes) + 2 * MARGIN + 1
        height = max(y for _, y in self.nodes) + 1
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str, left: bool = False) -> None:
        """Write a text centred on x, or with `left` beginning one column left of x."""
        start = x - 1 if left else x - (len(text) - 1) // 2
        for at, character in enumerate(text):
            if 0 <= start + at < len(self._cells[y]):
                self._cells[y][start + at] = (character, style)

    def lines(self) -> list[Text]:
        """Return the net as lines of text."""
        return [Text.assemble(*row) for row in self._cells]


def mud(view: View, player: Player, context: DrawContext) -> list[Text]:
    """Return the lines of a player's mud sheet: the net of nodes and triangles, and below it the columns. Empty if the
    view lacks the printed net."""
    printed = view.printed or Printed()
    if not printed.node_easts:
        return []
    own = player.seat == context.seat
    picked = labels(context, CrossNode, "node") | labels(context, BotPaints, "node") if own else {}
    net = _Net(printed)
    _edges(net, printed)
    _triangles(net, printed, player)
    for node in range(len(net.nodes)):
        _node(net, printed, player, node, picked)
    return [*net.lines(), _columns(printed, player, labels(context, FillColumn, "column") if own else {})]


def _edges(net: _Net, printed: Printed) -> None:
    """Draw the lines between neighbouring nodes into the net; an edge that leads further than one row is left out."""
    ends = printed.edge_ends
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        (x, y), (to_x, to_y) = sorted((net.nodes[a], net.nodes[b]), key=lambda place: (place[1], place[0]))
        if y == to_y:
            net.put((x + to_x) // 2, y, "─" * (to_x - x - 3), LINE)
        elif abs(to_y - y) == 2:
            net.put((x + to_x) // 2, y + 1, "╲" if to_x > x else "╱", LINE)


def _triangles(net: _Net, printed: Printed, player: Player) -> None:
    """Write the points or the bonus of each triangle into it, in brackets if all its nodes are crossed."""
    corners = printed.triangle_corners
    crossed = set(player.nodes)
    for triangle in range(len(corners) // 3):
        nodes = corners[3 * triangle : 3 * triangle + 3]
        places = [net.nodes[node] for node in nodes]
        x = round(sum(x for x, _ in places) / 3)
        y = min(y for _, y in places) + 1
        bonus = bonus_letter(printed.triangle_bonuses[triangle])
        worth = bonus or str(printed.triangle_points[triangle])
        if crossed.issuperset(nodes):
            net.put(x, y, f"({worth})", f"bold {section_style(Section.MUD)}")
        else:
            net.put(x, y, worth, BONUS if bonus else FAINT)


def _node(net: _Net, printed: Printed, player: Player, node: int, picked: Mapping[int, list[str]]) -> None:
    """Draw a node: a cross if it is crossed, otherwise its cost, with the solo bot's increase and the label of the
    option that crosses it."""
    x, y = net.nodes[node]
    small = player.bot_small[node] if node < len(player.bot_small) else 0
    if node in player.nodes:
        text, style = ("S" if node == printed.start_node else "×"), f"bold {section_style(Section.MUD)}"
    else:
        text, style = str(printed.node_costs[node]), "bold"
    if small:
        text += f"+{small}"
    if node in picked:
        label = f"[{','.join(picked[node])}]"
        net.put(x - 1, y, f"{text}{label}", style, left=True)
        net.put(x - 1 + len(text), y, label, LABEL, left=True)
    else:
        net.put(x, y, f" {text} ", style)


def _columns(printed: Printed, player: Player, picked: Mapping[int, list[str]]) -> Text:
    """Return a line with the crossed and free cells of each column, its bonus, and the labels of the options that fill
    it."""
    line = Text(f"{tr('sonora-columns')}", style=FAINT)
    for column, cells in enumerate(printed.column_cells):
        crossed = player.columns[column] if column < len(player.columns) else 0
        line.append("  ").append("×" * crossed, style="bold").append("·" * (cells - crossed), style=FAINT)
        bonus = bonus_letter(printed.column_bonuses[column])
        line.append(f"({bonus})" if crossed == cells else bonus, style=BONUS)
        if column in picked:
            line.append(f"[{','.join(picked[column])}]", style=LABEL)
    return line

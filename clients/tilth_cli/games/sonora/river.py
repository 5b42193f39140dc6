"""The river on a sheet, flowing to the right; where it forks, its arms flow one below the other.

S─×─(1)─1─W┬─1─2   the start, a cell on the way of a path, one circled, free ones with their points and bonuses
           └─R─▒   a cell that the bot painted; 4• is a square of the bot's
"""

from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.lines import LABEL, label_text
from tilth_cli.games.sonora.names import BONUS, FAINT, bonus_letter, labels, section_style
from tilth_dataclasses.tilth.games.sonora.v1 import BotLaysPath, LayPath, Player, Printed, Section, View

LINE: Final = "grey42"


def river(view: View, player: Player, context: DrawContext, width: int) -> list[Text]:
    """Return the lines of a player's river sheet. A cell that a path may lead to has its labels behind its sign or, if
    the lines would be wider than `width`, in its place. While the bot's path is chosen, cells show their numbers."""
    printed = view.printed or Printed()
    own = player.seat == context.seat
    picked = labels(context, LayPath, "cell") if own else {}
    ends = labels(context, BotLaysPath, "cell", "last") if own else {}
    cells = range(len(printed.river_above))
    signs = {cell: _sign(view, printed, player, cell) for cell in cells}
    if ends:  # the bot's ways are named by the numbers of cells
        signs = {cell: Text(str(cell), style=LABEL if cell in ends else FAINT) for cell in cells}
    short = {cell: label_text(found) for cell, found in picked.items()}
    lines = _Tree(printed, signs | {cell: signs[cell] + label for cell, label in short.items()}).lines()
    if max((line.cell_len for line in lines), default=0) > width:
        return _Tree(printed, signs | short).lines()
    return lines


def _sign(view: View, printed: Printed, player: Player, cell: int) -> Text:
    """Return the sign of a river cell: in brackets if circled, a cross if crossed, the bot's sign, "S" for the start,
    else its points or bonus, with a dot on a square of the bot's."""
    bonus = bonus_letter(printed.river_bonuses[cell])
    worth = bonus or str(printed.river_points[cell])
    own = f"bold {section_style(Section.RIVER)}"
    if cell in player.river_circled:
        return Text(f"({worth})", style=own)
    if cell in player.bot_river:
        return Text("▒", style="grey70")
    if cell == 0:
        return Text("S", style="bold")
    if cell in player.river_crossed:
        return Text("×", style=own)
    sign = Text(worth, style=BONUS if bonus else "")
    if len(view.players) == 1 and cell in printed.river_bot_squares:
        sign.append("•", style="bold red")
    return sign


class _Tree:
    """The layout of the river: a tree of cells that flows to the right, with cells of the same depth in one column."""

    def __init__(self, printed: Printed, signs: dict[int, Text]) -> None:
        self._signs = signs
        self._after: dict[int, list[int]] = {cell: [] for cell in signs}
        self._depth: dict[int, int] = {}
        for cell, above in enumerate(printed.river_above):
            if cell:
                self._after[above].append(cell)
        self._sink(0, 0)
        depths = max(self._depth.values(), default=0) + 1
        self._widths = [
            max(signs[cell].cell_len for cell, at in self._depth.items() if at == depth)
            for depth in range(depths)
        ]

    def _sink(self, cell: int, depth: int) -> None:
        """Set the depth of a cell, and of all cells below it."""
        self._depth[cell] = depth
        for after in self._after.get(cell, ()):
            self._sink(after, depth + 1)

    def lines(self) -> list[Text]:
        """Return the river as lines of text."""
        return self._flow(0) if self._signs else []

    def _flow(self, cell: int) -> list[Text]:
        """Return the lines of a cell and of all cells behind it, its arms one below another."""
        after = self._after[cell]
        width = self._widths[self._depth[cell]]
        sign = self._signs[cell].copy()
        sign.append("─" * (width - sign.cell_len) if after else " " * (width - sign.cell_len), style=LINE)
        if not after:
            return [sign]
        arms = [self._flow(one) for one in after]
        lines: list[Text] = []
        for at, arm in enumerate(arms):
            first = "─" if len(arms) == 1 else "┬" if at == 0 else "└" if at == len(arms) - 1 else "├"
            under = " " if at == len(arms) - 1 else "│"
            for number, line in enumerate(arm):
                head = sign if not lines else Text(" " * width)
                lines.append(Text.assemble(head, (first if number == 0 else under, LINE), line))
        return lines

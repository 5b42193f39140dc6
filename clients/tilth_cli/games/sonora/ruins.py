"""The ruins on a sheet: a line for each building.

B ×××××····  W11   6    five of nine cells are crossed; who finishes first has a swap and 11 points, others 6
A ×××××     -R6-  (4)   somebody else was first: 4 points
"""

from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.lines import label_text
from tilth_cli.games.sonora.names import BONUS, FAINT, bonus_letter, labels, section_style
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.sonora.v1 import CrossCell, Player, Printed, Reward, Section, View

CROSSED, FREE, CIRCLED = "×", "·", "○"
NAMES: Final = "ABCDEFGHIJKLMNOP"
WIDE: Final = 46
"""The least width at which cells are drawn; in a narrower place they are counted."""


def ruins(view: View, player: Player, context: DrawContext, width: int) -> list[Text]:
    """Return a line for each building of a player's ruins sheet: its letter, the labels of its options, its cells
    (counted instead of drawn if `width` is less than WIDE) and its rewards. A solo match has a line for the bot's
    building."""
    printed = view.printed or Printed()
    picked = labels(context, CrossCell, "building") if player.seat == context.seat else {}
    drawn = width >= WIDE
    longest = max((len(label_text(found)) for found in picked.values()), default=0)
    lines = []
    for building, cells in enumerate(printed.building_cells):
        line = Text(NAMES[building], style=f"bold {section_style(Section.RUINS)}")
        label = label_text(picked.get(building, ()))
        line = Text.assemble(line, label, " " * (longest - len(label) + 1))
        line.append(_cells(player.crossed[building], cells, max(printed.building_cells), drawn))
        line.append("  ").append(_rewards(view, printed, player, building))
        lines.append(line)
    if len(view.players) == 1:
        lines.append(_bot_building(player, printed, drawn))
    return lines


def _cells(crossed: int, cells: int, most: int, drawn: bool) -> Text:
    """Return the cells of a building: drawn one by one, padded to the width of the largest building, or as numbers such
    as `3/8`."""
    if not drawn:
        return Text(f"{crossed:>2}/{cells:<2}", style="bold" if crossed else FAINT)
    return Text.assemble((CROSSED * crossed, "bold"), (FREE * (cells - crossed), FAINT), " " * (most - cells))


def _rewards(view: View, printed: Printed, player: Player, building: int) -> Text:
    """Return the top and the bottom reward of a building; the one that was won is in brackets, a top reward that is
    gone is struck."""
    reward = player.rewards[building]
    top = f"{bonus_letter(printed.building_bonuses[building])}{printed.building_tops[building]}"
    bottom = str(printed.building_bottoms[building])
    struck = building < len(view.struck) and view.struck[building]
    if reward == Reward.TOP:
        return Text.assemble((f"{f'({top})':^5} ", BONUS), (f" {bottom:<2} ", FAINT))
    shown = Text(f"{f'-{top}-':^5} ", style=FAINT) if struck else Text(f"{top:^5} ", style=BONUS)
    return shown.append(f"({bottom})" if reward == Reward.BOTTOM else f" {bottom:<2} ", style="bold")


def _bot_building(player: Player, printed: Printed, drawn: bool) -> Text:
    """Return the line of the bot's building in a solo match: crossed spaces, circled ones that are not crossed yet, and
    free ones; only their numbers unless `drawn`."""
    name = Text(f"{tr('sonora-bot')} ", style="bold")
    if not drawn:
        return name.append(f"{player.bot_crossed}/{player.bot_circled}/{printed.bot_building}")
    waiting = max(0, player.bot_circled - player.bot_crossed)
    free = printed.bot_building - player.bot_crossed - waiting
    return name.append(CROSSED * player.bot_crossed + CIRCLED * waiting, "bold").append(FREE * free, FAINT)

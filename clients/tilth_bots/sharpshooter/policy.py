"""The bot's answers, with one function for each kind of decision; they compare the worth on the sheet."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, repeat
from types import MappingProxyType
from typing import Any, Final

from tilth.games.sonora.v1 import sonora_pb2 as sonora
from tilth_bots.sharpshooter.board import Landing
from tilth_bots.sharpshooter.boxes import filled
from tilth_bots.sharpshooter.canyon import bits_of
from tilth_bots.sharpshooter.canyon import choose as choose_place
from tilth_bots.sharpshooter.mud import MAX_COST, spend
from tilth_bots.sharpshooter.sheet import Counted, total
from tilth_bots.sharpshooter.table import Table
from tilth_client import Answer, Decision, numbers, picks

RELUCTANT: Final = (1.0, 4.0)
"""Least gain, in points, for which the bot uses a reflick or a swap: in the last round, and before it."""

Answering = Callable[[Table, Decision], Answer]


def decide(view: Any, decision: Decision) -> Answer:
    """Return the answer to one decision, based on the view and the decision alone. In other games and for kinds of
    decisions without a function in ANSWERS, it is the default answer."""
    answering = ANSWERS.get(decision.kind)
    if answering is None or not isinstance(view, sonora.View):
        return decision.default
    return answering(Table.of(view, decision), decision)


def best(decision: Decision, worth: Callable[[Any], float]) -> Answer:
    """Pick one option: the one whose move has the highest number by the function `worth`, the first of several."""
    option = max(decision.options, key=lambda option: worth(decision.move(option)))
    return picks(option.id)


# On the board ------------------------------------------------------------------------------------------------


def next_disc(table: Table, decision: Decision) -> Answer:
    """Flick the disc that the table's plan names next."""
    return picks(table.next_disc.disc)


def flick(table: Table, decision: Decision) -> Answer:
    """Flick the disc as the plan says; give the default answer if no way is free."""
    shot = table.shot()
    return numbers(*shot) if shot is not None else decision.default


def reflick(table: Table, decision: Decision) -> Answer:
    """Flick the same disc again if that is expected to gain at least the points that `reluctance` asks for; otherwise
    pick none."""
    return picks(decision.options[0].id) if table.would_flick_again(reluctance(table)) else picks()


def reluctance(table: Table) -> float:
    """Return the least gain in points for which the bot uses a reflick or a swap now."""
    return RELUCTANT[table.view.round < table.view.rounds]


def bullseye(table: Table, decision: Decision) -> Answer:
    """Count the disc in the hole for the section where it gains most points."""
    gains = table.gains(table.disc)
    return best(decision, lambda move: gains[Landing(move.sink_into.section)])


def tie(table: Table, decision: Decision) -> Answer:
    """Count the disc between two zones for the offered section where it gains most points."""
    gains = table.gains(table.disc)
    return best(decision, lambda move: gains[Landing(move.count_for.section)])


def swap(table: Table, decision: Decision) -> Answer:
    """Swap the two discs whose swap gains most, or none if the gain is below `reluctance`."""
    discs = {disc.disc: disc for disc in table.discs(table.colour)}
    before = table.sheet.worth(table.counted(table.colour))

    def gain(move: sonora.Move) -> float:
        """Return the gain in points from swapping the two discs of a move."""
        one, other = discs[move.swap_discs.disc], discs[move.swap_discs.other]
        rest = table.counted(table.colour, but=(one.disc, other.disc))
        swapped = [Counted(one.value, table.landing(other)), Counted(other.value, table.landing(one))]
        return table.sheet.worth([*rest, *swapped]) - before

    gains = [(gain(decision.move(option)), -option.id) for option in decision.options]
    most, option = max(gains)
    return picks(-option) if most >= reluctance(table) else picks()


# On the sheet ------------------------------------------------------------------------------------------------


def ruins(table: Table, decision: Decision) -> Answer:
    """Cross the cells of buildings that gain most, as many as allowed."""
    _, cells = filled(table.sheet.buildings, decision.max_picks, table.sheet.hope)
    return counted(decision, dict(enumerate(cells)))


def counted(decision: Decision, wanted: Mapping[int, int]) -> Answer:
    """Pick each option as many times as `wanted` holds for its id, at most as often as allowed. If picks are missing,
    fill up to the required number with the first options that have room."""
    room = decision.max_each
    chosen = list(
        chain.from_iterable(repeat(option, min(wanted.get(option, 0), most)) for option, most in room.items())
    )
    taken = Counter(chosen)
    for option, most in room.items():
        missing = max(0, decision.min_picks - len(chosen))
        chosen += [option] * min(missing, most - taken[option])
    return picks(*chosen[: decision.max_picks])


def mark(table: Table, decision: Decision) -> Answer:
    """Pick the disc or bonus to mark next: the option of highest priority (`order_of`), which leaves most room for
    later ones. Pick none if there are no options."""
    return best(decision, lambda move: order_of(table, move)) if decision.options else picks()


def order_of(table: Table, move: sonora.Move) -> float:
    """Return the priority of a move, a number: large shapes before small ones, shapes and paths before the mud, because
    they bring rabbits for it. 0 for any other move."""
    match move.WhichOneof("move"):
        case "mark_disc":
            disc = table.view.discs[move.mark_disc.disc]
            return 200.0 + disc.value if disc.section == sonora.SECTION_CANYON else 100.0 + disc.value
        case "use_bonus":
            return ORDER[move.use_bonus.bonus]
        case "use_discovery":
            return ORDER[move.use_discovery.bonus] - 1
        case "mark_mud":
            return 50.0
    return 0.0


ORDER: Final = {sonora.BONUS_FOX: 204.5, sonora.BONUS_OWL: 99.5, sonora.BONUS_RABBIT: 40.0}


def mud(table: Table, decision: Decision) -> Answer:
    """Cross the next node of the best plan for the value left, or use a rabbit first. Pick none if no option belongs to
    the plan. The plan is computed again after each node, with the same result for the rest."""
    value = table.view.players[table.seat].value_left
    _, nodes = spend(table.sheet.mud, value, min(value, MAX_COST))
    if not any(order_in_mud(decision.move(option), nodes) for option in decision.options):
        return picks()
    return best(decision, lambda move: order_in_mud(move, nodes))


def order_in_mud(move: sonora.Move, nodes: tuple[int, ...]) -> float:
    """Return the priority of a move, a number: rabbits first, because they may pay for more; then the first of the
    planned `nodes`; 0 for any other move."""
    match move.WhichOneof("move"):
        case "use_bonus" if move.use_bonus.bonus == sonora.BONUS_RABBIT:
            return 4.0
        case "use_discovery" if move.use_discovery.bonus == sonora.BONUS_RABBIT:
            return 3.0
        case "cross_node" if nodes and move.cross_node.node == nodes[0]:
            return 2.0
    return 0.0


def canyon(table: Table, decision: Decision) -> Answer:
    """Draw the shape on those of the offered cells where it gains most points; only the places of most immediate worth
    are compared in full."""
    options = {bits_of(decision.move(option).draw_shape.squares): option.id for option in decision.options}
    cells, _ = choose_place(table.sheet.canyon, list(options))
    return picks(options[cells])


def river(table: Table, decision: Decision) -> Answer:
    """Lay the path whose last cell gains most, including the later worth of the cells below it."""
    return best(decision, lambda move: table.sheet.river.gain(move.lay_path.cell))


def columns(table: Table, decision: Decision) -> Answer:
    """Cross the cells of the mud's columns that gain most, as many as allowed."""
    _, cells = filled(table.sheet.mud.boxes, decision.max_picks, table.sheet.hope)
    return counted(decision, dict(enumerate(cells)))


def discovery(table: Table, decision: Decision) -> Answer:
    """Circle the animal of most worth."""
    worth = table.sheet.canyon.bonus_worth
    return best(decision, lambda move: worth[move.circle_animal.bonus])


# Alone -------------------------------------------------------------------------------------------------------


def own_colour(table: Table, decision: Decision) -> Answer:
    """Pick the colour whose discs are worth most to the bot's own sheet."""
    return best(decision, lambda move: table.sheet.worth(table.counted(move.choose_colour.colour)))


def bot_colour(table: Table, decision: Decision) -> Answer:
    """Pick the colour whose discs have the least total value, for the solo bot."""
    return best(decision, lambda move: -total(table.counted(move.choose_colour.colour)))


def bot_canyon(table: Table, decision: Decision) -> Answer:
    """Draw the solo bot's shape on the cells of least worth to the player."""
    canyon = table.sheet.canyon

    def lost(squares: Iterable[int]) -> float:
        """Return the worth in points to the player of the cells that the shape would cover, without the later worth of
        those near them."""
        return canyon.covered(bits_of(list(squares)))

    return best(decision, lambda move: -lost(move.bot_draws_shape.squares))


def bot_river(table: Table, decision: Decision) -> Answer:
    """Paint the cells of the river of least worth to the player."""
    return best(
        decision, lambda move: -table.sheet.river.loss(move.bot_lays_path.cell, move.bot_lays_path.last)
    )


def bot_mud(table: Table, decision: Decision) -> Answer:
    """Pick the required number of cells beside nodes: first those at the nodes that are worth least to the player for
    their cost."""
    mud = table.sheet.mud
    nodes = sorted(decision.ids, key=lambda node: mud.crossed(node, ~0 ^ 1 << node) / max(1, mud.cost(node)))
    chosen: list[int] = []
    for node in nodes:
        chosen += [node] * min(decision.max_each[node], decision.min_picks - len(chosen))
    return picks(*chosen)


ANSWERS: Final[Mapping[str, Answering]] = MappingProxyType(
    {
        "disc": next_disc,
        "flick": flick,
        "reflick": reflick,
        "bullseye": bullseye,
        "tie": tie,
        "swap": swap,
        "ruins": ruins,
        "mark": mark,
        "canyon": canyon,
        "river": river,
        "mud": mud,
        "columns": columns,
        "discovery": discovery,
        "own-colour": own_colour,
        "bot-colour": bot_colour,
        "bot-canyon": bot_canyon,
        "bot-river": bot_river,
        "bot-mud": bot_mud,
    }
)
"""Answering functions by the kind of decision. `bot-disc` has none, because any order will do."""

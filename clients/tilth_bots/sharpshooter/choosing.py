"""How the sharpshooter answers: each kind of decision its own way, all of them by what it is worth on the sheet."""

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
from tilth_bots.sharpshooter.mud import MOST, spend
from tilth_bots.sharpshooter.sheet import Counted, total
from tilth_bots.sharpshooter.table import Table
from tilth_client import Answer, Decision, numbers, picks

RELUCTANT: Final = (1.0, 4.0)
"""How many points a reflick or a swap has to bring, in the last round and before it."""

Answering = Callable[[Table, Decision], Answer]


def decide(view: Any, decision: Decision) -> Answer:
    """The answer to one decision, from what is seen and asked alone."""
    answering = ANSWERS.get(decision.kind)
    if answering is None or not isinstance(view, sonora.View):
        return decision.default
    return answering(Table.of(view, decision), decision)


def best(decision: Decision, worth: Callable[[Any], float]) -> Answer:
    """The option that is worth most, the first of several."""
    option = max(decision.options, key=lambda option: worth(decision.move(option)))
    return picks(option.id)


# On the board ------------------------------------------------------------------------------------------------


def next_disc(table: Table, decision: Decision) -> Answer:
    return picks(table.next_disc.disc)


def flick(table: Table, decision: Decision) -> Answer:
    shot = table.shot()
    return numbers(*shot) if shot is not None else decision.default


def reflick(table: Table, decision: Decision) -> Answer:
    again = table.would_flick_again(reluctance(table))
    return best(decision, lambda move: (move.WhichOneof("move") == "flick_again") == again)


def reluctance(table: Table) -> float:
    return RELUCTANT[table.view.round < table.view.rounds]


def bullseye(table: Table, decision: Decision) -> Answer:
    gains = table.gains(table.disc)
    return best(decision, lambda move: gains[Landing(move.sink_into.section)])


def tie(table: Table, decision: Decision) -> Answer:
    gains = table.gains(table.disc)
    return best(decision, lambda move: gains[Landing(move.count_for.section)])


def swap(table: Table, decision: Decision) -> Answer:
    """Two discs of unlike value where the larger is worth more."""
    discs = {disc.disc: disc for disc in table.discs(table.colour)}
    before = table.sheet.worth(table.counted(table.colour))

    def gain(move: sonora.Move) -> float:
        one, other = discs[move.swap_discs.disc], discs[move.swap_discs.other]
        rest = table.counted(table.colour, but=(one.disc, other.disc))
        swapped = [Counted(one.value, table.landing(other)), Counted(other.value, table.landing(one))]
        return table.sheet.worth([*rest, *swapped]) - before

    gains = [(gain(decision.move(option)), -option.id) for option in decision.options]
    most, option = max(gains)
    return picks(-option) if most >= reluctance(table) else picks()


# On the sheet ------------------------------------------------------------------------------------------------


def ruins(table: Table, decision: Decision) -> Answer:
    _, cells = filled(table.sheet.buildings, decision.most, table.sheet.hope)
    return counted(decision, dict(enumerate(cells)))


def counted(decision: Decision, wanted: Mapping[int, int]) -> Answer:
    """Options so often as wanted; whatever must be picked beyond that wherever there is room."""
    room = decision.each
    chosen = list(
        chain.from_iterable(repeat(option, min(wanted.get(option, 0), most)) for option, most in room.items())
    )
    taken = Counter(chosen)
    for option, most in room.items():
        missing = max(0, decision.least - len(chosen))
        chosen += [option] * min(missing, most - taken[option])
    return picks(*chosen[: decision.most])


def mark(table: Table, decision: Decision) -> Answer:
    """In the order that leaves most room."""
    return best(decision, lambda move: order_of(table, move))


def order_of(table: Table, move: sonora.Move) -> float:
    """Large shapes before small ones, shapes and paths before the mud, since they bring rabbits for it."""
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
    """Node by node. What is planned anew after each is the same plan without it."""
    value = table.view.players[table.seat].value_left
    _, nodes = spend(table.sheet.mud, value, min(value, MOST))
    return best(decision, lambda move: order_in_mud(move, nodes))


def order_in_mud(move: sonora.Move, nodes: tuple[int, ...]) -> float:
    """Rabbits first, which may pay for more; then the nodes that were planned."""
    match move.WhichOneof("move"):
        case "use_bonus" if move.use_bonus.bonus == sonora.BONUS_RABBIT:
            return 4.0
        case "use_discovery" if move.use_discovery.bonus == sonora.BONUS_RABBIT:
            return 3.0
        case "cross_node" if nodes and move.cross_node.node == nodes[0]:
            return 2.0
        case "stop_crossing":
            return 1.0
    return 0.0


def canyon(table: Table, decision: Decision) -> Answer:
    options = {bits_of(decision.move(option).draw_shape.squares): option.id for option in decision.options}
    cells, _ = choose_place(table.sheet.canyon, list(options))
    return picks(options[cells])


def river(table: Table, decision: Decision) -> Answer:
    return best(decision, lambda move: table.sheet.river.gain(move.lay_path.cell))


def columns(table: Table, decision: Decision) -> Answer:
    _, cells = filled(table.sheet.mud.boxes, decision.most, table.sheet.hope)
    return counted(decision, dict(enumerate(cells)))


def discovery(table: Table, decision: Decision) -> Answer:
    worth = table.sheet.canyon.bonus_worth
    return best(decision, lambda move: worth[move.circle_animal.bonus])


# Alone -------------------------------------------------------------------------------------------------------


def own_colour(table: Table, decision: Decision) -> Answer:
    return best(decision, lambda move: table.sheet.worth(table.counted(move.choose_colour.colour)))


def bot_colour(table: Table, decision: Decision) -> Answer:
    """The one with which the bot does least."""
    return best(decision, lambda move: -total(table.counted(move.choose_colour.colour)))


def bot_canyon(table: Table, decision: Decision) -> Answer:
    """Where least is lost."""
    canyon = table.sheet.canyon

    def lost(squares: Iterable[int]) -> float:
        return canyon.covered(bits_of(list(squares)))

    return best(decision, lambda move: -lost(move.bot_draws.squares))


def bot_river(table: Table, decision: Decision) -> Answer:
    return best(decision, lambda move: -table.sheet.river.loss(move.bot_lays.cell, move.bot_lays.last))


def bot_mud(table: Table, decision: Decision) -> Answer:
    """Beside the nodes that are least worth their number."""
    mud = table.sheet.mud
    nodes = sorted(decision.ids, key=lambda node: mud.crossed(node, ~0 ^ 1 << node) / max(1, mud.cost(node)))
    chosen: list[int] = []
    for node in nodes:
        chosen += [node] * min(decision.each[node], decision.least - len(chosen))
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
"""By the kind of decision. `bot-disc` is not among them: any order will do."""

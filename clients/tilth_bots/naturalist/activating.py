"""Which abilities are used, and in which order."""

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Ability, Card
from tilth_bots.naturalist.options import NEVER, best
from tilth_bots.naturalist.planning import COLOUR_OF
from tilth_bots.naturalist.worth import ISLAND, Worth
from tilth_client import Answer, Decision, picks


def activate(worth: Worth, decision: Decision) -> Answer:
    """All that is no loss, in their order: island and climate first where they cost nothing, else last."""
    ways = []
    for option in decision.options:
        move = decision.move(option).activate
        if move.taking != earth.TAKING_ALL:
            continue
        used = ability_of(worth, worth.table.card_at(move.place))
        if used is not None and worth.use(used, move.place) > 0:
            first = move.place >= ISLAND and not used.pay
            ways.append((not first, move.place, option.id))
    return picks(min(ways)[2]) if ways else picks()


def ability_of(worth: Worth, card: Card) -> Ability | None:
    """The one of the colour that is being activated."""
    name = COLOUR_OF[worth.table.view.action]
    return next((one for one in card.abilities if one.when == "activate" and name in one.colours), None)


def copy(worth: Worth, decision: Decision) -> Answer:
    def brings(move: earth.Move) -> float:
        copied = move.copy_ability
        used = ability_of(worth, worth.table.card_at(copied.place))
        if used is None or copied.taking != earth.TAKING_ALL:
            return NEVER
        return worth.use(used, copied.place)

    return best(decision, brings)

"""The choice of the abilities to use, and their order."""

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Ability, Card
from tilth_bots.naturalist.options import NEVER, best
from tilth_bots.naturalist.planning import COLOUR_OF
from tilth_bots.naturalist.value import ISLAND, Worth
from tilth_client import Answer, Decision, picks


def activate(worth: Worth, decision: Decision) -> Answer:
    """Use the next ability that brings a gain: first those of island and climate without a price, then those of the
    field, then those of island and climate with a price. Among equals, the lowest place comes first. Pick none if no
    ability brings a gain."""
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
    """Return the card's first ability of the colour that is being activated; None if it has none."""
    name = COLOUR_OF[worth.table.view.action]
    return next((one for one in card.abilities if one.when == "activate" and name in one.colours), None)


def copy(worth: Worth, decision: Decision) -> Answer:
    """Copy the ability that brings most points now; one that takes all of its gain comes before any that takes only a
    part."""

    def brings(move: earth.Move) -> float:
        """Return the gain in points from copying the ability on the move's place; NEVER if there is none, or only a
        part of its gain is taken."""
        copied = move.copy_ability
        used = ability_of(worth, worth.table.card_at(copied.place))
        if used is None or copied.taking != earth.TAKING_ALL:
            return NEVER
        return worth.use(used, copied.place)

    return best(decision, brings)

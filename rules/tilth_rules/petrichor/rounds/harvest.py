"""The Harvest Phase: its conditions, and the points that each growing crop pays."""

from collections.abc import Sequence

from tilth_rules.kernel import Act, Table
from tilth_rules.petrichor.codes import CORN, DEVELOPED, HARVEST, NEUTRAL, RICE, WHEAT
from tilth_rules.petrichor.content.compiled import Values
from tilth_rules.petrichor.events.rounds import PhaseBegan
from tilth_rules.petrichor.events.votes import WheatTaken
from tilth_rules.petrichor.events.water import CropHarvested
from tilth_rules.petrichor.options import values_of
from tilth_rules.petrichor.state import State, rounds_of


class HarvestPhase(Act, tag=90):
    """Score all growing tiles and return their drops, if there is a harvest: in the final round, and in any round in
    which all dice show the harvest icon; in the solo game also if the neutral player's supply is empty."""

    def act(self, table: Table) -> None:
        state: State = table.state
        final = state.round == rounds_of(state)
        dry = state.seats == 1 and not state.supply[NEUTRAL]
        if not (final or dry) and any(state.dice):
            return
        table.emit(PhaseBegan(HARVEST))
        for tile, growth in enumerate(state.growth):
            if growth:
                _harvest(table, tile)


def scores(values: Values, crop: int, growth: int, drops: Sequence[int], fertile: bool) -> list[int]:
    """Return the points that a harvested tile pays each side, by the drops of each on it. A side without a drop gets
    nothing, even with a fertilizer token."""
    present = sum(n > 0 for n in drops)
    bonus = values.fertilizer_bonus if fertile else 0
    if crop == RICE and growth != DEVELOPED:
        return [0] * len(drops)
    paid: list[int] = []
    for mine in drops:
        if not mine:
            paid.append(0)
        elif crop == RICE:
            paid.append(values.rice_per_drop * mine + bonus)
        elif crop == CORN:
            paid.append(values.corn_each[present - 1] + bonus)
        elif crop == WHEAT:
            paid.append((values.wheat_first if rank(drops, mine) == 1 else values.wheat_others) + bonus)
        else:
            paid.append(values.ranks[crop, growth][rank(drops, mine) - 1] + bonus)
    return paid


def rank(drops: Sequence[int], mine: int) -> int:
    """Return the rank (1 is the best) of a side with `mine` drops among these. Sides that are tied all take the lowest
    of the places they share."""
    return sum(n >= mine for n in drops)


def _harvest(table: Table, tile: int) -> None:
    """Score one growing tile. On Wheat a side that leads alone also takes a Wheat token, if there are any left."""
    state: State = table.state
    crop = state.crops[tile]
    drops = state.drops[4 * tile : 4 * tile + state.sides]
    fertile = state.fertile[tile] == 1
    paid = scores(values_of(state.options), crop, state.growth[tile], drops, fertile)
    table.emit(CropHarvested(tile, crop, tuple(paid)))
    if crop == WHEAT and drops.count(max(drops)) == 1 and state.wheat_left:
        table.emit(WheatTaken(drops.index(max(drops))))

"""The table as the farmer sees it: the spaces, the majors that are left, its hand, and how much time there is."""

from collections.abc import Mapping
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.faces import Clause
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import Price
from tilth_bots.farmer.worth import Season

VISITING: Final = frozenset({"enter", "take", "took", "used"})
"""The moments of a visit to a space."""


class Seen:
    """What one decision is made by."""

    majors: tuple[int, ...]
    lying: Mapping[int, Price]
    round: int
    left: int
    hand: tuple[int, ...]
    playable: frozenset[int]
    """Cards of the hand that can be played now."""
    harvests: int
    """Those to come."""
    appetite: int
    """The food that is needed at the next harvest."""

    def __init__(self, view: agricola.View, seat: int) -> None:
        season = Season(view)
        self.season = season
        self.worth = season.worth
        self.round = season.round
        self.left = season.left
        self.majors = tuple(view.majors)
        self.lying = {
            space.space: tuple((one.good, one.amount) for one in space.goods) for space in view.spaces
        }
        self.free = [space.space for space in view.spaces if not space.visitors]
        self.visited = {
            space.space for space in view.spaces if any(visitor.seat == seat for visitor in space.visitors)
        }
        self.farm = Farm.of(view, seat)
        mine = view.players[seat]
        self.hand = tuple(mine.hand)
        self.playable = frozenset(mine.playable)
        self.harvests = len(season.harvests)
        self.faces = season.faces
        self.seats = season.seats
        self.about = season.about
        self.priced = [
            laid for laid in view.laid if laid.seat == seat and laid.round == view.round and laid.price
        ]
        """What has come for this seat at a price."""
        self.visiting = [
            clause
            for card in self.farm.cards
            if card in self.faces
            for clause in self.faces[card].clauses
            if clause["clause"] == "when" and clause["on"] in VISITING and clause.get("who", "me") != "others"
        ]
        self.helping: dict[int, list[Clause]] = {}
        self.appetite = mine.appetite
        self.phase = view.phase

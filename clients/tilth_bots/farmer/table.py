"""The bot's view of the table: the spaces, the remaining major improvements, its hand, and the time left."""

from collections.abc import Mapping
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.faces import Clause
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import Price
from tilth_bots.farmer.value import Valuer

VISITING: Final = frozenset({"enter", "take", "took", "used"})
"""The moments of a visit to a space."""


class Seen:
    """The information that one decision is based on, read from the view: the farm of the deciding seat, the goods that
    lie on each space (`lying`), the majors that are left, the hand, and the time that is left (`left` rounds after this
    one)."""

    majors: tuple[int, ...]
    lying: Mapping[int, Price]
    round: int
    left: int
    hand: tuple[int, ...]
    playable: frozenset[int]
    """Cards in hand that can be played now."""
    harvests: int
    """Number of harvests to come."""
    appetite: int
    """Number of food that the family needs at the next harvest."""

    def __init__(self, view: agricola.View, seat: int) -> None:
        valuer = Valuer(view)
        self.valuer = valuer
        self.worth = valuer.worth
        self.round = valuer.round
        self.left = valuer.left
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
        self.harvests = len(valuer.harvests)
        self.faces = valuer.faces
        self.seats = valuer.seats
        self.about = valuer.about
        self.priced = [
            laid for laid in view.laid if laid.seat == seat and laid.round == view.round and laid.price
        ]
        """Goods that this seat may buy in this round."""
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

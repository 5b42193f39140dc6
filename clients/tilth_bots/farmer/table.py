"""The table as the farmer sees it: the spaces, the majors that are left, its hand, and how much time there is."""

from collections.abc import Mapping

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import Price
from tilth_bots.farmer.worth import Season


class Seen:
    """What one decision is made by."""

    majors: tuple[int, ...]
    lying: Mapping[int, Price]
    round: int
    left: int
    occupations: int
    minors: int
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
        self.occupations = mine.occupations_held
        self.minors = mine.minors_held
        self.appetite = mine.appetite
        self.phase = view.phase

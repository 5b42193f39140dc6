"""Where sprouts and growth are put and taken from, one after the other."""

from collections.abc import Mapping

from tilth_bots.naturalist.cards import Objective
from tilth_bots.naturalist.worth import Worth


class Pieces:
    """Lays pieces onto the field in the bot's head, each where it is worth most."""

    def __init__(self, worth: Worth, lying: list[int]) -> None:
        self.table = worth.table
        self.late = worth.late
        self.field = worth.area.field
        self.lying = lying
        self.sought = [one for one in worth.table.sought if counts_pieces(one.objective)]

    def worth(self, place: int, change: int) -> float:
        """What one piece more or less is worth there. The team's shared area is no place for it."""
        if place not in self.field:
            return 0.0
        return self.bare(place, change) + self.objectives(place, change)

    def bare(self, place: int, change: int) -> float:
        raise NotImplementedError

    def objectives(self, place: int, change: int) -> float:
        if not self.sought:
            return 0.0
        before = self.table.worth(self.sought)
        self.lying[place] += change
        after = self.table.worth(self.sought)
        self.lying[place] -= change
        return after - before

    def spread(self, rooms: Mapping[int, int], count: int, change: int) -> list[int]:
        """The best places for so many pieces, each as often as it may be chosen; none that would be a loss to add."""
        left = {place: room for place, room in rooms.items() if room}
        chosen: list[int] = []
        while len(chosen) < count and left:
            most, place = max((self.worth(place, change), -place) for place in left)
            if change > 0 and most <= 0:
                break
            chosen.append(-place)
            self.lying[-place] += change
            left[-place] -= 1
            if not left[-place]:
                del left[-place]
        for place in chosen:
            self.lying[place] -= change
        return chosen

    def sought_with(self, count: int) -> float:
        """What the objectives gain by so many pieces, wherever there is room."""
        if not self.sought:
            return 0.0
        before = self.table.worth(self.sought)
        chosen = self.spread(self.rooms(), count, 1)
        for place in chosen:
            self.lying[place] += 1
        after = self.table.worth(self.sought)
        for place in chosen:
            self.lying[place] -= 1
        return after - before

    def rooms(self) -> dict[int, int]:
        raise NotImplementedError


class Sprouts(Pieces):
    def __init__(self, worth: Worth) -> None:
        super().__init__(worth, worth.area.sprouts)

    def bare(self, place: int, change: int) -> float:
        """A point, wherever it is."""
        return float(change)

    def rooms(self) -> dict[int, int]:
        return {place: card.sprouts - self.lying[place] for place, card in self.field.items()}


class Growth(Pieces):
    def __init__(self, worth: Worth) -> None:
        super().__init__(worth, worth.area.growth)

    def bare(self, place: int, change: int) -> float:
        grown = self.lying[place]
        return self.trunk(place, grown + change) - self.trunk(place, grown)

    def rooms(self) -> dict[int, int]:
        return {place: card.growth - self.lying[place] for place, card in self.field.items()}

    def trunk(self, place: int, growth: int) -> float:
        """A point a piece; and the nearer it is to its canopy the likelier is that."""
        card = self.field[place]
        if growth >= card.growth:
            return float(card.canopy)
        near = growth / card.growth
        return growth + near * near * (card.canopy - growth) * (0.3 + 0.6 * self.late)


def counts_pieces(objective: Objective) -> bool:
    """Whether it looks at what lies on cards."""
    measure = objective.measure
    return (
        any(wanted.by_pieces for wanted in objective.of)
        or measure.get("rule") in ("different sprouts", "different growth")
        or (measure["count"] == "pool" and measure["of"] in ("sprouts", "growth"))
    )

"""The choice of places for sprouts and growth, one piece after the other."""

from collections.abc import Mapping

from tilth_bots.naturalist.cards import Objective
from tilth_bots.naturalist.value import Worth


class Pieces:
    """A model of the pieces of one kind on the field, used to try out where one more is worth most."""

    def __init__(self, worth: Worth, lying: list[int]) -> None:
        self.table = worth.table
        self.late = worth.late
        self.field = worth.area.field
        self.lying = lying
        self.sought = [one for one in worth.table.sought if counts_pieces(one.objective)]

    def worth(self, place: int, change: int) -> float:
        """Return the change in points, objectives included, if a piece is added to (`change` 1) or removed from (-1) a
        place; 0 in the team's shared area."""
        if place not in self.field:
            return 0.0
        return self.bare(place, change) + self.objectives(place, change)

    def bare(self, place: int, change: int) -> float:
        """Return the change in points, without objectives, if a piece is added to (`change` 1) or removed from (-1) a
        place."""
        raise NotImplementedError

    def objectives(self, place: int, change: int) -> float:
        """Return the change in points of the pursued objectives that count pieces, if `change` pieces are added at a
        place. A negative number removes pieces."""
        if not self.sought:
            return 0.0
        before = self.table.worth(self.sought)
        self.lying[place] += change
        after = self.table.worth(self.sought)
        self.lying[place] -= change
        return after - before

    def spread(self, rooms: Mapping[int, int], count: int, change: int) -> list[int]:
        """Return the places for up to `count` pieces, chosen one after the other; a place occurs once for each piece.
        With `change` 1 each piece goes where it is worth most, and the list ends before a piece that brings no gain.
        With -1 each is taken where its loss costs least. `rooms` is the most pieces for each place. The pieces on the
        field are as before in the end."""
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
        """Return the gain in points of the pursued objectives from up to this number of further pieces, laid where they
        are worth most."""
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
        """Return the number of further pieces that fit on each card, by place."""
        raise NotImplementedError


class Sprouts(Pieces):
    """The sprouts on the field; each is worth one point."""

    def __init__(self, worth: Worth) -> None:
        super().__init__(worth, worth.area.sprouts)

    def bare(self, place: int, change: int) -> float:
        """Return the change in points, without objectives, if a sprout is added to (`change` 1) or removed from (-1)
        any place: it equals `change`."""
        return float(change)

    def rooms(self) -> dict[int, int]:
        """Return the number of further sprouts that fit on each card, by place."""
        return {place: card.sprouts - self.lying[place] for place, card in self.field.items()}


class Growth(Pieces):
    """The pieces of growth on the field: each is worth one point, and a full card is worth the points of its canopy
    instead."""

    def __init__(self, worth: Worth) -> None:
        super().__init__(worth, worth.area.growth)

    def bare(self, place: int, change: int) -> float:
        """Return the change in points, without objectives, if a piece of growth is added to (`change` 1) or removed
        from (-1) the card at a place. An unfinished canopy counts in part."""
        grown = self.lying[place]
        return self.trunk(place, grown + change) - self.trunk(place, grown)

    def rooms(self) -> dict[int, int]:
        """Return the number of further pieces of growth that fit on each card, by place."""
        return {place: card.growth - self.lying[place] for place, card in self.field.items()}

    def trunk(self, place: int, growth: int) -> float:
        """Return the worth in points of `growth` pieces on the card at a place: the canopy's points if the card is
        full. Otherwise a point for each piece, and a share of the canopy's further points that rises with the
        growth."""
        card = self.field[place]
        if growth >= card.growth:
            return float(card.canopy)
        near = growth / card.growth
        return growth + near * near * (card.canopy - growth) * (0.3 + 0.6 * self.late)


def counts_pieces(objective: Objective) -> bool:
    """Return whether an objective counts pieces that lie on cards."""
    measure = objective.measure
    return (
        any(wanted.by_pieces for wanted in objective.of)
        or measure.get("rule") in ("different sprouts", "different growth")
        or (measure["count"] == "pool" and measure["of"] in ("sprouts", "growth"))
    )

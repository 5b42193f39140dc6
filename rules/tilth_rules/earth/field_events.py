"""Cards that are laid open: into a field, or beside it."""

from bisect import insort

from tilth_rules.earth.book import book_of
from tilth_rules.earth.state import State
from tilth_rules.kernel import Event


class PlantingBegan(Event):
    """A seat shows a card that it is going to plant."""

    hidden = True
    seat: int
    card: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.area.hand.remove(self.card)
        seat.planting = self.card
        state.known[self.card] = -1

    def teaches(self, seat: int) -> bool:
        return seat != self.seat


class CardPlanted(Event):
    """The card lies on its place of the field, for so much soil."""

    seat: int
    card: int
    place: int
    soil: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        area = seat.area
        area.soil -= self.soil
        area.spots[self.place] = self.card
        insort(seat.places, self.place)
        planted(state, self.seat, self.card)


class CardReplaced(Event):
    """The card lies where another one was, which is compost now."""

    seat: int
    card: int
    place: int
    replaced: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        area = seat.area
        area.spots[self.place] = self.card
        area.compost.append(self.replaced)
        if self.replaced in seat.standing:
            seat.standing.remove(self.replaced)
        planted(state, self.seat, self.card)


class EventPlayed(Event):
    """An event is played from the hand. It stays beside the field."""

    hidden = True
    seat: int
    card: int

    def apply(self, state: State) -> None:
        area = state.seats[self.seat].area
        area.hand.remove(self.card)
        area.events.append(self.card)
        state.known[self.card] = -1

    def teaches(self, seat: int) -> bool:
        return seat != self.seat


class CardsStayKnown(Event):
    """A seat took back what it had shown: everybody still knows these cards."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        for card in self.cards:
            state.known[card] = -1


def planted(state: State, seat: int, card: int) -> None:
    """A card has come into the field."""
    mine = state.seats[seat]
    mine.planting = -1
    mine.covered = 0
    mine.plantings -= 1
    mine.planted.append(card)
    if book_of(state.options.values).standing[card]:
        mine.standing.append(card)


FIELD_EVENTS: tuple[type[Event], ...] = (
    PlantingBegan,
    CardPlanted,
    CardReplaced,
    EventPlayed,
    CardsStayKnown,
)

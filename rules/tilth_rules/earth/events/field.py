"""Events of cards that are laid open, into a field or beside it."""

from bisect import insort

from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.state import State
from tilth_rules.earth.worlds import traces
from tilth_rules.kernel import Event


class PlantingBegan(Event):
    """A seat showed a card that it is going to plant: it left the hand, everybody knows it, and it is the card that the
    seat's next questions are about."""

    hidden = True
    seat: int
    card: int

    def apply(self, state: State) -> None:
        seat = state.seats[self.seat]
        seat.area.hand.remove(self.card)
        seat.planting = self.card
        mark_shown(state, (self.card,))

    def reveals_to(self, seat: int) -> bool:
        return seat != self.seat


class CardPlanted(Event):
    """A seat planted the card it had shown on a free place of its field and paid `soil` for it. This uses up one of its
    plantings of the turn, and a standing effect of the card begins."""

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
        note_planted(state, self.seat, self.card)


class CardReplaced(Event):
    """A seat planted the card it had shown on the place of another card of its field, which went onto its compost and
    whose standing effect ended. This uses up one of its plantings of the turn."""

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
        note_planted(state, self.seat, self.card)


class EventPlayed(Event):
    """A seat played an event from its hand. The card lies open beside its field until the match ends."""

    hidden = True
    seat: int
    card: int

    def apply(self, state: State) -> None:
        area = state.seats[self.seat].area
        area.hand.remove(self.card)
        area.events.append(self.card)
        mark_shown(state, (self.card,))

    def reveals_to(self, seat: int) -> bool:
        return seat != self.seat


class CardsStayKnown(Event):
    """Cards that an undone answer had shown stay known to everybody, although the answer no longer counts."""

    seat: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        mark_shown(state, self.cards)


def mark_shown(state: State, cards: tuple[int, ...]) -> None:
    """Note that everybody knows where these cards are from now on."""
    for card in cards:
        state.known[card] = -1
    if state.traces:
        traces.forget_found(state, cards)


def note_planted(state: State, seat: int, card: int) -> None:
    """Update a seat's state for a card that has come into its field: its plantings of the turn, and its standing
    effects."""
    mine = state.seats[seat]
    mine.planting = -1
    mine.covered = 0
    mine.plantings -= 1
    mine.planted.append(card)
    if book_of(state.options.values).standing[card]:
        mine.standing.append(card)

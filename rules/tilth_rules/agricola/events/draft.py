"""Events of the draft, in which packs of cards go round."""

from tilth_rules.agricola.content.cards import IS_OCCUPATION
from tilth_rules.agricola.state import State
from tilth_rules.common.draft import dealt_to
from tilth_rules.kernel import Event


class PackDealt(Event):
    """A pack of cards of one kind was dealt from the deck to a seat for a draft. The other seats see only its size."""

    hidden = True
    seat: int
    occupation: bool
    size: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        for card in self.cards:
            state.decks[self.occupation].remove(card)
        state.packs[self.seat] = list(self.cards)
        state.picks[len(state.seats) * self.occupation + self.seat] = []

    def seen_by(self, viewer: int) -> "PackDealt":
        return self if viewer == self.seat else PackDealt(self.seat, self.occupation, self.size, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class CardDrafted(Event):
    """A seat kept a card of the pack before it; it goes into the seat's hand when the draft ends. The other seats do
    not see which."""

    hidden = True
    seat: int
    card: int | None

    def apply(self, state: State) -> None:
        if self.card is None:
            return
        seats = len(state.seats)
        kept = state.kept[self.seat]
        state.packs[self.seat].remove(self.card)
        kept.append(self.card)
        state.known[self.card] = 1 << self.seat
        pack = dealt_to(self.seat, len(kept) - 1, seats)
        state.picks[seats * IS_OCCUPATION[self.card] + pack].append(self.card)

    def seen_by(self, viewer: int) -> "CardDrafted":
        return self if viewer == self.seat else CardDrafted(self.seat, None)


class PacksPassed(Event):
    """A seat got the rest of the pack of the seat to its right. All packs move at the same time: this is one of them.
    The other seats see only its size."""

    hidden = True
    seat: int
    size: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.packs[self.seat] = list(self.cards)

    def seen_by(self, viewer: int) -> "PacksPassed":
        return self if viewer == self.seat else PacksPassed(self.seat, self.size, ())

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat and self.size > 0


class DraftEnded(Event):
    """The draft of one kind of cards ended. Each seat took the cards that it has kept into its hand."""

    occupation: bool

    def apply(self, state: State) -> None:
        for seat, kept in zip(state.seats, state.kept, strict=True):
            seat.hand += kept
            kept.clear()

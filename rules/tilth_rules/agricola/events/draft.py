"""The draft: packs of cards that go round."""

from tilth_rules.agricola.content.cards import FIRST_OCCUPATION
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Event


class PackDealt(Event):
    """A pack of cards of one kind is before a seat."""

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

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class CardDrafted(Event):
    """A card of the pack is kept."""

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
        dealt_to = (self.seat - len(kept) + 1) % seats
        state.picks[seats * (self.card >= FIRST_OCCUPATION) + dealt_to].append(self.card)

    def seen_by(self, viewer: int) -> "CardDrafted":
        return self if viewer == self.seat else CardDrafted(self.seat, None)


class PacksPassed(Event):
    """What is left of a pack has come from the right. All packs move at the same time: this is one of them."""

    hidden = True
    seat: int
    size: int
    cards: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.packs[self.seat] = list(self.cards)

    def seen_by(self, viewer: int) -> "PacksPassed":
        return self if viewer == self.seat else PacksPassed(self.seat, self.size, ())

    def teaches(self, seat: int) -> bool:
        return seat == self.seat and self.size > 0


class DraftEnded(Event):
    """What was kept is the hand."""

    occupation: bool

    def apply(self, state: State) -> None:
        for seat, kept in zip(state.seats, state.kept, strict=True):
            seat.hand += kept
            kept.clear()


DRAFT_EVENTS: tuple[type[Event], ...] = (PackDealt, CardDrafted, PacksPassed, DraftEnded)

"""Cards that come into play and leave it, what they remember, and how often they were used.

Which cards in play listen to a moment or answer a rule is kept with the state, and changes here alone.
"""

from bisect import insort

from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS, OFFERS
from tilth_rules.agricola.cards.words import MOMENTS, RULES, SCOPES
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.state import EVERYBODY, State, in_hand
from tilth_rules.agricola.words import NOBODY
from tilth_rules.kernel import Event


def comes(state: State, seat: int, card: int) -> None:
    """The card is in play now."""
    mine = state.seats[seat]
    state.owner[card] = seat
    state.since[card] = state.round
    state.known[card] = EVERYBODY
    mine.cards.append(card)
    for moment, listeners in enumerate(LISTENERS):
        if listeners[card]:
            state.listening[moment] += (card,)
    for rule, answers in enumerate(ANSWERS):
        if answers[card]:
            mine.rules[rule] += (card,)
    if OFFERS[card]:
        mine.offering += (card,)


def goes(state: State, seat: int, card: int) -> None:
    """The card is in play no more, and its plots are gone with what grew there."""
    mine = state.seats[seat]
    state.owner[card] = NOBODY
    mine.cards.remove(card)
    mine.notes.pop(card, None)
    for moment in range(MOMENTS):
        if card in state.listening[moment]:
            state.listening[moment] = without(state.listening[moment], card)
    for rule in range(RULES):
        if card in mine.rules[rule]:
            mine.rules[rule] = without(mine.rules[rule], card)
    if card in mine.offering:
        mine.offering = without(mine.offering, card)
    while card in mine.plot_cards:
        plot = mine.plot_cards.index(card)
        for plots in (mine.plot_cards, mine.plot_crops, mine.plot_stacks):
            del plots[plot]


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(one for one in cards if one != card)


class MajorBuilt(Event):
    """A major improvement, from the board."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        comes(state, self.seat, self.card)


class CardPlayed(Event):
    """A card from the hand is in play."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].hand.remove(self.card)
        comes(state, self.seat, self.card)


class CardLaidOut(Event):
    """An occupation of earlier games of the series is in play from the start."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        comes(state, self.seat, self.card)


class CardGivenUp(Event):
    """A card left play: a major goes back to the board, a minor out of the match."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        goes(state, self.seat, self.card)
        if CARDS[self.card].kind != "major":
            state.gone += (self.card,)


class CardPassed(Event):
    """A card that has been played goes on to the left neighbour's hand, or, alone at the table, out of the match."""

    seat: int
    card: int
    to: int | None

    def apply(self, state: State) -> None:
        goes(state, self.seat, self.card)
        if self.to is None:
            state.gone += (self.card,)
        else:
            state.seats[self.to].hand.append(self.card)


class CardNoted(Event):
    """What a card has to remember, in numbers of its own."""

    seat: int
    card: int
    numbers: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.seats[self.seat].notes[self.card] = self.numbers


class CardSpent(Event):
    """A card was used that can be used only so often: in a turn, a round, a harvest, the match."""

    card: int
    scope: int

    def apply(self, state: State) -> None:
        use = SCOPES * self.card + self.scope
        state.spent[use] = state.spent.get(use, 0) + 1


class PointsNoted(Event):
    """Points that a card gives during the match."""

    seat: int
    card: int
    points: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].points += self.points


class CardKnown(Event):
    """Everybody has seen this card of the seat's hand."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        state.known[self.card] = EVERYBODY


class Pledged(Event):
    """A seat has said yes where several are asked at the same time."""

    hidden = True
    seat: int

    def apply(self, state: State) -> None:
        state.pledged |= 1 << self.seat

    def seen_by(self, viewer: int) -> "Pledged | None":
        return self if viewer == self.seat else None


class PledgesShown(Event):
    """All have been asked: these seats have said yes to the card."""

    hidden = True
    card: int
    seats: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.pledged = 0

    def teaches(self, seat: int) -> bool:
        return True


class TokensDrawn(Event):
    """Goods that lie on a card were drawn by chance. What becomes of them is told by other events."""

    seat: int
    card: int
    goods: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Nothing has changed yet."""


class CardDealt(Event):
    """A card from a deck into a hand."""

    hidden = True
    seat: int
    occupation: bool
    card: int | None

    def apply(self, state: State) -> None:
        if self.card is not None:
            state.decks[self.occupation].remove(self.card)
            state.seats[self.seat].hand.append(self.card)
            state.known[self.card] = 1 << self.seat

    def seen_by(self, viewer: int) -> "CardDealt":
        return self if viewer == self.seat else CardDealt(self.seat, self.occupation, None)

    def teaches(self, seat: int) -> bool:
        return seat == self.seat


class CardDiscarded(Event):
    """A card from a hand, face down."""

    hidden = True
    seat: int
    occupation: bool
    card: int | None

    def apply(self, state: State) -> None:
        if self.card is not None:
            if state.options.three_for_one:
                self._blur(state)
            state.seats[self.seat].hand.remove(self.card)
            insort(state.discards[self.occupation], self.card)

    def _blur(self, state: State) -> None:
        """Where a seat puts away what it likes, a card that all have seen in its hand may be among it: from here on
        nobody else knows, unless there is only one card that can have gone."""
        of_kind = in_hand(state.seats[self.seat], self.occupation)
        if len(of_kind) > 1:
            for card in of_kind:
                state.known[card] = 1 << self.seat

    def seen_by(self, viewer: int) -> "CardDiscarded":
        return self if viewer == self.seat else CardDiscarded(self.seat, self.occupation, None)


class DeckRenewed(Event):
    """A deck was empty: what has been discarded is the deck again."""

    occupation: bool

    def apply(self, state: State) -> None:
        pile = state.discards[self.occupation]
        state.decks[self.occupation] += sorted(pile)
        for card in pile:
            state.known[card] = 0
        pile.clear()


class DecksMade(Event):
    """The cards of the decks that were chosen, for this number of players."""

    minors: tuple[int, ...]
    occupations: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.decks = [list(self.minors), list(self.occupations)]


CARD_EVENTS: tuple[type[Event], ...] = (
    MajorBuilt,
    CardPlayed,
    CardLaidOut,
    CardGivenUp,
    CardPassed,
    CardNoted,
    CardSpent,
    PointsNoted,
    CardKnown,
    CardDealt,
    CardDiscarded,
    DeckRenewed,
    DecksMade,
    Pledged,
    PledgesShown,
    TokensDrawn,
)

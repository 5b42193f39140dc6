"""Events of cards that come into play and leave it, that remember something, and that are used.

The state holds which cards in play listen to a moment or answer a rule; only these events change that.
"""

from bisect import insort
from itertools import compress, count
from operator import itemgetter

from tilth_rules.agricola.cards.moments import MOMENTS, RULES, SCOPES
from tilth_rules.agricola.cards.registry import tables_of
from tilth_rules.agricola.codes import NOBODY
from tilth_rules.agricola.content.cards import CARDS, IS_OCCUPATION
from tilth_rules.agricola.state import EVERYBODY, State, in_hand
from tilth_rules.kernel import Event


def enter_play(state: State, seat: int, card: int) -> None:
    """Put the card into play before a seat: its listeners, answers and offers work from now on."""
    mine = state.seats[seat]
    state.owner[card] = seat
    state.since[card] = state.round
    state.known[card] = EVERYBODY
    if state.blurred:
        state.blurred.pop(card, None)
    mine.cards.append(card)
    of_card = itemgetter(card)
    tables = tables_of(state.options.values)
    for moment in compress(count(), map(of_card, tables.listeners)):
        state.listening[moment] += (card,)
    for rule in compress(count(), map(of_card, tables.answers)):
        mine.rules[rule] += (card,)
    if tables.offers[card]:
        mine.offering += (card,)


def leave_play(state: State, seat: int, card: int) -> None:
    """Take the card out of play, with its plots and their crops. Its listeners, answers and offers no longer work."""
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
    """Return the cards except this one."""
    return tuple(one for one in cards if one != card)


class MajorBuilt(Event):
    """A seat built a major improvement from the board: the card is in play before it."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        enter_play(state, self.seat, self.card)


class CardPlayed(Event):
    """A seat put a card from its hand into play; everybody knows it from now on."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].hand.remove(self.card)
        enter_play(state, self.seat, self.card)


class CardLaidOut(Event):
    """An occupation that a seat has kept from earlier games of the series was put into play before it, at the start."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        enter_play(state, self.seat, self.card)


class CardGivenUp(Event):
    """A seat gave up a card: a major improvement went back to the board, any other card left the match. Crops on its
    plots are lost."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        leave_play(state, self.seat, self.card)
        if CARDS[self.card].kind != "major":
            state.gone += (self.card,)


class CardPassed(Event):
    """A card that a seat had played left play and went into the hand of the left neighbour or, in a solo match, out of
    the match."""

    seat: int
    card: int
    to: int | None

    def apply(self, state: State) -> None:
        leave_play(state, self.seat, self.card)
        if self.to is None:
            state.gone += (self.card,)
        else:
            state.seats[self.to].hand.append(self.card)


class CardNoted(Event):
    """A card noted numbers that it must remember, in place of all that it had noted."""

    seat: int
    card: int
    numbers: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.seats[self.seat].notes[self.card] = self.numbers


class CardSpent(Event):
    """A card was used that has a limited number of uses in a turn, a round, a harvest or the match (`scope`); the use
    is counted."""

    card: int
    scope: int

    def apply(self, state: State) -> None:
        use = SCOPES * self.card + self.scope
        state.spent[use] = state.spent.get(use, 0) + 1


class PointsNoted(Event):
    """A card gave a seat bonus points during the match; they are added to the points of its final score."""

    seat: int
    card: int
    points: int

    def apply(self, state: State) -> None:
        state.seats[self.seat].points += self.points


class CardKnown(Event):
    """A card of a seat's hand was shown, and everybody knows where it is from now on."""

    seat: int
    card: int

    def apply(self, state: State) -> None:
        state.known[self.card] = EVERYBODY
        state.blurred.pop(self.card, None)


class SeatAgreed(Event):
    """A seat said yes to a card about which several seats are asked at the same time. Other seats do not see the event
    until all have been asked."""

    hidden = True
    seat: int

    def apply(self, state: State) -> None:
        state.agreed |= 1 << self.seat

    def seen_by(self, viewer: int) -> "SeatAgreed | None":
        return self if viewer == self.seat else None


class AgreementsShown(Event):
    """Every seat has been asked about a card, and these have said yes. The noted answers are forgotten."""

    hidden = True
    card: int
    seats: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.agreed = 0

    def reveals_to(self, seat: int) -> bool:
        return True


class TokensDrawn(Event):
    """Goods that lie on a card were drawn by chance. The state does not change: other events show what becomes of the
    goods."""

    seat: int
    card: int
    goods: tuple[int, ...]

    def apply(self, state: State) -> None:
        """Change nothing: other events show what becomes of the drawn goods."""


class CardDealt(Event):
    """A seat drew a card from a deck (occupations or minor improvements) into its hand. The other seats see only its
    kind."""

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

    def reveals_to(self, seat: int) -> bool:
        return seat == self.seat


class CardDiscarded(Event):
    """A seat put a card of its hand onto the discards of its kind, face down. The other seats see only its kind.

    In matches with the exchange of three cards for one, other seats no longer know for certain the cards of that kind
    that the seat has shown and may have put away.
    """

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
        """Note that no other seat knows a card that everybody has seen in the hand, if it may be the one put away.

        If it is the only card that can have gone, its absence is known.
        """
        of_kind = in_hand(state.seats[self.seat], self.occupation)
        if len(of_kind) > 1:
            for card in of_kind:
                if state.known[card] == EVERYBODY:
                    state.blurred[card] = self.seat
                state.known[card] = 1 << self.seat

    def seen_by(self, viewer: int) -> "CardDiscarded":
        return self if viewer == self.seat else CardDiscarded(self.seat, self.occupation, None)


class DeckRenewed(Event):
    """A deck was empty, and the discards of its kind became the deck again. No seat knows any longer where these cards
    are, and the draft of this kind no longer tells which cards were passed on."""

    occupation: bool

    def apply(self, state: State) -> None:
        for card in [card for card in state.blurred if IS_OCCUPATION[card] == self.occupation]:
            del state.blurred[card]
        if state.picks:
            half = len(state.seats) * self.occupation
            state.picks[half : half + len(state.seats)] = [[] for _ in state.seats]
        pile = state.discards[self.occupation]
        state.decks[self.occupation] += sorted(pile)
        for card in pile:
            state.known[card] = 0
        pile.clear()


class DecksMade(Event):
    """The two decks, minor improvements and occupations, were made from the chosen cards for this number of players."""

    minors: tuple[int, ...]
    occupations: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.decks = [list(self.minors), list(self.occupations)]

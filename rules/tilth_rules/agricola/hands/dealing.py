"""The dealing of hands: seven cards of each kind for each seat, unless the options change it."""

from tilth_rules.agricola.actions.improvements import acts_at_once, open_plots
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.content.cards import INDEX, minors, occupations
from tilth_rules.agricola.events.cards import CardDealt, CardLaidOut, DecksMade
from tilth_rules.agricola.hands.changing import ChangeHand
from tilth_rules.agricola.hands.choosing import PutThreeAway
from tilth_rules.agricola.hands.draft import DealPacks
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.options import HAND, TEN, decks_of
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Act, Table


class DealHands(Act, tag=170):
    """Make the decks, put permanent occupations into play, and deal each seat seven occupations, then seven minor
    improvements; by the options as a draft, as ten of which three are put away, or with the offer to change a hand.

    The effects of permanent occupations come last.
    """

    def act(self, table: Table) -> None:
        state: State = table.state
        options = state.options
        chosen = decks_of(options)
        permanent = [INDEX[name] for name in options.permanent]
        dealt = [card for card in occupations(chosen, len(state.seats)) if card not in permanent]
        table.emit(DecksMade(minors(chosen), tuple(dealt)))
        for card in permanent:
            table.emit(CardLaidOut(0, card))
        hand = TEN if options.ten_keep_seven else HAND
        for occupation in (True, False):
            size = hand - len(permanent) if occupation else hand
            if options.draft:
                table.then(DealPacks(occupation, size))
            else:
                table.then(Deal(occupation, size))
        if options.ten_keep_seven:
            table.then(PutThreeAway(True), PutThreeAway(False))
        if options.mulligan:
            for seat in clockwise(len(state.seats), state.first):
                table.then(ChangeHand(seat, True), ChangeHand(seat, False))
        table.then(*(LayOut(card) for card in permanent))


class Deal(Act, tag=171):
    """Deal each seat cards of one kind, up to `size`. In a solo match the cards that the player has chosen by the
    options are dealt first."""

    occupation: bool
    size: int

    def act(self, table: Table) -> None:
        state: State = table.state
        own = [INDEX[name] for name in state.options.own_cards]
        chosen = [card for card in own if card in state.decks[self.occupation]]
        for card in chosen:
            table.emit(CardDealt(0, self.occupation, card))
        for seat in range(len(state.seats)):
            deal(table, seat, self.occupation, self.size - len(chosen))


class LayOut(Act, tag=172):
    """Open the plots of a permanent occupation, which is in play from the start, and let it act as if it were just
    played."""

    card: int

    def act(self, table: Table) -> None:
        open_plots(table, 0, self.card)
        table.then(*acts_at_once(table.state, 0, self.card, Facts(0, card=self.card)))

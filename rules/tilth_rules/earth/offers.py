"""Offers that a seat may take at any time between two actions: play an event, exchange sprouts for soil."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.earth.actions import sharing
from tilth_rules.earth.actions.abilities import UseAbility, add_option_variants
from tilth_rules.earth.actions.goods import payable, pieces_on_field, pieces_there
from tilth_rules.earth.codes import ALL, BY_EVENT, EVENT_BIT, HAND_BIT, SOIL_BIT, SPROUT_BIT
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.events.field import EventPlayed
from tilth_rules.earth.events.goods import SproutsExchanged
from tilth_rules.earth.moves import EXCHANGE, OFFERS, PaySprout, event_option, is_event, played_event
from tilth_rules.earth.rounds.goals import NoteGoals
from tilth_rules.earth.state import NOTHING, State
from tilth_rules.kernel import NO_FACTS, Act, Ask, Choose, Move, Step, Table, TextFacts

GIVEN, GOT = 3, 2
"""The number of sprouts that a seat gives, and of the soil that it gets for them."""
EXCHANGE_FACTS: Final = {"sprouts": GIVEN, "soil": GOT}


def offers(state: State, seat: int) -> list[int]:
    """Return the seat's standing offers: events whose whole price is payable, the exchange if there are enough sprouts,
    and goods in the shared area."""
    book = book_of(state.options.values)
    mine = state.seats[seat]
    event = book.event
    options: list[int] = []
    for card in mine.area.hand:
        if event[card]:
            use = book.on_play[card]
            if use is None or payable(mine, use.pay):
                add_option_variants(options, state, event_option(card), use)
    if mine.sprouts >= GIVEN:
        options.append(EXCHANGE)
    if state.options.teams:
        options += sharing.pick_up_offers(state, seat)
    return options


def take_offer(seat: int, offer: int) -> Step:
    """Return the step that carries out a standing offer: an event, the exchange, or a pick-up from the shared area."""
    if is_event(offer):
        return PlayCard(seat, *played_event(offer))
    return Exchange(seat) if offer == EXCHANGE else sharing.take_offer(seat, offer)


def offer_move(offer: int) -> Move:
    """Return the move that a standing offer stands for."""
    return OFFERS.move(offer)


def offer_facts(state: State, offer: int) -> TextFacts:
    """Return what the text of an offer shows beside its move: what is exchanged, or the amount that can be taken from
    the shared area."""
    if is_event(offer):
        return NO_FACTS
    return EXCHANGE_FACTS if offer == EXCHANGE else sharing.offer_facts(state, offer)


class Exchange(Ask, tag=50):
    """A player may give three sprouts, from any plants, for two soil, as often as they like.

    This is not allowed while the player uses an ability or waters plants. Soil is never exchanged for sprouts.
    """

    seat: int

    def ask(self, state: State) -> Choose:
        mine = state.seats[self.seat]
        places, each = pieces_on_field(mine, mine.area.sprouts)
        return Choose(self.seat, "exchange", places, GIVEN, GIVEN, each)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return EXCHANGE_FACTS

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return pieces_there(state, seat, option)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(SproutsExchanged(self.seat, tuple(picks), GOT))
        table.then(NoteGoals(self.seat, SPROUT_BIT | SOIL_BIT))

    @classmethod
    def move(cls, option: int) -> PaySprout:
        return PaySprout(option)


class PlayCard(Act, tag=51):
    """A player may play an event at any time between two actions, on anybody's turn.

    Its effect happens at once, followed by the abilities that work after every event. The card stays for the rest of
    the match.
    """

    seat: int
    card: int
    taking: int

    def act(self, table: Table) -> None:
        state: State = table.state
        book = book_of(state.options.values)
        seat = self.seat
        table.emit(EventPlayed(seat, self.card))
        touched = EVENT_BIT | HAND_BIT
        use = book.on_play[self.card]
        if use is not None:
            touched |= use.touches
            table.then(UseAbility(seat, NOTHING, self.card, use.slot, self.taking, BY_EVENT))
        for card in state.seats[seat].standing:
            listens = book.listens[card]
            if listens is not None:
                touched |= listens.touches
                table.then(UseAbility(seat, NOTHING, card, listens.slot, ALL, BY_EVENT))
        table.then(NoteGoals(seat, touched))

"""What a seat may do at any time between two things: play an event, exchange sprouts for soil."""

from collections.abc import Sequence

from tilth_rules.earth import sharing
from tilth_rules.earth.abilities import UseAbility, add_ways
from tilth_rules.earth.book import book_of
from tilth_rules.earth.field_events import EventPlayed
from tilth_rules.earth.goals import NoteGoals
from tilth_rules.earth.goods import lying, payable
from tilth_rules.earth.goods_events import SproutsExchanged
from tilth_rules.earth.moves import EVENTS_FROM, EXCHANGE, ExchangeSprouts, PaySprout, PlayEvent, taken
from tilth_rules.earth.state import NOTHING, State
from tilth_rules.earth.words import ALL, BY_EVENT, EVENT_BIT, HAND_BIT, SOIL_BIT, SPROUT_BIT
from tilth_rules.kernel import Act, Ask, Choose, Move, Step, Table

GIVEN, GOT = 3, 2
"""Sprouts that are exchanged, and the soil for them."""


def offers(state: State, seat: int) -> list[int]:
    """Events whose whole price can be paid now, and the exchange where there are sprouts enough."""
    book = book_of(state.options.values)
    mine = state.seats[seat]
    event = book.event
    options: list[int] = []
    for card in mine.area.hand:
        if event[card]:
            use = book.on_play[card]
            if use is None or payable(mine, use.pay):
                add_ways(options, state, EVENTS_FROM + card, use)
    if mine.sprouts >= GIVEN:
        options.append(EXCHANGE)
    if state.options.teams:
        options += sharing.offers(state, seat)
    return options


def take_offer(seat: int, offer: int) -> Step:
    if offer == EXCHANGE:
        return Exchange(seat)
    if offer > EXCHANGE:
        return sharing.take_offer(seat, offer)
    card, taking = taken(offer - EVENTS_FROM)
    return PlayCard(seat, card, taking)


def offer_move(offer: int) -> Move:
    if offer > EXCHANGE:
        return sharing.offer_move(offer)
    return ExchangeSprouts() if offer == EXCHANGE else PlayEvent(*taken(offer - EVENTS_FROM))


class Exchange(Ask, tag=50):
    """Three sprouts, from any plants, are given for two soil, as often as one likes; but not while an ability is being
    used or water is being given. Soil does not become sprouts."""

    seat: int

    def ask(self, state: State) -> Choose:
        mine = state.seats[self.seat]
        places, each = lying(mine, mine.area.sprouts)
        return Choose(self.seat, "exchange", places, GIVEN, GIVEN, each)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(SproutsExchanged(self.seat, tuple(picks), GOT))
        table.then(NoteGoals(self.seat, SPROUT_BIT | SOIL_BIT))

    @classmethod
    def move(cls, option: int) -> PaySprout:
        return PaySprout(option)


class PlayCard(Act, tag=51):
    """An event can be played at any time, on anybody's turn, between two things. Its effect happens at once, and then
    whatever happens after every event; it stays for the rest of the match."""

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

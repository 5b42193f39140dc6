"""Planting: the choice of cards, their prices and places, and the cards drawn afterwards."""

from collections.abc import Sequence

from tilth_rules.earth.actions.abilities import add_option_variants, use_ability
from tilth_rules.earth.actions.goods import pieces_on_field, pieces_there
from tilth_rules.earth.area.area import FULL
from tilth_rules.earth.codes import (
    BY_ABILITY,
    BY_ACTION,
    CARD,
    EVERY_BIT,
    GROWTH,
    HAND_COMPOST,
    SPROUT,
)
from tilth_rules.earth.content.compiled.abilities import Book, book_of
from tilth_rules.earth.events.cards import CardKept, CardsComposted
from tilth_rules.earth.events.field import CardPlanted, CardReplaced, PlantingBegan
from tilth_rules.earth.events.goods import GrowthPaid, PriceCovered, SproutsPaid
from tilth_rules.earth.hands.deck import LOOK, draw_cards
from tilth_rules.earth.moves import CARDS_AT, GROWTH_AT, PRICE, ChoosePlace, KeepCard, plant_option
from tilth_rules.earth.rounds.goals import note_goals
from tilth_rules.earth.state import Seat, State
from tilth_rules.kernel import Act, Ask, Choose, Move, Table, TextFacts

LOOKED_AT = 4
"""The number of cards that the active seat looks at after planting, to keep one."""


def plantable(state: State, seat: int) -> list[int]:
    """Return the options to plant: cards of the hand that the seat can pay for now, if its field has room, and those
    that may replace a card of its field; each with the ways to take its gains. Events are left out."""
    book = book_of(state.options.values)
    mine = state.seats[seat]
    area = mine.area
    room = len(mine.places) < FULL
    cuts = [book.cuts[card] for card in mine.standing if card in book.cuts]
    replaceable = [book.replaces[card][0] for card in mine.standing if card in book.replaces]
    cost, event = book.cost, book.event
    options: list[int] = []
    for card in area.hand:
        if event[card]:
            continue
        price = cost[card]
        for cut in cuts:
            price -= cut[card]
        if (room and affordable(book, mine, card, price)) or any(fits[card] for fits in replaceable):
            add_option_variants(options, state, plant_option(card), book.on_plant[card])
    return options


def planting_facts(state: State, seat: int, card: int) -> TextFacts:
    """Return what a text shows of planting a card: the soil it costs, and the good that can pay instead of soil."""
    mine = state.seats[seat]
    return {
        "price": price_of(state, mine, card),
        "good": book_of(state.options.values).pays_with.get(card, 0),
    }


def affordable(book: Book, mine: Seat, card: int, price: int) -> bool:
    """Return whether the seat can pay this price for a card of its hand, with soil and the goods that this card
    accepts."""
    soil = mine.area.soil
    return price <= soil or price <= soil + other_means(book, mine, card, in_hand=True)


def price_of(state: State, mine: Seat, card: int) -> int:
    """Return the soil that a card costs its owner. Cost cuts add up, and the price is never below 0."""
    book = book_of(state.options.values)
    return max(0, book.cost[card] - sum(book.cuts[cut][card] for cut in mine.standing if cut in book.cuts))


def other_means(book: Book, mine: Seat, card: int, in_hand: bool) -> int:
    """Return how much of a card's price the seat can pay without soil, with the sprouts, growth or hand cards that the
    card accepts; 0 if it accepts soil only. `in_hand` leaves the card itself out of the hand."""
    good = book.pays_with.get(card, 0)
    if good == SPROUT:
        return mine.sprouts
    if good == GROWTH:
        return mine.growth
    if good == HAND_COMPOST:
        return len(mine.area.hand) - in_hand
    return 0


def begin_planting(table: Table, seat: int, card: int, taking: int) -> None:
    """Show the card to be planted and ask for its place. If there is only one place, plant it there."""
    table.emit(PlantingBegan(seat, card))
    places = places_for(table.state, seat)
    table.then(Plant(seat, places[0], taking) if len(places) == 1 else FindPlace(seat, taking))


def places_for(state: State, seat: int) -> list[int]:
    """Return the places for the card that the seat is planting: the free ones, if it can pay, and those of cards that
    it may replace, whatever it can pay."""
    book = book_of(state.options.values)
    mine = state.seats[seat]
    card = mine.planting
    means = mine.area.soil + other_means(book, mine, card, in_hand=False)
    places = mine.area.free() if price_of(state, mine, card) <= means else []
    for at in mine.places:
        replaced = book.replaces.get(mine.area.spots[at])
        if replaced is not None and replaced[0][card]:
            places.append(at)
    return places


class FindPlace(Ask, tag=30):
    """The question to a seat on which place of its field it plants the card that it has shown: a free one next to
    another card, by a side or a corner, or the place of a card that the new one may replace. The field never grows
    wider or higher than four. Plant follows. The text shows the card and its price, an option's the card replaced."""

    seat: int
    taking: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "place", places_for(state, self.seat))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        card = state.seats[seat].planting
        return {"card": card, **planting_facts(state, seat, card)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        replaced = state.seats[seat].area.spots[option]
        if replaced < 0:
            return {"replaced": None}
        return {"replaced": replaced, "count": book_of(state.options.values).replaces[replaced][1]}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(Plant(self.seat, picks[0], self.taking))

    @classmethod
    def move(cls, option: int) -> ChoosePlace:
        return ChoosePlace(option)


class Plant(Act, tag=31):
    """Begin to lay the card that the seat has shown onto a place. If its price can be paid with another good than soil,
    the seat is asked first (PayPrice); then it is laid (Lay). A card that replaces another one costs nothing."""

    seat: int
    place: int
    taking: int

    def act(self, table: Table) -> None:
        state: State = table.state
        mine = state.seats[self.seat]
        card = mine.planting
        replaces = mine.area.spots[self.place] >= 0
        if not replaces and card in book_of(state.options.values).pays_with and price_of(state, mine, card):
            table.then(PayPrice(self.seat))
        table.then(Lay(self.seat, self.place, self.taking))


class PayPrice(Ask, tag=32):
    """The question to a seat how much of the price of the card that it plants it pays with the other good that the card
    accepts (its sprouts, growth or cards of its hand): each piece or card is worth one soil, and at least the soil that
    it lacks must be paid so. Sprouts and growth leave their plants, cards go to the compost, and the rest is paid in
    soil when the card is laid. Not asked if it has none."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        book = book_of(state.options.values)
        mine = state.seats[self.seat]
        card = mine.planting
        price = price_of(state, mine, card)
        good = book.pays_with[card]
        if good == SPROUT:
            options, each = pieces_on_field(mine, mine.area.sprouts)
        elif good == GROWTH:
            options, each = pieces_on_field(mine, mine.area.growth)
            options = [GROWTH_AT + place for place in options]
        else:
            options = [CARDS_AT + other for other in mine.area.hand]
            each = [1] * len(options)
        most = min(price, sum(each))
        if not most:
            return None
        return Choose(self.seat, "price", options, max(0, price - mine.area.soil), most, each, ordered=True)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        mine = state.seats[seat]
        return {"card": mine.planting, "soil": mine.area.soil, **planting_facts(state, seat, mine.planting)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"shared": False} if option >= CARDS_AT else pieces_there(state, seat, option)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if not picks:
            return
        if picks[0] >= CARDS_AT:
            cards = tuple(option - CARDS_AT for option in picks)
            table.emit(CardsComposted(self.seat, len(cards), cards))
        elif picks[0] >= GROWTH_AT:
            table.emit(GrowthPaid(self.seat, tuple(option - GROWTH_AT for option in picks)))
        else:
            table.emit(SproutsPaid(self.seat, tuple(picks)))
        table.emit(PriceCovered(self.seat, len(picks)))

    @classmethod
    def move(cls, option: int) -> Move:
        return PRICE.move(option)


class Lay(Act, tag=33):
    """Lay the card that the seat plants on a free place, for the soil still due, or in place of another card, which
    goes to the compost. Goals are noted, the card's black ability happens at once, and cards are drawn for a card that
    was replaced."""

    seat: int
    place: int
    taking: int

    def act(self, table: Table) -> None:
        """Lay the planted card into the field, and begin its black abilities."""
        state: State = table.state
        seat, place = self.seat, self.place
        mine = state.seats[seat]
        card = mine.planting
        book = book_of(state.options.values)
        replaced = mine.area.spots[place]
        if replaced >= 0:
            table.emit(CardReplaced(seat, card, place, replaced))
        else:
            price = price_of(state, mine, card) - mine.covered
            table.emit(CardPlanted(seat, card, place, price))
        note_goals(table, seat, EVERY_BIT)
        use = book.on_plant[card]
        if use is not None:
            use_ability(table, seat, place, card, use.slot, self.taking, BY_ABILITY)
        if replaced >= 0:
            table.then(DrawForReplacing(seat, book.replaces[replaced][1]))


class DrawForReplacing(Act, tag=34):
    """Let a seat that has replaced a card draw `count` cards into its hand."""

    seat: int
    count: int

    def act(self, table: Table) -> None:
        draw_cards(table, self.seat, self.count, CARD, BY_ABILITY)


class LookAtFour(Act, tag=35):
    """Let the active seat look at four cards of the deck after planting; KeepOne asks which it keeps."""

    seat: int

    def act(self, table: Table) -> None:
        draw_cards(table, self.seat, LOOKED_AT, LOOK, BY_ACTION)
        table.then(KeepOne(self.seat))


class KeepOne(Ask, tag=36):
    """The question to the active seat which one of the four cards that it looks at it takes into its hand. The others
    are discarded face down or, in a solo match, set aside for Gaia. Not asked if there are none."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        looked = tuple(state.seats[self.seat].looked)
        return Choose(self.seat, "keep", looked) if looked else None

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"alone": state.gaia is not None}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardKept(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> KeepCard:
        return KeepCard(option)

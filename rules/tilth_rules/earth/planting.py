"""Planting: which cards, at what price, where; and the cards drawn afterwards."""

from collections.abc import Sequence

from tilth_rules.earth.abilities import add_ways, use_ability
from tilth_rules.earth.area import FULL
from tilth_rules.earth.book import Book, book_of
from tilth_rules.earth.card_events import CardKept, CardsComposted
from tilth_rules.earth.deck import LOOK, draw
from tilth_rules.earth.field_events import CardPlanted, CardReplaced, PlantingBegan
from tilth_rules.earth.goals import note_goals
from tilth_rules.earth.goods import lying
from tilth_rules.earth.goods_events import GrowthPaid, PriceCovered, SproutsPaid
from tilth_rules.earth.moves import (
    CARDS_AT,
    GROWTH_AT,
    PLANTS,
    ChoosePlace,
    CompostCard,
    KeepCard,
    PayGrowth,
    PaySprout,
)
from tilth_rules.earth.state import Seat, State
from tilth_rules.earth.words import (
    BY_ABILITY,
    BY_ACTION,
    CARD,
    EVERY_BIT,
    GROWTH,
    HAND_COMPOST,
    SPROUT,
)
from tilth_rules.kernel import Act, Ask, Choose, Table

LOOKED_AT = 4
"""Cards that the active seat draws after planting, to keep one."""


def plantable(state: State, seat: int) -> list[int]:
    """The options of planting: cards of the hand that the seat can pay for now and has a place for.

    Their prices are those of `price_of`; reckoned here, the cuts are looked up once for the whole hand.
    """
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
            add_ways(options, state, PLANTS + card, book.on_plant[card])
    return options


def affordable(book: Book, mine: Seat, card: int, price: int) -> bool:
    """Whether a card of the hand can be paid for at this price."""
    soil = mine.area.soil
    return price <= soil or price <= soil + other_means(book, mine, card, in_hand=True)


def price_of(state: State, mine: Seat, card: int) -> int:
    """The soil a card costs its owner: cuts add up, and it never costs less than nothing."""
    book = book_of(state.options.values)
    return max(0, book.cost[card] - sum(book.cuts[cut][card] for cut in mine.standing if cut in book.cuts))


def other_means(book: Book, mine: Seat, card: int, in_hand: bool) -> int:
    """How much of a card's price can be paid without soil: some say that other goods will do for them."""
    good = book.pays_with.get(card, 0)
    if good == SPROUT:
        return mine.sprouts
    if good == GROWTH:
        return mine.growth
    if good == HAND_COMPOST:
        return len(mine.area.hand) - in_hand
    return 0


def begin_planting(table: Table, seat: int, card: int, taking: int) -> None:
    """A card is shown; where it goes is asked, unless there is but one place."""
    table.emit(PlantingBegan(seat, card))
    places = places_for(table.state, seat)
    table.then(Plant(seat, places[0], taking) if len(places) == 1 else FindPlace(seat, taking))


def places_for(state: State, seat: int) -> list[int]:
    """Where the card that is being planted can go: onto a free place, if it can be paid for, or onto a card that it may
    replace."""
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
    """A card goes next to another one, by a side or a corner, and the field never grows wider or higher than four."""

    seat: int
    taking: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "place", places_for(state, self.seat))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.then(Plant(self.seat, picks[0], self.taking))

    @classmethod
    def move(cls, option: int) -> ChoosePlace:
        return ChoosePlace(option)


class Plant(Act, tag=31):
    """The price is paid and the card lies in the field. A card that replaces another one costs nothing."""

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
    """Some cards can be paid for with other goods than soil, wholly or in part: each piece is worth one soil."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        book = book_of(state.options.values)
        mine = state.seats[self.seat]
        card = mine.planting
        price = price_of(state, mine, card)
        good = book.pays_with[card]
        if good == SPROUT:
            options, each = lying(mine, mine.area.sprouts)
        elif good == GROWTH:
            options, each = lying(mine, mine.area.growth)
            options = [GROWTH_AT + place for place in options]
        else:
            options = [CARDS_AT + other for other in mine.area.hand]
            each = [1] * len(options)
        most = min(price, sum(each))
        if not most:
            return None
        return Choose(self.seat, "price", options, max(0, price - mine.area.soil), most, each, ordered=True)

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
    def move(cls, option: int) -> PaySprout | PayGrowth | CompostCard:
        if option >= CARDS_AT:
            return CompostCard(option - CARDS_AT)
        return PayGrowth(option - GROWTH_AT) if option >= GROWTH_AT else PaySprout(option)


class Lay(Act, tag=33):
    """Black abilities happen as soon as the card is there."""

    seat: int
    place: int
    taking: int

    def act(self, table: Table) -> None:
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
    """Whoever has replaced a card draws some afterwards."""

    seat: int
    count: int

    def act(self, table: Table) -> None:
        draw(table, self.seat, self.count, CARD, BY_ABILITY)


class LookAtFour(Act, tag=35):
    """After planting, the active seat looks at four cards, keeps one and discards the others face down."""

    seat: int

    def act(self, table: Table) -> None:
        draw(table, self.seat, LOOKED_AT, LOOK, BY_ACTION)
        table.then(KeepOne(self.seat))


class KeepOne(Ask, tag=36):
    """One of them is kept."""

    seat: int

    def ask(self, state: State) -> Choose | None:
        looked = tuple(state.seats[self.seat].looked)
        return Choose(self.seat, "keep", looked) if looked else None

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardKept(self.seat, tuple(picks)))

    @classmethod
    def move(cls, option: int) -> KeepCard:
        return KeepCard(option)

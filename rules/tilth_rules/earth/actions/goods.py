"""Paying and gaining. A seat pays a price in full or not at all, and takes as much of a gain as it likes."""

from collections.abc import Sequence
from typing import ClassVar

from tilth_rules.earth.actions.composting import CompostHand, PayCards, ShareHand
from tilth_rules.earth.area.area import AROUND, COLUMNS, ROWS, WIDTH
from tilth_rules.earth.codes import (
    CARD,
    DECK_COMPOST,
    GROWTH,
    HAND_BIT,
    HAND_COMPOST,
    OWN_COMPOST,
    SHARED_PLACE,
    SOIL,
    SPROUT,
)
from tilth_rules.earth.content.compiled.abilities import AROUND_IT, IN_COLUMN, IN_ROW, Amounts, Use, book_of
from tilth_rules.earth.events.cards import CompostDiscarded
from tilth_rules.earth.events.goods import (
    GrowthPaid,
    GrowthPlaced,
    SoilGained,
    SoilPaid,
    SproutsPaid,
    SproutsPlaced,
)
from tilth_rules.earth.events.teams import PutInShared
from tilth_rules.earth.hands.deck import draw_cards
from tilth_rules.earth.moves import GROWTH_AT, PayGrowth, PaySprout, PlaceGrowth, PlaceSprout
from tilth_rules.earth.rounds.goals import note_goals
from tilth_rules.earth.state import Seat, State
from tilth_rules.kernel import Act, Ask, Choose, Table, TextFacts


def payable(mine: Seat, price: Amounts) -> bool:
    """Return whether a seat has the whole price (goods and their amounts) now; each good other than soil, sprouts,
    growth and its own compost is paid with cards of the hand."""
    for good, count in price:
        if good == SOIL:
            has = mine.area.soil
        elif good == SPROUT:
            has = mine.sprouts
        elif good == GROWTH:
            has = mine.growth
        elif good == OWN_COMPOST:
            has = len(mine.area.compost)
        else:
            has = len(mine.area.hand)
        if has < count:
            return False
    return True


def pay(table: Table, seat: int, good: int, count: int) -> bool:
    """Let a seat pay `count` of a good. Return True if it is asked first which pieces or cards to give, so that a step
    waits on the stack."""
    mine: Seat = table.state.seats[seat]
    if good == SOIL:
        table.emit(SoilPaid(seat, count))
    elif good == OWN_COMPOST:
        table.emit(CompostDiscarded(seat, count))
    elif good == SPROUT:
        if mine.sprouts > count:
            table.then(SproutsToPay(seat, count))
            return True
        table.emit(SproutsPaid(seat, _all_pieces(mine, mine.area.sprouts)))
    elif good == GROWTH:
        if mine.growth > count:
            table.then(GrowthToPay(seat, count))
            return True
        table.emit(GrowthPaid(seat, _all_pieces(mine, mine.area.growth)))
    else:
        table.then(PayCards(seat, count))
        return True
    return False


def _all_pieces(mine: Seat, pieces: list[int]) -> tuple[int, ...]:
    """Return the places of all sprouts or all growth of a seat (`pieces` by place), each place once per piece."""
    return tuple(place for place in mine.places for _ in range(pieces[place]))


def gain(
    table: Table, seat: int, good: int, count: int, source: int, where: tuple[int, int, int] = (-1, -1, -1)
) -> bool:
    """Let a seat gain `count` of a good. Return whether a step waits on the stack: a question, or cards that are still
    owed.

    If pieces go to certain cards, `where` names the place of the card that gives them, and the ability's face and slot.
    """
    if count <= 0:
        return False
    if good == SOIL:
        table.emit(SoilGained(seat, count, source))
        return False
    if good in (CARD, DECK_COMPOST):
        return draw_cards(table, seat, count, good, source)
    state: State = table.state
    if good == HAND_COMPOST:
        if not state.seats[seat].area.hand:
            return False
        note_goals(table, seat, HAND_BIT)
        table.then(ShareHand(seat, count) if state.options.teams else CompostHand(seat, count))
        return True
    if not room_for_pieces(state, seat, good, count, where)[0]:
        return False
    table.then((SproutsToPlace if good == SPROUT else GrowthToPlace)(seat, count, *where))
    return True


def room_for_pieces(
    state: State, seat: int, good: int, count: int, where: tuple[int, int, int]
) -> tuple[list[int], list[int], int]:
    """Return the places where gained pieces can go, how many fit on each, and how many can be placed in all, at most
    `count`.

    `where` is the ability that gives them (see `gain`). In a match of teams the shared area is one of the places.
    """
    mine = state.seats[seat]
    place, face, slot = where
    use = book_of(state.options.values).slots[face][slot] if face >= 0 else None
    candidates = mine.places if use is None or not use.within else target_places(mine, use, place)
    places, free = room_on_field(state, seat, good, candidates)
    most = [min(one, count) for one in free]
    total = len(candidates) * count if use is not None and use.each else count
    if state.options.teams and total:
        places.append(SHARED_PLACE)
        most.append(total)
    return places, most, min(sum(most), total)


def room_on_field(
    state: State, seat: int, good: int, among: Sequence[int] | None = None
) -> tuple[list[int], list[int]]:
    """Return the places of the seat's field with room for sprouts or growth, and the room on each. `among` limits the
    places."""
    cards = book_of(state.options.values).cards
    mine = state.seats[seat]
    area = mine.area
    spots = area.spots
    limits, pieces = (cards.spaces, area.sprouts) if good == SPROUT else (cards.limits, area.growth)
    places, free = [], []
    for at in mine.places if among is None else among:
        left = limits[spots[at]] - pieces[at]
        if left > 0:
            places.append(at)
            free.append(left)
    return places, free


def own_places(table: Table, seat: int, good: int, picks: Sequence[int]) -> tuple[int, ...]:
    """Return those picks that are places of the seat's field. Put the pieces that it picked for the shared area
    there."""
    shared = picks.count(SHARED_PLACE)
    if shared:
        table.emit(PutInShared(seat, good, shared))
    return tuple(place for place in picks if place != SHARED_PLACE)


def target_places(mine: Seat, use: Use, place: int) -> list[int]:
    """Return the places of the cards onto which the ability of the card on `place` puts pieces: in its row or column,
    or around it."""
    line: Sequence[int] = ()
    if use.within == IN_ROW:
        line = ROWS[place // WIDTH]
    elif use.within == IN_COLUMN:
        line = COLUMNS[place % WIDTH]
    elif use.within == AROUND_IT:
        line = AROUND[place]
    onto = use.onto
    spots = mine.area.spots
    assert onto is not None
    return [at for at in line if onto[spots[at]]]


class Gain(Act, tag=4):
    """Let a seat gain an amount of a good from an action. If the good needs an answer (the place of each piece, cards
    of the hand), the seat is asked."""

    seat: int
    good: int
    count: int
    source: int

    def act(self, table: Table) -> None:
        gain(table, self.seat, self.good, self.count, self.source)


class PiecesToPlace(Ask):
    """A question to a seat on which of its plants it places gained pieces: up to `count`, a place for each, or none.
    Only plants with room take pieces, those that the ability (`place`, `face`, `slot`; -1 if none) allows; in teams the
    shared area does, too. Pieces that are not placed are lost.

    The text shows the card that gives the pieces and their number, an option's the card there, its pieces and its
    limit.
    """

    good: ClassVar[int]
    placed: ClassVar[type[SproutsPlaced | GrowthPlaced]]
    seat: int
    count: int
    place: int
    face: int
    slot: int

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"card": None if self.face < 0 else self.face, "count": self.count}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return room_there(state, seat, option, self.good)

    def places(self, state: State) -> tuple[list[int], list[int], int]:
        """Return the places that take pieces, the room on each, and the number of pieces to place in all."""
        return room_for_pieces(state, self.seat, self.good, self.count, (self.place, self.face, self.slot))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        places = own_places(table, self.seat, self.good, picks)
        if places:
            table.emit(self.placed(self.seat, places))


class SproutsToPlace(PiecesToPlace, tag=5):
    """The question to a seat on which sprout spaces of its plants it places gained sprouts (see PiecesToPlace)."""

    good = SPROUT
    placed = SproutsPlaced

    def ask(self, state: State) -> Choose | None:
        places, each, most = self.places(state)
        return Choose(self.seat, "sprouts", places, 0, most, each)

    @classmethod
    def move(cls, option: int) -> PlaceSprout:
        return PlaceSprout(option)


class GrowthToPlace(PiecesToPlace, tag=6):
    """The question to a seat on which plants that can still grow it places gained growth (see PiecesToPlace)."""

    good = GROWTH
    placed = GrowthPlaced

    def ask(self, state: State) -> Choose | None:
        places, each, most = self.places(state)
        return Choose(self.seat, "growth", places, 0, most, each)

    @classmethod
    def move(cls, option: int) -> PlaceGrowth:
        return PlaceGrowth(option)


class PiecesToPay(Ask):
    """A question to a seat from which of its plants it takes the `count` pieces (sprouts or growth) that it pays, a
    place for each. An option's text shows the card there and its pieces."""

    paid: ClassVar[type[SproutsPaid | GrowthPaid]]
    seat: int
    count: int

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return pieces_there(state, seat, option + (GROWTH_AT if self.paid is GrowthPaid else 0))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(self.paid(self.seat, tuple(picks)))


class SproutsToPay(PiecesToPay, tag=9):
    """The question to a seat from which of its plants it takes the `count` sprouts that it pays, a place for each."""

    paid = SproutsPaid

    def ask(self, state: State) -> Choose:
        mine = state.seats[self.seat]
        places, each = pieces_on_field(mine, mine.area.sprouts)
        return Choose(self.seat, "pay-sprouts", places, self.count, self.count, each)

    @classmethod
    def move(cls, option: int) -> PaySprout:
        return PaySprout(option)


class GrowthToPay(PiecesToPay, tag=10):
    """The question to a seat from which of its plants it takes the `count` growth that it pays, a place for each.
    Canopies count as growth."""

    paid = GrowthPaid

    def ask(self, state: State) -> Choose:
        mine = state.seats[self.seat]
        places, each = pieces_on_field(mine, mine.area.growth)
        return Choose(self.seat, "pay-growth", places, self.count, self.count, each)

    @classmethod
    def move(cls, option: int) -> PayGrowth:
        return PayGrowth(option)


def pieces_there(state: State, seat: int, option: int) -> TextFacts:
    """Return what a text shows of a place that pieces are taken from: its card, and the number of pieces on it.

    The option for sprouts is the place, for growth GROWTH_AT + place.
    """
    area = state.seats[seat].area
    place = option % GROWTH_AT
    pieces = area.growth if option >= GROWTH_AT else area.sprouts
    return {"card": area.spots[place], "there": pieces[place]}


def room_there(state: State, seat: int, place: int, good: int) -> TextFacts:
    """Return what a text shows of a place that pieces are put on: its card, the pieces on it, and the number that it
    holds."""
    if place == SHARED_PLACE:
        return {"card": None}
    cards, area = book_of(state.options.values).cards, state.seats[seat].area
    limits, pieces = (cards.spaces, area.sprouts) if good == SPROUT else (cards.limits, area.growth)
    face = area.spots[place]
    return {"card": face, "there": pieces[place], "limit": limits[face]}


def pieces_on_field(mine: Seat, pieces: list[int]) -> tuple[list[int], list[int]]:
    """Return the places of the field with sprouts or growth (`pieces` by place), and the number of pieces on each."""
    places = [place for place in mine.places if pieces[place]]
    return places, [pieces[place] for place in places]

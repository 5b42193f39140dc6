"""Paying and gaining. A price is paid in full or not at all; a gain is taken as far as one likes."""

from collections.abc import Sequence
from typing import ClassVar

from tilth_rules.earth.area import AROUND, COLUMNS, ROWS, WIDTH
from tilth_rules.earth.book import AROUND_IT, IN_COLUMN, IN_ROW, Amounts, Use, book_of
from tilth_rules.earth.card_events import CompostDiscarded
from tilth_rules.earth.composting import CompostHand, PayCards, ShareHand
from tilth_rules.earth.deck import draw
from tilth_rules.earth.goals import note_goals
from tilth_rules.earth.goods_events import (
    GrowthPaid,
    GrowthPlaced,
    SoilGained,
    SoilPaid,
    SproutsPaid,
    SproutsPlaced,
)
from tilth_rules.earth.moves import PayGrowth, PaySprout, PlaceGrowth, PlaceSprout
from tilth_rules.earth.state import Seat, State
from tilth_rules.earth.team_events import PutInShared
from tilth_rules.earth.words import (
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
from tilth_rules.kernel import Act, Ask, Choose, Table


def payable(mine: Seat, price: Amounts) -> bool:
    """Whether a seat has all of a price now."""
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
    """Pay so much of a good. Whether the seat has to be asked what it pays with."""
    mine: Seat = table.state.seats[seat]
    if good == SOIL:
        table.emit(SoilPaid(seat, count))
    elif good == OWN_COMPOST:
        table.emit(CompostDiscarded(seat, count))
    elif good == SPROUT:
        if mine.sprouts > count:
            table.then(SproutsToPay(seat, count))
            return True
        table.emit(SproutsPaid(seat, _everywhere(mine, mine.area.sprouts)))
    elif good == GROWTH:
        if mine.growth > count:
            table.then(GrowthToPay(seat, count))
            return True
        table.emit(GrowthPaid(seat, _everywhere(mine, mine.area.growth)))
    else:
        table.then(PayCards(seat, count))
        return True
    return False


def _everywhere(mine: Seat, pieces: list[int]) -> tuple[int, ...]:
    """The places of all pieces of a kind."""
    return tuple(place for place in mine.places for _ in range(pieces[place]))


def gain(
    table: Table, seat: int, good: int, count: int, source: int, where: tuple[int, int, int] = (-1, -1, -1)
) -> bool:
    """Gain so much of a good. Whether something waits for it: a question, or cards that are owed.

    `where` is the place of the card that gives it, and the face and slot of the ability, if pieces go to certain cards.
    """
    if count <= 0:
        return False
    if good == SOIL:
        table.emit(SoilGained(seat, count, source))
        return False
    if good in (CARD, DECK_COMPOST):
        return draw(table, seat, count, good, source)
    state: State = table.state
    if good == HAND_COMPOST:
        if not state.seats[seat].area.hand:
            return False
        note_goals(table, seat, HAND_BIT)
        table.then(ShareHand(seat, count) if state.options.teams else CompostHand(seat, count))
        return True
    if not room(state, seat, good, count, where)[0]:
        return False
    table.then((SproutsToPlace if good == SPROUT else GrowthToPlace)(seat, count, *where))
    return True


def room(
    state: State, seat: int, good: int, count: int, where: tuple[int, int, int]
) -> tuple[list[int], list[int], int]:
    """Where so many pieces can go: places, how many on each at most, and how many in all at most. In teams they can
    also go into the shared area."""
    mine = state.seats[seat]
    place, face, slot = where
    use = book_of(state.options.values).slots[face][slot] if face >= 0 else None
    candidates = mine.places if use is None or not use.within else targets(mine, use, place)
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
    """The places of the field, or those among these, with room for pieces of a kind, and how much room."""
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
    """The picks that are places of the field; what goes into the team's shared area goes there."""
    shared = picks.count(SHARED_PLACE)
    if shared:
        table.emit(PutInShared(seat, good, shared))
    return tuple(place for place in picks if place != SHARED_PLACE)


def targets(mine: Seat, use: Use, place: int) -> list[int]:
    """The cards on which the ability of the card on this place puts pieces."""
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
    """Something is gained by an action."""

    seat: int
    good: int
    count: int
    source: int

    def act(self, table: Table) -> None:
        gain(table, self.seat, self.good, self.count, self.source)


class PiecesToPlace(Ask):
    """Pieces go on plants with room for them, and nowhere else. What finds no room is lost."""

    good: ClassVar[int]
    placed: ClassVar[type[SproutsPlaced | GrowthPlaced]]
    seat: int
    count: int
    place: int
    face: int
    slot: int

    def places(self, state: State) -> tuple[list[int], list[int], int]:
        return room(state, self.seat, self.good, self.count, (self.place, self.face, self.slot))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        places = own_places(table, self.seat, self.good, picks)
        if places:
            table.emit(self.placed(self.seat, places))


class SproutsToPlace(PiecesToPlace, tag=5):
    """Sprouts go on the spaces that plants have for them."""

    good = SPROUT
    placed = SproutsPlaced

    def ask(self, state: State) -> Choose | None:
        places, each, most = self.places(state)
        return Choose(self.seat, "sprouts", places, 0, most, each)

    @classmethod
    def move(cls, option: int) -> PlaceSprout:
        return PlaceSprout(option)


class GrowthToPlace(PiecesToPlace, tag=6):
    """Growth goes on plants that can still grow."""

    good = GROWTH
    placed = GrowthPlaced

    def ask(self, state: State) -> Choose | None:
        places, each, most = self.places(state)
        return Choose(self.seat, "growth", places, 0, most, each)

    @classmethod
    def move(cls, option: int) -> PlaceGrowth:
        return PlaceGrowth(option)


class PiecesToPay(Ask):
    """Pieces to be given back, from any plants."""

    paid: ClassVar[type[SproutsPaid | GrowthPaid]]
    seat: int
    count: int

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(self.paid(self.seat, tuple(picks)))


class SproutsToPay(PiecesToPay, tag=9):
    """Sprouts are given back."""

    paid = SproutsPaid

    def ask(self, state: State) -> Choose:
        mine = state.seats[self.seat]
        places, each = lying(mine, mine.area.sprouts)
        return Choose(self.seat, "pay-sprouts", places, self.count, self.count, each)

    @classmethod
    def move(cls, option: int) -> PaySprout:
        return PaySprout(option)


class GrowthToPay(PiecesToPay, tag=10):
    """Growth is given back, that of canopies too."""

    paid = GrowthPaid

    def ask(self, state: State) -> Choose:
        mine = state.seats[self.seat]
        places, each = lying(mine, mine.area.growth)
        return Choose(self.seat, "pay-growth", places, self.count, self.count, each)

    @classmethod
    def move(cls, option: int) -> PayGrowth:
        return PayGrowth(option)


def lying(mine: Seat, pieces: list[int]) -> tuple[list[int], list[int]]:
    """The places with pieces of a kind, and how many lie on each."""
    places = [place for place in mine.places if pieces[place]]
    return places, [pieces[place] for place in places]

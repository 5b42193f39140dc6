"""Teams of two: what is gained can be put into the area that mates share, and be taken from there by either.

Both mates act in one lane, in the order in which they speak. What they leave in the shared area at the end of the turn
is discarded.
"""

from collections.abc import Sequence

from tilth_rules.earth.deck import SHARED_CARDS, SHARED_COMPOST, draw
from tilth_rules.earth.goals import NoteGoals
from tilth_rules.earth.goods import room_on_field
from tilth_rules.earth.goods_events import GrowthPlaced, SproutsPlaced
from tilth_rules.earth.moves import (
    GROWTH_AT,
    PICK_UP,
    KeepCard,
    PickUpGood,
    PlaceGrowth,
    PlaceSprout,
    TakeAmount,
)
from tilth_rules.earth.state import Seat, State, mates
from tilth_rules.earth.team_events import CardsTakenFromShared, PutInShared, TakenFromShared
from tilth_rules.earth.words import (
    BITS_OF,
    CARD,
    DECK_COMPOST,
    GROWTH,
    SOIL,
    SPROUT,
)
from tilth_rules.kernel import Act, Ask, Choose, Step, Table

HALF = 8
"""An offer to take something names a good, and the half of the area: good + 8 * seat."""
NO_SOURCE = 0
"""Where goods come from matters to Gaia only, who counts what is gained, and she plays against no team."""
GOODS_THERE = (SOIL, SPROUT, GROWTH, CARD, DECK_COMPOST)


def lies_there(half: Seat, good: int) -> int:
    """How much of a good lies in a half of a shared area."""
    if good == SOIL:
        return half.shared_soil
    if good == SPROUT:
        return half.shared_sprouts
    if good == GROWTH:
        return half.shared_growth
    return len(half.shared_cards if good == CARD else half.shared_compost)


def share(table: Table, seat: int, good: int, count: int) -> None:
    """Put a good that needs no question into the shared area."""
    if good == SOIL:
        table.emit(PutInShared(seat, good, count))
    else:
        draw(table, seat, count, SHARED_CARDS if good == CARD else SHARED_COMPOST, NO_SOURCE)


def offers(state: State, seat: int) -> list[int]:
    """What a seat could take from the two halves now."""
    options = []
    for half in mates(seat):
        there = state.seats[half]
        options += [PICK_UP + good + HALF * half for good in GOODS_THERE if _takes(state, seat, there, good)]
    return options


def _takes(state: State, seat: int, half: Seat, good: int) -> bool:
    """Whether some of the good lies there, and the seat has room for it if it is pieces."""
    if not lies_there(half, good):
        return False
    return good not in (SPROUT, GROWTH) or bool(room_on_field(state, seat, good)[0])


def take_offer(seat: int, offer: int) -> Step:
    half, good = divmod(offer - PICK_UP, HALF)
    if good == CARD:
        return PickUpCards(seat, half)
    if good in (SPROUT, GROWTH):
        return PickUpPieces(seat, half, good)
    return PickUp(seat, half, good)


def offer_move(offer: int) -> PickUpGood:
    half, good = divmod(offer - PICK_UP, HALF)
    return PickUpGood(half, good)


class PickUp(Ask, tag=110):
    """Soil goes into one's reserve, compost onto one's compost: as much as one likes."""

    seat: int
    half: int
    good: int

    def ask(self, state: State) -> Choose:
        there = lies_there(state.seats[self.half], self.good)
        return Choose(self.seat, "pick-up", (self.good,), 1, there, (there,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(TakenFromShared(self.seat, self.half, self.good, len(picks)))
        table.then(NoteGoals(self.seat, BITS_OF[self.good]))

    @classmethod
    def move(cls, option: int) -> TakeAmount:
        return TakeAmount(option)


class PickUpCards(Ask, tag=111):
    """Cards go into one's hand."""

    seat: int
    half: int

    def ask(self, state: State) -> Choose:
        cards = tuple(state.seats[self.half].shared_cards)
        return Choose(self.seat, "pick-up-cards", cards, 1, len(cards))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsTakenFromShared(self.seat, self.half, len(picks), tuple(picks)))
        table.then(NoteGoals(self.seat, BITS_OF[CARD]))

    @classmethod
    def move(cls, option: int) -> KeepCard:
        return KeepCard(option)


class PickUpPieces(Ask, tag=112):
    """Sprouts and growth go onto one's own plants at once."""

    seat: int
    half: int
    good: int

    def ask(self, state: State) -> Choose:
        there = lies_there(state.seats[self.half], self.good)
        places, each = room_on_field(state, self.seat, self.good)
        options = [place + (GROWTH_AT if self.good == GROWTH else 0) for place in places]
        return Choose(self.seat, "pick-up-pieces", options, 1, min(sum(each), there), each)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(TakenFromShared(self.seat, self.half, self.good, len(picks)))
        places = tuple(option % GROWTH_AT for option in picks)
        placed = SproutsPlaced if self.good == SPROUT else GrowthPlaced
        table.emit(placed(self.seat, places))
        table.then(NoteGoals(self.seat, BITS_OF[self.good]))

    @classmethod
    def move(cls, option: int) -> PlaceSprout | PlaceGrowth:
        return PlaceGrowth(option - GROWTH_AT) if option >= GROWTH_AT else PlaceSprout(option)


class Share(Act, tag=114):
    """A good that needs no question goes into the shared area."""

    seat: int
    good: int
    count: int

    def act(self, table: Table) -> None:
        if self.count:
            share(table, self.seat, self.good, self.count)

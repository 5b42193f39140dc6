"""The shared area of a team of two: a seat can put its gains there, and either mate can take them from there.

Both mates act in one lane, in the order in which they answer. Goods that they leave in the shared area are
discarded at the end of the turn.
"""

from collections.abc import Sequence

from tilth_rules.earth.actions.goods import room_on_field, room_there
from tilth_rules.earth.codes import (
    BITS_OF,
    CARD,
    DECK_COMPOST,
    GROWTH,
    SOIL,
    SPROUT,
)
from tilth_rules.earth.events.goods import GrowthPlaced, SproutsPlaced
from tilth_rules.earth.events.teams import CardsTakenFromShared, PutInShared, TakenFromShared
from tilth_rules.earth.hands.deck import SHARED_CARDS, SHARED_COMPOST, draw_cards
from tilth_rules.earth.moves import GROWTH_AT, PICK_UP, PICKED_GOODS, PIECES, KeepCard, TakeAmount
from tilth_rules.earth.rounds.goals import NoteGoals
from tilth_rules.earth.state import Seat, State, amounts_by_good, mates
from tilth_rules.kernel import Act, Ask, Choose, Move, Step, Table, TextFacts

NO_SOURCE = 0
"""The source of goods in teams. Sources matter only to Gaia, and she never plays against teams."""
GOODS_THERE = (SOIL, SPROUT, GROWTH, CARD, DECK_COMPOST)


def amount_in_half(half: Seat, good: int) -> int:
    """Return how much soil, or how many sprouts, growth, cards or compost cards (`good`), lie in a half of a shared
    area."""
    if good == SOIL:
        return half.shared_soil
    if good == SPROUT:
        return half.shared_sprouts
    if good == GROWTH:
        return half.shared_growth
    return len(half.shared_cards if good == CARD else half.shared_compost)


def put_in_shared(table: Table, seat: int, good: int, count: int) -> None:
    """Put an amount of soil, cards or compost, which need no question, into the seat's half of its team's shared
    area."""
    if good == SOIL:
        table.emit(PutInShared(seat, good, count))
    else:
        draw_cards(table, seat, count, SHARED_CARDS if good == CARD else SHARED_COMPOST, NO_SOURCE)


def pick_up_offers(state: State, seat: int) -> list[int]:
    """Return the seat's standing offers to take goods from the two halves of its team's shared area."""
    options = []
    for half in mates(seat):
        there = state.seats[half]
        options += [
            PICK_UP + good + PICKED_GOODS * half
            for good in GOODS_THERE
            if _can_take(state, seat, there, good)
        ]
    return options


def _can_take(state: State, seat: int, half: Seat, good: int) -> bool:
    """Return whether a half of the shared area holds some of the good, and the seat has room for it if the good is
    pieces."""
    if not amount_in_half(half, good):
        return False
    return good not in (SPROUT, GROWTH) or bool(room_on_field(state, seat, good)[0])


def take_offer(seat: int, offer: int) -> Step:
    """Return the step that carries out an offer to take a good from a half of the shared area."""
    half, good = divmod(offer - PICK_UP, PICKED_GOODS)
    if good == CARD:
        return PickUpCards(seat, half)
    if good in (SPROUT, GROWTH):
        return PickUpPieces(seat, half, good)
    return PickUp(seat, half, good)


def offer_facts(state: State, offer: int) -> TextFacts:
    """Return what a text shows of an offer to take from the shared area: how much of the good lies in that half."""
    half, good = divmod(offer - PICK_UP, PICKED_GOODS)
    return {"amount": amount_in_half(state.seats[half], good)}


class PickUp(Ask, tag=110):
    """The question to a seat how much of the soil, or of the compost, in a half of the shared area it takes: at least
    one. The soil goes into its supply, the compost onto its own; then its goals are noted. The text shows the good, the
    half and how much is there."""

    seat: int
    half: int
    good: int

    def ask(self, state: State) -> Choose:
        """Ask how much of the soil or compost in a half of the shared area the seat takes."""
        there = amount_in_half(state.seats[self.half], self.good)
        return Choose(self.seat, "pick-up", (self.good,), 1, there, (there,))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        there = amount_in_half(state.seats[self.half], self.good)
        return {"goods": amounts_by_good(((self.good, there),)), "half": self.half}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return {"limit": amount_in_half(state.seats[self.half], self.good)}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(TakenFromShared(self.seat, self.half, self.good, len(picks)))
        table.then(NoteGoals(self.seat, BITS_OF[self.good]))

    @classmethod
    def move(cls, option: int) -> TakeAmount:
        return TakeAmount(option)


class PickUpCards(Ask, tag=111):
    """The question to a seat which cards of a half of the shared area it takes into its hand: at least one, up to all.
    Then its goals are noted."""

    seat: int
    half: int

    def ask(self, state: State) -> Choose:
        cards = tuple(state.seats[self.half].shared_cards)
        return Choose(self.seat, "pick-up-cards", cards, 1, len(cards))

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"half": self.half}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(CardsTakenFromShared(self.seat, self.half, len(picks), tuple(picks)))
        table.then(NoteGoals(self.seat, BITS_OF[CARD]))

    @classmethod
    def move(cls, option: int) -> KeepCard:
        return KeepCard(option)


class PickUpPieces(Ask, tag=112):
    """The question to a seat onto which of its own plants it puts sprouts or growth from a half of the shared area: a
    place for each piece, at least one. The pieces leave the half and lie on these places; then its goals are noted. An
    option's text shows the card there, its pieces and its room."""

    seat: int
    half: int
    good: int

    def ask(self, state: State) -> Choose:
        there = amount_in_half(state.seats[self.half], self.good)
        places, each = room_on_field(state, self.seat, self.good)
        options = [place + (GROWTH_AT if self.good == GROWTH else 0) for place in places]
        return Choose(self.seat, "pick-up-pieces", options, 1, min(sum(each), there), each)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        there = amount_in_half(state.seats[self.half], self.good)
        return {"goods": amounts_by_good(((self.good, there),)), "half": self.half}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        return room_there(state, seat, option % GROWTH_AT, self.good)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        table.emit(TakenFromShared(self.seat, self.half, self.good, len(picks)))
        places = tuple(option % GROWTH_AT for option in picks)
        placed = SproutsPlaced if self.good == SPROUT else GrowthPlaced
        table.emit(placed(self.seat, places))
        table.then(NoteGoals(self.seat, BITS_OF[self.good]))

    @classmethod
    def move(cls, option: int) -> Move:
        return PIECES.move(option)


class Share(Act, tag=114):
    """Put `count` soil, cards of the deck, or compost of the deck into the seat's half of its team's shared area,
    instead of gaining them."""

    seat: int
    good: int
    count: int

    def act(self, table: Table) -> None:
        """Put the amount of the good into the seat's half of the shared area."""
        if self.count:
            put_in_shared(table, self.seat, self.good, self.count)

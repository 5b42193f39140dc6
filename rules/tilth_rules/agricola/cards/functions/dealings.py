"""Cards by which their owner deals with other seats: grain from their fields, goods bought and sold."""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import ANYBODY, OTHERS, Offer, Question, offer, on, question, sequel
from tilth_rules.agricola.cards.steps import CardAsks, CardGoesOn
from tilth_rules.agricola.cards.words import AFTER_FIELD, PLAY, TOOK
from tilth_rules.agricola.choices import SEAT_AT, plot_of, plot_option
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.cards import CardNoted, Pledged, PledgesShown
from tilth_rules.agricola.events.farm import Reaped
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import gain, hand_over, lose
from tilth_rules.agricola.words import FOOD, GRAIN, REED, STONE, WOOD
from tilth_rules.kernel import Choose, Table

AMENDS: Final = ((FOOD, 2),)


def fields_of_others(state: State, seat: int) -> list[tuple[int, int]]:
    """(seat, plot) of every field or plot of another seat with grain."""
    return [
        (other, plot)
        for other in clockwise(state, seat)[1:]
        for plot, good, _ in crops(state.seats[other])
        if good == GRAIN
    ]


def ask_field(state: State, call: Call) -> Choose | None:
    options = [plot_option(other, plot) for other, plot in fields_of_others(state, call.seat)]
    if not options:
        return None
    return Choose(call.seat, "card-plot", options, least=0, about=UseCard(call.card, call.slot))


def take_field(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        other, plot = plot_of(picks[0])
        table.emit(Reaped(other, plot, GRAIN, call.seat))
        gain(table, other, AMENDS, card=call.card)


WHOSE_FIELD: Final = question("I223", Question(ask_field, take_field))


@on("I223", AFTER_FIELD)
def harvest_helper(table: Table, call: Call) -> None:
    """A grain from somebody else's field, for two food from the supply to whom it belonged."""
    table.then(CardAsks(call, WHOSE_FIELD))


ONE_GRAIN: Final = ((GRAIN, 1),)
BID: Final = ((FOOD, 2),)
VALUE: Final = ((FOOD, 3),)


def bidders(state: State, owner: int) -> list[int]:
    return [seat for seat in clockwise(state, owner)[1:] if state.seats[seat].goods[FOOD] >= BID[0][1]]


def corn_profiteer(table: Table, call: Call) -> None:
    """A grain is worth three food, unless somebody buys it for two. All who could are asked at the same time."""
    seats = bidders(table.state, call.seat)
    if not seats:
        sell(table, call)
        return
    lanes = [(seat, msgspec.structs.replace(call, memo=(seat,))) for seat in seats]
    table.fork(*(((seat,), (CardAsks(one, BIDDING),)) for seat, one in lanes), sealed=True)
    table.then(CardGoesOn(call, KNOCK_DOWN))


def sell(table: Table, call: Call) -> None:
    """To the supply."""
    lose(table, call.seat, ONE_GRAIN, card=call.card)
    gain(table, call.seat, VALUE, card=call.card)


def sell_to(table: Table, call: Call, buyer: int) -> None:
    hand_over(table, call.seat, buyer, ONE_GRAIN)
    hand_over(table, buyer, call.seat, BID)


def take_bid(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        table.emit(Pledged(call.memo[0]))


BIDDING: Final = question(
    "I239", Question(lambda state, call: may_use(call, call.memo[0]), take_bid, owed=True)
)


def knock_down(table: Table, call: Call) -> None:
    """Among several buyers the owner chooses."""
    state: State = table.state
    buyers = tuple(seat for seat in clockwise(state, call.seat) if state.pledged >> seat & 1)
    table.emit(PledgesShown(call.card, buyers))
    if not buyers:
        sell(table, call)
    elif len(buyers) == 1:
        sell_to(table, call, buyers[0])
    else:
        table.then(CardAsks(msgspec.structs.replace(call, memo=buyers), BUYER))


def ask_buyer(state: State, call: Call) -> Choose:
    options = [SEAT_AT + seat for seat in call.memo]
    return Choose(call.seat, "card-seat", options, about=UseCard(call.card, call.slot))


BUYER: Final = question(
    "I239",
    Question(ask_buyer, lambda table, call, picks: sell_to(table, call, picks[0] - SEAT_AT), owed=True),
)
KNOCK_DOWN: Final = sequel("I239", knock_down)
offer("I239", Offer(corn_profiteer, lambda state, call: state.seats[call.seat].goods[GRAIN] > 0))


# Wood Buyer --------------------------------------------------------------------------------------


def carried(call: Call, good: int) -> int:
    return dict(call.facts.goods).get(good, 0)


def can_deal(state: State, call: Call, good: int) -> bool:
    """Whether the owner has a food, and whoever acts has the good."""
    return state.seats[call.seat].goods[FOOD] > 0 and state.seats[call.facts.seat].goods[good] > 0


@on(
    "I234",
    TOOK,
    whose=OTHERS,
    optional=True,
    wants=lambda state, call: carried(call, WOOD) > 0 and can_deal(state, call, WOOD),
)
def wood_buyer(table: Table, call: Call) -> None:
    """A food for one of the wood that somebody else has just got, like it or not."""
    deal(table, call, WOOD)


def deal(table: Table, call: Call, good: int) -> None:
    hand_over(table, call.seat, call.facts.seat, ((FOOD, 1),))
    hand_over(table, call.facts.seat, call.seat, ((good, 1),))


# Reed Buyer and Stone Buyer ----------------------------------------------------------------------

SOURCES: Final = {
    REED: (SPACE["B-REED1"], SPACE["P4-RSF"], SPACE["P5-RSW"]),
    STONE: (SPACE["R2-STONE"], SPACE["R4-STONE"], SPACE["P4-RSF"], SPACE["P5-RSW"]),
}
"""Where whoever stands there has taken the good."""


def buys_first(card: str, good: int) -> None:
    """A card whose owner buys one of a good from whoever is the first to take some in a round. The card notes the last
    round in which that has happened."""

    def ask(state: State, call: Call) -> Choose | None:
        return may_use(call, call.seat) if can_deal(state, call, good) else None

    def take(table: Table, call: Call, picks: Sequence[int]) -> None:
        if picks:
            deal(table, call, good)
            gain(table, call.facts.seat, ((FOOD, 1),), card=call.card)

    stage = question(card, Question(ask, take))

    def is_first(state: State, call: Call) -> bool:
        noted = state.seats[call.seat].notes.get(call.card)
        return carried(call, good) > 0 and noted != (state.round,)

    @on(card, TOOK, whose=ANYBODY, wants=is_first)
    def first_taken(table: Table, call: Call) -> None:
        """Only the first taking counts, and only if it is somebody else's."""
        table.emit(CardNoted(call.seat, call.card, (table.state.round,)))
        if call.facts.seat != call.seat:
            table.then(CardAsks(call, stage))

    @on(card, PLAY, wants=lambda state, call: any(state.visitors[space] for space in SOURCES[good]))
    def too_late(table: Table, call: Call) -> None:
        """Played after somebody has taken some in this round."""
        table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


buys_first("I251", REED)
buys_first("I255", STONE)

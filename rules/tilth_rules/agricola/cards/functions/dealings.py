"""Cards by which their owner deals with other seats: grain from their fields, goods bought and sold."""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.goods import gain, hand_over, lose
from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import AFTER_FIELD, PLAY, TOOK
from tilth_rules.agricola.cards.questions import use_question
from tilth_rules.agricola.cards.registry import (
    ANYBODY,
    OTHERS,
    Exchanges,
    Offer,
    Question,
    offer,
    on,
    pledge,
    question,
    sequel,
)
from tilth_rules.agricola.cards.steps import CardAsks, CardGoesOn
from tilth_rules.agricola.codes import FOOD, GRAIN, REED, STONE, WOOD
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.cards import AgreementsShown, CardNoted, SeatAgreed
from tilth_rules.agricola.events.farm import Reaped
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import CHOOSE_PLOT, CHOOSE_SEAT
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Choose, Table

AMENDS: Final = ((FOOD, 2),)


def fields_of_others(state: State, seat: int) -> list[tuple[int, int]]:
    """Harvest Helper: return (seat, plot) of every field or plot of another seat with grain."""
    return [
        (other, plot)
        for other in clockwise(len(state.seats), seat)[1:]
        for plot, good, _ in crops(state.seats[other])
        if good == GRAIN
    ]


def ask_field(state: State, call: Call) -> Choose | None:
    """Harvest Helper: ask the owner from which field of another seat it takes a grain, if from any."""
    options = [CHOOSE_PLOT.option(other, plot) for other, plot in fields_of_others(state, call.seat)]
    if not options:
        return None
    return Choose(call.seat, "card-plot", options, min_picks=0, about=UseCard(call.card, call.slot))


def take_field(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Harvest Helper: take the grain of the chosen field, and give its owner two food."""
    if picks:
        other, plot = CHOOSE_PLOT.parts(picks[0])
        table.emit(Reaped(other, plot, GRAIN, call.seat))
        gain(table, other, AMENDS, card=call.card)


WHOSE_FIELD: Final = question("I223", Question(ask_field, take_field))


@on("I223", AFTER_FIELD)
def harvest_helper(table: Table, call: Call) -> None:
    """Harvest Helper: the owner may take a grain from another seat's field after the field phase. That seat gets two
    food from the supply."""
    table.then(CardAsks(call, WHOSE_FIELD))


ONE_GRAIN: Final = ((GRAIN, 1),)
BID: Final = ((FOOD, 2),)
VALUE: Final = ((FOOD, 3),)


FOR_BIDS: Final = Exchanges(((ONE_GRAIN, BID),), endless=True)
FOR_VALUE: Final = Exchanges(((ONE_GRAIN, VALUE),), endless=True)


def bidders(state: State, owner: int) -> list[int]:
    """Corn Profiteer: return the other seats with two food, which could buy the grain."""
    return [
        seat for seat in clockwise(len(state.seats), owner)[1:] if state.seats[seat].goods[FOOD] >= BID[0][1]
    ]


def corn_profiteer(table: Table, call: Call) -> None:
    """Corn Profiteer: the owner sells a grain for three food, unless another seat buys it for two.

    All seats that could buy are asked at the same time.
    """
    seats = bidders(table.state, call.seat)
    if not seats:
        sell(table, call)
        return
    lanes = [(seat, msgspec.structs.replace(call, memo=(seat,))) for seat in seats]
    table.fork(*(((seat,), (CardAsks(one, BIDDING),)) for seat, one in lanes), sealed=True)
    table.then(CardGoesOn(call, KNOCK_DOWN))


def sell(table: Table, call: Call) -> None:
    """Corn Profiteer: take a grain from the owner and give it three food from the supply."""
    lose(table, call.seat, ONE_GRAIN, card=call.card)
    gain(table, call.seat, VALUE, card=call.card)


def sell_to(table: Table, call: Call, buyer: int) -> None:
    """Corn Profiteer: give the owner's grain to another seat, and two food of that seat to the owner."""
    hand_over(table, call.seat, buyer, ONE_GRAIN)
    hand_over(table, buyer, call.seat, BID)


def take_bid(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Corn Profiteer: note, on a yes, that the asked seat agrees to buy the grain."""
    if picks:
        table.emit(SeatAgreed(call.memo[0]))


BIDDING: Final = question(
    "I239", Question(lambda state, call: use_question(call, call.memo[0]), take_bid, owed=True)
)


pledge("I239", lambda state, seat: True)


def knock_down(table: Table, call: Call) -> None:
    """Corn Profiteer: sell the grain after all have answered. If several seats want it, the owner chooses one."""
    state: State = table.state
    buyers = tuple(seat for seat in clockwise(len(state.seats), call.seat) if state.agreed >> seat & 1)
    table.emit(AgreementsShown(call.card, buyers))
    if not buyers:
        sell(table, call)
    elif len(buyers) == 1:
        sell_to(table, call, buyers[0])
    else:
        table.then(CardAsks(msgspec.structs.replace(call, memo=buyers), BUYER))


def ask_buyer(state: State, call: Call) -> Choose:
    """Corn Profiteer: ask the owner to which of the seats that have agreed it sells the grain."""
    options = [CHOOSE_SEAT.option(seat) for seat in call.memo]
    return Choose(call.seat, "card-seat", options, about=UseCard(call.card, call.slot))


BUYER: Final = question(
    "I239",
    Question(
        ask_buyer, lambda table, call, picks: sell_to(table, call, CHOOSE_SEAT.part(picks[0])), owed=True
    ),
    stage=1,
)
KNOCK_DOWN: Final = sequel("I239", knock_down)


def sure_to_bring(state: State, call: Call) -> Exchanges:
    """Corn Profiteer: return the exchange that the owner can count on: a grain for two food if another seat has the
    food to buy it, otherwise for three."""
    return FOR_BIDS if bidders(state, call.seat) else FOR_VALUE


offer(
    "I239",
    Offer(
        corn_profiteer,
        lambda state, call: state.seats[call.seat].goods[GRAIN] > 0,
        exchanges=sure_to_bring,
    ),
)


# Wood Buyer --------------------------------------------------------------------------------------


ONE_FOOD: Final = ((FOOD, 1),)


def carried(call: Call, good: int) -> int:
    """Return how much of a good the acting seat has taken in this moment (`call.facts.goods`); 0 if none."""
    return dict(call.facts.goods).get(good, 0)


def there_is(state: State, call: Call, good: int) -> bool:
    """Return whether the acting seat still has at least one of the good."""
    return state.seats[call.facts.seat].goods[good] > 0


@on(
    "I234",
    TOOK,
    whose=OTHERS,
    optional=True,
    price=ONE_FOOD,
    wants=lambda state, call: carried(call, WOOD) > 0 and there_is(state, call, WOOD),
)
def wood_buyer(table: Table, call: Call) -> None:
    """Wood Buyer: the owner buys for a food one of the wood that another seat has just got, whether or not that seat
    agrees."""
    deal(table, call, WOOD)


def deal(table: Table, call: Call, good: int) -> None:
    """Wood, Reed and Stone Buyer: hand a food from the owner to the acting seat, and one of the good from that seat to
    the owner."""
    hand_over(table, call.seat, call.facts.seat, ONE_FOOD)
    hand_over(table, call.facts.seat, call.seat, ((good, 1),))


# Reed Buyer and Stone Buyer ----------------------------------------------------------------------

SOURCES: Final = {
    REED: (SPACE["B-REED1"], SPACE["P4-RSF"], SPACE["P5-RSW"]),
    STONE: (SPACE["R2-STONE"], SPACE["R4-STONE"], SPACE["P4-RSF"], SPACE["P5-RSW"]),
}
"""The spaces on which a person takes the good, by good."""


def buys_first(card: str, good: int) -> None:
    """Register the question and the listeners of a card (Reed Buyer, Stone Buyer). Its owner may buy one of a good for
    a food from the first seat that takes some in a round; that seat gets another food from the supply.

    The card notes the last round in which a seat took some.
    """

    def ask(state: State, call: Call) -> Choose | None:
        if not (there_is(state, call, good) and within_reach(state, call.seat, ONE_FOOD)):
            return None
        return use_question(call, call.seat, has(state, call.seat, ONE_FOOD))

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
        """Buy one of the good. Only the first taking counts, and only if it is another seat's."""
        table.emit(CardNoted(call.seat, call.card, (table.state.round,)))
        if call.facts.seat != call.seat:
            table.then(CardAsks(call, stage))

    @on(card, PLAY, wants=lambda state, call: any(state.visitors[space] for space in SOURCES[good]))
    def too_late(table: Table, call: Call) -> None:
        """Note that the card was played after a seat has taken some in this round."""
        table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


buys_first("I251", REED)
buys_first("I255", STONE)

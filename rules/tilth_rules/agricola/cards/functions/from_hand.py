"""Cards about the hand: what is exchanged, drawn by chance, or played out of turn."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.improvements import Improve, LayDown, held, show
from tilth_rules.agricola.actions.occupations import PlayOccupation
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule, sequel
from tilth_rules.agricola.cards.steps import CardAsks, CardGoesOn, opens
from tilth_rules.agricola.cards.words import DRAWN, OCC, OCCED, PLAY
from tilth_rules.agricola.choices import PLAY_AT, YES
from tilth_rules.agricola.events.cards import CardDiscarded, Pledged, PledgesShown
from tilth_rules.agricola.events.goods import BegDrawn
from tilth_rules.agricola.goods import food
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.paying.purchases import OCCUPATION, PayFor, Purchase, all_prices, can_pay
from tilth_rules.agricola.state import EVERYBODY, State, clockwise, in_hand
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import FOOD, FOR_CARD, NO_CARD, NO_SPACE
from tilth_rules.kernel import Choose, Table

# Broom -------------------------------------------------------------------------------------------

NEW_CARDS: Final = 7


@on("K125", PLAY)
def broom(table: Table, call: Call) -> None:
    """All other minor improvements of the hand go, seven new ones come, and one may be played at its price."""
    for card in in_hand(table.state.seats[call.seat], False):
        table.emit(CardDiscarded(call.seat, False, card))
    deal(table, call.seat, False, NEW_CARDS)
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(Improve(facts, minor=True, major=False, need=False))


# Perpetual Student -------------------------------------------------------------------------------

BEFORE_PAYING: Final = 3


def bill(call: Call) -> Purchase:
    """The drawn occupation, at the price of the action and with what the card itself costs."""
    return Purchase(OCCUPATION, call.facts.card, price=food(call.memo[0]))


def draw(table: Table, call: Call) -> None:
    """Chance chooses among the occupations of the hand. Food comes first, then others notice, then it is paid for."""
    state: State = table.state
    seat, facts = call.seat, call.facts
    found = in_hand(state.seats[seat], True)
    card = found[table.draw("occupation of the hand").below(len(found))] if len(found) > 1 else found[0]
    show(table, seat, card)
    gain(table, seat, ((FOOD, BEFORE_PAYING),), card=call.card)
    playing = Facts(seat, facts.space, facts.via, card, facts.person)
    opens(table, OCC, playing)
    later = Call(seat, call.card, OCC, 0, playing, call.memo)
    table.then(CardGoesOn(later, PAY), LayDown(facts, card))


def pay(table: Table, call: Call) -> None:
    """Whoever can't pay for it may turn something into food before."""
    if can_pay(table.state, call.seat, bill(call)):
        table.then(PayFor(call.seat, bill(call)))
    else:
        table.then(CardAsks(call, OWING))


def ask_owing(state: State, call: Call) -> Choose:
    return Choose(call.seat, "pay-or-beg", (YES,), about=UseCard(call.card, call.slot))


def take_owing(table: Table, call: Call, picks: Sequence[int]) -> None:
    """It has to be played: for food that is missing there are begging cards."""
    state: State = table.state
    if can_pay(state, call.seat, bill(call)):
        table.then(PayFor(call.seat, bill(call)))
        return
    due = min(sum(amount for _, amount in price.goods) for price in all_prices(state, call.seat, bill(call)))
    paid = state.seats[call.seat].goods[FOOD]
    if paid:
        lose(table, call.seat, food(paid), FOR_CARD)
    table.emit(BegDrawn(call.seat, due - paid))


OWING: Final = question("K275", Question(ask_owing, take_owing))
DRAW: Final = sequel("K275", draw)
PAY: Final = sequel("K275", pay)


@rule("K275", DRAWN)
def perpetual_student(state: State, seat: int) -> int:
    """Whenever an occupation is played, it may be drawn instead."""
    return DRAW


# Chief's Daughter --------------------------------------------------------------------------------

DAUGHTER: Final = index("E173")


def ask_daughter(state: State, call: Call) -> Choose:
    """All who might hold her are asked, so that the question tells nothing."""
    options = [PLAY_AT + DAUGHTER] if DAUGHTER in state.seats[call.seat].hand else []
    return Choose(call.seat, "show-card", options, least=0, about=UseCard(index("E172"), 0))


def take_daughter(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        table.emit(Pledged(call.seat))


SHOWN: Final = question("E173", Question(ask_daughter, take_daughter, owed=True))


def may_hold_her(state: State, chief: int) -> list[int]:
    """Whoever may have her, for all that everybody knows."""
    others = clockwise(state, chief)[1:]
    if state.known[DAUGHTER] == EVERYBODY:
        return [seat for seat in others if DAUGHTER in state.seats[seat].hand]
    return [seat for seat in others if held(state.seats[seat], True)]


@on("E172", PLAY, wants=lambda state, call: bool(may_hold_her(state, call.seat)))
def chiefs_daughter(table: Table, call: Call) -> None:
    """When the Chief is played, another seat may answer with his daughter. All are asked at the same time."""
    seats = may_hold_her(table.state, call.seat)
    calls = [Call(seat, DAUGHTER, PLAY, 0, call.facts) for seat in seats]
    table.fork(*(((one.seat,), (CardAsks(one, SHOWN),)) for one in calls), sealed=True)
    table.then(CardGoesOn(Call(call.seat, DAUGHTER, PLAY, 0, call.facts), COMES))


def comes(table: Table, call: Call) -> None:
    """Whoever has said yes plays her for nothing."""
    state: State = table.state
    seats = tuple(seat for seat in clockwise(state, call.seat) if state.pledged >> seat & 1)
    table.emit(PledgesShown(DAUGHTER, seats))
    for seat in seats:
        if DAUGHTER in state.seats[seat].hand:
            show(table, seat, DAUGHTER)
            table.then(LayDown(Facts(seat, via=DAUGHTER), DAUGHTER))


COMES: Final = sequel("E173", comes)


# Writing Desk ------------------------------------------------------------------------------------


@on(
    "E49",
    OCCED,
    optional=True,
    wants=lambda state, call: (
        call.facts.space != NO_SPACE and call.facts.via == NO_CARD and held(state.seats[call.seat], True) > 0
    ),
)
def writing_desk(table: Table, call: Call) -> None:
    """A second occupation after one that was played on a space, for two food."""
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(PlayOccupation(facts, 2, need=False))

"""Cards about the hand: improvements exchanged, occupations drawn by chance, and cards played out of turn."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.actions.improvements import Improve, LayDown, held_count, show_card
from tilth_rules.agricola.actions.occupations import PlayOccupation
from tilth_rules.agricola.amounts import food
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import DRAWN, OCC, OCCED, PLAY
from tilth_rules.agricola.cards.registry import Question, index, on, pledge, question, rule, sequel
from tilth_rules.agricola.cards.steps import CardAsks, CardGoesOn, push_moment
from tilth_rules.agricola.codes import FOOD, FOR_CARD, NO_CARD, NO_SPACE
from tilth_rules.agricola.events.cards import AgreementsShown, CardDiscarded, SeatAgreed
from tilth_rules.agricola.events.goods import BeggingCardsTaken
from tilth_rules.agricola.hands.drawing import deal
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import AGREE, PLAY_CARD
from tilth_rules.agricola.paying.purchases import OCCUPATION, PayFor, Purchase, all_prices, can_pay
from tilth_rules.agricola.state import EVERYBODY, State, in_hand
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Choose, Table, TextFacts

# Broom -------------------------------------------------------------------------------------------

NEW_CARDS: Final = 7


@on("K125", PLAY)
def broom(table: Table, call: Call) -> None:
    """Broom: the owner puts away all other minor improvements of the hand, takes seven new ones, and may play one at
    its price."""
    for card in in_hand(table.state.seats[call.seat], False):
        table.emit(CardDiscarded(call.seat, False, card))
    deal(table, call.seat, False, NEW_CARDS)
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(Improve(facts, minor=True, major=False, need=False))


# Perpetual Student -------------------------------------------------------------------------------

BEFORE_PAYING: Final = 3


def bill(call: Call) -> Purchase:
    """Perpetual Student: return the purchase of the drawn occupation, at the price of the action plus the card's own
    costs."""
    return Purchase(OCCUPATION, call.facts.card, price=food(call.memo[0]))


def draw(table: Table, call: Call) -> None:
    """Perpetual Student: draw one of the hand's occupations by chance. Its food comes first, cards notice it, and then
    it is paid for."""
    state: State = table.state
    seat, facts = call.seat, call.facts
    found = in_hand(state.seats[seat], True)
    card = found[table.draw("occupation of the hand").below(len(found))] if len(found) > 1 else found[0]
    show_card(table, seat, card)
    gain(table, seat, ((FOOD, BEFORE_PAYING),), card=call.card)
    playing = Facts(seat, facts.space, facts.via, card, facts.person)
    push_moment(table, OCC, playing)
    later = Call(seat, call.card, OCC, 0, playing, call.memo)
    table.then(CardGoesOn(later, PAY), LayDown(facts, card))


def pay(table: Table, call: Call) -> None:
    """Perpetual Student: pay for the drawn occupation. If the seat can't, ask it to exchange goods for food first."""
    if can_pay(table.state, call.seat, bill(call)):
        table.then(PayFor(call.seat, bill(call)))
    else:
        table.then(CardAsks(call, OWING))


def ask_owing(state: State, call: Call) -> Choose:
    """Perpetual Student: ask the seat to say that it pays for the drawn occupation now; until then it may make
    exchanges for food."""
    return Choose(call.seat, "pay-or-beg", (AGREE.number,), about=UseCard(call.card, call.slot))


def take_owing(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Perpetual Student: pay for the occupation, which has to be played. The seat gets a begging card for each missing
    food."""
    state: State = table.state
    if can_pay(state, call.seat, bill(call)):
        table.then(PayFor(call.seat, bill(call)))
        return
    due = owed_food(state, call)
    paid = state.seats[call.seat].goods[FOOD]
    if paid:
        lose(table, call.seat, food(paid), FOR_CARD)
    table.emit(BeggingCardsTaken(call.seat, due - paid))


def owed_food(state: State, call: Call) -> int:
    """Perpetual Student: return the least food that the drawn occupation costs."""
    return min(sum(amount for _, amount in price.goods) for price in all_prices(state, call.seat, bill(call)))


def tell_owing(state: State, call: Call) -> TextFacts:
    """Perpetual Student: return what the text of the question shows: the occupation, the food it needs, and the food
    owned."""
    return {
        "played": call.facts.card,
        "needed": owed_food(state, call),
        "owned": state.seats[call.seat].goods[FOOD],
    }


OWING: Final = question("K275", Question(ask_owing, take_owing, tell=tell_owing))
DRAW: Final = sequel("K275", draw)
PAY: Final = sequel("K275", pay, stage=1)


@rule("K275", DRAWN)
def perpetual_student(state: State, seat: int) -> int:
    """Perpetual Student: return the stage of the sequel that draws. The owner may use it whenever an occupation is
    played."""
    return DRAW


# Chief's Daughter --------------------------------------------------------------------------------

DAUGHTER: Final = index("E173")


def ask_daughter(state: State, call: Call) -> Choose:
    """Chief's Daughter: ask a seat that might hold the card whether it plays it. Every such seat is asked, so that the
    question reveals nothing."""
    options = [PLAY_CARD.option(DAUGHTER)] if DAUGHTER in state.seats[call.seat].hand else []
    return Choose(call.seat, "show-card", options, min_picks=0, about=UseCard(index("E172"), 0))


def take_daughter(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Chief's Daughter: note, on a yes, that the seat agrees to play the card."""
    if picks:
        table.emit(SeatAgreed(call.seat))


def tell_chief(state: State, call: Call) -> TextFacts:
    """Chief's Daughter: return what the text of the question shows: the Chief, which was played."""
    return {"played": index("E172")}


def tell_daughter(state: State, call: Call, option: int) -> TextFacts:
    """Chief's Daughter: return what a text shows of playing the card: it costs nothing."""
    return {"price": (), "prices": 1, "returned": (), "given_cards": 0, "occupation": True}


SHOWN: Final = question(
    "E173", Question(ask_daughter, take_daughter, owed=True, tell=tell_chief, tell_option=tell_daughter)
)


pledge("E173", lambda state, seat: DAUGHTER in state.seats[seat].hand)


def may_hold_her(state: State, chief: int) -> list[int]:
    """Chief's Daughter: return the seats that may hold the card, as far as everybody knows."""
    others = clockwise(len(state.seats), chief)[1:]
    if state.known[DAUGHTER] == EVERYBODY:
        return [seat for seat in others if DAUGHTER in state.seats[seat].hand]
    return [seat for seat in others if held_count(state.seats[seat], True)]


@on("E172", PLAY, wants=lambda state, call: bool(may_hold_her(state, call.seat)))
def chiefs_daughter(table: Table, call: Call) -> None:
    """Chief's Daughter: when the Chief is played, another seat may play this card. All seats are asked at the same
    time."""
    seats = may_hold_her(table.state, call.seat)
    calls = [Call(seat, DAUGHTER, PLAY, 0, call.facts) for seat in seats]
    table.fork(*(((one.seat,), (CardAsks(one, SHOWN),)) for one in calls), sealed=True)
    table.then(CardGoesOn(Call(call.seat, DAUGHTER, PLAY, 0, call.facts), COMES))


def comes(table: Table, call: Call) -> None:
    """Chief's Daughter: the seat that has agreed plays the card for nothing."""
    state: State = table.state
    seats = tuple(seat for seat in clockwise(len(state.seats), call.seat) if state.agreed >> seat & 1)
    table.emit(AgreementsShown(DAUGHTER, seats))
    for seat in seats:
        if DAUGHTER in state.seats[seat].hand:
            show_card(table, seat, DAUGHTER)
            table.then(LayDown(Facts(seat, via=DAUGHTER), DAUGHTER))


COMES: Final = sequel("E173", comes)


# Writing Desk ------------------------------------------------------------------------------------


@on(
    "E49",
    OCCED,
    optional=True,
    wants=lambda state, call: (
        call.facts.space != NO_SPACE
        and call.facts.via == NO_CARD
        and held_count(state.seats[call.seat], True) > 0
    ),
)
def writing_desk(table: Table, call: Call) -> None:
    """Writing Desk: after an occupation that a space let the owner play, the owner may play a second one for two
    food."""
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(PlayOccupation(facts, 2, need=False))

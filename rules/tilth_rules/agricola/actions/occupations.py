"""Occupations are played from the hand, for food."""

from collections.abc import Sequence

from tilth_rules.agricola.actions.improvements import LayDown, held, show
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.steps import CardGoesOn, opens_now
from tilth_rules.agricola.cards.words import DRAWN, OCC, OCC_FOOD, PRICE
from tilth_rules.agricola.choices import PLAY_AT, USE_AT, move_of, use_of, use_option
from tilth_rules.agricola.content.cards import FIRST_OCCUPATION
from tilth_rules.agricola.goods import food
from tilth_rules.agricola.paying.purchases import OCCUPATION, PayFor, Purchase, can_buy_occupation
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import FOOD, Goods
from tilth_rules.kernel import Ask, Choose, Move, Table


def food_before(state: State, seat: int) -> Goods:
    """Food that cards give just before an occupation is paid for."""
    mine = state.seats[seat]
    if not mine.rules[OCC_FOOD]:
        return ()
    return food(sum(give(state, seat) for card in mine.rules[OCC_FOOD] for give in ANSWERS[OCC_FOOD][card]))


def occupations(state: State, seat: int, price: int) -> list[int]:
    """The occupations in the hand that can be paid for now. Only the seat knows."""
    before = food_before(state, seat)
    return [
        card
        for card in state.seats[seat].hand
        if card >= FIRST_OCCUPATION and can_buy_occupation(state, seat, card, price, before)
    ]


def plays_occupation(state: State, seat: int, price: int) -> bool:
    """Whether there is an occupation in the hand that can be paid for: whether there are any of `occupations`."""
    mine = state.seats[seat]
    before = food_before(state, seat) if mine.rules[OCC_FOOD] else ()
    if mine.goods[FOOD] < price and not before and not mine.rules[PRICE]:
        return False
    for card in mine.hand:  # noqa: SIM110 - a loop is half the price
        if card >= FIRST_OCCUPATION and can_buy_occupation(state, seat, card, price, before):
            return True
    return False


def drawing(state: State, seat: int) -> list[int]:
    """Cards by which an occupation may be drawn from the hand instead of being chosen."""
    return [card for card in state.seats[seat].rules[DRAWN] if held(state.seats[seat], True)]


class PlayOccupation(Ask, tag=95):
    """One occupation is played from the hand, for so much food."""

    facts: Facts
    price: int
    need: bool = True

    @property
    def owed(self) -> bool:
        """Whoever was let in to play a card has one, and must not make it impossible to play."""
        return self.need

    def ask(self, state: State) -> Choose | None:
        seat = self.facts.seat
        if not held(state.seats[seat], True):
            return None
        options = [PLAY_AT + card for card in occupations(state, seat, self.price)]
        options += [use_option(card) for card in drawing(state, seat)]
        return Choose(seat, "occupation", options, least=1 if self.need else 0)

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks and picks[0] >= USE_AT:
            card = use_of(picks[0])[0]
            call = Call(self.facts.seat, card, OCC, 0, self.facts, (self.price,))
            table.then(CardGoesOn(call, ANSWERS[DRAWN][card][0](table.state, self.facts.seat)))
        elif picks:
            facts = self.facts
            card = picks[0] - PLAY_AT
            show(table, facts.seat, card)
            opens_now(table, OCC, Facts(facts.seat, facts.space, facts.via, card, facts.person))
            table.then(
                PayFor(facts.seat, Purchase(OCCUPATION, card, price=food(self.price))),
                LayDown(facts, card),
            )

    @classmethod
    def move(cls, option: int) -> Move:
        return move_of(option)

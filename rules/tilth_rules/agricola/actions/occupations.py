"""The playing of occupations from the hand, for food."""

from collections.abc import Sequence

from tilth_rules.agricola.actions.improvements import LayDown, held_count, show_card
from tilth_rules.agricola.amounts import food
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import DRAWN, OCC, OCC_FOOD, PRICE
from tilth_rules.agricola.cards.registry import answers, answers_of
from tilth_rules.agricola.cards.steps import CardGoesOn, push_moment_now
from tilth_rules.agricola.codes import FOOD, Goods
from tilth_rules.agricola.content.cards import IS_OCCUPATION
from tilth_rules.agricola.moves.numbers import OPTIONS, PLAY_CARD, USE_CARD
from tilth_rules.agricola.paying.purchases import (
    OCCUPATION,
    PayFor,
    Purchase,
    can_buy_occupation,
    price_facts,
)
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Ask, Choose, Table, TextFacts


def food_before(state: State, seat: int) -> Goods:
    """Return the food that the seat's cards give just before it pays for an occupation, as a sum of goods."""
    giving = answers(state, state.seats[seat], OCC_FOOD)
    return food(sum([give(state, seat) for _, give in giving])) if giving else ()


def occupations(state: State, seat: int, price: int) -> list[int]:
    """Return the occupations in the seat's hand that it can pay for now, at `price` food and their own prices, with the
    food of `food_before`. Only the seat knows them."""
    before = food_before(state, seat)
    return [
        card
        for card in state.seats[seat].hand
        if IS_OCCUPATION[card] and can_buy_occupation(state, seat, card, price, before)
    ]


def plays_occupation(state: State, seat: int, price: int) -> bool:
    """Return whether the seat can pay for any occupation of its hand at `price` food, without building the list of
    `occupations`."""
    mine = state.seats[seat]
    before = food_before(state, seat) if mine.rules[OCC_FOOD] else ()
    if mine.goods[FOOD] < price and not before and not mine.rules[PRICE]:
        return False
    for card in mine.hand:  # noqa: SIM110 - a loop is half the price
        if IS_OCCUPATION[card] and can_buy_occupation(state, seat, card, price, before):
            return True
    return False


def drawing_cards(state: State, seat: int) -> list[int]:
    """Return the seat's cards in play that let it draw an occupation from its hand by chance instead of choosing one;
    none if it holds no occupation."""
    return [card for card in state.seats[seat].rules[DRAWN] if held_count(state.seats[seat], True)]


class PlayOccupation(Ask, tag=95):
    """The question to a seat which occupation of its hand it plays, for `price` food (cards may change that), or
    whether a card draws one for it; or none, unless it must (`need`). The card is shown, paid for and laid down. Not
    asked if it holds no occupation. An option's text shows the price."""

    facts: Facts
    price: int
    need: bool = True

    @property
    def owed(self) -> bool:
        """True if the seat must play a card: it has one, and must not convert away the food for it."""
        return self.need

    def ask(self, state: State) -> Choose | None:
        seat = self.facts.seat
        if not held_count(state.seats[seat], True):
            return None
        options = [PLAY_CARD.option(card) for card in occupations(state, seat, self.price)]
        options += [USE_CARD.option(card) for card in drawing_cards(state, seat)]
        return Choose(seat, "occupation", options, min_picks=1 if self.need else 0)

    def question_facts(self, state: State, seat: int) -> TextFacts:
        return {"food": self.price, "before": dict(food_before(state, seat)).get(FOOD, 0)}

    def option_facts(self, state: State, seat: int, option: int) -> TextFacts:
        if option in USE_CARD:
            return {"how": "draw"}
        purchase = Purchase(OCCUPATION, PLAY_CARD.part(option), price=food(self.price))
        facts = price_facts(state, seat, purchase, food_before(state, seat))
        return {**facts, "occupation": True}

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks and picks[0] in USE_CARD:
            card = USE_CARD.parts(picks[0])[0]
            call = Call(self.facts.seat, card, OCC, 0, self.facts, (self.price,))
            (sequel,) = answers_of(table.state, card, DRAWN)
            table.then(CardGoesOn(call, sequel(table.state, self.facts.seat)))
        elif picks:
            facts = self.facts
            card = PLAY_CARD.part(picks[0])
            show_card(table, facts.seat, card)
            push_moment_now(table, OCC, Facts(facts.seat, facts.space, facts.via, card, facts.person))
            table.then(
                PayFor(facts.seat, Purchase(OCCUPATION, card, price=food(self.price))),
                LayDown(facts, card),
            )

    numbers = OPTIONS

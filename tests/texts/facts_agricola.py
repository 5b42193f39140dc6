"""Facts that the texts of Agricola must hold."""

from collections.abc import Iterable
from typing import Any

from tests.texts.law import Asked, Book, Fact, Row, SetUp, nothing
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.actions.hauls import goods_on
from tilth_rules.agricola.actions.kitchen import food_of_bread
from tilth_rules.agricola.cards.means import cooking_rates
from tilth_rules.agricola.codes import ANIMALS, FOOD, WOOD
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves import (
    CookSome,
    CutPasture,
    DrawMinor,
    DrawOccupation,
    EatGrain,
    EatVegetable,
    Enclose,
    GiveUpCard,
    Pay,
    UseOffer,
)
from tilth_rules.agricola.moves.numbers import TAKE_PART
from tilth_rules.agricola.paying.prices import Price
from tilth_rules.agricola.paying.purchases import (
    IMPROVEMENT,
    OCCUPATION,
    RENOVATION,
    ROOM,
    STABLE,
    Purchase,
    all_prices,
)
from tilth_rules.agricola.rounds.harvest import appetite
from tilth_rules.agricola.rounds.work import next_person
from tilth_rules.agricola.state import in_hand

GIVEN: dict[str, dict[int, tuple[str, ...]]] = {
    "en": {
        1: ("wood",), 2: ("clay",), 3: ("reed",), 4: ("stone",), 5: ("grain",), 6: ("vegetable", "vegetables"),
        7: ("food",), 8: ("sheep",), 9: ("boar",), 10: ("cattle",),
    },
    "ru": {
        1: ("дерево", "дерева"), 2: ("глину", "глины"), 3: ("тростник", "тростника"), 4: ("камень", "камня"),
        5: ("зерно", "зерна", "зёрен"), 6: ("овощ", "овоща", "овощей"), 7: ("еду", "еды"),
        8: ("овцу", "овцы", "овец"), 9: ("свинью", "свиньи", "свиней"), 10: ("корову", "коровы", "коров"),
    },
}  # fmt: skip
"""Goods as they stand after a number when they are given, taken or paid."""


def amounts(asked: Asked, goods: Iterable[tuple[int, int]]) -> list[Fact]:
    """Return each of these goods with its amount: "3 wood"."""
    named = GIVEN[asked.language]
    return [tuple(f"{many} {name}" for name in named[good]) for good, many in goods if many]


def the_card(asked: Asked) -> list[Fact]:
    """Return the name of the card that asks."""
    return [asked.word("card", asked.step.call.card)]


def its_text(asked: Asked, card: int) -> Fact:
    """Return a card's text."""
    return asked.wire.texts._label("card", card, asked.language).forms["text"]


def card_and_text(asked: Asked) -> list[Fact]:
    return [*the_card(asked), its_text(asked, asked.step.call.card)]


def option_card(asked: Asked, option: int) -> list[Fact]:
    """Return a card that is kept, put away or played, with everything that is printed on it."""
    word = asked.wire.texts._label("card", asked.move(option).card, asked.language)
    return [word.text, word.forms["facts"], word.forms["text"]]


def option_cell(asked: Asked, option: int) -> list[Fact]:
    return [asked.word("plot", asked.move(option).cell)]


def the_price(asked: Asked) -> list[Fact]:
    return [asked.word("card", asked.step.card)]


def option_given_up(asked: Asked, option: int) -> list[Fact]:
    word = asked.wire.texts._label("card", asked.move(option).card, asked.language)
    return [word.text, word.forms["facts"]]


def option_space(asked: Asked, option: int) -> list[Fact]:
    return [asked.word("space", asked.move(option).space)]


def option_place(asked: Asked, option: int) -> list[Fact]:
    """Return a space and the goods that lie there."""
    space = asked.move(option).space
    return [asked.word("space", space), *amounts(asked, goods_on(asked.state, space))]


def numbers(*found: int) -> list[Fact]:
    return [str(number) for number in found]


def ends(asked: Asked) -> list[Fact]:
    """Yield the meaning of an empty answer, if one may be given."""
    if asked.message.min_picks:
        return []
    return [asked.translated("nothing", "ничего") if asked.message.options else (NOTHING[asked.language])]


NOTHING: dict[str, Fact] = {"en": "nothing", "ru": ("выбирать не из чего", "ничего")}


def price_of(asked: Asked, purchase: Purchase) -> list[Price]:
    mine = asked.state.seats[asked.seat]
    return [
        price
        for price in all_prices(asked.state, asked.seat, purchase)
        if all(mine.goods[good] >= amount for good, amount in price.goods)
        and (price.returns < 0 or price.returns in mine.cards)
    ]


def cheapest(asked: Asked, purchase: Purchase) -> list[Fact]:
    found = price_of(asked, purchase)
    return amounts(asked, found[0].goods) if found else []


def room(asked: Asked) -> list[Fact]:
    if asked.step.free:
        return ends(asked)
    return [*cheapest(asked, Purchase(ROOM, house=asked.state.seats[asked.seat].yard.house)), *ends(asked)]


def stable(asked: Asked) -> list[Fact]:
    return [*cheapest(asked, Purchase(STABLE, price=asked.step.price)), *ends(asked)]


def renovation(asked: Asked, option: int) -> list[Fact]:
    house = asked.move(option).house
    rooms = asked.state.seats[asked.seat].yard.rooms.bit_count()
    return [asked.word("house", house), *cheapest(asked, Purchase(RENOVATION, house=house, rooms=rooms))]


def improvement(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    plain = [price for price in price_of(asked, Purchase(IMPROVEMENT, move.card)) if price.returns < 0]
    return [*option_card(asked, option), *(amounts(asked, plain[0].goods) if len(plain) == 1 else [])]


def occupation(asked: Asked) -> list[Fact]:
    return [*(numbers(asked.step.price) if asked.step.price else []), *ends(asked)]


def occupation_option(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    if type(move).__name__ == "UseCard":
        return [asked.word("card", move.card), its_text(asked, move.card)]
    price = ((FOOD, asked.step.price),) if asked.step.price else ()
    return [*option_card(asked, option), *cheapest(asked, Purchase(OCCUPATION, move.card, price=price))]


def bought(asked: Asked) -> list[Fact]:
    purchase = asked.step.purchase
    if purchase.of in (IMPROVEMENT, OCCUPATION):
        return [asked.word("card", purchase.card)]
    if purchase.of == STABLE:
        return [asked.translated("stable", "хлев")]
    return [asked.word("house", purchase.house)]


def payment(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    if isinstance(move, GiveUpCard):
        return [asked.word("card", move.card)]
    assert isinstance(move, Pay)
    names = ("wood", "clay", "reed", "stone", "grain", "vegetables", "food", "sheep")
    paid = [(good, getattr(move, name)) for good, name in enumerate(names, 1)]
    return amounts(asked, paid) or [asked.translated("nothing", "0")]


def fence(asked: Asked) -> list[Fact]:
    cells = [asked.word("plot", cell) for cell in range(15) if asked.step.sketch >> cell & 1]
    return [*cells, FENCES[asked.language], *ends(asked)]


FENCES: dict[str, Fact] = {"en": ("fence", "fences"), "ru": ("изгородь", "изгороди", "изгородей")}


def fence_option(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    if isinstance(move, Enclose):
        cells = [cell for cell in range(15) if asked.step.sketch >> cell & 1]
    elif isinstance(move, CutPasture):
        cells = list(move.cells)
    else:
        return option_cell(asked, option)
    return [
        *(asked.word("plot", cell) for cell in cells),
        GIVEN[asked.language][WOOD],
        FENCES[asked.language],
    ]


def herd(asked: Asked) -> list[Fact]:
    """Return the animals on the farm."""
    goods = asked.state.seats[asked.seat].goods
    if type(asked.step).__name__ == "CardAsks":
        return the_card(asked)
    return amounts(asked, [(animal, goods[animal]) for animal in ANIMALS])


def kept(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    return amounts(asked, zip(ANIMALS, (move.sheep, move.boar, move.cattle), strict=True))


def feeding(asked: Asked) -> list[Fact]:
    owned = asked.state.seats[asked.seat].goods[FOOD]
    begging = asked.translated("begging", "попрошайничества")
    return [*numbers(appetite(asked.state, asked.seat), owned), begging]


def fed(asked: Asked, option: int) -> list[Fact]:
    needed, owned = appetite(asked.state, asked.seat), asked.state.seats[asked.seat].goods[FOOD]
    missing = [str(needed - owned)] if needed > owned else []
    return [*numbers(min(needed, owned)), *missing]


def cooking(asked: Asked) -> list[Fact]:
    return numbers(*(rate for rate in cooking_rates(asked.state, asked.seat) if rate))


def baking(asked: Asked) -> list[Fact]:
    most = asked.message.quantities[0].max
    return [
        *numbers(food_of_bread(asked.state, asked.seat, 1), food_of_bread(asked.state, asked.seat, most)),
        *([] if asked.message.quantities[0].min else ["0"]),
    ]


def part(asked: Asked) -> list[Fact]:
    return [asked.word("space", asked.step.facts.space), *ends(asked)]


def part_option(asked: Asked, option: int) -> list[Fact]:
    """Return a part, or its goods."""
    kind, amount = TAKE_PART.parts(option)
    return amounts(asked, [(kind, amount)]) if kind <= max(ANIMALS) and amount else [asked.word("part", kind)]


def sowing(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    return [asked.word("plot", move.plot), GIVEN[asked.language][move.good]]


def card_used(asked: Asked, option: int) -> list[Fact]:
    return [asked.word("card", asked.move(option).card)]


def use_card(asked: Asked) -> list[Fact]:
    call = asked.step.call
    if call.seat == asked.seat:
        return [*card_and_text(asked), *ends(asked)]
    return [*the_card(asked), asked.name(call.seat), *ends(asked)]


def which_space(asked: Asked) -> list[Fact]:
    card = asked.step.call.card
    if card == INDEX["I238"]:
        return [its_text(asked, card)]
    return [*the_card(asked), *ends(asked)]


def hand_kind(asked: Asked) -> list[Fact]:
    return [HAND_KINDS[asked.language][asked.step.occupation]]


HAND_KINDS: dict[str, tuple[Fact, Fact]] = {
    "en": (("improvement", "improvements"), ("occupation", "occupations")),
    "ru": (("улучшение", "улучшения", "улучшений"), ("занятие", "занятия", "занятий")),
}


def hand(asked: Asked) -> list[Fact]:
    """Return the cards that would be exchanged, and the number of new ones."""
    own = in_hand(asked.state.seats[asked.seat], asked.step.occupation)
    return [*(asked.word("card", card) for card in own), str(len(own) - 1), *ends(asked)]


def person(asked: Asked) -> list[Fact]:
    return [asked.word("person", next_person(asked.state, asked.seat)), *ends(asked)]


def owing(asked: Asked) -> list[Fact]:
    owned = asked.state.seats[asked.seat].goods[FOOD]
    return [*the_card(asked), asked.word("card", asked.step.call.facts.card), str(owned)]


def good_option(asked: Asked, option: int) -> list[Fact]:
    return amounts(asked, [(asked.move(option).good, 1)])


def field_of_another(asked: Asked, option: int) -> list[Fact]:
    move = asked.move(option)
    return [asked.name(move.owner), asked.word("plot", move.plot)]


def offered_card(asked: Asked, option: int) -> list[Fact]:
    """Return a card with an offer: an exchange in words, or the whole text of the card."""
    move: Any = asked.wire.game.offer_move(option)
    found = f"card-{move.card}-way-{move.way}"
    way = asked.wire.texts.text(found, asked.language)
    if move.card == INDEX["E184"]:
        (good, *_) = asked.state.seats[asked.seat].notes[move.card]
        return [asked.word("card", move.card), GIVEN[asked.language][good]]
    return [asked.word("card", move.card), way or its_text(asked, move.card)]


def cooked(asked: Asked, option: int) -> list[Fact]:
    return cooking(asked)


def both(asked: Asked, option: int) -> list[Fact]:
    return amounts(asked, ((FOOD, 1),))


ROWS = {
    "bake": Row(baking),
    "buy-laid": Row(ends),
    "card-goods": Row(card_and_text),
    "card-person": Row(
        card_and_text, lambda asked, option: [asked.word("person", asked.move(option).person)]
    ),
    "card-plot": Row(card_and_text, field_of_another),
    "card-seat": Row(the_card, lambda asked, option: [asked.name(asked.move(option).seat)]),
    "card-space": Row(which_space, option_space),
    "change-minors": Row(hand),
    "change-occupations": Row(hand),
    "cook": Row(cooking),
    "draft": Row(hand_kind, option_card),
    "end-turn": Row(lambda asked: [asked.translated("nothing", "ничего")]),
    "feed": Row(feeding, fed),
    "fence": Row(fence, fence_option),
    "field": Row(ends, option_cell),
    "give-up": Row(the_price, option_given_up),
    "goods": Row(nothing, good_option),
    "improvement": Row(ends, improvement),
    "keep-animals": Row(herd, kept),
    "keep-young": Row(herd, kept),
    "next-card": Row(ends, card_used),
    "occupation": Row(occupation, occupation_option),
    "one-of": Row(lambda asked: [*card_and_text(asked), *ends(asked)], part_option),
    "part": Row(part, part_option),
    "pay": Row(bought, payment),
    "pay-cells": Row(the_card),
    "pay-fences": Row(lambda asked: [FENCES[asked.language]], payment),
    "pay-or-beg": Row(owing),
    "place": Row(person, option_place),
    "plough-with": Row(ends, card_used),
    "put-away": Row(hand_kind, option_card),
    "renovate": Row(nothing, renovation),
    "return-animals": Row(card_and_text, good_option),
    "room": Row(room, option_cell),
    "second-person": Row(card_and_text, option_place),
    "show-card": Row(lambda asked: [asked.word("card", INDEX["E172"]), *ends(asked)], option_card),
    "sow": Row(ends, sowing),
    "stable": Row(stable, option_cell),
    "three-for-one": Row(hand_kind, option_card),
    "use-card": Row(use_card),
}

BOOK = Book(
    setups=(
        *(SetUp(seats, Options(family=True)) for seats in game.seats),
        *(SetUp(seats, Options()) for seats in game.seats),
        SetUp(3, Options(draft=True, ten_keep_seven=True, mulligan=True, three_for_one=True)),
        SetUp(1, Options(series=3, permanent=("E175", "E172"), extra_food=2)),
    ),
    rows=ROWS,
    offers={
        EatGrain: both,
        EatVegetable: both,
        CookSome: cooked,
        DrawOccupation: lambda asked, option: [asked.translated("occupation", "занятие")],
        DrawMinor: lambda asked, option: [asked.translated("minor improvement", "простое улучшение")],
        UseOffer: offered_card,
    },
    rare=frozenset(
        (
            "card-goods",
            "card-person",
            "card-plot",
            "card-seat",
            "give-up",
            "pay-cells",
            "pay-fences",
            "pay-or-beg",
            "renovate",
            "return-animals",
            "second-person",
            "show-card",
        )
    ),
)

"""Cards with a price: a seat that could pay after an exchange is asked, and the exchange rides on that question."""

from collections.abc import Callable

import pytest

from tests.agricola.cards.farms import sketch
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.amounts import amounts_by_good
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import DUE, ROUND
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import BREEDING, CLAY, FOOD, GRAIN, NOBODY, SHEEP, STONE_HOUSE, WOOD, Goods
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import (
    AGREE,
    BUILD_ROOM,
    BUILD_STABLE,
    COOK_SOME,
    EAT_GRAIN,
    PART_ROOMS,
    PLOUGH_FIELD,
    USE_CARD,
    part_option,
)
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, Purchase, price_facts
from tilth_rules.agricola.rounds.laid import BuyLaid
from tilth_rules.agricola.rounds.work import StartWork

# Goods on a round ----------------------------------------------------------------------------------


def handler_and_well() -> Scene:
    """Return a scene: the Animal Handler of round 3 lays a sheep on round 7, the Well of round 5 a food; nobody has
    any."""
    scene = Scene(round_=3).pasture(ANN, 3, 4).play(ANN, "K305")
    scene.state.round = 5
    return scene.play(ANN, "A10")


def test_free_goods_of_a_round_arrive_before_a_purchase_is_asked() -> None:
    scene = handler_and_well().reaches(7)
    assert (scene.kind(), scene.choices()) == ("buy-laid", [USE_CARD.option(INDEX["K305"])])
    assert scene.with_card(ANN, "K305").got() == {"sheep": 1}
    assert scene.laid()[:2] == [(8, "food", 1), (9, "food", 1)]


def test_one_decision_offers_everything_for_sale_in_the_owners_order() -> None:
    scene = Scene(round_=3).pasture(ANN, 3, 4).has(ANN, food=2)
    scene.play(ANN, "K305").play(ANN, "K117").play(ANN, "K293").reaches(7)
    cards = ("K305", "K117", "K293")
    assert (scene.kind(), scene.choices()) == ("buy-laid", [USE_CARD.option(INDEX[card]) for card in cards])
    scene.with_card(ANN, "K293").answer(ANN, PLOUGH_FIELD.option(14))
    assert (scene.kind(), scene.choices()) == (
        "buy-laid",
        [USE_CARD.option(INDEX[card]) for card in cards[:2]],
    )
    scene.with_card(ANN, "K117").answer(ANN)
    assert scene.got() == {"food": -2, "vegetable": 1}
    assert all(round_ > 7 for round_, _, _ in scene.laid()), "things that were not bought have gone back"


def test_the_question_names_the_things_for_sale_and_their_prices() -> None:
    scene = Scene(round_=3).has(ANN, food=1).play(ANN, "K305").play(ANN, "I265")
    scene.state.round = 1
    scene.reaches(7)
    step = scene.table.step_of(ANN)
    assert step.question_facts(scene.state, ANN) == {"cards": (INDEX["K305"],), "unpaid": ()}
    facts = step.option_facts(scene.state, ANN, USE_CARD.option(INDEX["K305"]))
    assert (facts["gain"], facts["price"]) == (amounts_by_good(((SHEEP, 1),)), amounts_by_good(((FOOD, 1),)))


def test_a_price_in_goods_is_named_before_the_return_of_a_card() -> None:
    """The Bricklayer takes one clay off the Cooking Hearth's four; the Fireplace can be returned for it."""
    scene = Scene(round_=3).has(ANN, clay=3).play(ANN, "A1").play(ANN, "I243")
    hearth = Purchase(IMPROVEMENT, INDEX["A3"])
    assert price_facts(scene.state, ANN, hearth) == {
        "price": amounts_by_good(((CLAY, 3),)),
        "prices": 2,
        "returned": (),
        "given_cards": 0,
    }
    scene.state.seats[ANN].goods[CLAY] = 2
    assert price_facts(scene.state, ANN, hearth) == {
        "price": amounts_by_good(()),
        "prices": 1,
        "returned": (INDEX["A1"],),
        "given_cards": 0,
    }


def test_the_plowman_is_asked_once_the_wells_food_is_there() -> None:
    scene = Scene(round_=3).play(ANN, "K293")
    scene.state.round = 5
    scene.play(ANN, "A10").reaches(7)
    assert scene.kind() == "buy-laid"
    scene.with_card(ANN, "K293").answer(ANN, PLOUGH_FIELD.option(14))
    assert (scene.got(), scene.seat().yard.fields) == ({}, 1 << 14)


def test_a_greenhouses_vegetable_is_paid_with_the_wells_food() -> None:
    scene = Scene(round_=3).play(ANN, "K117")
    scene.state.round = 5
    scene.play(ANN, "A10").reaches(7)
    assert scene.with_card(ANN, "K117").got() == {"vegetable": 1}


def test_things_out_of_reach_go_back_without_a_question() -> None:
    scene = Scene(round_=3).play(ANN, "K305").play(ANN, "K293").reaches(7)
    assert (scene.kind(), scene.laid(ANN)[0][0]) == ("", 10)


# Grain has to be eaten first ---------------------------------------------------------------------

Asked = Callable[[], Scene]


def travelling(scene: Scene) -> Scene:
    return scene.heap("P4-TRAVEL", food=1).use(BOB, "P4-TRAVEL")


def improved(scene: Scene) -> Scene:
    """Let Ann play an improvement by an action for minor ones."""
    scene.holds(ANN, "E39", "E43")
    return scene.use(ANN, "B-START").plays(ANN, "E39")


CASES: dict[str, tuple[Asked, str, str, int]] = {
    "I249": (
        lambda: travelling(Scene(4).owns(ANN, "I249").holds(ANN, "E150").has(ANN, grain=4)),
        "next-card",
        "I249",
        1,
    ),
    "K293": (lambda: Scene(round_=3).has(ANN, grain=4).play(ANN, "K293").reaches(7), "buy-laid", "K293", 1),
    "K305": (lambda: Scene(round_=3).has(ANN, grain=4).play(ANN, "K305").reaches(7), "buy-laid", "K305", 1),
    "K117": (lambda: Scene(round_=3).has(ANN, grain=4).play(ANN, "K117").reaches(7), "buy-laid", "K117", 1),
    "I265": (lambda: Scene(round_=1).has(ANN, grain=4).play(ANN, "I265").reaches(7), "buy-laid", "I265", 2),
    "E194": (
        lambda: Scene().rooms(ANN, 2, STONE_HOUSE).owns(ANN, "E194").has(ANN, grain=4).comes(ROUND),
        "next-card",
        "E194",
        1,
    ),
    "I234": (
        lambda: Scene().owns(ANN, "I234").has(ANN, grain=4).heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3"),
        "next-card",
        "I234",
        1,
    ),
    "E179": (lambda: improved(Scene().owns(ANN, "E179").has(ANN, grain=4)), "next-card", "E179", 1),
    "K268": (
        lambda: Scene().owns(ANN, "K268").has(ANN, grain=4).heap("B-CLAY1", clay=1).use(ANN, "B-CLAY1"),
        "next-card",
        "K268/1",
        1,
    ),
    "I259": (
        lambda: (
            Scene()
            .owns(ANN, "I259")
            .pasture(ANN, 3, 4)
            .has(ANN, grain=4)
            .heap("R1-SHEEP", sheep=1)
            .use(ANN, "R1-SHEEP")
        ),
        "next-card",
        "I259",
        1,
    ),
    "E195": (
        lambda: Scene().owns(ANN, "E195").has(ANN, grain=4).use(ANN, "B-PLOUGH"),
        "plough-with",
        "E195",
        1,
    ),
    "I68": (lambda: Scene().owns(BOB, "I68").has(ANN, grain=4).use(ANN, "B-PLOUGH"), "plough-with", "I68", 2),
    "E210": (
        lambda: Scene(4).owns(ANN, "E210").has(ANN, grain=4).use(ANN, "P4-RSF"),
        "next-card",
        "E210/1",
        0,
    ),
    "K267": (
        lambda: Scene().owns(ANN, "K267").rooms(ANN, 3).has(ANN, grain=4).use(ANN, "R2-GROWTH"),
        "next-card",
        "K267",
        1,
    ),
    "K307": (
        lambda: sketch(Scene().owns(ANN, "K307").has(ANN, grain=4, wood=4).use(ANN, "R1-FENCES"), ANN, 4),
        "next-card",
        "K307",
        1,
    ),
    "K312": (
        lambda: (
            Scene()
            .owns(ANN, "K312")
            .has(ANN, grain=4, wood=2)
            .use(ANN, "B-BUILD")
            .answer(ANN, BUILD_STABLE.option(4))
        ),
        "next-card",
        "K312",
        1,
    ),
    "K270": (
        lambda: (
            Scene()
            .owns(ANN, "K270")
            .has(ANN, grain=4, wood=5, reed=2)
            .use(ANN, "B-BUILD")
            .answer(ANN, part_option(PART_ROOMS))
            .answer(ANN, BUILD_ROOM.option(0))
        ),
        "next-card",
        "K270",
        1,
    ),
}


def named(card: str) -> int:
    name, _, way = card.partition("/")
    return USE_CARD.option(INDEX[name], int(way or 0))


@pytest.mark.parametrize("case", CASES)
def test_a_seat_that_could_pay_after_eating_grain_is_asked_and_can(case: str) -> None:
    laid_out, kind, card, price = CASES[case]
    scene = laid_out()
    assert scene.kind() == kind
    for _ in range(price):
        assert named(card) not in scene.choices()
        scene.answer(ANN, EAT_GRAIN.number)
    assert named(card) in scene.choices()
    scene.answer(ANN, named(card))
    assert scene.kind() != kind or named(card) not in scene.choices()


@pytest.mark.parametrize("case", CASES)
def test_a_seat_that_could_pay_after_eating_grain_may_decline(case: str) -> None:
    scene = CASES[case][0]()
    scene.answer(ANN)
    assert scene.kind() != "next-card"
    assert scene.seat().goods[FOOD] in (0, 1), "the food of the space, if any"


def test_reed_and_stone_buyers_are_asked_with_grain() -> None:
    for card, space, good in (("I251", "B-REED1", "reed"), ("I255", "R2-STONE", "stone")):
        scene = Scene().owns(ANN, card).has(ANN, grain=4).heap(space, **{good: 2}).use(BOB, space)
        assert (scene.kind(), scene.choices()) == ("use-card", [])
        scene.answer(ANN, EAT_GRAIN.number).answer(ANN, AGREE.number)
        assert scene.got() == {"grain": -1, good: 1}


def test_the_taster_is_asked_with_grain() -> None:
    scene = Scene().owns(BOB, "I260").has(BOB, grain=4).run(StartWork())
    assert (scene.kind(BOB), scene.choices(BOB)) == ("use-card", [])
    scene.answer(BOB, EAT_GRAIN.number).answer(BOB, AGREE.number)
    assert scene.got(BOB) == {"grain": -1}
    assert (scene.got(ANN), scene.kind(BOB)) == ({"food": 1}, "place")


def test_the_fisherman_is_asked_if_more_is_owed_than_comes() -> None:
    scene = Scene().owns(ANN, "E161").owns(BOB, "E12", "E22", "E30").has(ANN, grain=4)
    scene.heap("B-FISH", food=1).use(ANN, "B-FISH")
    assert (scene.kind(), scene.choices()) == ("next-card", [])
    scene.answer(ANN, EAT_GRAIN.number).with_card(ANN, "E161")
    assert (scene.got(ANN), scene.got(BOB)) == ({"grain": -1}, {"food": 3})


# The Granary -------------------------------------------------------------------------------------


def granary(card: str, round_: int = 1) -> Scene:
    """Return a scene: a grain lies on round 8, and the card is in play."""
    return Scene(round_=round_).play(ANN, "K116").owns(ANN, card)


def test_the_grain_of_the_granary_pays_the_plow_driver() -> None:
    scene = granary("E194").rooms(ANN, 2, STONE_HOUSE).reaches(8).comes(ROUND)
    assert (scene.kind(), scene.choices()) == ("next-card", [])
    scene.answer(ANN, EAT_GRAIN.number).with_card(ANN, "E194").answer(ANN, PLOUGH_FIELD.option(14))
    assert scene.seat().yard.fields == 1 << 14


def test_the_grain_of_the_granary_pays_the_plowman() -> None:
    scene = Scene(round_=1).play(ANN, "K116").play(ANN, "K293")
    assert [round_ for round_, _, _ in scene.laid()] == [5, 8, 8, 10, 11, 12]
    scene.reaches(8)
    assert (scene.kind(), scene.choices()) == ("buy-laid", [])
    scene.answer(ANN, EAT_GRAIN.number).with_card(ANN, "K293").answer(ANN, PLOUGH_FIELD.option(14))
    assert scene.got() == {}


def test_the_grain_of_the_granary_pays_the_taster() -> None:
    scene = granary("I260").reaches(8)
    scene.state.first = BOB
    scene.run(StartWork())
    assert scene.kind() == "use-card"
    assert scene.answer(ANN, EAT_GRAIN.number).choices() == [AGREE.number]


def test_the_food_that_comes_before_work_pays_the_taster() -> None:
    scene = Scene().owns(BOB, "I260", "K309").pasture(BOB, 3, 4).has(BOB, sheep=3).run(StartWork())
    assert scene.kind(BOB) == "use-card"


# Other exchanges ---------------------------------------------------------------------------------


def reaches(price: Goods, *cards: str, phase: int | None = None, **goods: int) -> bool:
    scene = Scene().owns(ANN, *cards).has(ANN, **goods)
    if phase is not None:
        scene.state.phase = phase
    return within_reach(scene.state, ANN, price)


def food(amount: int) -> Goods:
    return ((FOOD, amount),)


def test_only_goods_that_can_be_exchanged_for_are_within_reach() -> None:
    assert reaches(food(2), food=2)
    assert reaches(food(2), grain=1, vegetable=1)
    assert not reaches(food(3), grain=1, vegetable=1)
    assert not reaches(food(1), sheep=2, wood=9, clay=9)
    assert not reaches(((WOOD, 1),), grain=9)


def test_cooking_is_within_reach_but_not_while_animals_breed() -> None:
    assert reaches(food(4), "A1", sheep=2)
    assert not reaches(food(5), "A1", sheep=2)
    assert not reaches(food(1), "A1", sheep=2, phase=BREEDING)
    assert reaches(food(5), "A1", "E19", sheep=2), "two cooked together bring a food more"


def test_exchanges_of_cards_follow_each_other() -> None:
    assert reaches(food(1), "E158", wood=1)
    assert not reaches(food(1), "E171", clay=2)
    assert reaches(food(1), "E158", "E171", clay=2), "clay becomes wood, and wood food"
    assert not reaches(food(2), "E158", "E171", clay=3)
    assert reaches(((WOOD, 1),), "E171", clay=2)


def test_a_pile_is_bought_from_the_top_with_food() -> None:
    scene = Scene().play(ANN, "E184").has(ANN, food=2)
    assert within_reach(scene.state, ANN, ((GRAIN, 1),)), "the second piece"
    assert not within_reach(scene.has(ANN, food=1).state, ANN, ((GRAIN, 1),))


def test_a_stable_is_offered_whose_wood_can_be_exchanged_for() -> None:
    scene = Scene().rooms(ANN, 2, STONE_HOUSE).owns(ANN, "I254", "E171").has(ANN, clay=2).comes(ROUND)
    assert (scene.kind(), scene.choices()) == ("next-card", [])
    scene.offer(ANN, "E171", 3).with_card(ANN, "I254").answer(ANN, BUILD_STABLE.option(4))
    assert scene.got() == {"clay": -2}


def test_a_second_stone_is_offered_whose_food_can_be_exchanged_for() -> None:
    scene = Scene().owns(ANN, "I82").has(ANN, grain=1).heap("R2-STONE", stone=1).use(ANN, "R2-STONE")
    assert (scene.kind(), len(scene.choices())) == ("one-of", 1)
    scene.answer(ANN, EAT_GRAIN.number).takes(ANN, "stone", 2)
    assert scene.got() == {"grain": -1, "stone": 3}


def test_cooked_animals_pay_on_somebody_elses_turn() -> None:
    scene = Scene().owns(ANN, "I234", "A1").pasture(ANN, 3).has(ANN, sheep=1)
    scene.heap("B-WOOD3", wood=3).use(BOB, "B-WOOD3")
    scene.answer(ANN, COOK_SOME.number).answer(ANN, 1, 0, 0, 0).with_card(ANN, "I234")
    assert (scene.got(ANN), scene.got(BOB)) == ({"sheep": -1, "food": 1, "wood": 1}, {"wood": 2, "food": 1})


# Questions that may still wait in matches of version 1 of the rules ---------------------------------------


def test_a_purchase_of_earlier_rules_is_still_asked_and_bought_or_goes_back() -> None:
    for picks, got in (((USE_CARD.option(INDEX["K305"]),), {"sheep": 1, "food": -1}), ((), {})):
        scene = Scene(round_=2).pasture(ANN, 3, 4).has(ANN, food=1).play(ANN, "K305")
        scene.state.round = 7
        laid = next(one for one in scene.state.laid if one[0] == 7)
        scene.run(BuyLaid(laid))
        assert scene.kind() == "buy-laid"
        assert scene.answer(ANN, *picks).got() == got
        assert scene.laid()[0] == (10, "boar", 1)


def test_a_delivery_of_earlier_rules_is_still_asked() -> None:
    scene = Scene(round_=1).has(ANN, food=2).play(ANN, "I265")
    scene.state.round = 7
    call = Call(ANN, INDEX["I265"], DUE, 0, Facts(NOBODY, via=INDEX["I265"]), memo=(4,))
    scene.run(CardAsks(call, 0))
    assert (scene.kind(), scene.choices()) == ("use-card", [AGREE.number])
    assert sketch(scene.answer(ANN, AGREE.number), ANN, 4).got() == {"food": -2}

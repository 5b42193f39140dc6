"""Section 7 of the appendix: the eleven parts of a harvest in which cards act."""

import pytest

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.cards.moments import (
    AFTER_FIELD,
    BREED,
    COOKED,
    FEEDING,
    FEEDING_BEGINS,
    FEEDS_LAST,
    FIELD,
    FIELD_BEGINS,
    FIELD_ENDS,
    HOLD,
    PLOT,
)
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.events.farm import Reaped, Sown
from tilth_rules.agricola.events.goods import Baked, CardGaveGoods, GoodsGained, GoodsLost
from tilth_rules.agricola.moves.numbers import AGREE, FEED_FAMILY
from tilth_rules.agricola.rounds.harvest import Harvest

MOMENTS_OF_HARVEST = (FIELD_BEGINS, FIELD, FIELD_ENDS, AFTER_FIELD, FEEDING_BEGINS, FEEDING)


@pytest.mark.parametrize(
    ("moment", "cards"),
    [
        (FIELD_BEGINS, {"I93"}),
        (FIELD, {"I246", "E53", "E51", "K146", "K133"}),
        (FIELD_ENDS, {"I103", "I86"}),
        (AFTER_FIELD, {"I223"}),
        (FEEDING_BEGINS, {"E150"}),
        (FEEDING, {"K120"}),
    ],
)
def test_a_card_acts_in_its_part_of_the_harvest_and_no_other_card_does(moment: int, cards: set[str]) -> None:
    acting = {CARDS[card].id for card, heard in enumerate(LISTENERS[moment]) if heard}
    assert acting == cards
    for other in MOMENTS_OF_HARVEST:
        assert not any(LISTENERS[other][INDEX[card]] for card in cards) or other == moment


@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        (PLOT, {"K278", "I78", "E18", "K137", "E47", "K105"}),
        (FEEDS_LAST, {"K299", "I97"}),
        (BREED, {"E203"}),
    ],
)
def test_fields_on_cards_are_reaped_butchers_feed_last_and_the_shepherd_breeds(
    rule: int, cards: set[str]
) -> None:
    assert {CARDS[card].id for card, answered in enumerate(ANSWERS[rule]) if answered} == cards


def test_cards_that_house_animals_have_room_for_their_young() -> None:
    assert all(ANSWERS[HOLD][INDEX[card]] for card in ("K145", "I102", "E58"))
    assert Scene().owns(ANN, "K145").has(ANN, boar=5).breeding().got() == {"boar": 1}
    assert Scene().owns(ANN, "I102").has(ANN, sheep=2).breeding().got() == {}
    assert Scene().owns(ANN, "I102").has(ANN, sheep=1, boar=2).breeding().got() == {}
    assert Scene().owns(ANN, "E58").has(ANN, cattle=2).breeding().got() == {"cattle": 1}


@pytest.mark.parametrize(("card", "food"), [("K300", 5), ("I98", 4)])
def test_a_vegetable_is_distilled_while_the_family_is_fed_and_not_while_others_are(
    card: str, food: int
) -> None:
    scene = Scene().owns(BOB, card).has(BOB, vegetable=2, food=9).has(ANN, grain=1).feeding()
    assert (scene.kind(ANN), scene.offers(ANN)) == ("feed", [])
    scene.answer(ANN, FEED_FAMILY.number).offer(BOB, card)
    assert (scene.got(BOB), scene.offers(BOB)) == ({"vegetable": -1, "food": food}, [])


@pytest.mark.parametrize("card", ["K299", "I97"])
def test_butchers_have_the_food_of_all_animals_before_they_feed(card: str) -> None:
    assert LISTENERS[COOKED][INDEX[card]]
    scene = Scene(3).owns(ANN, card).has(ANN, grain=1, food=3).has(BOB, grain=1)
    assert scene.feeding().kind(BOB) == "feed"
    assert scene.kind(ANN) == ""


def label(event: object) -> str:
    """Return the name of an event of a harvest; "" for one that does not matter here."""
    if isinstance(event, CardGaveGoods):
        return CARDS[event.card].id
    if isinstance(event, Reaped):
        return "reaped" if event.seat == event.to else "helped"
    if isinstance(event, GoodsLost):
        return "fed"
    others: dict[type, str] = {Sown: "sown", Baked: "baked", GoodsGained: "born"}
    return others.get(type(event), "")


def test_a_harvest_with_cards_in_all_its_parts_goes_from_the_milking_pen_to_the_young() -> None:
    scene = Scene(round_=4).owns(ANN, "I93", "I246", "E53", "I86", "I103", "E150", "A1", "K120", "K300")
    scene.owns(BOB, "I223").fields(ANN, "grain 3", "vegetable 2", "").pasture(ANN, 2, 3, 4).stables(ANN, 2, 3)
    scene.has(ANN, cattle=9, grain=3, vegetable=1, food=1).has(BOB, food=9).run(Harvest(1))
    scene.answer(ANN, AGREE.number).with_card(ANN, "I86").answer(ANN, scene.choices()[0])
    scene.answer(BOB, scene.choices(BOB)[0]).with_card(ANN, "E150").answer(ANN, 1)
    scene.offer(ANN, "K300").answer(ANN, FEED_FAMILY.number).answer(BOB, FEED_FAMILY.number)
    done = [label(event) for event in scene.events]
    assert [name for at, name in enumerate(done) if name and name not in done[:at]] == [
        *("I93", "reaped", "I246", "E53", "I103", "sown", "helped", "I223"),
        *("baked", "K120", "K300", "fed", "born"),
    ]

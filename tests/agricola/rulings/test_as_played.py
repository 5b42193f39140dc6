"""Rulings and examples of the rulebook, shown by playing them from the first answer to the result."""

from collections.abc import Callable
from random import Random

import pytest

from tests.agricola.cards.farms import guest, people, turn
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.codes import CLAY_HOUSE, GRAIN, HARVESTS, STAGES, STONE_HOUSE
from tilth_rules.agricola.content.cards import CARDS, INDEX
from tilth_rules.agricola.content.spaces import ROUND_CARDS
from tilth_rules.agricola.events.rounds import HarvestBegan, RoundBegan
from tilth_rules.agricola.moves.numbers import (
    COOK_SOME,
    DISCARD_CARD,
    DRAW_MINOR,
    PAY,
    PLAY_CARD,
    PLOUGH_FIELD,
    RENOVATE_TO,
    SOW_PLOT,
    USE_SPACE,
)
from tilth_rules.agricola.scoring import BOAR_LINE, PASTURES
from tilth_rules.kernel import SeededChance, Table
from tilth_rules.random_play import inside

FAMILY = Options(family=True)
WHERE = {"sheep": "R1-SHEEP", "boar": "R3-BOAR", "cattle": "R4-CATTLE"}
Lay = Callable[[], Scene]


# Spaces ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "seats"), [("B-WOOD3", 2), ("B-CLAY1", 2), ("B-FISH", 2), ("P4-TRAVEL", 4)]
)
def test_all_goods_on_a_space_are_carried_off(space: str, seats: int) -> None:
    scene = Scene(seats).heap(space, wood=4, food=3).use(ANN, space)
    assert (scene.got(), scene.lies(space)) == ({"wood": 4, "food": 3}, {})


def test_a_space_is_offered_as_soon_as_it_is_of_use_and_then_used() -> None:
    scene = Scene(options=FAMILY)
    fishing, fences = scene.opened("B-FISH"), scene.opened("R1-FENCES")
    assert not {fishing, fences} & set(turn(scene).choices())
    scene.has(ANN, wood=4)
    assert fences in turn(scene).choices()
    assert scene.heap("B-FISH", food=1).use(ANN, "B-FISH").got() == {"food": 1}


def test_fields_are_ploughed_on_free_cells_beside_fields() -> None:
    scene = Scene().pasture(ANN, 3, 4).stables(ANN, 2).use(ANN, "B-PLOUGH")
    assert scene.choices() == [PLOUGH_FIELD.option(cell) for cell in (0, 1, 6, 7, 8, 9, 11, 12, 13, 14)]
    scene.answer(ANN, PLOUGH_FIELD.option(7)).use(ANN, "R5-PLOUGHSOW")
    assert scene.choices() == [PLOUGH_FIELD.option(cell) for cell in (6, 8, 12)], "the stable's cell is taken"


def test_a_match_has_fourteen_rounds_in_six_stages_with_a_harvest_after_each() -> None:
    table = Table(game, FAMILY, 1, SeededChance(bytes(32)))
    random = Random(5)
    events = [] if (first := table.start()) is None else list(first.events)
    while not table.over:
        record = table.answer(0, *inside(table.open[0], random))
        assert record is not None
        events += record.events
    rounds = [event for event in events if isinstance(event, RoundBegan)]
    assert [event.round for event in rounds] == list(range(1, 15))
    assert all(event.space in ROUND_CARDS[stage - 1] for event, stage in zip(rounds, STAGES, strict=True))
    ended = [event.round for event in events if isinstance(event, RoundBegan)]
    harvests: list[int] = []
    for event in events:
        if isinstance(event, RoundBegan):
            ended = [event.round]
        elif isinstance(event, HarvestBegan):
            harvests += ended
    assert tuple(harvests) == HARVESTS


def test_a_space_is_open_to_a_seat_that_sows_the_seed_its_card_brings() -> None:
    scene = Scene().owns(ANN, "I261").fields(ANN, "").fields(BOB, "")
    space = scene.opened("R1-SOW")
    scene.state.order = (space,)
    assert USE_SPACE.option(space) not in turn(scene, BOB).choices(BOB)
    scene.use(ANN, "R1-SOW").answer(ANN, SOW_PLOT.option(14, GRAIN))
    assert scene.seat().yard.stacks[14] == 3


# Room for animals --------------------------------------------------------------------------------


def too_many(lay: Lay, count: int, animal: str = "sheep") -> bool:
    """Return whether some of these animals find no room."""
    space = WHERE[animal]
    return lay().heap(space, **{animal: count}).use(ANN, space).kind() == "keep-animals"


@pytest.mark.parametrize(
    ("lay", "room"),
    [
        (lambda: Scene().pasture(ANN, 4), 2),
        (lambda: Scene().pasture(ANN, 3, 4), 4),
        (lambda: Scene().pasture(ANN, 2, 3, 4), 6),
        (lambda: Scene().pasture(ANN, 3, 4).stables(ANN, 4), 8),
        (lambda: Scene().pasture(ANN, 3, 4).stables(ANN, 3, 4), 16),
        (lambda: Scene().pasture(ANN, 2, 3, 4).stables(ANN, 2, 3, 4), 48),
        (lambda: Scene().stables(ANN, 4), 1),
        (lambda: Scene().owns(ANN, "E29", "E59", "K286").pasture(ANN, 4), 7),
    ],
    ids=[
        "a cell",
        "two",
        "three",
        "a stable",
        "two stables",
        "three stables",
        "a loose stable",
        "pipe, trough and smallholder",
    ],
)
def test_as_many_animals_as_there_is_room_for_stay_and_no_more(lay: Lay, room: int) -> None:
    pet = 1
    assert not too_many(lay, room + pet)
    assert too_many(lay, room + pet + 1)


def test_e29_no_more_sheep_live_in_the_head_grooms_stable() -> None:
    assert not too_many(lambda: Scene().owns(ANN, "E29", "E208").stables(ANN, 4), 4)
    assert too_many(lambda: Scene().owns(ANN, "E29", "E208").stables(ANN, 4), 5)


def test_e58_two_animals_of_any_kinds_live_there() -> None:
    def lay() -> Scene:
        return Scene().owns(ANN, "E58").has(ANN, boar=1, cattle=1)

    assert not too_many(lay, 1)
    assert too_many(lay, 2)
    assert too_many(lambda: Scene().owns(ANN, "E58"), 4)


def test_e58_it_is_played_without_animals_and_is_no_pasture() -> None:
    scene = Scene().owns(ANN, "E153").play(ANN, "E58")
    assert scene.got() == {}
    assert scene.sheet()[PASTURES] == -1


def test_k120_and_k135_goat_and_horse_live_nowhere_and_are_no_animals() -> None:
    assert too_many(lambda: Scene().owns(ANN, "K120"), 1), "the goat is in the house, and no pet beside it"
    assert not too_many(lambda: Scene().owns(ANN, "K135"), 1), "the horse takes nobody's place"
    assert Scene().owns(ANN, "K120", "K135").sheet()[BOAR_LINE] == -1


def test_k145_boars_in_the_forest_are_counted_when_the_last_turn_ends() -> None:
    assert Scene().owns(ANN, "K145").has(ANN, boar=7).sheet()[BOAR_LINE] == 4


def test_k306_of_no_use_beside_the_goat() -> None:
    assert too_many(lambda: Scene().owns(ANN, "K306", "K120").rooms(ANN, 4), 1)
    assert not too_many(lambda: Scene().owns(ANN, "K306").rooms(ANN, 4), 4)


# Cards that are given back -----------------------------------------------------------------------

RETURNS = [
    (card.id, CARDS[returned].id)
    for card in CARDS
    for cost in card.costs
    for returned in map(int, cost.returns)
]


@pytest.mark.parametrize(("name", "returned"), RETURNS)
def test_a_card_is_developed_out_of_each_that_may_be_given_back(name: str, returned: str) -> None:
    scene = Scene().owns(ANN, returned).has(ANN, stone=3, clay=3)
    major = CARDS[INDEX[name]].kind == "major"
    if not major:
        scene.holds(ANN, name)
    scene.use(ANN, "R1-IMPR" if major else "B-START")
    assert PLAY_CARD.option(INDEX[name]) in scene.choices()
    scene.plays(ANN, name)
    if scene.kind() == "pay":
        scene.answer(ANN, next(option for option in scene.choices() if option < PAY.first))
    assert INDEX[returned] not in scene.seat().cards
    assert INDEX[name] in scene.seat().cards


@pytest.mark.parametrize(
    ("owned", "held"), [("I65", "K106"), ("K106", "I65"), ("I65", "E33"), ("K106", "E33")]
)
def test_a_kitchen_is_no_oven_to_be_given_back_or_asked_for(owned: str, held: str) -> None:
    scene = Scene().owns(ANN, owned, "E162").holds(ANN, held).has(ANN, clay=1, stone=3, sheep=1)
    assert COOK_SOME.number not in turn(scene).table.offered[ANN], (
        "it does not cook for the Meat-seller either"
    )
    scene.use(ANN, "B-START")
    assert (scene.kind(), scene.choices()) == ("improvement", [])
    scene.answer(ANN)


# Cards -------------------------------------------------------------------------------------------

LEARNED = ("E153", "E165", "E170")
"""Occupations that do nothing while others are played."""


def test_e43_and_e46_bring_nothing_for_the_round_in_which_they_are_played() -> None:
    scene = Scene(round_=9).owns(ANN, *LEARNED).play(ANN, "E43")
    assert [round_ for round_, _, _ in scene.laid()] == [10, 11, 12, 13, 14]
    scene = Scene(round_=8).owns(ANN, *LEARNED).play(ANN, "E46")
    assert [round_ for round_, _, _ in scene.laid()] == [11, 14]


def test_k130_a_sown_card_of_vegetables_is_a_field_of_vegetables() -> None:
    for field in ("E18", "E47", "K137"):
        scene = Scene().owns(ANN, field).holds(ANN, "K130")
        assert scene.use(ANN, "B-START").choices() == []
        scene.answer(ANN)
        scene = Scene().owns(ANN, field).holds(ANN, "K130").planted(ANN, 0, "vegetable", 1)
        scene.use(ANN, "B-START").plays(ANN, "K130")
        assert INDEX["K130"] in scene.seat().cards


@pytest.mark.parametrize(
    ("space", "round_", "seats"), [("R2-GROWTH", 5, 2), ("R5-GROWTH", 12, 2), ("P5-OCCGROW", 5, 5)]
)
def test_k139_a_family_grows_beside_others(space: str, round_: int, seats: int) -> None:
    scene = Scene(seats, round_=round_).owns(ANN, "K139").rooms(ANN, 3)
    scene.state.visitors[scene.opened(space)] = 1 << 8 * BOB
    assert len(scene.use(ANN, space).seat().kinds) == 3


@pytest.mark.parametrize(("card", "space"), [("E159", "B-BUILD"), ("E163", "B-PLOUGH")])
def test_e159_and_e163_a_second_person_goes_beside_others_and_never_beside_the_own(
    card: str, space: str
) -> None:
    scene = people(Scene().owns(ANN, card).rooms(ANN, 3), ANN, 2).has(ANN, wood=30, reed=9)
    at = scene.opened(space)
    if card == "E159":
        at = scene.opened("R2-GROWTH")
    scene.state.visitors[at] = 1 << 8 * BOB
    assert USE_SPACE.option(at) in turn(scene).choices()
    scene.answer(ANN, USE_SPACE.option(at))
    while scene.kind() not in ("", "place"):
        scene.answer(ANN, *(scene.choices()[:1]))
    assert USE_SPACE.option(at) not in turn(scene).choices()


def test_e200_the_hut_becomes_a_stone_house_for_the_usual_price_by_an_action_only() -> None:
    scene = Scene().owns(ANN, "E200").has(ANN, clay=2, stone=2, reed=1).use(ANN, "R2-RENO")
    scene.answer(ANN, RENOVATE_TO.option(STONE_HOUSE))
    assert (scene.got(), scene.seat().yard.house) == ({"stone": -2, "reed": -1}, STONE_HOUSE)
    scene = Scene().owns(ANN, "E200", "E50").has(ANN, clay=2, stone=2, reed=1)
    turn(scene).offer(ANN, "E50")
    assert (scene.got(), scene.seat().yard.house) == ({"clay": -2, "reed": -1}, CLAY_HOUSE)


def test_i232_a_child_that_outgrows_the_owners_family_brings_food_and_a_guest_does_not() -> None:
    scene = Scene().owns(ANN, "I232").rooms(BOB, 3).use(BOB, "R2-GROWTH")
    assert scene.got(ANN) == {"food": 1}
    scene = guest(people(Scene().owns(ANN, "I232").rooms(BOB, 3), ANN, 3), BOB).use(BOB, "R2-GROWTH")
    assert scene.got(ANN) == {}, "with the guest they are more, and no larger family"


def test_an_empty_deck_is_made_again_when_a_card_is_drawn() -> None:
    scene = Scene(options=Options(three_for_one=True)).holds(ANN, "E12", "E13", "E175")
    scene.state.decks, scene.state.discards = [[], []], [[INDEX["K105"]], []]
    turn(scene).answer(ANN, DRAW_MINOR.number).answer(
        ANN, *(DISCARD_CARD.option(card) for card in scene.seat().hand)
    )
    assert len(scene.seat().hand) == 1
    assert scene.seat().hand[0] in (INDEX["K105"], INDEX["E12"], INDEX["E13"])


# Alone -------------------------------------------------------------------------------------------


def test_alone_an_adult_eats_three_food() -> None:
    assert Scene(1, FAMILY, round_=7).has(ANN, food=9).feeding().got() == {"food": -6}


def test_alone_there_is_no_food_and_two_wood_lie_there_to_be_taken() -> None:
    table = Table(game, FAMILY, 1, SeededChance(bytes(32)))
    table.start()
    table.answer(0, (USE_SPACE.option(Scene(1, FAMILY).opened("B-WOOD3")),))
    goods = table.state.seats[0].goods
    assert (goods[1], sum(goods)) == (2, 2)


def test_the_target_of_each_game_of_a_series_is_known_at_the_first_answer() -> None:
    for number, target in enumerate((50, 55, 59, 62, 64, 65, 66, 67), 1):
        permanent = ("E175", "E172", "E171", "E174", "E176", "E150", "I263")[: number - 1]
        table = Table(game, Options(series=number, permanent=permanent), 1, SeededChance(bytes(32)))
        table.start()
        random = Random(number)
        while table.state.round < 1:
            table.answer(0, *inside(table.open[0], random))
        table.answer(0, *inside(table.open[0], random))
        view = game.view(table.state, ANN)
        assert view.target == target  # type: ignore[attr-defined]
        assert len(table.state.seats[0].cards) >= number - 1

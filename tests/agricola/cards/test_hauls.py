"""Cards that add goods to a person's haul."""

from tests.agricola.cards.hauling import fetching, silent, watching
from tests.agricola.situations import ANN, BOB, CID, Scene
from tilth_rules.agricola.codes import CLAY, GOOD_OF, IDLE, REED, WOOD
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import TAKE_GOOD, USE_CARD


def fetched(name: str, space: str, round_: int = 1, seats: int = 2, **lying: int) -> dict[str, int]:
    """Return the goods that the owner of the card brings home from there."""
    return Scene(seats, round_=round_).owns(ANN, name).heap(space, **lying).use(ANN, space).got()


def chosen(name: str, good: int) -> dict[str, int]:
    """Return the goods that the owner brings home by choosing this building resource, with three at the table."""
    return Scene(3).owns(ANN, name).use(ANN, "P3-RES1").answer(ANN, TAKE_GOOD.option(good)).got()


# One space ---------------------------------------------------------------------------------------


def test_e12_fishing_rod_adds_a_food_and_two_from_round_eight_on() -> None:
    assert fetched("E12", "B-FISH", 7, food=3) == {"food": 4}
    assert fetched("E12", "B-FISH", 8, food=3) == {"food": 5}
    assert silent("E12")


def test_e12_fishing_rod_is_no_use_to_others() -> None:
    assert Scene().owns(ANN, "E12").heap("B-FISH", food=3).use(BOB, "B-FISH").got() == {}


def test_e22_raft_adds_a_food_or_a_reed() -> None:
    for good, got in (("reed", {"food": 1, "reed": 1}), ("food", {"food": 2})):
        scene = Scene().owns(ANN, "E22").heap("B-FISH", food=1).use(ANN, "B-FISH")
        assert scene.takes(ANN, good).got() == got
    assert silent("E22")


def test_e30_canoe_adds_a_food_and_a_reed() -> None:
    assert fetched("E30", "B-FISH", food=1) == {"food": 2, "reed": 1}
    assert silent("E30")


def test_e35_corn_scoop_adds_a_grain() -> None:
    assert fetched("E35", "B-GRAIN") == {"grain": 2}
    assert silent("E35")


def test_i74_adds_two_grain() -> None:
    assert fetched("I74", "B-GRAIN") == {"grain": 3}
    assert silent("I74")


def test_e54_adds_three_stone_to_day_labour() -> None:
    assert fetched("E54", "B-DAY") == {"food": 2, "stone": 3}
    assert silent("E54")


def test_k131_adds_three_clay_to_day_labour() -> None:
    assert fetched("K131", "B-DAY") == {"food": 2, "clay": 3}
    assert silent("K131")


def test_e166_adds_a_vegetable_to_day_labour() -> None:
    assert fetched("E166", "B-DAY") == {"food": 2, "vegetable": 1}
    assert silent("E166")


def test_e202_adds_a_grain_and_from_round_six_on_a_grain_or_a_vegetable() -> None:
    assert fetched("E202", "B-DAY", 5) == {"food": 2, "grain": 1}
    assert fetching("E202", "B-DAY", round_=6).takes(ANN, "vegetable").got() == {"food": 2, "vegetable": 1}
    assert fetching("E202", "B-DAY", round_=6).takes(ANN, "grain").got() == {"food": 2, "grain": 1}
    assert silent("E202", round_=5)
    assert silent("E202", round_=6)


def test_e56_adds_a_stone_on_both_stone_spaces() -> None:
    assert fetched("E56", "R2-STONE", stone=2) == {"stone": 3}
    assert fetched("E56", "R4-STONE", stone=1) == {"stone": 2}
    assert silent("E56")


def test_i82_adds_a_stone_or_for_a_food_two() -> None:
    scene = Scene().owns(ANN, "I82").has(ANN, food=1).heap("R2-STONE", stone=1)
    assert scene.use(ANN, "R2-STONE").takes(ANN, "stone", 2).got() == {"stone": 3, "food": -1}
    assert fetched("I82", "R4-STONE", stone=1) == {"stone": 2}
    assert silent("I82")


def test_e147_brings_a_vegetable_and_a_grain_with_each_vegetable() -> None:
    assert Scene().play(ANN, "E147").got() == {"vegetable": 1}
    assert fetched("E147", "R3-VEG") == {"vegetable": 1, "grain": 1}
    assert silent("E147")


def test_e167_adds_a_grain_to_the_travelling_players() -> None:
    assert fetched("E167", "P4-TRAVEL", seats=4, food=2) == {"food": 2, "grain": 1}
    assert silent("E167")


def test_e167_adds_a_grain_at_five_when_the_food_is_taken_there() -> None:
    assert watching(Scene(5).owns(ANN, "E167")).got() == {"food": 2, "grain": 1}


def test_e168_adds_a_vegetable_to_a_grain() -> None:
    assert fetched("E168", "B-GRAIN") == {"grain": 1, "vegetable": 1}
    assert silent("E168")


def test_e206_adds_a_boar() -> None:
    scene = Scene().owns(ANN, "E206").pasture(ANN, 3).heap("R3-BOAR", boar=1)
    assert scene.use(ANN, "R3-BOAR").got() == {"boar": 2}
    assert silent("E206")


def test_i240_adds_a_cattle() -> None:
    scene = Scene().owns(ANN, "I240").pasture(ANN, 3).heap("R4-CATTLE", cattle=1)
    assert scene.use(ANN, "R4-CATTLE").got() == {"cattle": 2}
    assert silent("I240")


def test_i245_adds_grain_and_vegetable_and_gives_all_others_a_grain() -> None:
    scene = Scene(3).owns(ANN, "I245").use(ANN, "B-GRAIN").with_card(ANN, "I245")
    assert [scene.got(seat) for seat in (ANN, BOB, CID)] == [
        {"grain": 2, "vegetable": 1},
        {"grain": 1},
        {"grain": 1},
    ]
    assert silent("I245")


def test_i245_may_be_refused() -> None:
    scene = Scene(3).owns(ANN, "I245").use(ANN, "B-GRAIN").answer(ANN)
    assert [scene.got(seat) for seat in (ANN, BOB, CID)] == [{"grain": 1}, {}, {}]


def test_k296_brings_a_grain_and_adds_one_to_each() -> None:
    assert Scene().play(ANN, "K296").got() == {"grain": 1}
    assert fetched("K296", "B-GRAIN") == {"grain": 2}
    assert silent("K296")


def test_k311_adds_grain_and_food_when_the_last_person_goes_there() -> None:
    assert fetched("K311", "P4-TRAVEL", seats=4, food=2) == {"food": 2}
    scene = Scene(4).owns(ANN, "K311").heap("P4-TRAVEL", food=2)
    scene.seat(ANN).places[0] = IDLE
    assert scene.use(ANN, "P4-TRAVEL").got() == {"food": 3, "grain": 1}
    assert silent("K311")
    scene = Scene(5).owns(ANN, "K311")
    scene.seat(ANN).places[0] = IDLE
    assert watching(scene).got() == {"food": 3, "grain": 1}


def test_i257_gets_a_grain_when_others_watch_the_travelling_players() -> None:
    scene = Scene(4).owns(ANN, "I257").heap("P4-TRAVEL", food=2)
    assert scene.use(BOB, "P4-TRAVEL").got(ANN) == {"grain": 1}
    scene = Scene(4).owns(ANN, "I257").heap("P4-TRAVEL", food=2)
    assert scene.use(ANN, "P4-TRAVEL").got(ANN) == {"food": 2}
    assert watching(Scene(5).owns(ANN, "I257"), BOB).got(ANN) == {"grain": 1}
    assert Scene(4).owns(ANN, "I257").heap("B-REED1", reed=1).use(BOB, "B-REED1").got(ANN) == {}


def test_i249_plays_an_occupation_when_others_watch_the_travelling_players() -> None:
    scene = Scene(4).owns(ANN, "I249").holds(ANN, "K296").has(ANN, food=1).heap("P4-TRAVEL", food=2)
    scene.use(BOB, "P4-TRAVEL").with_card(ANN, "I249").plays(ANN, "K296")
    assert scene.got(ANN) == {"food": -1, "grain": 1}
    assert scene.got(BOB) == {"food": 2}
    scene = watching(Scene(5).owns(ANN, "I249").holds(ANN, "K296").has(ANN, food=1), BOB)
    assert scene.with_card(ANN, "I249").plays(ANN, "K296").got(ANN) == {"food": -1, "grain": 1}
    scene = Scene(4).owns(ANN, "I249").holds(ANN, "K296").has(ANN, food=1).heap("B-REED1", reed=1)
    assert scene.use(BOB, "B-REED1").kind(ANN) != "next-card"


def test_i249_needs_the_food_before() -> None:
    scene = Scene(4).owns(ANN, "I249").holds(ANN, "K296").heap("P4-TRAVEL", food=2).use(BOB, "P4-TRAVEL")
    assert scene.kind(ANN) != "next-card"


def test_i229_gets_a_food_from_others_and_one_from_the_supply_for_each_grain() -> None:
    scene = Scene(4).owns(ANN, "I229").has(BOB, food=1).use(BOB, "B-GRAIN")
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": 2}, {"food": -1, "grain": 1})
    assert Scene(4).owns(ANN, "I229").use(ANN, "B-GRAIN").got(ANN) == {"food": 1, "grain": 1}
    assert silent("I229")


# Any space ----------------------------------------------------------------------------------------


def test_i79_adds_two_wood_on_every_space_where_wood_lay() -> None:
    assert fetched("I79", "B-WOOD3", wood=3) == {"wood": 5}
    assert fetched("I79", "P5-RSW", seats=5, reed=1) == {"reed": 1, "stone": 1, "wood": 1}


def test_i95_adds_a_food_to_fish_and_to_reed() -> None:
    assert fetched("I95", "B-FISH", food=1) == {"food": 2}
    assert fetched("I95", "B-REED1", reed=1) == {"reed": 1, "food": 1}
    assert fetched("I95", "P4-RSF", seats=4) == {"reed": 1, "stone": 1, "food": 2}
    assert chosen("I95", REED) == {"reed": 1, "food": 1}


def test_k126_adds_two_food_to_reed_alone_and_one_to_reed_with_more() -> None:
    assert fetched("K126", "B-REED1", reed=2) == {"reed": 2, "food": 2}
    assert fetched("K126", "P4-RSF", seats=4) == {"reed": 1, "stone": 1, "food": 2}
    for good in ("wood", "clay"):
        assert fetched("K126", "B-REED1", **{"reed": 1, good: 1}) == {"reed": 1, good: 1, "food": 1}
    assert fetched("K126", "B-CLAY1", clay=1) == {"clay": 1}


def test_e176_adds_a_wood_on_every_space_where_wood_is_taken() -> None:
    assert fetched("E176", "B-WOOD3", wood=3) == {"wood": 4}
    assert fetched("E176", "B-CLAY1", clay=1) == {"clay": 1}
    assert fetched("E176", "P5-RSW", seats=5, reed=1) == {"reed": 1, "stone": 1, "wood": 2}
    assert (chosen("E176", WOOD), chosen("E176", REED)) == ({"wood": 2}, {"reed": 1})
    assert silent("E176")


def test_e176_adds_a_wood_though_all_wood_was_left_for_a_price() -> None:
    scene = Scene().owns(ANN, "E176", "E34").heap("B-WOOD3", wood=2)
    assert scene.use(ANN, "B-WOOD3").with_card(ANN, "E34").got() == {"food": 3, "wood": 1}


def test_e188_adds_two_clay_where_there_is_nothing_but_clay() -> None:
    assert fetched("E188", "B-CLAY1", clay=1) == {"clay": 3}
    assert chosen("E188", CLAY) == {"clay": 3}
    for good in ("wood", "reed", "stone", "grain", "vegetable", "food", "sheep", "boar", "cattle"):
        assert fetched("E188", "B-CLAY1", **{"clay": 1, good: 1}) == {"clay": 1, good: 1}


def test_e210_adds_a_stone_to_stone_alone_and_for_a_food_to_stone_with_more() -> None:
    assert fetching("E210", "R2-STONE", stone=1).with_card(ANN, "E210").got() == {"stone": 2}
    scene = Scene(4).owns(ANN, "E210").has(ANN, food=1).use(ANN, "P4-RSF").with_card(ANN, "E210", 1)
    assert scene.got() == {"reed": 1, "stone": 2}
    assert silent("E210")


def test_e210_a_stone_with_others_beside_it_costs_a_food() -> None:
    for good in ("wood", "clay", "reed"):
        scene = Scene().owns(ANN, "E210").has(ANN, food=1).heap("R2-STONE", **{"stone": 1, good: 1})
        assert scene.use(ANN, "R2-STONE").choices() == [USE_CARD.option(INDEX["E210"], 1)]
        assert scene.with_card(ANN, "E210", 1).got() == {"stone": 2, good: 1, "food": -1}
    assert fetching("E210", "R2-STONE", 1, stone=1).choices() == [USE_CARD.option(INDEX["E210"])]


def test_k268_adds_one_for_a_food_and_a_vegetable_for_two() -> None:
    cases = (("B-WOOD3", "wood", 0), ("B-CLAY1", "clay", 1), ("B-REED1", "reed", 2), ("R2-STONE", "stone", 3))
    for space, good, way in cases:
        scene = Scene().owns(ANN, "K268").has(ANN, food=1).heap(space, **{good: 1}).use(ANN, space)
        assert scene.with_card(ANN, "K268", way).got() == {good: 2, "food": -1}
    assert fetching("K268", "B-GRAIN", 1).with_card(ANN, "K268", 4).got() == {"grain": 2, "food": -1}
    assert fetching("K268", "R3-VEG", 2).with_card(ANN, "K268", 5).got() == {"vegetable": 2, "food": -2}
    assert fetching("K268", "R3-VEG", 1).choices() == [], (
        "the vegetable that was taken can still be eaten for it"
    )
    assert fetching("K268", "R3-VEG", 0).kind() != "next-card"
    assert fetching("K268", "B-WOOD3", 2, wood=1).choices() == [USE_CARD.option(INDEX["K268"])]


def test_k288_adds_a_clay_or_a_grain_to_reed_and_stone_together() -> None:
    scene = Scene(4).owns(ANN, "K288").use(ANN, "P4-RSF").takes(ANN, "grain")
    assert scene.got() == {"reed": 1, "stone": 1, "food": 1, "grain": 1}
    scene = Scene(4).owns(ANN, "K288").use(ANN, "P4-RSF").takes(ANN, "clay")
    assert scene.got() == {"reed": 1, "stone": 1, "food": 1, "clay": 1}
    assert silent("K288")
    assert silent("K288", "R2-STONE", "stone")


def test_k290_adds_a_clay_to_wood_or_clay() -> None:
    assert fetched("K290", "B-WOOD3", wood=3) == {"wood": 3, "clay": 1}
    assert fetched("K290", "B-CLAY1", clay=2) == {"clay": 3}
    assert fetched("K290", "B-REED1", reed=2) == {"reed": 2}
    assert (chosen("K290", WOOD), chosen("K290", CLAY)) == ({"wood": 1, "clay": 1}, {"clay": 2})


def animal(name: str, good: str, amount: int = 1) -> dict[str, int]:
    """Return the goods that the owner brings home by choosing this animal, with five at the table."""
    scene = Scene(5).owns(ANN, name).pasture(ANN, 3).use(ANN, "P5-ANIMAL")
    return scene.answer(ANN, next(one for one in scene.choices() if one // 16 % 128 == GOOD_OF[good])).got()


def test_k297_adds_a_sheep_to_the_sheep_that_five_may_choose() -> None:
    assert animal("K297", "sheep") == {"sheep": 2, "food": 1}


def test_e206_adds_no_boar_to_the_boar_that_five_may_choose() -> None:
    assert animal("E206", "boar") == {"boar": 1}


def test_k297_adds_a_sheep_to_sheep() -> None:
    scene = Scene().owns(ANN, "K297").pasture(ANN, 3).heap("R1-SHEEP", sheep=1)
    assert scene.use(ANN, "R1-SHEEP").got() == {"sheep": 2}
    assert silent("K297")

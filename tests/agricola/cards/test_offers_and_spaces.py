"""Cards that are open between actions, and cards about the action spaces themselves."""

import pytest

from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.codes import CLAY_HOUSE, STONE_HOUSE
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.moves.numbers import GIVE_UP_CARD, PART_POINTS, USE_SPACE, part_option
from tilth_rules.agricola.rounds.phases import ComeHome
from tilth_rules.agricola.rounds.work import PlacePerson

# Between actions ---------------------------------------------------------------------------------


def turn(scene: Scene) -> Scene:
    return scene.run(PlacePerson(ANN))


def test_e50_a_wooden_hut_may_be_renovated_at_any_time() -> None:
    scene = turn(Scene().owns(ANN, "E50").has(ANN, clay=2, reed=1)).offer(ANN, "E50")
    assert scene.got() == {"clay": -2, "reed": -1}
    assert scene.seat().yard.house == CLAY_HOUSE
    assert turn(Scene().owns(ANN, "E50").rooms(ANN, 2, CLAY_HOUSE).has(ANN, stone=2, reed=1)).offers() == []


def test_k303_a_clay_hut_may_be_renovated_at_any_time() -> None:
    scene = turn(Scene().owns(ANN, "K303").rooms(ANN, 2, CLAY_HOUSE).has(ANN, stone=2, reed=1)).offer(
        ANN, "K303"
    )
    assert scene.got() == {"stone": -2, "reed": -1}
    assert turn(Scene().owns(ANN, "K303").has(ANN, clay=2, reed=1)).offers() == []


def test_e50_is_not_open_within_an_action() -> None:
    scene = Scene().owns(ANN, "E50").has(ANN, clay=2, reed=1).use(ANN, "B-PLOUGH")
    assert scene.kind() == "field"
    assert scene.offers() == []


def test_e151_a_farm_of_five_rooms_gets_one_for_nothing_once() -> None:
    assert turn(Scene().owns(ANN, "E151").rooms(ANN, 4)).offers() == []
    scene = turn(Scene().owns(ANN, "E151").rooms(ANN, 5)).offer(ANN, "E151")
    scene.answer(ANN, scene.choices()[0])
    assert (scene.got(), scene.seat().yard.rooms.bit_count(), scene.kind()) == ({}, 6, "place")
    assert scene.offers() == []


def test_e191_a_stone_house_of_four_rooms_gets_one_for_nothing_once() -> None:
    assert turn(Scene().owns(ANN, "E191").rooms(ANN, 3, STONE_HOUSE)).offers() == []
    assert turn(Scene().owns(ANN, "E191").rooms(ANN, 4, CLAY_HOUSE)).offers() == []
    scene = turn(Scene().owns(ANN, "E191").rooms(ANN, 4, STONE_HOUSE)).offer(ANN, "E191")
    scene.answer(ANN, scene.choices()[0])
    assert (scene.got(), scene.seat().yard.rooms.bit_count(), scene.kind()) == ({}, 5, "place")
    assert scene.offers() == []


# Spaces ------------------------------------------------------------------------------------------


def may_follow(name: str, space: str, round_: int = 14, own: bool = False) -> bool:
    """Return whether the owner may go to a space with a person: of another seat, or of the owner as well."""
    scene = (
        Scene(5, round_=round_)
        .owns(ANN, name)
        .holds(ANN, "K283")
        .rooms(ANN, 3)
        .has(ANN, wood=9, reed=9, food=2)
    )
    at = scene.heap(space, food=1).opened(space)
    scene.state.visitors[at] = 1 << 8 * BOB | int(own)
    return USE_SPACE.option(at) in turn(scene).choices()


def test_k139_family_growth_is_open_beside_others() -> None:
    assert may_follow("K139", "R2-GROWTH")
    assert may_follow("K139", "R5-GROWTH")
    assert may_follow("K139", "P5-OCCGROW", round_=5)
    assert not may_follow("K139", "P5-OCCGROW", round_=4)
    assert not may_follow("K139", "R2-GROWTH", own=True)
    assert not may_follow("K139", "B-PLOUGH")


def test_e159_building_and_family_growth_are_open_beside_others() -> None:
    for space in ("B-BUILD", "P5-ROOMTRAVEL", "R2-GROWTH", "R5-GROWTH", "P5-OCCGROW"):
        assert may_follow("E159", space, round_=5)
    assert not may_follow("E159", "P5-OCCGROW", round_=4)
    assert not may_follow("E159", "B-PLOUGH")


def test_e163_vegetables_and_ploughing_are_open_beside_others() -> None:
    for space in ("R3-VEG", "B-PLOUGH", "R5-PLOUGHSOW"):
        assert may_follow("E163", space)
    assert not may_follow("E163", "B-GRAIN")


def test_e164_lends_a_space_for_wood_that_costs_others_two_food() -> None:
    scene = Scene(4).play(ANN, "E164").has(BOB, food=2).heap("P3-WOOD2", wood=4).use(BOB, "P3-WOOD2")
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": 2}, {"food": -2, "wood": 4})
    assert SPACES["P3-WOOD2"] not in Scene(4).state.open


def test_e164_costs_its_owner_nothing_and_a_seat_without_food_cannot_go_there() -> None:
    scene = Scene(4).play(ANN, "E164").heap("P3-WOOD2", wood=4)
    assert scene.use(ANN, "P3-WOOD2").got() == {"wood": 4}
    scene = Scene(4).play(ANN, "E164").has(BOB, food=1).heap("P3-WOOD2", wood=4).run(PlacePerson(BOB))
    assert USE_SPACE.option(SPACES["P3-WOOD2"]) not in scene.choices(BOB)


def test_i230_lends_a_space_with_three_clay_that_costs_others_three_food() -> None:
    scene = Scene(4).play(ANN, "I230")
    assert scene.lies("P3-CLAY1") == {"clay": 3}
    scene.has(BOB, food=3).use(BOB, "P3-CLAY1")
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": 3}, {"food": -3, "clay": 3})


def test_i337_lends_a_clay_deposit_that_costs_others_a_food() -> None:
    scene = Scene().play(ANN, "I337").has(BOB, food=1).use(BOB, "C-CLAYDEPOSIT")
    assert (scene.got(ANN), scene.got(BOB)) == ({"food": 1}, {"food": -1, "clay": 5})


def test_i337_brings_its_owner_clay_or_two_points() -> None:
    scene = Scene().play(ANN, "I337").use(ANN, "C-CLAYDEPOSIT").takes(ANN, "clay", 5)
    assert scene.got() == {"clay": 5}
    scene = Scene().play(ANN, "I337").use(ANN, "C-CLAYDEPOSIT").answer(ANN, part_option(PART_POINTS, 2))
    assert (scene.got(), scene.seat().points) == ({}, 2)


def test_i100_tavern_brings_others_food_and_its_owner_food_or_points() -> None:
    assert Scene().play(ANN, "I100").use(BOB, "C-TAVERN").got(BOB) == {"food": 3}
    assert Scene().play(ANN, "I100").use(ANN, "C-TAVERN").takes(ANN, "food", 3).got() == {"food": 3}
    scene = Scene().play(ANN, "I100").use(ANN, "C-TAVERN").answer(ANN, part_option(PART_POINTS, 2))
    assert (scene.got(), scene.seat().points) == ({}, 2)


@pytest.mark.parametrize(("name", "space"), [("I100", "C-TAVERN"), ("I337", "C-CLAYDEPOSIT")])
def test_i100_and_i337_close_when_they_are_given_up(name: str, space: str) -> None:
    scene = Scene().owns(ANN, "E18").play(ANN, name).has(BOB, food=1).use(BOB, space).heap(space, food=1)
    at = SPACES[space]
    scene.holds(ANN, "E38").do(ANN, acts.Improve()).plays(ANN, "E38")
    scene.answer(ANN, GIVE_UP_CARD.option(INDEX["E18"])).answer(ANN, GIVE_UP_CARD.option(INDEX[name]))
    assert (at in scene.state.open, scene.lies(space)) == (False, {})
    assert at in scene.seat(BOB).places, "a person there stays for this round"
    assert USE_SPACE.option(at) not in scene.run(PlacePerson(BOB)).choices(BOB)
    assert at not in scene.run(ComeHome()).seat(BOB).places


def test_i100_stays_open_while_something_else_is_given_up() -> None:
    scene = Scene().owns(ANN, "E18", "E33").play(ANN, "I100").holds(ANN, "E38")
    scene.do(ANN, acts.Improve()).plays(ANN, "E38")
    scene.answer(ANN, GIVE_UP_CARD.option(INDEX["E18"])).answer(ANN, GIVE_UP_CARD.option(INDEX["E33"]))
    assert USE_SPACE.option(SPACES["C-TAVERN"]) in scene.run(PlacePerson(BOB)).choices(BOB)

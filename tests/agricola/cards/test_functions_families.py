"""Cards about families: Clapper, Reed Hut, Adoptive Parents, Wet Nurse, Farm Steward, Midwife."""

import pytest

from tests.agricola.cards.farms import guest, people
from tests.agricola.situations import ANN, BOB, Scene
from tilth_rules.agricola.actions.growth import Grow
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.codes import AT_HOME, CLAY_HOUSE, LODGER, STONE_HOUSE, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import INDEX as SPACES
from tilth_rules.agricola.moves.numbers import AGREE, BUILD_ROOM, USE_SPACE
from tilth_rules.agricola.rounds.harvest import appetite
from tilth_rules.agricola.rounds.placement import spaces_for
from tilth_rules.agricola.rounds.work import PlacePerson, left_to_place, next_person
from tilth_rules.agricola.scoring import FAMILY, sheets
from tilth_rules.agricola.state import discs, family_size


@pytest.mark.parametrize(("own", "before", "food"), [(2, 2, 1), (2, 3, 2), (2, 4, 2), (3, 2, 0), (3, 3, 1)])
def test_i232_a_family_that_outgrows_the_owners_brings_food(own: int, before: int, food: int) -> None:
    scene = people(people(Scene().owns(ANN, "I232"), ANN, own), BOB, before)
    assert scene.run(Grow(Facts(BOB))).got().get("food", 0) == food


def test_i232_guests_are_no_family_and_own_children_bring_nothing() -> None:
    scene = guest(people(guest(people(Scene().owns(ANN, "I232"), ANN, 2), ANN), BOB, 2), BOB)
    assert scene.run(Grow(Facts(BOB))).got() == {"food": 1}
    assert people(scene, BOB, 2).run(Grow(Facts(ANN))).got() == {}


def grown(house: int, *spaces: str, rooms: int = 2) -> Scene:
    """Return a scene after Ann's people have gone to these spaces, one after another."""
    scene = people(Scene().owns(ANN, "I233").rooms(ANN, rooms, house), ANN, 2)
    for space in spaces:
        scene.use(ANN, space)
    scene.opened("R2-GROWTH")
    scene.state.visitors[SPACES["R2-GROWTH"]] = 0
    return scene.run(PlacePerson(ANN))


GROWTH = USE_SPACE.option(SPACES["R2-GROWTH"])


def test_i233_in_a_better_house_the_family_grows_once_without_a_free_room() -> None:
    assert GROWTH in grown(CLAY_HOUSE).choices()
    assert GROWTH in grown(STONE_HOUSE).choices()
    assert GROWTH not in grown(WOODEN).choices()
    scene = grown(CLAY_HOUSE, "R2-GROWTH")
    assert (len(scene.seat().kinds), GROWTH in scene.choices()) == (3, False)


def test_i233_a_growth_that_does_not_need_it_leaves_it_for_later() -> None:
    assert GROWTH in grown(CLAY_HOUSE, "R5-GROWTH").choices()
    assert GROWTH in grown(CLAY_HOUSE, "R2-GROWTH", rooms=3).choices()
    scene = people(Scene(3).owns(ANN, "I233").rooms(ANN, 2, CLAY_HOUSE), ANN, 2).play(ANN, "K291")
    scene.opened("R2-GROWTH")
    assert GROWTH in scene.run(PlacePerson(ANN)).choices(), "the Lover needs no room either"


def stacks(scene: Scene, seat: int = ANN) -> list[int]:
    return [stack for stack in scene.seat(seat).yard.stacks if stack]


def growing(*cards: str, round_: int = 5) -> Scene:
    """Return a scene in which Ann has a free room, fields and these cards."""
    return (
        Scene(round_=round_)
        .owns(ANN, *cards)
        .rooms(ANN, 3)
        .fields(ANN, "grain 1", "vegetable 2", "grain 2")
        .has(ANN, food=3)
    )


def test_k127_every_stack_of_grain_grows_with_the_family() -> None:
    scene = growing("K127").use(ANN, "R2-GROWTH")
    assert stacks(scene) == [2 + 1, 2, 1 + 1]


def test_k127_growth_without_room_counts_too() -> None:
    assert stacks(growing("K127", round_=12).use(ANN, "R5-GROWTH")) == [3, 2, 2]


def test_k127_is_no_sowing_and_wood_on_cards_grows_by_one() -> None:
    scene = growing("K127", "I78", "K118").planted(ANN, 0, "wood", 2).use(ANN, "R2-GROWTH")
    assert stacks(scene) == [3, 2, 2]
    assert scene.seat().plot_stacks == [3, 0]


def test_k127_counts_growth_of_the_same_round_when_it_is_played() -> None:
    scene = growing().holds(ANN, "K127").has(ANN, wood=1).use(ANN, "R2-GROWTH").plays(ANN, "K127")
    assert stacks(scene) == [3, 2, 2]
    assert stacks(growing().play(ANN, "K127")) == [2, 2, 1]


def test_k127_counts_growth_whose_child_works_already() -> None:
    scene = growing("K267").holds(ANN, "K127").has(ANN, wood=1, food=1)
    scene.use(ANN, "R2-GROWTH").with_card(ANN, "K267").plays(ANN, "K127")
    assert stacks(scene) == [3, 2, 2]


@pytest.mark.parametrize("helper", ["K267", "K138"])
def test_k127_counts_growth_on_a_space_that_is_good_for_something_else_too(helper: str) -> None:
    """No child sits there to show it: it is an adult already, or the lodger has come instead."""
    scene = Scene(5, round_=5).rooms(ANN, 3).fields(ANN, "grain 1").has(ANN, food=3).play(ANN, helper)
    scene.use(ANN, "P5-OCCGROW").with_card(ANN, helper).play(ANN, "K127")
    assert stacks(scene) == [1 + 1]
    scene.state.round += 1
    assert stacks(scene.play(ANN, "K127")) == [1 + 1], "that was in the round before"


def test_k127_other_seats_growth_is_none_of_its_business() -> None:
    scene = growing("K127").rooms(BOB, 3).use(BOB, "R2-GROWTH")
    assert stacks(scene) == [2, 2, 1]


def test_k127_is_not_for_the_lover_and_the_wet_nurse() -> None:
    scene = Scene(5, round_=5).owns(ANN, "K127").fields(ANN, "grain 1").play(ANN, "K291", "P5-OCCGROW")
    assert family_size(scene.seat()) == 3
    assert stacks(scene) == [1]
    scene = growing("K127", "K270").has(ANN, wood=5, reed=2).do(ANN, acts.BuildRooms(most=1), "B-BUILD")
    scene.answer(ANN, scene.choices()[0]).with_card(ANN, "K270")
    assert family_size(scene.seat()) == 3
    assert stacks(scene) == [2, 2, 1]


def test_k138_a_lodger_in_the_hut_works_at_once_after_the_family() -> None:
    scene = Scene().play(ANN, "K138")
    assert scene.seat().kinds.count(LODGER) == 1
    assert left_to_place(scene.state, ANN) == 3
    people(scene, BOB, 1)
    scene.use(ANN, "B-DAY").answer(BOB, scene.choices(BOB)[0])
    scene.answer(ANN, USE_SPACE.option(scene.opened("B-GRAIN")))
    assert next_person(scene.state, ANN) == scene.seat().kinds.index(LODGER)


def test_k138_the_lodger_comes_after_children_born_later() -> None:
    scene = Scene(round_=6).play(ANN, "K138")
    seat = scene.seat()
    seat.places, seat.born, seat.kinds = [0, 0, AT_HOME, AT_HOME], [0, 0, 0, 5], [1, 1, LODGER, 1]
    assert next_person(scene.state, ANN) == 3


def test_k138_the_lodger_is_fed_and_scores_nothing() -> None:
    scene = Scene().play(ANN, "K138")
    assert appetite(scene.state, ANN) == 6
    assert sheets(scene.state)[ANN][FAMILY] == 6
    assert appetite(Scene(1).play(ANN, "K138").state, ANN) == 9


def test_k138_the_cook_feeds_the_lodger_cheaply() -> None:
    """Two eat two food, each other person one."""
    assert appetite(Scene(4).owns(ANN, "E181").play(ANN, "K138").state, ANN) == 5
    assert appetite(Scene(4).play(ANN, "K138").owns(ANN, "E181").state, ANN) == 5


def test_k138_the_lodger_does_not_count_when_the_family_grows() -> None:
    scene = Scene(round_=5).rooms(ANN, 3).play(ANN, "K138").use(ANN, "R2-GROWTH").answer(ANN)
    assert family_size(scene.seat()) == 3
    assert discs(scene.seat()) == 4


def test_k138_the_lodger_may_move_in_instead_of_a_child() -> None:
    scene = Scene(round_=5).rooms(ANN, 3).play(ANN, "K138").use(ANN, "R2-GROWTH").with_card(ANN, "K138")
    assert family_size(scene.seat()) == 3
    assert LODGER not in scene.seat().kinds
    assert appetite(scene.state, ANN) == 6
    assert left_to_place(scene.state, ANN) == 2


def test_k138_the_lodger_does_not_take_himself_in() -> None:
    scene = people(Scene(round_=5), ANN, 1).play(ANN, "K138")
    scene.use(ANN, "B-DAY").answer(1, scene.choices(BOB)[0])
    assert scene.seat().kinds[next_person(scene.state, ANN)] == LODGER
    scene = scene.use(ANN, "R2-GROWTH")
    assert LODGER in scene.seat().kinds
    assert family_size(scene.seat()) == 2
    assert scene.kind() != "next-card"


def test_k138_without_a_disc_nobody_comes() -> None:
    scene = people(Scene(), ANN, 5).play(ANN, "K138")
    assert len(scene.seat().kinds) == 5


def test_k138_with_one_disc_left_it_is_a_child_or_the_lodger() -> None:
    scene = people(Scene(round_=5), ANN, 3).rooms(ANN, 4).play(ANN, "K138").use(ANN, "R2-GROWTH")
    assert scene.kind() == "next-card"
    assert LODGER in scene.answer(ANN).seat().kinds


def test_k138_the_last_disc_can_only_move_in() -> None:
    scene = people(Scene(round_=5), ANN, 4).rooms(ANN, 5).play(ANN, "K138").use(ANN, "R2-GROWTH")
    assert discs(scene.seat()) == family_size(scene.seat()) == 5


def test_k138_the_last_disc_can_not_see_to_it_itself() -> None:
    """No person of the family is left to go there, and there is no disc for a child."""
    scene = people(Scene(round_=5), ANN, 4).rooms(ANN, 5).play(ANN, "K138")
    growth = scene.opened("R2-GROWTH")
    scene.seat().places[:4] = [scene.opened("B-DAY")] * 4
    assert growth not in list(spaces_for(scene.state, ANN))
    scene.seat().places[3] = AT_HOME
    assert growth in list(spaces_for(scene.state, ANN))


def test_k267_the_child_works_in_the_same_round_for_a_food() -> None:
    scene = growing("K267").use(ANN, "R2-GROWTH").with_card(ANN, "K267")
    assert scene.got() == {"food": -1}
    assert left_to_place(scene.state, ANN) == 2


def test_k267_the_child_eats_like_an_adult_in_the_next_harvest() -> None:
    scene = growing("K267", round_=7).use(ANN, "R2-GROWTH").with_card(ANN, "K267")
    assert appetite(scene.state, ANN) == 6


def test_k267_the_child_may_stay_one() -> None:
    scene = growing("K267", round_=7).use(ANN, "R2-GROWTH").answer(ANN)
    assert scene.got() == {}
    assert appetite(scene.state, ANN) == 5


def test_k267_needs_the_food() -> None:
    scene = growing("K267").has(ANN, food=0).use(ANN, "R2-GROWTH")
    assert scene.kind() == ""
    assert left_to_place(scene.state, ANN) == 1


def test_k267_instead_of_a_child_that_works_already_no_lodger_comes() -> None:
    scene = Scene(round_=5).owns(ANN, "K267").rooms(ANN, 3).has(ANN, food=1).play(ANN, "K138")
    scene.use(ANN, "R2-GROWTH").with_card(ANN, "K267")
    assert (scene.kind(), LODGER in scene.seat().kinds) == ("", True)


def test_k267_a_lodger_that_moves_in_is_no_child() -> None:
    scene = growing("K267").play(ANN, "K138").use(ANN, "R2-GROWTH").with_card(ANN, "K138")
    assert scene.kind() == ""


def building(rooms: int, *cards: str) -> Scene:
    """Return a scene: Ann, with two people in two rooms, has built this many more."""
    scene = Scene().owns(ANN, "K270", *cards).has(ANN, wood=5 * rooms, reed=2 * rooms, food=5)
    scene.do(ANN, acts.BuildRooms(), "B-BUILD")
    for _ in range(rooms):
        scene.answer(ANN, next(option for option in scene.choices() if option >= BUILD_ROOM.first))
    return scene.answer(ANN) if scene.kind() == "room" else scene


def test_k270_a_child_for_each_room_that_was_built_for_a_food_each() -> None:
    scene = building(2).with_card(ANN, "K270").answer(ANN, AGREE.number)
    assert family_size(scene.seat()) == 4
    assert scene.kind() == ""
    assert scene.got()["food"] == -2


def test_k270_fewer_children_than_rooms_will_do() -> None:
    scene = building(2).with_card(ANN, "K270").answer(ANN)
    assert family_size(scene.seat()) == 3
    assert scene.kind() == ""


def test_k270_no_more_children_than_rooms_were_built() -> None:
    scene = Scene().owns(ANN, "K270").rooms(ANN, 4).has(ANN, wood=5, reed=2, food=5)
    scene.do(ANN, acts.BuildRooms(most=1), "B-BUILD").answer(ANN, scene.choices()[0]).with_card(ANN, "K270")
    assert family_size(scene.seat()) == 3
    assert scene.kind() == ""


def test_k270_nobody_comes_without_a_free_room_or_without_food() -> None:
    scene = people(Scene().owns(ANN, "K270"), ANN, 3).has(ANN, wood=5, reed=2, food=5)
    scene.do(ANN, acts.BuildRooms(most=1), "B-BUILD").answer(ANN, scene.choices()[0])
    assert scene.kind() == ""
    scene = Scene().owns(ANN, "K270").has(ANN, wood=5, reed=2)
    assert scene.do(ANN, acts.BuildRooms(most=1)).answer(ANN, scene.choices()[0]).kind() == ""


def test_k270_nobody_comes_when_all_five_are_there() -> None:
    scene = people(Scene().owns(ANN, "K270").rooms(ANN, 5), ANN, 5).has(ANN, wood=5, reed=2, food=5)
    scene.do(ANN, acts.BuildRooms(most=1), "B-BUILD")
    assert scene.answer(ANN, scene.choices()[0]).kind() == ""


def test_k270_newborns_sit_where_the_room_was_built_and_work_from_the_next_round_on() -> None:
    scene = building(1).with_card(ANN, "K270")
    assert scene.seat().places[2] == scene.opened("B-BUILD")
    assert left_to_place(scene.state, ANN) == 2


def test_k270_serves_a_room_that_comes_with_an_improvement() -> None:
    scene = Scene().owns(ANN, "K270").rooms(ANN, 2, house=2).has(ANN, food=1).play(ANN, "E55")
    scene.with_card(ANN, "E55").answer(ANN, scene.choices()[0])
    assert family_size(scene.with_card(ANN, "K270").seat()) == 3

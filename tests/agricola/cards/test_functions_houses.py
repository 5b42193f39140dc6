"""Cards about houses: Hut Builder, Conservator, Pastor."""

import pytest

from tests.agricola.cards.farms import turn
from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.actions.building import houses_to
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import ROUND
from tilth_rules.agricola.codes import CLAY_HOUSE, STONE_HOUSE, WOODEN
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.moves.numbers import RENOVATE_TO


def hut(since: int, round_: int = 11, house: int = WOODEN) -> Scene:
    scene = Scene(round_=since).owns(ANN, "E178").rooms(ANN, 2, house)
    scene.state.round = round_
    return scene.comes(ROUND)


def test_e178_a_room_for_nothing_when_round_eleven_begins() -> None:
    scene = hut(4).with_card(ANN, "E178")
    assert scene.answer(ANN, scene.choices()[0]).got() == {}
    assert (scene.kind(), scene.seat().yard.rooms.bit_count()) == ("", 3)
    assert hut(4).answer(ANN).seat().yard.rooms.bit_count() == 2


@pytest.mark.parametrize(
    ("since", "round_", "house"), [(5, 11, 0), (4, 10, 0), (4, 12, 0), (4, 11, STONE_HOUSE)]
)
def test_e178_it_is_for_seats_that_played_it_early_and_have_no_stone_house(
    since: int, round_: int, house: int
) -> None:
    assert hut(since, round_, house).kind() == ""


def test_e178_nobody_is_asked_where_no_room_can_stand() -> None:
    scene = Scene(round_=4).owns(ANN, "E178").stables(ANN, 0, 6, 11)
    scene.state.round = 11
    assert scene.comes(ROUND).kind() == ""


def parish(*rooms: int) -> Scene:
    scene = Scene(4).owns(ANN, "E193")
    for seat, count in enumerate(rooms):
        scene.rooms(seat, count)
    return turn(scene)


def test_e193_the_only_seat_with_two_rooms_gets_goods_once() -> None:
    scene = parish(2, 3, 3, 4).offer(ANN, "E193")
    assert scene.got() == {"wood": 3, "clay": 2, "reed": 1, "stone": 1}
    assert scene.offers() == []


@pytest.mark.parametrize("rooms", [(2, 3, 2, 3), (3, 3, 3, 3), (3, 2, 3, 3)])
def test_e193_nobody_else_may_have_two_rooms_and_the_owner_no_third(rooms: tuple[int, ...]) -> None:
    assert parish(*rooms).offers() == []


def test_e193_gets_them_between_actions_only() -> None:
    scene = parish(2, 3, 3, 4).has(ANN, grain=1).fields(ANN, "")
    assert turn(scene).offers() == [("E193", 0)]
    assert scene.do(ANN, acts.Sow()).kind() == "sow"
    assert scene.offers() == []


def test_e200_a_wooden_hut_may_become_a_stone_house_for_the_usual_price() -> None:
    scene = Scene().owns(ANN, "E200").has(ANN, stone=2, reed=1)
    assert scene.do(ANN, acts.Renovate()).got() == {"stone": -2, "reed": -1}
    assert scene.seat().yard.house == STONE_HOUSE
    both = Scene().owns(ANN, "E200").has(ANN, clay=2, stone=2, reed=1).do(ANN, acts.Renovate())
    assert both.choices() == [RENOVATE_TO.option(CLAY_HOUSE), RENOVATE_TO.option(STONE_HOUSE)]


def test_e200_not_where_a_card_renovates() -> None:
    scene = Scene().owns(ANN, "E200", "E50").has(ANN, clay=2, stone=2, reed=1)
    assert houses_to(scene.state, Facts(ANN, via=INDEX["E50"])) == [CLAY_HOUSE]


def test_e200_a_clay_hut_becomes_a_stone_house_as_usual() -> None:
    scene = Scene().owns(ANN, "E200").rooms(ANN, 2, CLAY_HOUSE).has(ANN, stone=2, reed=1)
    assert houses_to(scene.state, Facts(ANN)) == [STONE_HOUSE]

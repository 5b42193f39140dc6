"""The action spaces: the ones of a match, the goods that come onto them, and their acts."""

import pytest

from tilth_rules.agricola.codes import CLAY, FOOD, REED, STAGES, STONE, WOOD
from tilth_rules.agricola.content.acts import (
    Bake,
    BuildRooms,
    BuildStables,
    Gain,
    Grow,
    Improve,
    PlayOccupation,
    Plough,
    Renovate,
    Sow,
    TakeAll,
)
from tilth_rules.agricola.content.names import SPACE_DATA
from tilth_rules.agricola.content.spaces import INDEX, ROUND_CARDS, SPACES, Space, board, read
from tilth_rules.agricola.content.types import Count


def space(name: str) -> Space:
    return SPACES[INDEX[name]]


def ids(spaces: tuple[int, ...]) -> list[str]:
    return [SPACES[at].id for at in spaces]


def test_ten_spaces_are_open_to_one_or_two_players() -> None:
    assert len(board(1, family=False)) == len(board(2, family=False)) == 10
    assert len(board(1, family=True)) == 10


@pytest.mark.parametrize(("players", "cards"), [(3, 4), (4, 6), (5, 6)])
def test_more_players_have_green_cards_of_their_own(players: int, cards: int) -> None:
    for family in (False, True):
        green = [at for at in board(players, family) if SPACES[at].kind == "green"]
        assert len(green) == cards
        assert {SPACES[at].players for at in green} == {players}


def test_the_family_game_turns_some_spaces_over() -> None:
    full, family = ids(board(4, family=False)), ids(board(4, family=True))
    assert set(full) - set(family) == {"B-START", "B-OCC", "B-DAY", "P4-OCC"}
    assert set(family) - set(full) == {"F-START", "F-STABLEBAKE", "F-DAY", "F4-RES2"}


def test_nobody_plays_an_occupation_in_the_family_game() -> None:
    for players in range(1, 6):
        for at in board(players, family=True):
            assert not any(isinstance(act, PlayOccupation) for act in SPACES[at].do)


def test_the_round_cards_of_the_stages_make_fourteen_rounds() -> None:
    assert [len(cards) for cards in ROUND_CARDS] == [STAGES.count(stage) for stage in range(1, 7)]
    assert ids(ROUND_CARDS[2]) == ["R3-VEG", "R3-BOAR"]
    assert ids(ROUND_CARDS[5]) == ["R6-RENOFENCE"]


def test_spaces_get_their_goods_each_round() -> None:
    per_round = {one.id: dict(one.accumulates) for one in SPACES if one.accumulates and one.kind == "board"}
    assert per_round == {
        "B-WOOD3": {WOOD: 3},
        "B-CLAY1": {CLAY: 1},
        "B-REED1": {REED: 1},
        "B-FISH": {FOOD: 1},
        "F-START": {FOOD: 1},
    }
    assert dict(space("P5-WOOD4").accumulates) == {WOOD: 4}
    assert dict(space("P4-CLAY2").accumulates) == {CLAY: 2}


def test_goods_that_lie_on_a_space_can_be_taken_there() -> None:
    for one in SPACES:
        assert bool(one.accumulates) == any(isinstance(act, TakeAll) for act in one.do), one.id


def test_wood_comes_slower_to_somebody_alone() -> None:
    assert dict(space("B-WOOD3").grows(1)) == {WOOD: 2}
    assert dict(space("B-WOOD3").grows(2)) == {WOOD: 3}
    assert dict(space("B-CLAY1").grows(1)) == {CLAY: 1}


def test_the_reed_of_five_players_comes_with_stone_and_wood_from_the_stock() -> None:
    one = space("P5-RSW")
    assert one.form == "all"
    take, gain = one.do
    assert isinstance(take, TakeAll)
    assert isinstance(gain, Gain)
    assert dict(one.accumulates) == {REED: 1}
    assert dict(gain.goods) == {WOOD: 1, STONE: 1}


def test_rooms_and_stables_are_built_together_or_apart() -> None:
    one = space("B-BUILD")
    assert one.form == "and_or"
    rooms, stables = one.do
    assert isinstance(rooms, BuildRooms)
    assert isinstance(stables, BuildStables)
    assert dict(stables.price) == {WOOD: 2}


def test_after_a_renovation_an_improvement_may_follow() -> None:
    one = space("R2-RENO")
    assert one.form == "then"
    assert isinstance(one.do[0], Renovate)
    assert one.do[1] == Improve(major=True)


def test_fields_are_ploughed_before_they_are_sown() -> None:
    assert [type(act) for act in space("R5-PLOUGHSOW").do] == [Plough, Sow]
    assert [type(act) for act in space("R1-SOW").do] == [Sow, Bake]


def test_an_occupation_costs_more_the_later_it_comes() -> None:
    costs = {}
    for name in ("B-OCC", "P4-OCC", "P5-OCCGROW"):
        act = space(name).do[0]
        assert isinstance(act, PlayOccupation)
        assert isinstance(act.food, Count)
        costs[name] = [act.food.worth(count) for count in range(4)]
    assert costs == {"B-OCC": [0, 1, 1, 1], "P4-OCC": [1, 1, 2, 2], "P5-OCCGROW": [1, 1, 2, 2]}
    assert space("P3-OCC").do == (PlayOccupation(food=2),)


def test_families_grow_in_three_ways() -> None:
    growths = {one.id: act for one in SPACES for act in one.do if isinstance(act, Grow)}
    assert growths == {
        "R2-GROWTH": Grow(),
        "R5-GROWTH": Grow(anyhow=True),
        "P5-OCCGROW": Grow(since=5),
        "F5-RES2GROW": Grow(since=5),
    }


def test_a_space_with_an_unknown_word_is_refused_with_its_id() -> None:
    for wrong in ({"form": "perhaps"}, {"do": [{"act": "rest"}]}, {"accumulates": {"gold": 1}}, {"stage": 7}):
        with pytest.raises(ValueError, match=r"^space B-FISH: "):
            read({**SPACE_DATA["B-FISH"], **wrong}, "B-FISH")

"""The points of whole farmyards, added up by hand from the rulebook's table, line by line."""

import pytest

from tests.agricola.farmyards import FARMS, Farm
from tests.agricola.situations import ANN
from tilth_rules.agricola import game
from tilth_rules.agricola.actions.animals import animals_fit
from tilth_rules.agricola.content.cards import INDEX
from tilth_rules.agricola.farm.yard import FENCES, beside, ring
from tilth_rules.agricola.scoring import CATTLE_LINE, LINES


@pytest.mark.parametrize("farm", FARMS, ids=lambda farm: farm.about)
def test_a_farm_is_worth_the_points_added_up_by_hand(farm: Farm) -> None:
    scene = farm.scene()
    assert tuple(scene.sheet(ANN)) == farm.sheet
    assert game.scores(scene.state)[ANN] == farm.points == sum(farm.sheet)


@pytest.mark.parametrize("farm", FARMS, ids=lambda farm: farm.about)
def test_every_farm_could_stand_in_a_match(farm: Farm) -> None:
    scene = farm.scene()
    yard = scene.seat().yard
    assert yard.fences.bit_count() <= FENCES
    assert not yard.fences ^ _rings(yard.pastures())
    assert all(not area & (yard.rooms | yard.fields) for area in yard.pastures())
    assert _in_one_piece(yard.rooms)
    assert _in_one_piece(yard.fields)
    assert _in_one_piece(sum(yard.pastures()))
    assert animals_fit(scene.state, ANN)
    assert all(name in INDEX for name in farm.cards)


def _rings(areas: tuple[int, ...]) -> int:
    edges = 0
    for area in areas:
        edges |= ring(area)
    return edges


def _in_one_piece(cells: int) -> bool:
    reached = cells & -cells
    while reached != (wider := (reached | beside(reached)) & cells):
        reached = wider
    return reached == cells


def test_the_farms_reach_every_step_of_every_table_and_every_line() -> None:
    assert len(FARMS) >= 20
    for line in range(LINES):
        worth = {farm.sheet[line] for farm in FARMS}
        if line <= CATTLE_LINE:
            assert worth == {-1, 1, 2, 3, 4}
        else:
            assert len(worth) > 1

"""The values that are printed only in pictures: where they come from, and how an owner of the box corrects one."""

import json
from typing import Any

import pytest

from tests.petrichor.test_setup import begun
from tilth_rules.kernel import OptionsRefused
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import (
    COFFEE,
    CORN,
    COTTON,
    CROPS,
    DEVELOPED,
    GRASS,
    POTATO,
    SPROUTING,
    WHEAT,
)
from tilth_rules.petrichor.content.compiled import FILE, read
from tilth_rules.petrichor.options import values_of


def corrected(**patch: Any) -> Options:
    return Options(values=json.dumps(patch))


def test_a_single_value_is_corrected_by_naming_it() -> None:
    options = corrected(crops={"wheat": {"threshold": {"value": 4, "tag": "S"}}})
    game.check(options, 3)
    assert values_of(options).needs[WHEAT] == 4
    assert values_of(options).needs[GRASS] == 5


def test_a_whole_file_may_be_passed() -> None:
    options = Options(values=json.dumps(FILE.data))
    assert values_of(options) == values_of(Options())


def test_corrected_values_are_played_with() -> None:
    options = corrected(crops={"cotton": {"threshold": {"value": 7, "tag": "S"}}})
    states = [begun(4, options, seed).state for seed in range(5)]
    cotton = [state.needs[state.crops.index(COTTON)] for state in states if COTTON in state.crops]
    assert set(cotton) == {7}


@pytest.mark.parametrize(
    ("field", "patch"),
    [
        ("values.crops.wheat.threshold.value", {"crops": {"wheat": {"threshold": {"value": 0, "tag": "S"}}}}),
        (
            "values.crops.wheat.threshold.value",
            {"crops": {"wheat": {"threshold": {"value": "3", "tag": "S"}}}},
        ),
        ("values.crops.grass.ranks", {"crops": {"grass": {"ranks": []}}}),
        ("values.crops.wheat", {"crops": {"wheat": {"colour": 1}}}),
        ("values.voting_track.short.points", {"voting_track": {"short": {"points": [0, 1], "tag": "X"}}}),
        ("values.voting_track.long.points", {"voting_track": {"long": {"points": [0] * 12, "tag": "X"}}}),
        ("values.harvest_die.faces", {"harvest_die": {"faces": [1, 2]}}),
        ("values.harvest_die.faces[4]", {"harvest_die": {"faces": [1, 2, 3, 4, 5, 0]}}),
        ("values.tiles.list", {"tiles": {"list": [{"crop": "corn", "priority": None, "tag": "X"}]}}),
        ("values.southern_winds.icons", {"southern_winds": {"icons": []}}),
        ("values.first_layouts.players_2", {"first_layouts": {"players_2": [["wheat"]]}}),
        ("values.first_layouts.players_3", {"first_layouts": {"players_3": [["rice"] * 3] * 3}}),
        (
            "values.crops.cactus.overwatered_at",
            {"crops": {"cactus": {"overwatered_at": {"value": 2, "tag": "S"}}}},
        ),
        ("values.fertilizer.tokens", {"fertilizer": {"tokens": {"value": 4, "tag": "S"}}}),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_name(field: str, patch: dict[str, Any]) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(Options(values=json.dumps(patch)), 3)
    assert refused.value.field == field


@pytest.mark.parametrize("text", ["{", "[]", "3", "[" * 100_000])
def test_a_text_that_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        read(text)
    assert refused.value.field == "values"


def test_every_value_has_a_source() -> None:
    def tagged(node: object) -> bool:
        if isinstance(node, list):
            return all(map(tagged, node))
        if not isinstance(node, dict):
            return True
        fits = "value" not in node or node["tag"] in ("S", "D", "P", "X", "P+S")
        return fits and all(map(tagged, node.values()))

    assert tagged(FILE)


def test_the_values_agree_with_the_rulebooks() -> None:
    values = values_of(Options())
    assert len(values.tiles) - 1 == 16
    assert sum(crop == CORN for crop, _ in values.tiles) == 2
    assert values.ranks[GRASS, DEVELOPED][0] == 4
    assert values.ranks[GRASS, DEVELOPED][2] == 2
    assert values.ranks[POTATO, DEVELOPED][1] > values.ranks[POTATO, DEVELOPED][0]
    assert values.ranks[COFFEE, SPROUTING][0] == 5
    assert values.ranks[COFFEE, DEVELOPED][0] == 10
    assert values.ranks[COTTON, DEVELOPED][2] == 0
    assert values.corn_each[1] == 8
    assert (values.wheat_first, values.wheat_others, values.wheat_most) == (2, 3, 12)
    assert values.needs[POTATO] == 3
    assert values.needs[GRASS] <= 5
    assert values.needs[COFFEE] <= 6
    assert len(CROPS) == 10

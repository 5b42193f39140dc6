"""Corrections that would make a match unplayable, or that reach into other people's terminals."""

import json
from typing import Any

import pytest

from tilth_rules.earth import Options, game
from tilth_rules.kernel import OptionsRefused


def ability(when: str, **fields: Any) -> dict[str, Any]:
    return {"colours": ["brown"], "when": when, "gain": [["soil", 1]], **fields}


def cut(colour: str) -> dict[str, Any]:
    return {"colours": [colour], "when": "always", "op": {"op": "cost_cut", "of": {}, "by": 1}}


FORBIDDING = {"colours": ["brown"], "when": "always", "op": {"op": "forbid_action", "action": "green"}}
USED = {"colours": ["red"], "when": "activate"}
RICHEST = {
    "measure": {"count": "richest", "of": {"is": "tree"}, "in": None},
    "award": {"award": "goal", "least": 4},
}


def refused(values: dict[str, Any]) -> str:
    """Return the field that is at fault."""
    with pytest.raises(OptionsRefused) as refusal:
        game.check(Options(values=json.dumps(values)), 2)
    return refusal.value.field


@pytest.mark.parametrize(
    ("face", "abilities", "why"),
    [
        ("earth-258", [ability("on_plant", pay=[["compost", 3]])], "only an ability that may stay unused"),
        (
            "climate-295a",
            [ability("event_played", pay=[["soil", 5]])],
            "only an ability that may stay unused",
        ),
        (
            "earth-010",
            [{**USED, "pay": [["soil", 1], ["soil", 2]], "gain": [["draw", 1]]}],
            "each good may occur only once",
        ),
        ("earth-010", [{**USED, "gain": [["soil", 1], ["soil", 2]]}], "each good may occur only once"),
        ("earth-002", [FORBIDDING], "planting cannot be forbidden"),
        ("climate-295a", [cut("brown"), cut("black")], "each operation may occur only once"),
        (
            "climate-295a",
            [ability("event_played"), ability("event_played", colours=["black"])],
            "at most one ability may work at each of these moments",
        ),
        ("earth-002", [ability("always")], "this moment needs an operation"),
    ],
)
def test_an_ability_that_could_not_be_used_is_refused(
    face: str, abilities: list[dict[str, Any]], why: str
) -> None:
    with pytest.raises(OptionsRefused, match=why) as refusal:
        game.check(Options(values=json.dumps({face: {"abilities": abilities}})), 2)
    assert refusal.value.field == f"values.{face}.abilities"


def test_a_goal_cannot_count_another_seats_cards() -> None:
    assert refused({"fauna-337a": {"objective": RICHEST}}) == "values.fauna-337a.objective.measure"


def test_gaia_finds_a_place_for_every_leaf_because_each_row_has_one_card_of_hers() -> None:
    assert refused({"gaia-360": {"gaia": {"row": "lower"}}}) == "values.gaia-361.gaia.row"
    game.check(Options(values='{"gaia-360":{"gaia":{"row":"lower"}},"gaia-361":{"gaia":{"row":"upper"}}}'), 1)


@pytest.mark.parametrize("name", ["\x1b[2J", "two\nlines", "ends\n", "\x9b31m", "\u202eturned"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_name_is_one_line_without_anything_that_steers_a_screen(name: str, language: str) -> None:
    assert refused({"earth-001": {"name": {language: name}}}) == f"values.earth-001.name.{language}"


def test_a_latin_name_steers_no_screen_either() -> None:
    assert refused({"earth-001": {"latin": "\x07"}}) == "values.earth-001.latin"

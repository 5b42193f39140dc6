"""Cards that an owner of the box corrects for one match."""

import json
from typing import Any

import pytest

from tests.earth.content.fields import face
from tilth_rules.earth.content.cards import CARDS, FACES, cards_of
from tilth_rules.kernel import OptionsRefused


def test_no_correction_gives_the_printed_cards() -> None:
    assert cards_of("").faces == FACES
    assert cards_of("") is CARDS


def test_a_correction_changes_only_the_parts_that_it_names() -> None:
    ability = {"colours": ["yellow"], "when": "activate", "pay": [["sprout", 1]], "gain": [["soil", 3]]}
    corrected = cards_of(json.dumps({"earth-079": {"abilities": [ability], "open": None}}))
    mended = corrected.faces[face(79)]
    assert mended.abilities[0].gain == (("soil", 3),)
    assert mended.open is None
    assert mended.name == FACES[face(79)].name
    assert corrected.faces[:78] == FACES[:78]
    assert corrected.faces[79:] == FACES[79:]


def test_a_correction_reaches_into_a_name() -> None:
    corrected = cards_of('{"earth-001": {"name": {"ru": "Клён"}}}')
    assert corrected.faces[0].name.ru == "Клён"
    assert corrected.faces[0].name.en == FACES[0].name.en


def test_a_correction_may_leave_the_deck_uneven() -> None:
    assert cards_of('{"island-285a": {"vp": 3}}').vp[face("285a")] == 3


@pytest.mark.parametrize(
    ("text", "field"),
    [
        pytest.param("no", "values", id="no JSON"),
        pytest.param("[]", "values", id="no object"),
        pytest.param('{"earth-284": {}}', "values.earth-284", id="a card that there isn't"),
        pytest.param('{"earth-001": 3}', "values.earth-001", id="a face that is no object"),
        pytest.param('{"earth-001": null}', "values.earth-001", id="a face taken away"),
        pytest.param('{"earth-001": {"kind": "terrain"}}', "values.earth-001.kind", id="another kind"),
        pytest.param('{"earth-001": {"id": "earth-002"}}', "values.earth-001.id", id="another id"),
        pytest.param('{"earth-001": {"prise": 3}}', "values.earth-001", id="an unknown field"),
        pytest.param('{"earth-001": {"cost": "3"}}', "values.earth-001.cost", id="a word for a number"),
        pytest.param('{"earth-001": {"cost": 100}}', "values.earth-001.cost", id="a number out of bounds"),
        pytest.param(
            '{"earth-001": {"cost": null}}', "values.earth-001.cost", id="a plant that costs nothing printed"
        ),
        pytest.param('{"earth-001": {"vp": null}}', "values.earth-001.vp", id="a plant without points"),
        pytest.param('{"fauna-337a": {"vp": 1}}', "values.fauna-337a.vp", id="an animal with points"),
        pytest.param('{"earth-002": {"sprouts": 3}}', "values.earth-002.sprouts", id="sprouts on terrain"),
        pytest.param('{"earth-002": {"growth": 3}}', "values.earth-002.growth", id="growth on terrain"),
        pytest.param(
            '{"earth-001": {"canopy": null}}', "values.earth-001.canopy", id="growth without a canopy"
        ),
        pytest.param('{"earth-009": {"canopy": 2}}', "values.earth-009.canopy", id="a canopy without growth"),
        pytest.param('{"earth-001": {"types": ["oak"]}}', "values.earth-001.types[0]", id="an unknown type"),
        pytest.param('{"earth-001": {"types": ["tree", "bush"]}}', "values.earth-001.types", id="two types"),
        pytest.param(
            '{"earth-001": {"habitats": ["wet", "wet"]}}', "values.earth-001.habitats", id="wet twice"
        ),
        pytest.param('{"earth-002": {"marks": ["place"]}}', "values.earth-002.marks", id="a marked terrain"),
        pytest.param(
            '{"ecosystem-305a": {"habitats": ["wet"]}}',
            "values.ecosystem-305a.habitats",
            id="a wet ecosystem",
        ),
        pytest.param(
            '{"ecosystem-305a": {"objective": null}}', "values.ecosystem-305a.objective", id="no objective"
        ),
        pytest.param(
            '{"ecosystem-305a": {"objective": {"award": null}}}',
            "values.ecosystem-305a.objective",
            id="no award",
        ),
        pytest.param(
            '{"fauna-337a": {"objective": {"award": {"award": "each", "vp": 3, "least": null}}}}',
            "values.fauna-337a.objective.award",
            id="an animal with points for each",
        ),
        pytest.param(
            '{"fauna-337a": {"objective": {"measure": {"count": "gaps", "of": null, "in": null}}}}',
            "values.fauna-337a.objective.measure",
            id="an animal that looks from a place",
        ),
        pytest.param('{"gaia-360": {"gaia": null}}', "values.gaia-360.gaia", id="Gaia without a turn"),
        pytest.param(
            '{"island-285a": {"abilities": []}}',
            "values.island-285a.abilities",
            id="an island without a start",
        ),
    ],
)
def test_a_correction_that_makes_a_match_unplayable_is_refused(text: str, field: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        cards_of(text)
    assert refused.value.field == field


GREEN = {"colours": ["green"], "when": "activate", "gain": [["soil", 1]]}
CUT = {"op": "cost_cut", "of": {}, "by": 1}
SCORE = {"measure": {"count": "gaps"}, "award": {"award": "each", "vp": 1}}


@pytest.mark.parametrize(
    ("number", "abilities"),
    [
        pytest.param(
            "earth-001", [{**GREEN, "when": "on_play", "colours": ["black"]}], id="a plant that is played"
        ),
        pytest.param("earth-001", [{**GREEN, "colours": ["black"]}], id="black and activated"),
        pytest.param("earth-001", [{**GREEN, "when": "on_plant"}], id="green and not activated"),
        pytest.param("earth-001", [{**GREEN, "colours": ["red", "blue"]}], id="two colours of one ability"),
        pytest.param("earth-001", [GREEN, GREEN], id="one colour twice"),
        pytest.param("earth-001", [{**GREEN, "gain": []}], id="an ability that does nothing"),
        pytest.param("earth-001", [{**GREEN, "gain": [["compost", 1]]}], id="discarded compost as a gain"),
        pytest.param("earth-001", [{**GREEN, "pay": [["draw", 1]]}], id="drawing as a price"),
        pytest.param(
            "earth-001",
            [{"colours": ["brown"], "when": "always", "op": CUT, "pay": [["soil", 1]]}],
            id="a paid cut",
        ),
        pytest.param(
            "earth-001", [{"colours": ["green"], "when": "activate", "op": CUT}], id="an activated cut"
        ),
        pytest.param(
            "earth-002", [{"colours": ["brown"], "when": "scoring"}], id="a scoring without a score"
        ),
        pytest.param(
            "earth-002",
            [{"colours": ["brown"], "when": "always", "score": SCORE}],
            id="a score that is no scoring",
        ),
        pytest.param(
            "earth-002",
            [
                {
                    "colours": ["brown"],
                    "when": "scoring",
                    "score": {**SCORE, "award": {"award": "goal", "least": 1}},
                }
            ],
            id="a terrain with a goal",
        ),
        pytest.param(
            "earth-002",
            [{"colours": ["black"], "when": "on_plant", "gain": [["soil", 1]], "active": True}],
            id="a condition on planting",
        ),
        pytest.param(
            "earth-001", [{**GREEN, "target": {"in": "row", "of": {}, "each": True}}], id="soil on a row"
        ),
        pytest.param(
            "earth-001",
            [{**GREEN, "gain": [["sprout", 1]], "target": {"in": "row", "of": {}}}],
            id="a row without each",
        ),
        pytest.param(
            "climate-295a",
            [{**GREEN, "gain": [["sprout", 1]], "target": {"in": "row", "of": {}, "each": True}}],
            id="the row of a climate",
        ),
        pytest.param(
            "earth-002",
            [{"colours": ["red"], "when": "activate", "op": {"op": "copy", "colour": "red"}}],
            id="a terrain that copies",
        ),
        pytest.param(
            "earth-280",
            [{"colours": ["red"], "when": "activate", "op": {"op": "copy", "colour": "blue"}}],
            id="another colour copied",
        ),
        pytest.param(
            "earth-001",
            [{"colours": ["brown"], "when": "always", "op": {"op": "all_types"}}],
            id="all types of a tree",
        ),
        pytest.param(
            "earth-002",
            [{"colours": ["black"], "when": "always", "op": {"op": "pay_with", "what": "sprout"}}],
            id="a terrain paid with sprouts",
        ),
        pytest.param(
            "earth-001",
            [{"colours": ["brown"], "when": "always", "op": {"op": "forbid_action", "action": "red"}}],
            id="a plant that forbids",
        ),
        pytest.param(
            "earth-262",
            [{"colours": ["black"], "when": "on_play", "op": {"op": "look_compost", "look": 1, "keep": 2}}],
            id="more kept than seen",
        ),
        pytest.param(
            "island-285a",
            [
                {
                    "colours": ["black"],
                    "when": "setup",
                    "op": {"op": "start", "cards": 1, "compost": 2, "soil": 1},
                }
            ],
            id="more composted than drawn",
        ),
    ],
)
def test_an_ability_that_no_rule_knows_is_refused(number: str, abilities: list[dict[str, Any]]) -> None:
    with pytest.raises(OptionsRefused) as refused:
        cards_of(json.dumps({number: {"abilities": abilities}}))
    assert refused.value.field.startswith(f"values.{number}.")

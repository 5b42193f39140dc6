"""Board and sheets as data: what the file holds, and what an owner of the box may type in."""

import json
from copy import deepcopy
from typing import Any

import pytest

from tests.sonora.situations import Scene, offered
from tilth_rules.kernel import OptionsRefused
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.codes import DISCOVERY, FOX, OWL, RABBIT, REFLICK, SWAP
from tilth_rules.sonora.content.compiled.values import FILE, read
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.printed import printed
from tilth_rules.sonora.rounds.marking import MarkRest

GRID: list[str] = FILE.data["canyon"]["grid"]
CELLS: list[dict[str, Any]] = FILE.data["river"]["cells"]
NODES: list[dict[str, Any]] = FILE.data["mud"]["nodes"]
EDGES: list[list[str]] = FILE.data["mud"]["edges"]
TRIANGLES: list[dict[str, Any]] = FILE.data["mud"]["triangles"]
CIRCLES: list[dict[str, Any]] = FILE.data["board"]["circles"]
BUILDINGS: list[dict[str, Any]] = FILE.data["ruins"]["buildings"]


def changed(things: list[Any], number: int, **fields: Any) -> list[Any]:
    out = deepcopy(things)
    out[number].update(fields)
    return out


def grid(row: int, text: str) -> dict[str, Any]:
    return {"canyon": {"grid": [*GRID[:row], text, *GRID[row + 1 :]]}}


def rim_with_the_start() -> list[dict[str, Any]]:
    """Twelve nodes on the rim, one of which is the start."""
    return changed(changed(NODES, 0, rim=True), 2, rim=False)


def test_the_file_agrees_with_the_rulebook() -> None:
    values = values_of(Options())
    assert len(values.ruins.cells) == 8
    assert (values.ruins.cells[1], values.ruins.tops[1], values.ruins.bonuses[1]) == (9, 11, SWAP)
    assert {7, 10, 19} <= set(values.canyon.rows)
    assert values.canyon.beyond == 5
    assert [len(values.canyon.shapes[number]) > 0 for number in (1, 2, 3, 4, 5)] == [True] * 5
    assert (values.canyon.bot_squares.bit_count(), len(values.mud.rim), values.mud.small_cells) == (3, 12, 3)
    assert (values.reflicks, values.swaps) == (1, 1)
    assert (values.rabbit, values.discovery_rabbit, values.fox_number, values.owl_length) == (5, 6, 4, 5)
    assert {points for _, points, _ in values.mud.triangles if points} == {2, 4, 6}


def test_the_canyon_is_the_size_that_was_counted() -> None:
    canyon = values_of(Options()).canyon
    assert canyon.white.bit_count() == 135
    assert sorted(canyon.cacti.values()) == [1] * 9 + [2] * 9 + [3] * 9
    assert sorted(canyon.bonuses.values()) == [REFLICK, SWAP, 4, 4, RABBIT, RABBIT, DISCOVERY, DISCOVERY]


def test_there_are_as_many_discovery_symbols_as_discoveries_on_the_sheet() -> None:
    values = values_of(Options())
    given = values.ruins.bonuses.count(DISCOVERY) + list(values.canyon.bonuses.values()).count(DISCOVERY)
    given += values.river.bonuses.count(DISCOVERY) + values.mud.column_bonuses.count(DISCOVERY)
    given += sum(bonus == DISCOVERY for _, _, bonus in values.mud.triangles)
    assert sum(values.discoveries) == given == 8


def test_every_value_has_a_source() -> None:
    for part in (
        FILE.data["canyon"],
        FILE.data["river"],
        FILE.data["mud"],
        FILE.data["board"],
        FILE.data["physics"],
    ):
        assert part["tag"] in ("S", "D", "P", "X")
    for part in (*BUILDINGS, *FILE.data["mud"]["columns"], *FILE.data["bonuses"].values()):
        assert part["tag"] in ("S", "D", "P", "X")
    assert FILE.data["canyon"]["cactus_table"]["tag"] == "P"


def test_an_owner_of_the_box_can_type_in_the_printed_values() -> None:
    text = json.dumps({"ruins": {"buildings": changed(BUILDINGS, 0, cells=6, bottom=3, tag="S")}})
    values = values_of(Options(values=text))
    assert (values.ruins.cells[0], values.ruins.bottoms[0]) == (6, 3)
    assert values.mud == values_of(Options()).mud
    scene = Scene(2, Options(values=text))
    assert scene.values is values
    assert printed(text).building_cells[0] == 6


def test_the_whole_file_may_be_typed_in_as_it_is() -> None:
    assert read(json.dumps(FILE.data)) == read("")


def test_a_board_as_rough_as_felt_can_be_played() -> None:
    """Deceleration is the friction times 9,810 mm/s^2: dry wood on cloth comes near half of that."""
    felt = {"physics": {"deceleration": 4500, "least_speed": 700, "greatest_speed": 4000}}
    assert values_of(Options(values=json.dumps(felt))).physics.deceleration == 450_000


@pytest.mark.parametrize("most", [1, 5])
def test_foxes_and_owls_of_every_bound_can_be_used(most: int) -> None:
    text = json.dumps({"bonuses": {"fox_number": {"value": most}, "owl_length": {"value": most}}})
    scene = Scene(2, Options(values=text))
    scene.sheet().ready[FOX] = scene.sheet().ready[OWL] = 1
    table = scene.run(MarkRest())
    for animal in (FOX, OWL):
        scene.answer(table, 0, 100 + animal)
        scene.answer(table, 0, offered(table, 0)[0])
    assert not any(scene.sheet().ready[animal] for animal in (FOX, OWL))


def test_a_whole_other_sheet_can_be_played() -> None:
    small = {
        "canyon": {
            "grid": ["SS.a", "SS.b", "....", "c.W."],
            "bot_squares": [[3, 0], [3, 3], [0, 3]],
            "shapes": {"1": [["#"]]},
        }
    }
    values = values_of(Options(values=json.dumps(small)))
    assert values.canyon.white.bit_count() == 12
    assert [len(turned) for turned in values.canyon.shapes[1:]] == [1, 4, 4, 4, 8]


@pytest.mark.parametrize(
    ("field", "patch"),
    [
        ("values.ruins.buildings", {"ruins": {"buildings": BUILDINGS[:7]}}),
        ("values.ruins.buildings[2].cells", {"ruins": {"buildings": changed(BUILDINGS, 2, cells=0)}}),
        ("values.ruins.buildings[2].top.bonus", {
            "ruins": {"buildings": changed(BUILDINGS, 2, top={"points": 1, "bonus": "toad"})},
        }),
        ("values.ruins.bot_building.tag", {"ruins": {"bot_building": {"tag": "Q"}}}),
        ("values.canyon.grid", grid(0, "##")),
        ("values.canyon.grid", grid(0, "Z####.a#D.a#..#")),
        ("values.canyon.grid", grid(6, ".#.b..S#.#.....")),
        ("values.canyon.grid", grid(3, "###############")),
        ("values.canyon.bot_squares", {"canyon": {"bot_squares": [[1, 14], [4, 0], [4, 0]]}}),
        ("values.canyon.bot_squares", {"canyon": {"bot_squares": [[1, 14], [4, 0], [0, 0]]}}),
        ("values.canyon.bot_squares", {"canyon": {"bot_squares": [[1, 14], [4, 0], [30, 0]]}}),
        ("values.canyon.cactus_table.rows", {"canyon": {"cactus_table": {"rows": [5, 7, 6]}}}),
        ("values.canyon.shapes.4", {"canyon": {"shapes": {"4": [["#.", ".#"]]}}}),
        ("values.canyon.shapes.4", {"canyon": {"shapes": {"4": [[".#", "##"]]}}}),
        ("values.canyon.shapes.5", {"canyon": {"shapes": {"5": [["###", "###"]]}}}),
        ("values.canyon.shapes.3", {"canyon": {"shapes": {"3": [["##"], ["#"]]}}}),
        ("values.river.cells", {"river": {"cells": changed(CELLS, 1, name="c1")}}),
        ("values.river.cells", {"river": {"cells": changed(CELLS, 1, after="r4")}}),
        ("values.river.bot_squares", {"river": {"bot_squares": ["laa5", "start"]}}),
        ("values.river.bot_squares", {"river": {"bot_squares": ["laa5", "laa5"]}}),
        ("values.mud.start", {"mud": {"start": "x"}}),
        ("values.mud.nodes", {"mud": {"nodes": changed(NODES, 1, rim=True)}}),
        ("values.mud.nodes", {"mud": {"nodes": changed(NODES, 1, name="c0")}}),
        ("values.mud.nodes", {"mud": {"nodes": changed(NODES, 1, cost=0)}}),
        ("values.mud.edges", {"mud": {"edges": [*EDGES, ["n0", "q"]]}}),
        ("values.mud.edges", {"mud": {"edges": [*EDGES, ["s", "n0"]]}}),
        ("values.mud.edges", {"mud": {"edges": [edge for edge in EDGES if "c2" not in edge]}}),
        ("values.mud.triangles", {"mud": {"triangles": changed(TRIANGLES, 0, nodes=["s", "n0", "n3"])}}),
        ("values.mud.triangles", {"mud": {"triangles": [*TRIANGLES, TRIANGLES[0]]}}),
        ("values.mud.nodes", {"mud": {"nodes": rim_with_the_start()}}),
        ("values.mud.nodes[3].at[0]", {"mud": {"nodes": changed(NODES, 3, at=[2**40, 0])}}),
        ("values.bonuses.boxes.swap", {"bonuses": {"boxes": {"swap": 5}}}),
        ("values.bonuses.fox_number.value", {"bonuses": {"fox_number": {"value": 6}}}),
        ("values.bonuses.owl_length.value", {"bonuses": {"owl_length": {"value": 6}}}),
        ("values.board.hole_radius", {"board": {"hole_radius": 9}}),
        ("values.board.circles", {"board": {"hole_radius": 90}}),
        ("values.board.disc_radius", {"board": {"disc_radius": 0.004}}),
        ("values.board.disc_radius", {"board": {"disc_radius": 15, "hole_radius": 20, "circle_radius": 1}}),
        ("values.board.corner_cut", {"board": {"corner_cut": 226}}),
        ("values.board.circles", {"board": {"circles": changed(CIRCLES, 0, section="ruins")}}),
        ("values.board.circles", {"board": {"circles": changed(CIRCLES, 0, at=[-90, -1])}}),
        ("values.board.circles", {"board": {"circles": changed(CIRCLES, 0, at=[-129, 128])}}),
        ("values.board.circles", {"board": {"circles": changed(CIRCLES, 0, at=[-20, 5])}}),
        ("values.physics.least_speed", {"physics": {"least_speed": 250}}),
        ("values.physics.deceleration", {"physics": {"deceleration": 0.004}}),
        ("values.physics.deceleration", {"physics": {"deceleration": 80}}),
        ("values.physics.greatest_speed", {"physics": {"greatest_speed": 300}}),
        ("values.physics.disc_restitution", {"physics": {"disc_restitution": 1001}}),
        ("values", {"moon": 1}),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_refused_by_name(field: str, patch: dict[str, Any]) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(Options(values=json.dumps(patch)), 2)
    assert refused.value.field == field


@pytest.mark.parametrize("text", ["{", "[]", "3", "[" * 100_000])
def test_a_text_that_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        read(text)
    assert refused.value.field == "values"

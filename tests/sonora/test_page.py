"""docs/games/sonora says what the rules do."""

import json
import re
from pathlib import Path

import tilth_rules.sonora
from tests.pages import names_of_tests, part
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.options import values_of

PAGES = Path(__file__).parents[2] / "docs" / "games" / "sonora"
CLIENTS = (PAGES / "for-clients.md").read_text()
VALUES = (PAGES / "values.md").read_text()
SOURCES = Path(tilth_rules.sonora.__file__).parent


def test_the_page_lists_every_kind_of_decision_and_no_other() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| [a-z]", part(CLIENTS, "What a seat is asked"), re.M)
    asked = {
        kind
        for module in SOURCES.rglob("*.py")
        for kind in re.findall(r'(?:Choose|Measure)\([^"]*?"([a-z-]+)"', module.read_text())
    }
    assert sorted(listed) == sorted(asked)


def test_the_page_names_every_move() -> None:
    named = set(re.findall(r"`?([A-Z]\w+)\([a-z, ]*\)`", part(CLIENTS, "What a seat is asked")))
    assert named == {move.__name__ for move in game.moves}


def test_the_page_lists_every_option() -> None:
    assert re.findall(r"^\| `(\w+)` \|", part((PAGES / "index.md").read_text(), "Options"), re.M) == list(
        Options.__struct_fields__
    )


def test_every_example_of_the_rulebook_names_a_test_that_there_is() -> None:
    named = re.findall(
        r"^\|.*\| `(test_\w+)` \|$",
        part((PAGES / "examples.md").read_text(), "The rulebook's examples"),
        re.M,
    )
    there = names_of_tests(Path(__file__).parent)
    assert len(named) > 25
    assert set(named) <= there


def test_the_numbers_on_the_page_are_those_of_the_file() -> None:
    values = values_of(Options())
    table = part(VALUES, "What is reconstructed")
    assert (
        f"cactus table: {' '.join(map(str, values.canyon.rows))}, then {values.canyon.beyond} each" in table
    )
    assert f"({', '.join(str(cells) for cells in values.ruins.cells[2:7])})" in table
    assert f"the bot's building: {values.ruins.bot_cells} cells" in table
    assert f"the columns {' '.join(map(str, values.mud.column_cells))} " in table
    assert f"{len(values.mud.costs)} nodes and {len(values.mud.triangles)} triangles" in table
    foxes, owls, rabbits = values.discoveries[3:]
    assert f"({foxes} foxes, {owls} owls, {rabbits} rabbits)" in table
    board = values.board
    for length in (
        2 * board.half_side,
        2 * board.disc_radius,
        2 * board.hole_radius,
        2 * values.circle_radius,
    ):
        assert f"of {length // 100}" in table


def test_the_correction_on_the_page_is_one() -> None:
    text = re.findall(r"```json\n(.*?)```", VALUES, re.S)[0]
    game.check(Options(values=text), 2)
    assert (
        values_of(Options(values=text)).ruins.bot_cells == json.loads(text)["ruins"]["bot_building"]["cells"]
    )

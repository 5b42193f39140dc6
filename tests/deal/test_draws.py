"""Every draw of random matches in every mode is derived again from the seed, by nothing but the pages' tables."""

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.deal.exports import PAGES, SETUPS, changed, exported, records_of, setup
from tests.earth.short_decks import ShortEarth, short
from tests.playthroughs.earth_matches import eager
from tests.playthroughs.setups import Setup
from tests.seeds import thinned
from tilth.games.agricola.v1 import agricola_pb2
from tilth.v1.record_pb2 import Record
from tilth_rules.agricola import Options as AgricolaOptions
from tilth_rules.agricola.content.spaces import ROUND_CARDS, SPACES
from tilth_rules.earth import Options as EarthOptions
from tools.check_deal import Checker, Report, Schemas, tables_of

RULES = Path(__file__).parents[2] / "rules" / "tilth_rules"
GAMES = ("agricola", "earth", "petrichor", "sonora")
DECK = "| 0..282 |"
DRY = setup("earth-four-dry")


def all_derived(report: Report) -> bool:
    """Nothing is wrong, and no draw was left out of what was derived."""
    return report.sound and sum(report.draws.values()) == report.drawn


def checked(checker: Checker, schemas: Schemas, tmp_path: Path, match: Setup) -> Report:
    """The report on a random match. Tests play Earth with decks cut short, which no page knows."""
    file = exported(match)
    if isinstance(match.game, ShortEarth):
        page = (PAGES / "earth.md").read_text(encoding="utf-8")
        assert DECK in page
        cut = ", ".join(map(str, range(0, 283, match.game.every)))
        (tmp_path / "earth.md").write_text(page.replace(DECK, f"| {cut} |"), encoding="utf-8")
        checker = Checker(schemas, tmp_path)
    report = checker.check(file)
    assert report.drawn == sum(len(record.draws) for record in records_of(file))
    return report


@pytest.mark.parametrize("match", thinned(SETUPS, 5), ids=str)
def test_every_draw_of_every_mode_is_derived_again(
    checker: Checker, schemas: Schemas, tmp_path: Path, match: Setup
) -> None:
    report = checked(checker, schemas, tmp_path, match)
    assert all_derived(report), report.findings


def test_a_deck_that_runs_out_while_all_draw_side_by_side_is_derived_again(
    checker: Checker, schemas: Schemas, tmp_path: Path
) -> None:
    """It is shuffled at the place of the lane that draws next; several lanes are met."""
    places: Counter[int] = Counter()
    for seed in range(12):
        options = EarthOptions(turn_limit=4, teams=seed % 4 == 3)
        match = replace(DRY, game=short(6), seats=3 + seed % 2, seed=seed, options=options, habit=eager)
        report = checked(checker, schemas, tmp_path, match)
        assert all_derived(report), report.findings
        for record in records_of(exported(match)):
            places.update(draw.place for draw in record.draws if draw.purpose == "earth-deck")
    assert len(places) > 3, places


def test_draws_of_cards_are_derived_again(checker: Checker) -> None:
    """The bag of the Veterinarian and a hand that somebody else draws from: matches until both were met."""
    met: Counter[str] = Counter()
    for seed in range(80):
        match = replace(setup("agricola-four-deck-k"), seed=seed)
        report = checker.check(exported(match))
        assert all_derived(report), report.findings
        met.update(report.draws)
        if met["animals of the bag"] and met["occupation of the hand"]:
            return
    pytest.fail(f"in 80 matches only {dict(met)} were drawn")


def test_cards_and_round_cards_that_somebody_alone_has_chosen_are_not_drawn(checker: Checker) -> None:
    order = [SPACES[space].id for stage in ROUND_CARDS for space in reversed(stage)]
    chosen = AgricolaOptions(own_cards=("E175", "K105", "E150"), round_cards=tuple(order))
    drawn = checker.check(exported(setup("agricola-alone"))).draws
    report = checker.check(exported(replace(setup("agricola-alone"), options=chosen)))
    assert all_derived(report), report.findings
    assert "round card" in drawn
    assert "round card" not in report.draws
    assert report.draws["occupation"] <= drawn["occupation"]


def test_a_match_of_an_earlier_build_says_which_decks_were_left_out(checker: Checker) -> None:
    """New ones record those that they are played with."""
    file = exported(setup("agricola-four-decks-e-and-i"))
    recorded = agricola_pb2.Options.FromString(records_of(file)[0].created.options)
    assert sorted(recorded.decks) == ["E", "I"]

    def as_earlier(records: list[Record]) -> None:
        earlier = agricola_pb2.Options(without_k=True)
        records[0].created.options = earlier.SerializeToString()

    report = checker.check(changed(file, as_earlier))
    assert all_derived(report), report.findings


@pytest.mark.parametrize("game", GAMES)
def test_every_purpose_that_the_rules_name_is_in_the_tables(game: str) -> None:
    tables = tables_of((PAGES / f"{game}.md").read_text(encoding="utf-8"))
    named = {purpose.name for purpose in tables.purposes}
    assert named == drawn_in(RULES / game)


def drawn_in(rules: Path) -> set[str]:
    """The purposes that a game's rules draw chance for: literals in calls of `draw`, and in what is called PURPOSES
    or `purpose`."""
    found: set[str] = set()
    for path in rules.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "draw"
            ):
                found |= literals(node.args[0]) if len(node.args) == 1 else set()
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(isinstance(to, ast.Name) and to.id in ("PURPOSES", "purpose") for to in targets):
                    found |= literals(node.value)
    return found


def literals(node: ast.AST) -> set[str]:
    strings = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return {value for value in strings if isinstance(value, str)}

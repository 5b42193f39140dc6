"""Cards and spaces that an owner of the box corrects for one match."""

import json
from collections.abc import Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.actions.improvements import majors
from tilth_rules.agricola.actions.quick_checks import can_pay_major
from tilth_rules.agricola.cards.means import cooking_rates
from tilth_rules.agricola.cards.registry import PRINTED as PRINTED_TABLES
from tilth_rules.agricola.cards.registry import Tables, tables_of
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.corrections import PRINTED, content_of
from tilth_rules.agricola.content.names import CARD_DATA, SPACE_DATA
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.paying.prices import Base
from tilth_rules.agricola.paying.purchases import IMPROVEMENT, Purchase, printed_bases
from tilth_rules.agricola.printed import Amount
from tilth_rules.agricola.texts import corrections
from tilth_rules.agricola.view import view
from tilth_rules.conformance import conforms
from tilth_rules.kernel import SPECTATOR, OptionsRefused

DAY = {"B-DAY": {"do": [{"act": "gain", "goods": {"food": 3}}]}}
FIREPLACE: dict[str, Any] = {"A1": {"costs": [{"goods": {"wood": 1}}], "points": 4}}


def corrected(**more: Any) -> Options:
    return Options(values=json.dumps(more))


def data_of(name: str, field: str) -> Any:
    """Return a copy of the files' data."""
    return json.loads(json.dumps({**CARD_DATA, **SPACE_DATA}[name][field]))


def test_without_corrections_all_is_as_printed() -> None:
    assert content_of("") is PRINTED
    assert content_of("{}").cards == CARDS


def test_a_correction_changes_only_the_parts_that_it_names() -> None:
    content = content_of(json.dumps(FIREPLACE))
    assert content.cards[0].points == 4
    assert content.cards[0].clauses == CARDS[0].clauses
    assert content.cards[1:] == CARDS[1:]
    assert content.spaces == SPACES


def test_a_space_gives_as_much_as_is_corrected() -> None:
    scene = Scene(options=corrected(**DAY))
    scene.use(ANN, "B-DAY")
    assert scene.got(ANN) == {"food": 3}


def test_a_space_gathers_as_much_as_is_corrected() -> None:
    options = corrected(**{"B-FISH": {"accumulates": {"food": 4}}})
    state = Scene(options=options).state
    fish = next(space for space in view(state, SPECTATOR).spaces if space.space == SPACE_INDEX["B-FISH"])
    assert fish.grows == (Amount(7, 4),)


def test_a_card_costs_and_scores_its_corrected_figures() -> None:
    options = corrected(**FIREPLACE)
    assert printed_bases(Purchase(IMPROVEMENT, 0), options.values) == (Base(((1, 1),)),)
    poor = Scene(options=options)
    assert majors(poor.state, ANN) == []
    assert majors(Scene(options=options).has(ANN, wood=1).state, ANN) == [0]
    assert can_pay_major(Scene(options=options).has(ANN, wood=1).state, Scene().has(ANN, wood=1).seat())
    assert majors(Scene().has(ANN, wood=1).state, ANN) == []
    points = [sum(Scene(options=one).owns(ANN, "A1").sheet()) for one in (Options(), options)]
    assert points[1] - points[0] == 3


def test_an_effect_has_the_corrected_figure() -> None:
    """The printed Fireplace makes two food of a vegetable."""
    raw = data_of("A1", "clauses")
    cook = next(clause for clause in raw if clause["clause"] == "cook")
    cook["vegetable"] = 5
    for options, food in ((Options(), 2), (corrected(A1={"clauses": raw}), 5)):
        scene = Scene(options=options).owns(ANN, "A1").has(ANN, vegetable=1)
        assert cooking_rates(scene.state, ANN)[3] == food


def test_matches_side_by_side_have_each_their_own_values() -> None:
    scenes = [Scene(options=one) for one in (corrected(**DAY), Options(), corrected(**DAY))]
    for scene in scenes:
        scene.use(ANN, "B-DAY")
    assert [scene.got(ANN) for scene in scenes] == [{"food": 3}, {"food": 2}, {"food": 3}]


def test_the_view_shows_corrected_figures() -> None:
    state = Scene(options=corrected(**FIREPLACE, **DAY)).state
    printed = view(state, SPECTATOR).printed
    assert (printed.cards[0].points, printed.cards[0].prices[0].goods) == (4, (Amount(1, 1),))
    assert [space.space for space in printed.spaces] == [SPACE_INDEX["B-DAY"]]
    assert json.loads(printed.spaces[0].rules) == {"do": [{"act": "gain", "goods": [[7, 3]]}]}
    assert view(Scene().state, SPECTATOR).printed.spaces == ()


def test_texts_name_corrected_prices_and_say_corrected_sentences() -> None:
    text = {"en": "Take 3 food.", "ru": "Возьмите 3 еды."}
    options = corrected(**FIREPLACE, **{"B-DAY": {**DAY["B-DAY"], "text": text}})
    words = corrections(options)
    assert words["card", 0, "en"]["facts"] == "major improvement · price: 1 wood · 4 points"
    assert words["space", SPACE_INDEX["B-DAY"], "ru"]["text"] == text["ru"]
    assert {key[1] for key in words} == {0, SPACE_INDEX["B-DAY"]}
    assert corrections(Options()) == {}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        pytest.param("no", "values", id="no JSON"),
        pytest.param("[]", "values", id="no object"),
        pytest.param('{"E999": {}}', "values.E999", id="a card that there isn't"),
        pytest.param('{"E11": 3}', "values.E11", id="a card that is no object"),
        pytest.param('{"E11": {"kind": "major"}}', "values.E11.kind", id="another kind"),
        pytest.param('{"E11": {"index": 9}}', "values.E11.index", id="another number"),
        pytest.param('{"E11": {"points": 9}}', "values.E11", id="points out of bounds"),
        pytest.param('{"E11": {"costs": []}}', "values.E11.costs", id="no price"),
        pytest.param('{"E11": {"costs": [{"goods": {"gold": 1}}]}}', "values.E11", id="an unknown good"),
        pytest.param('{"E11": {"costs": [{"goods": {"wood": 7}}]}}', "values.E11.costs", id="a dear price"),
        pytest.param(
            '{"E11": {"costs": [{"goods": {"cattle": 1}}]}}', "values.E11.costs", id="a price of cattle"
        ),
        pytest.param('{"E11": {"costs": [{"returns": ["A1"]}]}}', "values.E11.costs", id="a card to give up"),
        pytest.param(
            '{"A1": {"costs": [{"goods": {"grain": 1}}]}}', "values.A1.costs", id="a major for grain"
        ),
        pytest.param('{"E11": {"clauses": []}}', "values.E11.clauses", id="no effect"),
        pytest.param(
            '{"B-DAY": {"do": [{"act": "gain", "goods": {"grain": 2}}]}}',
            "values.B-DAY.do[0].goods",
            id="another good",
        ),
        pytest.param(
            '{"B-DAY": {"do": [{"act": "gain", "goods": {"food": 7}}]}}',
            "values.B-DAY.do[0].goods.food",
            id="a high figure",
        ),
        pytest.param(
            '{"B-DAY": {"do": [{"act": "gain", "goods": {"food": 0}}]}}',
            "values.B-DAY.do[0].goods.food",
            id="a figure of 0",
        ),
        pytest.param(
            '{"B-DAY": {"do": [{"act": "gain", "goods": {"food": true}}]}}',
            "values.B-DAY.do[0].goods.food",
            id="no figure",
        ),
        pytest.param('{"B-DAY": {"side": "both"}}', "values.B-DAY.side", id="another side"),
        pytest.param('{"B-DAY": {"text": {"de": "x"}}}', "values.B-DAY.text", id="a third language"),
    ],
)
def test_corrections_that_do_not_fit_are_refused_by_their_name(values: str, field: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(Options(values=values), 2)
    assert refused.value.field.startswith(field)


def test_a_choice_stays_one() -> None:
    """There are as many goods as before, and no two ways bring the same: their options would have one number."""
    building = data_of("F3-RES2", "do")
    building[0]["n"] = 4
    game.check(corrected(**{"F3-RES2": {"do": building}}), 2)
    building[0]["n"] = 5
    with pytest.raises(OptionsRefused, match=r"F3-RES2\.do\[0\]\.n"):
        game.check(corrected(**{"F3-RES2": {"do": building}}), 2)
    stones = data_of("I82", "clauses")
    stones[0]["do"][0]["of"][1]["goods"] = {"stone": 3}
    game.check(corrected(I82={"clauses": stones}), 2)
    stones[0]["do"][0]["of"][1]["goods"] = {"stone": 1}
    with pytest.raises(OptionsRefused, match=r"I82\.clauses\[0\]\.do\[0\]\.of"):
        game.check(corrected(I82={"clauses": stones}), 2)


def test_the_number_of_an_effect_and_the_prices_of_others_stay() -> None:
    data = CARD_DATA
    slotted = next(
        (name, card) for name, card in data.items() if '"slot"' in json.dumps(card.get("clauses", []))
    )
    swapping = next(
        (name, card) for name, card in data.items() if '"replace"' in json.dumps(card.get("clauses", []))
    )
    for name, card in (slotted, swapping):
        clauses = json.loads(json.dumps(card["clauses"]))
        for clause in clauses:
            if "slot" in clause:
                clause["slot"] += 1
            if clause["clause"] == "replace":
                clause["by"] = {good: amount + 1 for good, amount in clause["by"].items()}
        with pytest.raises(OptionsRefused):
            game.check(corrected(**{name: {"clauses": clauses}}), 2)


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_match_with_other_figures_everywhere_obeys_the_laws(seed: int) -> None:
    conforms(game, corrected(**other_figures(Random(seed))), 1 + seed, seed, thorough=False)


def other_figures(random: Random) -> dict[str, Any]:
    """Return corrections of all figures that can be corrected, each by chance."""
    found: dict[str, Any] = {}
    for file, fields in (
        (CARD_DATA, ("clauses", "prerequisite")),
        (SPACE_DATA, ("do", "accumulates", "solo")),
    ):
        for name, data in file.items():
            for field in fields:
                change = {field: varied(data[field], random)} if field in data else {}
                try:
                    game.check(corrected(**{name: change}), 2)
                except OptionsRefused:
                    continue
                found[name] = {**found.get(name, {}), **change}
    assert sum(map(bool, found.values())) > 150
    return found


def varied(value: Any, random: Random) -> Any:
    if isinstance(value, dict):
        return {
            name: one if name in ("slot", "slots") else varied(one, random) for name, one in value.items()
        }
    if isinstance(value, list):
        return [varied(one, random) for one in value]
    return random.choice([value, 1, 6]) if type(value) is int else value


def test_threads_work_out_their_values_side_by_side() -> None:
    """Logs are read in threads. The values of one thread must not reach another's matches, nor the printed cards."""
    before = PRINTED_TABLES.copy()
    texts = [
        json.dumps({"A1": {"points": points}, "E11": {"points": more}})
        for points in range(9)
        for more in range(4)
    ]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(tables_of, texts))
    assert before == PRINTED_TABLES
    assert all(shape_of(tables) == shape_of(before) for tables in found)


def shape_of(tables: Tables) -> list[list[int]]:
    """Return the number of each card's effects, table by table."""
    rows: list[Sequence[Sized]] = [*tables.listeners, *tables.answers, tables.offers, tables.questions]
    return [[len(parts) for parts in row] for row in rows]

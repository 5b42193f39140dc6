"""The file of cards: their number, their names, and their print."""

import re
from collections import Counter
from typing import Any, Final

import pytest

from tilth_rules.agricola.codes import CLAY, REED, WOOD
from tilth_rules.agricola.content.cards import (
    CARDS,
    INDEX,
    MAJORS,
    MINORS,
    OCCUPATIONS,
    Card,
    Cost,
    minors,
    occupations,
    read,
)
from tilth_rules.agricola.content.conditions import InPlay, Number
from tilth_rules.agricola.content.names import CARD_DATA
from tilth_rules.agricola.content.rules import Holder, Plot
from tilth_rules.agricola.content.types import CardIndex


def card(name: str) -> Card:
    return CARDS[INDEX[name]]


def tagged(tag: str) -> list[str]:
    return [one.id for one in CARDS if tag in one.tags]


def test_there_are_ten_majors_139_minors_and_169_occupations() -> None:
    assert (len(MAJORS), len(MINORS), len(OCCUPATIONS)) == (10, 139, 169)
    assert sorted((*MAJORS, *MINORS, *OCCUPATIONS)) == list(range(318))


def test_a_cards_index_never_changes() -> None:
    assert [one.id for one in CARDS[:10]] == [f"A{number}" for number in range(1, 11)]
    for cards in (MINORS, OCCUPATIONS):
        numbers = [CARDS[at].number for at in cards]
        assert numbers == sorted(numbers)
    some = ("E11", "I63", "K146", "I337", "K339", "E147", "K312", "I340", "K342")
    assert [INDEX[name] for name in some] == [10, 62, 145, 146, 148, 149, 314, 315, 317]


def test_an_id_is_the_deck_and_the_printed_number() -> None:
    assert all(one.id == f"{one.deck}{one.number}" for one in CARDS)
    assert len({one.number for one in CARDS if one.kind != "major"}) == 308


def test_the_decks_hold_the_right_number_of_minors() -> None:
    assert {deck: len(minors(deck)) for deck in ("E", "I", "K", "EIK")} == {
        "E": 53,
        "I": 43,
        "K": 43,
        "EIK": 139,
    }


@pytest.mark.parametrize(
    ("players", "count"),
    [
        (1, {"E": 28, "I": 19, "K": 19}),
        (2, {"E": 28, "I": 19, "K": 19}),
        (3, {"E": 49, "I": 29, "K": 29}),
        (4, {"E": 73, "I": 48, "K": 48}),
        (5, {"E": 73, "I": 48, "K": 48}),
    ],
)
def test_more_players_have_more_occupations_in_the_match(players: int, count: dict[str, int]) -> None:
    assert {deck: len(occupations(deck, players)) for deck in "EIK"} == count
    assert len(occupations("EIK", players)) == sum(count.values())


def test_66_occupations_are_for_any_number_41_for_three_62_for_four() -> None:
    assert Counter(CARDS[at].players for at in OCCUPATIONS) == {1: 66, 3: 41, 4: 62}
    assert {one.players for one in CARDS if one.kind != "occupation"} == {1}


def test_eighteen_minors_are_passed_on() -> None:
    passing = [one.id for one in CARDS if one.passing]
    assert len(passing) == 18
    assert " ".join(passing) == (
        "E11 E16 E39 E40 E42 E52 E55 E60 I64 I73 I81 I96 I104 K107 K129 K132 K141 K143"
    )


def test_seven_minors_develop_something_that_is_given_back() -> None:
    assert tagged("development") == ["E14", "I65", "I66", "I85", "K106", "K122", "K128"]
    giving = [one.id for one in CARDS if any(cost.returns for cost in one.costs)]
    assert giving == ["A3", "A4", *tagged("development")]


def test_ovens_fireplaces_and_ploughs_are_known_by_their_tags() -> None:
    assert tagged("oven") == ["A5", "A6", "E14", "E27"]
    assert tagged("fireplace") == ["A1", "A2", "E20"]
    assert tagged("plough") == ["E61", "E62", "I63", "K115", "K119"]


def test_a_hearth_costs_clay_or_a_fireplace() -> None:
    fireplaces = tuple(CardIndex(INDEX[name]) for name in tagged("fireplace"))
    assert card("A3").costs == (Cost(goods=_goods(CLAY, 4)), Cost(returns=fireplaces))
    assert card("K128").costs == (Cost(returns=fireplaces),)


def test_a_bakehouse_may_come_of_any_oven_but_the_bakers_oven_not_of_itself() -> None:
    assert [CARDS[at].id for at in card("K106").costs[0].returns] == tagged("oven")
    assert [CARDS[at].id for at in card("E14").costs[0].returns] == ["A5", "A6", "E27"]


def test_reed_is_paid_with_either_of_two_materials() -> None:
    wood, clay = card("I71").costs
    assert wood.goods == _goods(WOOD, 3, REED, 2)
    assert clay.goods == _goods(CLAY, 3, REED, 2)


def test_the_madonna_costs_two_improvements() -> None:
    assert card("E38").costs == (Cost(improvements=2),)


def test_two_occupations_cost_food_on_top() -> None:
    dear = [one.id for one in CARDS if one.kind == "occupation" and one.costs != (Cost(),)]
    assert dear == ["E172", "K291"]


def test_prerequisites_are_conditions() -> None:
    assert card("E31").prerequisite == (
        Number(of="occupation_worth", least=1),
        Number(of="improvements", least=2),
    )
    assert card("E44").prerequisite == (Number(of="occupation_worth", most=1, seat="another"),)
    assert card("I64").prerequisite == (Number(of="occupations", most=0),)
    assert card("I71").prerequisite == (Number(of="round", most=13),)
    assert isinstance(card("E33").prerequisite[0], InPlay)
    assert sum(bool(one.prerequisite) for one in CARDS) == PREREQUISITES


PREREQUISITES: Final = 55
"""The number of cards with a prerequisite, besides those that are given back."""


def test_points_of_cards_where_sources_differ() -> None:
    assert (card("I71").points, card("K144").points, card("I85").points, card("I66").points) == (8, 0, 3, 5)
    assert card("K144").note
    assert sum(CARDS[at].points for at in MAJORS) == 19
    assert sum(CARDS[at].points for at in MINORS) == 100
    assert sum(one.bonus for one in CARDS) == 40


def test_six_cards_are_fields_of_ten_plots_and_three_house_animals() -> None:
    plots = {one.id: clause.n for one in CARDS for clause in one.clauses if isinstance(clause, Plot)}
    assert plots == {"E18": 1, "E47": 1, "I78": 2, "K105": 2, "K137": 1, "K278": 3}
    houses = [one.id for one in CARDS for clause in one.clauses if isinstance(clause, Holder)]
    assert houses == ["E58", "I102", "K145"]


def test_only_the_academic_counts_twice() -> None:
    assert [one.id for one in CARDS if one.worth == 2] == ["E148"]


def test_the_rulebook_gives_the_russian_names_of_all_but_68() -> None:
    assert sum(one.name.translated for one in CARDS) == 68
    assert not any(CARDS[at].name.translated for at in MAJORS)
    assert card("E12").name.in_language("ru") == "Удилище"
    assert card("E12").name.in_language("en") == "Fishing Rod"


def test_names_differ_among_the_cards_of_a_kind() -> None:
    for language in ("en", "ru"):
        names = [CARDS[at].name.in_language(language) for at in (*MINORS, *OCCUPATIONS)]
        assert len(set(names)) == 308


def test_russian_names_are_russian() -> None:
    for one in CARDS:
        assert re.fullmatch(r"[А-Яа-яЁё -]+", one.name.ru), one.id


def test_effects_without_a_clause_are_coded() -> None:
    assert Counter(one.coded for one in CARDS) == {"": 233, "function": 68, "protocol": 17}
    silent = [one.id for one in CARDS if not one.clauses and not one.coded]
    assert silent == ["E38", "E44", "E148"], "these cards have no effect"


# Faults that the file may not have.

LEAVING: Final = {"act": "leave", "goods": {"wood": 1}, "gain": {"food": 1}}
TEN_CLAY: Final = {"clause": "when", "on": "play", "do": [{"act": "gain", "goods": {"clay": 10}}]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"colour": "red"},
        {"kind": "major"},
        {"tags": ["lovely"]},
        {"points": -1},
        {"costs": [{"goods": {"gold": 1}}]},
        {"costs": [{"goods": {"wood": 0}}]},
        {"costs": [{"goods": {"wood": True}}]},
        {"costs": [{"goods": 3}]},
        {"costs": [{"returns": ["E999"]}]},
        {"prerequisite": [{"if": "number", "of": "stars", "least": 1}]},
        {"prerequisite": [{"if": "house", "among": ["glass"]}]},
        {"clauses": [{**TEN_CLAY, "clause": "whenever"}]},
        {"clauses": [{**TEN_CLAY, "on": "midnight"}]},
        {"clauses": [{**TEN_CLAY, "limit": "month"}]},
        {"clauses": [{**TEN_CLAY, "do": [{"act": "steal"}]}]},
        {"clauses": [{**TEN_CLAY, "do": [{"act": "gain", "goods": {"clay": "much"}}]}]},
        {"clauses": [{**TEN_CLAY, "do": [{"act": "gain", "goods": {"clay": {"of": "stars"}}}]}]},
        {"clauses": [{**TEN_CLAY, "spaces": ["B-GRAIN"]}]},
        {"clauses": [{**TEN_CLAY, "haul": {"lying": "wood"}}]},
        {"clauses": [{**TEN_CLAY, "cards": ["A1"]}]},
        {"clauses": [{**TEN_CLAY, "who": "others"}]},
        {"clauses": [{**TEN_CLAY, "do": [LEAVING]}]},
        {"clauses": [{**TEN_CLAY, "do": [{"act": "one_of", "of": [LEAVING]}]}]},
        {"clauses": [{**TEN_CLAY, "do": [{"act": "lay", "coming": 3}]}]},
        {"clauses": [{**TEN_CLAY, "on": "took", "spaces": ["B-GOLD"]}]},
        {"clauses": [{"clause": "convert", "give": {"wood": 1}, "get": [{"food": 1}], "times": 2}]},
        {"players": 3},
    ],
)
def test_a_word_that_nobody_knows_is_refused_with_the_cards_id(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^card E60: "):
        read({**CARD_DATA["E60"], **wrong}, "E60")


def test_the_card_itself_is_not_refused() -> None:
    assert read(CARD_DATA["E60"], "E60") == card("E60")
    assert read({**CARD_DATA["E60"], "clauses": [TEN_CLAY]}, "E60").clauses != card("E60").clauses


def _goods(*numbers: int) -> Any:
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))

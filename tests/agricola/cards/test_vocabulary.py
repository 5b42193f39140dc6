"""Clauses as listeners, answers, offers and questions of the registry."""

import pytest

from tests.agricola.situations import ANN, Scene
from tilth_rules.agricola.cards import counted, moments
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS, LISTENERS, OFFERS, QUESTIONS
from tilth_rules.agricola.cards.vocabulary import COMPILED, hauls
from tilth_rules.agricola.codes import CLAY, REED, WOOD
from tilth_rules.agricola.content import clauses, conditions
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.rules import Replace
from tilth_rules.agricola.content.types import Count


def test_a_moment_of_the_data_is_the_moment_of_that_name() -> None:
    assert [getattr(moments, name.upper()) for name in clauses.MOMENTS] == list(range(len(clauses.MOMENTS)))


def test_every_kind_of_clause_that_a_card_has_is_compiled() -> None:
    kinds = {type(clause) for card in CARDS for clause in card.clauses}
    assert kinds <= set(COMPILED) | {Replace}


def test_every_card_with_clauses_listens_asks_or_offers_something() -> None:
    silent = [
        card.id
        for at, card in enumerate(CARDS)
        if card.clauses
        and not OFFERS[at]
        and not any(listeners[at] for listeners in LISTENERS)
        and not any(answers[at] for answers in ANSWERS)
    ]
    assert silent == []


def test_every_card_that_clauses_cannot_tell_has_functions_of_its_own() -> None:
    def own(at: int) -> list[object]:
        found = [listener.act for listeners in LISTENERS for listener in listeners[at]]
        found += [answered for answers in ANSWERS for answered in answers[at]]
        found += [offer.act for offer in OFFERS[at]]
        return [one for one in found if ".vocabulary." not in one.__module__]

    coded = [at for at, card in enumerate(CARDS) if card.coded]
    assert [CARDS[at].id for at in coded if not own(at) and not QUESTIONS[at]] == []


def test_an_option_has_room_for_all_listeners_of_a_card_at_a_moment() -> None:
    assert max(len(listeners) for row in LISTENERS for listeners in row) <= 8


def test_a_count_may_be_of_all_seats() -> None:
    state = Scene(3).has(0, sheep=2).has(2, sheep=3).state
    assert counted.counted(Count(of="sheep"))(state, 0, Facts(0)) == 2
    assert counted.counted(Count(of="sheep", at_table=True))(state, 0, Facts(0)) == 5


def test_amounts_that_come_to_nothing_fall_out() -> None:
    state = Scene().has(ANN, clay=2).state
    goods = counted.amounts(((WOOD, Count(of="clay")), (REED, Count(of="stone")), (CLAY, 1)))
    assert goods(state, ANN, Facts(ANN)) == ((WOOD, 2), (CLAY, 1))


def test_a_condition_about_another_seat_holds_if_it_holds_for_one_of_them() -> None:
    holds = counted.condition(conditions.Number(of="rooms", least=4, seat="another"))
    facts = Facts(ANN)
    assert not holds(Scene(3).rooms(ANN, 4).state, ANN, facts)
    assert holds(Scene(3).rooms(2, 4).state, ANN, facts)
    assert holds(Scene(1).rooms(ANN, 4).state, ANN, facts)


def test_without_conditions_nothing_is_asked() -> None:
    assert counted.conditions(()) is None


@pytest.mark.parametrize(
    ("haul", "found"),
    [
        (clauses.Haul(lying=WOOD), True),  # type: ignore[arg-type]
        (clauses.Haul(lying=CLAY), False),  # type: ignore[arg-type]
        (clauses.Haul(yields=(CLAY,)), True),  # type: ignore[arg-type]
        (clauses.Haul(yields=(CLAY, WOOD)), False),  # type: ignore[arg-type]
        (clauses.Haul(takes=(WOOD,)), True),  # type: ignore[arg-type]
        (clauses.Haul(takes=(REED,)), False),  # type: ignore[arg-type]
        (clauses.Haul(along=(CLAY, REED)), True),  # type: ignore[arg-type]
        (clauses.Haul(along=(REED,)), False),  # type: ignore[arg-type]
        (clauses.Haul(without=(WOOD, REED)), True),  # type: ignore[arg-type]
        (clauses.Haul(without=(CLAY,)), False),  # type: ignore[arg-type]
    ],
)
def test_a_haul_has_the_goods_that_are_carried_off_and_those_that_would_be(
    haul: clauses.Haul, found: bool
) -> None:
    """Two wood lay there and stay; a clay comes from the supply."""
    facts = Facts(ANN, goods=((CLAY, 1),), lying=((WOOD, 2),), left=((WOOD, 2),))
    assert hauls.matches(haul)(facts) == found

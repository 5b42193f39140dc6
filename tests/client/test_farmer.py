"""The farmer plays every mix of Agricola's options, and plays the family game well: nobody goes hungry."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from tests.client.in_process import (
    at_random,
    expect_defaults_in_another_game,
    expect_defaults_without_views,
    first,
    played,
    playout,
)
from tests.seeds import Seeds, thinned
from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer import decide
from tilth_bots.farmer.cards import DOING
from tilth_bots.farmer.faces import face_of
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import FOOD
from tilth_bots.farmer.lasting_cards import RECKONED
from tilth_bots.farmer.majors import ALL, MAJORS
from tilth_bots.farmer.spaces import SPACES
from tilth_bots.farmer.table import Seen
from tilth_bots.farmer.yard import fits, pastures, stalls
from tilth_client import Answer, Decision, decoded
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.content import spaces as printed_spaces
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.rules import Cook, Oven
from tilth_rules.agricola.farm import herds, yard
from tilth_rules.agricola.farm.housing import Capacities, holders
from tilth_rules.agricola.printed import printed as print_card
from tilth_server.wire.game import GameWire

HUNGRY_YEARS: Final = 4
"""Rounds in which begging is forgiven."""
FAMILY: Final = Options(family=True)
LAYOUT: Final = frozenset({0, 3, 11, 16, 24, 26})
"""Spaces for what the farmer builds on its own places of the yard only."""


@pytest.fixture(scope="module")
def wire() -> GameWire:
    return GameWire.of(game)


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


# How well it plays -------------------------------------------------------------------------------------------


def test_the_farmer_feeds_its_family_and_beats_random_in_the_family_game(
    wire: GameWire, seeds: Seeds
) -> None:
    """It begs from round 5 on in no more than 5 of 100 matches, wins all but one, and scores 35 points and more."""
    begged = won = points = people = 0
    matches = seeds.some(10, 100)
    for number in matches:
        seat = number % 2
        forgiven = [0]

        def noting(view: Any, decision: Decision, forgiven: list[int] = forgiven) -> Answer:
            if view.round <= HUNGRY_YEARS + 1:
                forgiven[0] = view.players[decision.seat].begging
            return decide(view, decision)

        seats = [at_random(f"match {number}")] * 2
        seats[seat] = noting
        table = played(wire, FAMILY, seats, seed_of(number))
        result = game.result(table.state)
        assert result is not None
        assert result.scores is not None
        begged += table.state.seats[seat].begging > forgiven[0]
        won += result.places[seat] == 1 and result.places[1 - seat] == 2
        points += result.scores[seat]
        people += len(table.state.seats[seat].kinds)
    often = len(matches)
    assert begged <= often * 0.05 + seeds.margin(0.05, often), f"begged in {begged} of {often}"
    assert won >= often * 0.99 - seeds.margin(0.99, often), f"{won} of {often}"
    assert points >= 35 * often, f"{points / often} points"
    assert people >= 4 * often, f"{people / often} people"


def test_against_itself_it_scores_less_but_begs_no_more(wire: GameWire, seeds: Seeds) -> None:
    points = begged = 0
    matches = seeds.some(5, 40)
    for number in matches:
        table = played(wire, FAMILY, [decide, decide], seed_of(number))
        points += sum(game.scores(table.state))
        begged += sum(seat.begging > 0 for seat in table.state.seats)
    farms = 2 * len(matches)
    assert points >= 30 * farms, f"{points / farms} points"
    assert begged <= max(1, farms * 0.05) + seeds.margin(0.05, farms), f"{begged} of {farms}"


def test_in_the_full_game_it_plays_its_cards_feeds_its_family_and_beats_random(
    wire: GameWire, seeds: Seeds
) -> None:
    """It begs in one of twenty matches at most, wins nearly all of them, and scores 40 points and more."""
    won = points = begged = occupations = minors = 0
    matches = seeds.some(6, 40)
    for number in matches:
        seat = number % 2
        seats = [at_random(f"match {number}")] * 2
        seats[seat] = decide
        table = played(wire, Options(), seats, seed_of(number))
        result = game.result(table.state)
        assert result is not None
        assert result.scores is not None
        won += result.places[seat] == 1 and result.places[1 - seat] == 2
        points += result.scores[seat]
        begged += table.state.seats[seat].begging > 0
        kinds = Counter(CARDS[card].kind for card in table.state.seats[seat].cards)
        occupations += kinds["occupation"]
        minors += kinds["minor"]
    often = len(matches)
    assert won >= often * 0.95 - seeds.margin(0.95, often), f"{won} of {often}"
    assert begged <= max(1, often * 0.1) + seeds.margin(0.1, often), f"begged in {begged} of {often}"
    assert points >= 40 * often, f"{points / often} points"
    assert occupations >= often / 2, f"{occupations} occupations"
    assert minors >= often * 0.75, f"{minors} minor improvements"


# Every way to play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "family"), thinned(product((1, 2, 3, 4, 5), (True, False)), 3))
def test_the_farmer_plays_with_any_number_of_people(
    wire: GameWire, players: int, family: bool, seeds: Seeds
) -> None:
    for number in seeds(1):
        if family or seeds.sweep:
            playout(wire, Options(family=family), [decide] * players, seed_of(number))
        others = [decide, at_random(f"other {number}"), first, decide, at_random(f"another {number}")]
        playout(wire, Options(family=family), others[:players], seed_of(number))


@pytest.mark.parametrize(
    "options",
    thinned(
        [
            Options(without_i=True, without_k=True),
            Options(without_e=True),
            Options(draft=True, three_for_one=True),
            Options(mulligan=True),
            Options(ten_keep_seven=True, three_for_one=True),
        ],
        2,
    ),
)
def test_the_farmer_plays_with_every_way_to_come_by_cards(
    wire: GameWire, options: Options, seeds: Seeds
) -> None:
    for number in seeds(1):
        playout(wire, options, [decide, at_random(f"other {number}"), decide], seed_of(number))


def test_the_farmer_plays_a_series(wire: GameWire) -> None:
    options = Options(series=2, permanent=("E166",), extra_food=2)
    playout(wire, options, [decide], seed_of(1))


def test_the_farmer_answers_alike_to_the_same_view_and_decision(wire: GameWire) -> None:
    def twice(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        assert decide(view, decision) == answer
        return answer

    playout(wire, Options(), [twice, twice], seed_of(1))


def test_the_farmer_plays_another_game_as_a_timeout_would() -> None:
    expect_defaults_in_another_game(decide)


def test_a_view_that_it_cannot_read_is_answered_as_a_timeout_would(wire: GameWire) -> None:
    expect_defaults_without_views(wire, FAMILY, decide)


# What it knows of the game -----------------------------------------------------------------------------------


def test_it_knows_the_ten_majors_as_they_are_printed() -> None:
    for card, major in enumerate(MAJORS):
        printed = CARDS[card]
        assert printed.points == major.points
        assert dict(major.price) == dict(printed.costs[0].goods)
        returned = [int(other) for cost in printed.costs for other in cost.returns]
        assert [other for other in returned if other < len(MAJORS)] == list(major.returns)
        cooks, bakes = (0, 0, 0, 0), (0, 0)
        for clause in printed.clauses:
            if isinstance(clause, Cook):
                cooks = (clause.sheep, clause.boar, clause.cattle, clause.vegetable)
            elif isinstance(clause, Oven):
                bakes = (clause.food, clause.most or ALL)
        assert (major.cooks, major.bakes) == (cooks, bakes)


def test_it_reads_every_clause_of_every_card() -> None:
    """The farmer knows each clause and act on the cards; no clause is overlooked."""
    counted_at_once = {"cook", "score"}
    for card in range(len(CARDS)):
        printed = print_card([card]).cards[0]
        shown = agricola.PrintedCard(card=card, rules=printed.rules, prerequisite=printed.prerequisite)
        face = face_of(shown.SerializeToString(deterministic=True))
        for clause in face.clauses:
            assert clause["clause"] in {*RECKONED, *counted_at_once}
            for act in clause.get("do", ()):
                assert act["act"] in DOING


def test_it_knows_every_space() -> None:
    assert set(SPACES) == set(range(len(printed_spaces.SPACES)))


def test_in_the_family_game_it_sees_where_it_can_go_and_what_it_could_do_there(wire: GameWire) -> None:
    offered: Counter[str] = Counter()

    def noting(view: Any, decision: Decision) -> Answer:
        if decision.kind == "place":
            seen = Seen(view, decision.seat)
            spaces = {decision.move(option).use_space.space for option in decision.options}
            mine = {space for space in seen.free if SPACES[space](seen.farm, seen, space)}
            assert mine <= spaces
            assert spaces - mine <= LAYOUT
            offered["here"] += len(mine)
            offered["elsewhere"] += len(spaces - mine)
        return decide(view, decision)

    for number, players in enumerate((1, 2, 3, 4, 5)):
        playout(wire, FAMILY, [noting] * players, seed_of(number))
    assert offered["here"] > 20 * offered["elsewhere"]


def test_a_farm_of_a_finished_match_is_worth_its_score(wire: GameWire, seeds: Seeds) -> None:
    for number in seeds(3):
        table = played(wire, FAMILY, [decide, at_random(f"match {number}"), decide], seed_of(number))
        view = decoded(wire.view_type, wire.view(table.state, 0))
        for seat, score in enumerate(game.scores(table.state)):
            farm = Farm.of(view, seat)
            assert Seen(view, seat).valuer.worth(farm) == pytest.approx(score, abs=0.9)


def test_it_counts_pastures_and_places_for_animals_as_the_rules_do(wire: GameWire, seeds: Seeds) -> None:
    """On farms that others have fenced."""
    random, kinds = Random(3), Counter[bool]()
    for number in seeds.some(4, 12):
        table = played(
            wire, FAMILY, [at_random(f"a {number}"), decide, at_random(f"b {number}")], seed_of(number)
        )
        for seat in table.state.seats:
            ground = seat.yard
            assert set(pastures(ground.fences)) == set(yard.pastures(ground.fences))
            held, singles = stalls(ground.fences, ground.stables)
            for _ in range(30):
                animals = (random.randrange(9), random.randrange(9), random.randrange(5))
                expected = herds.fits(animals, holders(ground.fences, ground.stables, Capacities()))
                assert fits(held, singles, animals) == expected
                kinds[expected] += 1
    assert min(kinds[True], kinds[False]) > 50


def test_nobody_goes_hungry_while_there_is_something_to_eat(wire: GameWire, seeds: Seeds) -> None:
    """Against four others food is scarce. It is asked only while there is something that could be eaten."""
    asked: Counter[str] = Counter()

    def noting(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        if decision.kind == "feed":
            farm = Farm.of(view, decision.seat)
            need = 2 * (farm.people - farm.newborn) + farm.newborn
            enough = farm.goods[FOOD] >= need
            assert (answer.picks == decision.ids) == enough
            asked["enough" if enough else "hungry"] += 1
        return answer

    for number in seeds.some(2, 6):
        playout(wire, FAMILY, [noting] * 5, seed_of(number))
    assert min(asked["enough"], asked["hungry"]) > 10


def test_animals_without_a_place_are_cooked_where_there_is_a_fire(wire: GameWire, seeds: Seeds) -> None:
    cooked = 0

    def noting(view: Any, decision: Decision) -> Answer:
        nonlocal cooked
        answer = decide(view, decision)
        if decision.kind == "keep-animals":
            farm = Farm.of(view, decision.seat)
            if farm.cooks[0] and view.phase == agricola.PHASE_WORK:
                assert answer.picks[0] in {option.id for option in decision.offers}
                cooked += 1
        return answer

    for number in seeds.some(5, 20):
        playout(wire, FAMILY, [noting, at_random(f"match {number}")], seed_of(number))
    assert cooked > 2

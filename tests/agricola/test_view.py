"""Views of the table: prints, abilities of a farm, and no hidden cards."""

import json

import msgspec
import pytest

from tests.agricola.situations import ANN, BOB, CID, DEE, Scene
from tilth_rules.agricola import Options, game
from tilth_rules.agricola.codes import CLAY, FOOD, GRAIN, OVER, REED, STONE, VEGETABLE, WOOD
from tilth_rules.agricola.content.cards import CARDS, INDEX, MAJORS
from tilth_rules.agricola.content.conditions import Number
from tilth_rules.agricola.content.spaces import INDEX as SPACE_INDEX
from tilth_rules.agricola.printed import Amount, Price, PrintedCard, printed
from tilth_rules.agricola.view import View
from tilth_rules.agricola.view.animals import Herd
from tilth_rules.agricola.view.players import CookingRates, Oven, Player
from tilth_rules.kernel import EVERYTHING, SPECTATOR


def seen(scene: Scene, viewer: int = ANN) -> View:
    view = game.view(scene.state, viewer)
    assert isinstance(view, View)
    return view


def own(scene: Scene, seat: int = ANN, viewer: int = ANN) -> Player:
    return seen(scene, viewer).players[seat]


def face(name: str) -> PrintedCard:
    return printed([INDEX[name]]).cards[0]


def goods(**amounts: int) -> tuple[Amount, ...]:
    numbers = {"wood": WOOD, "clay": CLAY, "reed": REED, "stone": STONE, "food": FOOD}
    return tuple(Amount(numbers[name], amount) for name, amount in amounts.items())


def test_every_card_that_shows_is_printed_and_no_other() -> None:
    scene = Scene().owns(BOB, "E12", "A1").holds(BOB, "E11", "E181").holds(ANN, "E13")
    scene.state.known[INDEX["E181"]] = -1
    open_to_all = {*MAJORS, INDEX["E12"], INDEX["E181"]}
    hidden = {ANN: {INDEX["E13"]}, BOB: {INDEX["E11"]}, SPECTATOR: set(), EVERYTHING: set()}
    hidden[EVERYTHING] = hidden[ANN] | hidden[BOB]
    for viewer, more in hidden.items():
        shown = [one.card for one in seen(scene, viewer).printed.cards]
        assert shown == sorted(open_to_all | more)


def test_drafted_cards_are_printed_for_their_seat_only() -> None:
    scene = Scene(options=Options(draft=True))
    scene.state.packs[ANN] = [INDEX["E11"]]
    scene.state.kept[ANN] = [INDEX["E12"]]
    mine = {INDEX["E11"], INDEX["E12"]}
    assert {one.card for one in seen(scene, ANN).printed.cards} == {*MAJORS, *mine}
    assert {one.card for one in seen(scene, BOB).printed.cards} == set(MAJORS)


def test_a_card_that_has_left_and_still_lays_goods_is_printed() -> None:
    scene = Scene()
    scene.state.laid.append((3, ANN, INDEX["I72"], FOOD, 1, 0))
    assert INDEX["I72"] in {one.card for one in seen(scene, BOB).printed.cards}


def test_a_card_is_printed_with_its_figures_and_prices() -> None:
    hearth = face("A3")
    assert (hearth.kind, hearth.deck, hearth.number, hearth.points) == (1, "A", 3, 1)
    assert hearth.prices == (Price(goods(clay=4)), Price((), tuple(map(int, CARDS[2].costs[1].returns))))
    assert {INDEX["A1"], INDEX["A2"]} < set(hearth.prices[1].returns)
    assert [one.kind for one in (face("E11"), face("E181"))] == [2, 3]
    for card, card_print in zip(CARDS, printed(range(len(CARDS))).cards, strict=True):
        assert (
            f"{card_print.deck}{card_print.number}",
            card_print.points,
            card_print.bonus,
            card_print.passing,
        ) == (
            card.id,
            card.points,
            card.bonus,
            card.passing,
        )
        assert len(card_print.prices) == len(card.costs)
        assert bool(card_print.prerequisite) == bool(card.prerequisite)


def test_the_effect_of_a_card_is_shown_in_numbers() -> None:
    fire = json.loads(face("A1").rules)
    assert {"clause": "cook", "sheep": 2, "boar": 2, "cattle": 3, "vegetable": 2} in fire["clauses"]
    assert json.loads(face("E164").rules)["clauses"] == [
        {"clause": "lends", "space": SPACE_INDEX["P3-WOOD2"]},
        {"clause": "toll", "spaces": [SPACE_INDEX["P3-WOOD2"]], "goods": [[FOOD, 2]]},
    ]
    assert json.loads(face("E165").rules) == {"coded": "function"}


def test_a_card_with_effects_beyond_clauses_is_shown_as_coded() -> None:
    for card, card_print in zip(CARDS, printed(range(len(CARDS))).cards, strict=True):
        rules = json.loads(card_print.rules)
        assert len(rules.get("clauses", ())) == len(card.clauses)
        assert rules.get("coded", "") == card.coded


def test_cards_that_can_be_paid_for_are_playable_and_only_their_holder_sees_it() -> None:
    minor = next(
        card.id
        for card in CARDS
        if card.kind == "minor" and len(card.costs) == 1 and card.costs[0].goods == ((WOOD, 1),)
        and not card.prerequisite and not card.costs[0].improvements
    )  # fmt: skip
    scene = Scene().holds(ANN, minor, "E181")
    assert own(scene).playable == (INDEX["E181"],)
    scene.has(ANN, wood=1)
    assert own(scene).playable == (INDEX[minor], INDEX["E181"])
    assert own(scene, ANN, EVERYTHING).playable == own(scene).playable
    assert own(scene, ANN, BOB).playable == own(scene, ANN, SPECTATOR).playable == ()


def test_the_prerequisite_of_a_card_must_hold_before_it_is_playable() -> None:
    asking = [
        card.id
        for card in CARDS
        if card.kind == "minor"
        and card.prerequisite == (Number(of="occupation_worth", least=2),)
        and not card.costs[0].improvements
    ]
    assert asking
    rich = {"wood": 9, "clay": 9, "reed": 9, "stone": 9, "grain": 9, "vegetable": 9, "food": 9}
    scene = Scene().holds(ANN, *asking).has(ANN, **rich).owns(ANN, "E181")
    assert own(scene).playable == ()
    scene.owns(ANN, "E203")
    assert own(scene).playable == tuple(INDEX[name] for name in asking)


def test_the_food_for_cooking_and_baking_is_shown_for_every_seat() -> None:
    scene = Scene().owns(BOB, "A1", "A6")
    bob = own(scene, BOB, ANN)
    assert bob.cooking == CookingRates(2, 2, 3, 2)
    assert bob.ovens == (Oven(4, 2), Oven(2, 0))
    assert (own(scene).cooking, own(scene).ovens) == (CookingRates(0, 0, 0, 0), ())


@pytest.mark.parametrize(("round_", "needed"), [(4, 5), (5, 6)])
def test_a_newborn_eats_one_food_in_this_round_and_two_in_a_later_one(round_: int, needed: int) -> None:
    scene = Scene(round_=round_)
    mine = scene.seat()
    mine.places.append(0)
    mine.born.append(round_)
    mine.kinds.append(1)
    assert own(scene).appetite == needed


def test_nobody_needs_food_for_a_harvest_without_a_part_in_it_nor_after_the_last() -> None:
    scene = Scene()
    scene.seat(BOB).skips = 1
    assert [one.appetite for one in seen(scene).players] == [4, 0]
    scene.state.phase = OVER
    assert own(scene).appetite == 0


def test_the_prices_of_a_room_and_of_the_next_house_are_shown() -> None:
    scene = Scene().rooms(ANN, 3)
    assert own(scene).room == (Price(goods(wood=5, reed=2)),)
    assert own(scene).renovation == (Price(goods(clay=3, reed=1)),)
    assert own(scene.rooms(ANN, 3, house=1)).renovation == (Price(goods(reed=1, stone=3)),)
    scene.rooms(ANN, 3, house=2)
    assert own(scene).room == (Price(goods(reed=2, stone=5)),)
    assert own(scene).renovation == ()


def test_cards_change_the_prices_that_are_shown() -> None:
    prices = {
        own(Scene().owns(ANN, card.id)).room
        for card in CARDS
        if any(type(clause).__name__ in ("Base", "Less", "Replace") for clause in card.clauses)
    }
    assert len(prices) > 3
    assert any(len(several) > 1 for several in prices)


def test_every_holder_of_animals_is_shown_with_its_room() -> None:
    scene = Scene().pasture(ANN, 3, 4).stables(ANN, 4, 1).has(ANN, sheep=5, boar=1)
    assert own(scene).herds == (
        Herd((3, 4), None, 5, 0, 0, 8, capacity=8),
        Herd((1,), None, 0, 1, 0, 1, capacity=1),
        Herd((), None, 0, 0, 0, 1, home=True, capacity=1),
    )


def test_animals_on_a_card_stand_there_by_its_number() -> None:
    housing = [
        card
        for card in CARDS
        if any(type(one).__name__ == "Holder" for one in card.clauses) and not card.coded
    ]
    assert len(housing) > 2
    for card in housing:
        herds = own(Scene().owns(ANN, card.id).has(ANN, sheep=2, boar=2, cattle=2)).herds
        at = INDEX[card.id]
        assert [herd.card for herd in herds if herd.card is not None] == [at], card.id
        held = next(herd for herd in herds if herd.card == at)
        assert held.capacity + held.own_sheep + held.own_boar + held.own_cattle
        assert held.together


def test_animals_without_a_place_stand_nowhere() -> None:
    herds = own(Scene().has(ANN, cattle=2)).herds
    assert herds[-1] == Herd((), None, 0, 0, 2, 0)
    assert not any(herd.cattle for herd in herds[:-1])


def test_a_space_shows_the_card_that_has_brought_it_and_its_owner() -> None:
    scene = Scene(4).play(DEE, "E164")
    lent = {space.space: (space.card, space.owner) for space in seen(scene, CID).spaces}
    assert lent.pop(SPACE_INDEX["P3-WOOD2"]) == (INDEX["E164"], DEE)
    assert set(lent.values()) == {(None, None)}


def test_a_view_stays_small() -> None:
    scene = Scene(4).holds(ANN, *(card.id for card in CARDS[10:17]), *(card.id for card in CARDS[200:207]))
    assert len(msgspec.json.encode(seen(scene).printed)) < 12_000


def test_the_view_says_what_a_drawing_would_know_as_a_rule() -> None:
    view = seen(Scene())
    assert (view.rounds, view.harvest_rounds[-1]) == (14, 14)
    assert {crop.good: crop.amount for crop in view.crops} == {GRAIN: 3, VEGETABLE: 2}

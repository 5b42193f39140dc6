"""Agricola on the screen: spaces with who is there, rounds, goods, and cards with their texts."""

import re
from dataclasses import replace

import pytest

from tests.cli.agricola_positions import Moment, over, words
from tests.cli.agricola_screens import look_at, one_of_each, pages, picture, spaces_view
from tests.cli.positions import NAMES, for_each
from tilth_cli.draw_context import MARKS
from tilth_cli.games import drawing_of
from tilth_cli.games.agricola import cards, spaces
from tilth_cli.games.agricola.players import SHEET, goods, points
from tilth_cli.games.agricola.rounds import rounds_row
from tilth_dataclasses.tilth.games.agricola.v1 import (
    Amount,
    CookingRates,
    Good,
    Oven,
    Phase,
    Player,
    Price,
    SownCrop,
    SpaceView,
    UseSpace,
    View,
)
from tilth_rules.agricola.content.cards import CARDS


@pytest.mark.parametrize("way", [spaces.in_columns, spaces.in_short, spaces.in_full])
def test_spaces_show_their_goods_their_visitors_and_their_labels(way: object) -> None:
    assert callable(way)
    context = look_at(90, moves={"1": UseSpace(space=6), "2": UseSpace(space=16)})
    shown = [" ".join(line.plain.split()) for line in way(spaces_view(), context, 90)]
    text = " ".join(shown)
    assert "3 Wood[1] W9" in text
    assert "Day labourer ●" in text
    assert "1: Fences[2]" in text
    assert "4: 1 Sheep s4" in text
    assert "6: 1 Stone ▲" in text
    assert re.search(r"5: Family growth\S* t\S* a?.*? ● ●°", text)
    assert text.index("goods:") < text.index("3 Wood") < text.index("actions:") < text.index("Day")
    assert text.index("Day") < text.index("round cards:") < text.index("Fences")
    if way is spaces.in_full:
        assert words("en").form("space", 6, "text").split(".")[0] in text


def test_the_rounds_show_harvests_the_present_round_and_goods_laid_out() -> None:
    line = " ".join(" ".join(text.plain for text in rounds_row(spaces_view(), look_at(), 100)).split())
    assert line == "rounds: 1 2 3 4‖ 5 6 7 ●F2‖ 8 ▲s1(F2) 9 ▲*‖ 10 11‖ 12 13‖ 14‖"
    present = next(text for text in rounds_row(spaces_view(), look_at(), 100) if "6" in text.plain)
    assert [
        present.plain[span.start : span.end] for span in present.spans if "reverse" in str(span.style)
    ] == ["6"]
    shown = "\n".join(pages(spaces_view(), look_at(120)))
    assert "Round 6 stage 2  Work   page 1 of 7   harvest after round 7" in shown
    assert re.search(r"Round 8 stage 3 .*▲s1 \(.*, for 2 food\)", shown)
    assert re.search(r"Round 7 stage 2 .*‖ harvest", shown)


def test_majors_name_their_owners_and_removed_majors_are_not_listed() -> None:
    shown = "\n".join(pages(spaces_view(), look_at(140)))
    listed = shown[shown.index("major improvements:\n") :].splitlines()[1:]
    found = [line for line in listed if not line.startswith(" ")][:4]
    assert [line.split("  ")[0] for line in found] == ["Fireplace", "Fireplace ●", "Cooking Hearth", "Well"]
    for line, card in zip(found, (0, 1, 3, 9), strict=True):
        assert words("en").form("card", card, "facts") in line


@one_of_each
def test_all_majors_of_a_match_are_listed_and_no_other_card(moment: Moment) -> None:
    played = {one.card for player in moment.view.players for one in player.cards}
    there = [
        card
        for card, printed in enumerate(CARDS)
        if printed.kind == "major" and card in {*moment.view.majors, *played}
    ]
    lines = [line.plain for line in cards.majors(moment.view, look_at(400), 400)]
    assert [line.split("  ")[0].rstrip(f" {''.join(MARKS)}") for line in lines[1:]] == [
        words("en").text("card", card) for card in there
    ]


def test_cards_in_play_show_their_round_and_their_numbers_and_known_cards_are_listed() -> None:
    shown = "\n".join(pages(spaces_view(), look_at(140)))
    name = words("en").text("card", 40)
    assert f"{name} (since round 4, remembers 7)" in shown
    assert f"known of the hand:\n{words('en').text('card', 50)}" in shown
    own = "\n".join(pages(spaces_view(), look_at(140, seat=1)))
    assert "known of the hand" not in own


@one_of_each
def test_everybodys_goods_people_and_begging_cards_stand_in_one_line(moment: Moment) -> None:
    lines = [line.plain for line in goods(moment.view, moment.context(), 120)]
    assert len(lines) == 1 + moment.seats
    for player, line in zip(moment.view.players, lines[1:], strict=True):
        assert line.startswith(f"{MARKS[player.seat]} {NAMES[player.seat]}")
        found = line[20:].split()
        amounts = {int(one.good): one.amount for one in player.goods}
        assert [int(number) for number in found[:10]] == [amounts.get(good, 0) for good in range(1, 11)]
        assert int(found[10]) == player.appetite
        assert int(found[12]) == player.begging
        if len(found) > 13:
            assert found[13] == f"{player.minors_held}+{player.occupations_held}"
    assert goods(spaces_view(), look_at(), 100)[1].plain.split()[-2:] == ["1/2+1", "0"]
    assert goods(spaces_view(), look_at(), 100)[2].plain.split()[-2:] == ["1/2+1", "2"]


@for_each(over)
def test_at_the_end_the_points_stand_line_by_line_with_their_sum(moment: Moment) -> None:
    assert moment.view.phase == Phase.OVER
    for width in (80, 120):
        lines = [line.plain for line in points(moment.view, moment.context(), width)]
        shown = picture(moment.view, moment.context(width))
        for player, line in zip(moment.view.players, lines[1:], strict=True):
            assert len(player.sheet) == len(SHEET)
            numbers = [int(number) for number in re.findall(r"-?\d+", line)]
            assert numbers == [*player.sheet, sum(player.sheet)]
            assert line.rstrip() in shown


def prices_view() -> View:
    """Return a view of a seat that can build, renovate, cook and bake, with half of the food that it needs."""
    player = Player(
        seat=0,
        goods=[Amount(good=Good.FOOD, amount=2), Amount(good=Good.GRAIN, amount=3)],
        appetite=4,
        hand=[40, 41],
        playable=[41],
        fences=[20],
        room=[
            Price(goods=[Amount(good=Good.WOOD, amount=5), Amount(good=Good.REED, amount=2)]),
            Price(goods=[Amount(good=Good.CLAY, amount=3)], returns=[0]),
            Price(goods=[Amount(good=Good.STONE, amount=1)]),
        ],
        renovation=[Price(goods=[Amount(good=Good.CLAY, amount=2)])],
        cooking=CookingRates(sheep=2, boar=3, vegetable=1),
        ovens=[Oven(food=5, most=1), Oven(food=2)],
    )
    crops = [SownCrop(good=Good.GRAIN, amount=3), SownCrop(good=Good.VEGETABLE, amount=2)]
    return View(phase=Phase.FEEDING, players=[player, Player(seat=1)], crops=crops)


def test_prices_of_the_next_steps_and_rates_of_food_are_shown() -> None:
    shown = " ".join("\n".join(pages(prices_view(), look_at(seat=0))).split())
    fireplace = words("en").text("card", 0)
    assert "a sown field: g3 v2 ●" in shown
    assert f"a room W5 R2 or C3 {fireplace} … the next house C2 cooking v1 s2 b3 baking F5(1) F2" in shown


def test_cards_of_the_hand_that_can_be_played_are_marked() -> None:
    names = [words("en").text("card", card) for card in (40, 41)]
    player = prices_view().players[0]
    (line,) = cards.hand_in_short(player, look_at(), 100)
    assert line.plain == f"hand: {names[0]}  {names[1]} ✓"
    assert f"{names[1]} ✓  minor" in "\n".join(line.plain for line in cards.hand(player, look_at(), 100))


def test_the_sum_is_shown_while_food_is_made() -> None:
    remark = drawing_of("agricola").dials.remark
    cooked = {"sheep": 1, "boar": 2, "cattle": 0, "vegetables": 3}
    assert remark(prices_view(), look_at(seat=0, numbers=cooked)) == "makes 11 food"
    assert remark(prices_view(), look_at(seat=0, numbers={"grain": 3})) == "makes 9 food"
    assert remark(prices_view(), look_at(seat=0, numbers={"cells": 2})) == ""
    assert remark(prices_view(), look_at(seat=None, numbers={"grain": 3})) == ""


def test_goods_take_one_line_in_a_low_terminal() -> None:
    assert "owned: ● F2 g3  ▲" in picture(prices_view(), replace(look_at(80), room=11))
    assert "owned:" not in picture(prices_view(), replace(look_at(80), room=13))


def test_a_space_that_a_card_has_brought_names_the_owner_of_the_card() -> None:
    view = View(spaces=[SpaceView(space=6, card=30, owner=1)], players=[Player(seat=0), Player(seat=1)])
    assert [line.plain for line in spaces.in_columns(view, look_at(), 80)] == ["actions:", "3 Wood (▲)"]


def test_a_viewer_of_all_hands_sees_each_beside_its_owners_cards() -> None:
    seen = "\n".join(pages(prices_view(), look_at(140, seat=None)))
    assert f"● Ada\nhand:\n{words('en').text('card', 40)}" in seen
    assert "known of the hand" not in seen

"""Agricola on the screen: spaces with who is there, rounds, goods, and cards with their texts."""

import re
from dataclasses import replace

import pytest

from tests.cli.agricola_moments import OVER, Moment, words
from tests.cli.agricola_screens import look_at, one_of_each, pages, picture, spaces_view
from tests.cli.moments import NAMES
from tilth_cli.games import drawn
from tilth_cli.games.agricola import cards, spaces
from tilth_cli.games.agricola.players import SHEET, goods, points
from tilth_cli.games.agricola.track import track
from tilth_cli.looks import MARKS, Look
from tilth_dataclasses.tilth.games.agricola.v1 import (
    Agree,
    Amount,
    CookingRates,
    CutPasture,
    Enclose,
    FeedFamily,
    Good,
    Oven,
    Phase,
    PlayCard,
    Player,
    Price,
    SpaceView,
    UseCard,
    UseOffer,
    UseSpace,
    View,
)


@pytest.mark.parametrize("way", [spaces.in_columns, spaces.in_short, spaces.in_full])
def test_spaces_show_what_lies_there_who_is_there_and_how_they_are_picked(way: object) -> None:
    assert callable(way)
    look = look_at(90, moves={"1": UseSpace(space=6), "2": UseSpace(space=16)})
    shown = [" ".join(line.plain.split()) for line in way(spaces_view(), look, 90)]
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


def test_the_rounds_show_harvests_the_present_and_what_is_laid_out() -> None:
    line = " ".join(" ".join(text.plain for text in track(spaces_view(), look_at(), 100)).split())
    assert line == "rounds: 1 2 3 4‖ 5 6 7 ●F2‖ 8 ▲s1(F2) 9 ▲*‖ 10 11‖ 12 13‖ 14‖"
    present = next(text for text in track(spaces_view(), look_at(), 100) if "6" in text.plain)
    assert [
        present.plain[span.start : span.end] for span in present.spans if "reverse" in str(span.style)
    ] == ["6"]
    shown = "\n".join(pages(spaces_view(), look_at(120)))
    assert "Round 6 stage 2  Work   page 1 of 7   harvest after round 7" in shown
    assert re.search(r"Round 8 stage 3 .*▲s1 \(.*, for 2 food\)", shown)
    assert re.search(r"Round 7 stage 2 .*‖ harvest", shown)


def test_majors_show_who_has_them_and_those_that_are_gone_are_not_listed() -> None:
    shown = "\n".join(pages(spaces_view(), look_at(140)))
    listed = shown[shown.index("major improvements:\n") :].splitlines()[1:]
    found = [line for line in listed if not line.startswith(" ")][:4]
    assert [line.split("  ")[0] for line in found] == ["Fireplace", "Fireplace ●", "Cooking Hearth", "Well"]
    for line, card in zip(found, (0, 1, 3, 9), strict=True):
        assert words("en").form("card", card, "facts") in line


def test_cards_in_play_say_since_when_and_what_they_remember_and_known_cards_are_listed() -> None:
    shown = "\n".join(pages(spaces_view(), look_at(140)))
    name = words("en").text("card", 40)
    assert f"{name} (since round 4, remembers 7)" in shown
    assert f"known of the hand:\n{words('en').text('card', 50)}" in shown
    own = "\n".join(pages(spaces_view(), look_at(140, seat=1)))
    assert "known of the hand" not in own


@one_of_each
def test_everybodys_goods_people_and_begging_cards_stand_in_one_line(moment: Moment) -> None:
    lines = [line.plain for line in goods(moment.view, moment.look(), 120)]
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


@pytest.mark.parametrize("moment", OVER.values(), ids=OVER.keys())
def test_at_the_end_the_points_stand_line_by_line_with_their_sum(moment: Moment) -> None:
    assert moment.view.phase == Phase.OVER
    for width in (80, 120):
        lines = [line.plain for line in points(moment.view, moment.look(), width)]
        shown = picture(moment.view, moment.look(width))
        for player, line in zip(moment.view.players, lines[1:], strict=True):
            assert len(player.sheet) == len(SHEET)
            numbers = [int(number) for number in re.findall(r"-?\d+", line)]
            assert numbers == [*player.sheet, sum(player.sheet)]
            assert line.rstrip() in shown


def test_what_an_option_is_about_is_told() -> None:
    hint, view, look = drawn("agricola").hint, spaces_view(), look_at()
    assert hint(UseSpace(space=6), view, look) == "wood 9"
    assert hint(UseSpace(space=8), view, look) == ""
    assert hint(UseSpace(space=6), None, look) == ""
    assert hint(UseCard(card=40), view, look) == words("en").form("card", 40, "text")
    assert hint(PlayCard(card=40), view, look) == cards.about(look, 40)
    assert hint(Agree(), view, look) == ""


def test_of_two_spaces_with_the_same_name_the_hint_says_what_each_is_for() -> None:
    view = View(spaces=[SpaceView(space=4), SpaceView(space=27), SpaceView(space=2)])
    look = Look(NAMES, 100, words=words("ru"))
    assert words("ru").text("space", 4) == words("ru").text("space", 27)
    hint = drawn("agricola").hint
    assert hint(UseSpace(space=4), view, look) == words("ru").form("space", 4, "text")
    assert hint(UseSpace(space=27), view, look) == words("ru").form("space", 27, "text")
    assert hint(UseSpace(space=2), view, look) == ""


def means_view() -> View:
    """A seat that can build, renovate, cook and bake, with food for two of four that it needs."""
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
    return View(phase=Phase.FEEDING, players=[player, Player(seat=1)])


def test_what_the_next_steps_cost_and_what_becomes_food_is_told() -> None:
    shown = " ".join("\n".join(pages(means_view(), look_at(seat=0))).split())
    fireplace = words("en").text("card", 0)
    assert f"a room W5 R2 or C3 {fireplace} … the next house C2 cooking v1 s2 b3 baking F5(1) F2" in shown


def test_cards_of_the_hand_that_can_be_played_are_marked() -> None:
    names = [words("en").text("card", card) for card in (40, 41)]
    player = means_view().players[0]
    (line,) = cards.hand_in_short(player, look_at(), 100)
    assert line.plain == f"hand: {names[0]}  {names[1]} ✓"
    assert f"{names[1]} ✓  minor" in "\n".join(line.plain for line in cards.hand(player, look_at(), 100))


def test_who_is_asked_to_feed_is_told_how_much_is_wanted_and_there() -> None:
    hint = drawn("agricola").hint
    assert hint(FeedFamily(), means_view(), look_at(seat=0)) == "wanted 4, there is 2"
    assert hint(FeedFamily(), means_view(), look_at(seat=None)) == ""


def test_a_pasture_that_can_be_enclosed_says_how_many_fences_are_new() -> None:
    look = look_at(seat=0, about=CutPasture(cells=[0, 1]))
    assert drawn("agricola").hint(Enclose(), means_view(), look) == "new fences: 5"


def test_while_food_is_made_the_sum_is_told() -> None:
    remark = drawn("agricola").dials.remark
    cooked = {"sheep": 1, "boar": 2, "cattle": 0, "vegetables": 3}
    assert remark(means_view(), look_at(seat=0, setting=cooked)) == "makes 11 food"
    assert remark(means_view(), look_at(seat=0, setting={"grain": 3})) == "makes 9 food"
    assert remark(means_view(), look_at(seat=0, setting={"cells": 2})) == ""
    assert remark(means_view(), look_at(seat=None, setting={"grain": 3})) == ""


def test_a_card_that_can_be_used_in_several_ways_is_told_of_once() -> None:
    moves = {"o1": UseOffer(card=40, way=1), "o2": UseOffer(card=40, way=2), "o3": UseOffer(card=41, way=0)}
    hints = [drawn("agricola").hint(move, None, look_at(moves=moves)) for move in moves.values()]
    assert hints == [words("en").form("card", 40, "text"), "", words("en").form("card", 41, "text")]


def test_where_lines_are_dear_goods_stand_in_one_line() -> None:
    assert "owned: ● F2 g3  ▲" in picture(means_view(), replace(look_at(80), room=11))
    assert "owned:" not in picture(means_view(), replace(look_at(80), room=13))


def test_a_space_that_a_card_has_brought_says_whose_card_it_is() -> None:
    view = View(spaces=[SpaceView(space=6, card=30, owner=1)], players=[Player(seat=0), Player(seat=1)])
    assert [line.plain for line in spaces.in_columns(view, look_at(), 80)] == ["actions:", "3 Wood (▲)"]


def test_whoever_may_see_all_hands_sees_them_with_their_owners_cards() -> None:
    seen = "\n".join(pages(means_view(), look_at(140, seat=None)))
    assert f"● Ada\nhand:\n{words('en').text('card', 40)}" in seen
    assert "known of the hand" not in seen

"""Earth on the screen, page by page: nothing is lost between them, and what can be picked is marked where it lies."""

import re
from dataclasses import replace

from rich.console import Console

from tests.cli.earth_moments import KINDS, LAST, WIDE, Moment, words
from tests.cli.earth_screens import (
    cards_of,
    last_of_each,
    one_of_each,
    pages,
    picture,
    speaking,
    text_of,
)
from tests.cli.moments import NAMES
from tilth_cli.drawing import whole
from tilth_cli.games import drawn
from tilth_cli.games.earth.hands import hand
from tilth_cli.games.earth.picks import SHARED, by_card, by_goal, by_place
from tilth_cli.looks import Look
from tilth_cli.narrowing import narrow
from tilth_dataclasses.tilth.games.earth.v1 import PlantCard, Taking


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(moment: Moment) -> None:
    for language, width, height in (("ru", 80, 24), ("en", 120, 40), ("en", 200, 60)):
        with speaking(language):
            look = moment.look(width, language, room=height)
            for page in (0, 1, 3):
                lines = text_of(drawn("earth").draw(moment.view, replace(look, page=page)), width)
                assert max(map(len, lines)) <= width
                assert len(lines) <= height
            shown = text_of(whole(moment.scene(language), Console(width=width, height=height)), width, height)
            assert max(map(len, shown)) <= width


@one_of_each
def test_what_can_be_picked_is_marked_where_it_lies(moment: Moment) -> None:
    look = moment.look(120)
    shown = "\n".join(pages(moment, look))
    marked = {label for labels in re.findall(r"\[([\do,]+)\]", shown) for label in labels.split(",")}
    own = next(player for player in moment.view.players if player.seat == moment.seat)
    there = {*own.hand, *own.looked_at, *own.dealt}
    wanted = {label for labels in by_goal(look).values() for label in labels}
    wanted |= {label for place, labels in by_place(look).items() if place != SHARED for label in labels}
    wanted |= {label for card, labels in by_card(look).items() if card in there for label in labels}
    assert wanted <= marked
    less = {label for label, move in look.moves.items() if getattr(move, "taking", 1) > Taking.ALL}
    assert not less & marked, "a place is marked once"
    assert marked <= set(look.moves)


@one_of_each
def test_the_question_lists_every_option_and_says_of_cards_what_they_do(moment: Moment) -> None:
    scene, cards = moment.scene(), cards_of(moment)
    text = " ".join("\n".join(text_of(whole(scene, Console(width=200, height=60)), 200, 60)).split())
    for label, option in moment.options():
        assert f"{label} {option.text}" in text
    for move in moment.look().moves.values():
        if isinstance(move, PlantCard) and move.taking == Taking.ALL:
            assert cards.text(move.card) in text
            assert f"cost {cards.face(move.card).cost}" in text


def test_very_many_options_are_listed_without_what_they_do_until_they_are_fewer() -> None:
    moment = max(WIDE.values(), key=lambda one: one.options_count)
    scene = moment.scene()
    first, cards = scene.asked.options[0].text if scene.asked else "", cards_of(moment)
    wide = "\n".join(text_of(whole(scene, Console(width=200, height=90)), 200, 90))
    scene.narrowed = narrow(first.split()[-1], moment.decisions["en"], None)
    few = "\n".join(text_of(whole(scene, Console(width=200, height=90)), 200, 90))
    card = next(card for card, labels in by_card(moment.look()).items() if "1" in labels)
    listing = wide[wide.index(f"{moment.options_count} ways") :]
    assert cards.text(card)[:30] not in listing
    assert cards.text(card)[:30] in few


@last_of_each
def test_leaves_lie_at_their_goals_and_ecosystems_show_whose_they_are(moment: Moment) -> None:
    shown = "\n".join(pages(moment, moment.look(200)))
    cards = cards_of(moment)
    for at, card in enumerate(moment.view.fauna):
        leaves = "".join(
            mark if at in player.leaves else f"({mark})"
            for player, mark in zip(moment.view.players, "●▲■◆★", strict=False)
            if at in player.leaves or at in player.reached
        )
        leaves += "○" if moment.view.gaia is not None and at in moment.view.gaia.leaves else ""
        assert f"{cards.name(card)} {leaves}".rstrip() in shown
        assert cards.text(card) in shown
    for player, mark in zip(moment.view.players, "●▲■◆★", strict=False):
        if player.ecosystem is not None:
            assert f"{mark} {cards.name(player.ecosystem)}" in shown


@last_of_each
def test_pages_show_all_there_is_to_see(moment: Moment) -> None:
    shown = " ".join("\n".join(pages(moment, moment.look(110, room=30))).split())
    cards = cards_of(moment)
    for player in moment.view.players:
        lying = [spot.card for spot in player.field]
        for card in [*lying, *player.events, *player.hand, player.island, player.climate]:
            assert card is not None
            assert cards.text(card) in shown
            assert cards.name(card) in shown
    assert f"deck {moment.view.deck}, discards {moment.view.discards}" in shown


def test_fields_without_room_beside_the_others_stand_on_the_next_pages() -> None:
    moment = LAST["five"]
    found = pages(moment, moment.look(80, room=24))
    own = next(player for player in moment.view.players if player.seat == moment.seat)
    for player in moment.view.players:
        title = f"{'●▲■◆★'[player.seat]} {NAMES[player.seat]} {sum(player.score)}"
        assert [title in page for page in found].count(True) == 1
    assert f"{NAMES[own.seat]} {sum(own.score)}" in found[0]


def test_phase_and_action_are_called_as_the_server_calls_them() -> None:
    moment = LAST["two"]
    for language, phase in (("en", "Turns"), ("ru", "Ходы")):
        shown = "\n".join(text_of(whole(moment.scene(language), Console(width=120, height=50)), 120, 50))
        assert phase in shown
        assert f": {words(language).text('action', moment.view.action)}" in shown


def test_others_hands_are_only_counted_and_a_spectator_sees_none() -> None:
    moment = LAST["two"]
    for player in moment.view.players:
        look = moment.look()
        assert bool(hand(player, look, cards_of(moment), 100)) == (player.seat == moment.seat)
    watching = Look(NAMES[: moment.seats], 100, words=words("en"))
    assert "page 1 of" in picture(moment, watching)


def test_alone_gaias_card_and_goods_are_shown_and_in_teams_what_lies_between_mates() -> None:
    moment = KINDS["alone", "gaia-goal"]
    gaia, cards = moment.view.gaia, cards_of(moment)
    assert gaia is not None
    assert gaia.card is not None
    shown = "\n".join(pages(moment, moment.look(120)))
    assert cards.name(gaia.card) in shown
    assert f"sprouts {gaia.sprouts}" in shown
    found = [moment for (name, _), moment in KINDS.items() if name == "teams"]
    halves = [(moment, player) for moment in found for player in moment.view.players if player.shared]
    lying = [(moment, player) for moment, player in halves if player.shared and player.shared.soil]
    assert lying
    for moment, player in lying:
        shown = picture(moment, moment.look(120))
        assert re.search(
            rf"{NAMES[player.seat]} in the shared area: soil {player.shared and player.shared.soil}",
            shown,
        )

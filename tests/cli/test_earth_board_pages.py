"""Earth on the screen, page by page: nothing is lost between them, and what can be picked is marked where it lies."""

import re
from dataclasses import replace

from rich.console import Console

from tests.cli.earth_positions import Moment, last, moments, words
from tests.cli.earth_screens import (
    cards_of,
    last_of_each,
    one_of_each,
    pages,
    picture,
    speaking,
    text_of,
)
from tests.cli.positions import NAMES
from tests.seeds import Seeds
from tilth_cli.draw_context import DrawContext
from tilth_cli.drawing import match_picture
from tilth_cli.games import drawing_of
from tilth_cli.games.earth.hands import hand
from tilth_cli.games.earth.picks import SHARED, by_card, by_goal, by_place
from tilth_cli.option_search import narrow
from tilth_dataclasses.tilth.games.earth.v1 import PlantCard, Taking


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(
    moment: Moment, number: int, seeds: Seeds
) -> None:
    """Each position is drawn at one of the sizes, in a sweep at all."""
    sizes = (("ru", 80, 24), ("en", 120, 40), ("en", 200, 60))
    for language, width, height in sizes if seeds.sweep else sizes[number % 3 :][:1]:
        with speaking(language):
            context = moment.context(width, language, room=height)
            for page in (0, 1, 3):
                lines = text_of(drawing_of("earth").draw(moment.view, replace(context, page=page)), width)
                assert max(map(len, lines)) <= width
                assert len(lines) <= height
            shown = text_of(
                match_picture(moment.scene(language), Console(width=width, height=height)), width, height
            )
            assert max(map(len, shown)) <= width


@one_of_each
def test_options_are_marked_on_the_things_they_pick(moment: Moment) -> None:
    context = moment.context(120)
    shown = "\n".join(pages(moment, context))
    marked = {label for labels in re.findall(r"\[([\do,]+)\]", shown) for label in labels.split(",")}
    own = next(player for player in moment.view.players if player.seat == moment.seat)
    there = {*own.hand, *own.looked_at, *own.dealt}
    wanted = {label for labels in by_goal(context).values() for label in labels}
    wanted |= {label for place, labels in by_place(context).items() if place != SHARED for label in labels}
    wanted |= {label for card, labels in by_card(context).items() if card in there for label in labels}
    assert wanted <= marked
    less = {label for label, move in context.moves.items() if getattr(move, "taking", 1) > Taking.ALL}
    assert not less & marked, "a place is marked once"
    assert marked <= set(context.moves)


@one_of_each
def test_the_question_lists_every_option_with_the_texts_of_cards(moment: Moment) -> None:
    scene, cards = moment.scene(), cards_of(moment)
    text = " ".join(
        "\n".join(text_of(match_picture(scene, Console(width=200, height=120)), 200, 120)).split()
    )
    for label, option in moment.options():
        assert f"{label} {option.text[:40]}" in text
        assert all(word in text for word in option.text.split()), "columns side by side part its lines"
    for move in moment.context().moves.values():
        if isinstance(move, PlantCard) and move.taking == Taking.ALL:
            assert cards.text(move.card) in text
            assert f"cost {cards.face(move.card).cost}" in text


def test_very_many_options_are_listed_without_texts_until_they_are_fewer() -> None:
    moment = max(moments().wide.values(), key=lambda one: one.options_count)
    scene = moment.scene()
    cards = cards_of(moment)
    wide = "\n".join(text_of(match_picture(scene, Console(width=200, height=90)), 200, 90))
    card = next(card for card, labels in by_card(moment.context()).items() if "1" in labels)
    scene.search = narrow(cards.name(card).split()[-1], moment.decisions["en"], None)
    few = "\n".join(text_of(match_picture(scene, Console(width=200, height=90)), 200, 90))
    listing = wide[wide.index(f"{moment.options_count} options") :]
    assert cards.text(card)[:30] not in listing
    assert cards.text(card)[:30] in few


@last_of_each
def test_leaves_lie_at_their_goals_and_ecosystems_name_their_owners(moment: Moment) -> None:
    shown = "\n".join(pages(moment, moment.context(200)))
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
def test_the_pages_together_show_everything(moment: Moment) -> None:
    shown = " ".join("\n".join(pages(moment, moment.context(110, room=30))).split())
    cards = cards_of(moment)
    for player in moment.view.players:
        lying = [spot.card for spot in player.field]
        for card in [*lying, *player.events, *player.hand, player.island, player.climate]:
            assert card is not None
            assert cards.text(card) in shown
            assert cards.name(card) in shown
    assert f"deck {moment.view.deck}, discards {moment.view.discards}" in shown


def test_fields_without_room_beside_the_others_stand_on_the_next_pages() -> None:
    moment = last()["five"]
    found = pages(moment, moment.context(80, room=24))
    own = next(player for player in moment.view.players if player.seat == moment.seat)
    for player in moment.view.players:
        title = f"{'●▲■◆★'[player.seat]} {NAMES[player.seat]} {sum(player.score)}"
        assert [title in page for page in found].count(True) == 1
    assert f"{NAMES[own.seat]} {sum(own.score)}" in found[0]


def test_phase_and_action_are_called_as_the_server_calls_them() -> None:
    moment = last()["two"]
    for language, phase in (("en", "Turns"), ("ru", "Ходы")):
        shown = "\n".join(
            text_of(match_picture(moment.scene(language), Console(width=120, height=50)), 120, 50)
        )
        assert phase in shown
        assert f": {words(language).text('action', moment.view.action)}" in shown


def test_hands_of_others_are_counted_and_a_spectator_sees_none() -> None:
    moment = last()["two"]
    for player in moment.view.players:
        context = moment.context()
        assert bool(hand(player, context, cards_of(moment), 100)) == (player.seat == moment.seat)
    watching = DrawContext(NAMES[: moment.seats], 100, labels=words("en"))
    assert "page 1 of" in picture(moment, watching)


def test_a_solo_match_shows_gaias_card_and_goods_and_a_team_match_the_shared_area() -> None:
    moment = moments().kinds["alone", "gaia-goal"]
    gaia, cards = moment.view.gaia, cards_of(moment)
    assert gaia is not None
    assert gaia.card is not None
    shown = "\n".join(pages(moment, moment.context(120)))
    assert cards.name(gaia.card) in shown
    assert f"sprouts {gaia.sprouts}" in shown
    assert f"pass {gaia.passes} of {gaia.passes + gaia.remaining_passes} through her deck" in shown
    found = [moment for (name, _), moment in moments().kinds.items() if name == "teams"]
    halves = [(moment, player) for moment in found for player in moment.view.players if player.shared]
    lying = [(moment, player) for moment, player in halves if player.shared and player.shared.soil]
    assert lying
    for moment, player in lying:
        shown = picture(moment, moment.context(120))
        assert re.search(
            rf"{NAMES[player.seat]} in the shared area: soil {player.shared and player.shared.soil}",
            shown,
        )

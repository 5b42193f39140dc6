"""Agricola on the screen: what stands on which page, and that nothing is lost."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console

from tests.cli.agricola_positions import Moment, each, last, moments, played, words
from tests.cli.agricola_screens import (
    last_of_each,
    look_at,
    one_of_each,
    pages,
    picture,
    spaces_view,
    text_of,
)
from tests.cli.conftest import Place
from tests.cli.positions import NAMES
from tests.cli.terminal_user import asked, play_on
from tests.seeds import Seeds, thinned
from tilth_cli.draw_context import MARKS
from tilth_cli.drawing import match_picture
from tilth_cli.games import drawing_of
from tilth_cli.games.agricola import cards
from tilth_cli.games.agricola.picks import by_card, by_plot, by_space
from tilth_cli.messages import set_language
from tilth_dataclasses.tilth.games.agricola.v1 import (
    Agree,
    PlayCard,
    UseSpace,
    View,
)
from tilth_rules.agricola.options import Options


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    set_language("en")


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(
    moment: Moment, number: int, seeds: Seeds
) -> None:
    """Each position is drawn at one of the sizes, in a sweep at all."""
    sizes = (("ru", 80, 24, 14), ("en", 100, 32, 20), ("ru", 120, 40, 28))
    for language, width, height, room in sizes if seeds.sweep else sizes[number % 3 :][:1]:
        set_language(language)
        context = moment.context(width, language, room=room, short=height < 32)
        for page in (0, 1, 2, 5):
            lines = text_of(drawing_of("agricola").draw(moment.view, replace(context, page=page)), width)
            assert max(map(len, lines)) <= width
            assert len(lines) <= room
        shown = text_of(
            match_picture(moment.scene(language), Console(width=width, height=height)), width, height
        )
        assert max(map(len, shown)) <= width


@pytest.mark.parametrize("width", [80, 100, 130])
def test_the_first_page_fits_into_the_lines_that_are_left(width: int) -> None:
    beginning = next(played("alone", Options(), 1, 2))
    for moment in (beginning, last()["alone"], last()["family"], last()["five"]):
        for room in range(4 + width % 3, 44, 3):
            context = moment.context(width, room=room)
            assert len(text_of(drawing_of("agricola").draw(moment.view, context), width)) <= room


@one_of_each
def test_options_are_marked_on_the_things_they_pick(moment: Moment) -> None:
    context = moment.context(200)
    shown = "\n".join(pages(moment.view, context))
    marked = {label for labels in re.findall(r"\[([\do,]+)\]", shown) for label in labels.split(",")}
    there = {*moment.own.hand, *moment.own.pack, *moment.own.kept, *moment.view.majors}
    there |= {one.card for player in moment.view.players for one in player.cards}
    wanted = {label for labels in by_space(context).values() for label in labels}
    wanted |= {label for card, labels in by_card(context).items() if card in there for label in labels}
    for player in moment.view.players:
        wanted |= {label for labels in by_plot(context, player.seat).values() for label in labels}
    assert wanted <= marked
    assert marked <= set(context.moves)


@one_of_each
def test_the_question_lists_every_option_with_the_texts_of_cards(moment: Moment) -> None:
    scene = moment.scene()
    text = " ".join("\n".join(text_of(match_picture(scene, Console(width=400, height=90)), 400, 90)).split())
    for label, option in moment.options():
        assert f"{label} {option.text}" in text
    for move in moment.context().moves.values():
        if isinstance(move, PlayCard):
            assert " ".join(cards.about(moment.context(), move.card).split()) in text


@last_of_each
def test_the_pages_together_show_everything(moment: Moment) -> None:
    shown = " ".join("\n".join(pages(moment.view, moment.context(110, room=30))).split())
    context = moment.context()
    held = [*moment.own.hand, *moment.view.majors, *moment.own.pack]
    for card in [*held, *(one.card for player in moment.view.players for one in player.cards)]:
        assert cards.name(context, card) in shown
        assert " ".join(cards.about(context, card).split()) in shown
    for one in moment.view.spaces:
        assert words("en").text("space", one.space) in shown
        assert words("en").form("space", one.space, "text") in shown


@pytest.mark.parametrize(
    "name", thinned(["place", "improvement", "draft", "fence", "five-over", "alone-last"], 2)
)
def test_a_question_leaves_its_place_to_every_page_but_the_first(name: str) -> None:
    moment = each()[name]
    for width, height in ((80, 24), (100, 32)):
        scene, console = moment.scene(), Console(width=width, height=height)
        first = "\n".join(text_of(match_picture(scene, console), width, height))
        count = int(re.findall(r"page 1 of (\d+)", first)[0])
        for page in range(2, count + 1):
            scene.page = page - 1
            lines = text_of(match_picture(scene, console), width, height)
            assert f"page {page} of {count}" in "\n".join(lines)
            assert len(lines) < height
            if moment.decisions:
                assert moment.decisions["en"].text in " ".join(" ".join(lines).split())
        scene.page = count
        assert "\n".join(text_of(match_picture(scene, console), width, height)) == first


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 24)])
def test_a_question_longer_than_the_terminal_leaves_the_texts_of_its_cards_to_the_pages(
    width: int, height: int
) -> None:
    alone = played("alone", Options(ten_keep_seven=True), 1, 2)
    moment = next(one for one in alone if one.kind == "put-away")
    scene, console = moment.scene(), Console(width=width, height=height)
    lines = text_of(match_picture(scene, console), width, height)
    assert len(lines) < height
    text = " ".join(" ".join(lines).split())
    for label, option in moment.options():
        assert f"{label} {option.text[:40].rpartition(' ')[0]}" in text
    assert not any(option.text in text for _, option in moment.options())
    assert "v: their texts" in text


def test_the_pages_beside_a_long_question_are_not_short() -> None:
    moment = moments().kinds["place"]
    scene, console = moment.scene(), Console(width=80, height=24)
    assert moment.options()[-1][1].text in " ".join(
        " ".join(text_of(match_picture(scene, console), 80, 24)).split()
    ), "the first page has all options"
    scene.page = 1
    lines = text_of(match_picture(scene, console), 80, 24)
    assert "options: page 1" in "\n".join(lines)
    assert not any(moment.options()[0][1].text in line for line in lines[-3:])
    assert sum(line.lstrip()[:1] in "123⌂·" for line in lines if line.strip()) >= 8, "a whole farmyard"


def test_farmyards_without_room_beside_the_others_stand_on_the_next_page() -> None:
    moment = last()["five"]
    found = pages(moment.view, moment.context(80, room=14))
    first = moment.seat
    around_the_table = [(first + at) % 5 for at in range(5)]
    for at, seat in enumerate(around_the_table):
        title = f"{MARKS[seat]} {NAMES[seat]}"[:9]
        page = found[0] if at < 3 else found[1]
        assert title in page.split("\n")[1]
    assert "  home  beg" not in found[0]
    assert "  home  beg" in found[2]


def test_a_spectator_sees_no_hand_and_a_seat_its_own() -> None:
    moment = last()["three"]
    assert moment.own.hand
    assert "\nhand:" in "\n".join(pages(moment.view, moment.context(100, moves={})))
    watching = View.parse(
        bytes(replace(moment.view, players=[replace(one, hand=[]) for one in moment.view.players]))
    )
    assert "\nhand:" not in "\n".join(pages(watching, moment.context(100, seat=None, moves={})))


def test_a_solo_match_shows_the_points_to_reach() -> None:
    assert "target 50" in picture(last()["alone"].view, last()["alone"].context(100))
    assert "target" not in picture(last()["three"].view, last()["three"].context(100))


def test_phase_house_and_spaces_are_called_as_the_server_calls_them() -> None:
    set_language("ru")
    moment = last()["family"]
    shown = picture(moment.view, moment.context(120, "ru"))
    assert words("ru").text("phase", moment.view.phase) in shown
    assert words("ru").text("house", moment.own.house) in shown
    assert "особые улучшения" in shown


def test_while_the_question_lists_the_free_spaces_a_full_page_shows_those_that_are_taken() -> None:
    view = spaces_view()
    asking = look_at(80, moves={"1": UseSpace(space=6)})
    with_farms = picture(view, replace(asking, room=18))
    assert "taken: Day labourer ●" in with_farms
    assert "goods:" not in with_farms
    second = picture(view, replace(asking, room=18, page=1))
    assert "goods:" in second
    assert "rounds:" in second, "all spaces in short, with the rounds"
    assert "goods:" in picture(view, replace(asking, moves={"1": Agree()}, room=22))


def test_a_person_plays_agricola_in_a_real_terminal(place: Place) -> None:
    place.registered("Ada")
    settings = ("--seats", "1", "--take", "0", "--start-when-full", "--seed", f"{7:064}")
    match = place.tilth("new", "agricola", *settings, "--json").document()["id"]
    with place.terminal("play", match, lines=50, columns=130) as terminal:
        screen = terminal.shows(asked)
        assert "Where do you send the first person?" in " ".join(screen.split())
        assert "rounds: 1" in " ".join(screen.split())
        terminal.type("?")
        terminal.shows("In a farmyard columns are letters")
        assert play_on(terminal, 12) == 12
        terminal.shows(lambda now: asked(now) and "major improvements:" in now)
        terminal.type("v")
        terminal.shows("page 2 of")
        terminal.type("q")
        assert terminal.ends() == 0

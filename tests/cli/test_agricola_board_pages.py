"""Agricola on the screen: what stands on which page, and that nothing is lost."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console

from tests.cli.agricola_moments import EACH, KINDS, LAST, Moment, played, words
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
from tests.cli.moments import NAMES
from tests.cli.person import asked, play_on
from tilth_cli.drawing import whole
from tilth_cli.games import drawn
from tilth_cli.games.agricola import cards
from tilth_cli.games.agricola.picks import by_card, by_plot, by_space
from tilth_cli.looks import MARKS
from tilth_cli.words import speak
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
    speak("en")


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(moment: Moment) -> None:
    for language, width, height, room in (("ru", 80, 24, 14), ("en", 100, 32, 20), ("ru", 120, 40, 28)):
        speak(language)
        look = moment.look(width, language, room=room, short=height < 32)
        for page in (0, 1, 2, 5):
            lines = text_of(drawn("agricola").draw(moment.view, replace(look, page=page)), width)
            assert max(map(len, lines)) <= width
            assert len(lines) <= room
        shown = text_of(whole(moment.scene(language), Console(width=width, height=height)), width, height)
        assert max(map(len, shown)) <= width


@pytest.mark.parametrize("width", [80, 100, 130])
def test_the_first_page_has_no_more_lines_than_there_is_room_for(width: int) -> None:
    beginning = next(played("alone", Options(), 1, 2))
    for moment in (beginning, LAST["alone"], LAST["family"], LAST["five"]):
        for room in range(4, 44):
            look = moment.look(width, room=room)
            assert len(text_of(drawn("agricola").draw(moment.view, look), width)) <= room


@one_of_each
def test_what_can_be_picked_is_marked_where_it_lies(moment: Moment) -> None:
    look = moment.look(200)
    shown = "\n".join(pages(moment.view, look))
    marked = {label for labels in re.findall(r"\[([\do,]+)\]", shown) for label in labels.split(",")}
    there = {*moment.own.hand, *moment.own.pack, *moment.own.kept, *moment.view.majors}
    there |= {one.card for player in moment.view.players for one in player.cards}
    wanted = {label for labels in by_space(look).values() for label in labels}
    wanted |= {label for card, labels in by_card(look).items() if card in there for label in labels}
    for player in moment.view.players:
        wanted |= {label for labels in by_plot(look, player.seat).values() for label in labels}
    assert wanted <= marked
    assert marked <= set(look.moves)


@one_of_each
def test_the_question_lists_every_option_and_says_of_cards_what_they_do(moment: Moment) -> None:
    scene = moment.scene()
    text = " ".join("\n".join(text_of(whole(scene, Console(width=200, height=90)), 200, 90)).split())
    for label, option in moment.options():
        assert f"{label} {option.text}" in text
    for move in moment.look().moves.values():
        if isinstance(move, PlayCard):
            assert " ".join(cards.about(moment.look(), move.card).split()) in text


@last_of_each
def test_pages_show_all_there_is_to_see(moment: Moment) -> None:
    shown = " ".join("\n".join(pages(moment.view, moment.look(110, room=30))).split())
    look = moment.look()
    held = [*moment.own.hand, *moment.view.majors, *moment.own.pack]
    for card in [*held, *(one.card for player in moment.view.players for one in player.cards)]:
        assert cards.name(look, card) in shown
        assert " ".join(cards.about(look, card).split()) in shown
    for one in moment.view.spaces:
        assert words("en").text("space", one.space) in shown
        assert words("en").form("space", one.space, "text") in shown


@pytest.mark.parametrize("name", ["place", "improvement", "draft", "fence", "alone-last", "five-over"])
def test_a_question_leaves_its_place_to_every_page_but_the_first(name: str) -> None:
    moment = EACH[name]
    for width, height in ((80, 24), (100, 32)):
        scene, console = moment.scene(), Console(width=width, height=height)
        first = "\n".join(text_of(whole(scene, console), width, height))
        count = int(re.findall(r"page 1 of (\d+)", first)[0])
        for page in range(2, count + 1):
            scene.page = page - 1
            lines = text_of(whole(scene, console), width, height)
            assert f"page {page} of {count}" in "\n".join(lines)
            assert len(lines) < height
            if moment.decisions:
                assert moment.decisions["en"].text in "\n".join(lines)
        scene.page = count
        assert "\n".join(text_of(whole(scene, console), width, height)) == first


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 24)])
def test_a_question_longer_than_the_terminal_leaves_the_texts_of_its_cards_to_the_pages(
    width: int, height: int
) -> None:
    alone = played("alone", Options(ten_keep_seven=True), 1, 2)
    moment = next(one for one in alone if one.kind == "put-away")
    scene, console = moment.scene(), Console(width=width, height=height)
    lines = text_of(whole(scene, console), width, height)
    assert len(lines) < height
    text = " ".join(" ".join(lines).split())
    for label, option in moment.options():
        assert f"{label} {option.text}" in text
    assert "v: what they say" in text


def test_the_pages_beside_a_long_question_are_not_short() -> None:
    moment = KINDS["place"]
    scene, console = moment.scene(), Console(width=80, height=24)
    assert moment.options()[-1][1].text in " ".join(
        " ".join(text_of(whole(scene, console), 80, 24)).split()
    ), "the first page has all options"
    scene.page = 1
    lines = text_of(whole(scene, console), 80, 24)
    assert "options: page 1" in "\n".join(lines)
    assert not any(moment.options()[0][1].text in line for line in lines[-3:])
    assert sum(line.lstrip()[:1] in "123⌂·" for line in lines if line.strip()) >= 8, "a whole farmyard"


def test_farmyards_without_room_beside_the_others_stand_on_the_next_page() -> None:
    moment = LAST["five"]
    found = pages(moment.view, moment.look(80, room=14))
    first = moment.seat
    around_the_table = [(first + at) % 5 for at in range(5)]
    for at, seat in enumerate(around_the_table):
        title = f"{MARKS[seat]} {NAMES[seat]}"[:9]
        page = found[0] if at < 3 else found[1]
        assert title in page.split("\n")[1]
    assert "  home  beg" not in found[0]
    assert "  home  beg" in found[2]


def test_a_spectator_sees_no_hand_and_a_seat_its_own() -> None:
    moment = LAST["three"]
    assert moment.own.hand
    assert "\nhand:" in "\n".join(pages(moment.view, moment.look(100, moves={})))
    watching = View.parse(
        bytes(replace(moment.view, players=[replace(one, hand=[]) for one in moment.view.players]))
    )
    assert "\nhand:" not in "\n".join(pages(watching, moment.look(100, seat=None, moves={})))


def test_alone_the_points_to_be_reached_are_told() -> None:
    assert "target 50" in picture(LAST["alone"].view, LAST["alone"].look(100))
    assert "target" not in picture(LAST["three"].view, LAST["three"].look(100))


def test_phase_house_and_spaces_are_called_as_the_server_calls_them() -> None:
    speak("ru")
    moment = LAST["family"]
    shown = picture(moment.view, moment.look(120, "ru"))
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
        assert "Where do you place a person?" in screen
        assert "rounds: 1" in " ".join(screen.split())
        terminal.type("?")
        terminal.shows("In a farmyard columns are letters")
        assert play_on(terminal, 12) == 12
        terminal.shows(lambda now: asked(now) and "major improvements:" in now)
        terminal.type("v")
        terminal.shows("page 2 of")
        terminal.type("q")
        assert terminal.ends() == 0

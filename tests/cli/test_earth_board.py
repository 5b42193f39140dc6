"""Earth on the screen: a card is drawn where it lies, an option says what it is about, a score stands line by line."""

import re
from dataclasses import replace

import pytest
from rich.text import Text

from tests.cli.conftest import Place
from tests.cli.earth_positions import Moment, last, words
from tests.cli.earth_screens import cards_of, last_of_each, speaking, text_of
from tests.cli.positions import NAMES
from tests.cli.terminal_user import asked, play_on
from tilth_cli.draw_context import DrawContext
from tilth_cli.games import drawing_of
from tilth_cli.games.earth.cards import Cards, letters, painted
from tilth_cli.games.earth.fields import MAX_BOX, MIN_BOX, SIDE, Field, drawn_beside, fields_beside
from tilth_cli.games.earth.hands import laid_out
from tilth_cli.games.earth.players import players
from tilth_cli.games.lines import listed, wrapped
from tilth_dataclasses.tilth.games.earth.v1 import (
    Printed,
    PrintedFace,
)


def fields_of(moment: Moment, context: DrawContext) -> list[Field]:
    return [Field(moment.view, player, cards_of(moment), context) for player in moment.view.players]


@last_of_each
@pytest.mark.parametrize("box", [MIN_BOX, MAX_BOX])
def test_every_card_lies_in_its_row_and_column_with_its_points_and_pieces(moment: Moment, box: int) -> None:
    context, cards = DrawContext(NAMES[: moment.seats], 200, labels=words("en")), cards_of(moment)
    for player, field in zip(moment.view.players, fields_of(moment, context), strict=True):
        lines = [line.plain for line in field.lines(box)]
        assert {len(line) for line in lines} == {field.width(box)}
        columns = {letter: at for at, letter in enumerate(lines[2]) if letter != " "}
        rows = {line[0]: at for at, line in enumerate(lines[3:], 3) if line[0] != " "}
        for spot in player.field:
            middle = columns[chr(ord("A") + spot.place % SIDE)]
            at = middle - (box - 1) // 2 if box % 2 else middle - (box // 2 - 1)
            row = rows[str(spot.place // SIDE + 1)]
            named, worth, grown = (line[at : at + box] for line in lines[row : row + 3])
            face = cards.face(spot.card)
            name = cards.name(spot.card)
            assert named.rstrip() == (name if len(name) <= box else name[: box - 1] + "…").rstrip()
            assert worth.endswith(str(face.vp or 0))
            assert (f"•{spot.sprouts}/{face.sprout_spaces}" in grown) == bool(face.sprout_spaces)
            limit = "▲" if spot.growth == face.growth_limit else f"/{face.growth_limit}"
            assert (f"▮{spot.growth}{limit}" in grown) == bool(face.growth_limit)
        assert sum(line.count("•") for line in lines) == sum(
            cards.face(spot.card).sprout_spaces > 0 for spot in player.field
        )


def test_a_name_has_the_colours_of_the_cards_abilities_and_letters_name_them() -> None:
    seen = set()
    for moment in last().values():
        cards = cards_of(moment)
        for player in moment.view.players:
            for spot in player.field:
                face = cards.face(spot.card)
                colours = {colour for ability in face.abilities for colour in ability.colours}
                line = painted("x" * 12, face)
                styles = {str(span.style) for span in line.spans}
                assert len(styles) == max(1, len(colours))
                several = sum(len(ability.colours) > 1 for ability in face.abilities)
                assert letters(face).count("M") == several
                assert len(letters(face)) == len(face.abilities)
                seen |= colours
    assert len(seen) == 6


def test_fields_stand_side_by_side_as_far_as_the_terminal_is_wide() -> None:
    moment = last()["five"]
    fields = fields_of(moment, moment.context(200))
    assert [len(row) for row in fields_beside(fields, 200)] == [5]
    assert [len(row) for row in fields_beside(fields, 120)] == [3, 2]
    assert [len(row) for row in fields_beside(fields, 80)] == [2, 2, 1]
    assert [len(row) for row in fields_beside(fields, 40)] == [1] * 5
    for width in (40, 80, 120, 200):
        for row in fields_beside(fields, width):
            assert max(line.cell_len for line in drawn_beside(row, width)) <= width


@pytest.mark.parametrize("language", ["en", "ru"])
def test_names_and_texts_are_the_games_labels_unless_the_view_corrects_them(language: str) -> None:
    view = last()["five"].view
    assert view.printed is not None
    assert not any(
        face.name_en or face.name_ru or face.text_en or face.text_ru for face in view.printed.faces
    )
    cards = Cards(view, words(language))
    lying = [spot.card for player in view.players for spot in player.field]
    assert lying
    oak = PrintedFace(card=lying[0], name_en="Oak", name_ru="Дуб", text_en="Grows.", text_ru="Растёт.")
    corrected = Cards(replace(view, printed=Printed(faces=[oak])), words(language))
    with speaking(language):
        for card in lying:
            assert bool(re.search("[а-я]", cards.name(card))) == (language == "ru")
            assert cards.text(card) == words(language).form("face", card, "text")
        printed = corrected.name(lying[0]), corrected.text(lying[0])
    assert printed == (("Дуб", "Растёт.") if language == "ru" else ("Oak", "Grows."))


@last_of_each
def test_the_running_score_stands_line_by_line_with_its_sum(moment: Moment) -> None:
    context = DrawContext(NAMES[: moment.seats], 100)
    lines = [line.plain for line in players(moment.view, context)]
    for player, line in zip(moment.view.players, lines[1:], strict=False):
        numbers = [int(number) for number in line.split()[-12 if moment.name == "teams" else -11 :]]
        assert numbers[:2] == [player.soil, player.hand_size]
        assert numbers[2:11] == [*player.score, sum(player.score)]
        if moment.name == "teams":
            mates = [one for one in moment.view.players if (one.seat - player.seat) % 2 == 0]
            assert numbers[11:] == [sum(sum(mate.score) for mate in mates)]
    gaia = moment.view.gaia
    assert (gaia is not None) == lines[-1].startswith("○ Gaia")
    if gaia is not None:
        assert [int(number) for number in lines[-1].split()[-9:]] == [*gaia.score, sum(gaia.score)]


def test_the_cards_before_a_player_are_listed_by_place() -> None:
    moment = last()["two"]
    for player in moment.view.players:
        lines = [
            line.plain for line in laid_out(moment.view, player, moment.context(), cards_of(moment), 400)
        ]
        places = [line[:2] for line in lines if re.match(r"[A-G][1-7] ", line)]
        assert len(places) == len(player.field)


def test_long_lines_are_broken_between_words_and_lists_between_things() -> None:
    text = Text("one two three four five six")
    for width in range(8, 30):
        lines = wrapped(text, width, indent=2)
        assert max(line.cell_len for line in lines) <= width
        assert " ".join(line.plain.strip() for line in lines) == text.plain
    names = [Text("Grey Wolf"), Text("Red Squirrel"), Text("Plains Zebra")]
    for width in range(24, 60):
        lines = listed("fauna:", names, width)
        assert max(line.cell_len for line in lines) <= width
        assert all(sum(name.plain in line.plain for line in lines) == 1 for name in names)
    assert len(listed("fauna:", names, 60)) == 1
    assert len(listed("fauna:", names, 24)) == 3


def test_a_person_plays_earth_in_a_real_terminal(place: Place) -> None:
    place.registered("Ada")
    settings = ("--seats", "1", "--take", "0", "--start-when-full", "--seed", f"{7:064}")
    match = place.tilth("new", "earth", *settings, "--json").document()["id"]
    with place.terminal("play", match, lines=50, columns=130) as terminal:
        screen = terminal.shows(asked)
        assert "do you play with? You keep it" in " ".join(screen.split())
        assert "fauna:" in screen
        terminal.type("?")
        terminal.shows("A box is a card")
        assert play_on(terminal, 12) == 12
        screen = terminal.shows(lambda now: asked(now) and "○ Gaia" in now)
        assert "deck " in screen
        terminal.type("v")
        terminal.shows("page 2 of")
        terminal.type("q")
        assert terminal.ends() == 0


def test_the_end_of_gaias_cards_is_not_shown_as_a_filled_field() -> None:
    moment = last()["alone"]
    view = replace(moment.view, filled=len(moment.view.players))
    drawings = [drawing_of("earth").draw(view, replace(moment.context(200), page=page)) for page in range(3)]
    shown = "\n".join(line for drawing in drawings for line in text_of(drawing, 200))
    assert "Gaia's cards have run out" in shown
    assert "first to fill" not in shown

"""Earth on the screen: what lies on the table is seen where it lies, and what can be picked is marked."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console

from tests.cli.conftest import Place
from tests.cli.earth_moments import EACH, KINDS, LAST, NAMES, WIDE, Moment, words
from tests.cli.person import asked, play_on
from tilth_cli.drawing import whole
from tilth_cli.games import drawn
from tilth_cli.games.earth.cards import Cards, letters, painted
from tilth_cli.games.earth.fields import LEAST_BOX, MOST_BOX, SIDE, Field, drawn_beside, fields_beside
from tilth_cli.games.earth.hands import hand, laid_out
from tilth_cli.games.earth.lines import listed, wrapped
from tilth_cli.games.earth.picks import ISLAND, SHARED, by_card, by_goal, by_place
from tilth_cli.games.earth.players import players
from tilth_cli.looks import Look
from tilth_cli.narrowing import narrow
from tilth_cli.words import speak
from tilth_dataclasses.tilth.games.earth.v1 import (
    Activate,
    ChooseAction,
    ChoosePlace,
    ExchangeSprouts,
    PlaceSprout,
    PlantCard,
    Printed,
    Taking,
)

one_of_each = pytest.mark.parametrize("moment", EACH.values(), ids=EACH.keys())
last_of_each = pytest.mark.parametrize("moment", LAST.values(), ids=LAST.keys())


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def text_of(renderable: object, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, file=io.StringIO(), record=True, color_system=None)
    console.print(renderable)
    return console.export_text().splitlines()


def picture(moment: Moment, look: Look) -> str:
    return "\n".join(text_of(drawn("earth").draw(moment.view, look), look.width))


def pages(moment: Moment, look: Look) -> list[str]:
    """Every page, as the first one counts them."""
    count = re.search(r"page 1 of (\d+)", picture(moment, look))
    assert count is not None
    return [picture(moment, replace(look, page=page)) for page in range(int(count[1]))]


def cards_of(moment: Moment) -> Cards:
    return Cards(moment.view, words("en"))


def fields_of(moment: Moment, look: Look) -> list[Field]:
    return [Field(moment.view, player, cards_of(moment), look) for player in moment.view.players]


@last_of_each
@pytest.mark.parametrize("box", [LEAST_BOX, MOST_BOX])
def test_every_card_lies_in_its_row_and_column_with_its_points_and_pieces(moment: Moment, box: int) -> None:
    look, cards = Look(NAMES[: moment.seats], 200, words=words("en")), cards_of(moment)
    for player, field in zip(moment.view.players, fields_of(moment, look), strict=True):
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


def test_a_name_is_painted_in_the_colours_of_what_the_card_does_and_letters_say_them() -> None:
    seen = set()
    for moment in LAST.values():
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


def test_as_many_fields_stand_side_by_side_as_there_is_room_for() -> None:
    moment = LAST["five"]
    fields = fields_of(moment, moment.look(200))
    assert [len(row) for row in fields_beside(fields, 200)] == [5]
    assert [len(row) for row in fields_beside(fields, 120)] == [3, 2]
    assert [len(row) for row in fields_beside(fields, 80)] == [2, 2, 1]
    assert [len(row) for row in fields_beside(fields, 40)] == [1] * 5
    for width in (40, 80, 120, 200):
        for row in fields_beside(fields, width):
            assert max(line.cell_len for line in drawn_beside(row, width)) <= width


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(moment: Moment) -> None:
    for language, width, height in (("ru", 80, 24), ("en", 120, 40), ("en", 200, 60)):
        speak(language)
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


def test_what_an_option_is_about_is_told() -> None:
    hint = drawn("earth").hint
    moment = LAST["two"]
    look, cards = moment.look(), cards_of(moment)
    own = next(player for player in moment.view.players if player.seat == moment.seat)
    assert own.island is not None
    spot = own.field[0]
    name = cards.name(spot.card)
    assert hint(Activate(place=spot.place), moment.view, look) == f"{name}: {cards.text(spot.card)}"
    assert hint(Activate(place=ISLAND), moment.view, look).startswith(cards.name(own.island))
    assert hint(ChoosePlace(place=spot.place), moment.view, look) == f"instead of {name}"
    assert hint(PlaceSprout(place=spot.place), moment.view, look).startswith(name)
    assert hint(Activate(place=spot.place, taking=Taking.LESS), moment.view, look) == ""
    assert hint(ExchangeSprouts(), moment.view, look) == ""
    assert "one of four" in hint(ChooseAction(action=1), moment.view, look)  # type: ignore[arg-type]
    assert hint(Activate(place=spot.place), None, look) == ""
    assert hint(Activate(place=spot.place), moment.view, replace(look, seat=None)) == ""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_cards_have_names_and_texts_from_the_view_or_else_from_the_words(language: str) -> None:
    speak(language)
    moment = LAST["five"]
    seen, bare = moment.view, replace(moment.view, printed=Printed())
    from_view, from_words = Cards(seen, words(language)), Cards(bare, words(language))
    cards = [spot.card for player in seen.players for spot in player.field]
    assert cards
    for card in cards:
        assert from_view.name(card) == from_words.name(card)
        assert from_view.text(card) == from_words.text(card)
    assert bool(re.search("[а-я]", from_view.name(cards[0]))) == (language == "ru")


@last_of_each
def test_the_running_score_stands_line_by_line_with_its_sum(moment: Moment) -> None:
    look = Look(NAMES[: moment.seats], 100)
    lines = [line.plain for line in players(moment.view, look)]
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
            rf"{NAMES[player.seat]} has put between the mates: soil {player.shared and player.shared.soil}",
            shown,
        )


def test_what_lies_before_a_player_is_listed_by_place() -> None:
    moment = LAST["two"]
    for player in moment.view.players:
        lines = [line.plain for line in laid_out(moment.view, player, moment.look(), cards_of(moment), 400)]
        places = [line[:2] for line in lines if re.match(r"[A-G][1-7] ", line)]
        assert len(places) == len(player.field)


def test_long_lines_are_broken_between_words_and_lists_between_things() -> None:
    from rich.text import Text

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
        assert "Which side will you play with?" in screen
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

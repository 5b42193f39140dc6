"""The file of cards, and the checks of the printed cards as a whole."""

from typing import Any

import msgspec
import pytest

from tests.earth.content.fields import face
from tilth_rules.earth.codes import COMPOST, WATER
from tilth_rules.earth.content.cards import (
    CLIMATES,
    EARTH,
    ECOSYSTEMS,
    FACES,
    FAUNA,
    GAIA,
    ISLANDS,
)
from tilth_rules.earth.content.compiled.abilities import book_of
from tilth_rules.earth.content.deck import check_deck
from tilth_rules.earth.content.faces import Face


def test_all_439_faces_are_there_in_the_order_of_their_numbers() -> None:
    assert len(FACES) == 439
    assert [(one.number, one.side) for one in FACES] == sorted((one.number, one.side) for one in FACES)
    assert (FACES[0].id, FACES[283].id, FACES[284].id, FACES[-1].id) == (
        "earth-001",
        "island-285a",
        "island-285b",
        "gaia-365",
    )


def test_the_decks_hold_every_face_once() -> None:
    assert len(EARTH) == 283
    assert (len(ISLANDS), len(CLIMATES), len(ECOSYSTEMS), len(FAUNA), len(GAIA)) == (10, 10, 32, 23, 6)
    sides = [at for pairs in (ISLANDS, CLIMATES, ECOSYSTEMS, FAUNA) for pair in pairs for at in pair]
    assert sorted((*EARTH, *sides, *GAIA)) == list(range(439))


def test_two_sides_make_a_card() -> None:
    for pairs in (ISLANDS, CLIMATES, ECOSYSTEMS, FAUNA):
        for a, b in pairs:
            assert (FACES[a].side, FACES[b].side) == ("a", "b")
            assert FACES[a].number == FACES[b].number


def test_an_island_gives_the_starting_goods_of_a_seat() -> None:
    start = FACES[face("285a")].start
    assert start is not None
    assert (start.cards, start.compost, start.soil) == (12, 5, 6)
    assert FACES[face("295a")].start is None
    assert all(FACES[at].start for pair in ISLANDS for at in pair)


def test_a_face_has_one_ability_at_most_for_a_colour() -> None:
    for one in FACES:
        activated = [ability.colours for ability in one.abilities if ability.when == "activate"]
        colours = [colour for some in activated for colour in some]
        assert len(colours) == len(set(colours)), one.id
    red, blue = (book_of("").uses[action] for action in (COMPOST, WATER))
    slots = [use and use.slot for use in (red[face(number)] for number in (6, 17, 235, 5))]
    assert slots == [0, 1, 0, None]
    assert blue[face(235)] is red[face(235)], "a multicoloured ability"


def test_gaias_leaf_cards_know_their_four_levels() -> None:
    turn = FACES[face(360)].gaia
    assert turn is not None
    assert msgspec.to_builtins(turn) == {
        "turn": "leaf",
        "row": "upper",
        "skips": (1, 0, 0, 0),
        "left": {"what": "soil", "n": (0, 0, 0, 8)},
        "right": {"what": "scoring", "n": (0, 0, 0, 2)},
    }


def test_the_rulebook_gives_the_russian_names_of_sixteen_cards() -> None:
    assert sum(not one.name.translated for one in FACES) == 16
    assert FACES[face(282)].name.in_language("ru") == "Жёлтые побеги"
    assert FACES[face(282)].name.in_language("en") == "Yellow Sprouts"


def test_names_differ_among_the_cards_of_a_kind() -> None:
    for language in ("en", "ru"):
        names = [(one.kind, one.name.in_language(language)) for one in FACES]
        assert len(set(names)) == len(names)


# Two figures are in doubt. A player with the printed cards can correct them, for a match or in the file.


def test_card_79_is_marked_in_doubt_between_growth_and_soil() -> None:
    one = FACES[face(79)]
    assert one.open == "its gain: 3 growth, or 3 soil"
    assert one.abilities[0].gain == (("growth", 3),)


def test_the_canopy_of_card_176_is_marked_in_doubt_between_2_and_3() -> None:
    one = FACES[face(176)]
    assert one.open == "its canopy: 2 points, or 3"
    assert one.canopy == 2


def test_no_other_figure_is_in_doubt() -> None:
    assert [one.number for one in FACES if one.open] == [79, 176]


# Checks of the deck as a whole.


def changed(number: int | str, **change: Any) -> list[Face]:
    at = face(number)
    return [msgspec.structs.replace(one, **change) if n == at else one for n, one in enumerate(FACES)]


def test_the_deck_adds_up() -> None:
    check_deck(FACES)


@pytest.mark.parametrize(
    ("faces", "slip"),
    [
        pytest.param(changed(1, kind="terrain"), "faces of each kind", id="kinds"),
        pytest.param(changed(1, types=("bush",)), "plants of a type", id="types"),
        pytest.param(changed(1, types=("tree", "bush")), "plants of a type", id="wild plants"),
        pytest.param(changed(1, abilities=()), "colours of plants", id="colours"),
        pytest.param(changed(1, marks=()), "marked names", id="marks"),
        pytest.param(changed("285a", vp=1), "points of both sides", id="islands"),
        pytest.param(changed("295b", vp=1), "points of both sides", id="climates"),
        pytest.param(changed(262, vp=2), "points of events", id="events"),
        pytest.param(changed(1, sprouts=7), "room on a plant", id="room"),
        pytest.param(changed(2, id="earth-999"), "earth-999 after earth-001", id="numbers"),
        pytest.param(changed("286b", id="island-286a"), "island-286a after island-286a", id="sides"),
    ],
)
def test_a_slip_in_the_file_is_named(faces: list[Face], slip: str) -> None:
    with pytest.raises(ValueError, match=slip):
        check_deck(faces)


def test_multicoloured_plants_are_of_all_types_alike() -> None:
    faces = changed(235, types=("bush",))
    faces[face(6)] = msgspec.structs.replace(faces[face(6)], types=("tree",))
    with pytest.raises(ValueError, match="multicoloured plants of a type"):
        check_deck(faces)

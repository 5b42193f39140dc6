"""A file or folder of one name holds the same in every game.

`ROOMS` are the names that a game may have without a word. Each other name, a room of its own, is listed with its
reason. docs/explanation/kernel.md says what lies in each room.
"""

import re
from pathlib import Path

import pytest

import tilth_rules

RULES = Path(tilth_rules.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "kernel.md"
GAMES = ("petrichor", "sonora", "earth", "agricola")

ROOMS = frozenset(
    {
        *("game", "options", "state", "setup", "rounds", "actions", "events", "moves", "offers", "scoring"),
        *("view", "printed", "worlds", "solo", "codes", "facts", "hands", "stored_numbers"),
        *("content", "cards", "texts"),
    }
)
CONTENT = frozenset(("shape", "checks", "cards", "compiled"))
CARDS = frozenset(("moments", "registry", "functions"))

ROOMS_OF_THEIR_OWN = {
    "petrichor": {"fields": "the shapes of the Fields, and which tiles are adjacent"},
    "sonora": {
        "board": "zones, corners and circles",
        "polyominoes": "shapes of squares as bits",
        "flick_question": "the outside fact: what the simulator is asked, and what it may answer",
        "flick_result": "the fact as an event, and how hands tremble",
    },
    "earth": {
        "area": "a seat's field of cards, and everything that counts or finds cards there",
    },
    "agricola": {
        "farm": "a farmyard: fields, fences, stables and where animals are housed",
        "paying": "prices, and the ways to pay them",
        "amounts": "arithmetic of goods",
        "series": "the games of a solo series",
    },
}
CONTENT_OF_THEIR_OWN = {
    "petrichor": {"values.json": "the printed values"},
    "sonora": {"values.json": "the printed values"},
    "earth": {
        "cards.json": "the cards",
        "faces": "the shape of the file, a module for each part of a face",
        "face_filters": "tables of the filters of cards, for every face",
        "matching": "the cards that a filter means",
        "deck": "checks of the printed cards as a whole",
        "wording": "the texts of cards, made from their data",
    },
    "agricola": {
        "cards.json": "the cards",
        "spaces.json": "the action spaces",
        "wording.json": "the texts of cards, by hand",
        "spaces": "the action spaces, as `cards` is for cards",
        "names": "the files, and the names of their entries",
        "types": "the words of the data, as Python types",
        "acts": "the shape of effects of cards",
        "clauses": "the shape of clauses: acts at moments, offers and scores",
        "conditions": "the shape of conditions",
        "rules": "the shape of answers to the rules",
        "corrections": "the cards and spaces of a match with corrections",
        "ways": "the ways in which a card can be used",
        "wording": "reads `wording.json` for the texts",
    },
}
CARDS_OF_THEIR_OWN = {
    "agricola": {
        "vocabulary": "clauses of the data as functions",
        "load": "fills the registry",
        "steps": "the steps in which cards act",
        "counted": "values that cards count",
        "counting": "counts of a seat's things",
        "means": "goods within a seat's reach",
        "moment_facts": "the facts of a moment, for the cards that act",
        "questions": "answers to the rules' questions",
        "uses": "how often a card was used",
    },
}


def names_in(folder: Path) -> set[str]:
    """Return the names in a folder of a game: of modules without their ending, of other files with it."""
    names = {path.stem if path.suffix == ".py" else path.name for path in folder.iterdir()}
    return names - {"__init__", "__pycache__"}


def stray(game: str, folder: str, rooms: frozenset[str], own: dict[str, dict[str, str]]) -> set[str]:
    there = names_in(RULES / game / folder)
    missing = own.get(game, {}).keys() - there
    assert not missing, f"{game}: listed here, but gone: {missing}"
    return there - rooms - own.get(game, {}).keys()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_stray_file_or_folder(game: str) -> None:
    assert stray(game, ".", ROOMS, ROOMS_OF_THEIR_OWN) == set()
    assert stray(game, "content", CONTENT, CONTENT_OF_THEIR_OWN) == set()


def test_cards_that_act_have_no_stray_file_or_folder() -> None:
    for game in GAMES:
        if (RULES / game / "cards").exists():
            assert stray(game, "cards", CARDS, CARDS_OF_THEIR_OWN) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_rooms_that_all_need(game: str) -> None:
    needed = ROOMS - {"cards", "facts", "hands", "offers", "solo", "worlds"}
    assert needed <= names_in(RULES / game)


def test_the_page_lists_the_rooms() -> None:
    page = PAGE.read_text().partition("## Where is what")[2].partition("\n## ")[0]
    listed = {
        name for row in re.findall(r"^\| (`.*?) \|", page, re.M) for name in re.findall(r"`(\w+)`", row)
    }
    assert listed == ROOMS

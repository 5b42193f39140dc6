"""The word check finds retired words in names and in prose, tells the two apart, and lets counts only fall."""

import pytest

from tools.plain_text import parts_of
from tools.plain_words import Finder, Place, Word, lowered, read_left, read_table, room_of, too_many, written

WORDS = {
    "told": Word("names", "told", "sent"),
    "least": Word("fields", "least", "min_"),
    "what": Word("arguments", "what", "message"),
    "anew": Word("prose", r"\banew\b|\bonce more\b", "again", exceptions=("rules/*/texts/*",)),
    "start": Word("docstart", "What|Whether", "Return"),
    "house": Word("names", "house", "matches", rooms=("server",)),
}


def found(source: str, path: str = "server/tilth_server/api/play_service.py") -> list[tuple[int, str]]:
    return [(place.line, place.word) for place in Finder(WORDS).places(path, source)]


def test_a_name_is_taken_apart_into_its_words() -> None:
    assert parts_of("told_of") == ["told", "of"]
    assert parts_of("MatchEnded") == ["match", "ended"]
    assert parts_of("_HTTPServer2") == ["http", "server"]


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("told_of = 1\n", [(1, "told")]),
        ("retold = 1\n", []),
        ("least = 1\n", []),
        ("LEAST = 1\n", [(1, "least")]),
        ("one.least\n", [(1, "least")]),
        ("f(least=1)\n", [(1, "least")]),
        ("class A:\n    least: int\n", [(2, "least")]),
        ("def f(what): ...\n", [(1, "what")]),
        ("def told(): ...\n", [(1, "told")]),
        ("def test_it_is_told(): ...\n", []),
        ("def test_it_is_asked_anew(): ...\n", [(1, "anew")]),
        ("what = 1\n", []),
        ("# anew\n", [(1, "anew")]),
        ("anew = 1\n", []),
        ("x = 'asked anew'\n", [(1, "anew")]),
        ("x = 'anew'\n", []),
        ('"""Asked once\nmore."""\n', [(1, "anew")]),
        ('"""One.\n\nAsked anew."""\n', [(3, "anew")]),
        ('"""Whether it is."""\n', [(1, "start")]),
        ('"""Return whether it is."""\n', []),
        ("x: int\n'''What it is.'''\n", [(2, "start")]),
    ],
)
def test_code_and_prose_are_told_apart(source: str, places: list[tuple[int, str]]) -> None:
    assert sorted(found(source)) == places


def test_a_word_is_retired_in_its_rooms_except_in_some_files() -> None:
    assert found("house = 1\n") == [(1, "house")]
    assert found("house = 1\n", "rules/tilth_rules/agricola/state.py") == []
    assert found("a = built anew\n", "rules/tilth_rules/agricola/en.ftl") == [(1, "anew")]
    assert found("a = built anew\n", "rules/tilth_rules/agricola/texts/en.ftl") == []


def test_pages_schemas_and_messages_are_read_without_their_code() -> None:
    assert found("It begins anew.\n\n```\nanew\n```\nand `anew`\n", "docs/a.md") == [(1, "anew")]
    assert found("// asked anew\nint32 told = 1;\n", "proto/a.proto") == [(1, "anew"), (2, "told")]
    assert found("ask-anew = Asked anew by { $anew }\n", "server/a/en.ftl") == [(1, "anew")]


def test_a_room_is_a_package_of_the_rules_the_server_or_the_clients() -> None:
    assert room_of("rules/tilth_rules/earth/rounds/turns.py") == "rules/earth"
    assert room_of("server/tilth_server/main.py") == "server"
    assert room_of("clients/tilth_cli/play.py") == "clients/tilth_cli"
    assert room_of("README.md") == "docs"


def test_a_word_that_a_room_has_too_often_is_named_with_its_places() -> None:
    place = Place("docs/a.md", 3, "anew", "anew")
    there = {"docs": {"anew": [place, place]}}
    assert list(too_many(there, {"docs": {"anew": 2}})) == []
    assert list(too_many(there, {"docs": {"anew": 1}})) == [place, place]
    assert list(too_many(there, {})) == [place, place]


def test_counts_only_fall() -> None:
    place = Place("docs/a.md", 3, "anew", "anew")
    left = {"docs": {"anew": 3, "told": 2}, "proto": {"anew": 1}}
    assert lowered({"docs": {"anew": [place] * 2, "told": [place] * 4}}, left) == {
        "docs": {"anew": 2, "told": 2}
    }


def test_the_table_and_the_counts_are_read() -> None:
    words = read_table()
    assert all(set(counts) <= set(words) for counts in read_left().values())
    assert written(read_left()).count("[") == len(read_left())

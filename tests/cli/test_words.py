"""The client's own sentences."""

import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilth_cli
from tilth_cli.words import language_of, say, sentences, speak

SOURCES = sorted(Path(tilth_cli.__file__).parent.rglob("*.py"))


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_have_the_same_sentences_with_the_same_blanks() -> None:
    english, russian = sentences("en"), sentences("ru")
    assert set(english) == set(russian)
    assert {key for key in english if blanks(english[key]) != blanks(russian[key])} == set()


def test_every_sentence_that_the_client_says_is_written_and_every_written_one_is_said() -> None:
    text = "".join(source.read_text() for source in SOURCES)
    quoted = set(re.findall(r"""["']((?:[a-z_]+\.)*[a-z_]+)["']""", text))
    parts = [*re.findall(r'f"([a-z_.]+)\{', text), "help."]
    written = set(sentences("en"))
    composed = {key for key in written if key.startswith(tuple(parts))}
    assert written - quoted - composed == set()
    said = set(re.findall(r'(?:say|note|progress|patience)\(\s*"([a-z_.]+)"', text))
    assert said - written == set()


def test_an_unknown_language_is_english_as_it_is_on_the_server() -> None:
    speak("ru")
    assert say("result.title") == "Итог"
    speak("tlh")
    assert say("result.title") == "Result"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "TILTH_LANG": "en"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_or_the_terminals(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language

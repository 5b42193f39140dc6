"""The client's own messages, and those of reports: complete in both languages, with plurals."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.cli.message_files import PACKAGES, parsed, variables
from tilth_cli.messages import has_message, language_of, set_language, tr
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.v1 import Cause, Frame, Update
from tilth_report.catalogue import LANGUAGES, catalogue, plain_text
from tilth_report.messages import translator

LOOKUPS = ("tr", "print_message", "note", "note_if_slow", "progress")
"""The functions whose first argument is the id of a message, and whose named arguments are its values."""


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    set_language("en")


def sources(package: str) -> list[ast.Module]:
    return [ast.parse(path.read_text()) for path in sorted(PACKAGES[package].rglob("*.py"))]


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_messages_with_the_same_variables(package: str) -> None:
    english, russian = parsed(package, "en"), parsed(package, "ru")
    assert set(english) == set(russian)
    assert {key for key in english if variables(english[key]) != variables(russian[key])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_message_without_a_plural_has_the_same_text_with_and_without_the_library(
    package: str, language: str
) -> None:
    messages = catalogue(f"{package}.messages", language)
    assert messages.keys == set(parsed(package, language))
    for key, message in parsed(package, language).items():
        values = {name: f"<{name}>" for name in variables(message)}
        if plain_text(messages.source(key)) is not None:
            assert messages.text(key, **values) == messages.formatted(key, **values)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_message_is_formatted_with_any_number(package: str, language: str) -> None:
    messages = catalogue(f"{package}.messages", language)
    for key, message in parsed(package, language).items():
        for number in (0, 1, 2, 5, 11, 21, 1000):
            text = messages.text(key, **dict.fromkeys(variables(message), number))
            assert "{" not in text.replace("{ }", "") or key == "replay-keys", key
            assert not variables(message) or str(number) in text or number in (0, 1), key


@pytest.mark.parametrize("package", PACKAGES)
def test_every_message_that_the_code_uses_exists_and_every_message_is_used(package: str) -> None:
    written = set(parsed(package, "en"))
    # The columns that the terminal shares with reports are declared in tilth_report, with the ids of their headings.
    texts = [
        node
        for tree in [*sources("tilth_cli"), *sources("tilth_report")]
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant | ast.JoinedStr)
    ]
    quoted = {node.value for node in texts if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    composed = [pattern_of(node) for node in texts if isinstance(node, ast.JoinedStr)]
    used = {key for key in written if key in quoted or any(pattern.fullmatch(key) for pattern in composed)}
    assert written - used == set()
    looked_up = {
        key
        for tree in sources(package)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node) in LOOKUPS and node.args
        for key in constants(node.args[0])
    }
    assert looked_up - written == set()


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def constants(node: ast.expr) -> list[str]:
    """Return the ids in an expression: one, or two of `a if b else c`."""
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def pattern_of(node: ast.JoinedStr) -> re.Pattern[str]:
    """Return a pattern for the ids that an f-string can make; one that begins with a value makes none."""
    parts = [
        re.escape(str(one.value)) if isinstance(one, ast.Constant) else "[a-z0-9_-]+" for one in node.values
    ]
    starts = isinstance(node.values[0], ast.Constant) if node.values else False
    return re.compile("".join(parts) if starts else "(?!)")


@pytest.mark.parametrize("package", PACKAGES)
def test_the_code_gives_every_variable_of_a_message(package: str) -> None:
    messages = parsed(package, "en")
    missing = []
    for tree in sources(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and name_of(node) in LOOKUPS and node.args:
                given = {keyword.arg for keyword in node.keywords}
                lacking = ((key, variables(messages[key]) - given) for key in constants(node.args[0]))
                missing += [one for one in lacking if one[1] and None not in given]
    assert missing == []


def test_plurals_are_right_in_both_languages() -> None:
    assert tr("many-all", count=1, example="e5").startswith("1 option;")
    assert tr("many-all", count=150, example="e5").startswith("150 options;")
    set_language("ru")
    assert [tr("many-all", count=count, example="e5").partition(";")[0] for count in (1, 3, 5, 11, 21)] == [
        "1 вариант",
        "3 варианта",
        "5 вариантов",
        "11 вариантов",
        "21 вариант",
    ]
    assert translator("ru")("format-rounds", count=2) == "2 тура"


def test_numbers_are_written_without_separators() -> None:
    assert (
        tr("export-done", match="m1", path="m1.tilth", size=1234567)
        == "m1 is saved in m1.tilth (1234567 bytes)."
    )


def test_a_missing_value_and_an_unknown_message_are_errors() -> None:
    with pytest.raises(KeyError):
        tr("list-more")
    with pytest.raises(KeyError):
        tr("many-all", count=3)
    with pytest.raises(KeyError):
        tr("nothing-such")
    assert not has_message("nothing-such")


def test_an_unknown_language_is_english_as_it_is_on_the_server() -> None:
    set_language("ru")
    assert tr("result-title") == "Итог"
    set_language("tlh")
    assert tr("result-title") == "Result"


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
def test_the_language_is_that_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("cause", list(Cause), ids=lambda cause: str(cause.name))
def test_every_cause_of_a_record_has_a_text(cause: Cause, language: str) -> None:
    set_language(language)
    without_a_line = {Cause.UNSPECIFIED, Cause.ANSWERED, Cause.DEFAULTED, Cause.FINISHED}
    scene = Scene("m1", None)
    lines = scene.apply_frame(Frame(record=3, update=Update(cause=cause, seat=0)))
    assert bool(lines) is (cause not in without_a_line)


def test_a_cause_of_a_later_server_is_left_out() -> None:
    assert Scene("m1", None).apply_frame(Frame(record=3, update=Update(cause=Cause(99)))) == []


def test_a_new_title_has_a_text_and_is_shown() -> None:
    scene = Scene("m1", None, title="rude")
    (line,) = scene.apply_frame(Frame(record=3, update=Update(cause=Cause.RETITLED, title="tea")))
    assert line.text == "The match has a new title: tea"
    assert scene.title == "tea"

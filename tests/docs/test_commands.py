"""Every `tilth` command in a block of a page is one that the program understands."""

import re
import shlex
from pathlib import Path

import click
import pytest

from tests.docs.pages import DOCS, REPOSITORY
from tilth_cli.commands import tilth

FORMATS = ("tilth match", "tilth season")
"""The names of file formats, which look like commands."""
PAGES = [
    path
    for path in (*sorted(REPOSITORY.glob("*.md")), *sorted(DOCS.rglob("*.md")))
    if path.stem != "CHANGELOG"
]
"""Every page except the changelog, which names commands of earlier builds."""


def commands_in(text: str) -> list[str]:
    """Return the commands in blocks of code, indented or fenced, without what follows them on the line."""
    fenced = "\n".join(re.findall(r"```(?:sh)?\n(.*?)```", text, re.DOTALL)).replace("\\\n", " ")
    indented = "\n".join(
        re.findall(r"^    (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    )
    lines = [line.strip().removeprefix("$ ") for line in f"{fenced}\n{indented}".splitlines()]
    return [re.split(r"  +| \| | &$", line)[0] for line in lines if re.match(r"tilth [a-z-]", line)]


def inline_in(text: str) -> list[str]:
    """Return the commands within sentences, which may lack arguments."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = [" ".join(each.split()) for each in re.findall(r"`(tilth [a-z][^`]*)`", prose)]
    return [each for each in found if each not in FORMATS]


def understand(words: list[str]) -> None:
    """Parse a command as the program does, and run nothing."""
    command: click.Command = tilth
    context = command.make_context("tilth", words)
    while isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        name, found, words = command.resolve_command(context, rest)
        assert found is not None, name
        command, context = found, found.make_context(name, words, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_the_commands_of_a_page_are_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corrections.json").write_text("{}")
    text = page.read_text(encoding="utf-8")
    whole = commands_in(text)
    for line in [*whole, *inline_in(text)]:
        try:
            understand(shlex.split(line.replace("[PLAYER]", "PLAYER"))[1:])
        except click.exceptions.Exit:
            continue
        except click.ClickException as error:
            problem = error.format_message()
            # A sentence may name a command without its arguments.
            is_unknown = isinstance(error, click.NoSuchOption) or "No such command" in problem
            if line in whole or is_unknown or "unexpected extra" in problem:
                pytest.fail(f"{line}: {problem}")


def test_there_are_commands_on_the_pages() -> None:
    assert sum(len(commands_in(page.read_text(encoding="utf-8"))) for page in PAGES) > 80


def test_a_command_with_an_unknown_flag_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        understand(["matches", "export", "--no-such-flag"])

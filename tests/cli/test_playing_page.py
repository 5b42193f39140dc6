"""The pages about the terminal client name only what is there."""

import re

import click

from tests.docs.pages import chapter, page
from tilth_bots import BOTS
from tilth_cli.commands import all_commands, tilth

COMMANDS = all_commands()
PAGE = chapter("guides", "terminal", "boards", "watch-and-replay") + page("reference/cli.md")
GLOBAL = {option for parameter in tilth.params for option in parameter.opts} | {"--help"}


def all_options(group: click.Group) -> set[str]:
    found = set(GLOBAL)
    for command in group.commands.values():
        found |= {
            option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
        }
        if isinstance(command, click.Group):
            found |= all_options(command)
    return found


def test_every_command_on_the_page_exists_and_every_command_is_on_the_page() -> None:
    named = set(re.findall(r"(?:^    |`|\| )tilth\s+(?:--\w+ \w+ )?([a-z]+)", PAGE, re.MULTILINE))
    assert named == set(COMMANDS)


def test_every_option_on_the_page_exists() -> None:
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) - all_options(tilth) == set()


def test_every_subcommand_of_players_and_ops_is_on_the_page() -> None:
    for group in (COMMANDS["players"], COMMANDS["ops"]):
        assert isinstance(group, click.Group)
        assert {name for name in group.commands if f"`{name}`" not in PAGE} == set()


def test_every_bot_is_named_in_the_help() -> None:
    assert {name for name in BOTS if name not in str(COMMANDS["bot"].help)} == set()

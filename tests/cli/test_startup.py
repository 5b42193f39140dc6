"""The start of the `tilth` command: it imports no more than it needs."""

import json
import subprocess
import sys

import pytest

LISTED = """
import sys
sys.argv[0] = "tilth"
from tilth_cli.main import run
code = run({words!r})
import json
print(json.dumps([code, sorted(sys.modules)]))
"""
HEAVY = (
    "grpc",
    "google",
    "betterproto2",
    "rich",
    "fluent",
    "babel",
    "asyncio",
    "tilth_dataclasses",
    "tilth_client",
)
"""Packages that take longer to import than the command takes to print its version."""


def modules_of(*words: str) -> set[str]:
    """Return the modules that a run of `tilth` imports."""
    done = subprocess.run(
        [sys.executable, "-c", LISTED.format(words=list(words))], capture_output=True, text=True, check=True
    )
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return set(modules)


def test_the_version_imports_click_and_little_else() -> None:
    modules = modules_of("--version")
    assert {name for name in modules if name.partition(".")[0] in HEAVY} == set()
    assert {name for name in modules if name.partition(".")[0].startswith("tilth")} == {
        "tilth_build",
        "tilth_cli",
        "tilth_cli.commands",
        "tilth_cli.commands.root",
        "tilth_cli.errors",
        "tilth_cli.main",
        "tilth_cli.messages",
        "tilth_cli.settings",
        "tilth_cli.stopped",
        "tilth_report",
        "tilth_report.catalogue",
    }


@pytest.mark.parametrize("words", [("--help",), ("play", "--help"), ("games", "--help")])
def test_help_needs_neither_the_sdk_nor_the_server(words: tuple[str, ...]) -> None:
    assert not modules_of(*words) & {
        "tilth_client",
        "tilth_arena",
        "tilth_server",
        "tilth_rules",
        "matplotlib",
    }


def test_the_list_of_commands_imports_none_of_them() -> None:
    assert not {name for name in modules_of("--help") if name.startswith("tilth_cli.commands.")} - {
        "tilth_cli.commands.root"
    }


def test_games_imports_only_what_it_shows() -> None:
    modules = modules_of("games", "--help")
    assert not modules & {"tilth_cli.scene", "tilth_cli.drawing", "tilth_cli.matches", "fluent", "google.rpc"}

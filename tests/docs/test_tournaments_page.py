"""The pages about tournaments say what the schema says, and show tournaments that are played so."""

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor

from tests.docs.a_server import serving
from tests.docs.pages import code_words, page, section
from tests.e2e.serving import until
from tests.warm import Process, program, run
from tilth.v1 import tournaments_pb2

GUIDE = page("guides/run-a-tournament.md")
WORDS = code_words(
    "".join(
        map(
            page,
            (
                "protocol/tournaments.md",
                "reference/tournament-settings.md",
                "reference/tournament-rules.md",
                "explanation/formats-and-ratings.md",
            ),
        )
    )
)
SCHEMA = tournaments_pb2.DESCRIPTOR
MANY = "tilth tournament create --game petrichor --format round-robin --cycles 200 --max-running 1"


@pytest.mark.parametrize("message", SCHEMA.message_types_by_name.values(), ids=lambda message: message.name)
def test_every_field_is_named(message: Descriptor) -> None:
    assert {field.name for field in message.fields} <= WORDS | {"pairing", "tournament", "entries"}


def test_every_call_and_every_choice_is_named() -> None:
    for service in SCHEMA.services_by_name.values():
        assert {service.name, *service.methods_by_name} <= WORDS
    for enum in SCHEMA.enum_types_by_name.values():
        assert {value.name for value in enum.values if value.number} <= WORDS, enum.name


def commands_in(text: str) -> list[str]:
    return re.findall(r"^    (tilth .+)$", text, re.MULTILINE)


class Reader:
    """A reader of the page with a shell, a server and a tournament."""

    def __init__(self, address: str, folder: Path) -> None:
        self.folder = folder
        self.tournament_id = ""
        self.bots: list[Process] = []
        self.environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "TILTH_SERVER": address,
            "TILTH_LANG": "en",
            "TILTH_TOKEN": "",
            "XDG_CONFIG_HOME": str(folder),
        }

    def run(self, command: str) -> CompletedProcess[str]:
        words = shlex.split(command.replace("TOURNAMENT", self.tournament_id))
        return run(program(words), env=self.environment, cwd=self.folder, timeout=60)

    def type(self, command: str) -> str:
        """Run a command that has to succeed, and return what it prints."""
        if command.endswith("&"):
            words = program(shlex.split(command[:-1]))
            with open(os.devnull, "wb") as nothing:
                self.bots.append(Process(words, env=self.environment, stderr=nothing))
            return ""
        if " create " in command:
            command += " --json"
        ran = self.run(command)
        assert ran.returncode == 0, f"{command}: {ran.stderr}"
        if " create " in command:
            self.tournament_id = json.loads(ran.stdout)["id"]
        return ran.stdout

    def sees(self, *names: str) -> bool:
        return {*names} <= {each["name"] for each in json.loads(self.type("tilth players list --json"))}


@contextmanager
def reader(folder: Path) -> Iterator[Reader]:
    with serving(folder / "data") as server, ExitStack() as stack:
        found = Reader(server.address, folder)
        try:
            yield found
        finally:
            for bot in found.bots:
                stack.callback(bot.wait)
                stack.callback(bot.terminate)


def test_the_commands_on_the_page_run_a_tournament(tmp_path: Path) -> None:
    commands = commands_in(section(GUIDE, "## In five minutes").partition("The same with the SDK")[0])
    assert len(commands) == 9
    with reader(tmp_path) as there:
        printed = []
        for command in commands:
            if " enter " in command:
                until(lambda: there.sees("Ann", "Bo"), 30)
            printed.append(there.type(command))
        assert "cup.html" in printed[-1]
        assert (tmp_path / "cup.html").exists()


def test_the_commands_on_the_page_look_at_a_tournament_and_correct_it(tmp_path: Path) -> None:
    start, more = section(GUIDE, "## In five minutes"), section(GUIDE, "## While it runs")
    corrections = commands_in(section(GUIDE, "## Correct a result"))
    ratings = commands_in(section(page("explanation/formats-and-ratings.md"), "## Ratings"))
    keeping = commands_in(section(GUIDE, "## Keep it, or move it"))
    assert (len(commands_in(more)), len(corrections), len(ratings), len(keeping)) == (7, 3, 4, 3)
    with reader(tmp_path) as there:
        for command in commands_in(start.partition("The same with the SDK")[0])[:3]:
            there.type(command)
        until(lambda: there.sees("Ann", "Bo"), 30)
        for command in (MANY, "tilth tournament enter TOURNAMENT --player Ann --player Bo"):
            there.type(command)
        there.type("tilth tournament start TOURNAMENT")
        until(lambda: there.run("tilth tournament pairings TOURNAMENT --round 5").stdout.count("\n") > 2, 60)
        for command in commands_in(more)[1:]:
            there.type(command)
        for command in corrections:
            there.type(command)
        for command in ratings:
            there.type(command)
        there.type("tilth tournament cancel TOURNAMENT")
        assert "cancelled" in there.type(commands_in(more)[0])
        until(lambda: there.run(keeping[1]).returncode == 0, 30)
        for command in keeping[:2]:
            there.type(command)


async def test_the_program_on_the_page_runs_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "page"}
    exec(program, names)
    with serving(tmp_path / "data") as server:
        await names["main"](server.address)
    printed = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("game ") for line in printed) == 10
    assert {line.split()[1] for line in printed[10:]} == {"Ann", "Bo"}

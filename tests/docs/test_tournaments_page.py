"""docs/tournaments.md says what the schema says, and shows a tournament that is played so."""

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor

from tests.docs.a_server import serving
from tests.docs.pages import code_words, page
from tests.e2e.serving import until
from tilth.v1 import tournaments_pb2

PAGE = page("tournaments.md")
SCHEMA = tournaments_pb2.DESCRIPTOR


@pytest.mark.parametrize("message", SCHEMA.message_types_by_name.values(), ids=lambda message: message.name)
def test_every_field_is_named(message: Descriptor) -> None:
    assert {field.name for field in message.fields} <= code_words(PAGE) | {"pairing", "tournament", "entries"}


def test_every_call_and_every_choice_is_named() -> None:
    words = code_words(PAGE)
    for service in SCHEMA.services_by_name.values():
        assert {service.name, *service.methods_by_name} <= words
    for enum in SCHEMA.enum_types_by_name.values():
        assert {value.name for value in enum.values if value.number} <= words, enum.name


def test_the_commands_on_the_page_run_a_tournament(tmp_path: Path) -> None:
    block = PAGE.partition("## In five minutes")[2].partition("The same with the SDK")[0]
    commands = re.findall(r"^    (tilth .+)$", block, re.MULTILINE)
    assert len(commands) == 9
    with serving(tmp_path / "data") as server, ExitStack() as stack:
        environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "TILTH_SERVER": server.address,
            "TILTH_LANG": "en",
            "TILTH_TOKEN": "",
            "XDG_CONFIG_HOME": str(tmp_path),
        }

        def said(command: str) -> str:
            words = shlex.split(command)
            ran = subprocess.run(
                words, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
            )
            assert ran.returncode == 0, f"{command}: {ran.stderr}"
            return ran.stdout

        def there(names: set[str]) -> bool:
            return names <= {player["name"] for player in json.loads(said("tilth players list --json"))}

        tournament_id, out = "", ""
        for command in commands:
            if command.endswith("&"):
                bot = subprocess.Popen(shlex.split(command[:-1]), env=environment, stderr=subprocess.DEVNULL)
                stack.callback(bot.wait)
                stack.callback(bot.terminate)
            elif " create " in command:
                tournament_id = json.loads(said(f"{command} --json"))["id"]
                until(lambda: there({"Ann", "Bo"}), 30)
            else:
                out = said(command.replace("TOURNAMENT", tournament_id))
        assert "cup.html" in out
        assert (tmp_path / "cup.html").exists()


async def test_the_program_on_the_page_runs_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "page"}
    exec(program, names)
    with serving(tmp_path / "data") as server:
        await names["main"](server.address)
    said = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("game ") for line in said) == 10
    assert {line.split()[1] for line in said[10:]} == {"Ann", "Bo"}

"""The wheel, built from a clean tree and installed as a player would: the client alone, in an empty environment."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import SLOW_NOTE
from tests.distributions import built, once
from tests.e2e.serving import ServerProcess

SERVERS_OWN = {
    "msgspec",
    "orjson",
    "structlog",
    "uvloop",
    "prometheus-client",
    "grpcio-health-checking",
    "grpcio-reflection",
    "rustworkx",
    "grpcio-tools",
    "matplotlib",
    "pytest",
}
LISTED = (
    "import importlib.metadata as m, json; print(json.dumps([d.metadata['Name'] for d in m.distributions()]))"
)


def ran(words: Sequence[str | Path], cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=clean | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def done(words: Sequence[str | Path], cwd: Path, **environment: str) -> str:
    result = ran(words, cwd, **environment)
    assert result.returncode == 0, f"{words}: {result.stdout[-3000:]}{result.stderr[-3000:]}"
    return result.stdout


@dataclass
class Installed:
    """The client in an environment of its own."""

    bin: Path
    home: Path

    def tilth(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return ran(
            [self.bin / "tilth", *words],
            self.home,
            HOME=str(self.home),
            XDG_CONFIG_HOME=str(self.home / "config"),
            TILTH_LANG="en",
            **environment,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Installed:
    """Installed once, whichever processes the tests run in."""
    (wheel,) = built(tmp_path_factory, worker_id).glob("tilth_games-*.whl")

    def install(folder: Path) -> None:
        done([sys.executable, "-m", "venv", "--without-pip", folder / "client"], folder)
        python = folder / "client" / "bin" / "python"
        pip: list[str | Path] = [
            sys.executable,
            "-m",
            "pip",
            "--python",
            python,
            "--disable-pip-version-check",
        ]
        done([*pip, "install", "--quiet", wheel], folder)
        (folder / "home").mkdir()

    folder = once(tmp_path_factory, worker_id, "installed", install)
    return Installed(folder / "client" / "bin", folder / "home")


def test_the_client_brings_nothing_of_the_servers(installed: Installed) -> None:
    names = json.loads(done([installed.bin / "python", "-c", LISTED], installed.home))
    there = {name.lower().replace("_", "-").replace(".", "-") for name in names}
    assert {"tilth-games", "grpcio", "protobuf", "betterproto2", "click", "rich"} <= there
    assert not there & SERVERS_OWN


@pytest.mark.parametrize(
    "module",
    [
        "tilth_client",
        "tilth_cli.main",
        "tilth_bots",
        "tilth_arena",
        "tilth_report.texts",
        "tilth_deal.check_deal",
        "tilth.v1.play_pb2_grpc",
    ],
)
def test_the_client_imports_without_the_server(installed: Installed, module: str) -> None:
    done([installed.bin / "python", "-W", "error", "-c", f"import {module}"], installed.home)


@pytest.mark.parametrize("words", [["tilth-server", "serve"], ["python", "-m", "tilth_server.main", "serve"]])
def test_a_server_without_its_extra_says_which_is_missing(installed: Installed, words: list[str]) -> None:
    result = ran([installed.bin / words[0], *words[1:], "--data", "data"], installed.home)
    assert result.returncode == 1
    assert "tilth-games[server]" in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_report_without_its_extra_says_which_is_missing(installed: Installed) -> None:
    result = installed.tilth("tournament", "report", "any", TILTH_SERVER="127.0.0.1:9", TILTH_TOKEN="x")
    assert result.returncode == 1
    assert "matplotlib: pip install 'tilth-games[report]'" in result.stderr
    assert len(SLOW_NOTE.sub("", result.stderr).splitlines()) == 1


def test_without_a_server_one_line_says_what_to_do(installed: Installed) -> None:
    result = installed.tilth("list", TILTH_SERVER="127.0.0.1:9", TILTH_TOKEN="x")
    assert result.returncode == 1
    (line,) = SLOW_NOTE.sub("", result.stderr).splitlines()
    assert "127.0.0.1:9" in line


def test_a_match_is_played_from_the_installed_client(installed: Installed, own_server: ServerProcess) -> None:
    """Register, make a match, sit two bots down, watch, replay, verify and keep a copy: all by the command."""

    def tilth(*words: str) -> str:
        result = installed.tilth(*words, TILTH_SERVER=own_server.address)
        assert result.returncode == 0, f"{words}: {result.stderr}"
        return result.stdout

    def document(*words: str) -> Any:
        return json.loads(tilth(*words, "--json"))

    tilth("players", "register", "Ann")
    assert "Petrichor" in tilth("games")
    made = document("new", "petrichor", "--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    match_id = made["id"]
    with subprocess.Popen(
        [installed.bin / "tilth", "bot", "random", match_id, "--seat", "0"],
        cwd=installed.home,
        env=os.environ
        | {"TILTH_SERVER": own_server.address, "XDG_CONFIG_HOME": str(installed.home / "config")},
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        tilth("bot", "first", match_id, "--seat", "1")
        assert other.wait(60) == 0
    shown = document("show", match_id)
    assert "FINISHED" in shown["state"]
    assert len(shown["result"]["places"]) == 2
    verified = installed.tilth("verify", match_id, TILTH_SERVER=own_server.address)
    assert verified.returncode == 0, verified.stderr
    report = document("verify", match_id, "--deal")
    assert report["sound"]
    assert sum(report["draws"].values()) == report["drawn"] > 5
    tilth("export", match_id, "--output", str(installed.home / "match.tilth"))
    assert "recorded draws derived again" in done(
        [installed.bin / "python", "-m", "tilth_deal.check_deal", "match.tilth"], installed.home
    )
    assert (installed.home / "match.tilth").stat().st_size > 1000
    assert match_id in tilth("list")

"""The pages about operating a server say what the server says and does."""

import os
import re
import shlex
import shutil
import sqlite3
import stat
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from urllib.request import urlopen

import grpc
import pytest
from grpc_health.v1 import health_pb2

from tests.docs.a_server import serving
from tests.docs.pages import DOCS, between, chapter, section, table
from tests.e2e.serving import own_port
from tests.warm import run
from tilth.v1 import moderation_pb2, operations_pb2, players_pb2, players_pb2_grpc
from tilth_server.api.header_limit import HEADER_FIELDS
from tilth_server.api.moderation_service import ModerationService
from tilth_server.api.operations_service import OperationsService
from tilth_server.api.operator_guard import OperatorGuard
from tilth_server.api.sizes import FIXED_LIMITS
from tilth_server.arguments import settings_from, tilth_server
from tilth_server.settings import Limits

OPERATING = chapter(
    "guides",
    *(
        "install-and-start",
        "tls",
        "firewall-and-proxy",
        "players-and-operators",
        "roles",
        "invitations",
        "harm",
        "announcements",
    ),
    *("names-and-titles", "erase-a-name", "backup-and-restore", "monitor", "incidents", "upgrade"),
) + chapter("reference", "server-cli", "limits", "data-directory")
SERVER = (sys.executable, "-m", "tilth_server.main")


def get_me(address: str, token: str) -> players_pb2.Player:
    with grpc.insecure_channel(address) as channel:
        metadata = (("authorization", f"Bearer {token}"),)
        stub = players_pb2_grpc.PlayersServiceStub(channel)
        return stub.GetMe(players_pb2.GetMeRequest(), metadata=metadata).player


def token_in(folder: Path) -> str:
    return (folder / "operator.token").read_text().strip()


def test_the_flags_are_those_of_help() -> None:
    environment = {**os.environ, "HOME": "/home/you", "COLUMNS": "110"}
    environment.pop("XDG_DATA_HOME", None)
    printed = subprocess.run(
        [*SERVER, "serve", "--help"], capture_output=True, text=True, check=True, env=environment
    ).stdout
    documented = between(OPERATING, "<!-- help: begin -->\n", "<!-- help: end -->\n")
    assert documented.strip("`\n").split() == printed.split()


def test_the_commands_on_the_page_are_understood() -> None:
    joined = re.sub(r"<!-- help: begin.*help: end -->", "", OPERATING, flags=re.DOTALL).replace("\\\n", " ")
    commands = re.findall(r'tilth-server ((?:serve|operator-token) -[^`\n"]*)', joined)
    assert len(commands) >= 4
    for command in commands:
        name, *words = shlex.split(command)
        tilth_server.commands[name].make_context(name, words)


def test_each_of_the_three_places_for_a_flag_sets_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = re.findall(r"```\w+\n(.*?)```", section(OPERATING, "## Three places for a flag"), re.DOTALL)
    command_line, environment, toml = (block.strip() for block in blocks)
    file = tmp_path / "server.toml"
    file.write_text("\n".join(line.strip() for line in toml.splitlines()))
    _, from_words = settings_from(shlex.split(command_line)[1:])
    _, from_file = settings_from(["serve", "--config", str(file)])
    variables = [word.partition("=") for word in shlex.split(environment) if "=" in word]
    assert len(variables) == 2
    for name, _, value in variables:
        monkeypatch.setenv(name, value)
    _, from_environment = settings_from(["serve"])
    assert from_environment == from_words
    assert (from_file.listen, from_file.limits) == (from_words.listen, from_words.limits)
    assert from_words.limits.calls_per_second == 50


def test_the_operators_calls_are_those_of_the_service() -> None:
    documented = {row[0]: row[1] for row in table(section(OPERATING, "## The calls"))}
    assert documented.keys() == set(
        operations_pb2.DESCRIPTOR.services_by_name["OperationsService"].methods_by_name
    )
    moderation = {row[0]: row[1] for row in table(section(OPERATING, "# Invite players"))}
    moderation |= {row[0]: row[1] for row in table(section(OPERATING, "## Keeping people away"))}
    assert moderation.keys() == set(
        moderation_pb2.DESCRIPTOR.services_by_name["ModerationService"].methods_by_name
    )
    for service, calls in ((OperationsService, documented), (ModerationService, moderation)):
        roles = {name: OperatorGuard.operator_role(service.__new__(service), name) for name in calls}
        assert calls == {name: role.name.lower() for name, role in roles.items() if role is not None}


def verified_backup(tmp_path: Path) -> str:
    """Make a backup of the data and verify it; return what the command prints."""
    words = [*SERVER, "backup", "--data", str(tmp_path / "data"), "--verify", str(tmp_path / "copy")]
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout


def test_the_metrics_are_those_that_are_served(tmp_path: Path) -> None:
    port = own_port()
    with serving(tmp_path / "data", "--metrics", f"127.0.0.1:{port}"):
        assert "every record verified" in verified_backup(tmp_path)
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as scraped:
            printed = scraped.read().decode()
    now = dict(line.rsplit(" ", 1) for line in printed.splitlines() if not line.startswith("#"))
    assert 0 <= float(now["tilth_backup_age_seconds"]) < 60
    asked = subprocess.run([*SERVER, "--version"], capture_output=True, text=True, check=True, timeout=60)
    version, commit = re.fullmatch(r"tilth-server (\S+) \(commit (\w+).*\)\n", asked.stdout).groups()  # type: ignore[union-attr]
    assert float(now[f'tilth_build{{commit="{commit}",version="{version}"}}']) == 1
    assert float(now["tilth_database_bytes"]) == (tmp_path / "copy").stat().st_size
    assert float(now["tilth_disk_free_bytes"]) > 0
    assert float(now["process_max_fds"]) > float(now["process_open_fds"]) > 0
    served = {
        (name.removesuffix("_total"), kind)
        for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", printed, re.MULTILINE)
    }
    documented = {(row[0], row[1]) for row in table(section(OPERATING, "## Metrics"))}
    assert documented == served


def test_the_files_are_those_of_the_data_directory(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        verified_backup(tmp_path)
        there = {file.name for file in (tmp_path / "data").iterdir()}
        documented = set(
            re.findall(
                r"`([\w.-]+)`",
                "".join(
                    line
                    for line in section(OPERATING, "## The data directory").splitlines(keepends=True)
                    if line.startswith("| `")
                ),
            )
        )
        assert there == documented
        assert server.stop() == 0
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data" / "operator.token").stat().st_mode) == 0o600


def test_a_second_server_on_the_same_directory_ends_with_one_line(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        words = [*SERVER, "serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0"]
        second = run(words, timeout=60)
    assert second.returncode == 1
    assert len(second.stderr.splitlines()) == 1


def test_a_lost_operators_token_is_replaced_while_the_server_stands(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        old = token_in(data)
        assert get_me(server.address, old).operator
        server.stop()
    words = [*SERVER, "operator-token", "--data", str(data)]
    printed = run(words, timeout=60).stdout
    new = token_in(data)
    assert printed.strip() == new != old
    with serving(data) as server:
        assert get_me(server.address, new).operator
        with pytest.raises(grpc.RpcError) as refused:
            get_me(server.address, old)
        assert refused.value.code() is grpc.StatusCode.UNAUTHENTICATED


def test_a_backup_taken_from_a_running_server_is_a_server(tmp_path: Path) -> None:
    """The `.backup` command of the sqlite3 program is the same function."""
    original, copy = tmp_path / "data", tmp_path / "backup"
    copy.mkdir()
    with serving(original) as server:
        with grpc.insecure_channel(server.address) as channel:
            request = players_pb2.RegisterRequest(name="Ann")
            token = players_pb2_grpc.PlayersServiceStub(channel).Register(request).token
        with sqlite3.connect(original / "tilth.db") as source, sqlite3.connect(copy / "tilth.db") as target:
            source.backup(target)
        source.close()
        target.close()
    with serving(copy) as server:
        assert get_me(server.address, token).name == "Ann"


def test_health_is_answered_without_a_token(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, grpc.insecure_channel(server.address) as channel:
        check: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
            "/grpc.health.v1.Health/Check"
        )
        reply = health_pb2.HealthCheckResponse.FromString(check(b""))
        assert reply.status == health_pb2.HealthCheckResponse.SERVING


def test_a_directory_that_cannot_be_written_ends_the_program_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = [*SERVER, "serve", "--data", str(tmp_path / "file" / "data")]
    ended = run(words, timeout=60)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1


def test_every_limit_stands_on_the_page() -> None:
    documented = {row[0]: row[1] for row in table(section(OPERATING, "## Limits"))}
    source = "".join(path.read_text() for path in (DOCS.parent / "server" / "tilth_server").rglob("*.py"))
    refused = set(re.findall(r'over_limit\("(\w+)"', source)) | set(
        re.findall(r'name="(\w+_per_\w+)"', source)
    )
    flags = {each.name for each in fields(Limits)}
    assert set(documented) == refused | flags | set(FIXED_LIMITS) | {HEADER_FIELDS}
    assert {name for name, what in documented.items() if what == "flag"} == flags
    assert {name: int(documented[name].replace(",", "")) for name in FIXED_LIMITS} == dict(FIXED_LIMITS)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is missing")
def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    (unit,) = re.findall(r"```ini\n(\[Unit\].*?)```", OPERATING, re.DOTALL)
    file = tmp_path / "tilth.service"
    file.write_text(unit.replace("/opt/tilth/bin/tilth-server", sys.executable))
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")
    for line in ("Restart=always", "RestartSec=2", "StartLimitIntervalSec=0", "KillMode=mixed"):
        assert line in unit

"""Faults of the machine and of its setup, with a real server process: rights, files, copies, stderr."""

import asyncio
import json
import resource
import signal
import stat
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.serving import own_port
from tests.server.serve.process import ended, serving
from tests.server.serve.test_process import person, scraped
from tilth_server.api.status_codes import CODES


def log_lines(err: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in err.splitlines()]


async def test_every_reason_is_exported_as_0_before_it_happens(tmp_path: Path) -> None:
    port = own_port()
    async with serving(tmp_path, "--metrics", f"127.0.0.1:{port}"):
        lines = set((await asyncio.to_thread(scraped, port)).splitlines())
    for reason in CODES:
        assert f'tilth_refusals_total{{reason="{reason}"}} 0.0' in lines
        assert f'tilth_outside_fact_failures_total{{reason="{reason}"}} 0.0' in lines
    assert 'tilth_calls_total{code="INTERNAL",method="tilth.v1.LobbyService/GetMatch"} 0.0' in lines


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\x00" + bytes(5000)])
async def test_a_refused_restore_leaves_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "copy").write_bytes(content)
    data = tmp_path / "deep" / "data"
    code, _, err = await ended("restore", "--data", str(data), str(tmp_path / "copy"))
    assert code == 1
    assert err.count("\n") == 1
    assert not (tmp_path / "deep").exists()
    data.mkdir(parents=True)
    (data / "note").write_text("mine")
    assert (await ended("restore", "--data", str(data), str(tmp_path / "copy")))[0] == 1
    assert [each.name for each in data.iterdir()] == ["note"]


async def test_a_restore_onto_a_store_leaves_it_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data) as server:
        await server.stop(signal.SIGTERM)
    assert (await ended("backup", "--data", str(data), str(tmp_path / "copy")))[0] == 0
    before = {each.name: each.read_bytes() for each in data.iterdir() if each.name != "tilth.lock"}
    code, _, err = await ended("restore", "--data", str(data), str(tmp_path / "copy"))
    assert code == 1
    assert "holds a store already" in err
    assert {each.name: each.read_bytes() for each in data.iterdir() if each.name != "tilth.lock"} == before


async def test_access_of_others_to_files_is_taken_away_and_logged(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data) as server:
        await server.stop(signal.SIGTERM)
    data.chmod(0o777)
    (data / "tilth.db").chmod(0o666)
    (data / "operator.token").chmod(0o644)
    async with serving(data, "--log-format", "json") as server:
        _, _, _, err = await server.stop(signal.SIGTERM)
    for each in (data, data / "tilth.db", data / "operator.token"):
        assert not stat.S_IMODE(each.stat().st_mode) & 0o077, each
    warnings = [line for line in log_lines(err) if line["event"] == "data access restricted"]
    assert [(Path(line["path"]).name, line["mode"]) for line in warnings] == [
        ("data", "0777"),
        ("tilth.db", "0666"),
        ("operator.token", "0644"),
    ]


async def test_few_files_are_warned_of_and_their_end_is_logged(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with serving(tmp_path, "--log-format", "json") as server:
        pid = server.process.pid
        assert resource.prlimit(pid, resource.RLIMIT_NOFILE)[0] == hard, "the server takes what it may have"
        async with grpc.aio.insecure_channel(server.address) as channel:
            await person(channel, "Ann")
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (20, hard))
            async with asyncio.timeout(60):
                while b"open file limit reached" not in (line := await server.process.stderr.readline()):
                    assert line
            assert json.loads(line)["allowed"] == 20
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (soft, hard))
        await server.stop(signal.SIGTERM)


async def test_a_start_with_few_files_says_how_many_are_needed(tmp_path: Path) -> None:
    limited = ("bash", "-c", 'ulimit -n 256; exec "$@"', "bash")
    async with serving(tmp_path, "--log-format", "json", before=limited) as server:
        _, _, _, err = await server.stop(signal.SIGTERM)
    (warning,) = (line for line in log_lines(err) if line["event"] == "open file limit low")
    assert (warning["allowed"], warning["connections"], warning["needed"]) == (256, 156, 4096)


async def test_every_line_on_stderr_is_json_even_at_a_crash(tmp_path: Path) -> None:
    environment = ("env", "GRPC_VERBOSITY=INFO", "PYTHONFAULTHANDLER=1")
    async with serving(tmp_path, "--log-format", "json", before=environment) as server:
        host, _, port = server.address.partition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"this is no HTTP/2 preface, and gRPC's core says so in its own words\r\n\r\n")
        await writer.drain()
        _, _, _, err = await server.stop(signal.SIGABRT)
        writer.close()
    lines = log_lines(err)
    assert {"server started"} <= {line["event"] for line in lines}
    assert any("Fatal Python error" in line["event"] for line in lines)
    assert all("timestamp" in line and "level" in line for line in lines)


async def test_the_last_sentence_of_a_start_that_failed_is_json_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = await ended("serve", "--data", str(tmp_path / "file" / "data"), "--log-format", "json")
    assert code == 1
    (line,) = log_lines(err)
    assert line["event"].startswith("tilth-server: cannot write")

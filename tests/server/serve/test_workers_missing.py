"""A machine on which no worker can be started, as the server's process, health, metrics and clients have it."""

import asyncio
import json
import os
import resource
import signal
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.e2e.serving import own_port
from tests.server.serve.full_server import new_match, play_randomly
from tests.server.serve.one_service import reason_of
from tests.server.serve.process import COMMAND, SECONDS, serving
from tests.server.serve.test_process import person, scraped

SERVING, NOT_SERVING = health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING


def workers_of(process: int) -> list[int]:
    found = [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return [
        each
        for each in found
        if b"tilth_server.outside.worker_main" in Path(f"/proc/{each}/cmdline").read_bytes()
    ]


async def test_a_port_that_cannot_be_loaded_keeps_the_server_from_serving(tmp_path: Path) -> None:
    (tmp_path / "tilth_physics.py").write_text("raise ImportError('the wood is missing')\n")
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        *("serve", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0"),
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), SECONDS)
    assert (process.returncode, out) == (1, b"")
    last = err.decode().splitlines()[-1]
    assert last.startswith("tilth-server: no worker for sonora: ")
    assert "the wood is missing" in last


async def test_missing_workers_show_in_health_and_metrics_and_come_back(tmp_path: Path) -> None:
    port = own_port()
    async with (
        serving(tmp_path, "--log-format", "json", "--metrics", f"127.0.0.1:{port}") as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        health: Any = health_pb2_grpc.HealthStub(channel)

        async def status() -> int:
            request = health_pb2.HealthCheckRequest(service="tilth.outside")
            return int((await health.Check(request, timeout=SECONDS)).status)

        ann, bob = await person(channel, "Ann"), await person(channel, "Bob")
        match = await new_match(ann, bob, game="sonora")
        assert await status() == SERVING
        watching = health.Watch(health_pb2.HealthCheckRequest(service="tilth.outside"), timeout=SECONDS)
        assert (await watching.read()).status == SERVING
        pid = server.process.pid
        whole = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        (worker,) = workers_of(pid)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (10, whole[1]))
        os.kill(worker, signal.SIGKILL)
        for _ in range(20):
            with pytest.raises(grpc.aio.AioRpcError, match="cannot start the process") as error:
                await play_randomly(match, ann, bob)
            assert reason_of(error.value)[0] == "FACT_UNAVAILABLE"
        assert await status() == NOT_SERVING
        assert (await watching.read()).status == NOT_SERVING
        resource.prlimit(pid, resource.RLIMIT_NOFILE, whole)
        assert (await watching.read()).status == SERVING
        assert await play_randomly(match, ann, bob, max_answers=4) == 4
        metrics = await asyncio.to_thread(scraped, port)
        assert "tilth_workers_missing 0.0" in metrics
        assert 'tilth_outside_fact_failures_total{reason="FACT_UNAVAILABLE"} 20.0' in metrics
        _, _, _, err = await server.stop(signal.SIGTERM)
    events = [json.loads(line)["event"] for line in err.splitlines() if line.startswith("{")]
    assert events.count("workers missing") == 1
    assert events.count("workers started again") == 1
    assert events.count("outside fact unavailable") == 2, "one at once, one with the count of the others"

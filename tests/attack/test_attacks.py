"""Every attack for a second, while somebody plays and others look on. What is counted here has to hold however busy the
machine is; how long calls take is measured by `make attack`."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.attack.attack import Attack
from tests.attack.catalogue import ATTACKS, BEHIND_NGINX
from tests.attack.http2 import call
from tests.attack.idle import idle_streams
from tests.attack.processes import LOWEST_PRIORITY, Child
from tests.attack.stage import Stage, forget_peak, make_store, memory_of, staged, staged_behind_nginx
from tests.attack.trial import ATTACKERS, company, faults_in
from tests.attack.verdict import HARM, MAX_MEMORY
from tests.e2e.nginx import needs_nginx
from tilth.v1 import operations_pb2

SECONDS = 0.2
"""Seconds for which an attack lasts, once the server has answered it as expected, before the player calls."""
CALLS = 8
MAX_QUEUED = 1 << 20
"""Bytes that may wait to be written to all streams when the attacker has gone."""
SHORT = [attack for attack in ATTACKS if attack.name != "header-flood"]
"""A flood of headers still delays others for long on a busy machine, unless it comes through a proxy: `make attack`
measures it."""
REFUSALS = {"stranger-flood": "grpc-status 16", "gzip-bombs": "grpc-status 12"}
REFUSALS |= {attack.name: "refused " for attack in ATTACKS if attack.name.startswith("refused-answers")}
"""The beginnings of the counts of these attackers' refusals. The others are slowed down, or don't read replies."""
NEVER = ("INTERNAL", "UNKNOWN", "DATA_LOSS", "INTERNAL", "STORE_FAILED", "grpc-status 13", "grpc-status 2")
"""Reasons and statuses that no client may ever get."""


@dataclass
class Scene:
    """A server, and a process of those who only want to play there."""

    stage: Stage
    player: Child

    def status(self) -> operations_pb2.GetStatusResponse:
        reply = self._operator("GetStatus", operations_pb2.GetStatusRequest())
        return operations_pb2.GetStatusResponse.FromString(reply)

    def queued_bytes(self) -> int:
        """Bytes that wait to be written, over all streams."""
        reply = self._operator("ListCalls", operations_pb2.ListCallsRequest())
        return sum(each.queued_bytes for each in operations_pb2.ListCallsResponse.FromString(reply).calls)

    def _operator(self, name: str, request: Any) -> bytes:
        path, token = f"/tilth.v1.OperationsService/{name}", self.stage.server.operator_token
        return asyncio.run(call(self.stage.address, path, request.SerializeToString(), token=token))


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store") / "store"
    make_store(folder)
    return folder


@pytest.fixture(scope="session")
def scene(tmp_path_factory: pytest.TempPathFactory, store: Path) -> Iterator[Scene]:
    """The same for all attacks: what one of them left behind would harm the next."""
    with staged(tmp_path_factory.mktemp("server"), store, pinned=False) as stage:
        player = Child("tests.attack.player", core=None)
        try:
            player.ask(do="come", address=stage.address, **asyncio.run(company(stage)))
            yield Scene(stage, player)
        finally:
            player.end()


@pytest.fixture(scope="session")
def attacker() -> Iterator[Child]:
    """One for all attacks: most of the time of a process of its own would go into its imports. It gives way to every
    other process, as in `make attack`: else the player's few calls wait for seconds, and the attack lasts as long."""
    child = Child("tests.attack.attacker", core=None, niceness=LOWEST_PRIORITY)
    yield child
    child.end()


@pytest.mark.parametrize("attack", SHORT, ids=lambda attack: attack.name)
def test_an_attack_harms_nobody(scene: Scene, attacker: Child, attack: Attack) -> None:
    streams, before = scene.status().streams, scene.player.ask(do="report")
    given = asyncio.run(attack.prepare(scene.stage))
    attacker.ask(do="start", attack=attack.name, address=scene.stage.address, is_sink=False, given=given)
    try:
        assert _soon(lambda: _is_answered(attack, attacker.ask(do="count"))), attacker.ask(do="count")
        time.sleep(SECONDS)
        scene.player.ask(do="measure", calls=CALLS, seconds=60)
    finally:
        seen = attacker.ask(do="stop")
    assert _is_answered(attack, seen), seen
    assert not set(NEVER) & seen.keys(), seen
    after = scene.player.ask(do="report")
    assert {what: after[what] - before[what] for what in HARM} == dict.fromkeys(HARM, 0)
    assert faults_in(scene.stage.server.log_file) == []
    assert _soon(lambda: scene.status().streams == streams), "streams of the attacker are left"
    assert scene.queued_bytes() <= MAX_QUEUED


@needs_nginx
@pytest.mark.parametrize("attack", BEHIND_NGINX, ids=lambda attack: attack.name)
def test_attacks_that_only_a_proxy_can_stop_do_not_get_through_it(
    tmp_path: Path, store: Path, attacker: Child, attack: Attack
) -> None:
    with staged_behind_nginx(tmp_path, store, pinned=False) as stage, ExitStack() as children:
        player = Child("tests.attack.player", core=None)
        children.callback(player.end)
        player.ask(do="come", address=stage.front, **asyncio.run(company(stage)))
        before = memory_of(stage.server.pid)["resident"]
        forget_peak(stage.server.pid)
        attacker.ask(
            do="start", attack=attack.name, address=stage.front, is_sink=False, given={}, source=ATTACKERS
        )
        try:
            assert _soon(lambda: attacker.ask(do="count").get("connections", 0) >= 4)
            time.sleep(SECONDS)
            player.ask(do="measure", calls=CALLS, seconds=60)
        finally:
            seen = attacker.ask(do="stop")
        assert seen["connections"] >= 4
        assert player.ask(do="report").items() >= dict.fromkeys(HARM, 0).items()
        assert memory_of(stage.server.pid)["peak"] < MAX_MEMORY * before
        assert faults_in(stage.server.log_file) == []


def test_idle_streams_all_get_the_record_to_resume_from(tmp_path: Path, store: Path) -> None:
    with idle_streams(tmp_path, store, connections=5) as idle:
        verdict = idle.run(core=None)
    assert verdict.opened == verdict.streams == 250
    assert verdict.with_resume_record == 250
    assert verdict.exit_code == 0
    assert verdict.faults == []


def _is_answered(attack: Attack, seen: dict[str, int]) -> bool:
    """Return whether the attacker has counted something, and refusals if its calls are to be refused."""
    return any(what.startswith(REFUSALS.get(attack.name, "")) for what in seen)


def _soon(is_so: Any) -> bool:
    until = time.monotonic() + 60
    while not is_so():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True

"""One attack, tried: quiet phases and attacked ones in turn, and what became of the server."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.attack.attack import Attack
from tests.attack.processes import CLIENT_CORE, LOWEST_PRIORITY, SERVER_CORE, Child
from tests.attack.stage import Stage, forget_peak, memory_of, staged, staged_behind_nginx
from tests.attack.verdict import Verdict
from tests.bench.processes import cpu_seconds

ACCOUNTS = 8
BYSTANDERS = 4
IN_A_ROW = 10
"""So often the attack is begun in all, the rounds included."""
MINUTE = 60.0
SETTLES_SECONDS = 10.0
BEHIND_NGINX = "-behind-nginx"
NGINX_RATE = 250
"""Calls a second of the measured player through nginx, which lets 300 of one address pass."""
ATTACKERS = "127.0.0.66"
"""The address that the attackers have for nginx."""


@dataclass(frozen=True)
class Plan:
    """The durations of one trial's phases."""

    rounds: int = 5
    calls: int = 2000
    max_seconds: float = 10.0
    """A phase that is slower ends with fewer calls."""
    burst_seconds: float = 1.0
    """Seconds of an attack without a measurement, in a row of attacks."""
    warm_up_seconds: float = 0.3
    """Seconds of an attack before calls are measured."""


class Trial:
    """One attack on a server, which runs on after `run`, so that its memory can be measured a minute later."""

    def __init__(self, attack: Attack, plan: Plan, stage: Stage) -> None:
        self.attack = attack
        self.plan = plan
        self.stage = stage
        self.address = stage.front or stage.address
        """The address to which all clients connect: the proxy's if there is one, else the server's."""
        self.verdict = Verdict(attack.name + BEHIND_NGINX * bool(stage.front), attack.finding)
        self.ended = 0.0
        self._seen: Counter[str] = Counter()

    def run(self) -> None:
        given = asyncio.run(self.attack.prepare(self.stage))
        with ExitStack() as children:
            sink = self._child(children, "tests.attack.sink", core=SERVER_CORE, niceness=LOWEST_PRIORITY)
            drain = sink.ask(do="addresses")["raw" if self.attack.is_raw else "grpc"]
            player = self._child(children, "tests.attack.player", core=CLIENT_CORE)
            player.ask(do="come", address=self.address, **asyncio.run(company(self.stage)))
            attacker = self._child(
                children, "tests.attack.attacker", core=CLIENT_CORE, niceness=LOWEST_PRIORITY
            )
            self._measure(player)
            self.verdict.before = memory_of(self.stage.server.pid)["resident"]
            forget_peak(self.stage.server.pid)
            for _ in range(self.plan.rounds):
                self._settle()
                with self._attacking(attacker, drain, given, is_sink=True):
                    self.verdict.unattacked.append(self._measure(player))
                with self._attacking(attacker, self.address, given):
                    self.verdict.attacked.append(self._measure(player))
            while self.verdict.attacks < IN_A_ROW:
                with self._attacking(attacker, self.address, given):
                    time.sleep(self.plan.burst_seconds)
            self._settle()
            self.verdict.health = player.ask(do="report")
        self.verdict.peak = memory_of(self.stage.server.pid)["peak"]
        self.verdict.seen = dict(sorted(self._seen.items()))
        self.ended = time.monotonic()

    def conclude(self) -> Verdict:
        """Wait until a minute is over, look at the memory, and stop the server."""
        server = self.stage.server
        time.sleep(max(0.0, self.ended + MINUTE - time.monotonic()))
        self.verdict.later = memory_of(server.pid)["resident"]
        began = time.monotonic()
        code = server.stop()
        if code or time.monotonic() - began > 10:
            self.verdict.faults.append(
                f"the server took {time.monotonic() - began:.0f} s to stop, with {code}"
            )
        self.verdict.faults += faults_in(server.log_file)
        return self.verdict

    def _child(self, children: ExitStack, *words: str, core: int, niceness: int = 0) -> Child:
        child = Child(*words, core=core, niceness=niceness)
        children.callback(child.end)
        return child

    def _measure(self, player: Child) -> dict[str, Any]:
        rate = NGINX_RATE if self.stage.front else 0
        return player.ask(do="measure", calls=self.plan.calls, seconds=self.plan.max_seconds, rate=rate)

    def _settle(self) -> None:
        """Wait until the server has done what the last attack left it to do."""
        pid, until = self.stage.server.pid, time.monotonic() + SETTLES_SECONDS
        while time.monotonic() < until:
            before = cpu_seconds(pid)
            time.sleep(0.2)
            if cpu_seconds(pid) - before < 0.05:
                return

    @contextmanager
    def _attacking(
        self, attacker: Child, address: str, given: dict[str, Any], is_sink: bool = False
    ) -> Iterator[None]:
        source = ATTACKERS if self.stage.front and not is_sink else ""
        attacker.ask(
            do="start", attack=self.attack.name, address=address, is_sink=is_sink, given=given, source=source
        )
        time.sleep(self.plan.warm_up_seconds)
        yield
        seen = attacker.ask(do="stop")
        if not is_sink:
            self._seen.update(seen)
            self.verdict.attacks += 1


async def company(stage: Stage) -> dict[str, Any]:
    """Accounts for the player, and bystanders: half of them hold a seat, half watch."""
    tokens = [await stage.player() for _ in range(ACCOUNTS + BYSTANDERS)]
    accounts = [(token, await stage.match(token, long_form="true")) for token in tokens[:ACCOUNTS]]
    bystanders = [(token, accounts[0][1], None) for token in tokens[ACCOUNTS::2]]
    seated = [(token, await stage.match(token), 0) for token in tokens[ACCOUNTS + 1 :: 2]]
    return {"accounts": accounts, "bystanders": [*bystanders, *seated]}


def faults_in(log: Path) -> list[str]:
    """Lines of the server's log that say that something in it is wrong."""
    found = [
        f"the server's log says: {line[:200]}"
        for line in log.read_text().splitlines()
        if "Traceback" in line or (line.startswith("{") and _is_fault(json.loads(line)))
    ]
    return found[:3]


def _is_fault(entry: dict[str, object]) -> bool:
    """Return whether a line of the log tells of a fault of ours: gRPC's core calls what it refuses an error, too."""
    return entry.get("level") == "error" and entry.get("logger") != "grpc"


@contextmanager
def trial_of(attack: Attack, plan: Plan, folder: Path, store: Path) -> Iterator[Trial]:
    """A trial with a server and a store of its own."""
    (folder / attack.name).mkdir()
    with staged(folder / attack.name, store) as stage:
        yield Trial(attack, plan, stage)


@contextmanager
def trial_behind_nginx(attack: Attack, plan: Plan, folder: Path, store: Path) -> Iterator[Trial]:
    """The same through a real nginx, as docs/guides sets it up."""
    home = folder / (attack.name + BEHIND_NGINX)
    home.mkdir()
    with staged_behind_nginx(home, store) as stage:
        yield Trial(attack, plan, stage)

"""Turns go round between players: nobody waits for all that another has asked for."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from grpc_health.v1 import health_pb2

from tests.server.serve.one_service import SECONDS, ServiceServer, bearer, service_server, until
from tilth.v1 import players_pb2
from tilth.v1.players_pb2_grpc import PlayersServiceStub
from tilth_server.api.call_context import CallContext
from tilth_server.api.fair_turns import SLICE_SECONDS, FairTurns, in_turns
from tilth_server.metrics import Metrics

HEALTH = health_pb2.DESCRIPTOR.services_by_name["Health"]
PIECES = 12


def burn(seconds: float = SLICE_SECONDS) -> None:
    """Hold the loop."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


class Mill:
    """Calls of twelve slices each; a call named Watch mills in a task of its own."""

    PUBLIC = ("List",)

    def __init__(self) -> None:
        self.log: list[tuple[str, str]] = []

    async def Check(self, request: Any, call: CallContext) -> Any:
        await self._mill(call.caller.name or call.address)
        return health_pb2.HealthCheckResponse()

    List = Check

    async def Watch(self, request: Any, call: CallContext) -> None:
        await asyncio.create_task(in_turns(self._mill(call.caller.name)))

    async def _mill(self, name: str) -> None:
        for _ in range(PIECES):
            self.log.append(("piece", name))
            burn()
            await asyncio.sleep(0)

    def called(self, client: str) -> None:
        self.log.append(("called", client))

    def refused(self, client: str, reason: str) -> None:
        raise AssertionError(reason)


class Mills:
    """A server with a mill, and players who know it."""

    def __init__(self, small: ServiceServer, mill: Mill) -> None:
        self.small = small
        self.mill = mill
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}

    async def register(self, *names: str) -> None:
        stub: Any = PlayersServiceStub(self.small.channel)
        for name in names:
            reply = await stub.Register(players_pb2.RegisterRequest(name=name), timeout=SECONDS)
            self.tokens[name], self.ids[name] = reply.token, reply.player.id

    def call(self, method: str, name: str = "") -> "asyncio.Task[Any]":
        who = bearer(self.tokens[name]) if name else ()
        path = f"/grpc.health.v1.Health/{method}"

        async def run() -> None:
            if method == "Watch":
                await self.small.channel.unary_stream(path)(b"", metadata=who, timeout=SECONDS).read()
            else:
                await self.small.channel.unary_unary(path)(b"", metadata=who, timeout=SECONDS)

        return asyncio.create_task(run())

    def while_waiting(self, name: str) -> Counter[str]:
        """Return whose pieces were done between a player's call and the last piece of that."""
        log = self.mill.log
        start = log.index(("called", self.ids[name]))
        end = max(at for at, entry in enumerate(log) if entry == ("piece", name))
        return Counter(who for what, who in log[start:end] if what == "piece")


async def flooded(mills: Mills, method: str, calls: int, *names: str) -> list["asyncio.Task[Any]"]:
    """Let these players call so often, and wait until some of it is done."""
    mill = mills.mill
    mills.small.gate.observers = (*mills.small.gate.observers, mill)
    floods = [mills.call(method, name) for _ in range(calls) for name in names]
    await until(lambda: len(mill.log) > calls * len(names) + 3)
    return floods


@pytest.mark.parametrize("method", ["Check", "Watch"])
async def test_a_call_gets_every_second_turn_however_many_another_has_made(
    tmp_path: Path, method: str
) -> None:
    mill = Mill()
    async with service_server(tmp_path, (HEALTH, mill)) as small:
        mills = Mills(small, mill)
        await mills.register("Ann", "Bob")
        floods = await flooded(mills, method, 10, "Ann")
        await mills.call("Check", "Bob")
        done = mills.while_waiting("Bob")
        assert done["Bob"] == PIECES - 1
        assert done["Ann"] <= 2 * PIECES
        await asyncio.gather(*floods)


async def test_three_players_get_equal_parts_whatever_they_ask_for(tmp_path: Path) -> None:
    mill = Mill()
    async with service_server(tmp_path, (HEALTH, mill)) as small:
        mills = Mills(small, mill)
        await mills.register("Ann", "Bob", "Cid")
        floods = await flooded(mills, "Check", 10, "Ann", "Bob")
        await asyncio.gather(mills.call("Check", "Cid"), mills.call("Check", "Cid"))
        done = mills.while_waiting("Cid")
        assert done["Cid"] == 2 * PIECES - 1
        assert max(done["Ann"], done["Bob"]) <= 3 * PIECES
        await asyncio.gather(*floods)


async def test_strangers_get_a_quarter_of_a_players_turns(tmp_path: Path) -> None:
    mill = Mill()
    async with service_server(tmp_path, (HEALTH, mill)) as small:
        mills = Mills(small, mill)
        await mills.register("Ann")
        small.gate.observers = (*small.gate.observers, mill)
        floods = [mills.call("List") for _ in range(10)]
        await until(lambda: len(mill.log) > 13)
        await mills.call("Check", "Ann")
        done = mills.while_waiting("Ann")
        assert done["ipv4:127.0.0.1"] <= PIECES / 2 + 3
        await asyncio.gather(*floods)


async def test_a_player_alone_has_every_turn(tmp_path: Path) -> None:
    """The work takes as long as it takes, and no more turns of the loop than slices."""
    mill = Mill()
    async with service_server(tmp_path, (HEALTH, mill)) as small:
        mills = Mills(small, mill)
        await mills.register("Ann")
        before = small.metrics.turns
        await mills.call("Check", "Ann")
        assert small.metrics.turns - before <= PIECES + 1
        assert small.metrics.turns_waiting == 0
        assert small.metrics.turn_seconds >= PIECES * SLICE_SECONDS


async def test_a_call_that_is_cancelled_while_it_waits_gives_its_turn_away(tmp_path: Path) -> None:
    mill = Mill()
    async with service_server(tmp_path, (HEALTH, mill)) as small:
        mills = Mills(small, mill)
        await mills.register("Ann", "Bob")
        floods = await flooded(mills, "Check", 10, "Ann", "Bob")
        for call in floods[::2]:
            call.cancel()
        await asyncio.wait_for(asyncio.gather(*floods, return_exceptions=True), SECONDS)
        await until(lambda: not small.metrics.turns_waiting)
        await mills.call("Check", "Bob")


class Bench:
    """Turns without a server: work that writes down when it is done."""

    def __init__(self) -> None:
        self.turns = FairTurns(Metrics())
        self.log: list[str] = []

    async def _work(self, name: str, steps: int) -> None:
        for _ in range(steps):
            self.log.append(name)
            burn()
            await asyncio.sleep(0)

    async def run(self, client: str, steps: int = 1, *, is_stranger: bool = False) -> None:
        line = self.turns.enter(client, is_stranger=is_stranger)
        try:
            await self.turns.run(line, self._work(client, steps))
        finally:
            self.turns.leave(line)


async def test_a_step_that_nobody_waits_for_takes_no_turn_of_the_loop() -> None:
    turns = FairTurns(Metrics(), clock=lambda: 0.0)  # so that no slice ends because the machine was busy
    loop = asyncio.get_running_loop()
    ready: list[int] = []

    async def work() -> str:
        for number in range(100):
            loop.call_soon(ready.append, number)
            await asyncio.sleep(0)
        return "done" if not ready else f"{len(ready)} turns of the loop"

    assert await turns.run(turns.enter("ann"), work()) == "done"


async def test_short_steps_of_many_streams_are_let_go_in_batches() -> None:
    """Their writes are sent and committed together, as they are when nobody waits."""
    turns = FairTurns(Metrics())
    begin = asyncio.Event()
    streams = 300
    done = batches = 0

    async def short() -> None:
        nonlocal done
        await begin.wait()
        done += 1

    async def count_batches() -> None:
        """Count the turns of the loop in which somebody was let go."""
        nonlocal batches
        while (before := done) < streams:
            await asyncio.sleep(0)
            batches += done > before

    async def run(work: Coroutine[Any, Any, None]) -> None:
        await turns.run(turns.enter("ann"), work)

    async def long() -> None:
        begin.set()
        burn(3 * SLICE_SECONDS)

    crowd = [asyncio.create_task(run(short())) for _ in range(streams)]
    await asyncio.sleep(0)
    await asyncio.gather(count_batches(), run(long()), *crowd)
    assert batches < streams / 5, f"{batches} batches"


async def test_addresses_of_strangers_go_round_among_themselves() -> None:
    bench = Bench()
    many = [bench.run("ipv4:192.0.2.1", is_stranger=True) for _ in range(20)]
    tasks = [asyncio.create_task(work) for work in [*many, bench.run("ipv4:192.0.2.2", is_stranger=True)]]
    await asyncio.gather(*tasks)
    assert bench.log.index("ipv4:192.0.2.2") <= 5


async def test_a_player_who_has_done_nothing_for_long_has_not_saved_it_up() -> None:
    bench = Bench()
    await bench.run("ann", 40)
    bench.log.clear()
    await asyncio.gather(bench.run("ann", 10), bench.run("bob", 10))
    half = bench.log[:10]
    assert 3 <= half.count("bob") <= 7, bench.log


async def test_exceptions_and_results_of_work_pass_through() -> None:
    turns = FairTurns(Metrics())
    line = turns.enter("ann")

    async def fail() -> None:
        await asyncio.sleep(0.001)
        raise KeyError("x")

    async def cancelled() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "cleaned up"
        return ""

    with pytest.raises(KeyError):
        await turns.run(line, fail())

    async def whole() -> str:
        return await turns.run(line, cancelled())

    task = asyncio.create_task(whole())
    await asyncio.sleep(0.01)
    task.cancel()
    assert await task == "cleaned up"
    turns.leave(line)

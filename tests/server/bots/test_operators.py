"""Bots of the server as operators see them: in the metrics, and in the reports of a server that is watched."""

import asyncio
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, generate_latest

from tests.server.bots.tables import Tables, lines_of, until_next
from tests.server.operations.helpers import streaming
from tilth.v1 import operations_pb2


def scraped(tables: Tables) -> dict[str, float]:
    """The numbers that Prometheus gets, by name and labels."""
    registry = CollectorRegistry()
    registry.register(tables.server.metrics)
    lines = generate_latest(registry).decode().splitlines()
    samples = (line.rpartition(" ") for line in lines if line.startswith("tilth_bot"))
    return {name: float(value) for name, _, value in samples}


async def scraped_when(tables: Tables, name: str, value: float) -> dict[str, float]:
    """The numbers, from the moment on at which one has this value."""
    for _ in range(3000):
        if (numbers := scraped(tables))[name] == value:
            return numbers
        await until_next()
    raise AssertionError(f"{name} is {scraped(tables)[name]}")


async def test_failures_starts_and_default_answers_are_counted(tables: Tables) -> None:
    before = scraped(tables)
    causes = {name: value for name, value in before.items() if name.startswith("tilth_bot_failures_total")}
    assert causes == {
        f'tilth_bot_failures_total{{cause="{cause}"}}': 0.0 for cause in ("crash", "limit", "time", "host")
    }
    match = await tables.new("raiser", "first")
    await tables.defaults(match, 1)
    numbers = await scraped_when(tables, "tilth_bot_defaults_total", 1)
    assert 3 <= numbers['tilth_bot_failures_total{cause="crash"}'] <= 5
    # The other seat's bot may have been asked by now.
    assert 3 <= numbers["tilth_bot_starts_total"] <= 5
    assert numbers["tilth_bot_wait_seconds_count"] == numbers["tilth_bot_starts_total"]


async def test_the_end_of_the_host_has_a_cause_of_its_own(tables: Tables, notes: Path) -> None:
    await tables.new("sleeper", "sleeper")
    while not lines_of(notes):
        await until_next()
    tables.server.bots._host._process.kill()
    numbers = await scraped_when(tables, 'tilth_bot_failures_total{cause="host"}', 1)
    assert numbers['tilth_bot_failures_total{cause="crash"}'] == 0


async def test_seats_that_wait_for_a_place_are_counted_with_their_time(tables: Tables) -> None:
    # There are two places, and a sleeper keeps one for three seconds.
    await tables.new("sleeper", "sleeper")
    await tables.new("sleeper", "sleeper")
    await scraped_when(tables, "tilth_bot_processes", 2)
    await tables.new("first", "first")
    numbers = await scraped_when(tables, "tilth_bot_seats_waiting", 1)
    assert (numbers["tilth_bot_processes"], numbers["tilth_bot_wait_seconds_count"]) == (2, 2)
    async with asyncio.timeout(30):
        while (numbers := scraped(tables))["tilth_bot_wait_seconds_sum"] < 1:
            await until_next()
    quick = numbers['tilth_bot_wait_seconds_bucket{le="1.0"}']
    assert quick < numbers["tilth_bot_wait_seconds_count"]


async def test_reports_for_operators_mark_bots(tables: Tables) -> None:
    operator = tables.running.operator
    watching: Any = streaming(
        tables.running, operator, "WatchServer", operations_pb2.WatchServerRequest(interval_ms=200)
    )
    await watching.read()
    match = await tables.new("first", "")
    await tables.new("first", "first")
    report = await watching.read()
    players = {one.player_name: one.bot for one in report.players}
    async with asyncio.timeout(60):
        while not {"first", "Ann"} <= players.keys():
            report = await watching.read()
            players |= {one.player_name: one.bot for one in report.players}
    assert (players["first"], players["Ann"]) == ("first", "")
    (shown,) = [one for one in report.matches if one.match_id == match]
    assert (list(shown.player_names), list(shown.bots)) == (["first", "Ann"], ["first", ""])
    watching.cancel()

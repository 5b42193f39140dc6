"""Every measurement, one JSON line each. `python -m tests.bench serve` measures only what has that in its name."""

import asyncio
import sys
from collections.abc import Iterable

import uvloop

from tests.bench import (
    archive,
    archive_verify,
    farms,
    fields,
    flicks,
    guest,
    harvests,
    rules,
    serve,
    sheets,
    swiss,
    tournament,
    turn5,
    weight,
)
from tests.bench.measurement import Measurement


def show(measurements: Iterable[Measurement]) -> None:
    for measurement in measurements:
        print(measurement.line(), flush=True)


async def served() -> None:
    async for measurement in serve.measure():
        show([measurement])
    show([await archive.measure()])
    show([await guest.measure()])
    show([await turn5.measure()])


def main(wanted: str) -> None:
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    if wanted in ("", "rules"):
        show(rules.measure())
        show([flicks.measure()])
        show(sheets.measure())
        show(fields.measure())
        show(farms.measure())
        show(harvests.measure())
        show(weight.measure())
    if wanted in ("", "swiss"):
        show([swiss.measure()])
    if wanted in ("", "archive.verify"):
        show([asyncio.run(archive_verify.measure())])
    if wanted in ("", "serve"):
        asyncio.run(served())
    if wanted in ("", "tournament"):
        show([asyncio.run(tournament.measure())])


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")

"""Every measurement, one JSON line each.

    python -m tests.bench [WANTED] [--against COMMIT [--rounds N]]

WANTED chooses the groups whose name, or the name of one of whose lines, begins so. With --against, the build of that
commit is measured in turns with this one (against.py). A group's module is imported when the group is measured: a build
that lacks what one module needs is measured by all the others.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Iterable
from importlib import import_module
from inspect import isawaitable
from typing import Final, NamedTuple

import uvloop

from tests.bench import against
from tests.bench.measurement import Measurement


class Group(NamedTuple):
    """Lines that are measured together."""

    module: str
    lines: tuple[str, ...] = ()
    """The beginnings of its lines' names, if they differ from the group's own name."""

    def measure(self) -> Iterable[Measurement]:
        """Return the group's measurements. A module measures one or several of them, at once or asynchronously."""
        found = import_module(f"tests.bench.{self.module}").measure()
        if isawaitable(found):
            found = asyncio.run(_result_of(found))
        elif isinstance(found, AsyncIterator):
            found = asyncio.run(_collected(found))
        return [found] if isinstance(found, Measurement) else found


async def _result_of(measuring: Awaitable[Measurement]) -> Measurement:
    return await measuring


async def _collected(measuring: AsyncIterator[Measurement]) -> list[Measurement]:
    return [measurement async for measurement in measuring]


GROUPS: Final = {
    "rules.petrichor": Group("rules", ("petrichor", "store.append")),
    "rules.sonora.flick": Group("flicks", ("sonora.flick",)),
    "rules.sonora.sheets": Group("sheets", ("sonora.marking", "sonora.canyon")),
    "rules.earth": Group("fields", ("earth.playout", "earth.fold", "earth.score")),
    "rules.agricola.play": Group("harvests", ("agricola.playout", "agricola.family", "agricola.fold")),
    "rules.agricola.parts": Group("farms", ("agricola.herds", "agricola.fences", "agricola.prices")),
    "rules.weight": Group("weight", ("earth.live", "agricola.live")),
    "swiss": Group("swiss", ("swiss.pair",)),
    "store.start": Group("store_start"),
    "store.lists": Group("store_lists"),
    "store.match": Group("disk"),
    "cluster.store": Group("postgres", ("postgres",)),
    "cluster.nodes": Group("cluster", ("cluster",)),
    "archive.verify": Group("archive_verify"),
    "archive.move": Group("archive_move"),
    "serve.crowds": Group("serve", ("serve.64", "serve.1", "serve.fanout", "serve.10k")),
    "serve.pace": Group("pace"),
    "serve.web": Group("serve_web", ("serve.64x64.web",)),
    "serve.archive": Group("archive", ("archive.view",)),
    "serve.guest": Group("guest", ("sonora.guest",)),
    "serve.turn5": Group("turn5", ("earth.turn5",)),
    "tournament": Group("tournament"),
    "page": Group("page"),
}


def wanted_groups(wanted: str) -> list[str]:
    """Return the names of the groups that the word chooses."""
    return [
        name
        for name, group in GROUPS.items()
        if name.startswith(wanted)
        or any(one.startswith(wanted) or wanted.startswith(one) for one in group.lines)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("wanted", nargs="?", default="")
    parser.add_argument("--against", default="", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=against.ROUNDS)
    arguments = parser.parse_args()
    groups = wanted_groups(arguments.wanted)
    if not groups:
        parser.error(f"nothing is called {arguments.wanted}; there are {', '.join(GROUPS)}")
    if arguments.against:
        return against.compare(arguments.against, groups, arguments.rounds)
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    for name in groups:
        for measurement in GROUPS[name].measure():
            print(measurement.line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

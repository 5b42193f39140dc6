"""The process that attacks: it obeys `start`, `count` and `stop`, for one attack after the other."""

import asyncio
from typing import Any

import uvloop

from tests.attack.attack import Target
from tests.attack.catalogue import attack_called
from tests.attack.processes import obey


async def main() -> None:
    target: Target | None = None
    task: asyncio.Task[None] | None = None

    async def start(command: dict[str, Any]) -> dict[str, Any]:
        nonlocal target, task
        attack = attack_called(command.pop("attack"))
        target = Target(**command)
        task = asyncio.create_task(attack.run(target))
        return {}

    async def counts(_: dict[str, Any]) -> dict[str, Any]:
        """Say what was counted so far."""
        assert target is not None
        assert task is not None
        if task.done():
            task.result()
        return dict(target.counts())

    async def stop(_: dict[str, Any]) -> dict[str, Any]:
        """Close everything, and say what was counted."""
        assert target is not None
        assert task is not None
        if task.done():
            task.result()
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=1.0)
        return dict(target.seen)

    await obey({"start": start, "count": counts, "stop": stop})


if __name__ == "__main__":
    uvloop.run(main())

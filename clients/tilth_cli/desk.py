"""The operator's screen: how the server stands, drawn anew with every snapshot of it."""

import asyncio
from collections.abc import AsyncIterator

import grpc.aio

from tilth_cli.connection import CALL_TIMEOUT_S, Server
from tilth_cli.desk_tables import LISTS, Picture, picture
from tilth_cli.following import ATTEMPTS, PAUSES_S, OnLost
from tilth_cli.output import Output
from tilth_cli.screen import Screen
from tilth_cli.troubles import is_lost
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import ListCallsRequest, WatchServerRequest, WatchServerResponse

MOST = 100
"""Matches and players fetched; a screen shows fewer."""
PAGE = 10


async def snapshots(
    server: Server, interval_s: float, on_lost: OnLost | None = None
) -> AsyncIterator[WatchServerResponse]:
    """One every so often. With `on_lost` a server that goes away is waited for, once it was there."""
    request = WatchServerRequest(interval_ms=round(interval_s * 1000), most=MOST)
    attempts, began = 0, False
    while True:
        call = server.operations.watch_server(request, metadata=server.metadata)
        try:
            async for snapshot in call:
                attempts, began = 0, True
                yield snapshot
            return
        except grpc.aio.AioRpcError as error:
            if on_lost is None or not began or not is_lost(error) or attempts == ATTEMPTS:
                raise server.trouble(error) from error
            on_lost()
            await asyncio.sleep(PAUSES_S[min(attempts, len(PAUSES_S) - 1)])
            attempts += 1
        finally:
            call.cancel()


class DeskShow:
    """Draws each snapshot. Tab changes the list, arrows its order and what of it is seen, p stops, q leaves."""

    def __init__(self, out: Output, server: Server, interval_s: float) -> None:
        self._out = out
        self._server = server
        self._interval_s = interval_s
        self._picture = Picture(server.address)
        self._newest: WatchServerResponse | None = None
        self._poke = asyncio.Event()
        self._left = asyncio.Event()

    async def run(self) -> None:
        """Until whoever looks leaves."""
        with Screen(self._out.console, self._key) as screen:
            tasks = [
                asyncio.create_task(self._read()),
                asyncio.create_task(self._show(screen)),
                asyncio.create_task(self._left.wait()),
            ]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        async for snapshot in snapshots(self._server, self._interval_s, self._lost):
            self._newest = snapshot
            self._picture.note = ""
            if not self._picture.stopped:
                await self._take()
                self._poke.set()

    async def _take(self) -> None:
        """Show the newest there is."""
        self._picture.snapshot = self._newest
        if self._picture.list == "calls":
            async with self._server.failures():
                reply = await self._server.operations.list_calls(
                    ListCallsRequest(), timeout=CALL_TIMEOUT_S, metadata=self._server.metadata
                )
            self._picture.calls = reply.calls

    async def _show(self, screen: Screen) -> None:
        while True:
            screen.draw(picture(self._picture, self._out.console))
            await self._poke.wait()
            self._poke.clear()

    def _lost(self) -> None:
        self._picture.note = say("lost", address=self._server.address)
        self._poke.set()

    def _key(self, key: str) -> None:
        drawn = self._picture
        match key:
            case "q" | "Q" | "escape":
                self._left.set()
            case "p" | " ":
                drawn.stopped = not drawn.stopped
                drawn.snapshot = self._newest
            case "tab":
                drawn.list = LISTS[(LISTS.index(drawn.list) + 1) % len(LISTS)]
                drawn.first = 0
            case "right" | "left":
                drawn.sort_by(1 if key == "right" else -1)
            case "down" | "up" | "page down" | "page up" | "home":
                steps = {"down": 1, "up": -1, "page down": PAGE, "page up": -PAGE, "home": -drawn.first}
                drawn.first = max(0, drawn.first + steps[key])
        self._poke.set()

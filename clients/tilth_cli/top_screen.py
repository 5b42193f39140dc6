"""The operator's screen: the state of the server, drawn again with each snapshot."""

import asyncio
from collections.abc import AsyncIterator

import grpc.aio

from tilth_cli.call_errors import is_retryable
from tilth_cli.connection import CALL_TIMEOUT_S, Server
from tilth_cli.match_stream import ATTEMPTS, PAUSES_S, OnLost
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.screen import Screen
from tilth_cli.top_tables import LISTS, TopState, picture
from tilth_dataclasses.tilth.v1 import ListCallsRequest, WatchServerRequest, WatchServerResponse

MAX_ROWS = 100
"""Matches and players fetched; a screen shows fewer."""
PAGE = 10


async def snapshots(
    server: Server, interval_s: float, on_lost: OnLost | None = None
) -> AsyncIterator[WatchServerResponse]:
    """Yield a snapshot of the server every `interval_s` seconds. If the connection is lost after the first one, with
    `on_lost` call it and try again, without it raise UserError."""
    request = WatchServerRequest(interval_ms=round(interval_s * 1000), max_rows=MAX_ROWS)
    attempts, began = 0, False
    while True:
        call: grpc.aio.UnaryStreamCall[WatchServerRequest, WatchServerResponse] | None = None
        try:
            await server.choose_node()
            call = server.operations.watch_server(request, metadata=server.metadata)
            async for snapshot in call:
                attempts, began = 0, True
                yield snapshot
            return
        except grpc.aio.AioRpcError as error:
            if on_lost is None or not began or not is_retryable(error) or attempts == ATTEMPTS:
                raise server.user_error(error) from error
            server.leave_node()
            on_lost()
            await asyncio.sleep(PAUSES_S[min(attempts, len(PAUSES_S) - 1)])
            attempts += 1
        finally:
            if call is not None:
                call.cancel()


class TopScreen:
    """A screen that draws each snapshot. Tab changes the list, arrows its sorting and scrolling, p stops, q leaves."""

    def __init__(self, out: Output, server: Server, interval_s: float) -> None:
        self._out = out
        self._server = server
        self._interval_s = interval_s
        self._state = TopState(server.address)
        self._newest: WatchServerResponse | None = None
        self._poke = asyncio.Event()
        self._left = asyncio.Event()

    async def run(self) -> None:
        """Show snapshots until the operator leaves."""
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
        """Receive snapshots from the server and show each, unless the operator has stopped the screen."""
        async for snapshot in snapshots(self._server, self._interval_s, self._lost):
            self._newest = snapshot
            self._state.note = ""
            if not self._state.stopped:
                await self._take()
                self._poke.set()

    async def _take(self) -> None:
        """Take the newest snapshot over into the picture; fetch the calls if their list is shown."""
        self._state.snapshot = self._newest
        if self._state.list != "calls":
            return
        try:
            reply = await self._server.operations.list_calls(
                ListCallsRequest(), timeout=CALL_TIMEOUT_S, metadata=self._server.metadata
            )
        except grpc.aio.AioRpcError as error:
            # The snapshots end for the same reason, and continue when there is a server again.
            if not is_retryable(error):
                raise self._server.user_error(error) from error
        else:
            self._state.calls = reply.calls

    async def _show(self, screen: Screen) -> None:
        """Draw the screen after each change."""
        while True:
            screen.draw(picture(self._state, self._out.console))
            await self._poke.wait()
            self._poke.clear()

    def _lost(self) -> None:
        """Note on the screen that the connection is lost."""
        self._state.note = tr("lost", address=self._server.node_address)
        self._poke.set()

    def _key(self, key: str) -> None:
        """Handle a key: leave, stop or resume, change the list or its order, or scroll."""
        drawn = self._state
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

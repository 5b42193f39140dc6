"""A tournament as it goes on: its standings, drawn anew as games end, and what happened last."""

import asyncio
from collections import deque

import grpc.aio
from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tilth_cli.connection import CALL_TIMEOUT_S, Server
from tilth_cli.output import Output
from tilth_cli.screen import Screen
from tilth_cli.tournament_records import Teller, records
from tilth_cli.tournament_tables import duel_text, standings_table, state_text
from tilth_cli.tournaments import present
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    GetStandingsRequest,
    GetStandingsResponse,
    GetTournamentRequest,
    Tournament,
)

REDRAW_S = 0.5
"""Standings are asked for no more often than this."""
LINES = 6
FRAME = 8
"""Lines of the screen that are neither standings nor news."""
BAR_WIDTH = 40


class LiveTable:
    def __init__(self, out: Output, server: Server, told: Tournament) -> None:
        self._out = out
        self._server = server
        self._told = told
        self._standings = GetStandingsResponse()
        self._news: deque[Text] = deque(maxlen=LINES)
        self._teller = Teller(server, told)
        self._changed = asyncio.Event()
        self._left = asyncio.Event()

    async def run(self) -> bool:
        """Until the tournament is over (True), or the viewer leaves (False)."""
        with Screen(self._out.console, self._key) as screen:
            reading = asyncio.create_task(self._read())
            drawing = asyncio.create_task(self._draw(screen))
            leaving = asyncio.create_task(self._left.wait())
            try:
                done, _ = await asyncio.wait({reading, drawing, leaving}, return_when=asyncio.FIRST_COMPLETED)
                for task in done - {leaving}:
                    task.result()  # raises what went wrong
            finally:
                for task in (reading, drawing, leaving):
                    task.cancel()
                await asyncio.gather(reading, drawing, leaving, return_exceptions=True)
        return not self._left.is_set()

    async def _read(self) -> None:
        begin = 0 if self._told.record_count < LINES else self._told.record_count - LINES
        if self._told.ended_at is not None:
            return
        self._changed.set()
        async for entry in records(self._server, self._told.id, begin, False, self._lost):
            self._news.extend(await self._teller.lines(entry))
            self._changed.set()

    def _lost(self) -> None:
        self._news.append(Text(say("lost", address=self._server.address), style="red"))
        self._changed.set()

    async def _draw(self, screen: Screen) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._ask()
            except (grpc.aio.AioRpcError, Trouble):
                self._changed.set()  # the reader tells, and tries again
            screen.draw(self._picture())
            await asyncio.sleep(REDRAW_S)

    async def _ask(self) -> None:
        """Without a word about how long it takes: there is a picture on the screen."""
        server, tournament_id = self._server, self._told.id
        reply = await server.tournaments.get_tournament(
            GetTournamentRequest(tournament_id=tournament_id),
            timeout=CALL_TIMEOUT_S,
            metadata=server.metadata,
        )
        self._told = present(reply.tournament)
        self._standings = await server.tournaments.get_standings(
            GetStandingsRequest(tournament_id=tournament_id), timeout=CALL_TIMEOUT_S, metadata=server.metadata
        )

    def _picture(self) -> RenderableType:
        told, found = self._told, self._standings
        head = Text.assemble((told.settings.title if told.settings else "", "bold"), f"  {told.id}  ")
        head.append_text(state_text(told.state))
        if told.round:
            head.append(f"  {say('follow.round', round=told.round)}")
        parts: list[RenderableType] = [head, self._progress(), Text("")]
        room = self._out.console.height - FRAME - LINES
        if found.standings:
            parts.append(standings_table(found, max(1, room)))
        if found.duel is not None and found.duel.games:
            names = {entrant.number: entrant.player_name for entrant in told.entrants}
            parts.append(duel_text(found.duel, names.get(0, ""), names.get(1, "")))
        return Group(*parts, Text(""), *self._news, Text(say("follow.keys"), style="dim"))

    def _progress(self) -> Table:
        told = self._told
        row = Table.grid(padding=(0, 2, 0, 0))
        counts = say("follow.games", over=told.games_over, all=told.game_count, running=told.games_running)
        bar = ProgressBar(total=told.game_count or 1, completed=told.games_over, width=BAR_WIDTH)
        row.add_row(bar, Text(counts))
        return row

    def _key(self, key: str) -> None:
        if key in ("q", "Q", "escape"):
            self._left.set()

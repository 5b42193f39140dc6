"""A running tournament: its standings, drawn again as games end, and the latest events."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

import grpc.aio
from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tilth_cli.connection import CALL_TIMEOUT_S, Server
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.screen import Screen
from tilth_cli.tournament_records import RecordPrinter, records
from tilth_cli.tournament_tables import standings_duel, standings_table, state_text
from tilth_cli.tournaments import require_tournament
from tilth_dataclasses.tilth.v1 import (
    GetStandingsRequest,
    GetStandingsResponse,
    GetTournamentRequest,
    Tournament,
)

REDRAW_S = 0.5
"""The shortest time in seconds between two requests for standings."""
LINES = 6
FRAME = 8
"""Lines of the screen that are neither standings nor news."""
BAR_WIDTH = 40


class TournamentScreen:
    """The screen of a running tournament: its standings, progress and latest events."""

    def __init__(
        self,
        out: Output,
        server: Server,
        tournament: Tournament,
        above: Callable[[], Sequence[RenderableType]] = tuple,
    ) -> None:
        """`above` returns lines that are drawn above the tournament."""
        self._above = above
        self._out = out
        self._server = server
        self._tournament = tournament
        self._standings = GetStandingsResponse()
        self._news: deque[Text] = deque(maxlen=LINES)
        self._printer = RecordPrinter(server, tournament)
        self._changed = asyncio.Event()
        self._left = asyncio.Event()

    async def run(self) -> bool:
        """Show the tournament; return True when it has ended, False if the viewer leaves."""
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
        """Read the tournament's latest records and those that follow, and add their lines to the news."""
        begin = 0 if self._tournament.record_count < LINES else self._tournament.record_count - LINES
        if self._tournament.ended_at is not None:
            return
        self._changed.set()
        async for entry in records(self._server, self._tournament.id, begin, False, self._lost):
            self._news.extend(await self._printer.lines(entry))
            self._changed.set()

    def add_news(self, line: Text) -> None:
        """Add a line to the latest events."""
        self._news.append(line)
        self._changed.set()

    def _lost(self) -> None:
        """Add a line to the news that the connection is lost."""
        self.add_news(Text(tr("lost", address=self._server.node_address), style="red"))

    async def _draw(self, screen: Screen) -> None:
        """Fetch the tournament and draw the screen after each change, at most once in REDRAW_S seconds."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._fetch()
            except (grpc.aio.AioRpcError, UserError):
                self._changed.set()  # the reader tells, and tries again
            screen.draw(self._picture())
            await asyncio.sleep(REDRAW_S)

    async def _fetch(self) -> None:
        """Fetch the tournament and its standings, without a note on the wait: it would disturb the picture on the
        screen."""
        server, tournament_id = self._server, self._tournament.id
        await server.choose_node()
        reply = await server.tournaments.get_tournament(
            GetTournamentRequest(tournament_id=tournament_id),
            timeout=CALL_TIMEOUT_S,
            metadata=server.metadata,
        )
        self._tournament = require_tournament(reply.tournament)
        self._standings = await server.tournaments.get_standings(
            GetStandingsRequest(tournament_id=tournament_id), timeout=CALL_TIMEOUT_S, metadata=server.metadata
        )

    def _picture(self) -> RenderableType:
        """Return the drawing of the whole screen."""
        tournament, found = self._tournament, self._standings
        head = Text.assemble(
            (tournament.settings.title if tournament.settings else "", "bold"), f"  {tournament.id}  "
        )
        head.append_text(state_text(tournament.state))
        if tournament.round:
            head.append(f"  {tr('tournament_news-round', round=tournament.round)}")
        above = self._above()
        parts: list[RenderableType] = [*above, head, self._progress(), Text("")]
        room = self._out.console.height - FRAME - LINES - len(above)
        if found.standings:
            parts.append(standings_table(found, max(1, room)))
        names = {entrant.number: entrant.player_name for entrant in tournament.entrants}
        if (duel := standings_duel(found, names)) is not None:
            parts.append(duel)
        return Group(*parts, Text(""), *self._news, Text(tr("tournament_news-keys"), style="dim"))

    def _progress(self) -> Table:
        """Return a progress bar with the numbers of games."""
        tournament = self._tournament
        row = Table.grid(padding=(0, 2, 0, 0))
        counts = tr(
            "tournament_news-games",
            finished=tournament.finished_pairings,
            all=tournament.pairing_count,
            running=tournament.running_pairings,
        )
        bar = ProgressBar(
            total=tournament.pairing_count or 1, completed=tournament.finished_pairings, width=BAR_WIDTH
        )
        row.add_row(bar, Text(counts))
        return row

    def _key(self, key: str) -> None:
        """Leave the screen on q or Escape."""
        if key in ("q", "Q", "escape"):
            self._left.set()

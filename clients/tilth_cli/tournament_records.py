"""A tournament's records as they come, as JSON or in words."""

import asyncio
from collections.abc import AsyncIterator, Callable

import grpc.aio
from betterproto2 import which_one_of
from rich.text import Text

from tilth_cli.call_errors import is_retryable
from tilth_cli.connection import Server
from tilth_cli.match_stream import ATTEMPTS, PAUSES_S
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.tournament_tables import seats_of
from tilth_cli.tournaments import get_tournament
from tilth_dataclasses.tilth.v1 import (
    Pairing,
    PairingState,
    Tournament,
    TournamentCancelled,
    TournamentContinued,
    TournamentCreated,
    TournamentEntered,
    TournamentFinished,
    TournamentLogEntry,
    TournamentPaired,
    TournamentPairingEnded,
    TournamentPairingReplayed,
    TournamentPaused,
    TournamentRecord,
    TournamentResumed,
    TournamentRetitled,
    TournamentStarted,
    TournamentWithdrawn,
    WatchTournamentRequest,
    WatchTournamentResponse,
)


async def records(
    server: Server, tournament_id: str, begin: int, once: bool, on_lost: Callable[[], None]
) -> AsyncIterator[TournamentLogEntry]:
    """Yield a tournament's records from number `begin` on until it has ended or, with `once`, until the last one that
    there is. After a lost connection they continue; `on_lost` is called once for each loss."""
    attempts = 0
    while True:
        request = WatchTournamentRequest(tournament_id=tournament_id, from_record=begin, once=once)
        call: grpc.aio.UnaryStreamCall[WatchTournamentRequest, WatchTournamentResponse] | None = None
        try:
            await server.choose_node()
            call = server.tournaments.watch_tournament(request, metadata=server.metadata)
            async for reply in call:
                attempts = 0
                for entry in reply.entries:
                    begin = entry.number + 1
                    yield entry
            return
        except grpc.aio.AioRpcError as error:
            server.leave_node()
            if not is_retryable(error) or attempts >= ATTEMPTS:
                raise server.user_error(error) from error
            if attempts == 0:
                on_lost()
        finally:
            if call is not None:
                call.cancel()
        await asyncio.sleep(PAUSES_S[min(attempts, len(PAUSES_S) - 1)])
        attempts += 1


async def as_json(out: Output, entries: AsyncIterator[TournamentLogEntry]) -> None:
    """Print each record as a line of JSON."""
    async for entry in entries:
        out.line(entry)


async def as_lines(
    out: Output, server: Server, tournament: Tournament, entries: AsyncIterator[TournamentLogEntry]
) -> None:
    """Print each record as lines of text for people."""
    printer = RecordPrinter(server, tournament)
    async for entry in entries:
        for line in await printer.lines(entry):
            out.console.print(line, soft_wrap=True)


class RecordPrinter:
    """A writer of lines about records. Records name entrants by number and players by id; the writer keeps their
    names."""

    def __init__(self, server: Server, tournament: Tournament) -> None:
        self._server = server
        self._id = tournament.id
        self._names: dict[int, str] = {}
        self._players: dict[str, str] = {}
        self._seats: dict[int, list[int]] = {}
        self._learn(tournament)

    async def lines(self, entry: TournamentLogEntry) -> list[Text]:
        """Return the lines about a record, with the names of its players; empty for a record that only a program
        needs."""
        record = entry.record or TournamentRecord()
        name, cause = which_one_of(record, "cause")
        match cause:
            case TournamentEntered() | TournamentWithdrawn():
                key = "enters" if isinstance(cause, TournamentEntered) else "withdraws"
                line = tr(f"tournament_news-{key}", who=await self._player(cause.player_id))
                if isinstance(cause, TournamentEntered) and cause.version:
                    line += tr("tournament_news-version", version=cause.version)
                return [Text(line)]
            case TournamentPaired():
                return await self._paired(cause)
            case TournamentPairingEnded():
                return [await self._game(cause)]
            case TournamentPairingReplayed():
                return [
                    Text(tr("tournament_news-pairing_replayed", number=cause.number, reason=cause.reason))
                ]
            case TournamentFinished():
                await self._know(cause.ranking)
                ranking = ", ".join(
                    f"{place}. {self._names.get(n, n)}" for place, n in enumerate(cause.ranking, 1)
                )
                return [Text(tr("tournament_news-finished", ranking=ranking))]
            case TournamentPaused() | TournamentCancelled():
                key = "paused" if isinstance(cause, TournamentPaused) else "cancelled"
                return [Text(tr(f"tournament_news-{key}", reason=cause.reason).rstrip())]
            case TournamentRetitled():
                key = "retitled" if cause.title else "retitled_nothing"
                return [Text(tr(f"tournament_news-{key}", title=cause.title))]
            case TournamentCreated() | TournamentStarted() | TournamentResumed():
                return [Text(tr(f"tournament_news-{name}"))]
            case TournamentContinued():
                return [Text(tr("tournament_news-continued", build=cause.build))]
        return []

    async def _paired(self, cause: TournamentPaired) -> list[Text]:
        """Return a line about a round's new pairings and byes, and keep the seats of each pairing."""
        for game in cause.pairings:
            self._seats[game.number] = list(game.seats)
            await self._know(game.seats)
        await self._know(cause.byes)
        line = tr("tournament_news-paired", round=cause.round, games=len(cause.pairings))
        if cause.byes:
            line += tr(
                "tournament_news-byes", who=", ".join(self._names.get(number, "") for number in cause.byes)
            )
        return [Text(line)]

    async def _game(self, cause: TournamentPairingEnded) -> Text:
        """Return the line about a pairing that has ended: its players, their results, and the reason if one is
        given."""
        seats = self._seats.get(cause.number)
        if seats is None:
            await self._read_pairings()
            seats = self._seats.get(cause.number, [])
        game = Pairing(seats=seats, result=cause.result, forfeits=cause.forfeits)
        state = (PairingState(cause.state).name or "unspecified").lower()
        text = Text(tr(f"tournament_news-game_{state}", number=cause.number))
        text.append("  ")
        text.append_text(seats_of(game, self._names))
        if cause.reason:
            text.append(f"  ({cause.reason})", style="dim")
        return text

    async def _player(self, player_id: str) -> str:
        """Return a player's name, fetched if it is not known yet; the id if the tournament has no such player."""
        if player_id not in self._players:
            self._learn(await get_tournament(self._server, self._id))
        return self._players.get(player_id, player_id)

    async def _know(self, numbers: list[int]) -> None:
        """Fetch the names of entrants if some are missing."""
        if not self._names.keys() >= set(numbers):
            self._learn(await get_tournament(self._server, self._id))

    async def _read_pairings(self) -> None:
        """Read the tournament's records so far, and keep the seats of all pairings in them."""
        request = WatchTournamentRequest(tournament_id=self._id, once=True)
        async for reply in self._server.stream(self._server.tournaments.watch_tournament, request):
            for entry in reply.entries:
                paired = entry.record.paired if entry.record is not None else None
                if paired is not None:
                    self._seats.update({game.number: list(game.seats) for game in paired.pairings})

    def _learn(self, tournament: Tournament) -> None:
        """Note the names of a tournament's entrants, by number and by player."""
        self._names |= {entrant.number: entrant.player_name for entrant in tournament.entrants}
        self._players |= {entrant.player_id: entrant.player_name for entrant in tournament.entrants}

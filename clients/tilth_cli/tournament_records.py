"""A tournament's records as they come, as JSON or in words."""

import asyncio
from collections.abc import AsyncIterator, Callable

import grpc.aio
from betterproto2 import which_one_of
from rich.text import Text

from tilth_cli.connection import Server
from tilth_cli.following import ATTEMPTS, PAUSES_S
from tilth_cli.output import Output
from tilth_cli.tournament_tables import seats_of
from tilth_cli.tournaments import get_tournament
from tilth_cli.troubles import is_lost
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    FollowTournamentRequest,
    Pairing,
    PairingState,
    Tournament,
    TournamentCancelled,
    TournamentCreated,
    TournamentEntered,
    TournamentEntry,
    TournamentFinished,
    TournamentGameEnded,
    TournamentPaired,
    TournamentPaused,
    TournamentRecord,
    TournamentResumed,
    TournamentStarted,
    TournamentWithdrawn,
)


async def records(
    server: Server, tournament_id: str, begin: int, once: bool, on_lost: Callable[[], None]
) -> AsyncIterator[TournamentEntry]:
    """From that record on, until the tournament is over, over as many connections as it takes."""
    attempts = 0
    while True:
        request = FollowTournamentRequest(tournament_id=tournament_id, from_record=begin, once=once)
        call = server.tournaments.follow_tournament(request, metadata=server.metadata)
        try:
            async for reply in call:
                attempts = 0
                for entry in reply.entries:
                    begin = entry.number + 1
                    yield entry
            return
        except grpc.aio.AioRpcError as error:
            if not is_lost(error) or attempts >= ATTEMPTS:
                raise server.trouble(error) from error
            if attempts == 0:
                on_lost()
        finally:
            call.cancel()
        await asyncio.sleep(PAUSES_S[min(attempts, len(PAUSES_S) - 1)])
        attempts += 1


async def as_json(out: Output, entries: AsyncIterator[TournamentEntry]) -> None:
    async for entry in entries:
        out.line(entry)


async def as_lines(
    out: Output, server: Server, told: Tournament, entries: AsyncIterator[TournamentEntry]
) -> None:
    teller = Teller(server, told)
    async for entry in entries:
        for line in await teller.lines(entry):
            out.console.print(line, soft_wrap=True)


class Teller:
    """Says what a record tells. Records name entrants by number and players by id; it knows whose they are."""

    def __init__(self, server: Server, told: Tournament) -> None:
        self._server = server
        self._id = told.id
        self._names: dict[int, str] = {}
        self._players: dict[str, str] = {}
        self._seats: dict[int, list[int]] = {}
        self._learn(told)

    async def lines(self, entry: TournamentEntry) -> list[Text]:
        """No line for what only the machine cares about."""
        record = entry.record or TournamentRecord()
        _, cause = which_one_of(record, "cause")
        match cause:
            case TournamentEntered() | TournamentWithdrawn():
                key = "enters" if isinstance(cause, TournamentEntered) else "withdraws"
                return [Text(say(f"follow.{key}", who=await self._player(cause.player_id)))]
            case TournamentPaired():
                return await self._paired(cause)
            case TournamentGameEnded():
                return [await self._game(cause)]
            case TournamentFinished():
                await self._know(cause.ranking)
                ranking = ", ".join(
                    f"{place}. {self._names.get(n, n)}" for place, n in enumerate(cause.ranking, 1)
                )
                return [Text(say("follow.finished", ranking=ranking))]
            case TournamentPaused() | TournamentCancelled():
                key = "paused" if isinstance(cause, TournamentPaused) else "cancelled"
                return [Text(say(f"follow.{key}", why=cause.reason).rstrip())]
            case TournamentCreated():
                return [Text(say("follow.created"))]
            case TournamentStarted():
                return [Text(say("follow.started"))]
            case TournamentResumed():
                return [Text(say("follow.resumed"))]
        return []

    async def _paired(self, cause: TournamentPaired) -> list[Text]:
        for game in cause.games:
            self._seats[game.number] = list(game.seats)
            await self._know(game.seats)
        await self._know(cause.byes)
        line = say("follow.paired", round=cause.round, games=len(cause.games))
        if cause.byes:
            line += say("follow.byes", who=", ".join(self._names.get(number, "") for number in cause.byes))
        return [Text(line)]

    async def _game(self, cause: TournamentGameEnded) -> Text:
        seats = self._seats.get(cause.number)
        if seats is None:
            await self._read_pairings()
            seats = self._seats.get(cause.number, [])
        game = Pairing(seats=seats, result=cause.result, forfeits=cause.forfeits)
        state = (PairingState(cause.state).name or "unspecified").lower()
        text = Text(say(f"follow.game_{state}", number=cause.number))
        text.append("  ")
        text.append_text(seats_of(game, self._names))
        if cause.reason:
            text.append(f"  ({cause.reason})", style="dim")
        return text

    async def _player(self, player_id: str) -> str:
        if player_id not in self._players:
            self._learn(await get_tournament(self._server, self._id))
        return self._players.get(player_id, player_id)

    async def _know(self, numbers: list[int]) -> None:
        if not self._names.keys() >= set(numbers):
            self._learn(await get_tournament(self._server, self._id))

    async def _read_pairings(self) -> None:
        """Games that were paired before the record that was begun with."""
        request = FollowTournamentRequest(tournament_id=self._id, once=True)
        async for reply in self._server.each(self._server.tournaments.follow_tournament, request):
            for entry in reply.entries:
                paired = entry.record.paired if entry.record is not None else None
                if paired is not None:
                    self._seats.update({game.number: list(game.seats) for game in paired.games})

    def _learn(self, told: Tournament) -> None:
        self._names |= {entrant.number: entrant.player_name for entrant in told.entrants}
        self._players |= {entrant.player_id: entrant.player_name for entrant in told.entrants}

"""The bots of the server: which there are, their players, and the seats that they play."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import structlog

from tilth_server import reasons
from tilth_server.bots.catalogue import BotInfo, Catalogue
from tilth_server.bots.host import BotHost
from tilth_server.bots.seats import BotSeats, InTurns
from tilth_server.matches.registry import Matches
from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.players import PlayerRegistry
from tilth_server.refusal import Refusal

log = structlog.get_logger()

FOLDER: Final = "tilth-bots-"
"""The beginning of the names of folders for sockets; the process id of the server follows."""
SOCKET: Final = "attend"


class Bots:
    """The bots that the server runs. Until one is asked for, no program of theirs runs."""

    def __init__(
        self,
        matches: Matches,
        players: PlayerRegistry,
        catalogue: Catalogue,
        most: int,
        memory_bytes: int,
        delay: float,
        in_turns: InTurns,
    ) -> None:
        """`most` is the limit on processes at once, `memory_bytes` that on each one's address space. `delay` is the
        number of seconds that a bot waits before each answer.
        """
        self._matches = matches
        self._players = players
        self._catalogue = catalogue
        self._host = BotHost(memory_bytes, delay)
        self._folder: Path | None = None
        self._listener: asyncio.Server | None = None
        self._opening = asyncio.Lock()
        self._resuming: asyncio.Task[None] | None = None
        self.seats = BotSeats(
            matches,
            players.names.bots,
            lambda: self._catalogue.programs,
            self._host,
            most,
            self._socket_path,
            in_turns,
        )

    # Of MatchObserver ----------------------------------------------------------------------------------------

    def committed(self, work: UnitOfWork) -> None:
        """Look at the matches that have changed: a bot may be asked."""
        for match in work.writes:
            self.seats.look(match)

    def refused(self, player_id: str, reason: str) -> None:
        """Take no note of a refusal: the bot's process gets it."""

    # -----------------------------------------------------------------------------------------------------------

    async def find(self, game: str, seat_count: int) -> list[BotInfo]:
        """Return the bots that play this game with this number of seats: first those that know the game."""
        known = await self._catalogue.describe(self._host) if self._catalogue.programs else []
        found = [bot for bot in known if bot.plays(game, seat_count)]
        return sorted(found, key=lambda bot: (not bot.games, bot.name))

    def player_id(self, bot: str) -> str:
        """Return the id of a bot's player; "" if it has none yet."""
        return next((one for one, name in self._players.names.bots.items() if name == bot), "")

    async def players_of(self, bots: Sequence[str], game: str, seat_count: int) -> list[str]:
        """Return the players of these bots, which are to play this game with this number of seats. Refuse a bot that
        the server does not run, or that does not play so.
        """
        if not bots:
            return []
        self._check_on()
        known = {bot.name: bot for bot in await self._catalogue.describe(self._host, bots)}
        for bot in bots:
            found = known.get(bot)
            if found is None:
                raise _not_found(f"this server runs no bot {bot!r}")
            if not found.plays(game, seat_count):
                raise _not_found(f"the bot {bot!r} does not play {game} with {seat_count} seats")
        await self._make_ready()
        player_ids = {bot: (await self._players.make_bot(bot)).id for bot in dict.fromkeys(bots)}
        for bot, player_id in player_ids.items():
            if self._players.get(player_id).revoked or self._players.ban_of(player_id) is not None:
                raise _not_found(f"an operator of this server has banned the bot {bot!r}")
        return [player_ids[bot] for bot in bots]

    async def open(self) -> None:
        """Be ready if bots have played here before: matches of theirs may be loaded from now on."""
        if self._players.names.bots:
            await self._make_ready()

    def resume(self) -> None:
        """Continue the matches of bots, one after the other, beside other work: after a start of the server, and when a
        node owns other matches than before.
        """
        if self._resuming is not None:
            self._resuming.cancel()
        if not self.seats.is_closed and (self._players.names.bots or self._players.turn.is_shared):
            self._resuming = asyncio.create_task(self._resume())

    async def close(self) -> None:
        """End all programs of bots, and remove the socket."""
        if self._resuming is not None:
            self._resuming.cancel()
            await asyncio.gather(self._resuming, return_exceptions=True)
        await self.seats.close()
        await self._host.close()
        if self._listener is not None:
            self._listener.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    async def _resume(self) -> None:
        """Load every running match of this node in which a bot holds a seat: it is asked if a decision of its waits."""
        index = self._matches.index
        await index.wait_complete()
        await self._players.turn.catch_up()
        if not self._players.names.bots:
            return
        await self._make_ready()
        for player_id in list(self._players.names.bots):
            for info in await index.running_matches_of(player_id):
                if info.damage is None and index.owns(info.id) and info.id not in self._matches.cache.loaded:
                    await self._matches.commits.recovery.reload(info.id)
                    await asyncio.sleep(0)

    def _check_on(self) -> None:
        """Refuse if the server runs no bots."""
        if not self._catalogue.programs:
            message = (
                "this server runs no bots: its operator has turned them off (--bots none),"
                " or the client packages are not installed"
            )
            raise Refusal(reasons.BOTS_OFF, message, field="bots")

    # The socket ----------------------------------------------------------------------------------------------

    async def _make_ready(self) -> None:
        """Open the socket for bots' processes, once, in a folder that only this user can enter; from then on look at
        every match that changes or is loaded.
        """
        async with self._opening:
            if self._listener is not None:
                return
            _remove_left_folders()
            self._folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}{os.getpid()}-"))
            self._listener = await asyncio.start_unix_server(self.seats.serve, self._folder / SOCKET)
            matches = self._matches
            matches.commits.observers = (*matches.commits.observers, self)
            matches.cache.on_table_loaded.append(self.seats.look)
            matches.on_end(self.seats.end_match)
            matches.on_given_up.append(self.seats.end_match)

    def _socket_path(self) -> str:
        """Return the path of the socket."""
        assert self._folder is not None, "seats are given to bots after `_make_ready`"
        return str(self._folder / SOCKET)


def _remove_left_folders() -> None:
    """Remove the folders of servers that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*"):
        number = folder.name.removeprefix(FOLDER).partition("-")[0]
        with suppress(OSError, ValueError):
            if folder.stat().st_uid == os.getuid() and not _runs(int(number)):
                shutil.rmtree(folder, ignore_errors=True)


def _runs(process: int) -> bool:
    """Return whether a process of this id runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _not_found(message: str) -> Refusal:
    """Return the refusal for a bot that cannot be chosen."""
    return Refusal(reasons.BOT_NOT_FOUND, message, field="bots")

"""A tournament that this server runs, with everything that organisers, entrants and other parts of the server do to it.

Its collaborators depend on each other in one direction only:

    Director -> Pairer, MatchStarter -> ResultRecorder -> PairingMatches, TournamentLog
    Entries, Lifecycle, Corrections -> ResultRecorder -> PairingMatches, TournamentLog
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.matches.match_info import MatchInfo
from tilth_server.reasons import MATCH_MOVED, TOO_FEW_ENTRANTS
from tilth_server.refusal import Refusal
from tilth_server.store import OutcomeUnknown, StreamMoved
from tilth_server.tournaments import log_reader
from tilth_server.tournaments.compute import compute, is_large
from tilth_server.tournaments.context import SERVER, Actor, TournamentContext
from tilth_server.tournaments.corrections import Corrections
from tilth_server.tournaments.director import Director
from tilth_server.tournaments.entrant_names import EntrantNames
from tilth_server.tournaments.entries import Entries, WithdrawnResults
from tilth_server.tournaments.formats import format_of
from tilth_server.tournaments.lifecycle import Lifecycle
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.pairer import Pairer
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.pairing_matches import PairingMatches
from tilth_server.tournaments.recorder import ResultRecorder
from tilth_server.tournaments.slots import Slots
from tilth_server.tournaments.standings import Standings
from tilth_server.tournaments.starter import MatchStarter
from tilth_server.tournaments.timer import Timer
from tilth_server.tournaments.tournament import State, Tournament
from tilth_server.tournaments.unfinished import UnfinishedPairings


class LiveTournament:
    """One tournament of this server. The changes of an action are durable when it returns. A repeated action has no
    further effect."""

    def __init__(
        self, context: TournamentContext, tournament: Tournament, *, is_settled: bool = False
    ) -> None:
        """`is_settled`: it has ended, and none of its matches still has to be ended."""
        self.tournament = tournament
        self._context = context
        self._format = played_as = format_of(tournament.settings)
        self._log = log = TournamentLog(context, tournament, is_settled=is_settled)
        self._unfinished = unfinished = UnfinishedPairings()
        self._matches = matches = PairingMatches(context, tournament, unfinished)
        recorder = ResultRecorder(context, log, unfinished, matches, played_as)
        self._entries = Entries(context, log, matches, played_as)
        self._lifecycle = Lifecycle(log, unfinished, recorder)
        self._corrections = Corrections(log, unfinished, matches, recorder)
        slots = Slots(context, tournament, unfinished)
        timers = Timer(context.time, self.wake), Timer(context.time, self.wake)
        pairer = Pairer(context, log, unfinished, slots, recorder, played_as, timers[0])
        starter = MatchStarter(context, log, unfinished, matches, slots, timers[1])
        self._director = Director(log, unfinished, matches, recorder, pairer, starter, timers)
        self._ranked = Standings(tournament, played_as)
        self.names = EntrantNames(tournament, context.players)
        self._last_remaining = (-1, 0, 0)
        """The last result of `remaining`, with the number of records that it follows from in front."""

    # For the registry -----------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Continue the tournament from the state of its log and its matches."""
        await self._director.open()

    async def close(self) -> None:
        """Finish the director's step that has begun, and begin no other."""
        await self._director.close()

    def wake(self) -> None:
        """Let the director take another step soon, because something may have changed."""
        self._director.wake()

    def on_match_ended(self, info: MatchInfo) -> None:
        """Have the result of a match of this tournament recorded that has finished or was cancelled."""
        self._director.on_match_ended(info)

    def on_arrival(self, player_id: str) -> None:
        """Let the pairings begin that waited for this player, who attends now."""
        self._director.on_arrival(player_id)

    async def check(self) -> None:
        """Start the tournament if its entry has closed, resign absent players, and retry a step that failed."""
        self._director.retry()
        if not self.tournament.state.has_ended:
            await self._start_if_due()
            for info in await self._matches.resign_absent():
                self._director.on_match_ended(info)

    # Reading --------------------------------------------------------------------------------------------------

    @property
    def finished_pairings(self) -> int:
        """The number of pairings that have a result or are void."""
        return self._log.finished_pairings

    @property
    def is_changing(self) -> bool:
        """Return whether a change of the tournament is under way."""
        return self._log.turn.locked()

    @property
    def running_pairings(self) -> int:
        """The number of pairings whose match is running."""
        return len(self._unfinished.running)

    @property
    def blocked_reason(self) -> str:
        """The reason why no matches are created although the tournament is running; "" if there is none."""
        return self._director.blocked_reason

    def is_running(self, pairing: Pairing) -> bool:
        """Return whether the pairing's match is running."""
        return pairing.number in self._unfinished.running

    def is_attending(self, player_id: str) -> bool:
        """Return whether the player has a stream open."""
        return self._context.presence.is_here(player_id)

    async def match_of(self, pairing: Pairing) -> MatchInfo | None:
        """Return the match that was created for the pairing, if there is one."""
        return await self._matches.match_of(pairing)

    def remaining(self) -> tuple[int, int]:
        """Return how many rounds the tournament will have, and how many games are not paired yet; 0 if not known.

        While a large tournament is being changed, the last numbers are returned, which may be old.
        """
        tournament = self.tournament
        is_pairing = is_large(tournament) and self._log.turn.locked() and not tournament.state.has_ended
        if self._last_remaining[0] != tournament.record_count and not is_pairing:
            games = 0 if tournament.state.has_ended else self._format.games_to_come(tournament)
            self._last_remaining = tournament.record_count, self._format.rounds(tournament), games
        return self._last_remaining[1:]

    async def standings(self) -> bytes:
        """Return the standings, as the bytes of a GetStandingsResponse."""

        def serialized() -> bytes:
            return self._ranked.current(self.names.of).SerializeToString()

        if not is_large(self.tournament):
            return serialized()
        return await self._log.exclusive(lambda: compute(self.tournament, serialized))

    def read_log(self, start: int, once: bool) -> AsyncGenerator[pb.WatchTournamentResponse]:
        """Yield the records from number `start` on. Unless `once`, yield new ones, too, until the tournament ends.

        Refuse at once if there are fewer records.
        """
        log_reader.check_start(self.tournament, start)
        return log_reader.read_log(self._context.streams, self.tournament, start, once)

    # Actions --------------------------------------------------------------------------------------------------

    async def enter(
        self, actor: Actor, player_id: str, max_running_pairings: int = 0, version: str = ""
    ) -> None:
        """Make the player an active entrant, who plays with this version of their program, and at most this many games
        at once (0: as many as the tournament allows)."""
        await self._apply(lambda: self._entries.enter(actor, player_id, max_running_pairings, version))

    async def withdraw(
        self, actor: Actor, player_id: str, results: WithdrawnResults = pb.WITHDRAWN_RESULTS_UNSPECIFIED
    ) -> None:
        """Withdraw an entrant: resign the player's running games, and count later ones as lost. `results` sets what
        becomes of the results so far.
        """
        await self._apply(lambda: self._entries.withdraw(actor, player_id, results))

    async def start(self, actor: Actor) -> None:
        """Close the entry, and let the matches begin."""
        await self._apply(lambda: self._lifecycle.start(actor))

    async def pause(self, actor: Actor, reason: str) -> None:
        """Create no new matches until `resume`. Running matches continue."""
        await self._apply(lambda: self._lifecycle.pause(actor, reason))

    async def resume(self, actor: Actor) -> None:
        """Create matches again after a pause."""
        await self._apply(lambda: self._lifecycle.resume(actor))

    async def cancel(self, actor: Actor, reason: str) -> None:
        """End the tournament, and cancel its running matches. Results recorded before stay."""

        async def cancel() -> None:
            if await self._lifecycle.cancel(actor, reason):
                await self._director.clean_up()

        await self._apply(cancel)

    async def retitle(self, actor: Actor, title: str) -> int:
        """Give the tournament and its matches another title. Return how many matches had other titles."""
        await self._apply(lambda: self._lifecycle.retitle(actor, title))
        return await self._matches.retitle(actor.player_id)

    async def adjudicate(self, actor: Actor, number: int, places: Sequence[int], reason: str) -> Pairing:
        """Set the places of a pairing, and cancel its match if one is being played."""
        return await self._correct(
            number, lambda: self._corrections.adjudicate(actor, number, places, reason)
        )

    async def void(self, actor: Actor, number: int, reason: str) -> Pairing:
        """Make a pairing count for nobody, and cancel its match if one is being played."""
        return await self._correct(number, lambda: self._corrections.void(actor, number, reason))

    async def replay(self, actor: Actor, number: int, reason: str, request_id: str) -> Pairing:
        """Schedule a pairing to be played again, and return it. A repeated request id changes nothing."""
        return await self._correct(
            number, lambda: self._corrections.replay(actor, number, reason, request_id)
        )

    async def _correct(self, number: int, correction: Callable[[], Awaitable[None]]) -> Pairing:
        """Make a correction, bring the matches into line with it, and return the corrected pairing."""

        async def correct() -> None:
            await correction()
            await self._director.clean_up()

        await self._apply(correct)
        return self._corrections.pairing(number)

    async def _apply(self, action: Callable[[], Awaitable[None]]) -> None:
        """Run an action while nothing else changes the tournament, then wake the director.

        Raise Refusal if another process has changed it, or the outcome is unknown: then it is read again.
        """
        try:
            await self._log.exclusive(action)
        except (StreamMoved, OutcomeUnknown) as error:
            raise Refusal(
                MATCH_MOVED, "another node has changed the tournament: send the same request again"
            ) from error
        self.wake()

    async def _start_if_due(self) -> None:
        """Start the tournament if the time of its entry is over. With too few entrants, cancel it."""
        settings = self.tournament.settings
        if (
            self.tournament.state is not State.ENTRY
            or not settings.HasField("entry_closes_at")
            or settings.entry_closes_at.ToMilliseconds() > self._context.now_ms()
        ):
            return
        try:
            await self.start(SERVER)
        except Refusal as refusal:
            if refusal.reason != TOO_FEW_ENTRANTS:
                raise
            await self.cancel(SERVER, f"too few entrants: {refusal.message}")

"""The director of one tournament: it pairs, has matches created, and records results, step after step.

The tournament's stream holds nothing about a pairing but its seats and its result. Pairings are durable before any of
their matches is created. The match of a pairing is created under the pairing's number, so a repeated request creates
no second match. The result of a pairing is written once. So the server may be killed between any two steps: `open`
finds out how far the tournament has come.
"""

import asyncio
from collections.abc import Sequence

import structlog

from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.match_info import State as MatchState
from tilth_server.refusal import Refusal
from tilth_server.store import StoreClosed, StoreError, StreamMoved
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.pairer import Pairer
from tilth_server.tournaments.pairing_matches import PairingMatches
from tilth_server.tournaments.recorder import ResultRecorder
from tilth_server.tournaments.starter import MatchStarter
from tilth_server.tournaments.timer import Timer
from tilth_server.tournaments.tournament import State
from tilth_server.tournaments.unfinished import UnfinishedPairings

log = structlog.get_logger()


class Director:
    """The director of one tournament. `wake` it whenever something may have changed."""

    def __init__(
        self,
        tournament_log: TournamentLog,
        unfinished: UnfinishedPairings,
        matches: PairingMatches,
        recorder: ResultRecorder,
        pairer: Pairer,
        starter: MatchStarter,
        timers: Sequence[Timer],
    ) -> None:
        """`timers` are those of the pairer and the starter; they stop when the director closes."""
        self._log = tournament_log
        self._tournament = tournament_log.tournament
        self._unfinished = unfinished
        self._matches = matches
        self._recorder = recorder
        self._pairer = pairer
        self._starter = starter
        self._timers = timers
        self._failure = ""
        """The failure of the last step, which keeps the tournament from continuing; "" if it did not fail."""
        self._must_retry = False
        """True if the last step failed, or a clean-up, so that `retry` takes another step."""
        self._is_open = False
        self._is_closing = False
        self._is_woken = False
        self._work: asyncio.Task[None] | None = None

    @property
    def blocked_reason(self) -> str:
        """The reason why no matches are created although the tournament is running; "" if there is none."""
        return self._failure or self._starter.blocked_reason

    async def open(self) -> None:
        """Find the state of every pairing, and continue from there."""
        for pairing in self._tournament.pairings:
            if pairing.state.has_ended:
                continue
            info = await self._matches.match_of(pairing)
            if info is None:
                self._unfinished.schedule([pairing.number])
                continue
            self._unfinished.add_match(pairing.number, info.id)
            if info.damage is not None:
                self._unfinished.lost[pairing.number] = info.damage
            elif info.state in (MatchState.FINISHED, MatchState.CANCELLED):
                self._unfinished.ended[pairing.number] = info
        self._is_open = True
        self._matches.needs_clean_up = bool(self._tournament.pairings) and not self._log.is_settled
        if not self._log.is_settled:
            self.wake()

    def wake(self) -> None:
        """Take another step soon, in a task, or after the step that is being taken. A director that is not open, or is
        closing, takes none.
        """
        self._is_woken = True
        if not self._is_open or self._is_closing:
            return
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._run())

    def retry(self) -> None:
        """Take another step if one failed, or if something blocks the tournament."""
        if self.blocked_reason or self._must_retry or self._unfinished.lost:
            self.wake()

    async def close(self) -> None:
        """Finish the step that has begun, and begin no other."""
        self._is_closing = True
        for timer in self._timers:
            timer.cancel()
        if self._work is not None:
            await asyncio.wait([self._work])

    async def clean_up(self) -> None:
        """Bring the matches into line with the tournament. If that fails, `retry` tries again."""
        try:
            await self._matches.clean_up()
        except Exception as error:  # noqa: BLE001 - the caller's action itself is durable already
            self._must_retry = True
            log.warning("tournament cleanup postponed", tournament=self._tournament.id, error=str(error))

    def on_match_ended(self, info: MatchInfo) -> None:
        """Have the result of a match recorded that has finished or was cancelled."""
        number = info.pairing_number
        if not 0 < number <= len(self._tournament.pairings):
            return
        pairing = self._tournament.pairings[number - 1]
        if not pairing.state.has_ended and info.request_id == pairing.request_id(pairing.replays):
            self._unfinished.ended[number] = info
            self.wake()

    def on_arrival(self, player_id: str) -> None:
        """Continue if pairings waited for this player, who attends now."""
        if player_id in self._starter.missing:
            self.wake()

    async def _run(self) -> None:
        """Take steps while the turn is held, as long as `wake` was called since the last one began. A step that fails
        is logged, and `retry` takes it again. Stop when the store or the director closes.
        """
        while self._is_woken and not self._is_closing:
            self._is_woken = self._must_retry = False
            try:
                async with self._log.turn:
                    await self._step()
            except StoreClosed:
                return
            except StreamMoved:
                # Another node directs the tournament, or did for a moment: it is read again.
                self._is_closing = True
                return
            except Refusal as refusal:
                self._postpone(refusal.message)
            except StoreError as error:
                self._postpone("the store failed; the server tries again")
                log.error("tournament step postponed", tournament=self._tournament.id, error=str(error))
            except Exception:
                self._postpone("a fault of the server; its log has the details")
                log.exception("tournament step failed", tournament=self._tournament.id)

    def _postpone(self, failure: str) -> None:
        """Note why the step failed, which `retry` takes again."""
        self._must_retry = True
        self._failure = failure

    async def _step(self) -> None:
        """Record ended matches, pair, start matches, and clean up. The caller holds the turn."""
        tournament = self._tournament
        if tournament.state in (State.RUNNING, State.PAUSED):
            # Before any match of this build is created.
            await self._log.note_build()
        await self._recorder.record_ended()
        if tournament.state is State.RUNNING:
            await self._pairer.pair()
        self._failure = ""
        if tournament.state is State.RUNNING:
            # Not `|= await`: that would forget a call of `wake` during the wait.
            if await self._starter.start():
                self._is_woken = True
        elif not tournament.nobody_attends:
            self._starter.blocked_reason = ""
        if self._matches.needs_clean_up:
            await self._matches.clean_up()
        if tournament.state.has_ended:
            await self._log.settle()

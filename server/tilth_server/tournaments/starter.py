"""The creation of matches for scheduled pairings."""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from tilth.v1 import tournaments_pb2 as pb
from tilth_rules.kernel import OptionsRefused
from tilth_server import reasons
from tilth_server.refusal import Refusal
from tilth_server.store import StoreError
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.effective_settings import AT_ONCE, max_running_pairings
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.pairing_matches import PairingMatches
from tilth_server.tournaments.pairing_results import void_ending, walkover
from tilth_server.tournaments.slots import SlotChoice, Slots, nobody_attends, waits_for_absent
from tilth_server.tournaments.timer import Timer
from tilth_server.tournaments.unfinished import UnfinishedPairings

log = structlog.get_logger()

NOBODY_ATTENDS: Final = "no entrant attends"
LATER: Final = frozenset(
    {reasons.SERVER_DRAINING, reasons.SERVER_STOPPING, reasons.STORE_FAILED, reasons.MATCH_MOVED}
)
"""Reasons for which a match can't be created now, but can be later."""


class MatchStarter:
    """The starter of one tournament's matches, which creates as many as may run at once. Callers hold the turn."""

    def __init__(
        self,
        context: TournamentContext,
        tournament_log: TournamentLog,
        unfinished: UnfinishedPairings,
        matches: PairingMatches,
        slots: Slots,
        timer: Timer,
    ) -> None:
        """`timer` is set to the next time at which an absent entrant is no longer waited for."""
        self.missing: frozenset[str] = frozenset()
        """Ids of absent players who keep pairings waiting."""
        self.blocked_reason = NOBODY_ATTENDS if tournament_log.tournament.nobody_attends else ""
        """The reason why no match is created although the tournament is running; "" if there is none."""
        self._context = context
        self._log = tournament_log
        self._tournament = tournament_log.tournament
        self._unfinished = unfinished
        self._matches = matches
        self._slots = slots
        self._timer = timer

    async def start(self) -> bool:
        """Create the matches of as many pairings as may begin. Return whether more may follow immediately."""
        unfinished = self._unfinished
        room = min(max_running_pairings(self._tournament.settings) - len(unfinished.running), AT_ONCE)
        self.blocked_reason = self._matches.blocked_reason()
        if self.blocked_reason or room <= 0 or not unfinished.scheduled:
            return False
        choice = self._slots.choose(room)
        self._wait_for_missing(choice)
        if not choice.begin or await self._pause_if_nobody_attends():
            return False
        unfinished.unschedule(choice.begin)
        has_ends = await self._start_all(choice.begin)
        return has_ends or bool(unfinished.scheduled)

    def _wait_for_missing(self, choice: SlotChoice) -> None:
        """Note the absent players who keep pairings waiting, and set the timer to the end of that time."""
        entrants = self._tournament.entrants
        self.missing = frozenset(entrants[number].player_id for number in choice.missing)
        if choice.missing and not choice.begin and not self._unfinished.running:
            names = ", ".join(self._context.players.name(each) for each in sorted(self.missing))
            self.blocked_reason = f"waiting for absent players: {names}"
        self._timer.set(choice.until_ms)

    async def _pause_if_nobody_attends(self) -> bool:
        """Pause the tournament if no entrant attends after the time of waiting: else everybody would forfeit all games.

        Return whether it was paused.
        """
        tournament = self._tournament
        attended = not nobody_attends(tournament, self._context.presence)
        if self._unfinished.running or not waits_for_absent(tournament) or attended:
            return False
        self.blocked_reason = NOBODY_ATTENDS
        paused = pb.TournamentPaused(reason=NOBODY_ATTENDS, nobody_attends=True)
        await self._log.append(pb.TournamentRecord(paused=paused))
        log.info("tournament state changed", tournament=tournament.id, state="PAUSED", reason=NOBODY_ATTENDS)
        return True

    async def _start_all(self, numbers: Sequence[int]) -> bool:
        """Create the matches of these pairings. Return whether some pairings have a result instead of a match.

        Pairings whose match could not be created now are scheduled again; then the first error is raised.
        """
        made = await asyncio.gather(*map(self._start_one, numbers), return_exceptions=True)
        errors = {
            number: error
            for number, error in zip(numbers, made, strict=True)
            if isinstance(error, BaseException)
        }
        ends = [end for end in made if isinstance(end, pb.TournamentRecord)]
        again = set(errors)
        try:
            if ends:
                await self._log.append(*ends)
        except BaseException:
            again |= {end.pairing_ended.number for end in ends}
            raise
        finally:
            for number in again:
                self._unfinished.schedule_again(number)
        for error in errors.values():
            raise error
        return bool(ends)

    async def _start_one(self, number: int) -> pb.TournamentRecord | None:
        """Create the match of a pairing and return None, or return the record of the pairing's result if there is no
        match of it: at most one of several entrants has not withdrawn, or the only one has, or the match can never be
        created.

        Raise the error if the match can't be created now, but can be later.
        """
        tournament = self._tournament
        pairing = tournament.pairings[number - 1]
        present = [not tournament.entrants[entrant].withdrawn for entrant in pairing.seats]
        if sum(present) < min(2, len(present)):
            return walkover(pairing, present, self._context.now_ms())
        try:
            info = await self._matches.create(pairing)
        except StoreError:
            raise
        except Exception as error:
            if isinstance(error, Refusal) and error.reason in LATER:
                raise
            return self._give_up(pairing, error)
        if not self._matches.is_match_of(info, pairing):
            return void_ending(number, f"match {info.id} was imported under this pairing's number", info.id)
        self._unfinished.add_match(number, info.id)
        self._matches.needs_clean_up |= not all(present)
        return None

    def _give_up(self, pairing: Pairing, error: Exception) -> pb.TournamentRecord:
        """Return the record that makes a pairing void because its match can never be created, with the error as the
        reason.
        """
        if not isinstance(error, Refusal | OptionsRefused):
            log.error(
                "pairing not playable",
                tournament=self._tournament.id,
                pairing=pairing.number,
                exc_info=error,
            )
        message = error.message if isinstance(error, Refusal) else str(error)
        return void_ending(pairing.number, f"the match could not be created: {message}")

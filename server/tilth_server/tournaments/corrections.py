"""Corrections of results by an organiser. Each is recorded with its author and reason before it has any effect."""

from collections.abc import Sequence
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server import reasons
from tilth_server.matches.lobby_checks import LONGEST_REASON
from tilth_server.refusal import Refusal
from tilth_server.tournaments import pairing_results
from tilth_server.tournaments.context import Actor
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.pairing import Pairing, PairingState
from tilth_server.tournaments.pairing_matches import PairingMatches
from tilth_server.tournaments.permissions import check_correctable
from tilth_server.tournaments.recorder import ResultRecorder
from tilth_server.tournaments.tournament import State
from tilth_server.tournaments.unfinished import UnfinishedPairings

PAIRED_BY_RESULTS: Final = frozenset({"knockout", "groups"})
"""Formats whose rounds depend on results so that a result can't be corrected after the next round is paired."""


class Corrections:
    """The corrections of one tournament's results: adjudicated, void and replayed pairings. Callers hold the turn."""

    def __init__(
        self,
        log: TournamentLog,
        unfinished: UnfinishedPairings,
        matches: PairingMatches,
        recorder: ResultRecorder,
    ) -> None:
        self._log = log
        self._tournament = log.tournament
        self._unfinished = unfinished
        self._matches = matches
        self._recorder = recorder

    @property
    def _is_benchmark(self) -> bool:
        """True if entrants are compared by their scores on the same deals."""
        return self._tournament.settings.HasField("benchmark")

    def pairing(self, number: int) -> Pairing:
        """Return the pairing of this number. Raises Refusal if there is none."""
        pairings = self._tournament.pairings
        if not 0 < number <= len(pairings):
            message = f"there is no pairing {number}: the tournament has {len(pairings)}"
            raise Refusal(reasons.PAIRING_NOT_FOUND, message, field="pairing")
        return pairings[number - 1]

    async def adjudicate(self, actor: Actor, number: int, given: Sequence[int], reason: str) -> None:
        """Give a pairing a result: `given` holds a place for each seat, and equal places are shared. An earlier result
        is replaced.

        Change nothing if the pairing was adjudicated with the same places. Refuse a change of a result without a
        reason, or if a later round was paired by it, and any in a benchmark.
        """
        pairing = self.pairing(number)
        check_correctable(self._tournament, actor)
        if self._is_benchmark:
            message = "a benchmark is decided by scores, which nobody can set: void the pairing, or replay it"
            raise Refusal(reasons.TOURNAMENT_INVALID, message, field="places")
        if len(given) != len(pairing.seats):
            message = f"places must have one place for each of the {len(pairing.seats)} seats"
            raise Refusal(reasons.TOURNAMENT_INVALID, message, field="places")
        places = tuple(1 + sum(other < place for other in given) for place in given)
        if pairing.state is PairingState.ADJUDICATED and pairing.places == places:
            return
        await self._recorder.record_ended()
        self._check_may_correct(pairing, reason)
        match = await self._matches.match_of(pairing)
        record = pairing_results.adjudicated(pairing, match, places, reason[:LONGEST_REASON], actor.player_id)
        await self._recorder.record_decision(pairing, record)

    async def void(self, actor: Actor, number: int, reason: str) -> None:
        """Make a pairing count for nobody, even if it had a result. Change nothing if it is void already.

        Refuse a missing reason, and a result by which a later round was paired.
        """
        check_correctable(self._tournament, actor)
        pairing = self.pairing(number)
        await self._recorder.record_ended()
        if pairing.state is PairingState.VOID:
            return
        self._check_may_correct(pairing, reason, always=True)
        reason = reason[:LONGEST_REASON]
        if pairing.state.has_ended:
            record = pairing_results.void_correction(pairing, reason, actor.player_id)
        else:
            match = await self._matches.match_of(pairing)
            record = pairing_results.void_ending(number, reason, match.id if match else "", actor.player_id)
        await self._recorder.record_decision(pairing, record)

    async def replay(self, actor: Actor, number: int, reason: str, request_id: str) -> None:
        """Schedule a pairing to be played again, with another deal, or in a benchmark with the same one. A repeated
        request id changes nothing.

        Refuse a finished tournament, a missing reason, and a result by which a later round was paired.
        """
        check_correctable(self._tournament, actor)
        pairing = self.pairing(number)
        if request_id and pairing.replayed_by == request_id:
            return
        await self._recorder.record_ended()
        if self._tournament.state is State.FINISHED:
            message = "the seed of a finished tournament is public: void or adjudicate the pairing instead"
            raise Refusal(reasons.TOURNAMENT_NOT_RUNNING, message)
        self._check_may_correct(pairing, reason, always=True)
        replayed = pb.TournamentPairingReplayed(
            number=number,
            actor_id=actor.player_id,
            reason=reason[:LONGEST_REASON],
            deal=pairing.deal if self._is_benchmark else self._tournament.next_deal,
            request_id=request_id,
        )
        await self._log.append(pb.TournamentRecord(pairing_replayed=replayed))
        self._unfinished.schedule_again(number)
        self._matches.needs_clean_up = True

    def _check_may_correct(self, pairing: Pairing, reason: str, *, always: bool = False) -> None:
        """Refuse to change a result without a reason, or if a later round was paired by it.

        With `always`, the change of a pairing without a result needs a reason, too.
        """
        if not (pairing.state.has_ended or always):
            return
        if not reason.strip():
            raise Refusal(reasons.TOURNAMENT_INVALID, "a correction needs a reason", field="reason")
        tournament = self._tournament
        by_results = tournament.settings.WhichOneof("format") in PAIRED_BY_RESULTS
        if pairing.state.has_ended and by_results and tournament.last_round > pairing.round:
            message = (
                f"pairing {pairing.number} has a result, and round {tournament.last_round} is paired by it"
            )
            raise Refusal(reasons.PAIRING_FINISHED, message, field="pairing")

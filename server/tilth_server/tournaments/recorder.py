"""The results of one tournament's pairings, written into its log."""

from functools import partial

import structlog

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.compute import compute
from tilth_server.tournaments.context import TournamentContext
from tilth_server.tournaments.formats import Format, format_of
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.pairing_matches import PairingMatches
from tilth_server.tournaments.pairing_results import result_of, void_ending
from tilth_server.tournaments.standings import ranking
from tilth_server.tournaments.tournament import State, apply_record, copy_of
from tilth_server.tournaments.unfinished import UnfinishedPairings

log = structlog.get_logger()


class ResultRecorder:
    """The recorder of one tournament's results. It writes each result once, and the end. Callers hold the turn."""

    def __init__(
        self,
        context: TournamentContext,
        tournament_log: TournamentLog,
        unfinished: UnfinishedPairings,
        matches: PairingMatches,
        played_as: Format,
    ) -> None:
        self._context = context
        self._log = tournament_log
        self._tournament = tournament_log.tournament
        self._unfinished = unfinished
        self._matches = matches
        self._format = played_as

    async def record_ended(self) -> None:
        """Write the results of all pairings whose matches have ended or are lost, in one append."""
        ended, lost = self._unfinished.take_ended()
        try:
            if not self._tournament.state.has_ended:
                numbers = [number for number in sorted(ended) if not self._has_result(number)]
                records = [
                    await result_of(self._tournament, ended[number], self._context.streams)
                    for number in numbers
                ]
                records += [
                    void_ending(
                        number, f"its match is damaged: {broken}", self._unfinished.running.get(number, "")
                    )
                    for number, broken in sorted(lost.items())
                    if number not in ended and not self._has_result(number)
                ]
                if records:
                    await self._log.append(*records)
        except BaseException:
            self._unfinished.put_back_ended(ended, lost)
            raise
        self._unfinished.forget_matches([*ended, *lost])

    async def record_decision(self, pairing: Pairing, record: pb.TournamentRecord) -> None:
        """Write a result that an organiser or operator decided. In a finished tournament, write the new ranking with
        it: a server that is killed has written both or none."""
        record.pairing_ended.ended_at.FromMilliseconds(self._context.now_ms())
        records = [record]
        if self._tournament.state is State.FINISHED:
            after = copy_of(self._tournament)
            apply_record(after, record)
            order = ranking(after, format_of(after.settings))
            records.append(pb.TournamentRecord(finished=pb.TournamentFinished(ranking=order)))
        await self._log.append(*records)
        self._unfinished.remove(pairing.number)

    async def finish(self) -> None:
        """Write the end of the tournament, with its ranking. Pairings without a result become void."""
        tournament = self._tournament
        order = await compute(tournament, partial(ranking, tournament, self._format))
        left = [pairing for pairing in tournament.pairings if not pairing.state.has_ended]
        running = self._unfinished.running
        ends = [
            void_ending(pairing.number, "the tournament has finished", running.get(pairing.number, ""))
            for pairing in left
        ]
        await self._log.append(*ends, pb.TournamentRecord(finished=pb.TournamentFinished(ranking=order)))
        self._matches.needs_clean_up |= bool(left)
        self._unfinished.clear()
        games = len(tournament.pairings)
        log.info("tournament state changed", tournament=tournament.id, state="FINISHED", games=games)

    def _has_result(self, number: int) -> bool:
        """Return whether the pairing has a result or is void."""
        return self._tournament.pairings[number - 1].state.has_ended

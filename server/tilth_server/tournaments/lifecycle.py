"""The changes that an organiser makes to a tournament's state (start, pause, resume, cancel) and title."""

import structlog

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.matches.lobby_checks import LONGEST_REASON
from tilth_server.reasons import TOO_FEW_ENTRANTS
from tilth_server.refusal import Refusal
from tilth_server.tournaments.context import Actor
from tilth_server.tournaments.effective_settings import min_entrants
from tilth_server.tournaments.log import TournamentLog
from tilth_server.tournaments.permissions import check_not_ended, check_organiser, check_started
from tilth_server.tournaments.recorder import ResultRecorder
from tilth_server.tournaments.tournament import State
from tilth_server.tournaments.unfinished import UnfinishedPairings

log = structlog.get_logger()


class Lifecycle:
    """The changes of one tournament's state and title. Callers hold the turn."""

    def __init__(
        self, tournament_log: TournamentLog, unfinished: UnfinishedPairings, recorder: ResultRecorder
    ) -> None:
        self._log = tournament_log
        self._tournament = tournament_log.tournament
        self._unfinished = unfinished
        self._recorder = recorder

    async def start(self, actor: Actor) -> None:
        """Record the start of the tournament: its entry closes, and its matches may begin. Change nothing if it has
        started. Refuse an actor who is no organiser, a tournament that has ended, and too few entrants.
        """
        tournament = self._tournament
        check_organiser(tournament, actor)
        if tournament.state in (State.RUNNING, State.PAUSED):
            return
        check_not_ended(tournament)
        least, active = min_entrants(tournament.settings), len(tournament.active())
        if active < least:
            raise Refusal(TOO_FEW_ENTRANTS, f"the tournament needs {least} entrants, and has {active}")
        started = pb.TournamentStarted(actor_id=actor.player_id)
        await self._log.append(pb.TournamentRecord(started=started))
        log.info("tournament state changed", tournament=tournament.id, state="RUNNING", entrants=active)

    async def pause(self, actor: Actor, reason: str) -> None:
        """Record a pause: no new matches are created until `resume`, and running ones continue. Change nothing if it is
        paused. Refuse an actor who is no organiser, and a tournament that has not started or has ended.
        """
        check_started(self._tournament, actor)
        if self._tournament.state is State.RUNNING:
            paused = pb.TournamentPaused(actor_id=actor.player_id, reason=reason[:LONGEST_REASON])
            await self._log.append(pb.TournamentRecord(paused=paused))

    async def resume(self, actor: Actor) -> None:
        """Record the end of a pause: matches are created again. Change nothing if it is not paused. Refuse an actor who
        is no organiser, and a tournament that has not started or has ended.
        """
        check_started(self._tournament, actor)
        if self._tournament.state is State.PAUSED:
            resumed = pb.TournamentResumed(actor_id=actor.player_id)
            await self._log.append(pb.TournamentRecord(resumed=resumed))

    async def cancel(self, actor: Actor, reason: str) -> bool:
        """End the tournament. Results recorded before stay. Return False if it had been cancelled already."""
        tournament = self._tournament
        check_organiser(tournament, actor)
        if tournament.state is State.CANCELLED:
            return False
        check_not_ended(tournament)
        await self._recorder.record_ended()
        cancelled = pb.TournamentCancelled(actor_id=actor.player_id, reason=reason[:LONGEST_REASON])
        await self._log.append(pb.TournamentRecord(cancelled=cancelled))
        log.info("tournament state changed", tournament=tournament.id, state="CANCELLED")
        self._unfinished.scheduled.clear()
        return True

    async def retitle(self, actor: Actor, title: str) -> None:
        """Give the tournament another title. The caller retitles its matches."""
        if title != self._tournament.settings.title:
            retitled = pb.TournamentRetitled(actor_id=actor.player_id, title=title)
            await self._log.append(pb.TournamentRecord(retitled=retitled))

"""tilth.v1.OperationsService, for operators only: operator_guard.py records each call that changes something."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Final

import structlog

from tilth.v1 import operations_pb2 as pb
from tilth.v1.lobby_pb2 import Match
from tilth_server.api.active_calls import ActiveCall
from tilth_server.api.call_context import CallContext
from tilth_server.api.gate import Gate
from tilth_server.api.node_list import NodeList
from tilth_server.api.operator_guard import refusal_for_role
from tilth_server.api.player_messages import player_message
from tilth_server.api.row_limits import DEFAULT_IDLE_ROWS, DEFAULT_ROWS, MAX_ROWS
from tilth_server.api.server_activity import ActivityReporter
from tilth_server.api.stream_writer import StreamWriters
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.new_match import check_title
from tilth_server.matches.registry import Matches
from tilth_server.operations.activity import ActivityCounter
from tilth_server.operations.audit import Audit
from tilth_server.operations.audit_filter import AuditFilter
from tilth_server.operations.erasure import erase_player
from tilth_server.operations.notices import Notices
from tilth_server.operations.removal import remove_player, vacate_seats
from tilth_server.operations.reports import Reports
from tilth_server.players import PlayerRegistry, Role
from tilth_server.players.roles import role_of
from tilth_server.reasons import BAN_END_INVALID, END_INVALID, KICKED
from tilth_server.refusal import Refusal
from tilth_server.refused_words import check_visible
from tilth_server.store import Streams
from tilth_server.timestamps import end_of
from tilth_server.tournaments.context import Actor
from tilth_server.tournaments.registry import Tournaments

log = structlog.get_logger()

DEFAULT_INTERVAL_MS, MIN_INTERVAL_MS = 1000, 200
"""Milliseconds between two snapshots: the default and the minimum."""


class OperationsService:
    """The calls of operators: they show the state of the server, and act on matches, players and the server."""

    FOR_OPERATORS: Final = True
    READ_ONLY: Final = (
        "GetStatus",
        "WatchServer",
        "ListCalls",
        "ListIdleMatches",
        "ReadAudit",
        "ListOperators",
        "ListNodes",
    )
    LONG: Final = ("ListIdleMatches",)
    FOR_AUDITORS: Final = READ_ONLY
    FOR_MODERATORS: Final = (
        "CreateInvitation",
        "ResignSeat",
        "AdjudicateMatch",
        "CancelMatch",
        "PauseMatch",
        "ResumeMatch",
        "KickPlayer",
        "BanPlayer",
        "UnbanPlayer",
        "RenamePlayer",
        "RetitleMatch",
        "RetitleTournament",
    )

    def __init__(  # noqa: PLR0913 - all that operators look at and change
        self,
        store: Streams,
        matches: Matches,
        tournaments: Tournaments,
        players: PlayerRegistry,
        gate: Gate,
        writers: StreamWriters,
        audit: Audit,
        backup: Callable[[], AsyncIterator[pb.CreateBackupResponse]],
        match_message: Callable[[MatchInfo], Match],
        reports: Reports,
        notices: Notices,
        nodes: NodeList | None = None,
    ) -> None:
        """`nodes` lists the nodes; None if the server runs alone."""
        self._nodes = nodes
        self._store = store
        self._matches = matches
        self._tournaments = tournaments
        self._players = players
        self._gate = gate
        self._writers = writers
        self._audit = audit
        self._backup = backup
        self._match_message = match_message
        self._reports = reports
        self._notices = notices
        self._began = time.monotonic()
        self._version = version("tilth-games")

    # Calls that only read ----------------------------------------------------------------------------------

    async def GetStatus(self, request: pb.GetStatusRequest, call: CallContext) -> pb.GetStatusResponse:
        """Return counts of matches, players, streams, answers and refusals, and the server's version and uptime."""
        return await self._status()

    async def WatchServer(self, request: pb.WatchServerRequest, call: CallContext) -> None:
        """Send at every interval what the server does per second, and the matches and players that cause most of it.

        It runs until the client ends the call; a shorter interval than MIN_INTERVAL_MS and more rows than MAX_ROWS are
        cut.
        """
        seconds = max(request.interval_ms or DEFAULT_INTERVAL_MS, MIN_INTERVAL_MS) / 1000
        max_rows = min(request.max_rows or DEFAULT_ROWS, MAX_ROWS)
        with self._count_activity() as counting:
            reporter = ActivityReporter(self._matches, self._players, self._gate, self._writers, counting)
            while True:
                response = await reporter.report(await self._status(), max_rows)
                await call.write(response.SerializeToString())
                await asyncio.sleep(seconds)

    async def ListCalls(self, request: pb.ListCallsRequest, call: CallContext) -> pb.ListCallsResponse:
        """Return the calls that are under way, of one player if the request names one; refuse an unknown player."""
        wanted = request.player_id
        if wanted:
            self._players.get(wanted)
        calls = (one for one in self._gate.calls if not wanted or one.player_id == wanted)
        return pb.ListCallsResponse(calls=map(self._call, calls))

    async def ListIdleMatches(
        self, request: pb.ListIdleMatchesRequest, call: CallContext
    ) -> pb.ListIdleMatchesResponse:
        """Return the matches that have not ended, the one without a record for the longest time first, with the seats
        that each waits for. Refuse an unknown player.
        """
        if request.player_id:
            self._players.get(request.player_id)
        matches = self._matches
        newest = matches.time.wall_ms() - request.idle.ToMilliseconds()
        found = [one for one in await matches.idle.longest_first(request.player_id) if one.last_ms <= newest]
        response = pb.ListIdleMatchesResponse(match_count=len(found))
        for one in found[: min(request.max_rows or DEFAULT_IDLE_ROWS, MAX_ROWS)]:
            seats = await matches.idle.pending_seats(one.info)
            row = response.matches.add(match=self._match_message(one.info), pending_seats=seats or ())
            row.last_record_at.FromMilliseconds(one.last_ms)
            row.unreadable = seats is None
            if ends_ms := matches.idle_end.ends_ms(one):
                row.ends_at.FromMilliseconds(ends_ms)
        return response

    async def ReadAudit(
        self, request: pb.ReadAuditRequest, call: CallContext
    ) -> AsyncIterator[pb.ReadAuditResponse]:
        """Send the recorded actions of operators, of one player or address if the request names one, then new ones as
        they come.

        With `once` it ends after the recorded ones. Names of operators that were erased are left out.
        """
        only = AuditFilter(request.player_id, request.address)
        async for entries in self._audit.read(request.from_record, once=request.once, wanted=only):
            for entry in entries:
                operator_id = entry.record.operator_id
                entry.operator_name = self._players.name(operator_id)
                if self._players.names.is_erased(operator_id):
                    entry.record.ClearField("operator_name")
            yield pb.ReadAuditResponse(entries=entries)

    async def ListOperators(
        self, request: pb.ListOperatorsRequest, call: CallContext
    ) -> pb.ListOperatorsResponse:
        """Return the players who have a role: operators first, then moderators, then auditors, each by name."""
        return pb.ListOperatorsResponse(players=map(player_message, self._players.with_roles()))

    async def ListNodes(self, request: pb.ListNodesRequest, call: CallContext) -> pb.ListNodesResponse:
        """Return the nodes of the server, those that serve first, and the standbys of the database."""
        return pb.ListNodesResponse() if self._nodes is None else await self._nodes.response()

    # Calls that change something ---------------------------------------------------------------------------

    async def CreateInvitation(
        self, request: pb.CreateInvitationRequest, call: CallContext
    ) -> pb.CreateInvitationResponse:
        """Make a code that lets one person, or as many as asked for, register as players.

        Refuse too many uses, an end in the past, and a label that is too long or holds invisible characters.
        """
        end_ms = end_of(request, "expires_at", END_INVALID)
        secret, invitation = await self._players.invitations.create(
            call.caller.player_id,
            label=_checked_title(request.label, "label"),
            uses=request.uses,
            end_ms=end_ms,
        )
        return pb.CreateInvitationResponse(invitation=secret, invitation_id=invitation.id)

    async def CancelMatch(self, request: pb.CancelMatchRequest, call: CallContext) -> pb.CancelMatchResponse:
        """End an open or running match without a result; refuse a finished one. A cancelled match stays as it is."""
        await self._matches.lobby.cancel(call.caller.player_id, request.match_id, request.reason)
        return pb.CancelMatchResponse()

    async def ResignSeat(self, request: pb.ResignSeatRequest, call: CallContext) -> pb.ResignSeatResponse:
        """Resign a seat of a running match for its player; refuse a match that is not running. A seat that has
        resigned stays so.
        """
        await self._matches.admin.resign_by_operator(request.match_id, request.seat, request.reason)
        return pb.ResignSeatResponse()

    async def AdjudicateMatch(
        self, request: pb.AdjudicateMatchRequest, call: CallContext
    ) -> pb.AdjudicateMatchResponse:
        """End a running match with these places; refuse a match that is not running, and places that do not fit."""
        await self._matches.admin.adjudicate(
            call.caller.player_id, request.match_id, request.places, request.reason
        )
        return pb.AdjudicateMatchResponse()

    async def PauseMatch(self, request: pb.PauseMatchRequest, call: CallContext) -> pb.PauseMatchResponse:
        """Stop the clocks of a running match and take no answers at it; refuse a match that is not running."""
        await self._matches.admin.pause(call.caller.player_id, request.match_id, request.reason)
        return pb.PauseMatchResponse()

    async def ResumeMatch(self, request: pb.ResumeMatchRequest, call: CallContext) -> pb.ResumeMatchResponse:
        """Continue a paused match with the clocks as they were; refuse a match that is not running."""
        await self._matches.admin.resume(call.caller.player_id, request.match_id)
        return pb.ResumeMatchResponse()

    async def RevokePlayer(
        self, request: pb.RevokePlayerRequest, call: CallContext
    ) -> pb.RevokePlayerResponse:
        """Take a player's access away for good and give up their seats; refuse an unknown player."""
        await remove_player(
            self._matches, self._players, request.player_id, call.caller.player_id, request.reason
        )
        return pb.RevokePlayerResponse()

    async def ErasePlayer(self, request: pb.ErasePlayerRequest, call: CallContext) -> pb.ErasePlayerResponse:
        """Revoke a player and erase their name for good; return the records of earlier builds that still hold the name.

        Refuse an unknown player, and a call while a running backup prevents cleaning the store's files: call again
        later.
        """
        remaining = await erase_player(
            self._store,
            self._matches,
            self._players,
            self._reports,
            request.player_id,
            call.caller.player_id,
            request.reason,
        )
        return pb.ErasePlayerResponse(remaining_records=remaining)

    async def RenamePlayer(
        self, request: pb.RenamePlayerRequest, call: CallContext
    ) -> pb.RenamePlayerResponse:
        """Give a player another name; refuse a name that is invalid or taken, and a player whose name was erased."""
        player_id = request.player_id
        self._check_may_judge(call, player_id)
        name = await self._players.rename(player_id, request.new_name, call.caller.player_id)
        return pb.RenamePlayerResponse(name=name)

    async def IssueToken(self, request: pb.IssueTokenRequest, call: CallContext) -> pb.IssueTokenResponse:
        """Give a player who has lost the token another one; all earlier ones are invalid from then on, and streams end.

        Refuse an unknown player, a revoked one, and players with a role, whose actions the audit keeps under their
        names.
        """
        token = await self._players.renew_token(request.player_id, by=call.caller.player_id)
        return pb.IssueTokenResponse(token=token)

    async def RetitleMatch(
        self, request: pb.RetitleMatchRequest, call: CallContext
    ) -> pb.RetitleMatchResponse:
        """Give a match another title, whatever its state; refuse a title that is too long or holds invisible
        characters.
        """
        title = _checked_title(request.new_title)
        await self._matches.admin.retitle(call.caller.player_id, request.match_id, title)
        return pb.RetitleMatchResponse()

    async def RetitleTournament(
        self, request: pb.RetitleTournamentRequest, call: CallContext
    ) -> pb.RetitleTournamentResponse:
        """Give a tournament and its matches another title; return the number of matches that had a different one."""
        title = _checked_title(request.new_title)
        by = Actor(call.caller.player_id, operator=True)
        tournament = await self._tournaments.fetch(request.tournament_id)
        return pb.RetitleTournamentResponse(matches=await tournament.retitle(by, title))

    async def KickPlayer(self, request: pb.KickPlayerRequest, call: CallContext) -> pb.KickPlayerResponse:
        """End every stream of a player, who may connect again at once; return the number of streams. Refuse an unknown
        player.
        """
        self._check_may_judge(call, request.player_id)
        why = Refusal(KICKED, f"an operator has ended this stream: {request.reason}")
        return pb.KickPlayerResponse(streams=self._gate.calls.end_streams_of(request.player_id, why))

    async def BanPlayer(self, request: pb.BanPlayerRequest, call: CallContext) -> pb.BanPlayerResponse:
        """Refuse all calls of a player until a time or until the ban is lifted, end their streams, and resign their
        seats if asked.

        Refuse a time in the past, an operator who bans themselves, and an unknown player.
        """
        until_ms = end_of(request, "until", BAN_END_INVALID)
        player_id = request.player_id
        self._check_may_judge(call, player_id)
        await self._players.ban(player_id, call.caller.player_id, request.reason, until_ms)
        if request.resign:
            await vacate_seats(self._matches, player_id)
        return pb.BanPlayerResponse()

    async def UnbanPlayer(self, request: pb.UnbanPlayerRequest, call: CallContext) -> pb.UnbanPlayerResponse:
        """Lift the ban of a player; without a ban nothing changes. Refuse an unknown player."""
        self._check_may_judge(call, request.player_id)
        await self._players.unban(request.player_id, call.caller.player_id)
        return pb.UnbanPlayerResponse()

    async def SetRole(self, request: pb.SetRoleRequest, call: CallContext) -> pb.SetRoleResponse:
        """Give a player a role in place of the one before, or take it; end streams that the player may no longer read.

        Refuse an unknown player, a revoked one, a bot, and to leave the server without an operator.
        """
        await self._players.set_role(request.player_id, call.caller.player_id, role_of(request.role))
        return pb.SetRoleResponse()

    async def Drain(self, request: pb.DrainRequest, call: CallContext) -> pb.DrainResponse:
        """Take no new matches and seats from now on, or, with `stop`, take them again. Running matches continue either
        way. With a time, tell everybody that the server is going to stop then; refuse one in the past.
        """
        stops_ms = 0 if request.stop else end_of(request, "stops_at", END_INVALID)
        if not call.is_forwarded:
            await self._notices.plan_stop(stops_ms, request.reason, call.caller.player_id)
        self._matches.lobby.draining = not request.stop
        self._notices.on_change()
        log.info("drain started" if self._matches.lobby.draining else "drain stopped")
        return pb.DrainResponse(draining=self._matches.lobby.draining)

    async def Announce(self, request: pb.AnnounceRequest, call: CallContext) -> pb.AnnounceResponse:
        """Tell everybody something, in place of what was announced before; an empty text ends that.

        Refuse a long text, one with invisible characters, and an end in the past.
        """
        check_visible(request.text, "text")
        ends_ms = end_of(request, "ends_at", END_INVALID)
        await self._notices.announce(request.text, call.caller.player_id, ends_ms)
        return pb.AnnounceResponse()

    async def CreateBackup(
        self, request: pb.CreateBackupRequest, call: CallContext
    ) -> AsyncIterator[pb.CreateBackupResponse]:
        """Send a copy of the whole store as chunks of a file, while the server runs."""
        async for piece in self._backup():
            yield piece

    # ---------------------------------------------------------------------------------------------------------

    def _check_may_judge(self, call: CallContext, player_id: str) -> None:
        """Refuse a moderator who would act on another player with a role; refuse an unknown player."""
        player = self._players.get(player_id)
        if player.role and player.id != call.caller.player_id and call.caller.role < Role.OPERATOR:
            raise refusal_for_role(Role.OPERATOR, "player_id")

    @contextmanager
    def _count_activity(self) -> Iterator[ActivityCounter]:
        """Count answers, calls and refusals during the block; yield the counter."""
        counting = ActivityCounter()
        matches, gate = self._matches, self._gate
        matches.commits.observers, gate.observers = (
            (*matches.commits.observers, counting),
            (*gate.observers, counting),
        )
        try:
            yield counting
        finally:
            matches.commits.observers = tuple(one for one in matches.commits.observers if one is not counting)
            gate.observers = tuple(one for one in gate.observers if one is not counting)

    async def _status(self) -> pb.GetStatusResponse:
        """Return the counts of GetStatus, which WatchServer sends too."""
        if self._nodes is not None:
            # Other nodes have changed matches, too.
            await self._matches.index.count_states()
        matches, metrics = self._matches.counts(), self._gate.metrics
        status = pb.GetStatusResponse(
            version=self._version,
            draining=self._matches.lobby.draining,
            open_matches=matches["open"],
            running_matches=matches["running"],
            finished_matches=matches["finished"],
            loaded_matches=len(self._matches.loaded()),
            paused_matches=await self._matches.paused_count(),
            tournaments=sum(metrics.tournaments().values()),
            players=len(self._players),
            streams=metrics.streams,
            channels=self._matches.channel_count(),
            answers=metrics.answers,
            refusals=metrics.refusals.total(),
            registration=self._players.registration,
            open_reports=self._reports.open_count,
        )
        status.uptime.FromNanoseconds(int((time.monotonic() - self._began) * 1e9))
        return status

    def _call(self, one: ActiveCall) -> pb.ActiveCall:
        """Return the message that describes a call under way; on Attend and Watch, also its channels and the bytes that
        wait for it.
        """
        session = self._writers.session_of(one.task)
        message = pb.ActiveCall(
            id=one.id,
            method=one.method,
            player_id=one.player_id,
            player_name=one.name,
            peer=one.peer,
            channels=0 if session is None else session.channel_count,
            queued_bytes=0 if session is None else session.outbox.size,
        )
        message.since.FromMilliseconds(one.since_ms)
        return message


def _checked_title(title: str, field: str = "new_title") -> str:
    """Return the title if it is valid. The list of refused words does not apply to operators, who maintain it."""
    check_title(title, field)
    check_visible(title, field)
    return title

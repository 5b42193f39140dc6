"""Calls that only operators may make."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256

from tilth.v1 import operations_pb2, operations_pb2_grpc, players_pb2
from tilth_client.connection import Connection
from tilth_client.errors import ServerError


class Operations:
    """The operator's calls, as `tilth.operations`. They need the token of a player with a role."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def _stub(self) -> "operations_pb2_grpc.OperationsServiceAsyncStub":
        """The stub of the operations service."""
        return operations_pb2_grpc.OperationsServiceStub(self._connection.channel)

    async def status(self) -> operations_pb2.GetStatusResponse:
        """Return the server's counts of matches, players, streams and answers."""
        return await self._connection.unary(self._stub.GetStatus, operations_pb2.GetStatusRequest())

    async def watch(
        self, interval: float = 1.0, *, max_rows: int = 20
    ) -> AsyncIterator[operations_pb2.WatchServerResponse]:
        """Yield the server's state every `interval` seconds: rates, latencies, the `max_rows` busiest matches and
        players."""
        request = operations_pb2.WatchServerRequest(interval_ms=round(interval * 1000), max_rows=max_rows)
        async for snapshot in self._connection.stream(self._stub.WatchServer, request, retry=True):
            yield snapshot

    async def calls(self, player_id: str = "") -> list[operations_pb2.ActiveCall]:
        """Return the calls that the server is working on; with `player_id`, only this player's."""
        request = operations_pb2.ListCallsRequest(player_id=player_id)
        return list((await self._connection.unary(self._stub.ListCalls, request)).calls)

    async def nodes(self) -> operations_pb2.ListNodesResponse:
        """Return the nodes of the server, those that serve first, and the standbys of its database."""
        return await self._connection.unary(self._stub.ListNodes, operations_pb2.ListNodesRequest())

    async def audit(
        self, from_record: int = 0, *, follow: bool = False, player_id: str = "", address: str = ""
    ) -> AsyncIterator[operations_pb2.AuditEntry]:
        """Yield the entries of the audit, the oldest first. With `follow`, continue with new entries as they are
        written.

        With `player_id`, only entries by or about this player; with `address`, only those from this address.
        """
        request = operations_pb2.ReadAuditRequest(
            from_record=from_record, once=not follow, player_id=player_id, address=address
        )
        async for page in self._connection.stream(self._stub.ReadAudit, request, retry=True):
            for entry in page.entries:
                request.from_record = entry.number + 1
                yield entry

    async def operators(self) -> list[players_pb2.Player]:
        """Return the players who have a role: operators first, then moderators, then auditors."""
        request = operations_pb2.ListOperatorsRequest()
        return list((await self._connection.unary(self._stub.ListOperators, request)).players)

    async def set_role(self, player_id: str, role: "players_pb2.OperatorRole.ValueType", reason: str) -> None:
        """Give the player a role in place of the one before; `OPERATOR_ROLE_UNSPECIFIED` takes it."""
        request = operations_pb2.SetRoleRequest(player_id=player_id, role=role, reason=reason)
        await self._connection.unary(self._stub.SetRole, request)

    async def create_invitation(
        self, label: str = "", *, uses: int = 1, until: datetime | None = None
    ) -> operations_pb2.CreateInvitationResponse:
        """Make an invitation for this number of registrations, until `until` if it is given; return it and its id. The
        label is for operators."""
        request = operations_pb2.CreateInvitationRequest(label=label, uses=uses)
        if until is not None:
            request.expires_at.FromDatetime(until.astimezone(UTC).replace(tzinfo=None))
        return await self._connection.unary(self._stub.CreateInvitation, request, retry=False)

    async def cancel(self, match_id: str, reason: str) -> None:
        """Cancel a match. `reason` is shown to its players."""
        request = operations_pb2.CancelMatchRequest(match_id=match_id, reason=reason)
        await self._connection.unary(self._stub.CancelMatch, request)

    async def idle_matches(
        self, player_id: str = "", idle_seconds: float = 0, max_rows: int = 0
    ) -> operations_pb2.ListIdleMatchesResponse:
        """Return matches that have not ended, the one without a record for the longest time first; with a player, only
        those that wait for the player."""
        request = operations_pb2.ListIdleMatchesRequest(player_id=player_id, max_rows=max_rows)
        request.idle.FromMilliseconds(round(idle_seconds * 1000))
        return await self._connection.unary(self._stub.ListIdleMatches, request)

    async def resign_seat(self, match_id: str, seat: int, reason: str) -> None:
        """Resign a seat of a running match for its player."""
        request = operations_pb2.ResignSeatRequest(match_id=match_id, seat=seat, reason=reason)
        await self._connection.unary(self._stub.ResignSeat, request)

    async def adjudicate(self, match_id: str, places: Sequence[int], reason: str) -> None:
        """End a running match with a place for each seat. `reason` is shown to its players."""
        request = operations_pb2.AdjudicateMatchRequest(match_id=match_id, places=places, reason=reason)
        await self._connection.unary(self._stub.AdjudicateMatch, request)

    async def revoke(self, player_id: str, reason: str) -> None:
        """Revoke the player's token."""
        request = operations_pb2.RevokePlayerRequest(player_id=player_id, reason=reason)
        await self._connection.unary(self._stub.RevokePlayer, request)

    async def erase(self, player_id: str, reason: str) -> list[str]:
        """Revoke the player and erase the player's name, permanently. Return the records of earlier builds that still
        hold the name."""
        request = operations_pb2.ErasePlayerRequest(player_id=player_id, reason=reason)
        return list((await self._connection.unary(self._stub.ErasePlayer, request)).remaining_records)

    async def rename(self, player_id: str, name: str, reason: str) -> str:
        """Give the player another name. Return the name as the server keeps it."""
        request = operations_pb2.RenamePlayerRequest(player_id=player_id, new_name=name, reason=reason)
        return (await self._connection.unary(self._stub.RenamePlayer, request)).name

    async def retitle(self, match_id: str, title: str, reason: str) -> None:
        """Give the match another title."""
        request = operations_pb2.RetitleMatchRequest(match_id=match_id, new_title=title, reason=reason)
        await self._connection.unary(self._stub.RetitleMatch, request)

    async def retitle_tournament(self, tournament_id: str, title: str, reason: str) -> int:
        """Give the tournament and its matches another title. Return the number of matches that have changed."""
        request = operations_pb2.RetitleTournamentRequest(
            tournament_id=tournament_id, new_title=title, reason=reason
        )
        return (await self._connection.unary(self._stub.RetitleTournament, request)).matches

    async def issue_token(self, player_id: str, reason: str) -> str:
        """Return a new token for a player who has lost the old one. All earlier ones of the player are revoked."""
        request = operations_pb2.IssueTokenRequest(player_id=player_id, reason=reason)
        return (await self._connection.unary(self._stub.IssueToken, request, retry=False)).token

    async def kick(self, player_id: str, reason: str) -> int:
        """End every stream of the player, who may connect again; return the number of streams."""
        request = operations_pb2.KickPlayerRequest(player_id=player_id, reason=reason)
        return (await self._connection.unary(self._stub.KickPlayer, request)).streams

    async def ban(
        self, player_id: str, reason: str, *, until: datetime | None = None, resign: bool = False
    ) -> None:
        """Ban a player: until `until`, or until `unban`, the server refuses the player's calls. With `resign`, resign
        the player's seats, too."""
        request = operations_pb2.BanPlayerRequest(player_id=player_id, reason=reason, resign=resign)
        if until is not None:
            request.until.FromDatetime(until.astimezone(UTC).replace(tzinfo=None))
        await self._connection.unary(self._stub.BanPlayer, request)

    async def unban(self, player_id: str, reason: str = "") -> None:
        """End the ban of a player."""
        request = operations_pb2.UnbanPlayerRequest(player_id=player_id, reason=reason)
        await self._connection.unary(self._stub.UnbanPlayer, request)

    async def pause(self, match_id: str, reason: str) -> None:
        """Pause the match: it takes no answers and its clocks stop, until it is resumed."""
        request = operations_pb2.PauseMatchRequest(match_id=match_id, reason=reason)
        await self._connection.unary(self._stub.PauseMatch, request)

    async def resume(self, match_id: str) -> None:
        """Resume a paused match."""
        request = operations_pb2.ResumeMatchRequest(match_id=match_id)
        await self._connection.unary(self._stub.ResumeMatch, request)

    async def create_backup(self) -> AsyncIterator[bytes]:
        """Yield the chunks of one file with the whole store as it is now. `tilth-server restore` reads the file.

        Raise ServerError at the end if the chunks that arrived are not those that the server sent.
        """
        hashed = sha256()
        digest = b""
        async for response in self._connection.stream(
            self._stub.CreateBackup, operations_pb2.CreateBackupRequest()
        ):
            hashed.update(response.chunk)
            digest = response.sha256
            yield response.chunk
        if hashed.digest() != digest:
            raise ServerError("The copy arrived torn or altered; try again.")

    async def announce(self, text: str, *, until: datetime | None = None) -> None:
        """Tell everybody this, until `until`, or until another announcement; "" ends it."""
        request = operations_pb2.AnnounceRequest(text=text)
        if until is not None:
            request.ends_at.FromDatetime(until.astimezone(UTC).replace(tzinfo=None))
        await self._connection.unary(self._stub.Announce, request)

    async def drain(self, *, stop: bool = False, stops_at: datetime | None = None, reason: str = "") -> bool:
        """Make the server refuse new matches and seats; with `stop`, make it accept them again. Return whether it
        refuses them now. With `stops_at`, everybody learns that you are going to stop the server then."""
        request = operations_pb2.DrainRequest(stop=stop, reason=reason)
        if stops_at is not None:
            request.stops_at.FromDatetime(stops_at.astimezone(UTC).replace(tzinfo=None))
        return (await self._connection.unary(self._stub.Drain, request)).draining

"""The changes of matches that directors of tournaments ask for, over several nodes: each match's owner makes them."""

from collections.abc import Sequence
from typing import Final

from tilth.links.v1 import links_pb2 as pb
from tilth.v1 import tournaments_pb2
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.gateway import Gateway
from tilth_server.matches.owner_actions import LookedAfter, OwnerActions
from tilth_server.players import Role
from tilth_server.refusal import Refusal
from tilth_server.tournaments.context import SERVER

METHOD: Final = "tilth.links.v1.DirectMatches"
GET_TOURNAMENT: Final = "tilth.v1.TournamentsService/GetTournament"


class NodeActions:
    """The changes of matches that directors ask for: made here, or forwarded."""

    def __init__(self, own: OwnerActions, gateway: Gateway) -> None:
        self._own = own
        self._gateway = gateway
        self._call = _call_of(gateway)
        gateway.add(METHOD, pb.DirectMatchesRequest, self.serve)

    async def cancel(self, match_id: str, reason: str) -> None:
        """Cancel a match."""
        if self._gateway.membership.owns(match_id):
            await self._own.cancel(match_id, reason)
        else:
            await self._ask(match_id, pb.DirectMatchesRequest(cancel=pb.CancelMatches(reason=reason)))

    async def resign_withdrawn(self, match_id: str, seat: int) -> None:
        """Resign the seat of an entrant who has withdrawn."""
        if self._gateway.membership.owns(match_id):
            await self._own.resign_withdrawn(match_id, seat)
        else:
            await self._ask(match_id, pb.DirectMatchesRequest(resign=pb.ResignSeat(seat=seat)))

    async def retitle(self, actor_id: str, match_id: str, title: str) -> bool:
        """Give a match another title. Return False if it has that title already."""
        if self._gateway.membership.owns(match_id):
            return await self._own.retitle(actor_id, match_id, title)
        action = pb.RetitleMatches(title=title, actor_id=actor_id)
        return bool((await self._ask(match_id, pb.DirectMatchesRequest(retitle=action))).changed_match_ids)

    async def look_after(self, match_ids: Sequence[str], allowed_ms: int) -> LookedAfter:
        """Ask each owner for all its matches at once. An owner that can't be reached is asked the next time."""
        by_owner: dict[str, list[str]] = {}
        membership = self._gateway.membership
        for match_id in match_ids:
            by_owner.setdefault(membership.owner_of(match_id).id, []).append(match_id)
        found = await self._own.look_after(by_owner.pop(membership.me.id, []), allowed_ms)
        action = pb.LookAfterMatches(absence_timeout_ms=allowed_ms)
        for owned in by_owner.values():
            try:
                reply = await self._ask(owned[0], pb.DirectMatchesRequest(match_ids=owned, look_after=action))
            except Refusal:
                continue
            found.ended += reply.ended_match_ids
            found.damaged += reply.damaged_match_ids
        return found

    async def serve(self, request: pb.DirectMatchesRequest, call: CallContext) -> pb.DirectMatchesResponse:
        """Carry out what the director at another node asks for."""
        reply = pb.DirectMatchesResponse()
        match_ids = list(request.match_ids)
        match request.WhichOneof("action"):
            case "cancel":
                for match_id in match_ids:
                    await self._own.cancel(match_id, request.cancel.reason)
            case "resign":
                for match_id in match_ids:
                    await self._own.resign_withdrawn(match_id, request.resign.seat)
            case "retitle":
                for match_id in match_ids:
                    if await self._own.retitle(request.retitle.actor_id, match_id, request.retitle.title):
                        reply.changed_match_ids.append(match_id)
            case "look_after":
                found = await self._own.look_after(match_ids, request.look_after.absence_timeout_ms)
                reply.ended_match_ids.extend(found.ended)
                reply.damaged_match_ids.extend(found.damaged)
        return reply

    async def _ask(self, match_id: str, request: pb.DirectMatchesRequest) -> pb.DirectMatchesResponse:
        """Ask the owner of a match."""
        if not request.match_ids:
            request.match_ids.append(match_id)
        reply = await self._gateway.forward(match_id, METHOD, request, self._call)
        return pb.DirectMatchesResponse.FromString(reply)


async def tournament_at_owner(gateway: Gateway, tournament_id: str) -> tournaments_pb2.Tournament | None:
    """Return the message by which a list shows a tournament of another node, from there; None if it can't be had."""
    request = tournaments_pb2.GetTournamentRequest(tournament_id=tournament_id)
    try:
        reply = await gateway.forward(tournament_id, GET_TOURNAMENT, request, _call_of(gateway))
    except Refusal:
        return None
    message = tournaments_pb2.GetTournamentResponse.FromString(reply).tournament
    message.ClearField("entrants")
    message.settings.ClearField("invited_player_ids")
    return message


def _call_of(gateway: Gateway) -> CallContext:
    """Return the context of a call that this node itself makes."""
    caller = Caller(SERVER.player_id, "", True, Role.OPERATOR)
    return CallContext(caller, gateway.membership.me.id, None, _write_nothing, {})


async def _write_nothing(_: bytes) -> None:
    """Write nothing: the call streams nothing."""

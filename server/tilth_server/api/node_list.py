"""The list of the nodes for operators: the members of the last day, and what each one that runs says of itself."""

from collections.abc import Callable

from tilth.v1 import operations_pb2 as pb
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import WINDOW_SECONDS, Membership
from tilth_server.nodes.traffic import Traffic
from tilth_server.store import SeenMember


class NodeList:
    """The nodes as this one knows them."""

    def __init__(
        self, membership: Membership, links: Links, traffic: Traffic, owned: Callable[[], int]
    ) -> None:
        """`owned` returns the number of loaded matches that this node owns."""
        self._membership = membership
        self._links = links
        self._traffic = traffic
        self._owned = owned

    async def response(self) -> pb.ListNodesResponse:
        """Return this node's own row in full, and all others as the table of members has them."""
        response = pb.ListNodesResponse()
        for seen in await self._membership.list_seen():
            row = response.nodes.add(
                id=seen.member.id,
                address=seen.member.address,
                version=seen.member.version,
                state=_state(seen),
            )
            row.silence.FromMilliseconds(max(0, seen.silent_ms))
            if seen.member.id == self._membership.me.id:
                self._describe(row)
        standbys = await self._membership.list_standbys()
        response.standbys_known = standbys is not None
        for standby in standbys or ():
            described = response.standbys.add(name=standby.name, mode=standby.mode)
            if standby.lag_ms is not None:
                described.lag.FromMilliseconds(standby.lag_ms)
        return response

    def _describe(self, row: pb.Node) -> None:
        """Add what only this node knows of itself."""
        traffic = self._traffic
        row.owned_matches = self._owned()
        row.match_calls, row.forwarded_calls = traffic.match_calls, traffic.forwarded
        others = [member for member in self._membership.members if member.id != self._membership.me.id]
        up = self._links.up
        row.links_up = sum(member.id in up for member in others)
        row.links_down.extend(sorted(member.address for member in others if member.id not in up))


def _state(seen: SeenMember) -> pb.NodeState.ValueType:
    """Return what a member does, as the table of members has it."""
    if seen.is_gone or seen.silent_ms > WINDOW_SECONDS * 1000:
        return pb.NODE_STATE_GONE
    return pb.NODE_STATE_LEAVING if seen.member.is_leaving else pb.NODE_STATE_SERVING

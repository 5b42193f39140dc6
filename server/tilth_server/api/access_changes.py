"""The consequences of new records of players, also of those that other nodes have written: streams end, and names
change.
"""

from collections.abc import Callable, Iterator
from typing import Final

from tilth.v1 import operations_pb2
from tilth.v1.players_pb2 import PlayerRecord
from tilth_server import reasons
from tilth_server.api.active_calls import ActiveCall, ActiveCalls
from tilth_server.players import PlayerRegistry
from tilth_server.players.invitations import id_of
from tilth_server.players.roles import Role
from tilth_server.refusal import Refusal

OPERATIONS: Final = operations_pb2.DESCRIPTOR.services_by_name["OperationsService"].full_name


class AccessChanges:
    """The follower of the players' stream: it ends the streams of those who may no longer have them."""

    def __init__(
        self,
        players: PlayerRegistry,
        calls: ActiveCalls,
        needed_role: Callable[[str], Role | None],
        update_names: Callable[[str], None],
    ) -> None:
        """`needed_role` returns the smallest role for a method of operators; None if it needs none. `update_names`
        shows a player by the present name, from the player's id.
        """
        self._needed_role = needed_role
        self._players = players
        self._calls = calls
        self._update_names = update_names
        players.on_record(self._follow)

    def _follow(self, record: PlayerRecord) -> None:
        """React to a record that has just been applied."""
        match record.WhichOneof("cause"):
            case "banned":
                self._end_streams(iter((record.banned.player_id,)))
            case "invitation_banned":
                invitation_id = id_of(record.invitation_banned.invitation_hash)
                tree = self._players.invitations.players(invitation_id, tree=True)
                self._end_streams(player.id for player in tree if not player.role)
            case "address_banned":
                self._end_streams_from(record.address_banned.ban_id)
            case "role_set":
                self._end_unreadable(record.role_set.player_id)
            case "renamed":
                self._update_names(record.renamed.player_id)
            case "erased":
                self._update_names(record.erased.player_id)

    def _end_streams(self, player_ids: Iterator[str]) -> None:
        """End every stream of those of these players that a ban hits now."""
        for player_id in player_ids:
            if (ban := self._players.ban_of(player_id)) is not None:
                self._calls.end_streams_of(player_id, ban.refusal())

    def _end_unreadable(self, player_id: str) -> None:
        """End the streams of OperationsService that a player may no longer read."""
        role = self._players.get(player_id).role

        def is_hit(call: ActiveCall) -> bool:
            needed = self._needed_role(call.method) if call.method.startswith(f"{OPERATIONS}/") else None
            return call.player_id == player_id and needed is not None and role < needed

        why = Refusal(reasons.OPERATORS_ONLY, "an operator has changed your role")
        self._calls.end_streams_where(is_hit, why)

    def _end_streams_from(self, ban_id: str) -> None:
        """End every stream from the addresses that a ban hits."""
        ban = self._players.bans.all.by_id(ban_id)
        if ban is not None:
            self._calls.end_streams_where(self._is_banned, ban.refusal())

    def _is_banned(self, call: ActiveCall) -> bool:
        """Return whether a call comes from an address that is banned. Players with a role are not hit."""
        return self._players.bans.all.of_address(call.address) is not None and not (
            call.player_id and self._players.get(call.player_id).role
        )

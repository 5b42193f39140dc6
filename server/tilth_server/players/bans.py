"""Bans of players, of networks and of invitations' trees, for a time or until they are lifted.

A network is kept beside the streams, so that it can be erased when its ban has ended.
"""

import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple

from tilth.v1.players_pb2 import KeptNetwork, PlayerRecord
from tilth_server.players.invitations import id_of
from tilth_server.reasons import ADDRESS_BANNED, ADDRESS_INVALID, PLAYER_BANNED
from tilth_server.refusal import Refusal
from tilth_server.store import KeptValue

Network = IPv4Network | IPv6Network

NETWORK: Final = "ban/"
IPV6_PREFIX: Final = 64
"""The bits of an IPv6 address that its owner does not choose."""
MAX_REMEMBERED: Final = 10_000
"""Addresses of which it is remembered whether they are banned."""


class Ban(NamedTuple):
    """A ban, which may have ended."""

    reason: str
    until_ms: int
    """End of the ban in milliseconds since 1970; 0 if the ban lasts until it is lifted."""
    id: str = ""
    """The id of the player or the invitation, or the ban's own."""
    actor_id: str = ""
    created_ms: int = 0
    network: Network | None = None
    """None for the ban of a player or of an invitation."""

    @property
    def holds(self) -> bool:
        """Return whether the ban has not ended by the clock."""
        return not self.until_ms or self.until_ms > time.time_ns() // 1_000_000

    def refusal(self) -> Refusal:
        """Return the refusal of every call that the ban hits. Its details have `until` if the ban has an end."""
        reason = PLAYER_BANNED if self.network is None else ADDRESS_BANNED
        subject = "you are" if self.network is None else "your address is"
        if not self.until_ms:
            return Refusal(reason, f"{subject} banned until an operator lifts it: {self.reason}")
        until = datetime.fromtimestamp(self.until_ms / 1000, UTC).isoformat(timespec="seconds")
        message = f"{subject} banned until {until}: {self.reason}"
        return Refusal(reason, message, details={"until": until})


class Bans:
    """The last ban of each player and invitation, and those of networks. A ban with an end ends by the clock, without a
    record."""

    def __init__(self) -> None:
        self._by_player: dict[str, Ban] = {}
        self.by_invitation: dict[str, Ban] = {}
        self._by_network: dict[str, Ban] = {}
        """By the ban's id."""
        self._kept: dict[str, Network] = {}
        self._remembered: dict[str, tuple[Ban, ...]] = {}
        """The bans of networks that hold an address, by the address."""

    def load(self, kept: Mapping[str, bytes]) -> None:
        """Load the networks that are stored beside the streams."""
        for key, body in kept.items():
            if key.startswith(NETWORK):
                self.remember_network(
                    key.removeprefix(NETWORK), ip_network(KeptNetwork.FromString(body).network)
                )

    # Reading ---------------------------------------------------------------------------------------

    def of(self, player_id: str) -> Ban | None:
        """Return the player's own ban if it holds now; None if there is none, or if it has ended."""
        ban = self._by_player.get(player_id)
        return ban if ban is not None and ban.holds else None

    def of_invitation(self, invitation_id: str) -> Ban | None:
        """Return the ban of this invitation if it holds now; None if there is none, or if it has ended."""
        ban = self.by_invitation.get(invitation_id)
        return ban if ban is not None and ban.holds else None

    def of_address(self, address: str) -> Ban | None:
        """Return a ban that hits this address (ipv4:192.0.2.7) now; None if none does."""
        if not self._by_network:
            return None
        found = self._remembered.get(address)
        if found is None:
            if len(self._remembered) >= MAX_REMEMBERED:
                self._remembered.clear()
            found = self._remembered[address] = tuple(
                ban
                for ban in self._by_network.values()
                if ban.network is not None and holds(ban.network, address)
            )
        return next((ban for ban in found if ban.holds), None)

    def by_id(self, ban_id: str) -> Ban | None:
        """Return the ban of a network or an invitation if it holds now; None if there is none."""
        ban = self._by_network.get(ban_id) or self.by_invitation.get(ban_id)
        return ban if ban is not None and ban.holds else None

    def newest_first(self) -> list[Ban]:
        """Return the bans of every kind that hold now, the newest first."""
        everything = (*self._by_player.values(), *self.by_invitation.values(), *self._by_network.values())
        return sorted((ban for ban in everything if ban.holds), key=lambda ban: -ban.created_ms)

    def ended_networks(self) -> Iterator[str]:
        """Yield the ids of the bans whose networks are stored although they have ended."""
        for ban_id in self._kept:
            ban = self._by_network.get(ban_id)
            if ban is None or not ban.holds:
                yield ban_id

    # Changing: records that are durable ------------------------------------------------------------

    def apply(self, record: PlayerRecord) -> None:
        """Apply the record of a ban, which takes the place of an earlier ban of the same, or of its end."""
        match record.WhichOneof("cause"):
            case "banned":
                self._by_player[record.banned.player_id] = _ban(
                    record, record.banned.player_id, record.banned
                )
            case "unbanned":
                self._by_player.pop(record.unbanned.player_id, None)
            case "invitation_banned":
                invitation_id = id_of(record.invitation_banned.invitation_hash)
                self.by_invitation[invitation_id] = _ban(record, invitation_id, record.invitation_banned)
            case "address_banned":
                ban_id = record.address_banned.ban_id
                if (network := self._kept.get(ban_id)) is not None:
                    ban = _ban(record, ban_id, record.address_banned)
                    self._by_network[ban_id] = ban._replace(network=network)
            case "ban_lifted":
                self.by_invitation.pop(record.ban_lifted.ban_id, None)
                self._by_network.pop(record.ban_lifted.ban_id, None)
        self._remembered.clear()

    def remember_network(self, ban_id: str, network: Network) -> None:
        """Remember the network of a ban, which is durable now."""
        self._kept[ban_id] = network

    def replace_networks(self, ended: list[str], ban_id: str, network: Network) -> None:
        """Forget the networks of bans that have ended, and remember that of a new one."""
        self.forget_networks(ended)
        self.remember_network(ban_id, network)

    def forget_networks(self, ban_ids: list[str]) -> None:
        """Forget the networks of bans that have ended, which are erased from the store now."""
        for ban_id in ban_ids:
            self._kept.pop(ban_id, None)
            self._by_network.pop(ban_id, None)


def _ban(record: PlayerRecord, ban_id: str, banned: Any) -> Ban:
    """Return the ban that a record makes."""
    until_ms = banned.until.ToMilliseconds() if banned.HasField("until") else 0
    return Ban(banned.reason, until_ms, ban_id, banned.actor_id, record.at.ToMilliseconds())


def network_of(text: str) -> Network:
    """Return the network that these words name: an address, or a network as CIDR. Raises Refusal if they name none."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        message = f"{text[:50]!r} is no address and no network: write 192.0.2.7 or 192.0.2.0/24"
        raise Refusal(ADDRESS_INVALID, message, field="network") from None
    if isinstance(network, IPv6Network) and network.prefixlen > IPV6_PREFIX:
        return network.supernet(new_prefix=IPV6_PREFIX)
    return network


def holds(network: Network, address: str) -> bool:
    """Return whether the network holds an address as calls show it: ipv4:192.0.2.7."""
    try:
        return ip_address(address.partition(":")[2]) in network
    except ValueError:
        return False  # a socket file


def network_to_keep(ban_id: str, network: Network | None) -> KeptValue:
    """Return the value to store for the network of a ban; None erases it."""
    body = b"" if network is None else KeptNetwork(network=str(network)).SerializeToString()
    return KeptValue(f"{NETWORK}{ban_id}", body)

"""The address that a call comes from, also behind a proxy, and the group of addresses that limits count as one."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import unquote

Network = IPv4Network | IPv6Network
Metadata = Iterable[tuple[str, str | bytes]]

FORWARDED: Final = "x-forwarded-for"
"""The header in which proxies list the addresses of their clients. Each proxy adds one on the right."""
IPV6_PREFIX: Final = 64
"""The bits of an IPv6 address that a provider gives to one customer, who chooses the rest."""


class ClientAddress(NamedTuple):
    """The address of a call's client."""

    shown: str
    """For people and logs, without the port: ipv4:192.0.2.7, ipv6:2001:db8::1, unix:."""
    group: str
    """The unit that limits count by: the address, or the first 64 bits of an IPv6 address."""


class AddressReader:
    """Reads the address of a call's client: from the connection, or from a header if a trusted proxy sent the call."""

    def __init__(self, trusted: Sequence[Network] = ()) -> None:
        self._trusted = tuple(trusted)

    def client_address(self, peer: str, metadata: Metadata) -> tuple[ClientAddress, bool]:
        """Return the client's address, and whether a proxy gave it.

        The header is believed from its right end on, as far as trusted proxies wrote it.
        """
        end = near = _read(peer)
        if end is None:
            return ClientAddress(peer, peer), False
        if self._trusted and self._is_trusted(end):
            hops = [hop for key, value in metadata if key == FORWARDED for hop in str(value).split(",")]
            for hop in reversed(hops):
                try:
                    end = _plain(ip_address(hop.strip().removeprefix("[").removesuffix("]")))
                except ValueError:
                    break  # Trusted proxies write nothing but addresses: a client wrote this, and everything before it.
                if not self._is_trusted(end):
                    break
        return _address(end), end is not near

    def trusts(self, peer: str) -> bool:
        """Return whether the other end of a connection, in gRPC's name of it, is a trusted proxy."""
        end = _read(peer)
        return end is not None and self._is_trusted(end)

    def _is_trusted(self, address: IPv4Address | IPv6Address) -> bool:
        """Return whether the address is that of a trusted proxy."""
        return any(address in network for network in self._trusted)


@lru_cache(1024)
def _read(peer: str) -> IPv4Address | IPv6Address | None:
    """Return the address in gRPC's name of a peer (ipv6:%5B::1%5D:5555); None for a socket file."""
    kind, _, rest = unquote(peer).partition(":")
    if kind not in ("ipv4", "ipv6"):
        return None
    host = rest.rpartition(":")[0].removeprefix("[").removesuffix("]").partition("%")[0]
    try:
        return _plain(ip_address(host))
    except ValueError:
        return None


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an IPv4 address that is written as an IPv6 one (::ffff:192.0.2.7) as an IPv4 address."""
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(1024)
def _address(address: IPv4Address | IPv6Address) -> ClientAddress:
    """Return the address as it is shown, with the group that limits count it in."""
    shown = f"ipv{address.version}:{address}"
    if address.version == 4:
        return ClientAddress(shown, shown)
    return ClientAddress(shown, f"ipv6:{ip_network((address, IPV6_PREFIX), strict=False)}")

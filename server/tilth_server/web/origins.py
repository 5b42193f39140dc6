"""The addresses under which browsers may reach the page: what `Host` and `Origin` of a request may be.

Without this, a foreign page could call a server on its reader's machine, and a name that a stranger owns could be
pointed at it (DNS rebinding).
"""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from tilth_server.settings import Address

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
PORTS: Final = {"http": 80, "https": 443}


class BadOrigin(ValueError):
    """An origin that is not written as https://host/path. The text says what is wrong."""


class Origins:
    """The hosts and origins that are accepted, and the paths below which the page stands."""

    def __init__(self, bound: Address, wanted: Iterable[str] = ()) -> None:
        """`bound` is the address that the listener has; `wanted` are the origins that the operator names."""
        self._hosts: set[str] = set()
        self._origins: set[str] = set()
        self.prefixes: tuple[str, ...] = ("",)
        """The paths below which a request may stand; the empty one is always among them."""
        names = [*LOOPBACK, *_names(bound.host)]
        for name in names:
            self._add("http", name, bound.port)
            self._add("https", name, bound.port)
        for origin in wanted:
            parts = urlsplit(origin)
            if parts.scheme not in PORTS or not parts.hostname or parts.query or parts.fragment:
                raise BadOrigin(f"{origin!r} is no origin; write it as https://host or https://host/path")
            name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            self._add(parts.scheme, name, parts.port or PORTS[parts.scheme])
            if path := parts.path.rstrip("/"):
                self.prefixes = (*self.prefixes, path)

    def has_host(self, host: str) -> bool:
        return host.lower() in self._hosts

    def has_origin(self, origin: str) -> bool:
        return origin.lower() in self._origins

    def below(self, path: str) -> str:
        """Return the path without the prefix that the operator has named, if it has one."""
        for prefix in self.prefixes:
            if prefix and (path == prefix or path.startswith(f"{prefix}/")):
                return path[len(prefix) :] or "/"
        return path

    def _add(self, scheme: str, name: str, port: int) -> None:
        name = name.lower()
        self._hosts.add(f"{name}:{port}")
        self._origins.add(f"{scheme}://{name}:{port}")
        if port == PORTS[scheme]:
            self._hosts.add(name)
            self._origins.add(f"{scheme}://{name}")


def _names(host: str) -> list[str]:
    """Return the bound host as browsers write it; nothing for an address that means every interface."""
    try:
        address = ip_address(host)
    except ValueError:
        return [host]
    if address.is_unspecified:
        return []
    return [f"[{address}]" if address.version == 6 else str(address)]

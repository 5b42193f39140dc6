"""Admission: the token and the limits of a call are checked before any other work is done for it.

A stranger is a client without a good token. Strangers have a small allowance of calls for each address, so that
clients that guess tokens, or are refused again and again, cost the server almost nothing.
"""

from dataclasses import dataclass
from typing import Final

from tilth_server import reasons
from tilth_server.api.client_addresses import AddressReader, ClientAddress, Metadata
from tilth_server.api.rate_limit import RateLimiter
from tilth_server.players import Player, PlayerRegistry
from tilth_server.refusal import Refusal
from tilth_server.settings import Limits

BEARER: Final = "Bearer "
AUTHORIZATION: Final = "authorization"
MINUTE: Final = 60.0
REGISTRATIONS: Final = "registrations_per_minute"
DEVICE_CODES: Final = "device_codes_per_minute"


@dataclass(slots=True)
class Visitor:
    """The client of one call: its address, and its player if the call has a good token."""

    peer: str
    """The connection's other end, with its port; behind a trusted proxy the client's address alone."""
    address: ClientAddress
    player: Player | None = None
    """None for a stranger."""

    @property
    def client(self) -> str:
        """Return the client that limits count by: the player, or the address of a stranger."""
        return self.address.group if self.player is None else self.player.id

    @property
    def name(self) -> str:
        """Return the client as operators and the log see it: the player's id, or a stranger's address."""
        return self.address.shown if self.player is None else self.player.id


class Admission:
    """The check of a call's token and of the limits on calls."""

    def __init__(self, players: PlayerRegistry, limits: Limits, addresses: AddressReader) -> None:
        self._players = players
        self._addresses = addresses
        self._calls = RateLimiter(limits.calls_per_second)
        self._strangers = RateLimiter(limits.stranger_calls_per_second, name="stranger_calls_per_second")
        self._per_minute = {
            REGISTRATIONS: RateLimiter(limits.registrations_per_minute, name=REGISTRATIONS, seconds=MINUTE),
            DEVICE_CODES: RateLimiter(limits.device_codes_per_minute, name=DEVICE_CODES, seconds=MINUTE),
        }

    def visitor(self, peer: str, metadata: Metadata) -> Visitor:
        """Return the client of a call by its address, not yet as a player: `admit` reads the token."""
        address, is_forwarded = self._addresses.client_address(peer, metadata)
        return Visitor(address.shown if is_forwarded else peer, address)

    def admit(self, visitor: Visitor, metadata: Metadata, *, is_public: bool, limit: str) -> None:
        """Check the token and the limits of a call; raise Refusal if it may not run.

        `is_public`: the call needs no token. `limit`: the limit that it has besides; "" for none.
        """
        if is_public:
            self._strangers.check(visitor.client)
            if limit:
                self._per_minute[limit].check(visitor.client)
            self._check_address(visitor)
            return
        player = visitor.player = self._player_of(metadata)
        if player is None:
            self._strangers.check(visitor.client)
            if any(key == AUTHORIZATION for key, _ in metadata):
                raise Refusal(reasons.TOKEN_INVALID, "no player has this token")
            raise Refusal(reasons.TOKEN_MISSING, "this call needs a token: authorization: Bearer <token>")
        self._calls.check(player.id)
        if (ban := self._players.ban_of(player.id)) is not None:
            raise ban.refusal()
        if not player.role:
            self._check_address(visitor)

    def _check_address(self, visitor: Visitor) -> None:
        """Refuse a call from an address that is banned."""
        if (ban := self._players.bans.all.of_address(visitor.address.shown)) is not None:
            raise ban.refusal()

    def _player_of(self, metadata: Metadata) -> Player | None:
        """Return the player of the token in the headers; None without a good token."""
        for key, value in metadata:
            if key == AUTHORIZATION:
                text = value if isinstance(value, str) else ""
                return self._players.player_of_token(text[len(BEARER) :]) if text.startswith(BEARER) else None
        return None

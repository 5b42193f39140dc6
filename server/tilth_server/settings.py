"""The settings of a server. Every value has a default that suits one machine and a few friends."""

import os
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path


class Registration(StrEnum):
    """The rule by which people may register as players."""

    OPEN = "open"
    INVITATION = "invitation"
    CLOSED = "closed"


class LogFormat(StrEnum):
    """The style of log lines: JSON for machines, colours for people. AUTO takes colours on a terminal, else JSON."""

    AUTO = "auto"
    JSON = "json"
    TERMINAL = "terminal"


def _limit(default: int, help_text: str) -> int:
    """Return a field with the limit's default and its text for `--help`."""
    value: int = field(default=default, metadata={"help": help_text})
    return value


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for clients. A request over a limit is refused with the limit's name."""

    message_bytes: int = _limit(1 << 20, "bytes in one message that a client sends")
    calls_per_second: int = _limit(
        200, "calls of one player per second on average; twice as many may come at once"
    )
    stranger_calls_per_second: int = _limit(
        20,
        "calls without a valid token from one address per second on average; twice as many may come at once",
    )
    registrations_per_minute: int = _limit(
        60, "registrations from one address per minute on average; twice as many may come at once"
    )
    device_codes_per_minute: int = _limit(
        10,
        "codes of other devices tried from one address per minute on average; twice as many may come at once",
    )
    tokens_per_player: int = _limit(20, "valid tokens of one player, one for each device")
    streams_per_connection: int = _limit(
        200, "running calls on one connection; further calls wait in the client"
    )
    unfinished_matches_per_player: int = _limit(100, "matches created by one player that have not ended")
    unfinished_tournaments_per_player: int = _limit(
        20, "tournaments created by one player that have not ended"
    )
    streams_per_player: int = _limit(64, "running streams of one player, of every kind")
    queued_bytes_per_player: int = _limit(
        16 << 20, "bytes queued for one player, over all streams and replies"
    )
    channels_per_stream: int = _limit(1000, "channels (seats and watches) on one Attend stream")
    subscriptions_per_player: int = _limit(
        64, "replays, tournaments and lists of matches of one player on Attend streams"
    )
    commands_per_message: int = _limit(1000, "commands in one message, or answers in one batch")
    channels_per_match: int = _limit(5000, "channels of one match, those of its seats included")
    web_connections_per_address: int = _limit(
        256,
        "connections of one address to the listener for browsers; those of a trusted proxy are not counted",
    )
    web_requests_per_second: int = _limit(
        100,
        "requests of one address for the page's files and for new sockets per second on average; twice as many"
        " may come at once",
    )


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of a server that speaks TLS."""

    certificate: Path
    key: Path
    client_ca: Path | None = None
    """File of the CA that signs the certificates of clients; None if clients need no certificates."""


def default_data_dir() -> Path:
    """Return the data directory for a server whose settings name none."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tilth"


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """The settings of a server that is one of several nodes on one store."""

    listen: Address
    """Address at which the other nodes reach this one."""
    tls: Tls | None = None
    """Files for the links, with the CA that signs the certificates of nodes; None in a private network."""


LOOPBACK = Address("127.0.0.1", 4030)
IDLE_SECONDS = 300
DEVICE_CODE_SECONDS = 300
BOTS_AT_ONCE = 4
BOT_MEMORY_MIB = 1024
MAX_BOT_DELAY = 5.0
"""Seconds. A bot has ten for its answer, and this wait is part of them."""
ADDRESS_DAYS = 90
"""Days for which the audit keeps the addresses of operators."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    data: Path = field(default_factory=default_data_dir)
    store: str | None = None
    """URL of the store; None for an SQLite database in the data directory."""
    listen: Address = LOOPBACK
    node: NodeSettings | None = None
    """None for a server that runs alone."""
    web: Address | None = None
    """Address of the listener for browsers; None without one."""
    web_origins: tuple[str, ...] = ()
    """Addresses besides its own under which browsers may reach the page: https://host/path."""
    registration: Registration = Registration.OPEN
    tls: Tls | None = None
    metrics: Address | None = None
    trace: Address | None = None
    """Address of the OpenTelemetry collector (OTLP over gRPC) for calls, steps and commits; None if nothing is traced.
    """
    trace_ratio: float = 1.0
    """Share of the traces that are sent, from 0 to 1."""
    log_format: LogFormat = LogFormat.AUTO
    limits: Limits = Limits()
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Proxies whose X-Forwarded-For is believed."""
    accept_older_store: bool = False
    """True to start on a database that lacks records which the data directory had."""
    address_days: int = ADDRESS_DAYS
    """Days for which the audit keeps the addresses of operators; 0: none."""
    idle_match_days: float = 0
    """Days without a record after which a match that has not ended is cancelled; 0: never."""
    refused_words: Path | None = None
    """File with names and titles that nobody may choose; None without one."""
    source: str | None = None
    """URL of the store that is copied; None for other commands."""
    file: Path | None = None
    """File that a command writes or reads besides the data; None for other commands."""
    before_ms: int = 0
    """Time, in milliseconds since 1970, before which a match has to have ended to be archived."""
    incremental: bool = False
    """True to back up what is new since the last backup in the folder `file`."""
    verify_copy: bool = False
    """True to verify a backup after it is made."""
    device_code_seconds: float = DEVICE_CODE_SECONDS
    """Seconds for which a code for another device is good."""
    bots: tuple[str, ...] = ("all",)
    """Names of the bots that the server may run; ("all",) for every installed one, ("none",) for none."""
    bots_at_once: int = BOTS_AT_ONCE
    """Limit on the processes of bots that run at once."""
    bot_memory_mib: int = BOT_MEMORY_MIB
    """Limit on the address space of a bot's process."""
    bot_delay: float = 0.0
    """Seconds that a bot waits before each answer."""
    idle_seconds: float = IDLE_SECONDS
    """Seconds without access after which a loaded match leaves memory. The next access loads it again."""

    @property
    def store_url(self) -> str:
        """Return the URL of the store."""
        return self.store or f"sqlite:{self.data}"

"""What a server can be told when it starts: every value has a default that suits one machine and its friends."""

import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Registration(StrEnum):
    """Who may become a player."""

    OPEN = "open"
    INVITATION = "invitation"
    CLOSED = "closed"


class LogStyle(StrEnum):
    """How log lines look: JSON for machines, colours for people; AUTO takes the terminal for a person."""

    AUTO = "auto"
    JSON = "json"
    TERMINAL = "terminal"


def _limit(default: int, what: str) -> int:
    """A limit with its default, and what it bounds in the words that `--help` shows."""
    value: int = field(default=default, metadata={"help": what})
    return value


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may take of the server. Whatever is over one of them is refused with the limit's name."""

    message_bytes: int = _limit(1 << 20, "bytes in one message that a client sends")
    calls_per_second: int = _limit(200, "calls of one player, on the average; twice as many may come at once")
    open_matches_per_player: int = _limit(100, "matches created by one player that are not over")
    open_tournaments_per_player: int = _limit(20, "tournaments created by one player that are not over")
    streams_per_player: int = _limit(64, "running streams of one player, of every kind")
    channels_per_stream: int = _limit(1000, "seats and watches on one Attend stream")
    answers_per_message: int = _limit(1000, "things said in one message, or answers given together")
    watchers_per_match: int = _limit(5000, "channels that follow one match, its seats' included")


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen."""

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
    """Who signs the certificates that clients must then have."""


def default_data() -> Path:
    """Where data goes that nobody chose a place for."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tilth"


LOOPBACK = Address("127.0.0.1", 4030)
IDLE_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it."""

    data: Path = field(default_factory=default_data)
    listen: Address = LOOPBACK
    registration: Registration = Registration.OPEN
    tls: Tls | None = None
    metrics: Address | None = None
    trace: Address | None = None
    """The OpenTelemetry collector (OTLP over gRPC) that is told of every call, step and commit."""
    trace_share: float = 1.0
    """The part of them that is told."""
    log: LogStyle = LogStyle.AUTO
    limits: Limits = Limits()
    file: Path | None = None
    """Of a command that writes or reads a file besides the data."""
    idle_seconds: float = IDLE_SECONDS
    """A live match that nobody asks for so long leaves memory; the next one who asks brings it back."""

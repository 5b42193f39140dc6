"""The place that a store's URL names: hosts, database, user, durability and TLS.

postgresql://USER@HOST:PORT,HOST:PORT/DATABASE?durability=disk&sslmode=verify-full&sslrootcert=FILE
"""

import ipaddress
import ssl
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from tilth_server.store.errors import BadStoreUrl

DEFAULT_PORT: Final = 5432
DEFAULT_DATABASE: Final = "tilth"
TLS_MODES: Final = ("disable", "require", "verify-ca", "verify-full")
OPTIONS: Final = (
    "durability", "host", "sslmode", "sslrootcert", "sslcert", "sslkey", "passfile", "passwordfile",
)  # fmt: skip


class Durability(StrEnum):
    """The reason why a confirmed commit cannot be lost."""

    STANDBY = "standby"
    """A synchronous standby has it, too."""
    DISK = "disk"
    """It is on the disk of one server, and is lost with that disk. The operator has to choose this."""
    STORAGE = "storage"
    """The storage beneath the server keeps copies; PostgreSQL's own settings say nothing about it. The operator has to
    choose this."""


@dataclass(frozen=True)
class Host:
    """One server of the store: a host name, an address, or the folder of a Unix socket; and its port."""

    name: str
    port: int

    def __str__(self) -> str:
        return f"[{self.name}]:{self.port}" if ":" in self.name else f"{self.name}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Return whether the server is on this machine, so that nobody else sees what is sent to it."""
        if self.name == "localhost" or self.name.startswith("/"):
            return True
        try:
            return ipaddress.ip_address(self.name).is_loopback
        except ValueError:
            return False


@dataclass(frozen=True)
class Target:
    """The servers of a store, and the way to talk to them."""

    url: str
    hosts: tuple[Host, ...]
    database: str
    user: str | None = None
    durability: Durability = Durability.STANDBY
    tls: str | None = None
    """The mode of TLS that the URL asks for; None: verify-full, and none on loopback."""
    root_certificate: str | None = None
    certificate: str | None = None
    key: str | None = None
    password_file: Path | None = None
    """A file that holds the password and nothing else."""
    passfile: Path | None = field(default=None)
    """A file in the format of ~/.pgpass."""

    def password(self) -> str | None:
        """Return the password of the file; None without one: then PGPASSFILE or ~/.pgpass may have it."""
        if self.password_file is None:
            return None
        try:
            return self.password_file.read_text(encoding="utf-8").rstrip("\r\n")
        except (OSError, ValueError) as error:
            raise BadStoreUrl(f"passwordfile={self.password_file} cannot be read: {error}") from error

    def tls_for(self, host: Host) -> ssl.SSLContext | bool:
        """Return the TLS context for a host; False if TLS is not used."""
        mode = self.tls or ("disable" if host.is_local else "verify-full")
        if mode == "disable":
            return False
        try:
            context = ssl.create_default_context(cafile=self.root_certificate)
            if self.certificate is not None:
                context.load_cert_chain(self.certificate, self.key)
        except (OSError, ValueError) as error:
            files = ", ".join(file for file in (self.root_certificate, self.certificate, self.key) if file)
            raise BadStoreUrl(f"the files of TLS cannot be used ({files}): {error}") from error
        context.check_hostname = mode == "verify-full"
        if mode == "require":
            context.verify_mode = ssl.CERT_NONE
        return context


def parse_url(url: str) -> Target:
    """Return the place that the URL names. Raise BadStoreUrl, without the password, if it makes no sense."""
    split = urlsplit(url)
    user, at, hosts = split.netloc.rpartition("@")
    options = dict(parse_qsl(split.query, keep_blank_values=True))
    if ":" in user or "password" in options:
        raise BadStoreUrl(
            "the store's URL holds a password, which every user of this machine can read: put it into a file and name"
            " that with ?passwordfile=FILE, or into ~/.pgpass or the file that PGPASSFILE names"
        )
    unknown = sorted(options.keys() - set(OPTIONS))
    if unknown or split.fragment:
        raise BadStoreUrl(
            f"the store's URL has no option {(unknown or ['#'])[0]!r}: it knows {', '.join(sorted(OPTIONS))}"
        )
    tls = options.get("sslmode")
    if tls is not None and tls not in TLS_MODES:
        raise BadStoreUrl(f"sslmode={tls} is not one of {', '.join(TLS_MODES)}")
    durability = options.get("durability", Durability.STANDBY)
    if durability not in list(Durability):
        raise BadStoreUrl(f"durability={durability} is not one of {', '.join(Durability)}")
    named = [unquote(each) for each in (hosts or options.get("host", "")).split(",")]
    password_file, passfile = options.get("passwordfile"), options.get("passfile")
    return Target(
        url=url,
        hosts=tuple(_host(each) for each in named),
        database=unquote(split.path.removeprefix("/")) or DEFAULT_DATABASE,
        user=unquote(user) if at and user else None,
        durability=Durability(durability),
        tls=tls,
        root_certificate=options.get("sslrootcert"),
        certificate=options.get("sslcert"),
        key=options.get("sslkey"),
        password_file=None if password_file is None else Path(password_file),
        passfile=None if passfile is None else Path(passfile),
    )


def _host(text: str) -> Host:
    """Return a host with its port, given as HOST, HOST:PORT, [ADDRESS]:PORT or /FOLDER."""
    if text.startswith("/"):
        return Host(text, DEFAULT_PORT)
    name, colon, port = text.rpartition(":")
    if not colon or port.endswith("]"):
        name, port = text, ""
    if not name or (port and not (port.isdecimal() and 0 < int(port) < 1 << 16)):
        raise BadStoreUrl(
            f"the store's URL names no host {text!r}: it has to be"
            " postgresql://USER@HOST:PORT/DATABASE, with commas between several hosts"
        )
    return Host(name.removeprefix("[").removesuffix("]"), int(port or DEFAULT_PORT))

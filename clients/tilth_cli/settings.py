"""Where a command goes, as whom, and how it prints: options that every command takes, also in front of its name."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from tilth_cli.tokens import TokenFile
from tilth_cli.troubles import Trouble
from tilth_cli.words import LANGUAGES, say, speak

DEFAULT_SERVER = "127.0.0.1:4030"
DEFAULT_PORT = 4030
ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:.%]+\]|[\w.-]+)(:(?P<port>\d{1,5}))?")

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass
class Given:
    """What was said on the command line; None where nothing was."""

    server: str | None = None
    token: str | None = None
    player: str | None = None
    tls: bool | None = None
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    json: bool | None = None


@dataclass(frozen=True)
class Settings:
    address: str
    token: str
    tls: bool
    ca: Path | None
    cert: Path | None
    key: Path | None
    json: bool
    tokens: TokenFile

    @property
    def is_loopback(self) -> bool:
        return self.address.startswith(("127.", "localhost:", "[::1]"))


def settle(given: Given, environment: Mapping[str, str]) -> Settings:
    """What holds: the command line, else the environment, else what was saved, else the defaults."""
    tokens = TokenFile.of(environment)
    address = server_address(given.server or environment.get("TILTH_SERVER") or DEFAULT_SERVER)
    ca = given.ca or (Path(environment["TILTH_CA"]) if environment.get("TILTH_CA") else None)
    tls = given.tls or ca is not None or given.cert is not None or environment.get("TILTH_TLS") == "1"
    return Settings(
        address=address,
        token=_token(given, environment, tokens, address),
        tls=tls,
        ca=ca,
        cert=given.cert,
        key=given.key,
        json=bool(given.json),
        tokens=tokens,
    )


def server_address(text: str) -> str:
    """HOST:PORT, or HOST alone for the usual port."""
    found = ADDRESS.fullmatch(text)
    port = int(found["port"] or DEFAULT_PORT) if found else 0
    if not found or not 0 < port < 65536:
        raise Trouble(say("trouble.address", text=text), reason="address")
    return f"{found['host']}:{port}"


def _token(given: Given, environment: Mapping[str, str], tokens: TokenFile, address: str) -> str:
    if given.token:
        return _clean(given.token)
    if given.player:
        saved = tokens.saved(address)
        if given.player not in saved.players:
            raise Trouble(say("trouble.not_saved", player=given.player, address=address), reason="token")
        return saved.players[given.player]
    if environment.get("TILTH_TOKEN"):
        return _clean(environment["TILTH_TOKEN"])
    saved = tokens.saved(address)
    return saved.players.get(saved.current, "")


def _clean(token: str) -> str:
    """Metadata takes visible ASCII only; anything else can't be a token, and grpc would fail on it in its own words."""
    token = token.strip()
    if not token.isascii() or not token.isprintable():
        raise Trouble(say("trouble.odd_token"), reason="token")
    return token


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    given = context.find_root().ensure_object(Given)
    if value is not None and parameter.name:
        setattr(given, parameter.name, value)


def _speak(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value:
        speak(value)


def common(command: Command) -> Command:
    """Adds the options that every command takes."""
    path = click.Path(dir_okay=False, path_type=Path)
    options: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("--server",), {"metavar": "HOST:PORT", "help": say("option.server", default=DEFAULT_SERVER)}),
        (("--as", "player"), {"metavar": "NAME", "help": say("option.as")}),
        (("--token",), {"help": say("option.token")}),
        (("--tls",), {"is_flag": True, "default": None, "help": say("option.tls")}),
        (("--ca",), {"type": path, "help": say("option.ca")}),
        (("--cert",), {"type": path, "help": say("option.cert")}),
        (("--key",), {"type": path, "help": say("option.key")}),
        (("--json",), {"is_flag": True, "default": None, "help": say("option.json")}),
    ]
    language = click.option(
        "--lang",
        type=click.Choice(list(LANGUAGES)),
        expose_value=False,
        is_eager=True,
        callback=_speak,
        help=say("option.lang"),
    )
    command = language(command)
    for names, more in reversed(options):
        command = click.option(*names, expose_value=False, callback=_keep, **more)(command)
    return command


def settings_of(context: click.Context) -> Settings:
    return settle(context.find_root().ensure_object(Given), os.environ)

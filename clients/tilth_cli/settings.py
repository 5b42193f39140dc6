"""The server, the player and the output format of a command: options that each command takes, before or after its
name."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tilth_cli.errors import UserError
from tilth_cli.messages import LANGUAGES, set_language, tr

if TYPE_CHECKING:
    from tilth_cli.tokens import TokenFile

DEFAULT_SERVER = "127.0.0.1:4030"
DEFAULT_PORT = 4030
ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:.%]+\]|[\w.-]+)(:(?P<port>\d{1,5}))?")

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass
class GivenOptions:
    """The options given on the command line; None for each that was not given."""

    server: str | None = None
    token: str | None = None
    token_file: Path | None = None
    player: str | None = None
    tls: bool | None = None
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    json: bool | None = None


@dataclass(frozen=True)
class Settings:
    """The settings in force for a command: the server's address, the token, TLS with its certificate files, whether to
    print JSON, and the file of saved tokens."""

    address: str
    """The server's address; of a server with several nodes all of them, with commas between."""
    token: str
    tls: bool
    ca: Path | None
    cert: Path | None
    key: Path | None
    json: bool
    tokens: "TokenFile"

    @property
    def is_loopback(self) -> bool:
        """True if the server runs on this machine."""
        return all(map(is_loopback, self.address.split(",")))


def settle(given: GivenOptions, environment: Mapping[str, str]) -> Settings:
    """Return the settings in force: the command line's, else the environment's, else the saved ones, else the
    defaults."""
    from tilth_cli.tokens import TokenFile

    tokens = TokenFile.of(environment)
    address = server_addresses(given.server or environment.get("TILTH_SERVER") or DEFAULT_SERVER)
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


def is_loopback(address: str) -> bool:
    """Return whether an address is one of this machine's own."""
    return address.startswith(("127.", "localhost:", "[::1]"))


def server_addresses(text: str) -> str:
    """Return a list of addresses as HOST:PORT,HOST:PORT, each once. Raise UserError for other texts."""
    return ",".join(dict.fromkeys(server_address(each.strip()) for each in text.split(",")))


def server_address(text: str) -> str:
    """Return an address as HOST:PORT; a HOST alone gets DEFAULT_PORT. Raise UserError for other texts."""
    found = ADDRESS.fullmatch(text)
    port = int(found["port"] or DEFAULT_PORT) if found else 0
    if not found or not 0 < port < 65536:
        raise UserError(tr("error-address", text=text), reason="ADDRESS_INVALID")
    return f"{found['host']}:{port}"


def _token(given: GivenOptions, environment: Mapping[str, str], tokens: "TokenFile", address: str) -> str:
    """Return the token to use: of `--token`, `--token-file` or the player of `--as`, else of the environment, else the
    current player's saved one; "" if there is none."""
    if given.token:
        return _clean(given.token)
    if given.token_file:
        return _in_file(given.token_file)
    if given.player:
        saved = tokens.saved(address)
        if given.player not in saved.players:
            raise UserError(
                tr("error-not_saved", player=given.player, address=address), reason="TOKEN_UNUSABLE"
            )
        return saved.players[given.player]
    if environment.get("TILTH_TOKEN"):
        return _clean(environment["TILTH_TOKEN"])
    if environment.get("TILTH_TOKEN_FILE"):
        return _in_file(Path(environment["TILTH_TOKEN_FILE"]))
    saved = tokens.saved(address)
    return saved.players.get(saved.current, "")


def _in_file(path: Path) -> str:
    """Return the token in a file; raise UserError if the file cannot be read."""
    try:
        return _clean(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UserError(tr("error-unreadable", path=path, error=reason), reason="TOKEN_UNUSABLE") from error


def _clean(token: str) -> str:
    """Return the token without spaces around it. Raise UserError if it is not visible ASCII, which gRPC requires."""
    token = token.strip()
    if not token.isascii() or not token.isprintable():
        raise UserError(tr("error-odd_token"), reason="TOKEN_UNUSABLE")
    return token


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Keep the value of an option for the whole command line; if an option is given before and after the command's
    name, the last one counts. The values of an option that is given several times are joined by commas."""
    given = context.find_root().ensure_object(GivenOptions)
    if isinstance(value, tuple):
        value = ",".join(value) or None
    if value is not None and parameter.name:
        setattr(given, parameter.name, value)


def _choose_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Set the language of messages to the one that the option names; nothing without the option."""
    if value:
        set_language(value)


def common(command: Command) -> Command:
    """Add the options that every command takes."""
    path = click.Path(dir_okay=False, path_type=Path)
    options: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (
            ("--server",),
            {"multiple": True, "metavar": "HOST:PORT", "help": tr("option-server", default=DEFAULT_SERVER)},
        ),
        (("--as", "player"), {"metavar": "NAME", "help": tr("option-as")}),
        (("--token",), {"help": tr("option-token")}),
        (("--token-file",), {"type": path, "metavar": "FILE", "help": tr("option-token_file")}),
        (("--tls",), {"is_flag": True, "default": None, "help": tr("option-tls")}),
        (("--ca",), {"type": path, "help": tr("option-ca")}),
        (("--cert",), {"type": path, "help": tr("option-cert")}),
        (("--key",), {"type": path, "help": tr("option-key")}),
        (("--json",), {"is_flag": True, "default": None, "help": tr("option-json")}),
    ]
    language = click.option(
        "--lang",
        type=click.Choice(list(LANGUAGES)),
        expose_value=False,
        is_eager=True,
        callback=_choose_language,
        help=tr("option-lang"),
    )
    command = language(command)
    for names, more in reversed(options):
        command = click.option(*names, expose_value=False, callback=_keep, **more)(command)
    return command


def settings_of(context: click.Context) -> Settings:
    """Return the settings of a command from its options and the environment."""
    return settle(context.find_root().ensure_object(GivenOptions), os.environ)

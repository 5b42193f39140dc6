"""The command line of `tilth-server`, as settings."""

import argparse
import dataclasses
import ipaddress
import ssl
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from tilth_server.settings import (
    IDLE_SECONDS,
    LOOPBACK,
    Address,
    Limits,
    LogStyle,
    Registration,
    Settings,
    Tls,
    default_data,
)

EPILOG = "docs/operating.md tells more."


class OneLine(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    """`tilth-server serve ...`, and what is done to its data."""
    top = OneLine(prog="tilth-server", description="Runs matches of board games over gRPC.", epilog=EPILOG)
    top.add_argument("--version", action="version", version=f"tilth-server {version('tilth')}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="serve until told to stop", epilog=EPILOG)
    _data(serve)
    _serving(serve)
    limits = serve.add_argument_group("limits", "what is over one of them is refused with its name")
    for limit in dataclasses.fields(Limits):
        flag = "--" + limit.name.replace("_", "-")
        limits.add_argument(flag, type=_positive, default=limit.default, metavar="N", help=_limit_help(limit))
    operator = commands.add_parser(
        "operator-token", help="give the operator a new token, while no server runs on the directory"
    )
    _data(operator)
    _copies(commands)
    verify = commands.add_parser(
        "verify",
        help="prove every match of a directory, while no server runs on it; a line for each that doesn't hold",
    )
    _data(verify)
    return top


def settings_from(words: Sequence[str] | None = None) -> tuple[str, Settings]:
    """The command and its settings; ends the program with one line and 2 when they make no sense."""
    top = parser()
    given = top.parse_args(words)
    if given.command != "serve":
        return given.command, Settings(data=given.data, file=getattr(given, "file", None))
    tls = _tls(top, given)
    loopback = _is_loopback(given.listen.host)
    if not loopback and tls is None and not given.insecure:
        top.error(
            f"{given.listen} is not loopback, and without TLS tokens would travel in the clear:"
            " give --tls-cert and --tls-key, or --insecure if something in front of this server speaks TLS"
        )
    default = Registration.OPEN if loopback else Registration.INVITATION
    limits = Limits(**{limit.name: getattr(given, limit.name) for limit in dataclasses.fields(Limits)})
    return given.command, Settings(
        data=given.data,
        listen=given.listen,
        registration=given.registration or default,
        tls=tls,
        metrics=given.metrics,
        trace=given.trace,
        trace_share=given.trace_share,
        log=given.log,
        limits=limits,
        idle_seconds=given.idle_seconds,
    )


def _copies(commands: "argparse._SubParsersAction[OneLine]") -> None:
    back_up = commands.add_parser("backup", help="copy the store to a file, also while a server runs on it")
    back_up.add_argument("file", type=Path, metavar="FILE", help="the copy, made anew or replaced")
    _data(back_up)
    restore = commands.add_parser("restore", help="make a copy the store of a directory that has none")
    restore.add_argument(
        "file", type=Path, metavar="FILE", help="the copy; every record of it is verified first"
    )
    _data(restore)


def _data(command: argparse.ArgumentParser) -> None:
    where = default_data()
    help_text = f"the directory of everything stored, made if it is missing ({where})"
    command.add_argument("--data", type=Path, default=where, metavar="DIR", help=help_text)


def _serving(serve: argparse.ArgumentParser) -> None:
    add = serve.add_argument
    add(
        "--listen",
        type=_address,
        default=LOOPBACK,
        metavar="HOST:PORT",
        help=f"port 0: any free ({LOOPBACK})",
    )
    add(
        "--registration",
        type=Registration,
        choices=list(Registration),
        metavar="|".join(Registration),
        help="who may become a player (open on loopback, elsewhere invitation)",
    )
    add("--tls-cert", type=Path, metavar="FILE", help="the server's certificate chain, PEM")
    add("--tls-key", type=Path, metavar="FILE", help="its private key, PEM")
    add("--client-ca", type=Path, metavar="FILE", help="ask clients for a certificate signed by this one")
    add("--insecure", action="store_true", help="listen beyond loopback without TLS")
    add("--metrics", type=_address, metavar="HOST:PORT", help="serve Prometheus metrics there")
    add(
        "--trace",
        type=_address,
        metavar="HOST:PORT",
        help="tell an OpenTelemetry collector there (OTLP, gRPC)",
    )
    add(
        "--trace-share",
        type=_share,
        default=1.0,
        metavar="0..1",
        help="the part of calls and steps that it is told of (1.0)",
    )
    add(
        "--log",
        type=LogStyle,
        choices=list(LogStyle),
        default=LogStyle.AUTO,
        metavar="|".join(LogStyle),
        help="JSON lines, or lines for people (auto: by whether stderr is a terminal)",
    )
    add(
        "--idle-seconds",
        type=_positive,
        default=IDLE_SECONDS,
        metavar="N",
        help=f"when an idle match leaves memory ({IDLE_SECONDS})",
    )


def _limit_help(limit: "dataclasses.Field[int]") -> str:
    return f"{limit.metadata['help']} ({limit.default})"


def _address(text: str) -> Address:
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    return Address(host, int(port))


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 0 and 1")
    return share


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _tls(top: argparse.ArgumentParser, given: argparse.Namespace) -> Tls | None:
    if given.tls_cert is None and given.tls_key is None:
        if given.client_ca is not None:
            top.error("--client-ca needs --tls-cert and --tls-key")
        return None
    if given.tls_cert is None or given.tls_key is None:
        top.error("--tls-cert and --tls-key go together")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(given.tls_cert, given.tls_key, password=_no_password)
    except (OSError, ValueError) as error:
        top.error(f"--tls-cert {given.tls_cert} with --tls-key {given.tls_key}: {_why(error)}")
    if given.client_ca is not None:
        try:
            context.load_verify_locations(given.client_ca)
        except (OSError, ValueError) as error:
            top.error(f"--client-ca {given.client_ca}: {_why(error)}")
    return Tls(given.tls_cert, given.tls_key, given.client_ca)


def _no_password() -> str:
    raise ValueError("the key is locked with a password; the server needs one without")


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)

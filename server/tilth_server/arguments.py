"""The command line of `tilth-server`, as settings.

A flag can also be set by a variable of the environment (--tls-cert: TILTH_SERVER_TLS_CERT) and in a TOML file
(`tls-cert = "chain.pem"`). The command line comes before the environment, the environment before the file.
"""

import dataclasses
import ipaddress
import ssl
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from tilth_build import build_text
from tilth_server.config_file import read_config
from tilth_server.flag_values import (
    address,
    bot_delay,
    moment,
    names,
    network,
    origin,
    positive,
    ratio,
    whole,
)
from tilth_server.node_flags import node_flags, node_of
from tilth_server.settings import (
    ADDRESS_DAYS,
    BOT_MEMORY_MIB,
    BOTS_AT_ONCE,
    IDLE_SECONDS,
    LOOPBACK,
    MAX_BOT_DELAY,
    Address,
    Limits,
    LogFormat,
    Registration,
    Settings,
    Tls,
    default_data_dir,
)

MISUSED: Final = 2
"""The exit code for flags that make no sense."""
CONTEXT: Final[dict[str, Any]] = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 110,
    "auto_envvar_prefix": "TILTH_SERVER",
}
EPILOG: Final = (
    "Each flag can also be set by a variable of the environment (TILTH_SERVER_LISTEN) or in the file of --config."
    " docs/guides/install-and-start.md has examples."
)
LIMITS: Final = tuple(dataclasses.fields(Limits))

AnyCommand = TypeVar("AnyCommand", bound=Callable[..., Any])
FILE: Final = click.Path(path_type=Path)


def settings_from(words: Sequence[str] | None = None) -> tuple[str, Settings]:
    """Return the command and its settings. If they make no sense, exit with one line and status 2."""
    try:
        result = tilth_server.main(words, prog_name="tilth-server", standalone_mode=False)
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        command = "tilth-server" if context is None else context.command_path
        click.echo(f"{command}: {_one_line(error)}", err=True)
        raise SystemExit(MISUSED) from None
    if isinstance(result, int):  # the help or the version has been printed
        raise SystemExit(result)
    command, settings = result
    return command, settings


def _one_line(error: click.ClickException) -> str:
    """Return the error's message, with the name of the variable or of the file if one of them has set the flag."""
    message = " ".join(error.format_message().split()).removesuffix(".")
    if not isinstance(error, click.BadParameter) or error.ctx is None or error.param is None:
        return message
    source = error.ctx.get_parameter_source(error.param.name or "")
    if source is click.core.ParameterSource.ENVIRONMENT:
        return f"{message} (in TILTH_SERVER_{(error.param.name or '').upper()})"
    if source is click.core.ParameterSource.DEFAULT_MAP:
        return f"{message} (in {error.ctx.params.get('config')})"
    return message


class ServeCommand(click.Command):
    """The command `serve`, whose help lists the flags of limits apart."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the flags in two sections: the limits stand by themselves."""
        names = {limit.name for limit in LIMITS}
        groups: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None:
                groups[parameter.name in names].append(row)
        with formatter.section("Flags"):
            formatter.write_dl(groups[False])
        with formatter.section(
            "Limits per client; a call over a limit is refused with LIMIT_EXCEEDED and its name"
        ):
            formatter.write_dl(groups[True])


def _load_config(context: click.Context, _: click.Parameter, file: Path | None) -> Path | None:
    """Take the values of the file as defaults of the flags, before the other flags are read."""
    if file is not None:
        context.default_map = read_config(file, _flags())
    return file


def _flags() -> dict[str, click.Option]:
    """Return the flags of `serve` by the keys of a file."""
    return {
        parameter.opts[0].removeprefix("--"): parameter
        for parameter in serve.params
        if isinstance(parameter, click.Option) and parameter.name != "config"
    }


def _data_flags(command: AnyCommand) -> AnyCommand:
    """Add the flags that every command has."""
    data = click.option(
        "--data",
        type=FILE,
        default=default_data_dir,
        metavar="DIR",
        help=f"directory of everything stored, made if it is missing ({default_data_dir()})",
    )
    store = click.option(
        "--store",
        metavar="URL",
        help="store in PostgreSQL: postgresql://USER@HOST/DATABASE; without it, SQLite in the data directory",
    )
    config = click.option(
        "--config",
        type=FILE,
        is_eager=True,
        callback=_load_config,
        metavar="FILE.toml",
        help='read flags from this file as well; each has a line such as listen = "127.0.0.1:4030"',
    )
    return data(store(config(command)))


def _limit_flags(command: AnyCommand) -> AnyCommand:
    """Add a flag for each limit."""
    for limit in reversed(LIMITS):
        flag = click.option(
            "--" + limit.name.replace("_", "-"),
            type=positive,
            default=limit.default,
            metavar="N",
            help=f"{limit.metadata['help']} ({limit.default})",
        )
        command = flag(command)
    return command


@click.group("tilth-server", context_settings=CONTEXT, no_args_is_help=False, epilog="docs/guides has more.")
@click.version_option(build_text(), message="tilth-server %(version)s")
def tilth_server() -> None:
    """Run matches of board games over gRPC."""


@tilth_server.command(
    cls=ServeCommand,
    context_settings=CONTEXT,
    epilog=EPILOG,
    short_help="serve until the process is asked to stop",
)
@_data_flags
@click.option(
    "--listen",
    type=address,
    default=LOOPBACK,
    metavar="HOST:PORT",
    help=f"address for clients; port 0 takes any free port ({LOOPBACK})",
)
@node_flags
@click.option(
    "--web",
    type=address,
    metavar="HOST:PORT",
    help="listen for browsers, too, at this address; port 0 takes any free port",
)
@click.option(
    "--web-origin",
    type=origin,
    multiple=True,
    metavar="URL",
    help="address besides its own under which browsers reach the page: https://host/path; may be given again",
)
@click.option(
    "--registration",
    type=click.Choice([str(each) for each in Registration]),
    metavar="|".join(Registration),
    help="rule by which people become players (open on loopback, elsewhere invitation)",
)
@click.option("--tls-cert", type=FILE, metavar="FILE", help="certificate chain of the server, PEM")
@click.option("--tls-key", type=FILE, metavar="FILE", help="private key of the certificate, PEM")
@click.option(
    "--client-ca", type=FILE, metavar="FILE", help="ask clients for a certificate that this CA has signed"
)
@click.option("--insecure", is_flag=True, help="listen beyond loopback without TLS")
@click.option(
    "--trusted-proxy",
    type=network,
    multiple=True,
    metavar="CIDR",
    help="proxy, or network of proxies, whose X-Forwarded-For is believed; may be given again",
)
@click.option(
    "--accept-older-store",
    is_flag=True,
    help="start although the database lacks records that the directory had (an older copy, a deleted log)",
)
@click.option(
    "--address-days",
    type=whole,
    default=ADDRESS_DAYS,
    metavar="N",
    help=f"days for which the audit keeps the addresses of operators; 0 keeps none ({ADDRESS_DAYS})",
)
@click.option(
    "--idle-match-days",
    type=whole,
    default=0,
    metavar="N",
    help="days without a move after which a match is cancelled; players see the rule; 0 cancels none (0)",
)
@click.option(
    "--refused-words",
    type=FILE,
    metavar="FILE",
    help="names and titles that nobody may choose: one on a line, * stands for anything",
)
@click.option(
    "--bots",
    type=names,
    default="all",
    metavar="NAMES",
    help="bots that the server may run, with commas between: all installed ones, or none (all)",
)
@click.option(
    "--bots-at-once",
    type=positive,
    default=BOTS_AT_ONCE,
    metavar="N",
    help=f"processes of bots that may run at once; other seats of bots wait ({BOTS_AT_ONCE})",
)
@click.option(
    "--bot-memory",
    type=positive,
    default=BOT_MEMORY_MIB,
    metavar="MIB",
    help=f"MiB of address space that a bot's process may use ({BOT_MEMORY_MIB})",
)
@click.option(
    "--bot-delay",
    type=bot_delay,
    default=0.0,
    metavar="SECONDS",
    help=f"seconds that a bot waits before each answer, so that people can follow it, up to {MAX_BOT_DELAY:.0f} (0)",
)
@click.option("--metrics", type=address, metavar="HOST:PORT", help="serve Prometheus metrics at this address")
@click.option(
    "--trace",
    type=address,
    metavar="HOST:PORT",
    help="send traces to this OpenTelemetry collector (OTLP, gRPC)",
)
@click.option(
    "--trace-ratio",
    type=ratio,
    default=1.0,
    metavar="0..1",
    help="share of the calls and steps whose traces are sent (1.0)",
)
@click.option(
    "--log-format",
    type=click.Choice([str(each) for each in LogFormat]),
    default=str(LogFormat.AUTO),
    metavar="|".join(LogFormat),
    help="JSON lines, or lines for people (auto: lines for people if stderr is a terminal)",
)
@click.option(
    "--idle-seconds",
    type=positive,
    default=IDLE_SECONDS,
    metavar="N",
    help=f"seconds without access after which a match leaves memory ({IDLE_SECONDS})",
)
@_limit_flags
@click.pass_context
def serve(context: click.Context, /, **given: Any) -> tuple[str, Settings]:
    """Serve until the process is asked to stop."""
    listen: Address = given["listen"]
    web: Address | None = given["web"]
    tls = _tls(context, given)
    beyond = [one for one in (listen, web) if one is not None and not _is_loopback(one.host)]
    if beyond and tls is None and not given["insecure"]:
        context.fail(
            f"{beyond[0]} is not loopback, and without TLS tokens would travel unencrypted:"
            " give --tls-cert and --tls-key, or --insecure if a proxy in front of this server speaks TLS"
        )
    if given["web_origin"] and web is None:
        context.fail("--web-origin needs --web")
    default = Registration.INVITATION if beyond else Registration.OPEN
    return "serve", Settings(
        data=given["data"],
        store=given["store"],
        listen=listen,
        node=node_of(context, given),
        web=web,
        web_origins=given["web_origin"],
        registration=Registration(given["registration"] or default),
        tls=tls,
        metrics=given["metrics"],
        trace=given["trace"],
        trace_ratio=given["trace_ratio"],
        log_format=LogFormat(given["log_format"]),
        limits=Limits(**{limit.name: given[limit.name] for limit in LIMITS}),
        trusted_proxies=given["trusted_proxy"],
        idle_seconds=given["idle_seconds"],
        accept_older_store=given["accept_older_store"],
        address_days=given["address_days"],
        idle_match_days=given["idle_match_days"],
        refused_words=given["refused_words"],
        bots=given["bots"],
        bots_at_once=given["bots_at_once"],
        bot_memory_mib=given["bot_memory"],
        bot_delay=given["bot_delay"],
    )


@tilth_server.command(context_settings=CONTEXT, short_help="give the operator a new token")
@_data_flags
def operator_token(data: Path, store: str | None, config: Path | None) -> tuple[str, Settings]:
    """Give the operator a new token, while no server runs on the directory."""
    return "operator-token", Settings(data=data, store=store)


@tilth_server.command(
    context_settings=CONTEXT, short_help="copy the store to a file, or what is new to a folder"
)
@click.argument("file", type=FILE)
@_data_flags
@click.option(
    "--incremental",
    is_flag=True,
    help="FILE is a folder: add a file with what is new since the last one; the first one holds everything",
)
@click.option(
    "--verify",
    "verify_copy",
    is_flag=True,
    help="verify every record of the copy; the server's metrics tell how long ago that was",
)
def backup(
    file: Path, data: Path, store: str | None, config: Path | None, incremental: bool, verify_copy: bool
) -> tuple[str, Settings]:
    """Copy the store to FILE, also while a server runs on it. An older FILE is replaced."""
    return "backup", Settings(
        data=data, store=store, file=file, incremental=incremental, verify_copy=verify_copy
    )


@tilth_server.command(
    context_settings=CONTEXT, short_help="make a copy the store of a directory that has none"
)
@click.argument("file", type=FILE)
@_data_flags
def restore(file: Path, data: Path, store: str | None, config: Path | None) -> tuple[str, Settings]:
    """Make the copy in FILE the store of a directory that has none, after verifying every record of it. FILE may be a
    folder of incremental backups."""
    return "restore", Settings(data=data, store=store, file=file)


@tilth_server.command(
    context_settings=CONTEXT, short_help="move matches that ended long ago into files beside the database"
)
@_data_flags
@click.option(
    "--before",
    type=moment,
    required=True,
    metavar="DATE",
    help="move the matches that ended before this date (2026-01-31, or with a time; UTC)",
)
def archive(data: Path, store: str | None, config: Path | None, before: datetime) -> tuple[str, Settings]:
    """Move the records of matches that ended before a date into files, also while a server runs on the directory.

    Lists, replays, exports and backups show them as before.
    """
    return "archive", Settings(data=data, store=store, before_ms=int(before.timestamp() * 1000))


@tilth_server.command(context_settings=CONTEXT, short_help="verify every match of a directory")
@_data_flags
def verify(data: Path, store: str | None, config: Path | None) -> tuple[str, Settings]:
    """Verify every match of a store; print a line for each fault. No server may run on a data directory."""
    return "verify", Settings(data=data, store=store)


@tilth_server.command(context_settings=CONTEXT, short_help="make the tables of a store in PostgreSQL")
@_data_flags
@click.pass_context
def migrate(
    context: click.Context, /, data: Path, store: str | None, config: Path | None
) -> tuple[str, Settings]:
    """Make the tables that the database of --store lacks. Servers may run on it, and need not own the tables then."""
    if store is None:
        context.fail(
            "migrate needs --store: an SQLite database is brought up to date by the server that opens it"
        )
    return "migrate", Settings(data=data, store=store)


@tilth_server.command(context_settings=CONTEXT, short_help="copy a store into another one")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> tuple[str, Settings]:
    """Copy the store FROM into the store TO, and verify every record. Each is a URL: sqlite:DIR, or postgresql://...

    No server may run on a directory that is copied. If it is interrupted, the same command continues.
    """
    return "copy", Settings(store=target, source=source)


def _is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _tls(context: click.Context, given: dict[str, Any]) -> Tls | None:
    """Return the files for TLS if they can be used; None without TLS."""
    certificate, key, client_ca = given["tls_cert"], given["tls_key"], given["client_ca"]
    if certificate is None and key is None:
        if client_ca is not None:
            context.fail("--client-ca needs --tls-cert and --tls-key")
        return None
    if certificate is None or key is None:
        context.fail("--tls-cert and --tls-key go together")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        tls.load_cert_chain(certificate, key, password=_no_password)
    except (OSError, ValueError) as error:
        context.fail(f"--tls-cert {certificate} with --tls-key {key}: {_cause(error)}")
    if client_ca is not None:
        try:
            tls.load_verify_locations(client_ca)
        except (OSError, ValueError) as error:
            context.fail(f"--client-ca {client_ca}: {_cause(error)}")
    return Tls(certificate, key, client_ca)


def _no_password() -> str:
    """Refuse to give a password for an encrypted key; raise ValueError."""
    raise ValueError("the key is locked with a password; the server needs one without")


def _cause(error: Exception) -> str:
    """Return the text of an operating system's error, or the error as text."""
    return getattr(error, "strerror", None) or str(error)

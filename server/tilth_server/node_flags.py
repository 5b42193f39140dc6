"""The flags of a server that is one of several nodes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from tilth_server.flag_values import address
from tilth_server.settings import Address, NodeSettings, Tls

AnyCommand = TypeVar("AnyCommand", bound=Callable[..., Any])
FILE: Final = click.Path(path_type=Path)
WILDCARDS: Final = ("0.0.0.0", "::")


def node_flags(command: AnyCommand) -> AnyCommand:
    """Add the flags of a node."""
    for flag in (
        click.option(
            "--private-links",
            is_flag=True,
            help="links between nodes travel unencrypted, in a private network that nobody else can reach",
        ),
        click.option(
            "--node-ca",
            type=FILE,
            metavar="FILE",
            help="CA that signs the certificates of nodes, and of nobody else",
        ),
        click.option("--node-key", type=FILE, metavar="FILE", help="private key of that certificate, PEM"),
        click.option(
            "--node-cert",
            type=FILE,
            metavar="FILE",
            help="certificate that this node shows to the others, PEM; its name is the host of --node",
        ),
        click.option(
            "--node",
            type=address,
            metavar="HOST:PORT",
            help="run as one of several nodes on the store in PostgreSQL: address at which the others reach this one",
        ),
    ):
        command = flag(command)
    return command


def node_of(context: click.Context, given: dict[str, Any]) -> NodeSettings | None:
    """Return the settings of a node; None for a server that runs alone."""
    listen: Address | None = given["node"]
    files = [given[name] for name in ("node_cert", "node_key", "node_ca")]
    if listen is None:
        if any(files) or given["private_links"]:
            context.fail("--node-cert, --node-key, --node-ca and --private-links need --node")
        return None
    if given["store"] is None:
        context.fail("--node needs --store postgresql://...: an SQLite database is served by one process")
    if listen.host in WILDCARDS or not listen.port:
        context.fail(f"--node {listen} is no address at which other nodes reach this one")
    if all(files) and not given["private_links"]:
        certificate, key, authority = files
        return NodeSettings(listen, Tls(certificate, key, authority))
    if any(files) or not given["private_links"]:
        context.fail(
            "--node needs --node-cert, --node-key and --node-ca, or --private-links if nobody else can reach the"
            " network between the nodes"
        )
    return NodeSettings(listen)

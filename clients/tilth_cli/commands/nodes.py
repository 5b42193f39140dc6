"""tilth ops nodes: the nodes of a server that is several, and the standbys of its database."""

from typing import Final

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.operations import ops
from tilth_cli.messages import tr
from tilth_cli.silent_nodes import note_silent
from tilth_cli.top_tables import time_text
from tilth_dataclasses.tilth.v1 import ListNodesRequest, Node, NodeState, Standby

STATES: Final = {
    NodeState.SERVING: ("serving", "green"),
    NodeState.LEAVING: ("leaving", "yellow"),
    NodeState.GONE: ("gone", "red"),
}
COLUMNS: Final = ("address", "state", "version", "matches", "forwarded", "links", "heartbeat", "id")


@command(ops, "nodes")
@click.option("--all", "everything", is_flag=True, help=tr("option-nodes_all"))
async def nodes(context: CommandContext, everything: bool) -> None:
    """List the nodes of the server, a row each, and the standbys of its database; with `everything`, also nodes that
    have gone in the last day."""
    async with context.server() as server:
        found = await server.ask(server.operations.list_nodes, ListNodesRequest())
    if not everything:
        found.nodes = [node for node in found.nodes if node.state is not NodeState.GONE]
    if context.out.as_json:
        context.out.document(found)
        return
    if not found.nodes:
        context.out.print_message("nodes-none")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in COLUMNS:
        table.add_column(tr(f"nodes-{column}"), no_wrap=True)
    for node in found.nodes:
        table.add_row(*_row(node))
    context.out.show(table)
    for node in found.nodes:
        for address in node.links_down:
            context.out.print_message("nodes-link_down", node=node.address, other=address)
    for standby in found.standbys:
        context.out.print_message("nodes-standby", name=standby.name, mode=standby.mode, lag=_lag(standby))
    if not found.standbys:
        context.out.print_message("nodes-no_standby" if found.standbys_known else "nodes-standby_unknown")
    note_silent(context, [node.address for node in found.nodes if node.silent])


def _row(node: Node) -> list[Text]:
    """Return the cells of a node. A node that does not answer has no counts."""
    word, style = STATES.get(node.state, ("unknown", ""))
    is_unknown = node.silent or node.state is NodeState.GONE
    share = 100 * node.forwarded_calls / node.match_calls if node.match_calls else 0.0
    own = ["", "", ""] if is_unknown else [str(node.owned_matches), f"{share:.0f}%", str(node.links_up)]
    return [
        Text(node.address, style="bold"),
        Text(tr(f"nodes-is_{word}"), style=style),
        *map(Text, (node.version, *own, time_text(node.silence), node.id)),
    ]


def _lag(standby: Standby) -> str:
    """Return the lag of a standby in milliseconds as text."""
    if standby.lag is None:
        return tr("nodes-lag_unknown")
    return tr("nodes-lag", ms=f"{1000 * standby.lag.total_seconds():.0f}")

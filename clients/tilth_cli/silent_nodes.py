"""The note on nodes that did not answer."""

from collections.abc import Sequence

from tilth_cli.command_context import CommandContext


def note_silent(context: CommandContext, addresses: Sequence[str], key: str = "nodes-silent") -> None:
    """Print the nodes that did not answer, if there are any, on stderr, where users of JSON output see them, too."""
    if addresses:
        context.out.note(key, nodes=", ".join(addresses))

"""The subcommands of `tilth`, a module for each topic."""

from tilth_cli.commands.root import all_commands, tilth

__all__ = ["all_commands", "tilth"]

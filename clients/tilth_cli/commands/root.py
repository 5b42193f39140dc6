"""The `tilth` command. It imports the module of a subcommand when the subcommand is called."""

from importlib import import_module
from typing import Any, Final

import click

from tilth_build import build_text
from tilth_cli.messages import tr
from tilth_cli.settings import common

MODULES: Final = {
    "arena": ("arena",),
    "bot": ("bots",),
    "bots": ("games",),
    "diff": ("diff",),
    "explain": ("disputes",),
    "export": ("archive",),
    "games": ("games",),
    "import": ("archive",),
    "join": ("lobby",),
    "leave": ("lobby",),
    "list": ("lobby",),
    "matches": ("bundles",),
    "new": ("lobby",),
    "next": ("series",),
    "ops": ("operations", "operators", "invitations", "harm", "stuck", "top", "backup", "nodes"),
    "play": ("play",),
    "players": ("players",),
    "receipt": ("disputes",),
    "replay": ("replay",),
    "report": ("report",),
    "show": ("lobby",),
    "start": ("lobby",),
    "tournament": ("tournaments", "tournament_results", "tournament_ratings", "tournament_files"),
    "verify": ("archive",),
    "watch": ("watch",),
}
"""The modules that define each subcommand, or the subcommands of a group."""


class LazyGroup(click.Group):
    """A group that imports a subcommand's modules when the subcommand is looked up."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all subcommands, without importing them."""
        return sorted(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a subcommand after importing the modules that define it; None if there is none of this name."""
        for module in MODULES.get(cmd_name, ()):
            import_module(f"tilth_cli.commands.{module}")
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of subcommands from their messages, without importing them."""
        limit = formatter.width - 6 - max(map(len, MODULES))
        rows = [
            (name, click.Command(name, help=tr(f"help-{name}")).get_short_help_str(limit))
            for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the version and end the command, if that is wanted."""
    if wanted:
        click.echo(f"tilth {build_text()}")
        context.exit()


@click.group(
    "tilth", cls=LazyGroup, help=tr("help-tilth"), context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help=tr("option-version"),
)
@common
def tilth() -> None:
    pass


def all_commands() -> dict[str, click.Command]:
    """Import every module of commands, and return the subcommands of `tilth`."""
    context: Any = click.Context(tilth)
    return {name: command for name in MODULES if (command := tilth.get_command(context, name)) is not None}

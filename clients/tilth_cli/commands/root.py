"""The group that all commands belong to."""

import click

from tilth_cli.settings import common
from tilth_cli.words import say


@click.group("tilth", help=say("help.tilth"), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tilth", message="tilth %(version)s")
@common
def tilth() -> None:
    pass

"""Which matches: the options that `list` and `season` share."""

import datetime
from collections.abc import Callable
from typing import Any

import click

from tilth_cli import shapes
from tilth_cli.connection import Server
from tilth_cli.matches import own_id
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import ListMatchesRequest

OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--game", default="", help=say("option.game")),
    click.option("--player", "player_id", default="", metavar="PLAYER_ID", help=say("option.player")),
    click.option("--mine", is_flag=True, help=say("option.mine")),
    click.option("--place", type=click.IntRange(min=1), metavar="N", help=say("option.place")),
    click.option("--won", is_flag=True, help=say("option.won")),
    click.option("--least-score", type=int, metavar="N", help=say("option.least_score")),
    click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help=say("option.with_option")),
    click.option("--seats", type=click.IntRange(min=1), metavar="N", help=say("option.with_seats")),
    click.option("--since", metavar="DATE", help=say("option.since")),
    click.option("--until", metavar="DATE", help=say("option.before")),
    click.option("--tournament", "tournament_id", default="", metavar="ID", help=say("option.of_tournament")),
    click.option("--title", default="", metavar="TEXT", help=say("option.with_title")),
)


def filtered(run: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options; it takes them as one mapping with `filter_of`."""
    for option in reversed(OPTIONS):
        run = option(run)
    return run


async def filter_of(server: Server, given: dict[str, Any]) -> ListMatchesRequest:
    """What the options ask for."""
    player_id = await own_id(server) if given["mine"] else given["player_id"]
    place = 1 if given["won"] else given["place"] or 0
    if place and not player_id:
        raise click.UsageError(say("usage.whose_place"))
    return ListMatchesRequest(
        game=given["game"],
        player_id=player_id,
        best_place=place,
        least_score=given["least_score"],
        settings=dict(map(shapes.setting, given["settings"])),
        seat_count=given["seats"] or 0,
        from_=_moment(given["since"]),
        until=_moment(given["until"]),
        tournament_id=given["tournament_id"],
        title=given["title"],
    )


def _moment(text: str | None) -> datetime.datetime | None:
    """A day, or a time in it; in this machine's own time where it doesn't say another."""
    if text is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(say("usage.date", value=text)) from None
    return moment.astimezone()

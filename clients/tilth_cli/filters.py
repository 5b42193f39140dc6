"""The options by which `list` and `matches` select matches."""

import datetime
from collections.abc import Callable
from typing import Any

import click

from tilth_cli import argument_types
from tilth_cli.connection import Server
from tilth_cli.matches import own_id
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import ForfeitCause, ListMatchesRequest

FORFEITS = {(cause.name or "").lower().replace("_", "-"): cause for cause in ForfeitCause if cause}
OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--game", default="", help=tr("option-game")),
    click.option("--player", "player_id", default="", metavar="PLAYER_ID", help=tr("option-player")),
    click.option("--mine", is_flag=True, help=tr("option-mine")),
    click.option("--place", type=click.IntRange(min=1), metavar="N", help=tr("option-place")),
    click.option("--won", is_flag=True, help=tr("option-won")),
    click.option("--min-score", type=int, metavar="N", help=tr("option-min_score")),
    click.option("--option", "settings", multiple=True, metavar="NAME=VALUE", help=tr("option-with_option")),
    click.option("--seats", type=click.IntRange(min=1), metavar="N", help=tr("option-with_seats")),
    click.option("--since", metavar="DATE", help=tr("option-since")),
    click.option("--until", metavar="DATE", help=tr("option-before")),
    click.option("--tournament", "tournament_id", default="", metavar="ID", help=tr("option-of_tournament")),
    click.option("--title", default="", metavar="TEXT", help=tr("option-with_title")),
    click.option("--margin", type=argument_types.number_range, metavar="MIN..MAX", help=tr("option-margin")),
    click.option(
        "--records", type=argument_types.number_range, metavar="MIN..MAX", help=tr("option-records")
    ),
    click.option("--took", type=argument_types.duration_range, metavar="MIN..MAX", help=tr("option-took")),
    click.option("--forfeit", type=click.Choice(list(FORFEITS)), help=tr("option-forfeit")),
    click.option(
        "--surprise", type=argument_types.number_range, metavar="MIN..MAX", help=tr("option-surprise")
    ),
    click.option("--last-record-since", metavar="DATE", help=tr("option-last_record_since")),
    click.option("--last-record-before", metavar="DATE", help=tr("option-last_record_before")),
)


def with_filters(run: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the filter options; it takes them as one mapping and passes that to `filter_of`."""
    for option in reversed(OPTIONS):
        run = option(run)
    return run


async def filter_of(server: Server, given: dict[str, Any]) -> ListMatchesRequest:
    """Return the request for the matches that the options describe."""
    player_id = await own_id(server) if given["mine"] else given["player_id"]
    place = 1 if given["won"] else given["place"] or 0
    if place and not player_id:
        raise click.UsageError(tr("usage-whose_place"))
    return ListMatchesRequest(
        game=given["game"],
        player_id=player_id,
        max_place=place,
        min_score=given["min_score"],
        settings=dict(map(argument_types.setting, given["settings"])),
        seat_count=given["seats"] or 0,
        created_from=_moment(given["since"]),
        created_until=_moment(given["until"]),
        tournament_id=given["tournament_id"],
        title=given["title"],
        margin=given["margin"],
        records=given["records"],
        duration_ms=given["took"],
        forfeit_cause=FORFEITS.get(given["forfeit"] or "", ForfeitCause(0)),
        rating_surprise=given["surprise"],
        last_record_from=_moment(given["last_record_since"]),
        last_record_until=_moment(given["last_record_before"]),
    )


def _moment(text: str | None) -> datetime.datetime | None:
    """Return a typed date or time; it is in this machine's time zone unless it names another one."""
    if text is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(tr("usage-date", value=text)) from None
    return moment.astimezone()

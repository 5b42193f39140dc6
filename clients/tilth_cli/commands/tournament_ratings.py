"""tilth tournament ratings, pools, seasons and season."""

from datetime import UTC, datetime

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.tournament_results import check_one_form, with_csv
from tilth_cli.commands.tournaments import tournament_group
from tilth_cli.messages import tr
from tilth_cli.terminal_table import local_time, terminal_table
from tilth_cli.tournament_csv import RATING_CHANGE, RatingChange
from tilth_cli.tournament_tables import ratings_table
from tilth_cli.tournaments import list_pool_ratings, list_ratings
from tilth_dataclasses.tilth.v1 import (
    ListPoolRatingsRequest,
    ListRatingPoolsRequest,
    ListRatingsRequest,
    ListSeasonsRequest,
    RatingPool,
    Season,
    SetSeasonRequest,
)
from tilth_report.columns import Column, pick
from tilth_report.tournament_columns import RATING

LIMIT = 50
POOL: tuple[Column[RatingPool], ...] = (
    Column("name", heading="column-pool", is_left=True),
    Column("game"),
    Column("seats"),
    Column("rules_version"),
    Column("games"),
)
SEASON: tuple[Column[Season], ...] = (
    Column("name", heading="column-season", is_left=True),
    Column("start", text=lambda one: local_time(one.start), heading="column-start", is_left=True),
    Column(
        "end", text=lambda one: local_time(one.end) if one.end else "", heading="column-end", is_left=True
    ),
)
TIME = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"])


@command(tournament_group, "ratings")
@click.option("--game", default="", help=tr("option-ratings_game"))
@click.option("--tournament", "tournament_id", default="", metavar="TOURNAMENT", help=tr("option-ratings_of"))
@click.option("--pool", default="", help=tr("option-ratings_pool"))
@click.option("--season", default="", help=tr("option-ratings_season"))
@click.option("--history", is_flag=True, help=tr("option-history"))
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help=tr("option-limit")
)
@with_csv
async def ratings(  # noqa: PLR0913 - each option is an argument
    context: CommandContext,
    game: str,
    tournament_id: str,
    pool: str,
    season: str,
    history: bool,
    limit: int,
    as_csv: bool,
) -> None:
    """List the ratings of a game, a tournament or a pool as a table, CSV or JSON; with `history`, each rating's
    changes."""
    check_one_form(context, as_csv)
    if bool(season) > bool(pool) or (pool and (game or tournament_id)):
        raise click.UsageError(tr("usage-pool"))
    async with context.server() as server:
        if pool:
            of_pool = ListPoolRatingsRequest(pool=pool, season=season, history=history)
            found, more = await list_pool_ratings(server, of_pool, limit)
        else:
            request = ListRatingsRequest(game=game, tournament_id=tournament_id, history=history)
            found, more = await list_ratings(server, request, limit)
    if context.out.as_json:
        context.out.document(found)
    elif as_csv and history:
        context.out.rows(
            RATING_CHANGE, (RatingChange(each, point) for each in found for point in each.history)
        )
    elif as_csv:
        context.out.rows(RATING, found)
    elif not found:
        context.out.note("tournament-no_ratings")
    else:
        context.out.show(ratings_table(found, history))
    if more and not context.out.as_json:
        context.out.note("list-more", limit=limit)


@command(tournament_group, "pools")
@click.option("--season", default="", help=tr("option-ratings_season"))
@with_csv
async def pools(context: CommandContext, season: str, as_csv: bool) -> None:
    """List the pools in which tournament games were rated as a table, CSV or JSON."""
    check_one_form(context, as_csv)
    async with context.server() as server:
        request = ListRatingPoolsRequest(season=season)
        found = (await server.ask(server.ratings.list_rating_pools, request)).pools
    if context.out.as_json:
        context.out.document(found)
    elif as_csv:
        context.out.rows(POOL, found)
    elif not found:
        context.out.note("tournament-no_ratings")
    else:
        context.out.show(terminal_table(pick(POOL, "name", "games"), found))


@command(tournament_group, "seasons")
@with_csv
async def seasons(context: CommandContext, as_csv: bool) -> None:
    """List the seasons of ratings as a table, CSV or JSON, the latest first."""
    check_one_form(context, as_csv)
    async with context.server() as server:
        found = (await server.ask(server.ratings.list_seasons, ListSeasonsRequest())).seasons
    if context.out.as_json:
        context.out.document(found)
    elif as_csv:
        context.out.rows(SEASON, found)
    elif not found:
        context.out.note("tournament-no_seasons")
    else:
        context.out.show(terminal_table(SEASON, found))


@command(tournament_group, "season")
@click.argument("name")
@click.option("--start", type=TIME, required=True, help=tr("option-season_start"))
@click.option("--end", type=TIME, help=tr("option-season_end"))
async def season(context: CommandContext, name: str, start: datetime, end: datetime | None) -> None:
    """Name a season of ratings, or change its times (UTC), as an operator."""
    wanted = Season(name=name, start=start.replace(tzinfo=UTC), end=end.replace(tzinfo=UTC) if end else None)
    async with context.server() as server:
        reply = await server.ask(server.ratings.set_season, SetSeasonRequest(season=wanted))
    if context.out.as_json:
        context.out.document(reply.season)
    else:
        context.out.print_message("tournament-season_set", season=name)

"""tilth games and tilth bots: the games of the server and their options, and the bots that it runs."""

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.messages import language, tr
from tilth_dataclasses.tilth.v1 import Game, ListBotsRequest, ListGamesRequest


@command(tilth, "games")
@click.argument("name", required=False)
async def games(context: CommandContext, name: str | None) -> None:
    """Print the games, or one of them by name."""
    async with context.server() as server:
        found = (await server.ask(server.lobby.list_games, ListGamesRequest(language=language()))).games
    shown = [game for game in found if name in (None, game.name)]
    if name and not shown:
        raise click.UsageError(tr("games-unknown", name=name, known=", ".join(game.name for game in found)))
    if context.out.as_json:
        context.out.document(shown)
        return
    for game in shown:
        context.out.show(*_game_text(game))


@command(tilth, "bots")
@click.argument("game", default="")
@click.option("--seats", type=click.IntRange(1, 100), default=0, help=tr("option-bots_seats"))
async def bots(context: CommandContext, game: str, seats: int) -> None:
    """Print the bots that the server runs: all, or those that play a game, also with a number of seats."""
    async with context.server() as server:
        request = ListBotsRequest(game=game, seat_count=seats)
        found = (await server.ask(server.lobby.list_bots, request)).bots
    if context.out.as_json:
        context.out.document(found)
    elif not found:
        context.out.note("bots-none")
    else:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for one in found:
            table.add_row(
                Text(one.name, style="bold"), Text(", ".join(one.games), style="dim"), Text(one.text)
            )
        context.out.show(table)


def _game_text(game: Game) -> list[Text | Table]:
    """Return a game's title and a table of its options."""
    seats = ", ".join(map(str, game.seat_counts))
    title = Text.assemble((game.title or game.name, "bold"), f"  {game.name}  ")
    title.append(tr("games-seats", seats=seats), style="dim")
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for option in game.options:
        values = "|".join(option.choices) or option.kind
        table.add_row(f"  {option.name}={option.default or '...'}", Text(values, style="dim"), option.text)
    return [title, table]

"""tilth play: a person at a seat."""

import click

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.commands.watch import RECENT
from tilth_cli.matches import fetch_labels, get_match, own_seat
from tilth_cli.messages import language, tr
from tilth_cli.play_screen import play_seat
from tilth_cli.receipts import ReceiptFolder
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.v1 import MatchState, OpenChannel


@command(tilth, "play")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=click.IntRange(0, 99), help=tr("option-seat_own"))
async def play(context: CommandContext, match_id: str, seat: int | None) -> None:
    """Play a seat of a match in the terminal: follow the match, show the questions, and send the person's answers."""
    out = context.out
    async with context.server() as server:
        match = await get_match(server, match_id)
        seat = await own_seat(server, match, seat)
        scene = Scene.of(match, seat)
        if not out.as_json:
            await fetch_labels(server, scene)
        if match.state is MatchState.OPEN:
            out.note("play-not_started", match=match_id)
        opening = OpenChannel(
            match_id=match_id,
            seat=seat,
            from_record=max(0, match.record_count - RECENT),
            views=True,
            texts=True,
            language=language(),
        )
        if await play_seat(out, server, scene, opening):
            if scene.ended is not None and scene.ended.receipt is not None:
                ReceiptFolder(context.settings).keep(match_id, scene.ended.receipt)
        elif not out.as_json:
            out.note("play-left", match=match_id, seat=seat)

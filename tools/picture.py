"""Draws docs/picture.svg: a match of Petrichor as `tilth replay` shows it in a terminal.

    python -m tools.picture [FILE]

A real server, three gardeners from fixed seeds, and the terminal client's own drawing.
"""

import asyncio
import io
import re
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from tilth_bots import BOTS
from tilth_cli.connection import Server
from tilth_cli.drawing import whole
from tilth_cli.matches import get_match
from tilth_cli.output import Output
from tilth_cli.replaying import Reel
from tilth_cli.scene import Scene
from tilth_cli.settings import Given, settle
from tilth_client import connect
from tools.record_match import real_server

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "picture.svg"
NAMES = ("Ann", "Bo", "Cleo")
SEED = bytes(31) + b"\x07"
MOMENT = 0.6
"""How far the match has gone."""
WIDTH, HEIGHT = 92, 36
THEIR_FONT = re.compile(r"@font-face \{.*?\}\n", re.DOTALL)
READERS_FONTS = "DejaVu Sans Mono, Menlo, Consolas"
"""Rich names a font on somebody's server; one that the reader has will do."""


async def played(address: str) -> tuple[str, str]:
    """A finished match, and the token of a player of it."""
    async with AsyncExitStack() as connections:
        players = [await connections.enter_async_context(connect(address)) for _ in NAMES]
        for player, name in zip(players, NAMES, strict=True):
            await player.register(name)
        host, *guests = players
        match = await host.create("petrichor", len(NAMES), take=[0], title="Three gardeners", seed=SEED)
        for guest in guests:
            await guest.take(match.id)
        seats = enumerate(players)
        await asyncio.gather(*(player.play(match.id, seat, BOTS["gardener"](seat)) for seat, player in seats))
        return match.id, host.token


async def picture(address: str) -> str:
    """The moment as SVG."""
    match_id, token = await played(address)
    output = Output(as_json=False)
    async with Server(settle(Given(server=address, token=token), {}), output) as server:
        reel = Reel(server, Scene.of(await get_match(server, match_id)), None)
        await reel.load(output)
        moment = await reel.scene_at(round(len(reel.records) * MOMENT))
    moment.match_id = ""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=WIDTH,
        height=HEIGHT,
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(whole(moment, console, asks=False))
    form = THEIR_FONT.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code", READERS_FONTS)
    return console.export_svg(title="tilth replay", code_format=form, unique_id="tilth")


def main(words: Sequence[str]) -> None:
    file = Path(words[0]) if words else PICTURE
    with real_server() as address:
        file.write_text(asyncio.run(picture(address)))


if __name__ == "__main__":
    main(sys.argv[1:])

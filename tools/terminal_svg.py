"""Draws the pictures of docs/: a match as `tilth replay` shows it in a terminal.

    python -m tools.terminal_svg [FOLDER]

A real server, bots from fixed seeds, and the terminal client's own drawing.
"""

import asyncio
import io
import re
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from tilth_bots import BOTS
from tilth_cli.connection import Server
from tilth_cli.drawing import match_picture
from tilth_cli.matches import fetch_labels, get_match
from tilth_cli.output import Output
from tilth_cli.replay_frames import ReplayFrames
from tilth_cli.scene import Scene
from tilth_cli.settings import GivenOptions, settle
from tilth_client import connect
from tools.record_match import real_server

DOCS = Path(__file__).resolve().parent.parent / "docs"
SEED = bytes(31) + b"\x07"
THEIR_FONT = re.compile(r"@font-face \{.*?\}\n", re.DOTALL)
READERS_FONTS = "DejaVu Sans Mono, Menlo, Consolas"
"""Fonts of the reader, in place of Rich's font on somebody's server."""


@dataclass(frozen=True)
class Picture:
    """One picture to draw: the file to write, the game, the bot that plays all seats, the title and players of the
    match, and the width and height of the terminal in characters."""

    file: str
    game: str
    bot: str
    title: str
    names: tuple[str, ...]
    moment: float
    """The part of the match that has been played at the time of the picture."""
    width: int
    height: int


PICTURES = (
    Picture("petrichor.svg", "petrichor", "gardener", "Three gardeners", ("Ann", "Bo", "Cleo"), 0.6, 92, 36),
    Picture("sonora.svg", "sonora", "sharpshooter", "Three marksmen", ("Ann", "Bo", "Cleo"), 0.42, 132, 46),
    Picture("earth.svg", "earth", "naturalist", "Three naturalists", ("Ann", "Bo", "Cleo"), 0.8, 132, 46),
    Picture("agricola.svg", "agricola", "farmer", "Three farmers", ("Ann", "Bo", "Cleo"), 0.8, 126, 46),
)


async def played(address: str, wanted: Picture) -> tuple[str, str]:
    """Play a match to its end, with the wanted bot on each seat; return the match's id and the token of the player on
    seat 0."""
    async with AsyncExitStack() as connections:
        players = [await connections.enter_async_context(connect(address)) for _ in wanted.names]
        for player, name in zip(players, wanted.names, strict=True):
            await player.register(name)
        host, *guests = players
        match = await host.create_match(
            wanted.game, len(wanted.names), take=[0], title=wanted.title, seed=SEED
        )
        for guest in guests:
            await guest.take_seat(match.id)
        seats = enumerate(players)
        await asyncio.gather(*(player.play(match.id, seat, BOTS[wanted.bot](seat)) for seat, player in seats))
        return match.id, host.token


async def picture(address: str, wanted: Picture) -> str:
    """Play the wanted match, and return the replay screen at the wanted moment as SVG."""
    match_id, token = await played(address, wanted)
    output = Output(as_json=False)
    async with Server(settle(GivenOptions(server=address, token=token), {}), output) as server:
        scene = Scene.of(await get_match(server, match_id))
        await fetch_labels(server, scene)
        reel = ReplayFrames(server, scene, None)
        await reel.load(output)
        moment = await reel.scene_at(round(len(reel.records) * wanted.moment))
    moment.match_id = ""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=wanted.width,
        height=wanted.height,
        force_terminal=True,
        color_system="truecolor",
    )
    console.print(match_picture(moment, console, asks=False))
    form = THEIR_FONT.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code", READERS_FONTS)
    return console.export_svg(title="tilth replay", code_format=form, unique_id="tilth")


def main(words: Sequence[str]) -> None:
    """Draw every picture into the folder that the command line names, or into the docs; each match runs on a server of
    its own, because their players have the same names."""
    folder = Path(words[0]) if words else DOCS
    for wanted in PICTURES:
        with real_server() as address:  # each its own, as the players are called alike
            (folder / wanted.file).write_text(asyncio.run(picture(address, wanted)))


if __name__ == "__main__":
    main(sys.argv[1:])

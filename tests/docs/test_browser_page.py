"""The program on docs/protocol/browser.md plays a match, and what the page says of the socket's end is so."""

import asyncio
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.client.serving import Line
from tests.docs.pages import page
from tests.e2e.serving import own_port, running
from tests.server.web.browser import MANY, web_running

NODE = shutil.which("node") or ""
OLDEST = 20
(PROGRAM,) = re.findall(r"```js\n(.*?)```", page("protocol/browser.md"), re.DOTALL)
MAX_LINES = 95


def version() -> int:
    """Return the number of Node's version; 0 without Node."""
    if not NODE:
        return 0
    printed = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return int(printed.strip().lstrip("v").partition(".")[0])


def test_the_program_is_short() -> None:
    assert len(PROGRAM.splitlines()) <= MAX_LINES


@pytest.mark.skipif(version() < OLDEST, reason="Node is missing, or older than 20")
def test_the_program_plays_a_match(tmp_path: Path) -> None:
    with web_running(tmp_path / "data", *MANY) as server:
        assert_plays(tmp_path, server.url)


@pytest.mark.skipif(version() < OLDEST, reason="Node is missing, or older than 20")
async def test_the_program_continues_when_an_address_is_gone_and_when_connections_break(
    tmp_path: Path,
) -> None:
    behind = f"127.0.0.1:{own_port()}"
    async with Line(behind) as one, Line(behind) as two:
        lines = [f"http://{line.address}/" for line in (one, two)]
        origins = [word for line in lines for word in ("--web-origin", line.rstrip("/"))]
        with running(tmp_path / "data", "--web", behind, *origins, *MANY):
            # Less than the bytes of a match, and more than those of a connection's beginning.
            one.every = two.every = 4000
            dead = f"http://127.0.0.1:{own_port()}/"
            await asyncio.to_thread(assert_plays, tmp_path, *lines, dead)
            assert one.cuts + two.cuts >= 2


def assert_plays(folder: Path, *urls: str) -> None:
    """Run the program, and look at what it prints."""
    (folder / "play.mjs").write_text(PROGRAM)
    flags = ["--experimental-websocket"] if version() < OLDEST + 2 else []
    ran = subprocess.run(
        [NODE, *flags, "play.mjs", *urls], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(r"match [0-9a-f]{16} has ended after \d\d answers\nclosed 1000 \n", ran.stdout)

"""The program on docs/protocol/browser.md plays a match, and what the page says of the socket's end is so."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import page
from tests.server.web.browser import MANY, web_running

NODE = shutil.which("node") or ""
OLDEST = 20
(PROGRAM,) = re.findall(r"```js\n(.*?)```", page("protocol/browser.md"), re.DOTALL)
MAX_LINES = 60


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
    (tmp_path / "play.mjs").write_text(PROGRAM)
    flags = ["--experimental-websocket"] if version() < OLDEST + 2 else []
    with web_running(tmp_path / "data", *MANY) as server:
        ran = subprocess.run(
            [NODE, *flags, "play.mjs", server.url],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert ran.returncode == 0, ran.stderr
    assert re.fullmatch(r"match [0-9a-f]{16} has ended after \d\d answers\nclosed 1000 \n", ran.stdout)

"""An arena that continues after somebody has worked on a bot."""

import json
from hashlib import sha256
from pathlib import Path

from tests.e2e.arena import PATIENCE_S, Arena, games_printed, interrupted

SLOW = """
import time
from helper import pause

def bot(view, decision):
    time.sleep(pause)
    return decision.default
"""


def test_an_arena_continues_with_other_files_of_a_bot_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "helper.py").write_text("pause = 0.02\n")
    arena = Arena(tmp_path)
    bots = ("slow.py:bot", "random")
    with arena.started(*bots, "--concurrency", "1", "--copy-bots") as process:
        games_printed(process, 1)
        interrupted(process)
    kept = json.loads((arena.folder / "bots.json").read_text())["versions"]
    files = kept[0]["bots"]["slow"]
    assert files == {
        str(tmp_path / name): sha256((tmp_path / name).read_bytes()).hexdigest()
        for name in ("slow.py", "helper.py")
    }
    assert (arena.folder / "bots" / "1" / "slow" / "helper.py").read_text() == "pause = 0.02\n"
    (tmp_path / "helper.py").write_text("pause = 0\n")
    with arena.started() as process:
        _, error = process.communicate(timeout=PATIENCE_S)
        assert process.returncode != 0
    assert "BOTS_CHANGED" in error
    assert str(tmp_path / "helper.py") in error
    last = arena.run("--changed-bots")[-1]
    assert last["finished"]
    (slow,) = (each for each in last["standings"] if each["name"] == "slow")
    assert len(slow["version"]) == 8
    assert len(slow["earlier_versions"]) == 1
    assert slow["earlier_versions"] != [slow["version"]]
    versions = json.loads((arena.folder / "bots.json").read_text())["versions"]
    assert len(versions) == 2
    assert arena.run()[-1]["standings"] == last["standings"]
    with arena.started("--seats", "3", "--cpu", "9s") as process:
        _, error = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 2
    assert "--seats, --cpu can be given only when an arena begins" in error

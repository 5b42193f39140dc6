"""Write the golden playthroughs again, or print one match whole."""

import sys

from tests.playthroughs.every import GAMES, find
from tests.playthroughs.setups import played, traced, traces_path
from tilth_rules.playthrough import as_text


def write() -> None:
    """Write every file; read the differences before you keep them."""
    for game in GAMES:
        for golden in game.goldens:
            golden.path.parent.mkdir(exist_ok=True)
            golden.path.write_text(played(golden).text)
        lines = (traced(setup).text for setup in game.setups)
        traces_path(game.game).write_text("\n".join(lines) + "\n")
        print(f"{game.game.name}: {len(game.goldens)} matches recorded, {len(game.setups)} traced")


def show(name: str) -> None:
    """Print a match from its beginning to its end: `agricola-three-draft`."""
    setup, names = find(name)
    print(as_text(setup.playthrough(), names), end="")


if len(sys.argv) == 1:
    write()
else:
    for wanted in sys.argv[1:]:
        show(wanted)

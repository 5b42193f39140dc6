"""The games that the tests' servers have: the orchard, which has one of everything and is over soon."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.wire.conftest import ORCHARD, compiled
from tests.wire.orchard import game
from tilth_server.wire import GameWire


@cache
def orchard() -> dict[str, GameWire]:
    """Compiled once in a test process."""
    with TemporaryDirectory() as folder:
        schema = compiled(Path(folder), (ORCHARD / "orchard.proto").read_text())
    return {"orchard": GameWire.of(game, schema)}

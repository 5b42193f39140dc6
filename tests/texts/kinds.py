"""The kinds of decisions that a game's source names."""

import ast
import importlib.util
from pathlib import Path

from tilth_server.wire import GameWire


def kinds_of(wire: GameWire) -> dict[str, str]:
    """Return the kinds of decisions that the game's source names: `Choose(seat, "rain-clouds", ..., about=Pick(...))`.

    Each kind has the class of its `about`, or "" if it has none."""
    package = type(wire.game).__module__.partition(f".{wire.name}")[0] + f".{wire.name}"
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    found = {}
    for source in Path(spec.origin).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Choose", "Measure"):
                kind = node.args[1]
                assert isinstance(kind, ast.Constant), (
                    f"{source}:{node.lineno} names its kind in no plain string"
                )
                about = [each.value for each in node.keywords if each.arg == "about"]
                found[str(kind.value)] = ast.unparse(about[0]).partition("(")[0] if about else ""
    return found

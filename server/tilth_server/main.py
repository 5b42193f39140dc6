"""`tilth-server`: the program, if all that it needs is installed."""

import gc
from importlib.util import find_spec

NEEDED = (
    "google.rpc",
    "grpc_health",
    "grpc_reflection",
    "msgspec",
    "structlog",
    "fluent.runtime",
    "prometheus_client",
)
"""Modules that the extra `server` installs."""


def main() -> None:
    """Run the server program `tilth-server`. If modules that it needs are missing, exit with one line that names
    them.
    """
    missing = [name for name in NEEDED if not _is_there(name)]
    if missing:
        raise SystemExit(f"tilth-server needs {', '.join(missing)}: pip install 'tilth-games[server]'")
    # Imports make many objects and no garbage, and to look through them again and again is a quarter of a start.
    gc.disable()
    from tilth_server.program import run

    run()


def _is_there(name: str) -> bool:
    """Return whether a module is installed."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


if __name__ == "__main__":
    main()

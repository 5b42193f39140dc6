"""Files that only their owner can read, such as tokens."""

import os
from contextlib import suppress
from pathlib import Path


def write_private(path: Path, text: str, *, arriving: Path) -> None:
    """Replace the file, whole or not at all. It is first written as `arriving`, in the same folder."""
    handle = os.open(arriving, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        arriving.replace(path)
    except BaseException:
        with suppress(OSError):
            arriving.unlink()
        raise

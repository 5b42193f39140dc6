"""The time of the last backup that was verified: the time of a file in the data directory, which the metrics report."""

import time
from pathlib import Path
from typing import Final

FILE: Final = "backup.verified"


def note(data: Path) -> None:
    """Take note that a backup of this data directory has just been verified."""
    (data / FILE).touch(mode=0o600)


def age(data: Path) -> float | None:
    """Return the seconds since the last verified backup; None if there was none."""
    try:
        return max(0.0, time.time() - (data / FILE).stat().st_mtime)
    except FileNotFoundError:
        return None

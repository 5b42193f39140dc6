"""The memory that this process uses."""

import os
import resource
import sys
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGESIZE")
STATM = Path("/proc/self/statm")


def resident_bytes() -> int:
    """Return the bytes of memory in use now; if the system doesn't show them, the highest number so far."""
    try:
        return int(STATM.read_text().split()[1]) * PAGE_BYTES
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10

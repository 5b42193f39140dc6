"""What this process takes of its machine."""

import os
import resource
import sys
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGESIZE")
STATM = Path("/proc/self/statm")


def resident_bytes() -> int:
    """Of memory, now; where the system doesn't say, the most it has ever been."""
    try:
        return int(STATM.read_text().split()[1]) * PAGE_BYTES
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10

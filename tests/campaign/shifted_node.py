"""A server whose wall clock is wrong: `python -m tests.campaign.shifted_node SECONDS serve ...`."""

import sys
import time

SECONDS = float(sys.argv.pop(1))
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + SECONDS
time.time_ns = lambda: _time_ns() + int(SECONDS * 1e9)

from tilth_server.main import main  # noqa: E402 - it must see the clock that is wrong

main()

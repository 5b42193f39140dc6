"""What holds for every test."""

import os
import signal

from hypothesis import HealthCheck, settings

# The same examples in every run, and no clock: whether a run passes must not hang on luck, nor on what else the machine
# has to do. `pytest --hypothesis-profile=default` looks for other examples.
settings.register_profile(
    "steady", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

# How whoever runs the tests likes their terminal and their `tilth` is no matter of the programs that the tests start.
for name in list(os.environ):
    if name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE") or name.startswith("TILTH_"):
        del os.environ[name]

# A shell lets what it starts in the background ignore Ctrl-C, and so would the programs that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

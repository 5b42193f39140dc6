"""What holds for every test."""

import signal

from hypothesis import HealthCheck, settings

# The same examples in every run, and no clock: whether a run passes must not hang on luck, nor on what else the machine
# has to do. `pytest --hypothesis-profile=default` looks for other examples.
settings.register_profile(
    "steady", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

# A shell lets what it starts in the background ignore Ctrl-C, and so would the programs that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

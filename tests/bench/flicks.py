"""Benchmark of Sonora's physics: flicks across a board with twenty discs, each simulated until all discs are at
rest."""

from time import process_time

from tests.bench.measurement import Measurement, calibrate, cpu_rate
from tests.physics.boards import flicks
from tilth_physics import port

SLICE = 1.0
ROUNDS = 3


def measure() -> Measurement:
    """The whole answer counts: the slide, its rounding, its frames, its JSON. The best of some rounds."""
    asked = flicks(11, 500)
    best = facts = contacts = 0.0
    for _ in range(ROUNDS):
        done = 0
        begun = process_time()
        while (spent := process_time() - begun) < SLICE:
            facts += len(port(asked[done % len(asked)]))
            done += 1
        best = max(best, done / spent)
        contacts += done
    return cpu_rate(
        "sonora.flick",
        best,
        "flicks",
        72_000,
        calibrate(),
        {"discs": 20, "bytes a fact": facts / contacts},
    )

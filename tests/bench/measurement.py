"""One line a measurement, and the loop that machines are compared by."""

import json
from dataclasses import dataclass
from time import perf_counter, process_time

TURNS = 100_000
CALIBRATING = 0.05


@dataclass(frozen=True)
class Measurement:
    """`target` is the least value that will do, or the greatest when `at_most`.

    `baseline` says how fast this machine was in that run: the bare echo's messages a second, the calibration loop's
    turns a second of CPU time, or the seconds it is held against. `beside` is what else was seen, named.
    """

    name: str
    value: float
    unit: str
    target: float
    baseline: float
    beside: dict[str, float]
    at_most: bool = False

    @property
    def met(self) -> bool:
        return self.value <= self.target if self.at_most else self.value >= self.target

    def line(self) -> str:
        return json.dumps(
            {
                "name": self.name,
                "value": rounded(self.value),
                "unit": self.unit,
                "target": self.target,
                "met": self.met,
                "baseline": rounded(self.baseline),
                "beside": {name: rounded(value) for name, value in self.beside.items()},
            }
        )


def rounded(value: float) -> float:
    """Three digits that mean something."""
    return float(f"{value:.3g}") if abs(value) < 100 else float(round(value))


def calibration(seconds: float) -> tuple[int, float]:
    """Turns of `x += i & 7`, and the CPU time they took: the yardstick for this machine at this moment."""
    turns = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        x = 0
        for i in range(TURNS):
            x += i & 7
        turns += TURNS
    return turns, spent


def calibrate() -> float:
    """Turns in a second of CPU time."""
    turns, spent = calibration(CALIBRATING)
    return turns / spent


def median(values: list[float]) -> float:
    ranked = sorted(values)
    return ranked[len(ranked) // 2]


def wall() -> float:
    return perf_counter()

"""One line a measurement, and the loop that machines are compared by."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter, process_time
from types import MappingProxyType

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
    target_is_max: bool = False

    @property
    def met(self) -> bool:
        return self.value <= self.target if self.target_is_max else self.value >= self.target

    def line(self) -> str:
        return json.dumps(
            {
                "name": self.name,
                "value": rounded(self.value),
                "unit": self.unit,
                "target": rounded(self.target),
                "met": self.met,
                "at_most": self.target_is_max,
                "baseline": rounded(self.baseline),
                "beside": {name: rounded(value) for name, value in self.beside.items()},
            }
        )


def cpu_rate(
    name: str,
    rate: float,
    things: str,
    most_turns: float,
    turns: float,
    beside: Mapping[str, float] = MappingProxyType({}),
    *,
    of: str = "CPU time",
) -> Measurement:
    """Return the measurement of a rate of CPU time.

    What it has to reach is kept in turns of the calibration loop for each thing, `most_turns`, which mean the same on a
    fast machine and a slow one. `turns` is how many this machine makes in a second.
    """
    return Measurement(
        name,
        rate,
        f"{things}/s of {of}",
        turns / most_turns,
        turns,
        {"turns for each": turns / rate, "turns at most": most_turns, **beside},
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

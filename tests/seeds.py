"""Seeds of the tests that play at random: the same few in `make test`, fresh ones in `make sweep`."""

import time
from collections.abc import Iterable, Iterator
from itertools import count, takewhile
from math import sqrt
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

STEADY, SWEEPING = "steady", "sweep"
"""Hypothesis' profiles of `make test` and of `make sweep`."""


class Sweep(NamedTuple):
    """A search with fresh seeds, which begins at `seed`."""

    seed: int
    until: float
    """The time, as `time.time` says it, after which no test begins."""
    share: float
    """Seconds for which a test continues with further seeds. At 0 it tries one seed only."""


SWEEP = pytest.StashKey[Sweep]()
USED = pytest.StashKey["Seeds"]()


class Seeds:
    """The seeds that one test plays with."""

    def __init__(self, sweep: Sweep | None) -> None:
        self.sweep = sweep
        self.last = self.first
        """The seed given last: of a test that has failed, the one it failed with."""

    @property
    def first(self) -> int:
        """Return the seed of a test that plays with one only: 0, or a fresh one."""
        return 0 if self.sweep is None else self.sweep.seed

    def some(self, few: int, many: int) -> range:
        """Return seeds for a test that looks at many matches together: `few` in `make test`, `many` in a sweep."""
        return range(self.first, self.first + self.often(few, many))

    def often(self, few: int, many: int) -> int:
        """Return how often a test tries something: `few` times in `make test`, `many` times in a sweep."""
        return few if self.sweep is None else many

    def margin(self, share: float, times: int) -> float:
        """Return by how much the number of hits may miss `share` of `times`.

        It is nothing with the steady seeds of `make test`, and five standard deviations with the fresh ones of a sweep,
        which would else fail by chance.
        """
        return 0 if self.sweep is None else 5 * sqrt(times * share * (1 - share))

    def __call__(self, number: int) -> Iterator[int]:
        """Yield the seeds below this number; in a sweep fresh ones, until the test has had its share of time."""
        for seed in range(number) if self.sweep is None else self._fresh(self.sweep):
            self.last = seed
            yield seed

    @staticmethod
    def _fresh(sweep: Sweep) -> Iterator[int]:
        """Yield the sweep's seed, and those after it."""
        end = time.monotonic() + sweep.share
        yield sweep.seed
        yield from takewhile(lambda _: time.monotonic() < end, count(sweep.seed + 1))


def examples(few: int, many: int) -> settings:
    """Return how often hypothesis tries a test: `few` times in `make test`, `many` times in a sweep."""
    return settings(max_examples=many if settings.get_current_profile_name() == SWEEPING else few)


def thinned(values: Iterable[Any], every: int) -> list[Any]:
    """Return the values of a parameter, or tuples of several. `make test` tries the first one and each `every`-th after
    it; the others have the mark `sweep`."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=[pytest.mark.sweep] * bool(at % every)
        )
        for at, value in enumerate(values)
    ]


def searches(item: pytest.Item) -> bool:
    """Return whether a test looks for faults at random, so that a sweep runs it."""
    fixtures: tuple[str, ...] = getattr(item, "fixturenames", ())
    return bool({"seeds", "sweep"} & {*fixtures} or item.get_closest_marker("sweep") or _is_hypothesis(item))


def command_to_repeat(item: pytest.Item) -> str:
    """Return the command that runs a test again with the seed it has failed with, or nothing if it has no seed."""
    used = item.stash.get(USED, None)
    sweep = item.config.stash.get(SWEEP, None)
    if used is None and sweep is None:
        return ""
    seed = used.last if used is not None else sweep.seed if sweep is not None else 0
    return f"make sweep PART='{item.nodeid}' SEED={seed}"


def _is_hypothesis(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))

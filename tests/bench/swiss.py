"""Pairing a big Swiss: 1,000 entrants, 11 rounds, with results in between as strength and luck make them."""

from collections.abc import Iterator
from time import perf_counter

from tests.bench.measurement import Measurement, calibrate
from tests.server.tournaments.simulated import Simulated, settings
from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.formats import Tables

ENTRANTS = 1_000
ROUNDS = 11
TARGET = 1.0


def measure() -> Measurement:
    """Seconds of the slowest round, from the results of the last one to its record."""
    turns = calibrate()
    spent = list(rounds())
    beside = {f"round {number}": seconds for number, seconds in enumerate(spent, 1)}
    return Measurement("swiss.pair", max(spent), "s a round", TARGET, turns, beside, target_is_max=True)


def rounds() -> Iterator[float]:
    strengths = [1_500.0 - number for number in range(ENTRANTS)]
    swiss = Simulated(settings(2, swiss=pb.Swiss(rounds=ROUNDS)), ENTRANTS, strengths=strengths)
    swiss.start()
    for _ in range(ROUNDS):
        began = perf_counter()
        if not isinstance(swiss.step(), Tables):
            raise AssertionError("a round was to be paired")
        yield perf_counter() - began
        swiss.play_round()

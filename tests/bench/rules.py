"""Benchmarks that need no server: playing, folding, decoding, storing."""

from collections.abc import Callable
from random import Random
from time import process_time

from tests.bench import playout, store_append
from tests.bench.measurement import Measurement, calibrate, cpu_rate
from tilth_rules.petrichor import Options, game
from tilth_server.wire import load_games

SLICE = 0.5
MATCHES = 60


def stored() -> tuple[list[list[bytes]], int]:
    """Logs of many matches as the store keeps them, and how many events they hold."""
    wire = load_games()["petrichor"]
    logs, events = [], 0
    for seed in range(MATCHES):
        records = playout.play(4, seed, Random(seed), journal=True)[1]
        logs.append([wire.records.encode(record, at_ms=0) for record in records])
        events += sum(len(record.events) for record in records)
    return logs, events


def decoding_folds(logs: list[list[bytes]], events: int) -> Callable[[], tuple[int, float]]:
    wire = load_games()["petrichor"]

    def fold() -> tuple[int, float]:
        done = 0
        begun = process_time()
        while (spent := process_time() - begun) < SLICE:
            for log in logs:
                state, _ = game.start(Options(), 4)
                for event in wire.records.events(log):
                    event.apply(state)
            done += events
        return done, spent

    return fold


def measure() -> list[Measurement]:
    rates = playout.measure(6.0)
    turns = rates["calibration"]
    fold = decoding_folds(*stored())
    fold()
    decoded = max(done / spent for done, spent in (fold() for _ in range(3)))
    appended = store_append.measure(3.0)
    return [
        cpu_rate("petrichor.playout", rates["playout"], "answers", 280, turns),
        cpu_rate("petrichor.playout.journal", rates["playout.journal"], "answers", 325, turns),
        cpu_rate("petrichor.fold", rates["fold"], "events", 14, turns),
        cpu_rate("petrichor.fold.decode", decoded, "events", 31, calibrate(), {"matches": MATCHES}),
        Measurement(
            "store.append",
            appended["records_per_second"],
            "records/s",
            40_000,
            appended["sync_seconds"],
            {
                "records/s of CPU time": appended["records_per_cpu_second"],
                "records a transaction": appended["records_per_transaction"],
            },
        ),
    ]

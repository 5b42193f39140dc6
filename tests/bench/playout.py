"""Benchmark of Petrichor in process: random matches of four, in CPU time.

`python -m tests.bench.playout` prints the figures; `measure` gives them to the whole bench.
"""

import json
from collections.abc import Callable
from random import Random
from time import process_time

from tests.bench.measurement import calibration
from tilth_rules.kernel import Choose, Record, SeededChance, Table
from tilth_rules.petrichor import Options, game

SLICE = 0.25
"""CPU seconds of one variant before the next has its turn: what disturbs one disturbs all."""


def picks_for(decision: Choose, random: Random) -> list[int]:
    """An answer within the bounds; which picks are many doesn't matter here, so those are the first ones."""
    options = decision.options
    if decision.kind == "turn" and not decision.min_picks:
        # Petrichor: passing is as likely as each action, as it was while it was an option.
        at = int(random.random() * (len(options) + 1))
        return [options[at - 1]] if at else []
    if decision.max_picks == 1:
        if not options or (decision.min_picks == 0 and random.random() < 0.5):
            return []
        return [options[int(random.random() * len(options))]]
    many = decision.min_picks + int(random.random() * (decision.max_picks - decision.min_picks + 1))
    picks: list[int] = []
    for at, option in enumerate(options):
        if len(picks) == many:
            break
        picks += [option] * min(many - len(picks), decision.max_each[at] if decision.max_each else 1)
    return picks


def play(seats: int, seed: int, random: Random, journal: bool) -> tuple[int, list[Record]]:
    """One match to its end: the number of answers, and its records if it keeps a journal."""
    table = Table(game, Options(), seats, SeededChance(seed.to_bytes(32, "big")), journal=journal)
    records: list[Record] = []
    record = table.start()
    answers = 0
    while record is not None or not table.over:
        if record is not None:
            records.append(record)
        if table.over:
            break
        seat, decision = next(iter(table.open.items()))
        assert isinstance(decision, Choose)
        record = table.answer(seat, picks_for(decision, random))
        answers += 1
    return answers, records


def playouts(seconds: float, seats: int, journal: bool, first_seed: int) -> tuple[int, float]:
    """Answers given, and the CPU time they took."""
    random = Random(first_seed)
    answers, seed = 0, first_seed
    began = process_time()
    while (spent := process_time() - began) < seconds:
        answers += play(seats, seed, random, journal)[0]
        seed += 1
    return answers, spent


def folds(seconds: float, records: list[Record]) -> tuple[int, float]:
    """Events folded into a state, and the CPU time it took."""
    events = [event for record in records for event in record.events]
    folded = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        state, _ = game.start(Options(), 4)
        for event in events:
            event.apply(state)
        folded += len(events)
    return folded, spent


def measure(seconds: float = 3.0) -> dict[str, float]:
    """Rates per CPU second. The variants take turns, and the best slice of each counts."""
    records = play(4, 7, Random(7), journal=True)[1]
    variants: dict[str, Callable[[int], tuple[int, float]]] = {
        "calibration": lambda _: calibration(SLICE),
        "playout": lambda turn: playouts(SLICE, 4, False, turn),
        "playout.journal": lambda turn: playouts(SLICE, 4, True, turn),
        "fold": lambda _: folds(SLICE, records),
    }
    best = dict.fromkeys(variants, 0.0)
    for turn in range(max(1, round(seconds / SLICE / len(variants)))):
        for name, run in variants.items():
            done, spent = run(1000 * turn)
            best[name] = max(best[name], done / spent)
    return best


if __name__ == "__main__":
    for name, rate in measure().items():
        print(json.dumps({"name": name, "value": round(rate), "unit": "per CPU second"}))

"""Benchmark of Agricola in process: random matches of four with all decks and of the family game, and the fold of their
events.

Answers are picked as `playout.picks_for` picks them, offers among them as often as a random player takes them.
"""

from collections.abc import Callable
from random import Random
from time import process_time

from tests.bench.measurement import Measurement, calibrate, cpu_rate
from tests.bench.playout import picks_for
from tilth_rules.agricola import Options, game
from tilth_rules.kernel import Choose, Decision, Event, Record, SeededChance, Table

SEATS = 4
SLICE = 0.5
SLICES = 6
OFFERED = 1 / 6
"""The probability that a random player takes an offer if there is one."""
FULL = Options()
FAMILY = Options(family=True)


def play(options: Options, seed: int, random: Random, journal: bool) -> tuple[int, list[Record]]:
    """One match to its end: the number of answers, and its records if it keeps a journal."""
    table = Table(game, options, SEATS, SeededChance(seed.to_bytes(32, "big")), journal=journal)
    records: list[Record] = []
    record = table.start()
    answers = 0
    while not table.over:
        if record is not None:
            records.append(record)
        seat, decision = next(iter(table.open.items()))
        offers = table.offered.get(seat)
        if offers and random.random() < OFFERED:
            record = table.answer(seat, [offers[int(random.random() * len(offers))]])
        else:
            record = table.answer(seat, *picked(decision, random))
        answers += 1
    if record is not None:
        records.append(record)
    return answers, records


def picked(decision: Decision, random: Random) -> tuple[list[int], list[int]]:
    """An answer within the bounds: picks, or numbers."""
    if isinstance(decision, Choose):
        return picks_for(decision, random), []
    return [], [one.min + int(random.random() * (one.max - one.min + 1)) for one in decision.quantities]


def playouts(options: Options, seconds: float, first_seed: int) -> tuple[int, float]:
    """Answers given, and the CPU time they took."""
    random = Random(first_seed)
    answers, seed = 0, first_seed
    began = process_time()
    while (spent := process_time() - began) < seconds:
        answers += play(options, seed, random, journal=False)[0]
        seed += 1
    return answers, spent


def folds(seconds: float, events: list[Event]) -> tuple[int, float]:
    """Events folded into a state, and the CPU time it took."""
    folded = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        state, _ = game.start(FULL, SEATS)
        for event in events:
            event.apply(state)
        folded += len(events)
    return folded, spent


def measure() -> list[Measurement]:
    """The variants take turns, and the best slice of each counts."""
    events = [event for record in play(FULL, 7, Random(7), journal=True)[1] for event in record.events]
    variants: dict[str, tuple[Callable[[int], tuple[int, float]], str, float]] = {
        "agricola.playout": (lambda turn: playouts(FULL, SLICE, 1000 * turn), "answers", 890),
        "agricola.family": (lambda turn: playouts(FAMILY, SLICE, 1000 * turn), "answers", 430),
        "agricola.fold": (lambda turn: folds(SLICE, events), "events", 18),
    }
    best = dict.fromkeys(variants, 0.0)
    for turn in range(SLICES):
        for name, (run, _, _) in variants.items():
            done, spent = run(turn)
            best[name] = max(best[name], done / spent)
    turns = calibrate()
    return [
        cpu_rate(name, best[name], what, most_turns, turns)
        for name, (_, what, most_turns) in variants.items()
    ]

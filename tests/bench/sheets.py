"""Benchmark of Sonora's sheets: answers of the marking phase, and the list of all places of a shape in the canyon."""

from random import Random
from time import perf_counter, process_time

from tests.bench.measurement import Measurement, calibrate, cpu_rate
from tests.sonora.habits import at_random
from tests.sonora.ports import scattered
from tilth_rules.kernel import SeededChance, Table
from tilth_rules.random_play import Picks, inside
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.actions.canyon import placements
from tilth_rules.sonora.codes import MARKING
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import cells_of_option
from tilth_rules.sonora.state import Sheet, bare_sheet

MATCHES = 12
ROUNDS = 3
MILLISECONDS = 0.3

Phase = tuple[Table, list[tuple[int, Picks]]]
"""A table where marking begins, and the answers that follow until it is over."""


def phases() -> list[Phase]:
    """The marking phases of some matches of two to four, played at random."""
    found: list[Phase] = []
    for seed in range(MATCHES):
        random = Random(seed)
        chance = SeededChance(random.randbytes(32))
        table = Table(game, Options(), 2 + seed % 3, chance, outside=scattered)
        table.start()
        while not table.over:
            seat = random.choice(table.pending_seats)
            idle = at_random(table.open[seat], table.state, random)
            picks = inside(table.open[seat], random) if idle is None else (idle, ())
            if table.state.phase == MARKING:
                if not found or found[-1][0].state.round != table.state.round or not found[-1][1]:
                    found.append((table.clone(), []))
                found[-1][1].append((seat, picks))
            table.answer(seat, *picks)
    return found


def marking(played: list[Phase]) -> float:
    """Answers a second of CPU time, of the best round. Where a phase begins is cloned beforehand."""
    best = 0.0
    for _ in range(ROUNDS):
        fresh = [(start.clone(), answers) for start, answers in played]
        begun = process_time()
        for table, answers in fresh:
            for seat, picks in answers:
                table.answer(seat, *picks)
        best = max(best, sum(len(answers) for _, answers in fresh) / (process_time() - begun))
    return best


def sheets() -> list[Sheet]:
    """Sheets with no shape to thirty of them, drawn at random."""
    canyon = values_of(Options()).canyon
    found = []
    for seed in range(30):
        random = Random(seed)
        sheet = bare_sheet(values_of(Options()))
        for _ in range(seed):
            options = placements(canyon, sheet, random.randint(1, 5))
            if options:
                sheet.shapes.append(cells_of_option(random.choice(options)))
        found.append(sheet)
    return found


def slowest_listing() -> float:
    """Milliseconds for the sheet that takes longest, each at its best of some rounds."""
    canyon = values_of(Options()).canyon
    slowest = 0.0
    for sheet in sheets():
        best = float("inf")
        for _ in range(20):
            begun = perf_counter()
            placements(canyon, sheet, 5)
            best = min(best, perf_counter() - begun)
        slowest = max(slowest, best)
    return 1000 * slowest


def measure() -> list[Measurement]:
    played = phases()
    rate = marking(played)
    listing = slowest_listing()
    return [
        cpu_rate(
            "sonora.marking",
            rate,
            "answers",
            600,
            calibrate(),
            {"answers": sum(len(answers) for _, answers in played)},
        ),
        Measurement(
            "sonora.canyon",
            1000 / listing,
            "lists/s of the slowest sheet",
            1000 / MILLISECONDS,
            calibrate(),
            {"milliseconds": listing},
        ),
    ]

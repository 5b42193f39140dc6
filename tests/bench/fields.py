"""How fast Earth is played in process: random standard matches of four, the fold of their events, and final scoring.

Answers are picked as `playout.picks_for` picks them, offers among them as often as a random player takes them.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter, process_time

from tests.bench.measurement import Measurement, calibrate
from tests.bench.playout import picks_for
from tilth_rules.earth import Options, game
from tilth_rules.earth.area import SIDE, WIDTH
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.scoring import lines
from tilth_rules.earth.state import State
from tilth_rules.kernel import Choose, Event, Record, Seeded, Table

SEATS = 4
SLICE = 0.5
SLICES = 6
OFFERED = 1 / 6
"""How often a random player takes an offer, where there is one."""
SCORINGS = 300
WARM = 100
"""The first scorings work filters out, once and for all."""


def play(seed: int, random: Random, journal: bool) -> tuple[int, list[Record], State]:
    """One match to its end: the number of answers, its records if it keeps a journal, and how the table stands."""
    table = Table(game, Options(), SEATS, Seeded(seed.to_bytes(32, "big")), journal=journal)
    records: list[Record] = []
    record = table.start()
    answers = 0
    while not table.over:
        if record is not None:
            records.append(record)
        seat, decision = next(iter(table.open.items()))
        assert isinstance(decision, Choose)
        offers = table.offered.get(seat)
        if offers and random.random() < OFFERED:
            picks = [offers[int(random.random() * len(offers))]]
        else:
            picks = picks_for(decision, random)
        record = table.answer(seat, picks)
        answers += 1
    if record is not None:
        records.append(record)
    return answers, records, table.state


def playouts(seconds: float, first_seed: int) -> tuple[int, float]:
    """Answers given, and the CPU time they took."""
    random = Random(first_seed)
    answers, seed = 0, first_seed
    began = process_time()
    while (spent := process_time() - began) < seconds:
        answers += play(seed, random, journal=False)[0]
        seed += 1
    return answers, spent


def folds(seconds: float, events: list[Event]) -> tuple[int, float]:
    """Events folded into a state, and the CPU time it took."""
    folded = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        state, _ = game.start(Options(), SEATS)
        for event in events:
            event.apply(state)
        folded += len(events)
    return folded, spent


def scorings() -> list[float]:
    """Milliseconds to score five full fields of random cards with three ecosystems each, from the shortest."""
    random = Random(5)
    state, _ = game.start(Options(), 5)
    faces = faces_by_use()
    spent = []
    for _ in range(SCORINGS):
        for seat in state.seats:
            seat.places = [WIDTH * row + column for row in range(SIDE) for column in range(SIDE)]
            for place in seat.places:
                seat.area.spots[place] = random.choice(faces["field"])
            seat.area.island, seat.area.climate = (
                random.choice(faces[kind]) for kind in ("island", "climate")
            )
            seat.ecosystem = random.choice(faces["ecosystem"])
        state.ecosystems = tuple(random.sample(faces["ecosystem"], 2))
        begun = perf_counter()
        for number in range(5):
            lines(state, number)
        spent.append(1000 * (perf_counter() - begun))
    return sorted(spent[WARM:])


def faces_by_use() -> dict[str, list[int]]:
    """Faces by what they can be used for."""
    found: dict[str, list[int]] = {"field": [], "island": [], "climate": [], "ecosystem": []}
    for at, face in enumerate(FACES):
        kind = "field" if face.kind in ("flora", "terrain") else face.kind
        if kind in found:
            found[kind].append(at)
    return found


def best(run: Callable[[int], tuple[int, float]]) -> float:
    """The rate of the best slice."""
    return max(done / spent for done, spent in (run(1000 * turn) for turn in range(SLICES)))


def measure() -> list[Measurement]:
    records = play(7, Random(7), journal=True)[1]
    events = [event for record in records for event in record.events]
    turns = calibrate()
    rate = best(lambda turn: playouts(SLICE, turn))
    fold = best(lambda _: folds(SLICE, events))
    spent = scorings()
    return [
        Measurement(
            "earth.playout",
            rate,
            "answers/s of CPU time",
            60_000,
            turns,
            {"turns an answer": turns / rate, "answers of a match": len(records) - 1},
        ),
        Measurement(
            "earth.fold",
            fold,
            "events/s of CPU time",
            2_000_000,
            calibrate(),
            {"events of a match": len(events)},
        ),
        Measurement(
            "earth.score",
            spent[len(spent) * 95 // 100],
            "milliseconds, of 95 in 100 scorings",
            5,
            calibrate(),
            {"median": spent[len(spent) // 2], "slowest": spent[-1]},
            at_most=True,
        ),
    ]

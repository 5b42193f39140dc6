"""Benchmark of Earth in process: random standard matches of four, the fold of their events, and final scoring of five
full fields: random ones and the hardest ones found.

Answers are picked as `playout.picks_for` picks them, offers among them as often as a random player takes them.
"""

from collections.abc import Callable
from random import Random
from time import process_time
from typing import NamedTuple

from tests.bench.measurement import Measurement, calibrate, cpu_rate
from tests.bench.playout import picks_for
from tilth_rules.earth import Options, game
from tilth_rules.earth.area import paths
from tilth_rules.earth.area.area import SIDE, WIDTH
from tilth_rules.earth.content.cards import FACES
from tilth_rules.earth.scoring import score_lines
from tilth_rules.earth.state import State
from tilth_rules.kernel import Choose, Event, Record, SeededChance, Table

SEATS = 4
SLICE = 0.5
SLICES = 6
OFFERED = 1 / 6
"""The probability that a random player takes an offer if there is one."""
PLAYERS = 5
SCORINGS = 300
TRIES = 5
EVENTS = 5
PLACES = [WIDTH * row + column for row in range(SIDE) for column in range(SIDE)]
NUMBERED = {f"{face.number}{face.side}": at for at, face in enumerate(FACES)}
HARD = (
    "126 109 37 127 108 114 58 129 106 12 124 70 123 28 167 116",
    "62 107 73 76 119 281 104 117 244 26 112 274 150 128 235 239",
    "173 118 24 237 30 194 7 78 280 63 1 238 102 268 105 21",
    "165 248 250 103 29 272 125 282 182 115 181 3 110 2 27 111",
    "140 31 121 187 175 169 147 246 120 236 122 158 85 267 143 183",
)
"""By the numbers printed on the cards, row by row."""
HARD_OWN = ("326a", "320b", "315a", "306b", "328a")
HARD_SHARED = ("305b", "325a")


def play(seed: int, random: Random, journal: bool) -> tuple[int, list[Record], State]:
    """One match to its end: the number of answers, its records if it keeps a journal, and how the table stands."""
    table = Table(game, Options(), SEATS, SeededChance(seed.to_bytes(32, "big")), journal=journal)
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


class Scored(NamedTuple):
    """The cards of five seats at final scoring, as numbers of faces."""

    fields: list[list[int]]
    islands: list[int]
    climates: list[int]
    events: list[list[int]]
    own: list[int]
    shared: list[int]


def at_random(random: Random) -> Scored:
    """Five full fields of random cards, with three ecosystems each."""
    faces = faces_by_use()
    islands, climates, own = (
        [random.choice(faces[kind]) for _ in range(PLAYERS)] for kind in ("island", "climate", "ecosystem")
    )
    fields = [[random.choice(faces["field"]) for _ in PLACES] for _ in range(PLAYERS)]
    return Scored(fields, islands, climates, [[]] * PLAYERS, own, random.sample(faces["ecosystem"], 2))


def hard() -> Scored:
    """The fields that take longest of all that were tried: the four cards that count a longest path lie where the
    search is hard, most others score, too, and everything is full."""
    faces = faces_by_use()
    events = [at for at, face in enumerate(FACES) if face.kind == "event"]
    return Scored(
        fields=[[NUMBERED[number] for number in field.split()] for field in HARD],
        islands=faces["island"][: 2 * PLAYERS : 2],
        climates=faces["climate"][: 2 * PLAYERS : 2],
        events=[events[EVENTS * seat : EVENTS * (seat + 1)] for seat in range(PLAYERS)],
        own=[NUMBERED[number] for number in HARD_OWN],
        shared=[NUMBERED[number] for number in HARD_SHARED],
    )


def lay(state: State, scored: Scored) -> None:
    for number, seat in enumerate(state.seats):
        seat.places = PLACES[:]
        for place, card in zip(PLACES, scored.fields[number], strict=True):
            seat.area.spots[place] = card
            seat.area.sprouts[place] = FACES[card].sprouts
            seat.area.growth[place] = FACES[card].growth
        seat.area.island, seat.area.climate = scored.islands[number], scored.climates[number]
        seat.area.events = scored.events[number]
        seat.ecosystem = scored.own[number]
    state.ecosystems = tuple(scored.shared)


def cold(state: State) -> float:
    """Milliseconds of CPU time to score all seats with nothing remembered of any path; the least of a few tries, since
    the machine has other work, too."""
    spent = []
    for _ in range(TRIES):
        for kept in vars(paths).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
        begun = process_time()
        for seat in range(PLAYERS):
            score_lines(state, seat)
        spent.append(1000 * (process_time() - begun))
    return min(spent)


def scorings() -> tuple[list[float], float]:
    """Milliseconds to score fields of random cards, from the shortest, and the hard ones."""
    random = Random(5)
    state, _ = game.start(Options(), PLAYERS)
    spent = []
    for _ in range(SCORINGS):
        lay(state, at_random(random))
        spent.append(cold(state))
    lay(state, hard())
    return sorted(spent), cold(state)


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
    spent, hardest = scorings()
    return [
        cpu_rate("earth.playout", rate, "answers", 600, turns, {"answers of a match": len(records) - 1}),
        cpu_rate("earth.fold", fold, "events", 18, calibrate(), {"events of a match": len(events)}),
        Measurement(
            "earth.score",
            max(spent[-1], hardest),
            "milliseconds of CPU time, the slowest",
            5,
            calibrate(),
            {"median": spent[len(spent) // 2], "slowest of random fields": spent[-1], "hard fields": hardest},
            target_is_max=True,
        ),
    ]

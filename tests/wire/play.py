"""Orchard matches for the tests of the wire."""

from random import Random

from tests.wire.orchard import Form, Options, game
from tilth_rules.kernel import Record, SeededChance, Table

SEED = bytes(range(32))


def table(seed: bytes = SEED, seats: int = 2, baskets: int = 2) -> tuple[Table, Record]:
    """Return a table at its first decision, and the record of its start."""
    laid = Table(game, Options(form=Form.LONG, baskets=baskets), seats, SeededChance(seed))
    record = laid.start(number=3)
    assert record is not None
    return laid, record


def answer(laid: Table, seat: int, *chosen: int, numbers: tuple[int, ...] = ()) -> Record:
    record = laid.answer(seat, chosen, numbers)
    assert record is not None
    return record


def played(seed: bytes = SEED, seats: int = 2, baskets: int = 2) -> tuple[Table, list[Record]]:
    """Play a whole match: random answers, an undo, a timeout, a resignation."""
    laid, first = table(seed, seats, baskets)
    records = [first]
    random = Random(seed)
    while not laid.over:
        seat = random.choice(laid.pending_seats)
        decision = laid.open[seat]
        if hasattr(decision, "quantities"):
            numbers = tuple(random.randint(q.min, q.max) for q in decision.quantities)
            records.append(answer(laid, seat, numbers=numbers))
        elif decision.kind == "guest" and not laid.resigned:
            resigned = laid.resign(seat)
            assert resigned is not None
            records += [resigned, *laid.answer_for_resigned()]
        elif random.random() < 0.2:
            defaulted = laid.answer_default(seat, "timeout")
            assert defaulted is not None
            records.append(defaulted)
        else:
            offers = laid.offered.get(seat) or ()
            if offers and random.random() < 0.5:
                records.append(answer(laid, seat, offers[0]))
            records.append(answer(laid, seat, *random.sample(decision.options, decision.min_picks or 1)))
            if laid.undoable(seat) is not None and random.random() < 0.5:
                laid, undone = laid.undo(seat, records)
                records.append(undone)
    return laid, records

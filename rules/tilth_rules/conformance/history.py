"""Promises 1 and 5: the log is the truth, and the same causes give the same log."""

from collections.abc import Sequence
from random import Random

import msgspec

from tilth_rules.conformance.broken import Broken, shape
from tilth_rules.kernel import Answered, Outside, Record, Refused, Stacks, Table, Undone
from tilth_rules.randomly import Picks


def same_causes_same_records(table: Table, records: Sequence[Record]) -> Table:
    """The rules run again on the recorded causes and facts: gives the table they lead to."""
    facts = [fact for record in records for fact in record.facts]
    port: Outside = lambda question: facts.pop(0)  # noqa: E731  # a port is a callable
    again = Table(table.game, table.options, table.seats, table.chance, outside=port)
    made: list[Record] = []
    for record in records:
        cause = record.cause
        redone: Record | None
        if isinstance(cause, Answered):
            redone = again.answer(cause.seat, cause.chosen, cause.measured, cause.number)
        elif isinstance(cause, Undone):
            again, redone = again.undo(cause.seat, made)
        else:
            redone = again.start()
        if redone != record:
            raise Broken("same causes, same records", f"{redone} instead of {record}")
        made.append(redone)
    return again


def goes_on_from(table: Table, records: Sequence[Record]) -> None:
    """A table resumed from stored records is the table that the rules lead to."""
    stacks = Stacks(table.game.steps)
    stored = []
    for record in records:
        waiting = tuple(
            msgspec.structs.replace(thread, tail=stacks.decode(stacks.encode(thread.tail)))
            for thread in record.waiting
        )
        stored.append(msgspec.structs.replace(record, waiting=waiting))
    resumed = Table.resume(table.game, table.options, table.seats, table.chance, stored)
    again = same_causes_same_records(table, records)
    for name in ("state", "open", "counts", "drawn", "number", "over"):
        mine, theirs = getattr(resumed, name), getattr(again, name)
        if mine != theirs:
            raise Broken("goes on from any record", f"{name} after {records[-1]}: {mine} != {theirs}")
    for seat in range(table.seats):
        if resumed.undoable(seat) != again.undoable(seat):
            raise Broken("goes on from any record", f"seat {seat} may take back something else")


def undo_restores(before: Table, table: Table, records: Sequence[Record]) -> tuple[Table, Record]:
    """What a seat takes back is as if it had not been, but for what the others saw of it."""
    taken = records[-1]
    undone, record = table.undo(taken.cause.seat, records)
    expected = before.state.clone()
    for event in record.events:
        event.apply(expected)
    if undone.state != expected:
        raise Broken("undo restores", f"{taken} taken back leaves another state")
    if undone.main.steps != before.main.steps or undone.waiting != before.waiting:
        raise Broken("undo restores", f"{taken} taken back: {undone.main.steps}, {undone.waiting}")
    if {s: shape(d) for s, d in undone.open.items()} != {s: shape(d) for s, d in before.open.items()}:
        raise Broken("undo restores", f"{taken} taken back asks {undone.open}")
    if undone.counts[taken.cause.seat] <= before.counts[taken.cause.seat]:
        raise Broken("undo restores", "a decision asked anew has its old number")
    return undone, record


def lanes_commute(start: Table, given: Sequence[tuple[int, Picks]], joined: Table, random: Random) -> None:
    """How the lanes' answers interleave changes nothing at the join."""
    other = start.clone()
    queues: dict[int, list[tuple[int, Picks]]] = {}
    for seat, picks in given:
        key = next(lane.key for lane in start.lanes or () if seat in lane.seats)
        queues.setdefault(key, []).append((seat, picks))
    while queues:
        asked = sorted(key for key, queue in queues.items() if queue[0][0] in other.open)
        if not asked:
            raise Broken("lanes commute", f"in another order nobody of {sorted(queues)} is asked")
        key = random.choice(asked)
        seat, picks = queues[key].pop(0)
        if not queues[key]:
            del queues[key]
        try:
            other.answer(seat, *picks)
        except Refused as refused:
            raise Broken("lanes commute", f"seat {seat}'s {picks} in another order: {refused}") from None
    if other.state != joined.state:
        raise Broken("lanes commute", f"{len(given)} answers in another order give another state")
    if other.main.steps != joined.main.steps or other.open != joined.open:
        raise Broken("lanes commute", "other steps wait, or others are asked")

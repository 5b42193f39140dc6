"""Laws of promises 1 and 5: the state follows from the log alone, and the same causes give the same log."""

from collections.abc import Sequence
from random import Random

import msgspec

from tilth_rules.conformance.broken import LawBroken, shape
from tilth_rules.kernel import Answered, Outside, Record, Refused, Stacks, Table, Undone
from tilth_rules.random_play import Picks


def same_causes_same_records(table: Table, records: Sequence[Record]) -> Table:
    """Run the rules again on the recorded causes and facts, and return the table after them. Raise LawBroken unless the
    records are the same."""
    facts = [fact for record in records for fact in record.facts]
    port: Outside = lambda question: facts.pop(0)  # noqa: E731  # a port is a callable
    again = Table(table.game, table.options, table.seats, table.chance, outside=port)
    made: list[Record] = []
    for record in records:
        cause = record.cause
        redone: Record | None
        if isinstance(cause, Answered):
            redone = again.answer(cause.seat, cause.picks, cause.numbers, cause.number)
        elif isinstance(cause, Undone):
            again, redone = again.undo(cause.seat, made)
        else:
            redone = again.start()
        if redone != record:
            raise LawBroken("same causes, same records", f"{redone} instead of {record}")
        made.append(redone)
    return again


def goes_on_from(table: Table, records: Sequence[Record]) -> None:
    """Raise LawBroken unless a table resumed from these stored records equals the table to which the rules lead."""
    stacks = Stacks(table.game.steps)
    stored = []
    for record in records:
        changes = tuple(
            msgspec.structs.replace(change, added_steps=stacks.decode(stacks.encode(change.added_steps)))
            for change in record.stack_changes
        )
        stored.append(msgspec.structs.replace(record, stack_changes=changes))
    resumed = Table.resume(table.game, table.options, table.seats, table.chance, stored)
    again = same_causes_same_records(table, records)
    for name in ("state", "open", "counts", "drawn", "number", "over"):
        mine, theirs = getattr(resumed, name), getattr(again, name)
        if mine != theirs:
            raise LawBroken("resumes from any record", f"{name} after {records[-1]}: {mine} != {theirs}")
    for seat in range(table.seats):
        if resumed.undoable(seat) != again.undoable(seat):
            raise LawBroken("resumes from any record", f"seat {seat} can undo another record")


def undo_restores(before: Table, table: Table, records: Sequence[Record]) -> tuple[Table, Record]:
    """An undo restores the table as it was before the answer, except for what other seats have seen.

    Return the table after the undo, and the record of the undo.
    """
    taken = records[-1]
    undone, record = table.undo(taken.cause.seat, records)
    expected = before.state.clone()
    for event in record.events:
        event.apply(expected)
    if undone.state != expected:
        raise LawBroken("undo restores", f"the undo of {taken} leaves another state")
    if undone.main.steps != before.main.steps or undone.pending_seats != before.pending_seats:
        raise LawBroken(
            "undo restores", f"after the undo of {taken}: {undone.main.steps}, {undone.pending_seats}"
        )
    if {s: shape(d) for s, d in undone.open.items()} != {s: shape(d) for s, d in before.open.items()}:
        raise LawBroken("undo restores", f"after the undo of {taken} the table asks {undone.open}")
    if undone.counts[taken.cause.seat] <= before.counts[taken.cause.seat]:
        raise LawBroken("undo restores", "a decision that is asked again has its old number")
    return undone, record


def lanes_commute(start: Table, given: Sequence[tuple[int, Picks]], joined: Table, random: Random) -> None:
    """Give the answers of the lanes again in another order. Raise LawBroken if the table at the join differs."""
    other = start.clone()
    queues: dict[int, list[tuple[int, Picks]]] = {}
    for seat, picks in given:
        key = next(lane.key for lane in start.lanes or () if seat in lane.seats)
        queues.setdefault(key, []).append((seat, picks))
    while queues:
        asked = sorted(key for key, queue in queues.items() if queue[0][0] in other.open)
        if not asked:
            raise LawBroken("lanes commute", f"in another order no lane of {sorted(queues)} asks")
        key = random.choice(asked)
        seat, picks = queues[key].pop(0)
        if not queues[key]:
            del queues[key]
        try:
            other.answer(seat, *picks)
        except Refused as refused:
            raise LawBroken("lanes commute", f"seat {seat}'s {picks} in another order: {refused}") from None
    if other.state != joined.state:
        raise LawBroken("lanes commute", f"{len(given)} answers in another order give another state")
    if other.main.steps != joined.main.steps or other.open != joined.open:
        raise LawBroken("lanes commute", "other steps wait, or other seats are asked")

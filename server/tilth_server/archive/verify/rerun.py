"""A match run again from its log: with the same seed, the recorded answers and the recorded outside facts."""

from collections.abc import Iterable

from tilth_rules.kernel import (
    Answered,
    Cause,
    Defaulted,
    Record,
    Refused,
    Resigned,
    SeededChance,
    Started,
    Table,
    Undone,
)
from tilth_server.matches.match_info import MatchInfo
from tilth_server.wire import GameWire


class Rerun:
    """A run of the rules on the recorded answers of one match, record by record, with the match's own seed."""

    def __init__(self, info: MatchInfo, wire: GameWire, *, undoes: bool = True) -> None:
        """`undoes` is true if the match has a record that undoes others; without it the table is faster."""
        facts: list[bytes] = []
        # A local list, because a bound method would tie table and rerun into a cycle that only the collector frees.
        self._facts = facts
        options = wire.decode_options(info.options)
        seeded = SeededChance(info.seed)
        self.table = Table(
            wire.game,
            options,
            info.seat_count,
            seeded,
            outside=lambda question: facts.pop(0),
            trails=undoes,
        )
        self.history: list[Record] = []

    def follow(self, record: Record) -> str:
        """Run the rules on a record's cause; return the fault, or "" if they make the same record."""
        try:
            made = self.make(record.number, record.cause, record.facts)
        except Refused as error:
            return f"the rules refuse what was recorded: {error.reason}"
        except Exception as error:  # noqa: BLE001 - a foreign log may make the rules raise anything
            return f"the rules fail on what was recorded: {type(error).__name__}"
        return "" if made == record else _difference(made, record)

    def make(self, number: int, cause: Cause, facts: Iterable[bytes]) -> Record:
        """Return the record that the rules make of a cause and its outside facts; raise the rules' own errors."""
        self.expect(facts)
        # Records in between that belong to the lobby are numbered, too.
        self.table.number = number - 1
        made = self._made(number, cause)
        assert made is not None, "the table keeps a journal"
        self.history.append(made)
        return made

    def _made(self, number: int, cause: Cause) -> Record | None:
        """Run the rules on a cause, and return the record that they make. Raise TypeError for one of the lobby."""
        table = self.table
        match cause:
            case Started():
                return table.start(number)
            case Answered():
                return table.answer(cause.seat, cause.picks, cause.numbers, cause.number)
            case Defaulted():
                return table.answer_default(cause.seat, cause.why)
            case Resigned():
                return table.resign(cause.seat)
            case Undone():
                self.table, made = table.undo(cause.seat, self.history)
                return made
        raise TypeError(f"a cause that can't be run again: {type(cause).__name__}")

    def expect(self, facts: Iterable[bytes]) -> None:
        """Set the outside facts that were recorded with the next record."""
        self._facts[:] = facts


def _difference(made: Record | None, record: Record) -> str:
    """Return a text that names the first field in which two records differ."""
    for field in Record.__struct_fields__:
        if getattr(made, field, None) != getattr(record, field):
            return f"run again, the rules give other {FIELDS.get(field, field)}"
    raise AssertionError("records differ, but no field does")


FIELDS = {
    "stack_changes": "waiting steps",
    "closed_seats": "closed decisions",
    "restricted_events": "restricted events",
    "cause": "causes",
}

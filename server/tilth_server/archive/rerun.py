"""A match played once more, by what its log says was answered, drawn and taken from outside."""

from collections.abc import Iterable

from tilth_rules.kernel import (
    Answered,
    Cause,
    Defaulted,
    Record,
    Refused,
    Resigned,
    Seeded,
    Started,
    Table,
    Undone,
)
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire


class Rerun:
    """Follows the records in order."""

    def __init__(self, info: MatchInfo, wire: GameWire, *, undoes: bool = True) -> None:
        """`undoes`: among the records is one that takes others back."""
        facts: list[bytes] = []
        # No method of its own: table and rerun would hold each other, and only the collector could part them.
        self._facts = facts
        options = wire.decode_options(info.options)
        seeded = Seeded(info.seed)
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
        """What is wrong with the record; nothing, when the rules make the same one."""
        try:
            made = self.make(record.number, record.cause, record.facts)
        except Refused as error:
            return f"the rules refuse what was recorded: {error.reason}"
        except Exception as error:  # noqa: BLE001 - whatever a foreign log makes the rules do
            return f"the rules fail on what was recorded: {type(error).__name__}"
        return "" if made == record else _difference(made, record)

    def make(self, number: int, cause: Cause, facts: Iterable[bytes]) -> Record:
        """What the rules make of a cause, given what was taken from outside; raises what they raise."""
        self.expect(facts)
        # Records in between that are none of play's count, too.
        self.table.number = number - 1
        made = self._made(number, cause)
        assert made is not None, "it keeps a journal"
        self.history.append(made)
        return made

    def _made(self, number: int, cause: Cause) -> Record | None:
        table = self.table
        match cause:
            case Started():
                return table.start(number)
            case Answered():
                return table.answer(cause.seat, cause.chosen, cause.measured, cause.number)
            case Defaulted():
                return table.answer_default(cause.seat, cause.why)
            case Resigned():
                return table.resign(cause.seat)
            case Undone():
                self.table, made = table.undo(cause.seat, self.history)
                return made
        raise TypeError(f"a cause that can't be run again: {type(cause).__name__}")

    def expect(self, facts: Iterable[bytes]) -> None:
        """These were recorded with what is run next."""
        self._facts[:] = facts


def _difference(made: Record | None, record: Record) -> str:
    for field in Record.__struct_fields__:
        if getattr(made, field, None) != getattr(record, field):
            return f"run again, the rules give other {FIELDS.get(field, field)}"
    raise AssertionError("equal in every field, and yet not equal")


FIELDS = {"waiting": "waiting steps", "closed": "closed decisions", "cause": "causes"}

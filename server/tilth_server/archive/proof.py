"""The quick proof of a whole match: the rules run once on its records, and compared with them byte by byte.

It says yes or "perhaps not", and nothing of why: what it doesn't prove, `examination` looks at record by record.
Nearly every match that is verified is sound, and a proof takes two thirds of the time of an examination.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence

from tilth.raw.v1 import raw_pb2
from tilth_rules.kernel import Event, Record, commitment
from tilth_server.archive.rerun import Rerun
from tilth_server.tables.matches import MatchInfo
from tilth_server.tables.standing import standing
from tilth_server.wire import GameWire

RECORDS_AT_A_TIME = 100
"""Run before whoever asks gets a turn: about a millisecond."""
LONG = 0x80
"""A length that takes more than one byte."""
TIME_TAG = 0x0A
ANSWERED_TAG = 0x32
UNDID_TAG = 0x4A


class Proof:
    """Of one match, by all of its records; their chain has been checked by whoever read them."""

    def __init__(self, info: MatchInfo, wire: GameWire, bodies: Sequence[bytes]) -> None:
        self.holds = False
        self._info = info
        self._wire = wire
        self._bodies = bodies

    def slices(self) -> Iterator[None]:
        """Goes through the match, with a pause now and then; `holds` is known when it is through."""
        try:
            self.holds = self._seed_holds() and (yield from self._rules_and_fold_hold())
        except Exception:  # noqa: BLE001 - whatever a foreign log makes the rules do, it is no proof
            self.holds = False

    def run(self) -> bool:
        """All of it at once."""
        for _ in self.slices():
            pass
        return self.holds

    def _seed_holds(self) -> bool:
        return commitment(self._info.seed) == self._info.seed_commitment

    def _rules_and_fold_hold(self) -> Generator[None, None, bool]:
        info, records = self._info, self._wire.records
        if info.rules_version != self._wire.game.version:
            return False
        undone = any(body[body[1] + 2] == UNDID_TAG for body in self._bodies)
        run = Rerun(info, self._wire, undoes=undone)
        table, past, outcome_of = run.table, run.history.append, records.outcome
        parse = raw_pb2.Record.FromString
        events: list[Event] = []
        for number, body in enumerate(self._bodies):
            if number % RECORDS_AT_A_TIME == RECORDS_AT_A_TIME - 1:
                yield
            if body[body[1] + 2] != ANSWERED_TAG:
                played = records.decode(number, body).record
                if played is not None:
                    if run.follow(played):
                        return False
                    events += played.events
                    table = run.table
                continue
            raw = parse(body)
            cause = raw.answered
            if raw.facts:
                run.expect(raw.facts)
            chosen, measured = cause.chosen, cause.measured
            table.number = number - 1
            made = table.answer(
                cause.seat,
                chosen[:] if chosen else (),
                measured[:] if measured else (),
                cause.decision,
            )
            assert made is not None, "it keeps a journal"
            outcome = outcome_of(made)
            at, length = body[1], body[body[1] + 3]
            # A time, the cause, and then just what the rules have made of it.
            if not (
                at + length + 4 + len(outcome) == len(body)
                and body.endswith(outcome)
                and (at | length) < LONG
                and body[0] == TIME_TAG
                and cause.decision
            ) and not self._equal(body, made):
                return False
            past(made)
            events += made.events
        # Made by the rules, and equal to what is recorded: nobody needs to read them from there once more.
        return self._fold_holds(records.events(self._bodies) if undone else events)

    def _equal(self, body: bytes, made: Record) -> bool:
        """Whether they say the same, though not in the bytes that this build would write."""
        return self._wire.records.decode(made.number, body).record == made

    def _fold_holds(self, events: Iterable[Event]) -> bool:
        """The events alone, folded, lead to the recorded result."""
        info, wire = self._info, self._wire
        state, _ = wire.game.start(wire.decode_options(info.options), info.seat_count)
        for event in events:
            event.apply(state)
        reached, recorded = wire.game.result(state), info.result
        if recorded is None:
            return True
        return (
            reached is not None
            and reached.scores == recorded.scores
            and tuple(standing(reached.places, info.resigned)) == recorded.places
        )

"""The quick check of a whole match: the rules run once on its records, and compared with them byte by byte.

The check answers yes or "perhaps not", without a reason. If it does not pass, DetailedCheck finds the record at fault.
Nearly every match is valid, and a quick check takes two thirds of the time of a detailed one.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence

from tilth.raw.v1 import raw_pb2
from tilth.v1 import record_pb2
from tilth_rules.kernel import Event, Record, Resigned, commitment
from tilth_server.archive.verify.rerun import Rerun
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.places import agrees, final_result
from tilth_server.wire import GameWire

RECORDS_AT_A_TIME = 8
"""Records that are checked before other tasks get a turn: about a millisecond."""
LONG_VARINT = 0x80
"""The smallest number that takes more than one byte as a varint."""
TIME_TAG = 0x0A
ANSWERED_TAG = 0x32
UNDONE_TAG = 0x4A
FACTS_TAG = 0x7A


class QuickCheck:
    """The quick check of one match. It takes all records; the caller has checked their chain."""

    def __init__(self, info: MatchInfo, wire: GameWire, bodies: Sequence[bytes]) -> None:
        self.is_ok = False
        self._info = info
        self._wire = wire
        self._bodies = bodies

    def slices(self) -> Iterator[None]:
        """Check the match, and yield where other tasks may run. `is_ok` has the result after the last yield."""
        try:
            self.is_ok = self._check_seed() and (yield from self._check_rules_and_fold())
        except Exception:  # noqa: BLE001 - a foreign log may make the rules raise anything; then it does not pass
            self.is_ok = False

    def run(self) -> bool:
        """Check the match without pauses, and return the result."""
        for _ in self.slices():
            pass
        return self.is_ok

    def _check_seed(self) -> bool:
        """Return whether the match's seed has the commitment that was published before it began."""
        return commitment(self._info.seed) == self._info.seed_commitment

    def _check_rules_and_fold(self) -> Generator[None, None, bool]:
        """Run the rules on the records; return whether they make the same ones, and the events give the result."""
        info, records = self._info, self._wire.records
        if info.rules_version != self._wire.game.version:
            return False
        undone = any(body[body[1] + 2] == UNDONE_TAG for body in self._bodies)
        run = Rerun(info, self._wire, undoes=undone)
        table, past, outcome_of = run.table, run.history.append, records.outcome
        parse, read_cause = raw_pb2.Record.FromString, record_pb2.SeatAnswered.FromString
        events: list[Event] = []
        resigned: list[int] = []
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
                    if isinstance(played.cause, Resigned):
                        resigned.append(played.cause.seat)
                continue
            at = body[1]
            length = body[at + 3]
            short = (at | length) < LONG_VARINT and body[0] == TIME_TAG
            rest = body[at + 4 + length :]
            cause = read_cause(body[at + 4 : at + 4 + length]) if short else parse(body).answered
            # The byte may belong to another field: only its absence shows for certain that there are no facts.
            if FACTS_TAG in rest or not short:
                run.expect(parse(body).facts)
            picks, numbers = cause.picks, cause.numbers
            table.number = number - 1
            made = table.answer(
                cause.seat,
                picks[:] if picks else (),
                numbers[:] if numbers else (),
                cause.decision_id,
            )
            assert made is not None, "the table keeps a journal"
            # The bytes are the time, the cause, and then exactly what the rules have made of it.
            if not (short and cause.decision_id and rest == outcome_of(made)) and not self._is_equal(
                body, made
            ):
                return False
            past(made)
            events += made.events
        # The events made by the rules equal the recorded ones, so these need not be read again.
        return self._check_fold(records.events(self._bodies) if undone else events, resigned)

    def _is_equal(self, body: bytes, made: Record) -> bool:
        """Return whether a record equals the one that the rules made, although this build would write other bytes."""
        return self._wire.records.decode(made.number, body).record == made

    def _check_fold(self, events: Iterable[Event], resigned: Sequence[int]) -> bool:
        """Return whether the events lead to the recorded result. `resigned` holds the seats in the order of their
        resignations.
        """
        info, wire = self._info, self._wire
        state, _ = wire.game.start(wire.decode_options(info.options), info.seat_count)
        for event in events:
            event.apply(state)
        if info.result is None or info.adjudicated is not None:
            return True
        reached = final_result(
            wire.game, state, info.seat_count, resigned, last_seat_wins=info.last_seat_wins
        )
        return agrees(reached, info.result)

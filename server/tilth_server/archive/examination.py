"""Whether a log is what it says it is: the fold, the rules run again, the seed.

What is found wrong is told without saying what was played: the match may still be going on.
"""

import asyncio
from dataclasses import dataclass

from tilth_rules.kernel import Record, StackUnreadable, commitment, taken_back
from tilth_server.archive.rerun import Rerun
from tilth_server.tables.matches import MatchInfo
from tilth_server.tables.standing import standing
from tilth_server.wire import GameWire, Unreadable

SEED_BYTES = 32
RECORDS_AT_A_TIME = 50
"""Run again before the loop gets a turn."""
FOLDED_AT_A_TIME = 1000


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a record."""

    record: int
    what: str


class Examination:
    """Takes up a match's records in order, then answers for them."""

    def __init__(self, info: MatchInfo, wire: GameWire) -> None:
        self.findings: list[Finding] = []
        self._info = info
        self._wire = wire
        self._played: list[Record] = []
        self._readable = True
        self._unreadable_stack: int | None = None
        """The first record whose waiting steps this build can't read."""

    def take_up(self, number: int, body: bytes) -> None:
        """The next record; one that can't be read is a finding."""
        decode = self._wire.records.decode
        try:
            try:
                logged = decode(number, body, stacks=self._unreadable_stack is None)
            except StackUnreadable:
                self._unreadable_stack = number
                logged = decode(number, body, stacks=False)
        except Unreadable as error:
            self._readable = False
            self._found(number, f"can't be read: {error}")
            return
        if logged.record is not None:
            self._played.append(logged.record)

    def seed_holds(self) -> bool:
        """The seed is the one committed to."""
        seed = self._info.seed
        holds = len(seed) == SEED_BYTES and commitment(seed) == self._info.seed_commitment
        if not holds:
            self._found(0, "the seed is not the one committed to")
        return holds

    async def fold_holds(self) -> bool:
        """Every event can be read, and they lead to the recorded result."""
        if not self._readable:
            return False
        info, game = self._info, self._wire.game
        try:
            state, _ = game.start(self._wire.decode_options(info.options), info.seat_count)
            back = taken_back(self._played)
            for at, record in enumerate(self._played):
                if at % FOLDED_AT_A_TIME == 0:
                    await asyncio.sleep(0)
                if record.number not in back:
                    for event in record.events:
                        event.apply(state)
            reached = game.result(state)
        except Exception as error:  # noqa: BLE001 - whatever a foreign log makes an event do
            self._found(self._last, f"the events can't be folded: {type(error).__name__}")
            return False
        if info.result is None:
            return True
        recorded = info.result
        if (
            reached is None
            or reached.scores != recorded.scores
            or tuple(standing(reached.places, info.resigned)) != recorded.places
        ):
            self._found(info.record_count - 1, "the events do not lead to the recorded result")
            return False
        return True

    async def rules_hold(self) -> bool | None:
        """Running the rules on the recorded answers gives the same records; None where they have changed since."""
        info, game = self._info, self._wire.game
        if info.rules_version != game.version or not self._readable:
            return None
        if self._unreadable_stack is not None:
            self._found(self._unreadable_stack, "its waiting steps are none of the rules'")
            return False
        run = Rerun(info, self._wire)
        for at, record in enumerate(self._played):
            if at % RECORDS_AT_A_TIME == 0:
                await asyncio.sleep(0)
            wrong = run.follow(record)
            if wrong:
                self._found(record.number, wrong)
                return False
        return True

    @property
    def _last(self) -> int:
        return self._played[-1].number if self._played else 0

    def _found(self, record: int, what: str) -> None:
        self.findings.append(Finding(record, what))

"""The detailed check of a log: its events, the rules run again, and the seed.

Findings don't reveal answers or events, because the match may still be running.
"""

import asyncio
from dataclasses import dataclass

from tilth_rules.kernel import Record, Resigned, StackUnreadable, commitment, undone_numbers
from tilth_server.archive.verify.rerun import Rerun
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.places import agrees, final_result
from tilth_server.wire import GameWire, Unreadable

SEED_BYTES = 32
RECORDS_AT_A_TIME = 4
"""Records that are run again before other tasks get a turn."""
FOLDED_AT_A_TIME = 50


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that a check found in a match: the number of the record, and a text about the fault."""

    record: int
    message: str


class DetailedCheck:
    """The detailed check of one match: its records are added in order, then each method checks one thing."""

    def __init__(self, info: MatchInfo, wire: GameWire) -> None:
        self.findings: list[Finding] = []
        self._info = info
        self._wire = wire
        self._played: list[Record] = []
        self._readable = True
        self._unreadable_stack: int | None = None
        """Number of the first record whose waiting steps this build can't decode; None if there is none."""

    def add(self, number: int, body: bytes) -> None:
        """Add the next record; a record that can't be decoded is a finding."""
        decode = self._wire.records.decode
        try:
            try:
                logged = decode(number, body, stacks=self._unreadable_stack is None)
            except StackUnreadable:
                self._unreadable_stack = number
                logged = decode(number, body, stacks=False)
        except Unreadable as error:
            self._readable = False
            self._add_finding(number, f"can't be decoded: {error}")
            return
        if logged.record is not None:
            self._played.append(logged.record)

    def check_seed(self) -> bool:
        """Return whether the SHA-256 of the seed is the commitment."""
        seed = self._info.seed
        fits = len(seed) == SEED_BYTES and commitment(seed) == self._info.seed_commitment
        if not fits:
            self._add_finding(0, "the SHA-256 of the seed is not the commitment")
        return fits

    async def check_fold(self) -> bool:
        """Return whether every event can be decoded and applied, and the events that were not undone lead to the
        recorded result, if there is one.
        """
        if not self._readable:
            return False
        info, game = self._info, self._wire.game
        try:
            state, _ = game.start(self._wire.decode_options(info.options), info.seat_count)
            back = undone_numbers(self._played)
            for at, record in enumerate(self._played):
                if at % FOLDED_AT_A_TIME == 0:
                    await asyncio.sleep(0)
                if record.number not in back:
                    for event in record.events:
                        event.apply(state)
            resigned = [each.cause.seat for each in self._played if isinstance(each.cause, Resigned)]
            reached = final_result(game, state, info.seat_count, resigned, last_seat_wins=info.last_seat_wins)
        except Exception as error:  # noqa: BLE001 - a foreign log may make an event raise anything
            self._add_finding(self._last_number, f"the events can't be folded: {type(error).__name__}")
            return False
        # The result of an adjudicated match is the operator's.
        if info.result is not None and info.adjudicated is None and not agrees(reached, info.result):
            self._add_finding(info.record_count - 1, "the events do not lead to the recorded result")
            return False
        return True

    async def check_rules(self) -> bool | None:
        """Return whether the rules, run on the recorded answers, give the same records.

        None means that the rules were not run: their version differs, or a record can't be decoded.
        """
        info, game = self._info, self._wire.game
        if info.rules_version != game.version or not self._readable:
            return None
        if self._unreadable_stack is not None:
            self._add_finding(self._unreadable_stack, "its waiting steps can't be decoded")
            return False
        run = Rerun(info, self._wire)
        for at, record in enumerate(self._played):
            if at % RECORDS_AT_A_TIME == 0:
                await asyncio.sleep(0)
            wrong = run.follow(record)
            if wrong:
                self._add_finding(record.number, wrong)
                return False
        return True

    @property
    def _last_number(self) -> int:
        """Return the number of the last record of play so far; 0 if there is none."""
        return self._played[-1].number if self._played else 0

    def _add_finding(self, record: int, message: str) -> None:
        """Add a fault that was found at this record to the findings."""
        self.findings.append(Finding(record, message))

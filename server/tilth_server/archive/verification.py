"""Proving a stored match, with word of how far it is."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from tilth.v1 import archive_pb2 as pb
from tilth_server.archive.examination import Examination, Finding
from tilth_server.archive.eyes import is_over
from tilth_server.archive.proof import Proof
from tilth_server.store import BrokenChain, Streams
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire

PROGRESS_EVERY = 500
TAKEN_UP_AT_A_TIME = 200
"""Records decoded before the loop gets a turn."""

Numbered = tuple[int, bytes]
"""A good record's number, and its body."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out."""

    chain_holds: bool = True
    fold_holds: bool = True
    rules_hold: bool | None = True
    seed_holds: bool = True
    findings: tuple[Finding, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.findings


async def verify(store: Streams, wire: GameWire, info: MatchInfo) -> AsyncIterator[pb.VerifyMatchResponse]:
    """Progress, then what was found."""
    count = (await store.head(info.stream)).length
    records: list[Numbered] = []
    broken: list[Finding] = []
    head = b""
    done = 0
    while done < count:
        try:
            async for stored in store.read(info.stream, done, count - done):
                records.append((stored.number, stored.body))
                head = stored.hash
                done = stored.number + 1
                if done % PROGRESS_EVERY == 0:
                    yield pb.VerifyMatchResponse(records_done=done, record_count=count)
        except BrokenChain as error:
            # Behind a missing record comes one that nothing proves: it is passed over with it.
            if error.number >= done:
                broken.append(Finding(error.number, error.why))
            done = max(done, error.number) + 1
    verdict = await judged(info, wire, records, broken)
    yield pb.VerifyMatchResponse(
        records_done=count,
        record_count=count,
        finished=True,
        chain_holds=verdict.chain_holds,
        fold_holds=verdict.fold_holds,
        rules_hold=verdict.rules_hold,
        seed_holds=verdict.seed_holds,
        findings=[pb.Finding(record=finding.record, what=finding.what) for finding in verdict.findings],
        head=head if is_over(info) else b"",
    )


async def judged(
    info: MatchInfo, wire: GameWire, records: Sequence[Numbered], broken: Sequence[Finding] = ()
) -> Verdict:
    """The quick proof; and where that doesn't do, every record looked at."""
    if not broken:
        proof = Proof(info, wire, [body for _, body in records])
        for _ in proof.slices():
            await asyncio.sleep(0)
        if proof.holds:
            return Verdict()
    exam = Examination(info, wire)
    for at, (number, body) in enumerate(records):
        if at % TAKEN_UP_AT_A_TIME == 0:
            await asyncio.sleep(0)
        exam.take_up(number, body)
    seed = exam.seed_holds()
    # What is missing or altered can't be folded either; to say so of every later record would help nobody.
    fold = not broken and await exam.fold_holds()
    rules = await exam.rules_hold() if fold and seed else None
    findings = sorted([*broken, *exam.findings], key=lambda finding: finding.record)
    return Verdict(not broken, fold, rules, seed, tuple(findings))

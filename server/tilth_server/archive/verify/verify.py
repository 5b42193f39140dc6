"""The verification of one stored match, with progress."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from tilth.v1 import archive_pb2 as pb
from tilth_server.archive.name_checks import name_findings
from tilth_server.archive.verify.detailed import DetailedCheck, Finding
from tilth_server.archive.verify.quick import QuickCheck
from tilth_server.archive.viewers import is_ended
from tilth_server.matches.match_info import MatchInfo, apply_record, match_from
from tilth_server.players.name_book import NameBook
from tilth_server.store import BrokenChain, Streams
from tilth_server.wire import GameWire

PROGRESS_EVERY = 500
RECORDS_AT_A_TIME = 10
"""Records that are decoded before other tasks get a turn."""

NumberedBody = tuple[int, bytes]
"""The number of an intact record, and its body."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the verification of one match.

    `chain_ok`: the hashes fit; `fold_ok`: the events lead to the result; `rules_ok`: the rules make the same records;
    `seed_ok`: the seed fits its commitment.
    """

    chain_ok: bool = True
    fold_ok: bool = True
    rules_ok: bool | None = True
    """None if the rules were not run again."""
    seed_ok: bool = True
    findings: tuple[Finding, ...] = ()

    @property
    def is_ok(self) -> bool:
        """Return whether no check found a fault."""
        return not self.findings


async def verify_match(
    store: Streams, wire: GameWire, info: MatchInfo, names: NameBook
) -> AsyncIterator[pb.VerifyMatchResponse]:
    """Read and verify a stored match. Yield the progress, and last the verdict with its findings."""
    count = (await store.head(info.stream)).length
    records: list[NumberedBody] = []
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
            # The chain does not confirm the record after a missing one, so that record is skipped too.
            if error.number >= done:
                broken.append(Finding(error.number, error.why))
            done = max(done, error.number) + 1
    if not broken:
        info = _recorded_info(info, records)
    verdict = await verify_records(info, wire, records, broken)
    names_ok, wrong_names = name_findings(names, info.id, [body for _, body in records])
    findings = sorted([*verdict.findings, *wrong_names], key=lambda finding: finding.record)
    yield pb.VerifyMatchResponse(
        records_done=count,
        record_count=count,
        finished=True,
        chain_ok=verdict.chain_ok,
        fold_ok=verdict.fold_ok,
        rules_ok=verdict.rules_ok,
        seed_ok=verdict.seed_ok,
        findings=[pb.Finding(record=finding.record, message=finding.message) for finding in findings],
        names_ok=names_ok,
        head=head if is_ended(info) else b"",
        rules_version=info.rules_version,
        server_rules_version=wire.game.version,
    )


def _recorded_info(info: MatchInfo, records: Sequence[NumberedBody]) -> MatchInfo:
    """Return the match as it follows from its records alone; if they can't be read, return `info`."""
    try:
        folded = match_from(info.id, records[0][1])
        for _, body in records[1:]:
            apply_record(folded, body)
    except Exception:  # noqa: BLE001 - the detailed check finds the fault
        return info
    return folded


async def verify_records(
    info: MatchInfo, wire: GameWire, records: Sequence[NumberedBody], broken: Sequence[Finding] = ()
) -> Verdict:
    """Return the verdict on these records: of the quick check, or of the detailed one if the quick one does not pass.

    `broken` holds the findings of damaged records, which are not among `records`.
    """
    if not broken:
        quick = QuickCheck(info, wire, [body for _, body in records])
        for _ in quick.slices():
            await asyncio.sleep(0)
        if quick.is_ok:
            return Verdict()
    detailed = DetailedCheck(info, wire)
    for at, (number, body) in enumerate(records):
        if at % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        detailed.add(number, body)
    seed = detailed.check_seed()
    # Missing or altered events can't be applied, and findings for all later records would help nobody.
    fold = not broken and await detailed.check_fold()
    rules = await detailed.check_rules() if fold and seed else None
    findings = sorted([*broken, *detailed.findings], key=lambda finding: finding.record)
    return Verdict(not broken, fold, rules, seed, tuple(findings))

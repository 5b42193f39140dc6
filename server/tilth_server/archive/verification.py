"""Proving a stored match, with word of how far it is."""

from collections.abc import AsyncIterator

from tilth.v1 import archive_pb2 as pb
from tilth_server.archive.examination import Examination, Finding
from tilth_server.archive.eyes import is_over
from tilth_server.store import BrokenChain, Streams
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire

PROGRESS_EVERY = 500


async def verify(store: Streams, wire: GameWire, info: MatchInfo) -> AsyncIterator[pb.VerifyMatchResponse]:
    """Progress, then what was found."""
    count = (await store.head(info.stream)).length
    exam = Examination(info, wire)
    broken: list[Finding] = []
    head = b""
    done = 0
    while done < count:
        try:
            async for stored in store.read(info.stream, done, count - done):
                exam.take_up(stored.number, stored.body)
                head = stored.hash
                done = stored.number + 1
                if done % PROGRESS_EVERY == 0:
                    yield pb.VerifyMatchResponse(records_done=done, record_count=count)
        except BrokenChain as error:
            # Behind a missing record comes one that nothing proves: it is passed over with it.
            if error.number >= done:
                broken.append(Finding(error.number, error.why))
            done = max(done, error.number) + 1
    seed = exam.seed_holds()
    # What is missing or altered can't be folded either; to say so of every later record would help nobody.
    fold = not broken and await exam.fold_holds()
    rules = await exam.rules_hold() if fold and seed else None
    findings = sorted([*broken, *exam.findings], key=lambda finding: finding.record)
    yield pb.VerifyMatchResponse(
        records_done=count,
        record_count=count,
        finished=True,
        chain_holds=not broken,
        fold_holds=fold,
        rules_hold=rules,
        seed_holds=seed,
        findings=[pb.Finding(record=finding.record, what=finding.what) for finding in findings],
        head=head if is_over(info) else b"",
    )

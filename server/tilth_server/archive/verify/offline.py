"""Verification of a whole store while no server runs on it: `tilth-server verify`."""

import sys
import time
from collections.abc import Awaitable, Callable, Iterator

from tilth_server.archive.index_faults import index_faults
from tilth_server.archive.verify.verifier_pool import VerifierPool
from tilth_server.archive.verify.worker_main import MatchReport, first_broken_record
from tilth_server.matches.match_info import STREAMS
from tilth_server.store import Engine, HeldStore, LogReader

NAMES_AT_ONCE = 1000
PROGRESS_EVERY_S = 1.0

PrintLine = Callable[[str], None]

FindFaults = Callable[[HeldStore], Awaitable[list[str]]]
"""A function that checks an index of a store, and returns a line for each fault."""


async def verify_store(engine: Engine, print_line: PrintLine, more_faults: FindFaults) -> bool:
    """Verify everything in a store; return whether no fault was found.

    Print a line for each match, stream and index row with a fault, and a summary.

    `more_faults` returns a line for each fault in the other indexes, such as those of tournaments.
    """
    async with engine.hold() as held:
        is_ok = await _verify_held(engine.url, held, print_line, more_faults)
        if held.missing:
            print_line(held.missing)
        return is_ok and not held.missing


async def _verify_held(
    store_url: str, held: HeldStore, print_line: PrintLine, more_faults: FindFaults
) -> bool:
    """Verify a store that is held, print the faults, and return whether there was none."""
    reader = held.reader
    matches: list[str] = []
    bad = records = answers = done = not_run = 0
    for stream, length in _streams(reader):
        if stream.startswith(STREAMS):
            matches.append(stream.removeprefix(STREAMS))
        else:
            records += length
            broken = first_broken_record(reader, stream)
            if broken is not None:
                bad += 1
                print_line(f"stream {stream}: record {broken.number} {broken.why}")
    progress_at = time.monotonic() + PROGRESS_EVERY_S
    async for batch in VerifierPool(store_url).verify(matches):
        for report in batch.reports:
            done += 1
            records += report.records
            answers += report.answers
            not_run += report.rules_not_run
            if line := _fault_line(report):
                bad += 1
                print_line(line)
        if sys.stderr.isatty() and time.monotonic() >= progress_at:
            sys.stderr.write(f"{done} of {len(matches)} matches\r")
            progress_at = time.monotonic() + PROGRESS_EVERY_S
    for fault in [*await index_faults(held, matches), *await more_faults(held)]:
        bad += 1
        print_line(fault)
    counts = f"{len(matches)} matches, {records:,} records, {answers:,} answers"
    print_line(f"{counts}: {'no faults' if not bad else f'{bad} with faults'}")
    if not_run:
        print_line(
            f"recorded under another version of the rules than this build has: {not_run}; "
            "for these matches, chain, seed and fold were checked, but the rules were not run again"
        )
    return not bad


def _streams(reader: LogReader) -> Iterator[tuple[str, int]]:
    """Yield the name and the length of every stream."""
    after = ""
    while names := reader.names("", after, NAMES_AT_ONCE):
        yield from names
        after = names[-1][0]


def _fault_line(report: MatchReport) -> str:
    """Return the line for a match with faults, or of a game that is not installed; "" for any other match."""
    findings = list(report.findings)
    if not findings and report.game:
        return f"match {report.match_id}: the game {report.game!r} is not installed here"
    if not findings:
        return ""
    return f"match {report.match_id}: " + "; ".join(
        f"record {number} {message}" for number, message in findings
    )

"""The program of a process that verifies matches, for a server or for `tilth-server verify`.

    python -m tilth_server.archive.verify.worker_main STORE_URL

Each request is a list of match ids as JSON; the answer is a ReportBatch as JSON. The process only reads the store.
"""

import asyncio
import gc
import sys
from collections.abc import Mapping, Sequence
from time import process_time
from typing import Final

import msgspec

from tilth_server.archive.name_checks import name_findings
from tilth_server.archive.verify.detailed import Finding
from tilth_server.archive.verify.quick import QuickCheck
from tilth_server.archive.verify.verify import NumberedBody, verify_records
from tilth_server.matches.match_info import MatchInfo, NotAMatchStream, apply_record, match_from, stream_of
from tilth_server.players.name_book import NameBook
from tilth_server.store import BrokenChain, LogReader, StoreError, engine_of
from tilth_server.wire import GameWire, load_games
from tilth_server.workers.request_loop import answer_requests

COLLECT_EVERY: Final = 50_000
"""Allocations between two garbage collections. Few cycles arise here, and usual collections would take a tenth of the
time.
"""
ANSWERED: Final = 0x32
"""The tag of an answer in a record, after its time."""


class MatchReport(msgspec.Struct, frozen=True):
    """The result of the verification of one match, as it goes back to the server."""

    match_id: str
    records: int = 0
    answers: int = 0
    findings: tuple[tuple[int, str], ...] = ()
    game: str = ""
    """The match's game if it is not installed in this process, so that the rules were not run; else empty."""
    rules_not_run: bool = False
    """True if the match was recorded under another version of the rules: only its chain, seed and fold were checked."""


class ReportBatch(msgspec.Struct, frozen=True):
    """The reports on the matches of one request, and the seconds of CPU time that they took."""

    reports: tuple[MatchReport, ...]
    cpu_seconds: float


class MatchVerifier:
    """The verifier of one store's matches."""

    def __init__(self, reader: LogReader, wires: Mapping[str, GameWire]) -> None:
        self._reader = reader
        self._wires = wires
        self._names = NameBook(reader.kept_values(""))

    def verify(self, match_id: str) -> MatchReport:
        """Return the report on a match: after the quick check, or after the detailed one if the quick one fails."""
        stream = stream_of(match_id)
        try:
            bodies = self._reader.bodies(stream)
            if not bodies:
                return self._verify_in_detail(match_id, stream)
            info, answers = _info_and_answers(match_id, bodies)
            wire = self._wires.get(info.game)
            if wire is None:
                return MatchReport(match_id, len(bodies), answers, game=info.game)
            if QuickCheck(info, wire, bodies).run():
                _, wrong = name_findings(self._names, match_id, bodies)
                return MatchReport(match_id, len(bodies), answers, _as_pairs(wrong))
        except Exception:  # noqa: BLE001 - the detailed check finds the fault
            pass
        return self._verify_in_detail(match_id, stream)

    def _verify_in_detail(self, match_id: str, stream: str) -> MatchReport:
        """Return the report of a detailed check, for a match that did not pass the quick check."""
        length = self._reader.head(stream).length
        if not length:
            return MatchReport(match_id, findings=((0, "the match has no records"),))
        records, broken = self._intact_records(stream, length)
        bodies = [body for _, body in records]
        try:
            if not records or records[0][0]:
                raise NotAMatchStream("the first record is damaged")
            info, answers = _info_and_answers(match_id, bodies)
        except Exception as error:  # noqa: BLE001 - a foreign log may hold anything
            unknown = Finding(0, f"the match can't be read: {type(error).__name__}: {error}")
            return MatchReport(match_id, length, findings=_as_pairs(broken or [unknown]))
        wire = self._wires.get(info.game)
        if wire is None:
            return MatchReport(match_id, length, answers, findings=_as_pairs(broken), game=info.game)
        verdict = asyncio.run(verify_records(info, wire, records, broken))
        _, wrong = name_findings(self._names, match_id, bodies)
        findings = _as_pairs([*verdict.findings, *wrong])
        other_rules = info.rules_version != wire.game.version
        return MatchReport(match_id, length, answers, findings, rules_not_run=other_rules)

    def _intact_records(self, stream: str, length: int) -> tuple[list[NumberedBody], list[Finding]]:
        """Read a stream; return its intact records, and a finding for each broken one."""
        records: list[NumberedBody] = []
        broken: list[Finding] = []
        done = 0
        while done < length:
            page = self._reader.page(stream, done, length)
            records += [(record.number, record.body) for record in page.records]
            done += len(page.records)
            if page.broken is not None:
                # The chain does not confirm the record after a missing one, so that record is skipped too.
                if page.broken.number >= done:
                    broken.append(Finding(page.broken.number, page.broken.why))
                done = max(done, page.broken.number) + 1
        return records, broken


def first_broken_record(reader: LogReader, stream: str) -> BrokenChain | None:
    """Return the first broken record of a stream; None if its chain is intact."""
    done = 0
    while True:
        page = reader.page(stream, done, None)
        done += len(page.records)
        if page.broken is not None or done >= page.length:
            return page.broken


def _info_and_answers(match_id: str, bodies: Sequence[bytes]) -> tuple[MatchInfo, int]:
    """Return the match as its log describes it, and the number of answers in the log."""
    info = match_from(match_id, bodies[0])
    answers = 0
    for body in bodies[1:]:
        try:
            if body[body[1] + 2] == ANSWERED:
                answers += 1
            else:
                apply_record(info, body)
        except Exception:  # noqa: BLE001 - the detailed check finds the fault
            continue
    info.record_count = len(bodies)
    return info, answers


def _as_pairs(findings: Sequence[Finding]) -> tuple[tuple[int, str], ...]:
    """Return the findings as pairs of a record number and a message, for JSON."""
    return tuple((finding.record, finding.message) for finding in findings)


def main(store_url: str) -> None:
    """Verify the matches of each request until the input ends."""
    reader = engine_of(store_url).reader()
    verifier = MatchVerifier(reader, load_games())
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_EVERY)

    def answer(request: bytes) -> bytes:
        began = process_time()
        reports = tuple(map(verifier.verify, msgspec.json.decode(request, type=list[str])))
        return msgspec.json.encode(ReportBatch(reports, process_time() - began))

    try:
        answer_requests(answer)
    except StoreError as error:
        raise SystemExit(str(error)) from None
    finally:
        reader.close()


if __name__ == "__main__":
    main(sys.argv[1])

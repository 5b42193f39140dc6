"""A process that proves matches for a server, or for an operator who has none running.

    python -m tilth_server.archive.prover DATABASE

On its input come lines of match ids as JSON; for each line it writes one of findings. It only reads the database, and
gives way to whoever else wants its core.
"""

import asyncio
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Final

import msgspec

from tilth_server.archive.examination import Finding
from tilth_server.archive.proof import Proof
from tilth_server.archive.verification import Numbered, judged
from tilth_server.store.errors import BrokenChain, StoreError
from tilth_server.store.reader import Reader
from tilth_server.tables.matches import MatchInfo, NotAMatch, born, grown, stream_of
from tilth_server.wire import GameWire, load_games

NICENESS: Final = 10
COLLECT_EVERY: Final = 50_000
"""Proving makes few cycles: the collector's usual turns cost a tenth of the time."""
ANSWERED: Final = 0x32
"""The tag of an answer in a record, behind its time."""


class Proved(msgspec.Struct, frozen=True):
    """What came out for one match."""

    match_id: str
    records: int = 0
    answers: int = 0
    findings: tuple[tuple[int, str], ...] = ()
    game: str = ""
    """Its game, where this process doesn't know it: then nothing was proved."""


class Batch(msgspec.Struct, frozen=True):
    """The reply to a line."""

    proved: tuple[Proved, ...]
    cpu_seconds: float


class Prover:
    """Proves matches of one database."""

    def __init__(self, reader: Reader, wires: Mapping[str, GameWire]) -> None:
        self._reader = reader
        self._wires = wires

    def prove(self, match_id: str) -> Proved:
        stream = stream_of(match_id)
        try:
            bodies = self._reader.bodies(stream)
            if not bodies:
                return self._examined(match_id, stream)
            info, answers = _told(match_id, bodies)
            wire = self._wires.get(info.game)
            if wire is None:
                return Proved(match_id, len(bodies), answers, game=info.game)
            if Proof(info, wire, bodies).run():
                return Proved(match_id, len(bodies), answers)
        except Exception:  # noqa: BLE001 - why it is none, the examination says
            pass
        return self._examined(match_id, stream)

    def _examined(self, match_id: str, stream: str) -> Proved:
        """Not plainly sound: what exactly is wrong."""
        length = self._reader.head(stream).length
        if not length:
            return Proved(match_id, findings=((0, "there is no record of it"),))
        records, broken = self._walked(stream, length)
        bodies = [body for _, body in records]
        try:
            if not records or records[0][0]:
                raise NotAMatch("its first record is not what was written")
            info, answers = _told(match_id, bodies)
        except Exception as error:  # noqa: BLE001 - a foreign log may hold anything
            unknown = Finding(0, f"nothing can be said of the match: {type(error).__name__}: {error}")
            return Proved(match_id, length, findings=_plain(broken or [unknown]))
        wire = self._wires.get(info.game)
        if wire is None:
            return Proved(match_id, length, answers, findings=_plain(broken), game=info.game)
        verdict = asyncio.run(judged(info, wire, records, broken))
        return Proved(match_id, length, answers, _plain(verdict.findings))

    def _walked(self, stream: str, length: int) -> tuple[list[Numbered], list[Finding]]:
        """The good records, and those that are none."""
        records: list[Numbered] = []
        broken: list[Finding] = []
        done = 0
        while done < length:
            page = self._reader.page(stream, done, length)
            records += [(record.number, record.body) for record in page.records]
            done += len(page.records)
            if page.broken is not None:
                # Behind a missing record comes one that nothing proves: it is passed over with it.
                if page.broken.number >= done:
                    broken.append(Finding(page.broken.number, page.broken.why))
                done = max(done, page.broken.number) + 1
        return records, broken


def chain_of(reader: Reader, stream: str) -> BrokenChain | None:
    """The first record of a stream that is not what was written."""
    done = 0
    while True:
        page = reader.page(stream, done, None)
        done += len(page.records)
        if page.broken is not None or done >= page.length:
            return page.broken


def _told(match_id: str, bodies: Sequence[bytes]) -> tuple[MatchInfo, int]:
    """What the log says of the match, and how many answers it has."""
    info = born(match_id, bodies[0])
    answers = 0
    for body in bodies[1:]:
        try:
            if body[body[1] + 2] == ANSWERED:
                answers += 1
            else:
                grown(info, body)
        except Exception:  # noqa: BLE001 - what it can't be read for is found when it is examined
            continue
    info.record_count = len(bodies)
    return info, answers


def _plain(findings: Sequence[Finding]) -> tuple[tuple[int, str], ...]:
    return tuple((finding.record, finding.what) for finding in findings)


def main(database: Path) -> None:
    """Until nobody asks any more."""
    os.nice(NICENESS)
    reader = Reader(database, read_only=True)
    prover = Prover(reader, load_games())
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_EVERY)
    try:
        for line in sys.stdin.buffer:
            began = process_time()
            proved = tuple(map(prover.prove, msgspec.json.decode(line, type=list[str])))
            sys.stdout.buffer.write(msgspec.json.encode(Batch(proved, process_time() - began)) + b"\n")
            sys.stdout.buffer.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    except StoreError as error:
        raise SystemExit(str(error)) from None
    finally:
        reader.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

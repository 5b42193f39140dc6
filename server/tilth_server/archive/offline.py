"""All that a data directory holds, proved while no server runs on it: `tilth-server verify`."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tilth_server.archive.prover import Proved, chain_of
from tilth_server.archive.provers import Provers
from tilth_server.store.directory import DATABASE, Directory
from tilth_server.store.errors import StoreFailed
from tilth_server.store.reader import Reader
from tilth_server.store.schema import prepare
from tilth_server.tables.matches import STREAMS

NAMES_AT_ONCE = 1000
NEWS_EVERY_S = 1.0

Say = Callable[[str], None]


async def verify(data: Path, say: Say) -> bool:
    """Whether everything holds. A line for every match and every other stream that doesn't, and one at the end."""
    if not (data / DATABASE).is_file():
        raise StoreFailed(f"there is no store in {data}")
    directory = Directory(data)
    try:
        prepare(directory.database)
        # Open as long as the processes read: they can't make what SQLite keeps beside the file.
        reader = Reader(directory.database)
        try:
            return await _verify(directory.database, reader, say)
        finally:
            reader.close()
    finally:
        directory.release()


async def _verify(database: Path, reader: Reader, say: Say) -> bool:
    matches: list[str] = []
    bad = records = answers = done = 0
    for stream, length in _streams(reader):
        if stream.startswith(STREAMS):
            matches.append(stream.removeprefix(STREAMS))
        else:
            records += length
            broken = chain_of(reader, stream)
            if broken is not None:
                bad += 1
                say(f"stream {stream}: record {broken.number} {broken.why}")
    news_at = time.monotonic() + NEWS_EVERY_S
    async for batch in Provers(database).prove(matches):
        for proved in batch.proved:
            done += 1
            records += proved.records
            answers += proved.answers
            if line := _line(proved):
                bad += 1
                say(line)
        if sys.stderr.isatty() and time.monotonic() >= news_at:
            sys.stderr.write(f"{done} of {len(matches)} matches\r")
            news_at = time.monotonic() + NEWS_EVERY_S
    what = f"{len(matches)} matches, {records:,} records, {answers:,} answers"
    say(f"{what}: {'everything holds' if not bad else f'{bad} streams do not hold'}")
    return not bad


def _streams(reader: Reader) -> Iterator[tuple[str, int]]:
    after = ""
    while names := reader.names("", after, NAMES_AT_ONCE):
        yield from names
        after = names[-1][0]


def _line(proved: Proved) -> str:
    """What is wrong with a match; nothing for one that holds."""
    findings = list(proved.findings)
    if not findings and proved.game:
        return f"match {proved.match_id}: the game {proved.game!r} is not installed here"
    if not findings:
        return ""
    return f"match {proved.match_id}: " + "; ".join(f"record {number} {what}" for number, what in findings)

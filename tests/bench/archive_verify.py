"""Benchmark of verifying a thousand matches: chain, fold, and the rules run again."""

import gc
import os
import tempfile
from pathlib import Path
from random import Random
from time import process_time

from tests.bench.load import register
from tests.bench.measurement import Measurement, calibrate, cpu_rate, median, wall
from tests.bench.processes import connected, tilth_server
from tests.server.archive.made import Made, stored
from tilth.v1 import archive_pb2, archive_pb2_grpc
from tilth_server.archive.verify.worker_main import COLLECT_EVERY, MatchVerifier
from tilth_server.store.sqlite.reader import Reader
from tilth_server.wire import load_games

MATCHES = 1000
ROUNDS = 3


def one_core(database: Path, match_ids: list[str]) -> tuple[float, int]:
    """Return the answers verified per second of CPU time, as one of the server's processes verifies them, and their
    number."""
    reader = Reader(database)
    verifier = MatchVerifier(reader, load_games())
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_EVERY)
    rates = []
    answers = 0
    for _ in range(ROUNDS):
        began = process_time()
        proved = [verifier.verify(match_id) for match_id in match_ids]
        spent = process_time() - began
        if any(each.findings for each in proved):
            raise RuntimeError("a sound match was found wanting")
        answers = sum(each.answers for each in proved)
        rates.append(answers / spent)
    gc.unfreeze()
    gc.set_threshold(*before)
    reader.close()
    return max(rates), answers


async def measure() -> Measurement:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        wire = load_games()["petrichor"]
        matches = [
            (f"m{seed:04}", Made(wire, 2 + seed % 3, Random(seed)).play().bodies) for seed in range(MATCHES)
        ]
        data = Path(folder) / "data"
        await stored(data, matches)
        rate, answers = one_core(data / "tilth.db", [match_id for match_id, _ in matches])
        async with tilth_server(Path(folder)) as (port, _), connected(port) as (channel,):
            who = await register(channel, "auditor")
            stub = archive_pb2_grpc.ArchiveServiceStub(channel)
            seconds = []
            for _ in range(ROUNDS):
                began = wall()
                async for progress in stub.VerifyMatches(archive_pb2.VerifyMatchesRequest(), metadata=who):
                    if progress.failed:
                        raise RuntimeError(str(progress))
                seconds.append(wall() - began)
    return cpu_rate(
        "archive.verify",
        rate,
        "answers",
        434,
        calibrate(),
        {
            "matches": MATCHES,
            "answers": answers,
            "a season over gRPC, s": median(seconds),
            "cores": os.cpu_count() or 1,
        },
        of="CPU time, one core",
    )

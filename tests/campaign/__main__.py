"""Run a part of the campaign, in rounds, until it has had all its faults: `python -m tests.campaign --part nodes`.

It can be stopped with Ctrl-C, and continues the next time. Without a part it prints what was found so far. The part
"broken" strikes nothing: it shows that the checker finds servers that are broken on purpose.
"""

import argparse
import asyncio
import contextlib
import shutil
import signal
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import SystemRandom

from tests.campaign.broken import play_all
from tests.campaign.cluster import cluster, store_url
from tests.campaign.database_faults import DATABASE, PATRONI, PROMOTION
from tests.campaign.faults import Part
from tests.campaign.network_faults import NETWORK
from tests.campaign.node_faults import NODES
from tests.campaign.patroni import Missing
from tests.campaign.results import FOLDER, add_result, count_faults, results_of, summary
from tests.campaign.rounds import Round, verify_store

PARTS: dict[str, Part] = {part.name: part for part in (NODES, NETWORK, DATABASE, PROMOTION, PATRONI)}
BROKEN = "broken"
FAULTS_A_ROUND = 25
BELOW = 10**9


def main() -> int:
    """Return 0 if nothing is wrong."""
    options = arguments()
    if not options.part:
        print(summary())
        return 0
    if options.part == BROKEN:
        return asyncio.run(play_all())
    part = PARTS[options.part]
    count = int(options.faults or part.total)
    until = time.monotonic() + float(options.seconds or "inf")
    found = 0
    while (left := count - count_faults(results_of(part.name))) > 0 and time.monotonic() < until:
        seed = int(options.seed or SystemRandom().randrange(BELOW))
        try:
            result, stopped = asyncio.run(one_round(part, seed, min(left, FAULTS_A_ROUND), until))
        except Missing as missing:
            print(missing, file=sys.stderr)
            return 2
        found += len(result.found)
        if stopped:
            break
    print(summary())
    return 1 if found else 0


def arguments() -> argparse.Namespace:
    """Return what the command line says; a word that is left empty counts as not given."""
    parser = argparse.ArgumentParser(prog="make campaign")
    parser.add_argument("--part", default="", choices=("", *PARTS, BROKEN), help="the part to run")
    parser.add_argument("--faults", default="", help="how many faults the part has to have in all")
    parser.add_argument("--seconds", default="", help="strike no more after this time")
    parser.add_argument("--seed", default="", help="the seed of each round; else they are fresh")
    return parser.parse_args()


async def one_round(part: Part, seed: int, faults: int, until: float) -> tuple[Round, bool]:
    """Run one round; return it, and whether it was stopped by hand. Its files are kept if something was found."""
    folder = Path(tempfile.mkdtemp(prefix=f"tilth-campaign-{part.name}-"))
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stopped.set)
    print(f"=== {part.name}: a round of {faults} faults with seed {seed} in {folder} ===", flush=True)
    opens = part.opens or partial(cluster, has_wires=part.has_wires)
    async with opens(folder) as made:
        one = Round(
            made, part, seed, folder, has_tournaments=True, report=lambda line: print(line, flush=True)
        )
        await one.begin()
        for _ in range(faults):
            if stopped.is_set() or time.monotonic() > until:
                break
            await one.strike()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), one.random.uniform(0.3, 2))
        primary, *standbys = made.databases
        await one.finish(primary)
        await asyncio.to_thread(made.end)
        await one.compare(standbys, primary)
        one.found += await asyncio.to_thread(verify_store, store_url(made.databases))
    add_result(part.name, one.result())
    for sentence in one.found[:20]:
        print(f"FOUND: {sentence}", flush=True)
    if one.found:
        kept = FOLDER / f"{part.name}-{seed}"
        shutil.copytree(folder, kept, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.token", "*.key"))
        print(f"the diary and the logs of the nodes are in {kept}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return one, stopped.is_set()


if __name__ == "__main__":
    sys.exit(main())

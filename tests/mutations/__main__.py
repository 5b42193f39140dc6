"""Try every fault, or those whose names contain one of the words given, and say which are caught."""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from tests.mutations.every import MUTATIONS
from tests.mutations.mutation import Mutation
from tests.mutations.running import Copy, Outcome


def chosen(words: list[str]) -> list[Mutation]:
    return [one for one in MUTATIONS if not words or any(word in one.name for word in words)]


def main(words: list[str]) -> int:
    """Return 0 if all are caught."""
    mutations = chosen(words)
    workers = min(os.cpu_count() or 1, len(mutations)) or 1
    copies: SimpleQueue[Copy] = SimpleQueue()
    with (
        tempfile.TemporaryDirectory(prefix="tilth-mutations-") as folder,
        ThreadPoolExecutor(workers) as pool,
    ):
        for number in range(workers):
            copies.put(Copy(Path(folder) / str(number)))
        if failing := failing_as_they_are(Path(folder), mutations, workers):
            print(f"these fail without any fault, and so can find none:\n{failing}")
            return 1

        def tried(mutation: Mutation) -> Outcome:
            copy = copies.get()
            try:
                return copy.run(mutation)
            finally:
                copies.put(copy)

        missed = 0
        for outcome in pool.map(tried, mutations):
            missed += bool(outcome.missed)
            print(report_of(outcome), flush=True)
    print(f"{len(mutations) - missed} of {len(mutations)} faults are caught")
    return 1 if missed else 0


def failing_as_they_are(folder: Path, mutations: list[Mutation], workers: int) -> str:
    """Return the named tests that fail in a copy in which nothing is changed."""
    tests = dict.fromkeys(test for mutation in mutations for test in mutation.tests)
    return "\n".join(Copy(folder / "as-it-is").failing(tests, "-n", str(workers))[0])


def report_of(outcome: Outcome) -> str:
    """Return a line for a fault, and what its tests said if they did not find it."""
    if not outcome.missed:
        return f"caught      {outcome.mutation.name}"
    tests = "\n".join(f"            passed or did not run: {test}" for test in outcome.missed)
    ending = "\n".join(f"            {line}" for line in outcome.output.splitlines()[-15:])
    return f"NOT CAUGHT  {outcome.mutation.name} ({outcome.mutation.file})\n{tests}\n{ending}"


sys.exit(main(sys.argv[1:]))

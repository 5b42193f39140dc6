"""Settings and fixtures of all tests."""

import gc
import os
import shutil
import signal
import time
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.bytecode import write_share
from tests.played import counted, named
from tests.seeds import STEADY, SWEEP, SWEEPING, USED, Seeds, Sweep, command_to_repeat, searches

# The same examples in every run, and no clock: whether a run passes must not hang on luck, nor on what else the machine
# has to do. A sweep looks for other examples, from the seed that it prints.
settings.register_profile(
    STEADY, derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(SWEEPING, settings.get_profile(STEADY), derandomize=False, database=None)
settings.load_profile(STEADY)

# Stores of tests lie in memory where there is room: hundreds of servers would wait for the disk at each commit. Whether
# what was acknowledged is there after a kill does not depend on it.
IN_MEMORY, ROOM = Path("/dev/shm"), 2 << 30
if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

# The programs that the tests start ignore the settings of the terminal and of `tilth` in which the tests run.
for name in list(os.environ):
    if name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE") or name.startswith("TILTH_"):
        del os.environ[name]

# A shell lets what it starts in the background ignore Ctrl-C, and so would the programs that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

RULINGS = named()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what `python -m tests.sweep` says of a round."""
    group = parser.getgroup("sweep")
    group.addoption("--sweep", type=int, metavar="SEED", help="run what searches at random, from this seed")
    group.addoption("--sweep-until", type=float, default=0.0, help="begin no test after this time")
    group.addoption("--sweep-share", type=float, default=0.0, help="seconds for further seeds of a test")


def pytest_configure(config: pytest.Config) -> None:
    # Nothing that is imported is ever garbage; to look through it again and again is a fifth of the time.
    gc.disable()
    seed = config.getoption("--sweep")
    if seed is not None:
        until, share = config.getoption("--sweep-until"), config.getoption("--sweep-share")
        config.stash[SWEEP] = Sweep(seed, until, share)
        settings.load_profile(SWEEPING)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    worker = getattr(session.config, "workerinput", None)
    if worker is not None:
        write_share(session.config, int(worker["workerid"].removeprefix("gw")), worker["workercount"])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what searches at random, in a sweep; and begin at another test in each round, so that a sweep that has not
    the time for all of them comes to each as often. The page's tests come first: they were chosen because they fit into
    the time that is left now."""
    sweep = config.stash.get(SWEEP, None)
    if sweep is not None:
        kept = [item for item in items if searches(item)]
        first = sweep.seed % len(kept) if kept else 0
        items[:] = sorted(kept[first:] + kept[:first], key=lambda item: item.path.parent.name != "browser")


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    # Tests make little garbage with cycles. With Python's own thresholds the search for it takes a twentieth of the
    # time.
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Begin no test after a sweep's time."""
    sweep = item.config.stash.get(SWEEP, None)
    return True if sweep is not None and time.time() > sweep.until else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what a sweep has no time left for: a test with a time limit of its own takes about a third of that."""
    sweep, limit = item.config.stash.get(SWEEP, None), item.get_closest_marker("timeout")
    if sweep is not None and limit is not None and time.time() + limit.args[0] / 3 > sweep.until:
        pytest.skip("it takes longer than this sweep")


@pytest.fixture(scope="session")
def sweep(request: pytest.FixtureRequest) -> Sweep | None:
    """The sweep, if this is one. What depends on it is tried in each sweep."""
    return request.config.stash.get(SWEEP, None)


@pytest.fixture
def seeds(request: pytest.FixtureRequest, sweep: Sweep | None) -> Seeds:
    """The seeds of a test that plays at random: `for seed in seeds(20):`."""
    request.node.stash[USED] = given = Seeds(sweep)
    return given


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say how a test that failed with a seed is repeated."""
    report = yield
    command = command_to_repeat(item) if report.failed else ""
    if command:
        report.sections.append(("to repeat it", command))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Fail a test of a ruling that passes without anybody answering a decision."""
    name = getattr(item, "originalname", "")
    if name not in RULINGS:
        return (yield)
    with counted() as answers:
        yield
    if not answers.count:
        pytest.fail(f"{name} is named as the test of a ruling, and nobody answers a decision in it")
    return None

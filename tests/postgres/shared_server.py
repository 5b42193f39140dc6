"""The program that runs one PostgreSQL for all processes of a test run, and ends it when the last of them has ended.

    python -m tests.postgres.shared_server FOLDER

A process that uses the server holds a shared lock on FOLDER/users. When the program gets that lock for itself, no
other process is left. FOLDER/port holds the port and the log file, once the server is there.
"""

import fcntl
import signal
import sys
import time
from pathlib import Path

from tests.postgres.servers import Installation, PostgresServer, find_binaries

CHECK_SECONDS = 0.5


def main(folder: Path) -> None:
    """Run the server until nobody uses it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    binaries = find_binaries()
    assert binaries is not None
    installation = Installation(binaries)
    server = PostgresServer(installation, "shared")
    try:
        server.start()
        server.make_database("tilth")
        arriving = folder / "port.new"
        arriving.write_text(f"{server.port} {server.log_file}")
        arriving.replace(folder / "port")
        with (folder / "users").open("a") as users:
            while True:
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(CHECK_SECONDS)
            (folder / "port").unlink()
            server.stop()
    finally:
        server.kill()
        installation.remove()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

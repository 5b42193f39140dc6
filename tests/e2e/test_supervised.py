"""A real supervisord over a real server, as docs/guides has it set up, on a disk that is full for a while."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2

from tests.docs.pages import page
from tests.e2e.serving import own_port
from tests.store.test_disk import IN_A_NAMESPACE
from tilth.v1 import lobby_pb2, lobby_pb2_grpc, players_pb2, players_pb2_grpc

SUPERVISORD = shutil.which("supervisord")
SMALL_DISK = 'mount -t tmpfs -o size=3m none "$0" && exec "$@"'
PATIENCE_S = 60.0

pytestmark = pytest.mark.skipif(
    SUPERVISORD is None, reason="supervisord is missing; it comes with Debian's package supervisor"
)


def documented() -> str:
    """Return the section for supervisord on the page."""
    (block,) = re.findall(
        r"```ini\n(\[program:tilth\].*?)```", page("guides/install-and-start.md"), re.DOTALL
    )
    return str(block)


class Supervised:
    """supervisord with one server, whose data lies on a small disk that nobody else sees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = own_port()
        self._disk = folder / "disk"
        self._disk.mkdir()
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start supervisord without the server."""
        section = documented()
        for old, new in (
            ("sleep 2", "sleep 0.3"),
            ("/opt/tilth/bin/tilth-server", f"{sys.executable} -m tilth_server.main"),
            ("/var/lib/tilth", f"{self._disk}/data"),
            ("127.0.0.1:4030", f"127.0.0.1:{self.port}"),
            ("user=tilth\n", "autostart=false\n"),
            ("/var/log/tilth.log", f"{self.folder}/log"),
        ):
            assert section.count(old) == 1, old
            section = section.replace(old, new)
        socket = f"{self.folder}/s"
        (self.folder / "supervisord.conf").write_text(
            f"[supervisord]\nnodaemon=true\nlogfile={self.folder}/supervisord.log\npidfile={self.folder}/pid\n"
            f"[unix_http_server]\nfile={socket}\n[supervisorctl]\nserverurl=unix://{socket}\n"
            "[rpcinterface:supervisor]\n"
            "supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface\n"
            f"{section}"
        )
        words = [*IN_A_NAMESPACE, SMALL_DISK, str(self._disk), str(SUPERVISORD), "-c", self._configuration]
        self._process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        soon(lambda: Path(socket).exists())

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)

    def tell(self, *words: str) -> str:
        """`supervisorctl ...`"""
        ran = subprocess.run(
            ["supervisorctl", "-c", self._configuration, *words], capture_output=True, text=True, check=False
        )
        return ran.stdout.strip()

    @property
    def pid(self) -> int:
        """The server's process, 0 while there is none."""
        output = self.tell("pid", "tilth")
        return int(output) if output.isdecimal() else 0

    def end_server(self, way: signal.Signals) -> None:
        """End the server's process, and wait for the next one."""
        before = self.pid
        os.kill(before, way)
        soon(lambda: self.pid not in (0, before))

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text() if file.exists() else ""

    @property
    def disk(self) -> Path:
        """The small disk, as supervisord sees it."""
        assert self._process is not None
        return Path(f"/proc/{self._process.pid}/root{self._disk}")

    def fill(self) -> None:
        with (self.disk / "ballast").open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    def make_room(self) -> None:
        (self.disk / "ballast").unlink()

    @contextmanager
    def channel(self) -> Iterator[grpc.Channel]:
        """A connection to the server, as soon as it serves."""
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_reconnect_backoff_ms", 200)]
        with grpc.insecure_channel(f"127.0.0.1:{self.port}", options=options) as channel:
            ask: grpc.UnaryUnaryMultiCallable[bytes, health_pb2.HealthCheckResponse] = channel.unary_unary(
                "/grpc.health.v1.Health/Check",
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
            reply = ask(b"", wait_for_ready=True, timeout=PATIENCE_S)
            assert reply.status == health_pb2.HealthCheckResponse.SERVING
            yield channel

    @property
    def _configuration(self) -> str:
        return str(self.folder / "supervisord.conf")


def soon(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def supervised(tmp_path: Path) -> Iterator[Supervised]:
    (tmp_path / "probe").mkdir()
    words = [*IN_A_NAMESPACE, SMALL_DISK, str(tmp_path / "probe"), "true"]
    if subprocess.run(words, check=False, capture_output=True).returncode != 0:
        pytest.skip("this system lets nobody mount a small disk")
    here = Supervised(tmp_path)
    here.begin()
    try:
        yield here
    finally:
        here.end()


def test_a_server_comes_back_from_whatever_ends_it_and_when_a_full_disk_has_room(
    supervised: Supervised,
) -> None:
    supervised.fill()
    supervised.tell("start", "tilth")
    soon(lambda: supervised.log.count("No space left on device): make room on the disk") >= 2)
    supervised.make_room()
    with supervised.channel() as channel:
        players = players_pb2_grpc.PlayersServiceStub(channel)
        token = players.Register(players_pb2.RegisterRequest(name="Ann")).token
    supervised.end_server(signal.SIGTERM)
    assert_knows(supervised, token)
    supervised.fill()
    supervised.end_server(signal.SIGKILL)
    # On a full disk it comes back, too, and takes matches as soon as there is room.
    assert_knows(supervised, token)
    assert created(supervised, token) == "STORE_FAILED"
    before = supervised.pid
    supervised.make_room()
    assert created(supervised, token) == ""
    assert supervised.pid == before
    supervised.tell("signal", "HUP", "tilth")
    assert_knows(supervised, token)
    assert supervised.pid == before, "SIGHUP ends nothing"
    supervised.tell("stop", "tilth")
    assert supervised.pid == 0
    assert "Traceback" not in supervised.log


def assert_knows(supervised: Supervised, token: str) -> None:
    with supervised.channel() as channel:
        players = players_pb2_grpc.PlayersServiceStub(channel)
        metadata = (("authorization", f"Bearer {token}"),)
        assert players.GetMe(players_pb2.GetMeRequest(), metadata=metadata).player.name == "Ann"


def created(supervised: Supervised, token: str) -> str:
    """Make matches until one is refused; say why, or nothing where ten were made."""
    request = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2)
    with supervised.channel() as channel:
        lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
        for _ in range(10):
            try:
                lobby.CreateMatch(request, metadata=(("authorization", f"Bearer {token}"),))
            except grpc.RpcError as error:
                code, details = error.code(), error.details()
                assert code is grpc.StatusCode.UNAVAILABLE, details
                return "STORE_FAILED"
    return ""

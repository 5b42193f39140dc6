"""What goes wrong is one line that says what to do, and an exit code."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import grpc.aio
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from tests.cli.conftest import PATIENCE, Place, Ran, ServerProcess, serving
from tilth_cli.troubles import DETAILS, is_lost

COMMANDS = (
    ("games",),
    ("list",),
    ("show", "m1"),
    ("new", "petrichor", "--seats", "2"),
    ("play", "m1"),
    ("watch", "m1"),
    ("replay", "m1"),
    ("verify", "m1"),
    ("export", "m1"),
    ("bot", "random", "m1", "--token", "t"),
    ("players", "me"),
    ("ops", "status"),
)


def told_in_one_line(ran: Ran, *words: str) -> None:
    assert ran.code == 1, ran
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1, ran.err
    for word in words:
        assert word in ran.err


@pytest.fixture
def nowhere(tmp_path: Path) -> Iterator[Place]:
    """Where nobody listens."""
    with socket.socket() as taken:  # so that nobody else comes to listen there
        taken.bind(("127.0.0.1", 0))
        yield Place(f"127.0.0.1:{taken.getsockname()[1]}", tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_server_that_is_not_there(nowhere: Place, command: tuple[str, ...]) -> None:
    if command[0] == "bot":
        told_in_one_line(nowhere.tilth(*command), nowhere.address, "tilth-server serve")
    else:
        told_in_one_line(nowhere.tilth(*command), nowhere.address, "tilth-server serve", "--server HOST:PORT")


def test_it_is_told_in_russian_too(nowhere: Place) -> None:
    told_in_one_line(nowhere.tilth("games", "--lang", "ru"), nowhere.address, "Запустите сервер")


def test_with_json_the_line_is_json(nowhere: Place) -> None:
    ran = nowhere.tilth("games", "--json")
    assert ran.code == 1
    assert json.loads(ran.err)["reason"] == "unavailable"


@pytest.mark.parametrize("address", ["http://localhost:4030", "localhost:port", "::1", "localhost:70000"])
def test_what_is_no_address(nowhere: Place, address: str) -> None:
    told_in_one_line(nowhere.tilth("games", "--server", address), address, "HOST:PORT")


def test_a_machine_that_nobody_knows(nowhere: Place) -> None:
    told_in_one_line(
        nowhere.tilth("games", "--server", "no-such-host.invalid"), "no-such-host.invalid", "address"
    )


@contextmanager
def web_server() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_server_of_another_kind(nowhere: Place) -> None:
    with web_server() as address:
        told_in_one_line(nowhere.tilth("games", "--server", address), address, "is no Tilth server")


def test_a_server_that_never_answers_is_given_up_and_waited_for_aloud(nowhere: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nowhere.address = f"127.0.0.1:{silent.getsockname()[1]}"
        ran = nowhere.tilth("games")
    assert ran.patience == f"asking {nowhere.address} ...\n"
    told_in_one_line(ran, "did not answer in time")


def test_no_token_and_a_bad_one(place: Place) -> None:
    told_in_one_line(place.tilth("list"), "tilth players register NAME")
    told_in_one_line(
        place.tilth("list", "--token", "made-up"), "doesn't know this token", "tilth players register"
    )
    told_in_one_line(place.tilth("bot", "first"), "tilth players register")
    told_in_one_line(place.tilth("list", "--as", "Nobody"), "Nobody", "tilth players login")
    told_in_one_line(place.tilth("list", TILTH_TOKEN="bad\x01token"), "no token")


def test_a_match_that_nobody_knows(place: Place) -> None:
    place.registered("Ada")
    for command in ("show", "watch", "play", "replay", "verify", "export", "join", "start"):
        told_in_one_line(place.tilth(command, "nosuch"), "nosuch", "tilth list")
    assert list(place.home.glob("nosuch*")) == []


def test_what_the_server_refuses_it_says_why(place: Place) -> None:
    place.registered("Ada")
    told_in_one_line(place.tilth("new", "petrichor", "--seats", "9"), "1, 2, 3, 4")
    told_in_one_line(place.tilth("new", "petrichor", "colour=red", "--seats", "2"), "colour")
    told_in_one_line(place.tilth("new", "chess", "--seats", "2"), "chess")
    told_in_one_line(place.tilth("players", "register", place.names["Ada"]), place.names["Ada"])


@pytest.mark.parametrize(
    "words",
    [
        ("nosuch",),
        ("new", "petrichor"),
        ("new", "petrichor", "--seats", "many"),
        ("new", "petrichor", "--seats", "2", "--bank", "long"),
        ("new", "petrichor", "--seats", "2", "--seed", "12"),
        ("new", "petrichor", "=x", "--seats", "2"),
        ("play",),
        ("games", "--lang", "tlh"),
        ("bot", "nosuch", "m1"),
        ("games", "--nosuch"),
    ],
    ids=" ".join,
)
def test_a_wrong_call_exits_with_2(nowhere: Place, words: tuple[str, ...]) -> None:
    ran = nowhere.tilth(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def test_files_that_cannot_be_read_or_written(place: Place) -> None:
    place.registered("Ada")
    told_in_one_line(place.tilth("import", "nosuch.tilth"), "nosuch.tilth", "can't be read")
    told_in_one_line(place.tilth("games", "--ca", "nosuch.pem"), "nosuch.pem")
    match = place.new_match("--seats", "2")
    told_in_one_line(place.tilth("export", match, "-o", "/nosuch/file"), "/nosuch/file", "can't be written")
    (place.home / "tilth" / "tokens.json").write_text("{")
    told_in_one_line(place.tilth("games"), "tokens.json")


def test_a_reader_that_goes_away_ends_it_quietly(place: Place) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    with place.started("bot", "first", match, "--seat", "0"):
        place.tilth("bot", "first", match, "--seat", "1")
    for command in ("games", f"replay {match}", f"replay {match} --json", "games --help"):
        tilth = f"{sys.executable} -m tilth_cli.main {command}"
        ran = subprocess.run(
            ["bash", "-c", f"{tilth} | true; echo ${{PIPESTATUS[0]}}"],
            env={**os.environ, **place.environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert PATIENCE.sub("", ran.stderr) == ""
        assert ran.stdout.strip() in (("141", "0") if "help" not in command else ("1", "0"))


def test_ctrl_c_ends_a_waiting_command_quietly(place: Place) -> None:
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0")
    with place.started("watch", match, "--from", "0") as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        assert watching.wait(60) == 130
        assert watching.stderr is not None
        assert PATIENCE.sub("", watching.stderr.read()) == ""


def test_a_watched_server_that_stops_is_told_once_and_waited_for(
    place: Place, own_server: ServerProcess
) -> None:
    place.address = own_server.address
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--take", "0")
    with place.started("watch", match, "--from", "0") as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        told = [watching.stdout.readline(), watching.stdout.readline()]
        own_server.stop()
        complaint = watching.stderr.readline()
        while PATIENCE.fullmatch(complaint):
            complaint = watching.stderr.readline()
        assert complaint == f"The connection to {place.address} is lost; trying again.\n"
        own_server.start()
        assert place.tilth("--as", place.names["Bo"], "join", match).code == 0
        told.append(watching.stdout.readline())
        assert [line.strip().split("  ", 1)[1].strip() for line in told] == [
            "The match is created.",
            f"{place.names['Ada']} takes a seat.",
            f"{place.names['Bo']} takes a seat.",
        ]
        watching.send_signal(signal.SIGINT)
        assert (watching.wait(60), PATIENCE.sub("", watching.stderr.read())) == (130, "")


@pytest.mark.parametrize(
    "code", [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL]
)
def test_a_connection_that_broke_is_told_from_what_the_server_says(code: grpc.StatusCode) -> None:
    """By which status grpc tells of a break depends on what was just being read or written."""

    def ended(*trailing: tuple[str, bytes]) -> grpc.aio.AioRpcError:
        return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(*trailing))

    assert is_lost(ended())
    said = Status(code=code.value[0])
    said.details.add().Pack(ErrorInfo(reason="internal", domain="tilth"))
    assert is_lost(ended((DETAILS, said.SerializeToString()))) == (code is grpc.StatusCode.UNAVAILABLE)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=tilth"
    )
    more = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([*command.split(), *more], check=True, capture_output=True)
    assert ssl.PEM_cert_to_DER_cert(cert.read_text())
    return cert, key


def test_tls_needs_the_right_authority(place: Place, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("tls")
    cert, key = certificate(folder)
    with serving(folder / "data", "--tls-cert", str(cert), "--tls-key", str(key)) as server:
        place.address = server.address
        told_in_one_line(place.tilth("list"), server.address)
        told_in_one_line(place.tilth("list", "--tls"), "isn't trusted", "--ca FILE")
        assert place.tilth("players", "register", "Ada", "--ca", str(cert)).code == 0
        assert place.tilth("players", "me", TILTH_CA=str(cert)).code == 0
        place.more["TILTH_CA"] = str(cert)
        solo = place.new_match("--seats", "1", "--take", "0", "--start-when-full")
        assert place.tilth("bot", "first", solo).code == 0

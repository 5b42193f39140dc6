"""A failed command prints one line that says what to do, and returns an exit code."""

import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status

from tests.cli.conftest import SLOW_NOTE, Place, Ran, ServerProcess, serving
from tests.server.serve.certificates import Certificates
from tilth_cli import connection
from tilth_cli.call_errors import DETAILS, explain, is_retryable
from tilth_cli.messages import set_language
from tilth_server.settings import Tls

PATIENCE_S = 30.0
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


def fails_in_one_line(ran: Ran, *words: str) -> None:
    assert ran.code == 1, ran
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1, ran.err
    for word in words:
        assert word in ran.err


@pytest.fixture
def nowhere(tmp_path: Path) -> Iterator[Place]:
    """Return an address at which no server listens."""
    with socket.socket() as taken:  # so that nobody else comes to listen there
        taken.bind(("127.0.0.1", 0))
        yield Place(f"127.0.0.1:{taken.getsockname()[1]}", tmp_path)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_missing_server_is_named_with_a_remedy(nowhere: Place, command: tuple[str, ...]) -> None:
    if command[0] == "bot":
        fails_in_one_line(nowhere.tilth(*command), nowhere.address, "tilth-server serve")
    else:
        fails_in_one_line(
            nowhere.tilth(*command), nowhere.address, "tilth-server serve", "--server HOST:PORT"
        )


def test_errors_are_printed_in_russian_too(nowhere: Place) -> None:
    fails_in_one_line(nowhere.tilth("games", "--lang", "ru"), nowhere.address, "Запустите сервер")


def test_with_json_the_line_is_json(nowhere: Place) -> None:
    ran = nowhere.tilth("games", "--json")
    assert ran.code == 1
    assert json.loads(ran.err)["reason"] == "UNAVAILABLE"


@pytest.mark.parametrize("address", ["http://localhost:4030", "localhost:port", "::1", "localhost:70000"])
def test_an_invalid_address_is_refused(nowhere: Place, address: str) -> None:
    fails_in_one_line(nowhere.tilth("games", "--server", address), address, "HOST:PORT")


def test_an_unknown_host_name_is_refused(nowhere: Place) -> None:
    fails_in_one_line(
        nowhere.tilth("games", "--server", "no-such-host.invalid"), "no-such-host.invalid", "address"
    )


class Silent(BaseHTTPRequestHandler):
    """A handler that doesn't write each request to standard error."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as the base class calls it
        pass


@contextmanager
def web_server() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Silent) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_a_program_that_is_no_tilth_server_is_named_as_such(nowhere: Place) -> None:
    with web_server() as address:
        fails_in_one_line(nowhere.tilth("games", "--server", address), address, "is not a Tilth server")


def test_a_server_that_never_answers_is_given_up_after_a_note_on_the_wait(
    nowhere: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "CALL_TIMEOUT_S", 2.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nowhere.address = f"127.0.0.1:{silent.getsockname()[1]}"
        ran = nowhere.tilth("games")
    assert ran.slow_notes == f"asking {nowhere.address} ...\n"
    fails_in_one_line(ran, "did not answer in time")


def test_a_missing_and_an_unknown_token_are_refused(place: Place) -> None:
    fails_in_one_line(place.tilth("list"), "tilth players register NAME")
    fails_in_one_line(
        place.tilth("list", "--token", "made-up"), "doesn't know this token", "tilth players register"
    )
    fails_in_one_line(place.tilth("bot", "first"), "tilth players register")
    fails_in_one_line(place.tilth("list", "--as", "Nobody"), "Nobody", "tilth players login")
    fails_in_one_line(place.tilth("list", TILTH_TOKEN="bad\x01token"), "not a token")


def test_an_unknown_match_id_is_refused(place: Place) -> None:
    place.registered("Ada")
    for command in ("show", "watch", "play", "replay", "verify", "export", "join", "start"):
        fails_in_one_line(place.tilth(command, "nosuch"), "nosuch", "tilth list")
    assert list(place.home.glob("nosuch*")) == []


def test_refusals_of_the_server_are_printed_with_their_reason(place: Place) -> None:
    place.registered("Ada")
    fails_in_one_line(place.tilth("new", "petrichor", "--seats", "9"), "1, 2, 3, 4")
    fails_in_one_line(place.tilth("new", "petrichor", "colour=red", "--seats", "2"), "colour")
    fails_in_one_line(place.tilth("new", "chess", "--seats", "2"), "chess")
    fails_in_one_line(place.tilth("players", "register", place.names["Ada"]), place.names["Ada"])


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
    fails_in_one_line(place.tilth("import", "nosuch.tilth"), "nosuch.tilth", "can't be read")
    fails_in_one_line(place.tilth("games", "--ca", "nosuch.pem"), "nosuch.pem")
    match = place.new_match("--seats", "2")
    fails_in_one_line(place.tilth("export", match, "-o", "/nosuch/file"), "/nosuch/file", "can't be written")
    (place.home / "tilth" / "tokens.json").write_text("{")
    fails_in_one_line(place.tilth("games"), "tokens.json")


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
        assert SLOW_NOTE.sub("", ran.stderr) == ""
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
        assert SLOW_NOTE.sub("", watching.stderr.read()) == ""


def test_a_stopped_server_is_reported_once_and_waited_for(place: Place, own_server: ServerProcess) -> None:
    place.address = own_server.address
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--take", "0")
    with place.started("watch", match, "--from", "0") as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        printed = [watching.stdout.readline(), watching.stdout.readline()]
        own_server.stop()
        complaint = watching.stderr.readline()
        while SLOW_NOTE.fullmatch(complaint):
            complaint = watching.stderr.readline()
        assert complaint == f"The connection to {place.address} is lost; trying again.\n"
        own_server.start()
        assert place.tilth("--as", place.names["Bo"], "join", match).code == 0
        printed.append(watching.stdout.readline())
        assert [line.strip().split("  ", 1)[1].strip() for line in printed] == [
            "The match is created.",
            f"{place.names['Ada']} takes a seat.",
            f"{place.names['Bo']} takes a seat.",
        ]
        watching.send_signal(signal.SIGINT)
        assert (watching.wait(60), SLOW_NOTE.sub("", watching.stderr.read())) == (130, "")


@pytest.mark.parametrize(
    "code",
    [
        *(grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED),
        *(grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN),
    ],
)
def test_a_broken_connection_is_no_error_of_the_server(code: grpc.StatusCode) -> None:
    """gRPC reports a broken connection with different statuses, depending on what it was reading or writing."""

    def ended(*trailing: tuple[str, bytes]) -> grpc.aio.AioRpcError:
        return grpc.aio.AioRpcError(code, grpc.aio.Metadata(), grpc.aio.Metadata(*trailing))

    assert is_retryable(ended())
    status = Status(code=code.value[0])
    status.details.add().Pack(ErrorInfo(reason="INTERNAL", domain="tilth"))
    assert is_retryable(ended((DETAILS, status.SerializeToString()))) == (code is grpc.StatusCode.UNAVAILABLE)


@pytest.mark.parametrize(("language", "word"), [("en", "index of matches"), ("ru", "указатель партий")])
def test_the_progress_of_a_server_that_builds_its_index_is_printed(language: str, word: str) -> None:
    status = Status(code=grpc.StatusCode.UNAVAILABLE.value[0])
    details = {"done": "3", "total": "10"}
    status.details.add().Pack(ErrorInfo(reason="INDEX_BUILDING", domain="tilth", metadata=details))
    trailing = grpc.aio.Metadata((DETAILS, status.SerializeToString()))
    error = grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), trailing)
    set_language(language)
    try:
        trouble = explain(error, "example.org:443", True)
    finally:
        set_language("en")
    assert word in str(trouble)
    assert "3" in str(trouble)
    assert "10" in str(trouble)
    assert trouble.reason == "INDEX_BUILDING"


@pytest.mark.parametrize(
    ("status", "sentence"), [(502, "can't reach the server"), (429, "no more calls at the moment")]
)
def test_a_proxy_whose_server_restarts_is_named_and_called_again(status: int, sentence: str) -> None:
    message = f"Received http2 header with status: {status}"
    nothing = grpc.aio.Metadata()
    error = grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, nothing, nothing, message)
    assert is_retryable(error)
    assert sentence in str(explain(error, "example.org:443", True, tls=True))


@contextmanager
def handshaking(files: Tls) -> Iterator[str]:
    """Listen with this certificate and hang up after the handshake; yield the address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection = listening.accept()[0]
                    with suppress(OSError), context.wrap_socket(connection, server_side=True) as shaken:
                        shaken.recv(1)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(PATIENCE_S)


def test_a_certificate_that_has_expired_is_named(nowhere: Place, tmp_path: Path) -> None:
    authority = Certificates(tmp_path)
    with handshaking(authority.server("old", timedelta(hours=-1))) as address:
        nowhere.address = address
        fails_in_one_line(nowhere.tilth("list", "--ca", str(authority.file)), "has expired", "renew it")


def test_the_error_says_if_a_server_requires_a_certificate_or_refuses_it(
    place: Place, tmp_path: Path
) -> None:
    authority, other = Certificates(tmp_path), Certificates(tmp_path, "other")
    files, mine, stranger = authority.server("server"), authority.server("mine"), other.server("stranger")
    flags = (
        "--tls-cert",
        str(files.certificate),
        "--tls-key",
        str(files.key),
        "--client-ca",
        str(authority.file),
    )
    with serving(tmp_path / "data", *flags) as server:
        place.address = server.address
        place.more["TILTH_CA"] = str(authority.file)
        fails_in_one_line(place.tilth("list"), "wants a certificate from you (--cert and --key)")
        shown = ("--cert", str(stranger.certificate), "--key", str(stranger.key))
        fails_in_one_line(place.tilth("list", *shown), "does not accept your certificate (--cert)")
        shown = ("--cert", str(mine.certificate), "--key", str(mine.key))
        assert place.tilth("players", "register", "Ada", *shown).code == 0


def certificate(folder: Path) -> tuple[Path, Path]:
    """Write a self-signed certificate for 127.0.0.1 and its key; return their paths."""
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
        fails_in_one_line(place.tilth("list"), server.address)
        fails_in_one_line(place.tilth("list", "--tls"), "is not trusted", "--ca FILE")
        assert place.tilth("players", "register", "Ada", "--ca", str(cert)).code == 0
        assert place.tilth("players", "me", TILTH_CA=str(cert)).code == 0
        place.more["TILTH_CA"] = str(cert)
        solo = place.new_match("--seats", "1", "--take", "0", "--start-when-full")
        assert place.tilth("bot", "first", solo).code == 0

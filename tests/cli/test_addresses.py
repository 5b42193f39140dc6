"""The `tilth` command with several addresses of one server."""

import socket

from tests.cli.conftest import Place
from tests.e2e.serving import own_port


def test_a_command_uses_an_address_that_answers(place: Place) -> None:
    dead = f"127.0.0.1:{own_port()}"
    place.registered("Ada")
    for words in (["--server", f"{dead},{place.address}"], ["--server", dead, "--server", place.address]):
        for _ in range(3):
            ran = place.tilth("players", "me", *words)
            assert (ran.code, ran.err) == (0, "")
            assert place.names["Ada"] in ran.out, "the token was saved for one of the addresses"
    ran = place.tilth("new", "petrichor", "--seats", "2", TILTH_SERVER=f"{dead},{place.address}")
    assert ran.code == 0


def test_a_bot_uses_an_address_that_answers(place: Place) -> None:
    dead = f"127.0.0.1:{own_port()}"
    place.registered("Ada")
    for _ in range(2):
        match = place.new_match("--seats", "1", "--start-when-full", "--take", "0")
        ran = place.tilth("bot", "first", match, "--server", dead, "--server", place.address)
        assert ran.code == 0, ran.err
        assert match in ran.out


def test_an_address_that_hangs_is_passed_over(place: Place) -> None:
    place.registered("Ada")
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        there = f"127.0.0.1:{hanging.getsockname()[1]}"
        for _ in range(3):
            assert place.tilth("players", "me", "--server", f"{there},{place.address}").code == 0


def test_if_no_address_answers_all_are_named(place: Place) -> None:
    dead = f"127.0.0.1:{own_port()},127.0.0.1:{own_port()}"
    ran = place.tilth("games", "--server", dead)
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 1
    assert dead in ran.err

"""Whose token goes with a command."""

import stat
from pathlib import Path

import pytest

from tilth_cli.settings import Given, server_address, settle
from tilth_cli.tokens import TokenFile
from tilth_cli.troubles import Trouble

HERE = "127.0.0.1:4030"


@pytest.fixture
def kept(tmp_path: Path) -> TokenFile:
    return TokenFile.of({"XDG_CONFIG_HOME": str(tmp_path)})


def token(kept: TokenFile, given: Given, **environment: str) -> str:
    return settle(given, {"XDG_CONFIG_HOME": str(kept.path.parent.parent), **environment}).token


def test_only_its_owner_can_read_the_file(kept: TokenFile) -> None:
    kept.save(HERE, "Ada", "secret")
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700


def test_the_first_player_of_a_server_stays_the_current_one(kept: TokenFile) -> None:
    assert kept.save(HERE, "Ada", "a")
    assert not kept.save(HERE, "Bo", "b")
    assert kept.save("far.example:4030", "Bo", "c")
    assert token(kept, Given()) == "a"
    assert token(kept, Given(server="far.example")) == "c"
    kept.choose(HERE, "Bo")
    assert token(kept, Given()) == "b"


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(kept: TokenFile) -> None:
    kept.save(HERE, "Ada", "kept")
    kept.save(HERE, "Bo", "bo's")
    assert token(kept, Given()) == "kept"
    assert token(kept, Given(), TILTH_TOKEN="from outside\n".replace(" ", "-")) == "from-outside"
    assert token(kept, Given(player="Bo"), TILTH_TOKEN="outside") == "bo's"
    assert token(kept, Given(token="typed", player="Bo"), TILTH_TOKEN="outside") == "typed"


def test_a_player_without_a_kept_token_is_told_how_to_get_one(kept: TokenFile) -> None:
    with pytest.raises(Trouble, match="tilth players register"):
        token(kept, Given(player="Nobody"))


def test_a_broken_file_is_named(kept: TokenFile) -> None:
    kept.save(HERE, "Ada", "a")
    kept.path.write_text('{"127.0.0.1:4030": []}')
    with pytest.raises(Trouble, match=r"tokens\.json"):
        token(kept, Given())


def test_a_token_that_no_header_can_carry_is_refused_here(kept: TokenFile) -> None:
    with pytest.raises(Trouble, match="no token"):
        token(kept, Given(token="ключ"))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost", "localhost:4030"),
        ("tilth.example:80", "tilth.example:80"),
        ("[::1]:5000", "[::1]:5000"),
        ("10.0.0.1", "10.0.0.1:4030"),
    ],
)
def test_an_address_without_a_port_means_the_usual_one(text: str, address: str) -> None:
    assert server_address(text) == address


@pytest.mark.parametrize(
    "text", ["http://localhost:4030", "localhost:", "localhost:99999", "a b", ":4030", "x:0"]
)
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Trouble, match="HOST:PORT"):
        server_address(text)

"""Kept tokens, server addresses, and the choice of the token that a command sends."""

import stat
from pathlib import Path

import pytest

from tilth_cli.errors import UserError
from tilth_cli.settings import GivenOptions, server_address, settle
from tilth_cli.tokens import TokenFile

HERE = "127.0.0.1:4030"


@pytest.fixture
def kept(tmp_path: Path) -> TokenFile:
    return TokenFile.of({"XDG_CONFIG_HOME": str(tmp_path)})


def token(kept: TokenFile, given: GivenOptions, **environment: str) -> str:
    return settle(given, {"XDG_CONFIG_HOME": str(kept.path.parent.parent), **environment}).token


def test_tokens_lie_where_other_programs_keep_their_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert TokenFile.of({}).path == Path("/home/ada/.config/tilth/tokens.json")
    assert TokenFile.of({"XDG_CONFIG_HOME": "/elsewhere"}).path == Path("/elsewhere/tilth/tokens.json")


def test_a_typed_server_has_priority_over_that_of_the_environment() -> None:
    environment = {"TILTH_SERVER": "there.example"}
    assert settle(GivenOptions(), environment).address == "there.example:4030"
    assert settle(GivenOptions(server="here.example:5000"), environment).address == "here.example:5000"


def test_only_the_owner_can_read_the_token_file(kept: TokenFile) -> None:
    kept.save(HERE, "Ada", "secret")
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700


def test_the_first_player_of_a_server_stays_the_current_one(kept: TokenFile) -> None:
    assert kept.save(HERE, "Ada", "a")
    assert not kept.save(HERE, "Bo", "b")
    assert kept.save("far.example:4030", "Bo", "c")
    assert token(kept, GivenOptions()) == "a"
    assert token(kept, GivenOptions(server="far.example")) == "c"
    kept.choose(HERE, "Bo")
    assert token(kept, GivenOptions()) == "b"


def test_a_prepared_token_is_the_same_until_it_is_saved(kept: TokenFile) -> None:
    prepared = kept.prepare(HERE, "Ada")
    assert kept.prepare(HERE, "Ada") == prepared != kept.prepare(HERE, "Bo")
    assert token(kept, GivenOptions()) == ""
    kept.save(HERE, "Ada", prepared, "Ada")
    assert token(kept, GivenOptions()) == prepared
    assert kept.prepare(HERE, "Ada") != prepared


def test_the_command_line_has_priority_over_the_environment_and_that_over_the_file(kept: TokenFile) -> None:
    kept.save(HERE, "Ada", "kept")
    kept.save(HERE, "Bo", "bo's")
    assert token(kept, GivenOptions()) == "kept"
    assert token(kept, GivenOptions(), TILTH_TOKEN="from outside\n".replace(" ", "-")) == "from-outside"
    assert token(kept, GivenOptions(player="Bo"), TILTH_TOKEN="outside") == "bo's"
    assert token(kept, GivenOptions(token="typed", player="Bo"), TILTH_TOKEN="outside") == "typed"


def test_the_error_for_a_player_without_a_kept_token_names_a_remedy(kept: TokenFile) -> None:
    with pytest.raises(UserError, match="tilth players register"):
        token(kept, GivenOptions(player="Nobody"))


def test_a_broken_file_is_named(kept: TokenFile) -> None:
    kept.save(HERE, "Ada", "a")
    kept.path.write_text('{"127.0.0.1:4030": []}')
    with pytest.raises(UserError, match=r"tokens\.json"):
        token(kept, GivenOptions())


def test_a_token_that_no_header_can_carry_is_refused_by_the_client(kept: TokenFile) -> None:
    with pytest.raises(UserError, match="not a token"):
        token(kept, GivenOptions(token="ключ"))


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
def test_an_invalid_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UserError, match="HOST:PORT"):
        server_address(text)


def test_a_token_in_a_file_has_priority_over_kept_ones_and_is_on_no_command_line(
    kept: TokenFile, tmp_path: Path
) -> None:
    kept.save(HERE, "Ada", "kept")
    file = tmp_path / "operator.token"
    file.write_text("the-operators\n")
    assert token(kept, GivenOptions(token_file=file)) == "the-operators"
    assert token(kept, GivenOptions(), TILTH_TOKEN_FILE=str(file)) == "the-operators"
    assert token(kept, GivenOptions(token="typed", token_file=file)) == "typed"
    with pytest.raises(UserError, match=r"nowhere.*can't be read"):
        token(kept, GivenOptions(token_file=tmp_path / "nowhere"))


def test_a_token_is_found_for_a_server_by_any_of_its_addresses(kept: TokenFile) -> None:
    three = "one.example:4030,two.example:4030,three.example:4030"
    assert kept.save(three, "Ada", "a")
    for server in ("one.example", "two.example", "new.example,three.example", three):
        assert token(kept, GivenOptions(server=server)) == "a"
    assert token(kept, GivenOptions(server="new.example")) == ""
    assert kept.save("one.example:4030", "Ada", "renewed")
    assert token(kept, GivenOptions(server="three.example")) == "renewed", "under the others, too"
    kept.save("one.example:4030", "Bo", "b")
    kept.choose("new.example:4030,one.example:4030", "Bo")
    assert token(kept, GivenOptions(server="new.example")) == "b"
    assert token(kept, GivenOptions(server="three.example")) == "renewed", "nobody chose there"
    kept.save(three, "Bo", "not renewed, but another player's")
    assert token(kept, GivenOptions(server="two.example", player="Ada")) == "renewed"


def test_a_prepared_token_is_the_same_by_any_address(kept: TokenFile) -> None:
    prepared = kept.prepare("one.example:4030,two.example:4030", "Ada")
    assert kept.prepare("two.example:4030", "Ada") == kept.prepare("new.example:4030,one.example:4030", "Ada")
    assert kept.prepare("new.example:4030", "Ada") == prepared


def test_a_list_of_addresses_is_one_server(kept: TokenFile) -> None:
    given = settle(GivenOptions(server="here.example, 127.0.0.1:5000,here.example:4030"), {})
    assert given.address == "here.example:4030,127.0.0.1:5000"
    assert not given.is_loopback
    assert settle(GivenOptions(), {"TILTH_SERVER": "localhost,127.0.0.1"}).is_loopback
    with pytest.raises(UserError):
        settle(GivenOptions(server="here.example,"), {})

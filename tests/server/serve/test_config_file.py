"""Flags can also be set in the environment and in a file: the command line comes first, then the environment."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from tilth_server.arguments import settings_from
from tilth_server.settings import Address, LogFormat, Registration


def file_with(folder: Path, text: str) -> str:
    file = folder / "server.toml"
    file.write_text(text)
    return str(file)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        settings_from(words)
    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line


def test_a_file_sets_flags_of_every_kind(tmp_path: Path) -> None:
    file = file_with(
        tmp_path,
        """
        data = "/srv/tilth"
        listen = "0.0.0.0:4040"
        insecure = true
        registration = "closed"
        trusted-proxy = ["10.0.0.0/8", "192.0.2.7"]
        trace-ratio = 0.25
        log-format = "json"
        calls-per-second = 50
        """,
    )
    command, settings = settings_from(["serve", "--config", file])
    assert (command, settings.data) == ("serve", Path("/srv/tilth"))
    assert settings.listen == Address("0.0.0.0", 4040)
    assert settings.registration is Registration.CLOSED
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("192.0.2.7"))
    assert settings.trace_ratio == 0.25
    assert settings.log_format is LogFormat.JSON
    assert settings.limits.calls_per_second == 50


def test_the_command_line_comes_before_the_environment_and_the_environment_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_with(tmp_path, "idle-seconds = 1\naddress-days = 1\ncalls-per-second = 1\n")
    monkeypatch.setenv("TILTH_SERVER_ADDRESS_DAYS", "2")
    monkeypatch.setenv("TILTH_SERVER_CALLS_PER_SECOND", "2")
    _, settings = settings_from(["serve", "--config", file, "--calls-per-second", "3"])
    assert (settings.idle_seconds, settings.address_days, settings.limits.calls_per_second) == (1, 2, 3)


def test_the_environment_names_the_file_switches_and_several_proxies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILTH_SERVER_CONFIG", file_with(tmp_path, 'data = "/srv"\nlisten = "0.0.0.0:4030"\n'))
    monkeypatch.setenv("TILTH_SERVER_INSECURE", "1")
    monkeypatch.setenv("TILTH_SERVER_TRUSTED_PROXY", "10.0.0.0/8 192.0.2.7")
    _, settings = settings_from(["serve"])
    assert (settings.data, settings.listen) == (Path("/srv"), Address("0.0.0.0", 4030))
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("192.0.2.7"))


def test_the_other_commands_take_the_directory_from_the_same_file(tmp_path: Path) -> None:
    file = file_with(tmp_path, 'data = "/srv/tilth"\nlisten = "127.0.0.1:4031"\n')
    for words in (["verify"], ["operator-token"], ["backup", "copy.db"], ["restore", "copy.db"]):
        command, settings = settings_from([*words, "--config", file])
        assert (command, settings.data) == (words[0], Path("/srv/tilth"))


def test_an_unknown_key_is_refused_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "serve", "--config", file_with(tmp_path, "idle_seconds = 5\n"))
    assert line.rstrip().endswith("server.toml: there is no flag --idle_seconds; did you mean idle-seconds?")
    assert "no flag --config" in refused(capsys, "serve", "--config", file_with(tmp_path, 'config = "a"\n'))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("insecure = 1", "insecure is true or false"),
        ('trusted-proxy = "10.0.0.0/8"', "trusted-proxy is a list of texts"),
        ("calls-per-second = true", "calls-per-second is a text or a number"),
        ("[limits]", "there is no flag --limits"),
        ("calls-per-second = 0", "'0' is not a whole number above 0 (in "),
        ('registration = "maybe"', "(in "),
        ("listen =", "is not valid TOML"),
    ],
)
def test_a_bad_value_in_a_file_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    line = refused(capsys, "serve", "--config", file_with(tmp_path, text + "\n"))
    assert complaint in line
    assert "server.toml" in line


def test_a_bad_value_in_the_environment_names_the_variable(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILTH_SERVER_LISTEN", "4030")
    assert "(in TILTH_SERVER_LISTEN)" in refused(capsys, "serve")


def test_a_file_that_is_missing_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such file" in refused(capsys, "serve", "--config", str(tmp_path / "none.toml"))

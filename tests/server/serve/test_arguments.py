"""The command line: sane defaults, and one line for what makes no sense."""

from pathlib import Path

import pytest

from tests.server.serve.certificates import Certificates
from tilth_server.arguments import settings_from
from tilth_server.settings import Address, Limits, Registration


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        settings_from(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("tilth-server")
    assert said.count("\n") == 1
    return said


def test_without_a_word_it_serves_on_loopback_and_anybody_may_register() -> None:
    command, settings = settings_from(["serve"])
    assert command == "serve"
    assert settings.listen == Address("127.0.0.1", 4030)
    assert settings.registration is Registration.OPEN
    assert settings.limits == Limits()
    assert settings.tls is None
    assert settings.data.name == "tilth"


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "192.0.2.7", "tilth.example"])
def test_beyond_loopback_without_tls_needs_to_be_said(capsys: pytest.CaptureFixture[str], host: str) -> None:
    assert "--insecure" in refused(capsys, "serve", "--listen", f"{host}:4030")
    _, settings = settings_from(["serve", "--listen", f"{host}:4030", "--insecure"])
    assert settings.registration is Registration.INVITATION


@pytest.mark.parametrize("host", ["localhost", "[::1]", "127.0.0.9"])
def test_every_way_to_say_loopback_is_one(host: str) -> None:
    assert settings_from(["serve", "--listen", f"{host}:0"])[1].registration is Registration.OPEN


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("play",),
        ("serve", "--listen", "4030"),
        ("serve", "--listen", "127.0.0.1:"),
        ("serve", "--listen", "127.0.0.1:65536"),
        ("serve", "--metrics", ":9000"),
        ("serve", "--registration", "maybe"),
        ("serve", "--calls-per-second", "0"),
        ("serve", "--message-bytes", "-1"),
        ("serve", "--streams-per-player", "many"),
        ("serve", "--no-such-flag"),
        ("serve", "--tls-key", "key.pem"),
        ("serve", "--client-ca", "ca.pem"),
        ("serve", "--tls-cert", "missing.pem", "--tls-key", "missing.pem"),
    ],
)
def test_a_bad_flag_is_one_line(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    refused(capsys, *words)


def test_a_certificate_that_does_not_fit_its_key_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made = Certificates(tmp_path)
    one, other = made.server("one"), made.server("other")
    said = refused(capsys, "serve", "--tls-cert", str(one.certificate), "--tls-key", str(other.key))
    assert "mismatch" in said.lower()


def test_every_limit_has_a_flag_with_its_default_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        settings_from(["serve", "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for name in Limits.__dataclass_fields__:
        flag = "--" + name.replace("_", "-")
        assert flag in shown
        _, settings = settings_from(["serve", flag, "7"])
        assert getattr(settings.limits, name) == 7

"""The command line: sane defaults, and one line for what makes no sense."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from tests.server.serve.certificates import Certificates
from tilth_server.arguments import settings_from
from tilth_server.settings import Address, Limits, Registration


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        settings_from(words)
    assert ended.value.code == 2
    output = capsys.readouterr().err
    assert output.startswith("tilth-server")
    assert output.count("\n") == 1
    return output


def test_without_flags_the_server_listens_on_loopback_and_anybody_may_register() -> None:
    command, settings = settings_from(["serve"])
    assert command == "serve"
    assert settings.listen == Address("127.0.0.1", 4030)
    assert settings.registration is Registration.OPEN
    assert settings.limits == Limits()
    assert settings.tls is None
    assert settings.data.name == "tilth"


@pytest.mark.parametrize("host", ["0.0.0.0", "[::]", "192.0.2.7", "tilth.example"])
def test_listening_beyond_loopback_without_tls_needs_a_flag(
    capsys: pytest.CaptureFixture[str], host: str
) -> None:
    assert "--insecure" in refused(capsys, "serve", "--listen", f"{host}:4030")
    _, settings = settings_from(["serve", "--listen", f"{host}:4030", "--insecure"])
    assert settings.registration is Registration.INVITATION


@pytest.mark.parametrize("host", ["localhost", "[::1]", "127.0.0.9"])
def test_every_spelling_of_loopback_counts_as_loopback(host: str) -> None:
    assert settings_from(["serve", "--listen", f"{host}:0"])[1].registration is Registration.OPEN


def test_proxies_are_trusted_by_network_or_one_by_one() -> None:
    words = ["serve", "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "2001:db8::1"]
    assert settings_from(words)[1].trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("2001:db8::1"))


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
        ("serve", "--bot-delay", "6"),
        ("serve", "--bot-delay", "nan"),
        ("serve", "--calls-per-second", "0"),
        ("serve", "--message-bytes", "-1"),
        ("serve", "--streams-per-player", "many"),
        ("serve", "--trusted-proxy", "10.0.0.1/8"),
        ("serve", "--trusted-proxy", "proxy.example"),
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
    output = refused(capsys, "serve", "--tls-cert", str(one.certificate), "--tls-key", str(other.key))
    assert "mismatch" in output.lower()


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

"""The flags of a node: each that makes no sense is refused with a sentence."""

from pathlib import Path

import pytest

from tilth_server.arguments import settings_from
from tilth_server.settings import Address, NodeSettings, Tls

STORE = ("--store", "postgresql://db/tilth")
NODE = ("--node", "10.0.0.7:4040")
FILES = ("--node-cert", "a.pem", "--node-key", "a.key", "--node-ca", "ca.pem")


def node(*words: str) -> NodeSettings | None:
    return settings_from(["serve", *words])[1].node


def test_a_server_runs_alone_without_the_flag() -> None:
    assert node() is None
    assert node(*STORE) is None


def test_a_node_has_an_address_and_certificates_or_a_private_network() -> None:
    address = Address("10.0.0.7", 4040)
    assert node(*STORE, *NODE, "--private-links") == NodeSettings(address)
    tls = Tls(Path("a.pem"), Path("a.key"), Path("ca.pem"))
    assert node(*STORE, *NODE, *FILES) == NodeSettings(address, tls)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((*NODE, "--private-links"), "--node needs --store postgresql://"),
        ((*STORE, *NODE), "--node needs --node-cert, --node-key and --node-ca, or --private-links"),
        (
            (*STORE, *NODE, *FILES[:4]),
            "--node needs --node-cert, --node-key and --node-ca, or --private-links",
        ),
        ((*STORE, *NODE, *FILES, "--private-links"), "or --private-links"),
        ((*STORE, "--node", "0.0.0.0:4040", "--private-links"), "is no address at which other nodes reach"),
        ((*STORE, "--node", "10.0.0.7:0", "--private-links"), "is no address at which other nodes reach"),
        ((*STORE, "--private-links"), "need --node"),
        ((*STORE, *FILES), "need --node"),
    ],
)
def test_flags_that_make_no_sense_are_refused(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        node(*words)
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert sentence in printed
    assert printed.count("\n") == 1

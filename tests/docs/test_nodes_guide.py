"""The page about several nodes says what can be run, and its files are understood."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.pages import DOCS, page
from tests.docs.test_operating_page import SERVER
from tests.server.serve.certificates import Certificates
from tests.warm import run
from tilth_server.arguments import settings_from

PAGE = page("guides/nodes.md")
EXAMPLES = DOCS / "examples" / "nodes"
COMPOSE: dict[str, Any] = yaml.safe_load((EXAMPLES / "compose.yaml").read_text())
CERTIFICATES, *_ = (block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if "openssl" in block)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")
def test_the_commands_make_certificates_that_the_authority_signs_for_the_addresses(tmp_path: Path) -> None:
    subprocess.run(["sh", "-ec", CERTIFICATES], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    for number in (1, 2, 3):
        words = ["openssl", "verify", "-CAfile", "nodes-ca.pem", "-verify_ip", f"10.0.0.1{number}"]
        subprocess.run(
            [*words, f"node{number}.pem"], cwd=tmp_path, check=True, capture_output=True, timeout=60
        )
        assert (tmp_path / f"node{number}.key").exists()


def test_the_configuration_is_that_of_a_node(tmp_path: Path) -> None:
    files = Certificates(tmp_path).server("chain")
    for name in ("node1.pem", "nodes-ca.pem"):
        shutil.copy(files.certificate, tmp_path / name)
    for name in ("key.pem", "node1.key"):
        shutil.copy(files.key, tmp_path / name)
    file = tmp_path / "node.toml"
    file.write_text((EXAMPLES / "node.toml").read_text().replace("/etc/tilth", str(tmp_path)))
    _, settings = settings_from(["serve", "--config", str(file)])
    assert settings.node is not None
    assert settings.node.tls is not None
    assert str(settings.node.listen) == "10.0.0.11:4040", "the address in the certificate of the first node"
    assert str(settings.web) in PAGE, "where the page asks whether it is ready"
    assert settings.store is not None
    for named in (settings.node.tls.certificate, settings.node.tls.key, settings.node.tls.client_ca):
        assert named is not None
        assert named.name in CERTIFICATES.replace("$number", "1")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_every_line_of_the_unit(tmp_path: Path) -> None:
    unit = (EXAMPLES / "tilth-node.service").read_text()
    file = tmp_path / "tilth-node.service"
    file.write_text(unit.replace("/opt/tilth/bin/tilth-server", SERVER[0]))
    checked = run(["systemd-analyze", "verify", str(file)], timeout=60)
    assert "Unknown" not in checked.stderr, checked.stderr


def test_the_unit_starts_the_configuration_of_the_page() -> None:
    unit = (EXAMPLES / "tilth-node.service").read_text()
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    name, *words = shlex.split(command)
    assert name == "/opt/tilth/bin/tilth-server"
    assert words == ["serve", "--config", "/etc/tilth/node.toml"]
    stop_seconds = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(stop_seconds[0]) > 10, "a node has its 10 seconds"


@pytest.mark.parametrize("name", ["node1", "node2", "node3"])
def test_the_nodes_of_the_compose_file_have_flags_that_the_server_understands(name: str) -> None:
    service = COMPOSE["services"][name]
    command = shlex.split(service["command"].replace("$$", "$"))[2].partition("exec tilth-server ")[2]
    words = shlex.split(command.replace("$NAME", service["environment"]["NAME"]))
    _, settings = settings_from(words)
    assert settings.node is not None
    assert str(settings.node.listen) == f"{name}:4040"
    ports = [
        port.partition(":")[0] for each in COMPOSE["services"].values() for port in each.get("ports", ())
    ]
    assert len(set(ports)) == 3

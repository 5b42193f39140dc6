"""The operator's screen, while its server is lost."""

from pathlib import Path

from tests.e2e.serving import running
from tilth_cli.connection import Server
from tilth_cli.output import Output
from tilth_cli.settings import GivenOptions, settle
from tilth_cli.top_screen import TopScreen


async def test_a_server_that_is_lost_after_a_snapshot_ends_no_screen_that_asks_it_for_its_calls(
    tmp_path: Path,
) -> None:
    out = Output(as_json=False)
    with running(tmp_path / "data") as process:
        token = (tmp_path / "data" / "operator.token").read_text().strip()
        async with Server(settle(GivenOptions(server=process.address, token=token), {}), out) as server:
            await server.choose_node()
            screen = TopScreen(out, server, 1.0)
            screen._state.list = "calls"
            await screen._take()
            calls = screen._state.calls
            assert calls
            process.doomed = True
            process.kill()
            await screen._take()
            assert screen._state.calls == calls

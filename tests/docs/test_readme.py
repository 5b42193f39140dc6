"""The bot, the make targets and the pictures of README.md work as they stand there."""

import re
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from tests.docs.a_server import serving
from tests.docs.pages import REPOSITORY
from tilth.v1 import lobby_pb2, lobby_pb2_grpc, players_pb2, players_pb2_grpc
from tools.match_recorder import bearer

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def test_its_bot_plays_a_match_to_the_end(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    with serving(tmp_path / "data") as server, grpc.insecure_channel(server.address) as channel:
        players = players_pb2_grpc.PlayersServiceStub(channel)
        metadata = bearer(players.Register(players_pb2.RegisterRequest(name="Ann")).token)
        lobby = lobby_pb2_grpc.LobbyServiceStub(channel)
        wanted = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, start_when_full=True)
        match_id = lobby.CreateMatch(wanted, metadata=metadata).match.id
        programs = []
        for name in ("Coin", "Penny"):
            program = tmp_path / f"{name}.py"
            program.write_text(source.replace("127.0.0.1:4030", server.address).replace("Coin", name))
            programs.append(subprocess.Popen([sys.executable, str(program), match_id]))
        assert [program.wait(60) for program in programs] == [0, 0]
        match = lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id), metadata=metadata).match
        assert match.state == lobby_pb2.MATCH_STATE_FINISHED


@pytest.mark.parametrize("target", re.findall(r"^make (\w+)", README, re.MULTILINE))
def test_its_make_targets_are_there(target: str) -> None:
    subprocess.run(["make", "-n", target], cwd=REPOSITORY, check=True, capture_output=True)


@pytest.mark.parametrize("file", re.findall(r"!\[.*?\]\((.*?)\)", README))
def test_its_pictures_show_by_themselves(file: str) -> None:
    if file.endswith(".png"):
        assert (REPOSITORY / file).read_bytes().startswith(b"\x89PNG")
        return
    picture = (REPOSITORY / file).read_text(encoding="utf-8")
    assert "Round" in picture
    assert not re.search(r"(?:href|src|url\()\W*https?:", picture), "it would fetch something from elsewhere"

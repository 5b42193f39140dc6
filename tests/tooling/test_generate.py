"""tools/generate.py: when it works, what it leaves behind, and where the stubs can be imported from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling.conftest import SCHEMAS
from tools.generate import REPOSITORY, GenerationFailed, generate

HALMA = """\
syntax = "proto3";
package tilth.games.halma.v1;
message View {
  bytes cells = 1;
}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    shutil.copytree(SCHEMAS, tmp_path / "proto")
    return tmp_path


def test_only_a_change_is_worth_a_second_run(repository: Path) -> None:
    assert generate(repository)
    assert not generate(repository)
    schema = repository / "proto/sample/v1/notes.proto"
    schema.touch()
    assert not generate(repository)
    schema.write_text(schema.read_text().replace("int32 to = 1;", "int32 to = 1;\n  int32 step = 2;"))
    assert generate(repository)
    assert "step" in (repository / "generated/sample/v1/notes_pb2.pyi").read_text()
    assert "step" in (repository / "generated/tilth_dataclasses/sample/v1/__init__.py").read_text()


def test_a_removed_schema_takes_its_stubs_along(repository: Path) -> None:
    generate(repository)
    (repository / "proto/sample/v1/notes.proto").unlink()
    generate(repository)
    left = {path.name for path in (repository / "generated").rglob("*.py")}
    assert "note_pb2.py" in left
    assert not left & {"notes_pb2.py", "clients.py"}
    assert not (repository / "generated/sample/v1").exists()


def test_a_broken_schema_is_named_and_the_old_stubs_stay(repository: Path) -> None:
    generate(repository)
    schema = repository / "proto/sample/v1/notes.proto"
    sound = schema.read_text()
    schema.write_text(sound.replace("int32 to = 1;", "Nonsense to = 1;"))
    with pytest.raises(GenerationFailed, match=r'notes\.proto.*"Nonsense" is not defined'):
        generate(repository)
    assert (repository / "generated/sample/v1/notes_pb2.py").exists()
    schema.write_text(sound)
    assert not generate(repository)


def test_schemas_for_the_server_alone_get_no_dataclasses(repository: Path) -> None:
    (repository / "server").mkdir()
    (repository / "proto/sample/v1").rename(repository / "server/protos")
    inner = repository / "server/protos/sample/v1"
    inner.mkdir(parents=True)
    (repository / "server/protos/notes.proto").rename(inner / "notes.proto")
    generate(repository)
    generated = repository / "generated"
    assert (generated / "sample/v1/notes_pb2.py").exists()
    assert (generated / "tilth_dataclasses/sample/shared/v1/__init__.py").exists()
    assert not (generated / "tilth_dataclasses/sample/v1/__init__.py").exists()


def test_a_third_party_adds_a_game_to_the_same_namespace(tmp_path: Path) -> None:
    schema = tmp_path / "proto/tilth/games/halma/v1/halma.proto"
    schema.parent.mkdir(parents=True)
    schema.write_text(HALMA)
    generate(tmp_path)
    program = "import tilth.v1.play_pb2, tilth.games.petrichor.v1.petrichor_pb2, tilth.games.halma.v1.halma_pb2 as h"
    paths = [str(REPOSITORY / "generated"), str(tmp_path / "generated")]
    for order in (paths, paths[::-1]):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(order)}
        subprocess.run([sys.executable, "-c", program], env=environment, cwd=tmp_path, check=True)

"""The checks of the schemas in `make check`, tried on copies that were spoiled on purpose."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.generate import REPOSITORY

BUF = Path(sys.executable).parent / "buf"
PLAY = "proto/tilth/v1/play.proto"


def buf(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BUF, *arguments], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The schemas and buf's settings, with an image of them as the accepted ones."""
    shutil.copy(REPOSITORY / "buf.yaml", tmp_path)
    for folder in ("proto", "server/protos"):
        if (REPOSITORY / folder).is_dir():
            shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    assert buf(tmp_path, "build", "-o", "proto/baseline.binpb").returncode == 0
    return tmp_path


def change(folder: Path, pattern: str, replacement: str) -> None:
    """Changes the first place of play.proto where `pattern` stands."""
    schema = folder / PLAY
    text, count = re.subn(pattern, replacement, schema.read_text(), count=1, flags=re.MULTILINE)
    assert count == 1
    schema.write_text(text)


FIELD = r"^(  (?:repeated |optional )?[\w.]+ )(\w+)( = )(\d+);"


def test_the_schemas_are_clean_and_break_nothing(copy: Path) -> None:
    assert buf(copy, "lint").stdout == ""
    assert buf(copy, "breaking", "--against", "proto/baseline.binpb").stdout == ""


def test_the_accepted_schema_is_kept_in_the_repository() -> None:
    result = buf(REPOSITORY, "breaking", "--against", "proto/baseline.binpb")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("pattern", "replacement", "complaint"),
    [
        (FIELD, r"\g<1>\g<2>\g<3>1977;", "was deleted"),
        (FIELD, r"\g<1>other_\g<2>\g<3>\g<4>;", "changed name"),
        (FIELD, r"  sint64 \g<2>\g<3>\g<4>;", "changed type"),
        (r"^  rpc \w+", "  rpc Another", "was deleted"),
    ],
    ids=["renumbered field", "renamed field", "retyped field", "renamed call"],
)
def test_a_breaking_change_is_found(copy: Path, pattern: str, replacement: str, complaint: str) -> None:
    change(copy, pattern, replacement)
    result = buf(copy, "breaking", "--against", "proto/baseline.binpb")
    assert result.returncode == 100
    assert PLAY in result.stdout
    assert complaint in result.stdout


def test_an_added_field_breaks_nothing(copy: Path) -> None:
    change(copy, FIELD, r"\g<0>\n  bool wholly_new = 1977;")
    assert buf(copy, "breaking", "--against", "proto/baseline.binpb").stdout == ""


@pytest.mark.parametrize(
    ("package", "message", "complaint"),
    [
        ("tilth.v1", "message Spoiled { int32 camelCase = 1; }", "should be lower_snake_case"),
        ("tilth.v1", "enum Spoiled { ZERO = 0; }", 'should be prefixed with "SPOILED_"'),
        ("tilth.spoiled", "message Spoiled {}", "should be suffixed with a correctly formed version"),
    ],
)
def test_a_schema_against_the_conventions_is_refused(
    copy: Path, package: str, message: str, complaint: str
) -> None:
    schema = copy / "proto" / package.replace(".", "/") / "spoiled.proto"
    schema.parent.mkdir(exist_ok=True)
    schema.write_text(f'syntax = "proto3";\npackage {package};\n{message}\n')
    result = buf(copy, "lint")
    assert result.returncode == 100
    assert complaint in result.stdout

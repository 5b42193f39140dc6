"""`python tools/check_deal.py`: what it prints, how it ends, and what it is made of."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deal.exports import changed, exported, setup
from tilth.v1.record_pb2 import Record
from tools import check_deal
from tools.check_deal import SENTENCES, main

PROGRAM = Path(check_deal.__file__)


def test_the_program_imports_the_library_of_protobuf_and_nothing_of_ours() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(PROGRAM.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported - set(sys.stdlib_module_names) == {"google", "grpc_tools"}


def test_the_program_runs_alone_with_the_schemas_and_the_pages(tmp_path: Path) -> None:
    """The program needs only `proto/` and `docs/games/chance/` beside it. Its interpreter finds no installed Tilth."""
    alone = tmp_path / "alone"
    for name in ("tools/check_deal.py", "docs/games/chance/sonora.md"):
        target = alone / name
        target.parent.mkdir(parents=True)
        target.write_bytes((PROGRAM.parents[1] / name).read_bytes())
    (alone / "proto").symlink_to(PROGRAM.parents[1] / "proto")
    file = tmp_path / "match.tilth"
    file.write_bytes(exported(setup("sonora-two-short")))
    program = str(alone / "tools" / "check_deal.py")
    lines = (
        "import runpy, sys",
        "ours = ('tilth', 'tilth_rules', 'tilth_server', 'tilth_client', 'tilth_cli')",
        "sys.modules.update(dict.fromkeys(ours))",
        f"sys.argv = [{program!r}, {str(file)!r}]",
        f"runpy.run_path({program!r}, run_name='__main__')",
    )
    words = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1 of 1 recorded draws derived again" in done.stdout


def test_the_report_names_the_checks_that_were_made_and_those_that_were_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.tilth"
    file.write_bytes(exported(setup("petrichor-three-short")))
    assert main([str(file)]) == 0
    printed = capsys.readouterr().out
    for part in (
        "petrichor, 3 seats",
        "hash follows",
        "SHA-256 is the commitment",
        "13 of 13",
        "harvest-dice: 4",
        "not checked: whether the answers",
        "not checked: whether commitment",
    ):
        assert part in printed
    assert "fair" not in printed


def test_a_commitment_and_a_head_that_are_given_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.tilth"
    file.write_bytes(exported(setup("sonora-two-short")))
    assert main([str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    shown = ["--commitment", report["commitment"], "--head", report["head"]]
    assert main([str(file), *shown]) == 0
    printed = capsys.readouterr().out
    assert printed.count("which is the one that you gave") == 2
    assert main([str(file), *shown[:3], "00" * 32]) == 1
    printed = capsys.readouterr().out
    assert "you were shown 0000" in printed
    assert printed.count("which is the one that you gave") == 1
    assert printed.count("ok  ") == 3, "nothing is wrong with the match itself"


def test_a_file_that_is_not_there_is_named_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none.tilth")])
    assert "none.tilth" in capsys.readouterr().err.splitlines()[-1]


def test_a_false_deal_is_named_by_its_record_and_the_program_ends_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.tilth"
    file.write_bytes(
        changed(exported(setup("petrichor-three-short")), lambda records: records[1].ClearField("draws"))
    )
    assert main([str(file)]) == 1
    assert (
        "record 1: FirstPlayerChanged shows a draw of first-player, and none is recorded"
        in capsys.readouterr().out
    )
    assert main([str(file), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["sound"] is False
    assert report["findings"][0] == {
        "record": 1,
        "kind": "missing",
        "details": {"purpose": "first-player", "event": "FirstPlayerChanged"},
    }


def test_a_game_without_a_table_is_not_called_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def other_game(records: list[Record]) -> None:
        records[0].created.game = "chess\x1b[2J"

    file = tmp_path / "match.tilth"
    file.write_bytes(changed(exported(setup("petrichor-three-short")), other_game))
    assert main([str(file)]) == 1
    printed = capsys.readouterr().out
    assert "0 of 13 recorded draws" in printed
    assert "there is no table for chess?[2J: its 13 draws were not derived again" in printed


def test_every_kind_of_finding_has_a_sentence() -> None:
    kinds = set()
    for node in ast.walk(ast.parse(PROGRAM.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            at = {"Wrong": 0, "_found": 2}.get(node.func.id)
            kind = node.args[at] if at is not None else None
            if isinstance(kind, ast.Constant):
                kinds.add(kind.value)
    assert kinds == set(SENTENCES)

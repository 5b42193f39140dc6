"""Files that a command writes are there whole or not at all, and remains of a killed one are removed."""

import os
import subprocess
from pathlib import Path

from tilth_cli.files import open_output


def test_the_next_command_removes_remains_of_killed_ones_and_leaves_files_of_others(tmp_path: Path) -> None:
    ended = subprocess.run(["sh", "-c", "echo $$"], check=True, capture_output=True, text=True).stdout.strip()
    left = tmp_path / f".monday.{ended}.tilth-part"
    under_way = tmp_path / f".tuesday.{os.getppid()}.tilth-part"
    download = tmp_path / "wednesday.part"
    for half in (left, under_way, download):
        half.write_bytes(b"half")
    with open_output(tmp_path / "wednesday") as file:
        file.write(b"whole")
    assert {path.name for path in tmp_path.iterdir()} == {under_way.name, "wednesday.part", "wednesday"}
    assert (tmp_path / "wednesday").read_bytes() == b"whole"
    assert download.read_bytes() == b"half"

"""A process that is started warm does what one that is started cold does."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.warm import Process, can_start_warm, run, written_to

SERVER = (sys.executable, "-m", "tilth_server.main")
CLIENT = (sys.executable, "-m", "tilth_cli.main")


@pytest.mark.parametrize(
    "words",
    [(*CLIENT, "--version"), (*CLIENT, "--help"), (*CLIENT, "nothing"), (*SERVER, "serve", "--nothing")],
)
def test_its_output_and_exit_code_are_the_same(words: tuple[str, ...], tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "100"}
    cold = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, input=""
    )
    warm = run(words, cwd=tmp_path, env=environment)
    assert (warm.returncode, warm.stdout, warm.stderr) == (cold.returncode, cold.stdout, cold.stderr)


def test_it_has_a_folder_an_environment_and_a_standard_input_of_its_own(tmp_path: Path) -> None:
    words = (*CLIENT, "verify", "here.tilth", "--server", "127.0.0.1:1")
    assert str(tmp_path) not in os.environ.get("XDG_CONFIG_HOME", "")
    done = run(words, cwd=tmp_path, env={**os.environ, "TILTH_LANG": "ru"}, input="")
    assert done.returncode != 0
    assert any("а" <= letter <= "я" for letter in done.stderr)


def test_it_ends_by_the_signal_that_kills_it(tmp_path: Path) -> None:
    serve = (*SERVER, "serve", "--listen", "127.0.0.1:0", "--data", str(tmp_path / "data"))
    for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)):
        with Process(serve, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("serving ")
            assert process.poll() is None
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.01)
            process.send_signal(number)
            assert process.wait(60) == code


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_it_writes_at_once_where_python_is_to(unbuffered: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    read, write = os.pipe()
    with open(read, "rb"), open(write, "wb"):
        output = written_to(write, "strict")
        output.write("all")
        assert bool(select.select([read], [], [], 0)[0]) == bool(unbuffered)
        output.close()


def test_another_python_or_other_packages_start_cold() -> None:
    assert can_start_warm(CLIENT, os.environ)
    assert not can_start_warm(CLIENT, {**os.environ, "PYTHONPATH": "/elsewhere"})
    assert not can_start_warm(CLIENT, {**os.environ, "LC_ALL": "ru_RU.KOI8-R"})
    for unbuffered in ("", "1"):
        assert can_start_warm(CLIENT, {**os.environ, "PYTHONUNBUFFERED": unbuffered})
    assert not can_start_warm((sys.executable, "-c", "pass"), os.environ)

"""The sdist, and the wheel that is built from it, as a package index would get them."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.distributions import built


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    return built(tmp_path_factory, worker_id)


def test_a_package_index_accepts_both(packages: Path) -> None:
    files = sorted(packages.iterdir())
    assert [path.suffix for path in files] == [".whl", ".gz"]
    words = [sys.executable, "-m", "twine", "check", "--strict", *map(str, files)]
    checked = subprocess.run(words, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_sdist_holds_sources_without_tests_and_only_the_tools_of_the_build(packages: Path) -> None:
    (path,) = packages.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert not [name for name in names if name.startswith(("tests", "generated"))]
    assert {name for name in names if name.startswith("tools/")} == {
        "tools/__init__.py",
        "tools/generate.py",
        "tools/client_stubs.py",
        "tools/check_deal.py",
        "tools/lazy_dataclasses.py",
        "tools/page.py",
    }
    assert not [name for name in names if "node_modules" in name or "web/src/generated" in name]


def test_the_wheel_built_from_the_sdist_holds_neither_tests_nor_tools(packages: Path) -> None:
    (path,) = packages.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
    assert "tilth/v1/play_pb2.py" in names
    assert not [name for name in names if name.startswith(("tests", "tools"))]


@pytest.mark.skipif(shutil.which("node") is None, reason="the page is built with Node")
def test_the_wheel_holds_the_built_page(packages: Path) -> None:
    (path,) = packages.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
    assert "tilth_server/web/page/index.html" in names
    assert [name for name in names if name.startswith("tilth_server/web/page/assets/petrichor")]

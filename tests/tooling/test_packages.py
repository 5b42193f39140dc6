"""The sdist, and the wheel that is built from it, as a package index would get them."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.tooling.test_repository import copy_of

BUILT_FROM = (
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "LICENSE",
    "proto",
    "rules",
    "server",
    "clients",
    "tools",
)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build both from a clone in which nothing is generated yet."""
    clone = copy_of(tmp_path_factory.mktemp("clone"), *BUILT_FROM, "docs/games", "tests/docs")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "."]
    subprocess.run(words, cwd=clone, check=True, capture_output=True)
    return clone / "dist"


def test_a_package_index_accepts_both(packages: Path) -> None:
    built = sorted(packages.iterdir())
    assert [path.suffix for path in built] == [".whl", ".gz"]
    words = [sys.executable, "-m", "twine", "check", "--strict", *map(str, built)]
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

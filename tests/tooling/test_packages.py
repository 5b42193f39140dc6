"""The sdist, and the wheel that is built from it, as a package index would get them."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.distributions import REPOSITORY, build, built, built_page, run_build
from tools.page import PAGE


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
        "tools/installed_build.py",
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


def version_of(wheel: Path, folder: Path, program: str) -> str:
    """Return what a program of the wheel prints as its version."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    # This tree is installed in the environment: the wheel's packages come first.
    code = f"import sys; sys.path[:0] = {[str(folder)]!r}; from {program}.main import main; sys.exit(main())"
    words = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


PROGRAMS = {"tilth_cli": "tilth", "tilth_server": "tilth-server"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_wheel_names_the_commit_that_its_sdist_was_made_from(
    packages: Path, tmp_path: Path, program: str
) -> None:
    words = ["git", "rev-parse", "HEAD"]
    tree = packages.parent / "tree"
    commit = subprocess.run(words, cwd=tree, capture_output=True, text=True, check=True).stdout.strip()
    (wheel,) = packages.glob("*.whl")
    assert version_of(wheel, tmp_path, program) == f"{PROGRAMS[program]} 0.1.0 (commit {commit})"


def test_a_wheel_from_sources_without_git_says_that_its_commit_is_unknown(
    packages: Path, tmp_path: Path
) -> None:
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    (tree / "COMMIT").unlink()
    run_build(tree, tmp_path / "dist", "--wheel", **built_page())
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    found = version_of(wheel, tmp_path / "there", "tilth_server")
    assert found == "tilth-server 0.1.0 (commit unknown: built without Git)"


def files_of_the_page(packages: Path) -> list[str]:
    (path,) = packages.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        return [name for name in wheel.namelist() if name.startswith(PAGE.removeprefix("server/") + "/")]


def has_the_page(files: list[str]) -> bool:
    folder = PAGE.removeprefix("server/")
    return f"{folder}/index.html" in files and any(
        name.startswith(f"{folder}/assets/petrichor") for name in files
    )


@pytest.mark.skipif(not (REPOSITORY / PAGE / "index.html").is_file(), reason="the page is not built here")
def test_the_wheel_holds_the_page_that_was_built_before(packages: Path) -> None:
    files = files_of_the_page(packages)
    assert has_the_page(files)
    built = {path.name for path in (REPOSITORY / PAGE).rglob("*") if path.is_file()}
    assert {Path(name).name for name in files} == built


@pytest.mark.sweep  # it fetches what the page is built with
@pytest.mark.skipif(shutil.which("node") is None, reason="the page is built with Node")
def test_the_page_is_built_from_the_sdist(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    build(tmp_path / "folder")
    assert has_the_page(files_of_the_page(tmp_path / "folder"))

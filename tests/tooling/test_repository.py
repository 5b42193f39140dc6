"""The repository's own promises: what a check checks, what an installation holds, what the lock pins."""

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.generate import REPOSITORY
from tools.lock import LOCK, direct

IN_VENV = Path(sys.executable).parent
OURS = {
    "tilth",
    "tilth_dataclasses",
    "tilth_rules",
    "tilth_server",
    "tilth_physics",
    "tilth_client",
    "tilth_cli",
    "tilth_bots",
    "tilth_arena",
    "tilth_report",
}
SOURCES = ("rules", "server", "clients", "tests", "tools")


def copy_of(folder: Path, *names: str) -> Path:
    for name in names:
        source, target = REPOSITORY / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return folder


def test_a_check_is_every_check() -> None:
    said = subprocess.run(["make", "-n", "check"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    for tool in ("ruff check", "ruff format --check", "mypy", "lint-imports", "buf lint", "buf breaking"):
        assert tool in said.stdout


@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("rules/tilth_rules/spoiled.py", "import grpc", "The rules are pure"),
        ("rules/tilth_rules/spoiled.py", "from time import monotonic", "The rules are pure"),
        ("rules/tilth_rules/spoiled.py", "import tilth_server", "The rules are pure"),
        ("clients/tilth_bots/spoiled.py", "import tilth_rules", "The clients know the protocol and no rule"),
        ("clients/tilth_cli/spoiled.py", "from tilth.v1 import play_pb2", "The terminal client speaks"),
        (
            "clients/tilth_report/spoiled.py",
            "import tilth_rules",
            "The clients know the protocol and no rule",
        ),
        ("clients/tilth_report/spoiled.py", "from tilth.v1 import play_pb2", "The terminal client speaks"),
        ("server/tilth_server/spoiled.py", "import tilth_client", "The server knows no client"),
        ("rules/tilth_rules/spoiled.py", "import tilth_physics", "The rules are pure"),
        ("server/tilth_server/spoiled.py", "import tilth_physics", "The server finds the simulator"),
        ("server/tilth_physics/spoiled.py", "import tilth_server", "The simulator knows nothing"),
        (
            "server/tilth_server/store/spoiled.py",
            "import tilth_server.api",
            "One direction through the server",
        ),
    ],
)
def test_an_import_against_the_house_is_found(tmp_path: Path, module: str, line: str, broken: str) -> None:
    copy_of(tmp_path, "pyproject.toml", "rules", "server", "clients")
    (tmp_path / module).write_text(line + "\n")
    roots = (str(tmp_path / folder) for folder in ("rules", "server", "clients"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(roots), "COLUMNS": "200"}
    said = subprocess.run(
        [IN_VENV / "lint-imports", "--no-logo", "--no-cache"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1, said.stdout
    contracts = [row for row in said.stdout.splitlines() if row.endswith("BROKEN")]
    assert len(contracts) == 1
    assert contracts[0].startswith(broken)


def test_kernel_and_games_take_a_random_generator_but_never_make_one() -> None:
    """They resample hidden things with the one they are handed; one of their own would be chance unrecorded.
    Conformance is no part of a match: it plays matches at random, from outside."""
    rules = REPOSITORY / "rules/tilth_rules"
    for path in set(rules.glob("*/**/*.py")) - set(rules.glob("conformance/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert "random" not in {alias.name for alias in node.names}, path
            elif isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} == {"Random"}, path
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Random", path


def test_the_lock_pins_everything_that_is_asked_for_and_within_its_range() -> None:
    lines = [line for line in LOCK.read_text().splitlines() if not line.startswith("#")]
    pins = dict(line.split("==") for line in lines)
    for wanted in direct():
        assert wanted.specifier.contains(pins[canonicalize_name(wanted.name)]), wanted


def imported(folder: Path) -> set[str]:
    """The top-level names that a folder's modules import."""
    names: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(str(node.module))
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("folder", SOURCES)
def test_every_package_that_is_imported_is_asked_for(folder: str) -> None:
    known = OURS | {"tests", "tools"} | sys.stdlib_module_names
    asked_for = {canonicalize_name(wanted.name) for wanted in direct()}
    distributions = packages_distributions()
    for name in imported(REPOSITORY / folder) - known:
        assert asked_for & {canonicalize_name(found) for found in distributions[name]}, name


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built as from a fresh clone: nothing generated yet, nothing of this environment's installation."""
    clone = copy_of(
        tmp_path_factory.mktemp("clone"),
        *("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"),
        *("proto", "rules", "server", "clients", "tools"),
    )
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    subprocess.run(command, cwd=clone, check=True, capture_output=True)
    return zipfile.ZipFile(next((clone / "dist").glob("*.whl")))


def test_the_wheel_holds_the_stubs_and_all_that_is_read_at_run_time(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    assert held >= {
        "tilth/v1/play_pb2.py",
        "tilth/v1/play_pb2_grpc.pyi",
        "tilth/v1/py.typed",
        "tilth/games/petrichor/v1/petrichor_pb2.py",
        "tilth_dataclasses/tilth/v1/__init__.py",
        "tilth_dataclasses/tilth/v1/clients.py",
    }
    assert not held & {"tilth/__init__.py", "tilth/games/__init__.py"}
    for root in ("rules", "server", "clients"):
        for path in (REPOSITORY / root).glob("tilth_*/**/*"):
            if path.suffix in {".py", ".toml", ".ftl", ".typed", ".css"}:
                assert str(path.relative_to(REPOSITORY / root)) in held


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name.partition("/")[0] for name in wheel.namelist()} == OURS | {"tilth-0.1.0.dist-info"}


def test_the_client_asks_for_nothing_of_the_servers(wheel: zipfile.ZipFile) -> None:
    metadata = wheel.read("tilth-0.1.0.dist-info/METADATA").decode()
    lines = [line.partition(": ")[2] for line in metadata.splitlines() if line.startswith("Requires-Dist: ")]
    for_all = {wanted.name for wanted in map(Requirement, lines) if "extra" not in str(wanted.marker)}
    protocol = {"grpcio", "protobuf", "grpcio-status", "googleapis-common-protos", "betterproto2"}
    assert for_all == protocol | {"click", "rich"}

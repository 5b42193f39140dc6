"""The repository's own promises: what a check checks, what an installation holds, what the lock pins."""

import ast
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.distributions import built
from tools.generate import REPOSITORY
from tools.lock import LOCK, direct

IN_VENV = Path(sys.executable).parent
OURS = {
    "tilth",
    "tilth_dataclasses",
    "tilth_build",
    "tilth_deal",
    "tilth_rules",
    "tilth_server",
    "tilth_physics",
    "tilth_addresses",
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
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(source, target)
    return folder


def test_a_check_is_every_check() -> None:
    result = subprocess.run(
        ["make", "-n", "check"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    for tool in ("ruff check", "ruff format --check", "mypy", "lint-imports", "buf lint", "buf breaking"):
        assert tool in result.stdout


PURE = "The rules are pure"
NO_RULE = "The clients know the protocol and no rule"
TERMINAL = "The terminal client speaks"


@pytest.mark.parametrize(
    "spoiled",
    [
        [
            ("rules/tilth_rules", "import grpc", PURE),
            ("clients/tilth_bots", "import tilth_rules", NO_RULE),
            ("clients/tilth_cli", "from tilth.v1 import play_pb2", TERMINAL),
            ("server/tilth_server", "import tilth_client", "The server knows no client"),
            ("server/tilth_physics", "import tilth_server", "The simulator knows nothing"),
            ("server/tilth_server/store", "import tilth_server.api", "One direction through the server"),
        ],
        [
            ("rules/tilth_rules", "from time import monotonic", PURE),
            ("clients/tilth_report", "from tilth.v1 import play_pb2", TERMINAL),
            ("server/tilth_server", "import tilth_physics", "The server finds the simulator"),
        ],
        [
            ("rules/tilth_rules", "import tilth_server", PURE),
            ("clients/tilth_report", "import tilth_rules", NO_RULE),
        ],
        [("rules/tilth_rules", "import tilth_physics", PURE)],
    ],
)
def test_imports_against_the_contracts_are_found(tmp_path: Path, spoiled: list[tuple[str, str, str]]) -> None:
    """Each of these breaks one contract, and no other."""
    copy_of(tmp_path, "pyproject.toml", "rules", "server", "clients")
    for folder, line, _ in spoiled:
        (tmp_path / folder / "spoiled.py").write_text(line + "\n")
    roots = (str(tmp_path / folder) for folder in ("rules", "server", "clients"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(roots), "COLUMNS": "200"}
    result = subprocess.run(
        [IN_VENV / "lint-imports", "--no-logo", "--no-cache"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1, result.stdout
    broken = [row for row in result.stdout.splitlines() if row.endswith("BROKEN")]
    assert len(broken) == len(spoiled), broken
    for _, line, contract in spoiled:
        assert any(row.startswith(contract) for row in broken), line


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.create_subprocess_exec('true')",
        "asyncio.create_subprocess_shell('true')",
        "os.fork()",
        "concurrent.futures.ProcessPoolExecutor()",
        "multiprocessing.Process()",
        "subprocess.Popen('true', preexec_fn=print)",
    ],
)
def test_a_start_of_a_program_that_forks_is_found(tmp_path: Path, line: str) -> None:
    """uvloop and multiprocessing fork, and gRPC's threads do not survive that: the host of bots once crashed so."""
    copy_of(tmp_path, "pyproject.toml")
    module = tmp_path / "server/tilth_server/spoiled.py"
    module.parent.mkdir(parents=True)
    name = line.partition("(")[0].rpartition(".")[0]
    module.write_text(f"import {name}\n\n{line}\n")
    command = [str(IN_VENV / "ruff"), "check", "--no-cache", "--output-format", "concise", "server"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 1, result.stdout
    assert re.search("TID251|PLW1509", result.stdout), result.stdout


def test_kernel_and_games_take_a_random_generator_but_never_make_one() -> None:
    """They resample hidden things with the one they are handed; one of their own would be chance unrecorded.
    Conformance and playthroughs are no part of a match: they play matches at random, from outside."""
    rules = REPOSITORY / "rules/tilth_rules"
    outside = {*rules.glob("conformance/**/*.py"), *rules.glob("playthrough/**/*.py")}
    for path in set(rules.glob("*/**/*.py")) - outside:
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
    """Return the top-level names that a folder's modules import."""
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
def wheel(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built(tmp_path_factory, worker_id).glob("*.whl")))


def test_the_wheel_holds_the_stubs_and_all_that_is_read_at_run_time(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    assert held >= {
        "tilth/v1/play_pb2.py",
        "tilth/v1/play_pb2_grpc.pyi",
        "tilth/v1/py.typed",
        "tilth/games/petrichor/v1/petrichor_pb2.py",
        "tilth_dataclasses/tilth/v1/__init__.py",
        "tilth_dataclasses/tilth/v1/clients.py",
        "tilth_build/commit",
        "tilth_deal/check_deal.py",
        "tilth_deal/schemas.binpb",
        *(f"tilth_deal/{game}.md" for game in ("agricola", "earth", "petrichor", "sonora")),
    }
    assert not held & {"tilth/__init__.py", "tilth/games/__init__.py"}
    for root in ("rules", "server", "clients"):
        for path in (REPOSITORY / root).glob("tilth_*/**/*"):
            if path.suffix in {".py", ".toml", ".ftl", ".typed", ".css"}:
                assert str(path.relative_to(REPOSITORY / root)) in held


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name.partition("/")[0] for name in wheel.namelist()} == OURS | {"tilth_games-0.1.0.dist-info"}


def test_the_client_asks_for_nothing_of_the_servers(wheel: zipfile.ZipFile) -> None:
    metadata = wheel.read("tilth_games-0.1.0.dist-info/METADATA").decode()
    lines = [line.partition(": ")[2] for line in metadata.splitlines() if line.startswith("Requires-Dist: ")]
    for_all = {wanted.name for wanted in map(Requirement, lines) if "extra" not in str(wanted.marker)}
    protocol = {"grpcio", "protobuf", "grpcio-status", "googleapis-common-protos", "betterproto2"}
    # cryptography: a client checks the signatures of receipts without asking the server.
    assert for_all == protocol | {"click", "rich", "fluent-runtime", "cryptography"}

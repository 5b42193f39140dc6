"""Generates every stub from the schemas: `python -m tools.generate`, run by the build, too.

    generated/tilth/              protobuf (upb) messages and grpc stubs, typed by mypy-protobuf
    generated/tilth_dataclasses/  betterproto2 dataclasses, and grpc.aio clients written by `client_stubs.py`
    generated/tilth_build/        `installed_build.py`: version and commit, for server and clients
    generated/tilth_deal/         `check_deal.py` and what it reads: the compiled schemas, the games' tables of chance

Nothing generated is committed, so nothing committed can be stale. A run does nothing when the schemas, these
tools and the compilers' versions are what they were the last time.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from tools.lazy_dataclasses import RUNTIME, lazy

REPOSITORY = Path(__file__).resolve().parent.parent
COMPILERS = ("grpcio-tools", "mypy-protobuf", "betterproto2_compiler")


@dataclass(frozen=True)
class Root:
    """A folder of schemas, and whether dataclasses are generated for them: only schemas that clients use get some."""

    path: str
    for_clients: bool


CHECKER = "tools/check_deal.py"
BUILD = "tools/installed_build.py"
PAGES = "docs/games/chance"
CHANCE = "## Chance\n"
"""The heading on a game's page under which the tables stand."""

ROOTS = (Root("proto", for_clients=True), Root("server/protos", for_clients=False))

PLUGINS = {
    "mypy": "from mypy_protobuf.main import main; main()",
    "mypy_grpc": "from mypy_protobuf.main import grpc; grpc()",
    "betterproto2": "from betterproto2_compiler.plugin import main; main()",
    "clients": "import runpy; runpy.run_module('tools.client_stubs', run_name='__main__')",
}


class GenerationFailed(Exception):
    """The error if the schemas cannot be compiled; the message is the compiler's own."""


def generate(repository: Path = REPOSITORY, roots: tuple[Root, ...] = ROOTS) -> bool:
    """Write `generated/` from the schemas if they, the tools or the compilers' versions have changed since the last
    run; return whether that was so."""
    present = [root for root in roots if (repository / root.path).is_dir()]
    generated = repository / "generated"
    generated.mkdir(exist_ok=True)
    stamp = generated / ".stamp"
    wanted = _fingerprint(repository, present)
    if stamp.is_file() and stamp.read_text() == wanted:
        return False
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch) / "generated"
        (fresh / "tilth").mkdir(parents=True)
        (fresh / "tilth_dataclasses").mkdir()
        _compile(repository, present, fresh, Path(scratch))
        _mark_typed(fresh / "tilth")
        if (repository / CHECKER).is_file():
            _pack_checker(repository, present, fresh / "tilth_deal", Path(scratch))
        if (repository / BUILD).is_file():
            (fresh / "tilth_build").mkdir()
            shutil.copyfile(repository / BUILD, fresh / "tilth_build" / "__init__.py")
            (fresh / "tilth_build" / "py.typed").touch()
        _replace(generated, fresh)
    stamp.write_text(wanted)
    return True


def _fingerprint(repository: Path, roots: list[Root]) -> str:
    """Return a hash of everything that the output follows from, by content: a checkout changes times, not contents."""
    digest = hashlib.sha256("".join(f"{name} {version(name)}\n" for name in COMPILERS).encode())
    inputs = [
        ("tools", REPOSITORY / "tools" / name)
        for name in ("generate.py", "client_stubs.py", "lazy_dataclasses.py")
    ]
    inputs += [(root.path, schema) for root in roots for schema in _schemas(repository / root.path)]
    inputs += [("tools", path) for path in [repository / CHECKER, repository / BUILD] if path.is_file()]
    inputs += [(PAGES, path) for path in sorted((repository / PAGES).glob("*.md"))]
    for folder, path in inputs:
        content = path.read_bytes()
        digest.update(f"{folder} {path.as_posix().rpartition(folder)[2]} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _pack_checker(repository: Path, roots: list[Root], folder: Path, scratch: Path) -> None:
    """Put the checker of deals, the schemas that it reads and the tables of the games' pages into one folder."""
    folder.mkdir()
    shutil.copyfile(repository / CHECKER, folder / "check_deal.py")
    (folder / "__init__.py").write_text(
        '"""The checker of deals with what it reads. `python -m tilth_deal.check_deal` runs it."""\n'
    )
    for page in sorted((repository / PAGES).glob("*.md")):
        before, heading, after = page.read_text(encoding="utf-8").partition(CHANCE)
        if heading:
            section = after.partition("\n## ")[0].rstrip("\n")
            title = before.partition("\n")[0]
            (folder / page.name).write_text(f"{title}\n\n{heading}{section}\n", encoding="utf-8")
    folders = [repository / root.path for root in roots if root.for_clients]
    schemas = [schema for root in folders for schema in _schemas(root)]
    _protoc(
        scratch, folders, ["--include_imports", f"--descriptor_set_out={folder / 'schemas.binpb'}"], schemas
    )


def _schemas(root: Path) -> list[Path]:
    """Return the schema files in a folder and its subfolders, sorted."""
    return sorted(root.rglob("*.proto"))


def _compile(repository: Path, roots: list[Root], fresh: Path, scratch: Path) -> None:
    """Generate protobuf modules and type stubs for all schemas into `fresh/tilth`, and dataclasses and client classes
    into `fresh/tilth_dataclasses` for the schemas that clients may use."""
    includes = [repository / root.path for root in roots]
    for_all = [schema for folder in includes for schema in _schemas(folder)]
    for_clients = [path for root in roots if root.for_clients for path in _schemas(repository / root.path)]
    upb = ["python_out", "grpc_python_out", "mypy_out", "mypy_grpc_out"]
    _protoc(scratch, includes, [f"--{flag}={fresh}" for flag in upb], for_all)
    dataclasses = fresh / "tilth_dataclasses"
    options = [
        f"--betterproto2_out={dataclasses}",
        "--betterproto2_opt=client_generation=none,server_generation=none",
        f"--clients_out={dataclasses}",
    ]
    _protoc(scratch, includes, options, for_clients)
    _make_lazy(dataclasses)


def _make_lazy(dataclasses: Path) -> None:
    """Let each class of our own messages be created when it is first used; type checkers read the stub beside it."""
    modules = [path for path in dataclasses.rglob("__init__.py") if "@dataclass" in path.read_text("utf-8")]
    ours = [path for path in modules if not path.is_relative_to(dataclasses / "google")]
    for path in ours:
        source = path.read_text("utf-8")
        path.with_suffix(".pyi").write_text(source, "utf-8")
        path.write_text(lazy(source), "utf-8")
    if ours:
        (dataclasses / "lazy.py").write_text(RUNTIME, "utf-8")


def _protoc(scratch: Path, includes: list[Path], outputs: list[str], schemas: list[Path]) -> None:
    """Run protoc with our plugins on these schemas; raise GenerationFailed with its error output if it fails. Without
    schemas, do nothing."""
    if not schemas:
        return
    # betterproto2 formats its output with the `ruff` it finds on the path.
    environment = os.environ | {
        "PATH": os.pathsep.join([str(_folder_of_ruff()), os.environ.get("PATH", os.defpath)]),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")])),
    }
    command = [sys.executable, "-m", "grpc_tools.protoc"]
    for name, code in PLUGINS.items():
        command.append(f"--plugin=protoc-gen-{name}={_launcher(scratch, name, code)}")
    command += [f"-I{include}" for include in includes] + outputs + [str(schema) for schema in schemas]
    done = subprocess.run(command, cwd=scratch, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise GenerationFailed(done.stderr.strip())


def _folder_of_ruff() -> Path:
    """Return the folder of the `ruff` program that is installed with our interpreter."""
    from ruff.__main__ import find_ruff_bin

    return Path(find_ruff_bin()).parent


def _launcher(scratch: Path, name: str, code: str) -> Path:
    """Write a small program that runs `code` under our own interpreter, because protoc starts plugins as programs;
    return its path."""
    path = scratch / f"protoc-gen-{name}"
    path.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(code)}\n")
    path.chmod(0o755)
    return path


def _mark_typed(tilth: Path) -> None:
    """Put a `py.typed` into each folder of `tilth` that has modules. `tilth` has no `__init__.py` at any level, so that
    other distributions can add `tilth.games.<theirs>`."""
    for folder in {stub.parent for stub in tilth.rglob("*_pb2.py")}:
        (folder / "py.typed").touch()


def _replace(generated: Path, fresh: Path) -> None:
    """Copy the fresh files over the generated ones, one by one, and remove the files that are no longer made. A program
    that imports the stubs at that time never finds the folder missing."""
    for source in sorted(path for path in fresh.rglob("*") if path.is_file()):
        target = generated / source.relative_to(fresh)
        target.parent.mkdir(parents=True, exist_ok=True)
        arriving = target.with_name(f".{target.name}.{os.getpid()}")
        shutil.copyfile(source, arriving)
        arriving.replace(target)
    for old in sorted(generated.rglob("[!.]*"), reverse=True):
        if old.is_dir():
            if not any(old.iterdir()):
                old.rmdir()
        elif not (fresh / old.relative_to(generated)).exists():
            old.unlink(missing_ok=True)


def main() -> None:
    """Generate the stubs if they are out of date, and print that; exit with the compiler's message if it fails."""
    try:
        if generate():
            print("generated the stubs")
    except GenerationFailed as failure:
        raise SystemExit(f"the stubs could not be generated:\n{failure}") from None


if __name__ == "__main__":
    main()

"""Generates every stub from the schemas: `python -m tools.generate`, run by the build, too.

    generated/tilth/              protobuf (upb) messages and grpc stubs, typed by mypy-protobuf
    generated/tilth_dataclasses/  betterproto2 dataclasses, and grpc.aio clients written by `client_stubs.py`

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

REPOSITORY = Path(__file__).resolve().parent.parent
COMPILERS = ("grpcio-tools", "mypy-protobuf", "betterproto2_compiler")


@dataclass(frozen=True)
class Root:
    """A folder of schemas. Only what clients may speak gets dataclasses."""

    path: str
    for_clients: bool


ROOTS = (Root("proto", for_clients=True), Root("server/protos", for_clients=False))

PLUGINS = {
    "mypy": "from mypy_protobuf.main import main; main()",
    "mypy_grpc": "from mypy_protobuf.main import grpc; grpc()",
    "betterproto2": "from betterproto2_compiler.plugin import main; main()",
    "clients": "import runpy; runpy.run_module('tools.client_stubs', run_name='__main__')",
}


class GenerationFailed(Exception):
    """The schemas, or a compiler that read them, are at fault; the message is the compiler's own."""


def generate(repository: Path = REPOSITORY, roots: tuple[Root, ...] = ROOTS) -> bool:
    """Brings `generated/` up to date; True if there was anything to do."""
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
        _replace(generated, fresh)
    stamp.write_text(wanted)
    return True


def _fingerprint(repository: Path, roots: list[Root]) -> str:
    """Everything the output follows from, by content: a checkout changes times, not contents."""
    digest = hashlib.sha256("".join(f"{name} {version(name)}\n" for name in COMPILERS).encode())
    inputs = [("tools", REPOSITORY / "tools" / name) for name in ("generate.py", "client_stubs.py")]
    inputs += [(root.path, schema) for root in roots for schema in _schemas(repository / root.path)]
    for folder, path in inputs:
        content = path.read_bytes()
        digest.update(f"{folder} {path.as_posix().rpartition(folder)[2]} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _schemas(root: Path) -> list[Path]:
    return sorted(root.rglob("*.proto"))


def _compile(repository: Path, roots: list[Root], fresh: Path, scratch: Path) -> None:
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


def _protoc(scratch: Path, includes: list[Path], outputs: list[str], schemas: list[Path]) -> None:
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
    from ruff.__main__ import find_ruff_bin

    return Path(find_ruff_bin()).parent


def _launcher(scratch: Path, name: str, code: str) -> Path:
    """protoc starts plugins as programs; these run under our own interpreter, wherever its packages are."""
    path = scratch / f"protoc-gen-{name}"
    path.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(code)}\n")
    path.chmod(0o755)
    return path


def _mark_typed(tilth: Path) -> None:
    """`tilth` has no `__init__.py` at any level, so that other distributions can add `tilth.games.<theirs>`;
    the marker of typed packages then belongs into each folder that has modules."""
    for folder in {stub.parent for stub in tilth.rglob("*_pb2.py")}:
        (folder / "py.typed").touch()


def _replace(generated: Path, fresh: Path) -> None:
    """File by file, so that a program importing the stubs meanwhile never finds the folder missing."""
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
    try:
        if generate():
            print("generated the stubs")
    except GenerationFailed as failure:
        raise SystemExit(f"the stubs could not be generated:\n{failure}") from None


if __name__ == "__main__":
    main()

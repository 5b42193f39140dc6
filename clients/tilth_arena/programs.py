"""What can be given as a bot: one of ours, a Python function, a program that reads lines, one that speaks gRPC."""

import importlib
import importlib.util
import inspect
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from tilth_bots import BOTS
from tilth_client import Bot

FUNCTION: Final = re.compile(r"(?P<place>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_][\w.]*)")
LINES: Final = "lines:"
BOT_PARAMETERS: Final = 2


class BadProgram(Exception):
    """There is no such bot, or it can't be loaded. Its text is one line for a person."""


class Kind(StrEnum):
    """How one talks to a bot."""

    OURS = "ours"
    FUNCTION = "function"
    LINES = "lines"
    EXECUTABLE = "executable"

    @property
    def is_python(self) -> bool:
        """It is called, instead of being started."""
        return self in (Kind.OURS, Kind.FUNCTION)


@dataclass(frozen=True, slots=True)
class Program:
    """One bot program, as it was asked for and as it is found again from any folder."""

    kind: Kind
    words: tuple[str, ...]
    spec: str

    @property
    def short_name(self) -> str:
        """What it is called where nobody named it."""
        if self.kind is Kind.FUNCTION:
            place, _, name = self.words[0].rpartition(":")
            return Path(place).stem if name in ("bot", "make", "make_bot") else name
        files = [word for word in self.words[1:] if Path(word).is_file()]
        return Path(files[0] if files else self.words[0]).stem


def program(spec: str) -> Program:
    """What this names: `random`, `module:function`, `file.py:function`, `lines:COMMAND` or `COMMAND`."""
    if spec in BOTS:
        return Program(Kind.OURS, (spec,), spec)
    if spec.startswith(LINES):
        return Program(Kind.LINES, _command(spec.removeprefix(LINES)), spec)
    if found := FUNCTION.fullmatch(spec):
        place = found["place"]
        if place.endswith(".py"):
            if not Path(place).is_file():
                raise BadProgram(f"There is no file {place}.")
            place = str(Path(place).resolve())
        return Program(Kind.FUNCTION, (f"{place}:{found['name']}",), spec)
    return Program(Kind.EXECUTABLE, _command(spec), spec)


def lines_program(words: tuple[str, ...]) -> Program:
    """The same as `lines:COMMAND`, where the command comes word by word."""
    return Program(Kind.LINES, _found(words), LINES + shlex.join(words))


def _command(text: str) -> tuple[str, ...]:
    try:
        return _found(tuple(shlex.split(text)))
    except ValueError as error:
        raise BadProgram(f"{text} is no command: {error}.") from None


def _found(words: tuple[str, ...]) -> tuple[str, ...]:
    where = shutil.which(words[0]) if words else None
    if where is None:
        known = ", ".join(BOTS)
        raise BadProgram(
            f"There is no bot {' '.join(words) or '(empty)'}: it is none of {known}, no module:function"
            " or file.py:function, and no program that can be started."
        )
    return (str(Path(where).absolute()), *words[1:])


def maker(program: Program) -> Callable[[int], Bot]:
    """Makes the bot from a seed, for each match anew. Loads its module: that may take long, and fail in any way."""
    if program.kind is Kind.OURS:
        return BOTS[program.words[0]]
    made = _loaded(program.words[0])
    if _parameters(made, program.spec) == BOT_PARAMETERS:
        return lambda seed: cast(Bot, made)
    return cast(Callable[[int], Bot], made)


def _parameters(made: Any, spec: str) -> int:
    """Two: a bot, of the view and the decision. One: a factory, of the seed."""
    if not callable(made):
        raise BadProgram(f"{spec} is no function.")
    count = sum(
        1
        for parameter in inspect.signature(made).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        and parameter.default is parameter.empty
    )
    if count not in (1, BOT_PARAMETERS):
        raise BadProgram(
            f"{spec} takes {count} arguments; a bot takes two (view, decision), a factory one (the seed)."
        )
    return count


def _loaded(where: str) -> Any:
    place, _, name = where.rpartition(":")
    found: Any = _module(place)
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            raise BadProgram(f"{place} has no {name}.")
    return found


def _module(place: str) -> ModuleType:
    """A module by its name, also from the folder one is in; or a file, which may import its neighbours."""
    folder = str(Path(place).parent) if place.endswith(".py") else str(Path.cwd())
    if folder not in sys.path:
        # Last, and the file under a name of its own: a bot called random.py takes nobody else's place.
        sys.path.append(folder)
    try:
        if not place.endswith(".py"):
            return importlib.import_module(place)
        spec = importlib.util.spec_from_file_location(f"bot_{Path(place).stem}", place)
        if spec is None or spec.loader is None:
            raise BadProgram(f"{place} is no Python file.")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, BadProgram):
            raise
        raise BadProgram(f"{place} can't be loaded: {type(error).__name__}: {error}") from error
    return module

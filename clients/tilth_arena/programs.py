"""Programs that can be given as a bot: a built-in bot, a Python function, a program that reads lines, one that speaks
gRPC."""

import importlib
import importlib.util
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tilth_bots import BOTS
from tilth_client import AnyBot, seat_bots
from tilth_client.seat_bots import BadBot

FUNCTION: Final = re.compile(r"(?P<place>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_][\w.]*)")
LINES: Final = "lines:"


class BadProgram(Exception):
    """A bot does not exist, or can't be loaded. The text is one line for a person."""


class Kind(StrEnum):
    """The kinds of bots, by the way in which they are called: OURS is a built-in bot, FUNCTION a Python function, LINES
    a program that speaks the line protocol, EXECUTABLE one that speaks gRPC."""

    OURS = "ours"
    FUNCTION = "function"
    LINES = "lines"
    EXECUTABLE = "executable"

    @property
    def is_python(self) -> bool:
        """True if the bot is a Python function to call, False if it is a program to start."""
        return self in (Kind.OURS, Kind.FUNCTION)


@dataclass(frozen=True, slots=True)
class Program:
    """One bot program: its kind, the words that start or name it from any folder, and the text by which the user named
    it (`spec`)."""

    kind: Kind
    words: tuple[str, ...]
    spec: str

    @property
    def short_name(self) -> str:
        """The bot's name if the user has given it none. For a Python function it is the function's name, or the stem of
        its file or module if the function is called bot, make or make_bot. Otherwise it is the stem of the first
        argument that is a file, or else of the command."""
        if self.kind is Kind.FUNCTION:
            place, _, name = self.words[0].rpartition(":")
            return Path(place).stem if name in ("bot", "make", "make_bot") else name
        files = [word for word in self.words[1:] if Path(word).is_file()]
        return Path(files[0] if files else self.words[0]).stem


def program(spec: str) -> Program:
    """Return the program that `spec` names: `random` or another built-in bot, `module:function`, `file.py:function`,
    `lines:COMMAND` or `COMMAND`. Raise BadProgram if its file or command can't be found; a module is not loaded yet."""
    if spec in BOTS:
        return Program(Kind.OURS, (spec,), spec)
    if place := seat_bots.installed_bots().get(spec):
        return Program(Kind.FUNCTION, (place,), spec)
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
    """Return the program for `lines:COMMAND`, with the command as a tuple of words. Raise BadProgram if it can't be
    found."""
    return Program(Kind.LINES, _resolved(words), LINES + shlex.join(words))


def _command(text: str) -> tuple[str, ...]:
    """Return the words of a command line, the first one as the full path of its program. Raise BadProgram if the text
    can't be split into words or there is no such program."""
    try:
        return _resolved(tuple(shlex.split(text)))
    except ValueError as error:
        raise BadProgram(f"{text} is no command: {error}.") from None


def _resolved(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words with the full path of the program in place of the first one. Raise BadProgram if it can't be
    found."""
    where = shutil.which(words[0]) if words else None
    if where is None:
        known = ", ".join(BOTS)
        raise BadProgram(
            f"There is no bot {' '.join(words) or '(empty)'}: it is none of {known}, no module:function"
            " or file.py:function, and no program that can be started."
        )
    return (str(Path(where).absolute()), *words[1:])


def bot_maker(program: Program) -> Callable[[int], AnyBot]:
    """Return the function that makes a bot from a seed. A user's function with two parameters, or a class with
    `decide`, is itself the bot, for every seed. The bot's module is loaded here, which may take long. Raise BadProgram
    if it can't be loaded or the function does not fit."""
    if program.kind is Kind.OURS:
        return BOTS[program.words[0]]
    try:
        return seat_bots.bot_maker(_loaded(program.words[0]), program.spec)
    except BadBot as bad:
        raise BadProgram(str(bad)) from bad


def _loaded(where: str) -> Any:
    """Return the function of a bot from `module:name` or `file.py:name`; the name may have dots. Raise BadProgram if
    there is none."""
    place, _, name = where.rpartition(":")
    found: Any = _module(place)
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            raise BadProgram(f"{place} has no {name}.")
    return found


def _module(place: str) -> ModuleType:
    """Load and return a module: by its name, also from the present folder, or from a file that ends in .py, which may
    import its neighbours. Raise BadProgram if it can't be loaded."""
    folder = str(Path(place).parent) if place.endswith(".py") else str(Path.cwd())
    if folder not in sys.path:
        # The folder comes last, and a file gets a name of its own, so a bot called random.py replaces no module.
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

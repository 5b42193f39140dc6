"""Tutorials, done by a test as a reader does them: files are saved, commands are run one after the other.

A page may hold, in this order wherever they stand:

- a block of `sh`: commands of a shell, one a line, a backslash joins two lines. One that ends in
  `&` keeps running beside the others, in a terminal of its own;
- a block of any other language after a line that ends in "`name`:", the content of the file of that name; if the line
  begins with "Add", the block is added to the file;
- a block of `text`: what the last command prints, or a part of it. "..." stands for anything.

A word in capitals such as MATCH stands for what a command printed: see `CAPTURED`.
"""

import os
import re
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.docs.pages import DOCS, REPOSITORY
from tests.e2e.serving import own_port
from tests.warm import Process, program, run

PREPARED = {"make setup", ". .venv/bin/activate"}
"""A test has done this before it begins."""
CAPTURED = {
    "MATCH": r"The match is ([0-9a-f]{16})",
    "INVITATION": r"^(?:The invitation is )?([\w-]{16,})",
}
"""The words that stand for something, and how it is found in what a command prints."""
TYPED = {"tilth play": "1\nr\ny\n"}
"""The input that a reader types into a command: the first option, then the command to resign and its confirmation."""
PLAIN = re.compile(r"""tilth(-server)? [\w\s./:=,"'-]*""")
"""A command of ours that a shell would only split into words. It is started warm; a shell does the others."""
SECONDS = 120
BLOCK = re.compile(r"(?P<before>[^\n]*)\n+```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w./-]+)`:$")


@dataclass
class Block:
    """One block of a page."""

    kind: str
    text: str
    file: str = ""
    """The name under which a reader saves it."""
    is_added: bool = False
    """True if the file exists already and this block is its next part."""


def blocks(page: str) -> Iterator[Block]:
    """Return the blocks of a page, in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    assert not re.search(r"^```\n(?=[^`\n])", re.sub(BLOCK, "", text), re.MULTILINE), (
        "every block says what it is"
    )
    for found in BLOCK.finditer(text):
        named = FILE.search(found["before"]) if found["kind"] not in ("sh", "text") else None
        yield Block(
            found["kind"], found["text"], named[1] if named else "", found["before"].startswith("Add ")
        )


@dataclass
class Tutorial:
    """One reader, in a folder of their own, at a port of their own."""

    folder: Path
    port: int = field(default_factory=own_port)
    printed: str = ""
    """The output of the last command."""
    words: dict[str, str] = field(default_factory=dict)
    _beside: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("TILTH_", "PYTHON"))
        } | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / ".config"),
            "TILTH_SERVER": f"127.0.0.1:{self.port}",
            "TILTH_LANG": "en",
            "COLUMNS": "120",
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self._beside.close()

    def do(self, block: Block) -> None:
        """Do what a reader does with a block."""
        if block.file:
            (self.folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            with (self.folder / block.file).open("a" if block.is_added else "w", encoding="utf-8") as file:
                file.write(self._here(block.text))
        elif block.kind == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                if line.strip() and line not in PREPARED:
                    self._run(self._here(line))
        elif block.kind == "text":
            shown = ".*".join(map(re.escape, self._here(block.text).strip().split("...")))
            assert re.search(shown, self.printed, re.DOTALL), f"{block.text}\nis not in\n{self.printed}"
        else:
            raise AssertionError(f"the page does not say where to save this:\n{block.text}")

    def _here(self, text: str) -> str:
        """Return the text with this reader's port, and with what the words in capitals stand for."""
        for word, value in self.words.items():
            text = re.sub(rf"\b{word}\b", value, text)
        return text.replace("4030", str(self.port))

    def _run(self, line: str) -> None:
        if line.startswith("export "):
            name, _, value = line.removeprefix("export ").partition("=")
            self.environment[name] = value
        elif line.rstrip().endswith("&"):
            self._start(line.rstrip().removesuffix("&"))
        else:
            typed = next((keys for command, keys in TYPED.items() if line.startswith(command)), "")
            words = program(shlex.split(line)) if PLAIN.fullmatch(line) else ["bash", "-c", line]
            ran = run(words, env=self.environment, cwd=self.folder, input=typed, timeout=SECONDS)
            self.printed = ran.stdout + ran.stderr
            assert ran.returncode == 0, f"{line}\n{self.printed}"
            for word, pattern in CAPTURED.items():
                found = re.search(pattern, ran.stdout, re.MULTILINE)
                if found:
                    self.words[word] = found[1]

    def _start(self, line: str) -> None:
        log = self.folder / f"beside-{time.monotonic_ns()}.log"
        with log.open("wb") as output, open(os.devnull, "rb") as nothing:
            process = Process(
                program(shlex.split(line)),
                env=self.environment,
                cwd=self.folder,
                stdin=nothing,
                stdout=output,
                stderr=output,
            )
        self._beside.callback(process.wait)
        self._beside.callback(process.kill)
        if "tilth-server serve" in line:
            until = time.monotonic() + 60
            while " on " not in log.read_text(encoding="utf-8"):
                assert process.poll() is None, log.read_text(encoding="utf-8")
                assert time.monotonic() < until, "the server does not start"
                time.sleep(0.05)


@contextmanager
def tutorial(folder: Path) -> Iterator[Tutorial]:
    """Begin a tutorial in a folder that holds what a clone does."""
    for name in ("proto", "Makefile"):
        (folder / name).symlink_to(REPOSITORY / name)
    with Tutorial(folder) as reader:
        yield reader

"""The tokens that `tilth players register` keeps, in a file that only its owner can read.

{"127.0.0.1:4030": {"current": "Ada", "players": {"Ada": "..."}}}
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilth_cli.troubles import Trouble
from tilth_cli.words import say


@dataclass
class Saved:
    """The players saved for one server."""

    current: str = ""
    players: dict[str, str] = field(default_factory=dict)


class TokenFile:
    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "TokenFile":
        home = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        return cls(Path(home) / "tilth" / "tokens.json")

    def saved(self, server: str) -> Saved:
        return self._read().get(server, Saved())

    def save(self, server: str, player: str, token: str) -> bool:
        """Keeps a token. The first player of a server becomes its current one; says whether this one is it."""
        with self._locked():
            all_saved = self._read()
            here = all_saved.setdefault(server, Saved())
            here.players[player] = token
            here.current = here.current or player
            self._write(all_saved)
            return here.current == player

    def choose(self, server: str, player: str) -> None:
        """Makes a saved player the current one."""
        with self._locked():
            all_saved = self._read()
            all_saved[server].current = player
            self._write(all_saved)

    def _read(self) -> dict[str, Saved]:
        try:
            found: dict[str, Any] = json.loads(self.path.read_bytes())
            return {server: Saved(here["current"], dict(here["players"])) for server, here in found.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise Trouble(say("trouble.token_file", path=self.path, said=error)) from error

    def _write(self, all_saved: dict[str, Saved]) -> None:
        text = json.dumps(
            {server: vars(here) for server, here in all_saved.items()}, indent=2, ensure_ascii=False
        )
        beside = self.path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text + "\n")
        beside.replace(self.path)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Two commands that save at once must not lose each other's token."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(self.path.with_suffix(".lock"), "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        except OSError as error:
            raise Trouble(say("trouble.token_file", path=self.path, said=error)) from error

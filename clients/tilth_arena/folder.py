"""The folder of one arena: its plan, its tokens, its logs, and the data of its server."""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tilth_arena.plan import Plan

PLAN: Final = "arena.json"
TOKENS: Final = "tokens.json"
UNFIT: Final = re.compile(r"[^\w.-]+")


class BadFolder(Exception):
    """The folder can't be used. Its text is one line for a person."""


class Folder:
    """Everything an arena leaves behind, and goes on from."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()

    @property
    def data(self) -> Path:
        return self.path / "data"

    @property
    def server_log(self) -> Path:
        return self.path / "server.log"

    @property
    def has_plan(self) -> bool:
        return (self.path / PLAN).is_file()

    def bot_log(self, name: str) -> Path:
        """What a bot's module says while it is loaded."""
        return self.path / "logs" / f"{_fit(name)}.log"

    def game_log(self, game: str, name: str) -> Path:
        """What a bot's process prints in one game."""
        return self.path / "logs" / f"{game}-{_fit(name)}.log"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else may use it meanwhile."""
        try:
            (self.path / "logs").mkdir(parents=True, exist_ok=True)
            with open(self.path / "lock", "w") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise BadFolder(f"Another arena is running in {self.path}.") from None
                yield
        except OSError as error:
            raise BadFolder(f"{self.path} can't be used: {error.strerror}.") from error

    def begin(self, plan: Plan) -> None:
        self._write(PLAN, {"plan": plan.as_plain(), "tournament_id": ""})

    def abandon(self) -> None:
        """What the server has refused is no arena that could be gone on with."""
        if not self.tournament_id:
            (self.path / PLAN).unlink()

    def plan(self) -> Plan:
        return Plan.from_plain(self._read(PLAN)["plan"])

    @property
    def tournament_id(self) -> str:
        """ "" while it isn't made, or not known to be."""
        return str(self._read(PLAN)["tournament_id"])

    def keep_tournament(self, tournament_id: str) -> None:
        self._write(PLAN, self._read(PLAN) | {"tournament_id": tournament_id})

    def forget_server(self) -> None:
        """What was begun without coming to a tournament begins anew."""
        shutil.rmtree(self.data, ignore_errors=True)
        (self.path / TOKENS).unlink(missing_ok=True)

    def keep_tokens(self, tokens: Mapping[str, str]) -> None:
        self._write(TOKENS, tokens)

    def tokens(self) -> dict[str, str]:
        return dict(self._read(TOKENS)) if (self.path / TOKENS).exists() else {}

    def operator_token(self) -> str:
        return (self.data / "operator.token").read_text().strip()

    def _read(self, name: str) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads((self.path / name).read_bytes())
        except (OSError, ValueError) as error:
            raise BadFolder(f"{self.path / name} can't be read: {error}.") from error
        return found

    def _write(self, name: str, what: Mapping[str, Any]) -> None:
        """Whole or not at all, for its owner alone: tokens are players."""
        beside = self.path / f"{name}.new"
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(json.dumps(what, indent=2, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path / name)


def _fit(name: str) -> str:
    return UNFIT.sub("_", name) or "_"

"""The folder of one arena: its plan, its tokens, its logs, and the data of its server."""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tilth_arena.plan import Plan
from tilth_arena.versions import Hashes

PLAN: Final = "arena.json"
TOKENS: Final = "tokens.json"
BOTS: Final = "bots.json"
UNSAFE: Final = re.compile(r"[^\w.-]+")


class BadFolder(Exception):
    """The folder can't be used, or a file in it can't be read. The text is one line for a person."""


class Folder:
    """The folder of an arena, from which it can be resumed."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()

    @property
    def data(self) -> Path:
        """The data directory of the arena's server."""
        return self.path / "data"

    @property
    def server_log(self) -> Path:
        """The log file of the arena's server."""
        return self.path / "server.log"

    @property
    def has_plan(self) -> bool:
        """True if an arena was begun in the folder."""
        return (self.path / PLAN).is_file()

    def bot_log(self, name: str) -> Path:
        """Return the path of the log for a bot's launcher, with everything that the bot's module prints while it is
        loaded."""
        return self.path / "logs" / f"{_file_name(name)}.log"

    def game_log(self, game: str, name: str) -> Path:
        """Return the path of the log for a bot's process in one game."""
        return self.path / "logs" / f"{game}-{_file_name(name)}.log"

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the folder while the block runs, and create it if it does not exist. Raise BadFolder if another arena
        has locked it, or if it can't be used."""
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
        """Write the plan of a new arena into the folder; the id of its tournament is not known yet."""
        self._write(PLAN, {"plan": plan.as_plain(), "tournament_id": ""})

    def abandon(self) -> None:
        """Delete the plan, unless the id of a tournament is kept: an arena that the server has refused can't be
        resumed."""
        if not self.tournament_id:
            (self.path / PLAN).unlink()

    def plan(self) -> Plan:
        """Return the plan of the arena. Raise BadFolder if it can't be read."""
        return Plan.from_plain(self._read(PLAN)["plan"])

    @property
    def tournament_id(self) -> str:
        """The id of the arena's tournament; "" until it is known."""
        return str(self._read(PLAN)["tournament_id"])

    def keep_tournament(self, tournament_id: str) -> None:
        """Keep the id of the arena's tournament."""
        self._write(PLAN, self._read(PLAN) | {"tournament_id": tournament_id})

    def forget_server(self) -> None:
        """Delete the server's data, the tokens and the bots' hashes, so that an arena without a tournament starts again
        from its plan."""
        shutil.rmtree(self.data, ignore_errors=True)
        (self.path / TOKENS).unlink(missing_ok=True)
        (self.path / BOTS).unlink(missing_ok=True)

    def keep_bots(self, bots: Mapping[str, Hashes], *, copies: bool = False) -> None:
        """Keep the hashes of each bot's files as a new version, the newest last. With `copies`, keep copies of the
        files, too."""
        versions = [*self.bot_versions(), {"at": _now(), "bots": bots}]
        if copies:
            for name, hashes in bots.items():
                self._copy(self.path / "bots" / str(len(versions)) / _file_name(name), hashes)
        self._write(BOTS, {"versions": versions})

    def bot_versions(self) -> list[dict[str, Any]]:
        """Return the versions that `keep_bots` wrote, the newest last, each with its time (`at`) and its hashes by bot;
        empty in an arena of an earlier build."""
        return list(self._read(BOTS)["versions"]) if (self.path / BOTS).exists() else []

    def _copy(self, place: Path, hashes: Hashes) -> None:
        """Copy a bot's files into the folder `place`, with the folders below the one that they have in common."""
        files = [Path(file) for file in hashes if Path(file).is_file()]
        common = Path(os.path.commonpath([file.parent for file in files])) if files else Path()
        for file in files:
            target = place / file.relative_to(common)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)

    def keep_tokens(self, tokens: Mapping[str, str]) -> None:
        """Keep the tokens of the players, by name."""
        self._write(TOKENS, tokens)

    def tokens(self) -> dict[str, str]:
        """Return the tokens of the players, by name; empty if there are none yet."""
        return dict(self._read(TOKENS)) if (self.path / TOKENS).exists() else {}

    def operator_token(self) -> str:
        """Return the operator's token, which the arena's server has written."""
        return (self.data / "operator.token").read_text().strip()

    def _read(self, name: str) -> dict[str, Any]:
        """Return the content of a JSON file of the folder. Raise BadFolder if it can't be read."""
        try:
            found: dict[str, Any] = json.loads((self.path / name).read_bytes())
        except (OSError, ValueError) as error:
            raise BadFolder(f"{self.path / name} can't be read: {error}.") from error
        return found

    def _write(self, name: str, content: Mapping[str, Any]) -> None:
        """Write the content as JSON into a file of the folder: all of it or nothing, readable by its owner only,
        because tokens give access to players."""
        beside = self.path / f"{name}.new"
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path / name)


def _now() -> str:
    """Return the present time in UTC as ISO 8601 text, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _file_name(name: str) -> str:
    """Return a bot's name with `_` for characters that a file name should not have."""
    return UNSAFE.sub("_", name) or "_"

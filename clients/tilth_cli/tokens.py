"""The tokens that `tilth players register` keeps, in a file that only its owner can read.

{"127.0.0.1:4030": {"current": "Ada", "players": {"Ada": "..."}}}

A server is named by its address. A server of several nodes is named by several, with commas between: what is saved for
it is saved under each of them, and found under any.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilth_cli.errors import UserError
from tilth_cli.messages import tr

TOKEN_BYTES = 32


def new_token() -> str:
    """Return a new random token."""
    import secrets

    return secrets.token_urlsafe(TOKEN_BYTES)


@dataclass
class Saved:
    """The players saved for one server: the name of the current one, and the tokens by name."""

    current: str = ""
    players: dict[str, str] = field(default_factory=dict)
    pending: dict[str, str] = field(default_factory=dict)
    """The tokens of registrations without a reply, by the player's name."""


class TokenFile:
    """The file of saved tokens, by server and player's name. It is locked while it is changed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "TokenFile":
        """Return the token file in the configuration folder that the environment names (XDG_CONFIG_HOME), else in
        ~/.config."""
        home = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        return cls(Path(home) / "tilth" / "tokens.json")

    def saved(self, server: str) -> Saved:
        """Return the players saved for a server under any of its addresses; an empty `Saved` if there are none. If a
        player is saved under several, the first one counts."""
        return _merged(self._read(), server)

    def prepare(self, server: str, name: str) -> str:
        """Return a new random token to register this name with, and save it as pending. A repeated registration of the
        name gets the same token."""
        with self._locked():
            all_saved = self._read()
            token = _merged(all_saved, server).pending.get(name) or new_token()
            for here in _at_each(all_saved, server):
                here.pending[name] = token
            self._write(all_saved)
            return token

    def save(self, server: str, player: str, token: str, prepared_for: str = "") -> bool:
        """Keep a token under each address of the server. The first player of a server becomes its current one; return
        whether this one is it.

        `prepared_for` is the name that the token was prepared for.
        """
        with self._locked():
            all_saved = self._read()
            before = _merged(all_saved, server)
            for here in all_saved.values():
                # The server may be known by other addresses, too. They get the new token in place of the old one.
                if player in here.players and here.players[player] == before.players.get(player):
                    here.players[player] = token
            for here in _at_each(all_saved, server):
                here.pending.pop(prepared_for, None)
                here.players[player] = token
                here.current = here.current or before.current or player
            self._write(all_saved)
            return (before.current or player) == player

    def choose(self, server: str, player: str) -> None:
        """Make a saved player the current one, under each address of the server."""
        with self._locked():
            all_saved = self._read()
            token = _merged(all_saved, server).players[player]
            for here in _at_each(all_saved, server):
                here.players.setdefault(player, token)
                here.current = player
            self._write(all_saved)

    def _read(self) -> dict[str, Saved]:
        """Return the saved players by server; none if there is no file. Raise UserError if the file can't be read."""
        try:
            found: dict[str, Any] = json.loads(self.path.read_bytes())
            return {
                server: Saved(here["current"], dict(here["players"]), dict(here.get("pending", {})))
                for server, here in found.items()
            }
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise UserError(tr("error-token_file", path=self.path, error=error)) from error

    def _write(self, all_saved: dict[str, Saved]) -> None:
        """Replace the file by one with these players, readable by its owner only."""
        text = json.dumps(
            {server: vars(here) for server, here in all_saved.items()}, indent=2, ensure_ascii=False
        )
        beside = self.path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text + "\n")
        beside.replace(self.path)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock of the file: two commands that save at once must not lose each other's token."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(self.path.with_suffix(".lock"), "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        except OSError as error:
            raise UserError(tr("error-token_file", path=self.path, error=error)) from error


def _at_each(all_saved: dict[str, Saved], server: str) -> list[Saved]:
    """Return what is saved under each address of a server; there is an empty `Saved` for a new one."""
    return [all_saved.setdefault(address, Saved()) for address in server.split(",")]


def _merged(all_saved: Mapping[str, Saved], server: str) -> Saved:
    """Return what is saved for a server under all of its addresses together. The first address that has something
    counts."""
    merged = Saved()
    for address in server.split(","):
        here = all_saved.get(address, Saved())
        merged.current = merged.current or here.current
        merged.players = here.players | merged.players
        merged.pending = here.pending | merged.pending
    return merged

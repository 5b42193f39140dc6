"""The first operator, who is registered on the first start, and the operator's token file in the data directory.

Only the server's user can read the file.
"""

from pathlib import Path

import structlog

from tilth_server.players.registry import PlayerRegistry
from tilth_server.players.tokens import write_secret
from tilth_server.store import Engine, OlderStore

log = structlog.get_logger()

FILE = "operator.token"
ARRIVING = "operator.token.new"
"""The file that holds a token until its player is stored, so that a server that is killed before overwrites no other
token."""
SET_ASIDE = "operator.token.old"


def check_token_file(data: Path, engine: Engine, *, accept_older: bool = False) -> None:
    """Raise OlderStore for a directory that has a token file and no database, before a database is made there.

    If the store's own mark is there, the store refuses the directory later, and can say more about the missing records.
    """
    if not accept_older and (data / FILE).exists() and engine.is_missing():
        raise _store_missing(data, engine)


async def ensure_operator(
    players: PlayerRegistry, data: Path, engine: Engine, *, accept_older: bool = False
) -> str | None:
    """Register the operator on the first start, and return the token; on later starts return None.

    A token file beside a store without an operator belongs to a lost store. Raises OlderStore instead of overwriting
    it.
    """
    if players.operator is not None:
        _finish_interrupted_start(players, data)
        return None
    file = data / FILE
    if file.exists():
        if not accept_older:
            raise _store_missing(data, engine)
        kept = _unused_path(data / SET_ASIDE)
        file.rename(kept)
        log.warning("operator token of older store set aside", file=str(kept))
    _, token = await players.make_operator(lambda token: write_secret(data / ARRIVING, token))
    (data / ARRIVING).replace(file)
    return token


async def renew_token(players: PlayerRegistry, player_id: str, data: Path) -> str:
    """Renew the token of an operator, and return it. The token file follows if it is theirs: others who have a role
    keep their tokens themselves."""
    if _holder_of_file(players, data) == player_id:
        return await renew_first_token(players, player_id, data)
    return await players.renew_token(player_id)


async def renew_first_token(players: PlayerRegistry, player_id: str, data: Path) -> str:
    """Renew the token of the first operator, write it into the token file, and return it."""
    token = await players.renew_token(player_id)
    write_secret(data / FILE, token)
    return token


def _holder_of_file(players: PlayerRegistry, data: Path) -> str:
    """Return the id of the player whose token the file holds; without a valid one, that of the first operator."""
    try:
        holder = players.player_of_token((data / FILE).read_text().strip())
    except (OSError, ValueError):
        holder = None
    holder = holder or players.operator
    return "" if holder is None else holder.id


def _finish_interrupted_start(players: PlayerRegistry, data: Path) -> None:
    """Move the token that a server left which was killed on its first start to its place; remove it if it is
    invalid."""
    arriving = data / ARRIVING
    if not arriving.exists():
        return
    holder = players.player_of_token(arriving.read_text().strip())
    if holder is not None and holder.operator and not (data / FILE).exists():
        arriving.replace(data / FILE)
    else:
        arriving.unlink()


def _store_missing(data: Path, engine: Engine) -> OlderStore:
    """Return the error for a token file whose store is missing."""
    return OlderStore(
        f"{data} has the token of an operator ({FILE}), but its database is empty: put {engine.files} back,"
        " restore a backup, or start with --accept-older-store, which begins an empty store"
        f" and keeps the old token as {SET_ASIDE}"
    )


def _unused_path(path: Path) -> Path:
    """Return the path, or if there is such a file, the path with the first free number from 2 on after a dot."""
    number, tried = 1, path
    while tried.exists():
        number += 1
        tried = path.with_name(f"{path.name}.{number}")
    return tried

"""The operator's token lies in a file of the data directory that only the server's user can read."""

from pathlib import Path

from tilth_server.players.register import Register
from tilth_server.players.tokens import write_secret

FILE = "operator.token"


async def make_sure(register: Register, data: Path) -> str | None:
    """Make the operator on the first start; the token then, else None."""
    if register.operator is not None:
        return None
    _, token = await register.make_operator(lambda token: write_secret(data / FILE, token))
    return token


async def renew(register: Register, player_id: str, data: Path) -> str:
    """A new token for an operator, in the file as well."""
    token = await register.renew_token(player_id)
    write_secret(data / FILE, token)
    return token

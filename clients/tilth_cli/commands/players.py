"""tilth players: who plays, and their tokens."""

import dataclasses
import re
import sys
import uuid
from hashlib import sha256
from typing import Final

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.known_names import names_with_bots
from tilth_cli.messages import tr
from tilth_cli.roles import role_word
from tilth_cli.terminal_table import local_time
from tilth_cli.tokens import new_token
from tilth_dataclasses.tilth.v1 import (
    CreateDeviceCodeRequest,
    GetMeRequest,
    ListPlayersRequest,
    Player,
    RedeemDeviceCodeRequest,
    RegisterRequest,
    RenewTokenRequest,
)

PAGE = 200
CODE: Final = re.compile("(?:[A-Za-z][ -]?){8}")
"""The code of another device, as a person may type it. No token is as short."""


@tilth.group("players", help=tr("help-players"))
def players() -> None:
    pass


@command(players, "register")
@click.argument("name")
@click.option("--invitation", default="", help=tr("option-invitation"))
async def register(context: CommandContext, name: str, invitation: str) -> None:
    """Register a new player on the server, and save its token. The token is made on this machine; the server gets its
    hash."""
    settings = context.settings
    token = settings.tokens.prepare(settings.address, name)
    async with context.server() as server:
        request = RegisterRequest(
            request_id=uuid.uuid4().hex,
            name=name,
            invitation=invitation,
            token_hash=sha256(token.encode()).digest(),
        )
        reply = await server.ask(server.players.register, request)
    player = _present(reply.player)
    # A server of an earlier build knows no token of ours, and sends one.
    reply.token = reply.token or token
    current = settings.tokens.save(settings.address, player.name, reply.token, name)
    if context.out.as_json:
        context.out.document(reply)
        return
    context.out.print_message("register-done", name=player.name, id=player.id, path=settings.tokens.path)
    context.out.print_message("register-current" if current else "register-not_current", name=player.name)


@command(players, "login")
async def login(context: CommandContext) -> None:
    """Read a token, or the code that another device shows, from the terminal or stdin. Ask the server for its player,
    and save the token."""
    if sys.stdin.isatty():
        typed = click.prompt(tr("login-prompt"), hide_input=True, err=True)
    else:
        typed = sys.stdin.readline()
    settings, token = context.settings, typed.strip()
    is_code = CODE.fullmatch(token) is not None
    own = new_token() if is_code else token
    async with Server(dataclasses.replace(settings, token="" if is_code else token), context.out) as server:
        if is_code:
            request = RedeemDeviceCodeRequest(code=token, token_hash=sha256(own.encode()).digest())
            me = _present((await server.ask(server.players.redeem_device_code, request)).player)
        else:
            me = await _me(server)
    current = settings.tokens.save(settings.address, me.name, own)
    if context.out.as_json:
        context.out.document(me)
        return
    context.out.print_message("register-current" if current else "register-not_current", name=me.name)


@command(players, "code")
async def code(context: CommandContext) -> None:
    """Let the server make a code with which another device of the player gets a token, and print it."""
    async with context.server() as server:
        reply = await server.ask(server.players.create_device_code, CreateDeviceCodeRequest())
    if context.out.as_json:
        context.out.document(reply)
        return
    half = len(reply.code) // 2
    context.out.show(Text(f"{reply.code[:half]}-{reply.code[half:]}"))
    context.out.note("code-done", address=context.settings.address, until=local_time(reply.expires_at))


@command(players, "use")
@click.argument("name")
async def use(context: CommandContext, name: str) -> None:
    """Make another saved player the current one for the server."""
    settings = context.settings
    if name not in settings.tokens.saved(settings.address).players:
        raise UserError(tr("error-not_saved", player=name, address=settings.address), "TOKEN_UNUSABLE")
    settings.tokens.choose(settings.address, name)
    if context.out.as_json:
        context.out.document({"current": name})
        return
    context.out.print_message("register-current", name=name)


@command(players, "me")
async def me(context: CommandContext) -> None:
    """Show the player whose token is used."""
    async with context.server() as server:
        player = await _me(server)
    if context.out.as_json:
        context.out.document(player)
        return
    context.out.show(_table([player]))


@command(players, "list")
async def list_players(context: CommandContext) -> None:
    """List all players of the server."""
    found: list[Player] = []
    async with context.server() as server:
        request = ListPlayersRequest(page_size=PAGE)
        while True:
            page = await server.ask(server.players.list_players, request)
            found += page.players
            if not page.next_page_token:
                break
            request.page_token = page.next_page_token
    if context.out.as_json:
        context.out.document(found)
        return
    context.out.show(_table(found))


@command(players, "renew")
async def renew(context: CommandContext) -> None:
    """Let the server replace the player's token by a new one, and save that."""
    settings = context.settings
    async with context.server() as server:
        player = await _me(server)
        reply = await server.ask(server.players.renew_token, RenewTokenRequest())
    settings.tokens.save(settings.address, player.name, reply.token)
    if context.out.as_json:
        context.out.document(reply)
        return
    context.out.print_message("renew-done", name=player.name, path=settings.tokens.path)


async def _me(server: Server) -> Player:
    """Ask the server for the player whose token this connection uses, and return it; raise UserError if the reply
    holds none."""
    return _present((await server.ask(server.players.get_me, GetMeRequest())).player)


def _present(player: Player | None) -> Player:
    """Return the player, who is part of a server's reply; raise UserError if it is None."""
    if player is None:
        raise UserError(tr("error-no_player"), "REPLY_INCOMPLETE")
    return player


def _table(found: list[Player]) -> Table:
    """Return a table of players, a row each: the name (roles and bots are marked), the id and the local time of
    registration."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("name", "id", "registered"):
        table.add_column(tr(f"players-{column}"), no_wrap=True)
    for player in found:
        (name,) = names_with_bots([player.name], [player.bot])
        if role := role_word(player):
            name = f"{name} {tr('players-marked', role=tr(f'role-{role}'))}"
        table.add_row(name, player.id, local_time(player.registered_at))
    return table

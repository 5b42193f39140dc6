"""tilth players: who plays, and their tokens."""

import dataclasses
import sys
import uuid

import click
from rich.table import Table

from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.errand import Errand, command
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    GetMeRequest,
    ListPlayersRequest,
    Player,
    RegisterRequest,
    RenewTokenRequest,
)

PAGE = 200


@tilth.group("players", help=say("help.players"))
def players() -> None:
    pass


@command(players, "register")
@click.argument("name")
@click.option("--invitation", default="", help=say("option.invitation"))
async def register(errand: Errand, name: str, invitation: str) -> None:
    settings = errand.settings
    async with errand.server() as server:
        request = RegisterRequest(request_id=uuid.uuid4().hex, name=name, invitation=invitation)
        reply = await server.ask(server.players.register, request)
    player = _present(reply.player)
    current = settings.tokens.save(settings.address, player.name, reply.token)
    if errand.out.as_json:
        errand.out.document(reply)
        return
    errand.out.say("register.done", name=player.name, id=player.id, path=settings.tokens.path)
    errand.out.say("register.current" if current else "register.not_current", name=player.name)


@command(players, "login")
async def login(errand: Errand) -> None:
    if sys.stdin.isatty():
        token = click.prompt(say("login.prompt"), hide_input=True, err=True)
    else:
        token = sys.stdin.readline()
    settings = errand.settings
    fresh = dataclasses.replace(settings, token=token.strip())
    async with Server(fresh, errand.out) as server:
        me = await _me(server)
    current = settings.tokens.save(settings.address, me.name, token.strip())
    if errand.out.as_json:
        errand.out.document(me)
        return
    errand.out.say("register.current" if current else "register.not_current", name=me.name)


@command(players, "use")
@click.argument("name")
async def use(errand: Errand, name: str) -> None:
    settings = errand.settings
    if name not in settings.tokens.saved(settings.address).players:
        raise Trouble(say("trouble.not_saved", player=name, address=settings.address), "token")
    settings.tokens.choose(settings.address, name)
    if errand.out.as_json:
        errand.out.document({"current": name})
        return
    errand.out.say("register.current", name=name)


@command(players, "me")
async def me(errand: Errand) -> None:
    async with errand.server() as server:
        player = await _me(server)
    if errand.out.as_json:
        errand.out.document(player)
        return
    errand.out.show(_table([player]))


@command(players, "list")
async def list_players(errand: Errand) -> None:
    found: list[Player] = []
    async with errand.server() as server:
        request = ListPlayersRequest(page_size=PAGE)
        while True:
            page = await server.ask(server.players.list_players, request)
            found += page.players
            if not page.next_page_token:
                break
            request.page_token = page.next_page_token
    if errand.out.as_json:
        errand.out.document(found)
        return
    errand.out.show(_table(found))


@command(players, "renew")
async def renew(errand: Errand) -> None:
    settings = errand.settings
    async with errand.server() as server:
        player = await _me(server)
        reply = await server.ask(server.players.renew_token, RenewTokenRequest())
    settings.tokens.save(settings.address, player.name, reply.token)
    if errand.out.as_json:
        errand.out.document(reply)
        return
    errand.out.say("renew.done", name=player.name, path=settings.tokens.path)


async def _me(server: Server) -> Player:
    return _present((await server.ask(server.players.get_me, GetMeRequest())).player)


def _present(player: Player | None) -> Player:
    if player is None:
        raise Trouble(say("trouble.no_player"), "protocol")
    return player


def _table(found: list[Player]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("name", "id", "registered"):
        table.add_column(say(f"players.{column}"), no_wrap=True)
    for player in found:
        at = player.registered_at.astimezone().strftime("%Y-%m-%d %H:%M") if player.registered_at else ""
        name = f"{player.name} {say('players.operator')}" if player.operator else player.name
        table.add_row(name, player.id, at)
    return table

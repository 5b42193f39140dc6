"""tilth bot: one of the bots that come with Tilth, as a player. The one command that goes through the SDK."""

from typing import TYPE_CHECKING

import click

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.settings import Settings
from tilth_cli.troubles import Trouble
from tilth_cli.words import say

if TYPE_CHECKING:
    from tilth_client import Ended, Tls


def known_bot(name: str) -> str:
    from tilth_bots import BOTS

    if name not in BOTS:
        raise click.BadParameter(say("usage.bot", name=name, known=", ".join(BOTS)))
    return name


@command(tilth, "bot")
@click.argument("name", type=known_bot)
@click.argument("match_id", metavar="[MATCH]", default="")
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_any"))
@click.option("--seed", type=int, default=0, show_default=True, help=say("option.bot_seed"))
@click.option("--game", default="", help=say("option.game"))
@click.option(
    "--think", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help=say("option.think")
)
async def bot(
    errand: Errand, name: str, match_id: str, seat: int | None, seed: int, game: str, think: float
) -> None:
    # Only now: all other commands start without the SDK and its stubs.
    from tilth_bots import BOTS, Pondering
    from tilth_client import TilthError, connect, let_play

    settings = errand.settings
    if not settings.token:
        raise Trouble(say("trouble.no_token", address=settings.address), "unauthenticated")

    def ended(match: str, at_seat: int, end: "Ended") -> None:
        place = end.result.places[at_seat] if end.HasField("result") else 0
        score = end.result.scores[at_seat] if end.HasField("result") else 0
        if errand.out.as_json:
            errand.out.line({"match_id": match, "seat": at_seat, "place": place, "score": score})
        elif place:
            errand.out.say("bot.ended", match=match, seat=at_seat, place=place, score=score)
        else:
            errand.out.say("bot.cancelled", match=match)

    if not match_id:
        errand.out.note("bot.serves", bot=name, address=settings.address)
    try:
        async with connect(settings.address, token=settings.token, tls=_tls(settings)) as server:
            player = BOTS[name](seed)
            if think:
                player = Pondering(player, think)
            await let_play(player, server, match_id, seat, game=game, ended=ended)
    except TilthError as error:
        raise Trouble(str(error), getattr(error, "reason", "unavailable")) from error


def _tls(settings: Settings) -> "Tls | None":
    from tilth_client import Tls

    return Tls(ca=settings.ca, certificate=settings.cert, key=settings.key) if settings.tls else None

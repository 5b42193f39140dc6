"""tilth bot: bot programs as players. It goes through the SDK, as only a few commands do."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilth_cli import shapes
from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.settings import Settings
from tilth_cli.troubles import Trouble
from tilth_cli.words import say

if TYPE_CHECKING:
    from tilth_arena import Program, Told
    from tilth_client import Ended, Tilth, Tls

LINES = "--lines"


class Bots(click.Group):
    """`tilth bot random` is `tilth bot run random`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


class Run(click.Command):
    """What stands behind --lines is the bot's command, with options of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if LINES in args:
            behind = args.index(LINES) + 1
            args = [*args[:behind], "--", *args[behind:]]
        return super().parse_args(ctx, args)


@tilth.group("bot", cls=Bots, help=say("help.bot"))
def bot() -> None:
    pass


@command(bot, "run", cls=Run)
@click.argument("words", metavar="SPEC [MATCH]", nargs=-1, required=True)
@click.option(LINES, "by_lines", is_flag=True, help=say("option.lines"))
@click.option("--match", "match_id", default="", metavar="MATCH", help=say("option.bot_match"))
@click.option("--seat", type=click.IntRange(0, 99), help=say("option.seat_any"))
@click.option("--name", default="", help=say("option.bot_name"))
@click.option("--register", is_flag=True, help=say("option.bot_register"))
@click.option("--invitation", default="", help=say("option.invitation"))
@click.option("--seed", type=int, default=0, show_default=True, help=say("option.bot_seed"))
@click.option("--game", default="", help=say("option.game"))
@click.option(
    "--think", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help=say("option.think")
)
@click.option("--done-alone", is_flag=True, help=say("option.done_alone"))
@click.option("--processes", type=click.IntRange(min=0), default=0, metavar="N", help=say("option.processes"))
@click.option("--memory", type=shapes.size, default="0", help=say("option.memory"))
@click.option("--cpu", type=shapes.duration, default="0", help=say("option.cpu"))
@click.option("--answer", type=shapes.duration, default="0", help=say("option.answer"))
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path), help=say("option.logs"))
async def run(  # noqa: PLR0913 - one parameter an option of the command
    errand: Errand,
    words: tuple[str, ...],
    by_lines: bool,
    match_id: str,
    seat: int | None,
    name: str,
    register: bool,
    invitation: str,
    seed: int,
    game: str,
    think: float,
    done_alone: bool,
    processes: int,
    memory: int,
    cpu: int,
    answer: int,
    logs: Path | None,
) -> None:
    # Only now: all other commands start without the SDK and its stubs.
    from tilth_arena import BotFailed, Kind, Limits, Way, Where, own_seat, run_program
    from tilth_client import TilthError, connect

    settings = errand.settings
    if not by_lines and len(words) > 1:
        if len(words) > 2 or match_id:
            raise click.UsageError(say("usage.bot_words"))
        match_id = words[1]
    program = _program(words, by_lines)
    limits = Limits(memory, cpu / 1000, answer / 1000)
    if (memory or cpu or answer) and program.kind.is_python and not processes:
        raise click.UsageError(say("usage.limits_need_processes"))
    if program.kind is Kind.EXECUTABLE and (
        processes or memory or cpu or answer or think or done_alone or logs
    ):
        raise click.UsageError(say("usage.no_limits"))
    token = settings.token if not name else settings.tokens.saved(settings.address).players.get(name, "")
    if not token and not (name and register):
        raise Trouble(
            say("trouble.not_saved", player=name, address=settings.address)
            if name
            else say("trouble.no_token", address=settings.address),
            "unauthenticated",
        )
    _log_in_lines()
    try:
        async with connect(settings.address, token=token, tls=tls_of(settings)) as server:
            if not token:
                await _register(errand, server, name, invitation)
            if match_id:
                seat = await own_seat(server, match_id, seat)
            else:
                errand.out.note("bot.serves", bot=program.spec, address=settings.address)
            where = Where(settings.address, server.token, settings.ca, settings.cert, settings.key)
            way = Way(seed, think, processes, limits, logs, done_alone)
            await run_program(program, server, where, way, match_id, seat, game, _told(errand))
    except TilthError as error:
        raise Trouble(str(error), getattr(error, "reason", "unavailable")) from error
    except BotFailed as failed:
        raise Trouble(say("bot.failed_alone", bot=program.spec, why=failed), "bot_failed") from failed


def _program(words: tuple[str, ...], by_lines: bool) -> "Program":
    from tilth_arena import BadProgram, lines_program, maker, program

    try:
        found = lines_program(words) if by_lines else program(words[0])
        if found.kind.is_python:
            maker(found)
    except BadProgram as bad:
        raise click.UsageError(str(bad)) from bad
    return found


async def _register(errand: Errand, server: "Tilth", name: str, invitation: str) -> None:
    settings = errand.settings
    player = await server.register(name, invitation)
    settings.tokens.save(settings.address, player.name, server.token)
    errand.out.note("register.done", name=player.name, id=player.id, path=settings.tokens.path)


def _told(errand: Errand) -> "Told":
    from tilth_arena import Told

    out = errand.out

    def ended(match: str, at_seat: int, end: "Ended") -> None:
        place = end.result.places[at_seat] if end.HasField("result") else 0
        score = end.result.scores[at_seat] if end.HasField("result") else 0
        if out.as_json:
            out.line({"match_id": match, "seat": at_seat, "place": place, "score": score})
        elif place:
            out.say("bot.ended", match=match, seat=at_seat, place=place, score=score)
        else:
            out.say("bot.cancelled", match=match)

    def failed(match: str, at_seat: int | None, why: str) -> None:
        if out.as_json:
            out.line({"match_id": match, "seat": at_seat, "failed": why})
        else:
            out.say("bot.failed", match=match, seat=at_seat, why=why)

    return Told(ended, failed)


def tls_of(settings: Settings) -> "Tls | None":
    """What the SDK is to know of certificates."""
    from tilth_client import Tls

    return Tls(ca=settings.ca, certificate=settings.cert, key=settings.key) if settings.tls else None


def _known(record: logging.LogRecord) -> bool:
    """How a process of a bot ended is told in words of ours; only tracebacks of bots played here help anybody."""
    from tilth_arena import BotFailed

    return not (record.exc_info and isinstance(record.exc_info[1], BotFailed))


def _log_in_lines() -> None:
    handler = logging.StreamHandler()
    handler.addFilter(_known)
    logging.getLogger("tilth_client").addHandler(handler)

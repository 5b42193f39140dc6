"""tilth bot: bot programs as players. It uses the SDK, as only few commands do."""

import logging
import math
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from tilth_cli import argument_types
from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.settings import Settings
from tilth_cli.solo import solo_text
from tilth_dataclasses.tilth.v1 import SoloResult

if TYPE_CHECKING:
    from tilth_arena import Program, RunCallbacks
    from tilth_client import MatchEnd, Tilth, Tls

LINES = "--lines"
MATCH_PATIENCE_S = 60.0
"""Seconds that a bot of one match waits for a server that is away, without --patience."""


class Bots(click.Group):
    """The group `tilth bot`, in which the word `run` may be left out: `tilth bot random` is `tilth bot run random`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words behind `tilth bot`; put `run` before them if the first is neither a subcommand nor --help."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


class Run(click.Command):
    """The `bot run` command, which passes all words after --lines on as the bot's command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words behind `bot run`; those after --lines become the bot's command, even if they look like
        options."""
        if LINES in args:
            behind = args.index(LINES) + 1
            args = [*args[:behind], "--", *args[behind:]]
        return super().parse_args(ctx, args)


@tilth.group("bot", cls=Bots, help=tr("help-bot"))
def bot() -> None:
    pass


@command(bot, "run", cls=Run)
@click.argument("words", metavar="SPEC [MATCH]", nargs=-1, required=True)
@click.option(LINES, "by_lines", is_flag=True, help=tr("option-lines"))
@click.option("--match", "match_id", default="", metavar="MATCH", help=tr("option-bot_match"))
@click.option("--seat", type=click.IntRange(0, 99), help=tr("option-seat_any"))
@click.option("--name", default="", help=tr("option-bot_name"))
@click.option("--register", is_flag=True, help=tr("option-bot_register"))
@click.option("--invitation", default="", help=tr("option-invitation"))
@click.option("--seed", type=int, default=0, show_default=True, help=tr("option-bot_seed"))
@click.option("--game", default="", help=tr("option-game"))
@click.option(
    "--delay", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help=tr("option-delay")
)
@click.option("--auto-forced", is_flag=True, help=tr("option-auto_forced"))
@click.option("--processes", type=click.IntRange(min=0), default=0, metavar="N", help=tr("option-processes"))
@click.option("--memory", type=argument_types.size, default="0", help=tr("option-memory"))
@click.option("--cpu", type=argument_types.duration, default="0", help=tr("option-cpu"))
@click.option("--answer", type=argument_types.duration, default="0", help=tr("option-answer"))
@click.option("--patience", type=argument_types.duration, default=None, help=tr("option-bot_patience"))
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path), help=tr("option-logs"))
async def run(  # noqa: PLR0913 - one parameter an option of the command
    context: CommandContext,
    words: tuple[str, ...],
    by_lines: bool,
    match_id: str,
    seat: int | None,
    name: str,
    register: bool,
    invitation: str,
    seed: int,
    game: str,
    delay: float,
    auto_forced: bool,
    processes: int,
    memory: int,
    cpu: int,
    answer: int,
    patience: int | None,
    logs: Path | None,
) -> None:
    # Only now: all other commands start without the SDK and its stubs.
    from tilth_arena import BotFailed, Kind, Limits, PlayerAccess, RunSettings, own_seat, run_program
    from tilth_client import TilthError, connect

    settings = context.settings
    if not by_lines and len(words) > 1:
        if len(words) > 2 or match_id:
            raise click.UsageError(tr("usage-bot_words"))
        match_id = words[1]
    program = _program(words, by_lines)
    limits = Limits(memory, cpu / 1000, answer / 1000)
    if (memory or cpu or answer) and program.kind.is_python and not processes:
        raise click.UsageError(tr("usage-limits_need_processes"))
    if program.kind is Kind.EXECUTABLE and (
        processes or memory or cpu or answer or delay or auto_forced or logs
    ):
        raise click.UsageError(tr("usage-no_limits"))
    token = settings.token if not name else settings.tokens.saved(settings.address).players.get(name, "")
    if not token and not (name and register):
        raise UserError(
            tr("error-not_saved", player=name, address=settings.address)
            if name
            else tr("error-no_token", address=settings.address),
            "UNAUTHENTICATED",
        )
    _log_in_lines()
    try:
        usual = MATCH_PATIENCE_S if match_id else math.inf
        waits = not match_id or patience is not None
        async with connect(
            settings.address,
            token=token,
            tls=tls_of(settings),
            retry_seconds=usual if patience is None else patience / 1000,
            wait=waits,
        ) as server:
            if not token:
                await _register(context, server, name, invitation)
            if match_id:
                seat = await own_seat(server, match_id, seat)
            else:
                context.out.note("bot-serves", bot=program.spec, address=settings.address)
            where = PlayerAccess(settings.address, server.token, settings.ca, settings.cert, settings.key)
            way = RunSettings(seed, delay, processes, limits, logs, auto_forced)
            await run_program(program, server, where, way, match_id, seat, game, _callbacks(context))
    except TilthError as error:
        raise UserError(str(error), getattr(error, "reason", "UNAVAILABLE")) from error
    except BotFailed as failed:
        raise UserError(tr("bot-failed_alone", bot=program.spec, error=failed), "BOT_FAILED") from failed


def _program(words: tuple[str, ...], by_lines: bool) -> "Program":
    """Return the bot program that the words name: with `by_lines` a command that speaks in lines, else the bot of the
    first word. Raise UsageError if it can't be used."""
    from tilth_arena import BadProgram, bot_maker, lines_program, program

    try:
        found = lines_program(words) if by_lines else program(words[0])
        if found.kind.is_python:
            bot_maker(found)
    except BadProgram as bad:
        raise click.UsageError(str(bad)) from bad
    return found


async def _register(context: CommandContext, server: "Tilth", name: str, invitation: str) -> None:
    """Register a new player of this name for the bot with an invitation, save its token, and print a note of where it
    is saved."""
    settings = context.settings
    token = settings.tokens.prepare(settings.address, name)
    player = await server.register(name, invitation, token=token)
    settings.tokens.save(settings.address, player.name, server.token, name)
    context.out.note("register-done", name=player.name, id=player.id, path=settings.tokens.path)


def _solo_of(end: "MatchEnd") -> SoloResult | None:
    """Return the result of a match of one seat as one of the terminal's own messages."""
    return SoloResult.parse(end.result.solo.SerializeToString()) if end.result.HasField("solo") else None


def _callbacks(context: CommandContext) -> "RunCallbacks":
    """Return the functions that print, when a match of the bot ends or fails, a line about it: as text, or as JSON if
    asked for."""
    from tilth_arena import RunCallbacks

    out = context.out

    def ended(match: str, at_seat: int, end: "MatchEnd") -> None:
        place = end.result.places[at_seat] if end.HasField("result") else 0
        score = end.result.scores[at_seat] if end.HasField("result") else 0
        solo = _solo_of(end)
        if out.as_json:
            document = {"match_id": match, "seat": at_seat, "place": place, "score": score}
            out.line(document if solo is None else {**document, "solo": solo.to_dict()})
        elif place:
            out.print_message("bot-ended", match=match, seat=at_seat, place=place, score=score)
            if solo is not None:
                out.show(Text(solo_text(solo)))
        else:
            out.print_message("bot-cancelled", match=match)

    def failed(match: str, at_seat: int | None, why: str) -> None:
        if out.as_json:
            out.line({"match_id": match, "seat": at_seat, "failed": why})
        else:
            out.print_message("bot-failed", match=match, seat=at_seat, error=why)

    return RunCallbacks(ended, failed)


def tls_of(settings: Settings) -> "Tls | None":
    """Return the TLS settings for the SDK; None without TLS."""
    from tilth_client import Tls

    return Tls(ca=settings.ca, certificate=settings.cert, key=settings.key) if settings.tls else None


def _known(record: logging.LogRecord) -> bool:
    """Return whether to log a record: all but BotFailed, which is reported as a sentence without a traceback."""
    from tilth_arena import BotFailed

    return not (record.exc_info and isinstance(record.exc_info[1], BotFailed))


def _log_in_lines() -> None:
    """Print the log of the SDK (`tilth_client`) on stderr; bots' failures are left out, as they are reported as
    sentences."""
    handler = logging.StreamHandler()
    handler.addFilter(_known)
    logging.getLogger("tilth_client").addHandler(handler)

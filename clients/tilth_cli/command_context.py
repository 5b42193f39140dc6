"""A command's run: its settings and its output."""

import asyncio
import contextlib
import functools
import gc
import signal
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec

import click

from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.settings import Settings, common, settings_of
from tilth_cli.stopped import INTERRUPTED, TERMINATED, UNREAD, CommandStopped

P = ParamSpec("P")


class CommandContext:
    """The settings and the output of a running command."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.out = Output(settings.json)

    def server(self) -> Server:
        """Return a connection to the server that the settings name; it is opened when it is entered with `async
        with`."""
        return Server(self.settings, self.out)


def command(
    group: click.Group, name: str, **more: Any
) -> Callable[[Callable[Concatenate[CommandContext, P], Awaitable[None]]], click.Command]:
    """Return a decorator that makes a coroutine a command of the group. The command has the common options, and its
    help text comes from the messages. The coroutine gets a CommandContext first."""

    def make(body: Callable[Concatenate[CommandContext, P], Awaitable[None]]) -> click.Command:
        @functools.wraps(body)
        def run(*args: P.args, **kwargs: P.kwargs) -> None:
            context = CommandContext(settings_of(click.get_current_context()))
            gc.enable()
            try:
                asyncio.run(_until_done(body(context, *args, **kwargs)))
            except (KeyboardInterrupt, BrokenPipeError) as error:
                # click would put an empty line on stderr, and take a broken pipe for a failure.
                raise CommandStopped(
                    INTERRUPTED if isinstance(error, KeyboardInterrupt) else UNREAD
                ) from error

        key = f"help-{name}" if group.name == "tilth" else f"help-{group.name}-{name}"
        _put_last(run, common)
        return group.command(name, help=tr(key), **more)(run)

    return make


def _put_last(run: Callable[..., Any], options: Callable[[Any], Any]) -> None:
    """Add options so that the help lists them behind the command's own. (click keeps a list, the last one first.)"""
    own = run.__dict__.pop("__click_params__", [])
    options(run)
    run.__dict__["__click_params__"] += own


async def _until_done(body: Awaitable[None]) -> None:
    """Run a command until it ends. SIGTERM cancels it, so that it can put the terminal back in order, and raises
    CommandStopped."""
    task = asyncio.ensure_future(body)
    terminated = False

    def terminate() -> None:
        nonlocal terminated
        terminated = True
        task.cancel()

    with contextlib.suppress(NotImplementedError, ValueError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
    try:
        await task
    except asyncio.CancelledError:
        if terminated:
            raise CommandStopped(TERMINATED) from None
        this = asyncio.current_task()
        if this is not None and this.cancelling():  # by Ctrl-C
            raise
        raise UserError(tr("error-unexpected", kind="cancelled", error="")) from None

"""One command on its way: where it goes, how it prints, and how it ends."""

import asyncio
import contextlib
import functools
import signal
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec

import click

from tilth_cli.connection import Server
from tilth_cli.output import Output
from tilth_cli.settings import Settings, common, settings_of
from tilth_cli.stopped import INTERRUPTED, TERMINATED, UNREAD, Stopped
from tilth_cli.troubles import Trouble
from tilth_cli.words import say

P = ParamSpec("P")


class Errand:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.out = Output(settings.json)

    def server(self) -> Server:
        return Server(self.settings, self.out)


def command(
    group: click.Group, name: str, **more: Any
) -> Callable[[Callable[Concatenate[Errand, P], Awaitable[None]]], click.Command]:
    """Makes a coroutine a command of the group, with the options that all have and its help from the words."""

    def make(body: Callable[Concatenate[Errand, P], Awaitable[None]]) -> click.Command:
        @functools.wraps(body)
        def run(*args: P.args, **kwargs: P.kwargs) -> None:
            errand = Errand(settings_of(click.get_current_context()))
            try:
                asyncio.run(_until_done(body(errand, *args, **kwargs)))
            except (KeyboardInterrupt, BrokenPipeError) as error:
                # click would put an empty line on stderr, and take a broken pipe for a failure.
                raise Stopped(INTERRUPTED if isinstance(error, KeyboardInterrupt) else UNREAD) from error

        key = f"help.{name}" if group.name == "tilth" else f"help.{group.name}.{name}"
        _put_last(run, common)
        return group.command(name, help=say(key), **more)(run)

    return make


def _put_last(run: Callable[..., Any], options: Callable[[Any], Any]) -> None:
    """Adds options so that the help lists them behind the command's own. (click keeps a list, last one first.)"""
    own = run.__dict__.pop("__click_params__", [])
    options(run)
    run.__dict__["__click_params__"] += own


async def _until_done(body: Awaitable[None]) -> None:
    """Lets a terminated command put the terminal back in order first."""
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
            raise Stopped(TERMINATED) from None
        this = asyncio.current_task()
        if this is not None and this.cancelling():  # by Ctrl-C
            raise
        raise Trouble(say("trouble.unexpected", kind="cancelled", said="")) from None

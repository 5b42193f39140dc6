"""Bots as classes: one instance plays one seat of one match.

    class Gardener(SeatBot):
        games = ("petrichor",)

        def decide(self, view, decision):
            return picks(*decision.ids[: decision.min_picks])

A plain function of the view and the decision is a bot, too. A class of any other base is one if it has `decide`; the
other methods and attributes may be left out.
"""

import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, Protocol, TypeAlias, cast

from tilth.v1 import play_pb2
from tilth_client.decisions import Answer, Context, Decision
from tilth_client.updates import Update

Decide: TypeAlias = Callable[[Any, Decision], Answer | Awaitable[Answer]]
"""A function of the view (in the game's own type) and the decision, async or plain."""

BOT_PARAMETERS: Final = 2
GROUP: Final = "tilth.bots"


class BotClass(Protocol):
    """A class of bots: called without arguments, it makes the bot of one seat."""

    def __call__(self) -> Any: ...


Bot: TypeAlias = Decide
"""A bot that is a function."""
AnyBot: TypeAlias = Decide | BotClass
"""A bot: a function that decides, for all seats, or a class with `decide`, which is made once for each seat."""


class BadBot(Exception):
    """An object is no bot, or its module can't be loaded. The text is one line for a person."""


class SeatBot:
    """A bot for one seat of one match. A subclass has at least `decide`.

    Its methods are called one after the other, never two at once. If the bot is started again in the middle of a match,
    after a crash for example, a new instance gets `started` and, with `updated`, all updates again from the first one.
    """

    wants_views: bool = True
    """False if `decide` and `updated` use no view; the server then sends none."""
    wants_texts: bool = False
    """True if they use the texts of decisions and events."""
    games: tuple[str, ...] = ()
    """The names of the games that the bot knows; empty if it plays every game."""
    seat_counts: tuple[int, ...] = ()
    """The numbers of seats that it plays with; empty for all."""

    def started(self, context: Context) -> None:
        """Take the description of the match and the seat, before anything else."""

    def updated(self, update: Update) -> None:
        """Take one update: a record of the match as the seat may see it, the earlier ones first, or the present
        state."""

    def decide(self, view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
        """Return the answer to a decision, or an awaitable of it. The view is None if the bot wants none."""
        raise NotImplementedError

    def ended(self, end: play_pb2.MatchEnd) -> None:
        """Take the end of the match, with its result."""


class FunctionBot(SeatBot):
    """The bot of one seat that a function decides for."""

    def __init__(self, decide: Decide) -> None:
        self._decide = decide

    def decide(self, view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
        return self._decide(view, decision)


def is_bot_class(bot: Any) -> bool:
    """Return whether a bot is a class, of which every seat gets an instance of its own."""
    return isinstance(bot, type) and callable(getattr(bot, "decide", None))


def bot_for_seat(bot: AnyBot) -> SeatBot:
    """Return the bot of one seat: a new instance of a class, or one that calls the function."""
    if not is_bot_class(bot):
        return FunctionBot(cast(Decide, bot))
    made = cast(BotClass, bot)()
    return made if isinstance(made, SeatBot) else _Completed(made)


def decide_of(bot: AnyBot) -> Any:
    """Return the function that decides: the bot itself, or the method of a class of bots."""
    return cast(Any, bot).decide if is_bot_class(bot) else bot


def wants_views(bot: AnyBot) -> bool:
    """Return whether the bot uses views. A bot declines them with the attribute `wants_views = False`, which saves
    traffic; its view is then None."""
    return bool(getattr(bot, "wants_views", True))


def wants_texts(bot: AnyBot) -> bool:
    """Return whether the bot uses the texts of decisions. A bot requests them with the attribute
    `wants_texts = True`."""
    return bool(getattr(bot, "wants_texts", False))


def wants_updates(bot: AnyBot) -> bool:
    """Return whether the bot is a class that takes updates: then it gets those from before its start, too."""
    return is_bot_class(bot) and getattr(bot, "updated", SeatBot.updated) is not SeatBot.updated


def with_decide(bot: AnyBot, change: Callable[[Decide], Decide]) -> Any:
    """Return a bot that decides as `change` says: it gets the function that decides for a seat, and returns another.
    A class becomes a subclass, whose other methods are the same."""
    if not is_bot_class(bot):
        changed = change(cast(Decide, bot))
        for name in ("wants_views", "wants_texts"):
            setattr(changed, name, getattr(bot, name, getattr(SeatBot, name)))
        return changed

    base = cast(Any, bot)

    def make(self: Any) -> None:
        base.__init__(self)
        self._changed_decide = change(partial(base.decide, self))

    def decide(self: Any, view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
        answer: Answer | Awaitable[Answer] = self._changed_decide(view, decision)
        return answer

    return cast(AnyBot, type(base.__name__, (base,), {"__init__": make, "decide": decide}))


def bot_maker(found: Any, spec: str) -> Callable[[int], AnyBot]:
    """Return the function that makes a bot from a seed. `found` is a bot, or a function or class that takes the seed.
    `spec` names it in errors. Raise BadBot for anything else."""
    if is_bot_class(found):
        if required_parameters(found, spec) == 0:
            return lambda seed: cast(AnyBot, found)
        return lambda seed: cast(AnyBot, _seeded(found, seed))
    count = required_parameters(found, spec)
    if count == BOT_PARAMETERS:
        return lambda seed: cast(AnyBot, found)
    if count == 1:
        return cast(Callable[[int], AnyBot], found)
    raise BadBot(
        f"{spec} takes {count} arguments; a bot takes two (view, decision), a factory one (the seed)."
    )


def installed_bots() -> dict[str, str]:
    """Return the place of each installed bot, `package.module:name`, by its name: distributions name them in the group
    GROUP of their entry points."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def load_bot(spec: str) -> Any:
    """Return the object that `package.module:name` names, as in an entry point. Raise BadBot if it can't be loaded."""
    place, _, name = spec.partition(":")
    try:
        found: Any = import_module(place)
        for part in name.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:
        raise BadBot(f"{spec} can't be loaded: {type(error).__name__}: {error}") from error
    return found


def required_parameters(found: Any, spec: str) -> int:
    """Return the number of required positional parameters. Raise BadBot for something that can't be called."""
    if not callable(found):
        raise BadBot(f"{spec} is no function.")
    return sum(
        1
        for parameter in inspect.signature(found).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        and parameter.default is parameter.empty
    )


def _seeded(base: Any, seed: int) -> Any:
    """Return a subclass whose instances are made with this seed."""

    def make(self: Any) -> None:
        base.__init__(self, seed)

    return type(base.__name__, (base,), {"__init__": make})


class _Completed(SeatBot):
    """The bot of one seat of a class with another base, which may lack all methods but `decide`."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def started(self, context: Context) -> None:
        if hasattr(self._bot, "started"):
            self._bot.started(context)

    def updated(self, update: Update) -> None:
        if hasattr(self._bot, "updated"):
            self._bot.updated(update)

    def decide(self, view: Any, decision: Decision) -> Answer | Awaitable[Answer]:
        answer: Answer | Awaitable[Answer] = self._bot.decide(view, decision)
        return answer

    def ended(self, end: play_pb2.MatchEnd) -> None:
        if hasattr(self._bot, "ended"):
            self._bot.ended(end)

"""The description of a bot for those who choose one: a server lists it."""

from collections.abc import Callable

from tilth_client import Bot


def describe(make: Callable[[int], Bot], text: str, *games: str) -> None:
    """Note a bot's text, and the games that it knows (none: it plays every game), on the function that makes it."""
    make.text = text  # type: ignore[attr-defined]
    make.games = games  # type: ignore[attr-defined]

"""Bots that come with Tilth. Each is made from a seed: `BOTS["random"](7)`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tilth_bots.delayed import DelayedBot
from tilth_bots.farmer import farmer
from tilth_bots.gardener import gardener
from tilth_bots.naturalist import naturalist
from tilth_bots.sharpshooter import sharpshooter
from tilth_bots.simple import first_bot, random_bot
from tilth_client import Bot

__all__ = [
    "BOTS",
    "DelayedBot",
    "farmer",
    "first_bot",
    "gardener",
    "naturalist",
    "random_bot",
    "sharpshooter",
]

BOTS: Mapping[str, Callable[[int], Bot]] = MappingProxyType(
    {
        "random": random_bot,
        "first": first_bot,
        "gardener": gardener,
        "sharpshooter": sharpshooter,
        "naturalist": naturalist,
        "farmer": farmer,
    }
)
"""Functions that make a bot from a seed, by the bot's name in `tilth bot NAME`."""

"""Players' names as they are shown: each with its source, unless that is this server."""

from collections.abc import Sequence
from itertools import zip_longest

from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import ChannelOpened, NameSource, Seat


def seat_name(seat: Seat) -> str:
    """Return the name of a seat's player, with a remark if it was only claimed or recorded, or is a bot of the server;
    "" for a free seat."""
    return _marked(_shown(seat.player_name, seat.name_source), seat.bot)


def names_with_bots(names: Sequence[str], bots: Sequence[str]) -> list[str]:
    """Return names by seat, each with a remark if its player is a bot of the server. `bots` has the bots' names by
    seat; it is empty if no seat is a bot's."""
    return [_marked(name, bot) for name, bot in zip_longest(names, bots, fillvalue="")]


def opened_names(opened: ChannelOpened) -> list[str]:
    """Return the players' names by seat from the opening of a channel, each with a remark if it was only claimed or
    recorded, or is a bot of the server. Servers of earlier builds give no sources, so their names have no remarks."""
    sources = [*opened.name_sources, *[NameSource.UNSPECIFIED] * len(opened.player_names)]
    bots = [*opened.bots, *[""] * len(opened.player_names)]
    return [
        _marked(_shown(name, source), bot)
        for name, source, bot in zip(opened.player_names, sources, bots, strict=False)
    ]


def _marked(name: str, bot: str) -> str:
    """Return a name with a remark if it is a bot's."""
    return tr("name-bot", name=name) if bot else name


def _shown(name: str, source: NameSource) -> str:
    """Return a name as it is shown: with a remark if it was only claimed or recorded, or the id of an erased player."""
    match source:
        case NameSource.CLAIMED:
            return tr("name-claimed", name=name)
        case NameSource.RECORDED:
            return tr("name-recorded", name=name)
        case NameSource.ERASED:
            return tr("name-erased", id=name.rpartition(" ")[2])
        case _:
            return name

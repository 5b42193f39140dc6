"""What an offered move is about: options name spaces and cards, here stands what lies there and what they do."""

from betterproto2 import Message

from tilth_cli.games.agricola.cards import about
from tilth_cli.games.agricola.farm import around
from tilth_cli.games.agricola.picks import ON_CARDS
from tilth_cli.games.players import own
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import (
    CutPasture,
    Enclose,
    FeedFamily,
    Good,
    UseCard,
    UseOffer,
    UseSpace,
    View,
)


def hint(move: Message, view: Message | None, look: Look) -> str:
    match move:
        case UseSpace(space=space) if isinstance(view, View):
            return _about_space(space, view, look)
        case FeedFamily() if isinstance(view, View):
            return _about_feeding(view, look)
        case Enclose() if isinstance(view, View) and isinstance(look.about, CutPasture):
            return _about_fences(look.about, view, look)
        case UseCard(card=card) | UseOffer(card=card):
            return look.words.form("card", card, "text") if _is_the_first_way(move, look) else ""
        case _ if isinstance(move, ON_CARDS):
            return about(look, move.card)
        case _:
            return ""


def _is_the_first_way(move: UseCard | UseOffer, look: Look) -> bool:
    """A card that can be used in several ways is told of once."""
    ways = (one for one in look.moves.values() if isinstance(one, type(move)) and one.card == move.card)
    return next(ways, move) == move


def _about_space(space: int, view: View, look: Look) -> str:
    """What lies there, in words; and what it is for, where another one has the same name."""
    goods = [amount for one in view.spaces if one.space == space for amount in one.goods]
    parts = [f"{look.words.text('good', one.good)} {one.amount}" for one in goods]
    name, text = look.words.text("space", space), look.words.form("space", space, "text")
    called_so = {
        look.words.form("space", one.space, "text")
        for one in view.spaces
        if look.words.text("space", one.space) == name
    }
    return "  ".join(part for part in (", ".join(parts), text if len(called_so) > 1 else "") if part)


def _about_feeding(view: View, look: Look) -> str:
    player = own(view.players, look)
    if player is None:
        return ""
    food = next((one.amount for one in player.goods if one.good == Good.FOOD), 0)
    return say("agricola.feeding", appetite=player.appetite, food=food)


def _about_fences(sketch: CutPasture, view: View, look: Look) -> str:
    """How many are new."""
    player = own(view.players, look)
    return say("agricola.fences", count=len(around(sketch.cells).difference(player.fences))) if player else ""

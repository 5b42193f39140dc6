"""What an offered move is about: options name spaces and cards, here stands what lies there and what they do."""

from betterproto2 import Message

from tilth_cli.games.agricola.cards import about
from tilth_cli.games.agricola.picks import ON_CARDS
from tilth_cli.looks import Look
from tilth_dataclasses.tilth.games.agricola.v1 import UseCard, UseOffer, UseSpace, View


def hint(move: Message, view: Message | None, look: Look) -> str:
    match move:
        case UseSpace(space=space) if isinstance(view, View):
            return _about_space(space, view, look)
        case UseCard(card=card) | UseOffer(card=card):
            return look.words.form("card", card, "text")
        case _ if isinstance(move, ON_CARDS):
            return about(look, move.card)
        case _:
            return ""


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

"""Cards beside the field: those that a seat holds, chooses from, looks at, or has played."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_text
from tilth_cli.games.earth.cards import Cards, faint, painted
from tilth_cli.games.earth.fields import SIDE
from tilth_cli.games.earth.picks import by_card
from tilth_cli.games.lines import FAINT, label_text, listed, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.earth.v1 import Player, View


def hand(player: Player, context: DrawContext, cards: Cards, width: int) -> list[Text]:
    """Return the cards that a player was dealt, has chosen, looks at and has in hand, each pile under its title, with
    everything printed on the cards and the labels of their options."""
    lines: list[Text] = []
    for title, held in _piles(player):
        lines.append(faint(tr(title)))
        for card in held:
            lines += wrapped(cards.entry(card, _label(context, card)), width, indent=2)
    return lines


def hand_in_short(player: Player, context: DrawContext, cards: Cards, width: int) -> list[Text]:
    """Return the names of the cards that a player was dealt, has chosen, looks at and has in hand, with the labels of
    their options, one after another behind the title of each pile."""
    lines: list[Text] = []
    for title, held in _piles(player):
        named = [
            Text.assemble(painted(cards.name(card), cards.face(card)), _label(context, card)) for card in held
        ]
        lines += listed(tr(title), named, width)
    return lines


def _piles(player: Player) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the title and the cards of each pile of a player that is not empty: dealt cards, chosen ones, those looked
    at, and the hand."""
    piles = (
        ("earth-dealt", player.dealt),
        ("earth-chosen", player.chosen),
        ("earth-looked_at", player.looked_at),
        ("earth-hand", player.hand),
    )
    return (pile for pile in piles if pile[1])


def _label(context: DrawContext, card: int) -> Text:
    """Return the labels of the options that pick a card."""
    return label_text(by_card(context).get(card, ()))


def laid_out(view: View, player: Player, context: DrawContext, cards: Cards, width: int) -> list[Text]:
    """Return everything in front of a player with its printed texts: the name, then island, climate and own ecosystem,
    the field's cards with their places, and the played events."""
    title = seat_text(player.seat, context.name(player.seat))
    lines = [title]
    sides = [card for card in (player.island, player.climate, player.ecosystem) if card is not None]
    for card in sides:
        lines += wrapped(cards.entry(card), width, indent=2)
    for spot in player.field:
        place = (f"{chr(ord('A') + spot.place % SIDE)}{spot.place // SIDE + 1} ", FAINT)
        lines += wrapped(Text.assemble(place, cards.entry(spot.card)), width, indent=5)
    if player.events:
        lines.append(faint(tr("earth-events")))
    for card in player.events:
        lines += wrapped(cards.entry(card), width, indent=2)
    return lines

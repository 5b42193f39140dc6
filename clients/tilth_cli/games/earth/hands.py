"""Cards beside the field: what a seat holds, chooses from, looks at, or has played."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from tilth_cli.games.earth.cards import Cards, faint, painted
from tilth_cli.games.earth.fields import SIDE
from tilth_cli.games.earth.picks import by_card
from tilth_cli.games.lines import FAINT, label_text, listed, wrapped
from tilth_cli.looks import Look, seat_text
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.earth.v1 import Player, View


def hand(player: Player, look: Look, cards: Cards, width: int) -> list[Text]:
    """With all that is printed on them."""
    lines: list[Text] = []
    for title, held in _piles(player):
        lines.append(faint(say(title)))
        for card in held:
            lines += wrapped(cards.entry(card, _label(look, card)), width, indent=2)
    return lines


def hand_in_short(player: Player, look: Look, cards: Cards, width: int) -> list[Text]:
    """Their names."""
    lines: list[Text] = []
    for title, held in _piles(player):
        named = [
            Text.assemble(painted(cards.name(card), cards.face(card)), _label(look, card)) for card in held
        ]
        lines += listed(say(title), named, width)
    return lines


def _piles(player: Player) -> Iterator[tuple[str, Sequence[int]]]:
    piles = (
        ("earth.dealt", player.dealt),
        ("earth.chosen", player.chosen),
        ("earth.looked_at", player.looked_at),
        ("earth.hand", player.hand),
    )
    return (pile for pile in piles if pile[1])


def _label(look: Look, card: int) -> Text:
    return label_text(by_card(look).get(card, ()))


def laid_out(view: View, player: Player, look: Look, cards: Cards, width: int) -> list[Text]:
    """All cards that lie before a player, place by place, with all that is printed on them."""
    title = seat_text(player.seat, look.name(player.seat))
    lines = [title]
    sides = [card for card in (player.island, player.climate, player.ecosystem) if card is not None]
    for card in sides:
        lines += wrapped(cards.entry(card), width, indent=2)
    for spot in player.field:
        place = (f"{chr(ord('A') + spot.place % SIDE)}{spot.place // SIDE + 1} ", FAINT)
        lines += wrapped(Text.assemble(place, cards.entry(spot.card)), width, indent=5)
    if player.events:
        lines.append(faint(say("earth.events")))
    for card in player.events:
        lines += wrapped(cards.entry(card), width, indent=2)
    return lines

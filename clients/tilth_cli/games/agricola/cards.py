"""Cards: their names, their printed texts, and their owners. Names and texts come from the game's words."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_mark, seat_style, seat_text
from tilth_cli.games.agricola.picks import by_card
from tilth_cli.games.lines import FAINT, label_text, listed, wrapped
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.agricola.v1 import CardInPlay, CardKind, Player, View

PLAYABLE: Final = "✓"


def name(context: DrawContext, card: int) -> str:
    """Return a card's name."""
    return context.labels.text("card", card)


def about(context: DrawContext, card: int) -> str:
    """Return the card's printed facts and text, from the game's words."""
    parts = (context.labels.form("card", card, "facts"), context.labels.form("card", card, "text"))
    return "  ".join(part for part in parts if part)


def entry(context: DrawContext, card: int, more: Text | str = "") -> Text:
    """Return one line of a list of cards: name, labels of its options, `more`, and the printed facts and text."""
    label = label_text(by_card(context).get(card, ()))
    return Text.assemble((name(context, card), "bold"), label, more, "  ", (about(context, card), ""))


def named(context: DrawContext, card: int) -> Text:
    """Return a card's name with the labels of its options."""
    return Text(name(context, card), style="bold").append_text(label_text(by_card(context).get(card, ())))


def hand(
    player: Player | None, context: DrawContext, width: int, shown: AbstractSet[int] = frozenset()
) -> list[Text]:
    """Return the cards of a player's pack, kept cards and hand, each pile under its title, with the printed facts and
    texts. A pile is left out if all its cards are in `shown`; without a player there are no lines."""
    lines: list[Text] = []
    for title, held in _piles(player, shown):
        lines.append(Text(tr(title), style=FAINT))
        for card in held:
            lines += wrapped(entry(context, card, _playable(player, card)), width, indent=2)
    return lines


def hand_in_short(
    player: Player | None, context: DrawContext, width: int, shown: AbstractSet[int] = frozenset()
) -> list[Text]:
    """Return the names of the cards in a player's pack, kept cards and hand, without their texts. A pile is left out if
    all its cards are in `shown`; without a player there are no lines."""
    return [
        line
        for title, held in _piles(player, shown)
        for line in listed(
            tr(title), (named(context, card).append_text(_playable(player, card)) for card in held), width
        )
    ]


def _piles(player: Player | None, shown: AbstractSet[int]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the title and the cards of a player's pack, kept cards and hand. A pile is left out if all its cards are in
    `shown`, so an empty pile is left out, too."""
    if player is not None:
        piles = (
            ("agricola-pack", player.pack),
            ("agricola-kept", player.kept),
            ("agricola-hand", player.hand),
        )
        yield from (pile for pile in piles if not shown >= set(pile[1]))


def _playable(player: Player | None, card: int) -> Text:
    """Return a sign if the player can pay for the card now and meets its conditions; else an empty text."""
    return Text(f" {PLAYABLE}" if player is not None and card in player.playable else "", style="bold green")


def played(view: View, context: DrawContext, width: int, players: Iterable[Player]) -> Iterator[list[Text]]:
    """Yield a block of lines for each player, under the player's name: the cards in front of the player and, for other
    players, the cards in hand that the viewer knows. Players without such cards are left out."""
    for player in players:
        lines: list[Text] = []
        for one in player.cards:
            lines += wrapped(entry(context, one.card, _since(one)), width, indent=2)
        if player.seat != context.seat:
            lines += hand(player, context, width) or _known(player, context, width)
        if lines:
            yield [seat_text(player.seat, context.name(player.seat)), *lines]


def _known(player: Player, context: DrawContext, width: int) -> list[Text]:
    """Return lines with the hand cards of another player that this viewer has been shown, with their texts; empty if
    there are none."""
    lines = [Text(tr("agricola-shown"), style=FAINT)] if player.shown else []
    for card in player.shown:
        lines += wrapped(entry(context, card), width, indent=2)
    return lines


def played_in_short(context: DrawContext, width: int, players: Iterable[Player]) -> list[Text]:
    """Return the names of the cards that each player has played, one player after the other, each with the seat's
    mark."""
    lines: list[Text] = []
    for player in players:
        if player.cards:
            mine = listed(seat_mark(player.seat), (named(context, one.card) for one in player.cards), width)
            mine[0].stylize(seat_style(player.seat), 0, 1)
            lines += mine
    return lines


def _since(one: CardInPlay) -> Text:
    """Return, in brackets, the round since which the card has been in play and the numbers that it remembers; an empty
    text if there are neither."""
    since = tr("agricola-since", round=one.since) if one.since else ""
    numbers = tr("agricola-remembers", numbers=", ".join(map(str, one.numbers))) if one.numbers else ""
    found = ", ".join(part for part in (since, numbers) if part)
    return Text(f" ({found})" if found else "", style=FAINT)


def majors(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return the major improvements, a wrapped line for each, with their texts. An improvement that a player owns has
    the owner's mark."""
    lines = [Text(tr("agricola-majors"), style=FAINT)]
    for card, mark in _owned(view):
        lines += wrapped(entry(context, card, mark), width, indent=2)
    return lines


def majors_in_short(view: View, context: DrawContext, width: int) -> list[Text]:
    """Return the names of the major improvements one after another, each with its owner's mark if a player owns it."""
    things = (named(context, card).append_text(mark) for card, mark in _owned(view))
    return listed(tr("agricola-majors"), things, width)


def _owned(view: View) -> Iterator[tuple[int, Text]]:
    """Yield each major improvement that a player owns, with the owner's mark, or that is still on the board, with an
    empty text."""
    printed = view.printed.cards if view.printed is not None else []
    for card in (one.card for one in printed if one.kind == CardKind.MAJOR):
        owner = next((one.seat for one in view.players for own in one.cards if own.card == card), None)
        if owner is not None:
            yield card, Text.assemble(" ", (seat_mark(owner), seat_style(owner)))
        elif card in view.majors:
            yield card, Text()

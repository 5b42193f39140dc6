"""Cards: what they are called, what is printed on them, and who has them. All of it comes from the game's words."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from rich.text import Text

from tilth_cli.games.agricola.picks import by_card
from tilth_cli.games.lines import FAINT, label_text, listed, wrapped
from tilth_cli.looks import Look, seat_mark, seat_style, seat_text
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.agricola.v1 import CardInPlay, Player, View

MAJORS: Final = range(10)
"""The numbers of the major improvements."""
PLAYABLE: Final = "✓"


def name(look: Look, card: int) -> str:
    return look.words.text("card", card)


def about(look: Look, card: int) -> str:
    """What is printed on it."""
    parts = (look.words.form("card", card, "facts"), look.words.form("card", card, "text"))
    return "  ".join(part for part in parts if part)


def entry(look: Look, card: int, more: Text | str = "") -> Text:
    """One line of a list of cards."""
    label = label_text(by_card(look).get(card, ()))
    return Text.assemble((name(look, card), "bold"), label, more, "  ", (about(look, card), ""))


def named(look: Look, card: int) -> Text:
    return Text(name(look, card), style="bold").append_text(label_text(by_card(look).get(card, ())))


def hand(player: Player | None, look: Look, width: int, told: AbstractSet[int] = frozenset()) -> list[Text]:
    """With all that is printed on the cards, but for a pile of which all are told elsewhere."""
    lines: list[Text] = []
    for title, held in _piles(player, told):
        lines.append(Text(say(title), style=FAINT))
        for card in held:
            lines += wrapped(entry(look, card, _playable(player, card)), width, indent=2)
    return lines


def hand_in_short(
    player: Player | None, look: Look, width: int, told: AbstractSet[int] = frozenset()
) -> list[Text]:
    return [
        line
        for title, held in _piles(player, told)
        for line in listed(
            say(title), (named(look, card).append_text(_playable(player, card)) for card in held), width
        )
    ]


def _piles(player: Player | None, told: AbstractSet[int]) -> Iterator[tuple[str, Sequence[int]]]:
    if player is not None:
        piles = (
            ("agricola.pack", player.pack),
            ("agricola.kept", player.kept),
            ("agricola.hand", player.hand),
        )
        yield from (pile for pile in piles if not told >= set(pile[1]))


def _playable(player: Player | None, card: int) -> Text:
    """A sign for what can be paid for now and asks for nothing that is missing."""
    return Text(f" {PLAYABLE}" if player is not None and card in player.playable else "", style="bold green")


def played(view: View, look: Look, width: int, players: Iterable[Player]) -> Iterator[list[Text]]:
    """What lies before each player, and what the one who looks knows of the hands of others."""
    for player in players:
        lines: list[Text] = []
        for one in player.cards:
            lines += wrapped(entry(look, one.card, _since(one)), width, indent=2)
        if player.seat != look.seat:
            lines += hand(player, look, width) or _known(player, look, width)
        if lines:
            yield [seat_text(player.seat, look.name(player.seat)), *lines]


def _known(player: Player, look: Look, width: int) -> list[Text]:
    lines = [Text(say("agricola.shown"), style=FAINT)] if player.shown else []
    for card in player.shown:
        lines += wrapped(entry(look, card), width, indent=2)
    return lines


def played_in_short(look: Look, width: int, players: Iterable[Player]) -> list[Text]:
    lines: list[Text] = []
    for player in players:
        if player.cards:
            mine = listed(seat_mark(player.seat), (named(look, one.card) for one in player.cards), width)
            mine[0].stylize(seat_style(player.seat), 0, 1)
            lines += mine
    return lines


def _since(one: CardInPlay) -> Text:
    """When it came, and what it remembers."""
    since = say("agricola.since", round=one.since) if one.since else ""
    numbers = say("agricola.remembers", numbers=", ".join(map(str, one.numbers))) if one.numbers else ""
    found = ", ".join(part for part in (since, numbers) if part)
    return Text(f" ({found})" if found else "", style=FAINT)


def majors(view: View, look: Look, width: int) -> list[Text]:
    """All of them, and who has those that are no more on the board."""
    lines = [Text(say("agricola.majors"), style=FAINT)]
    for card, mark in _owned(view):
        lines += wrapped(entry(look, card, mark), width, indent=2)
    return lines


def majors_in_short(view: View, look: Look, width: int) -> list[Text]:
    things = (named(look, card).append_text(mark) for card, mark in _owned(view))
    return listed(say("agricola.majors"), things, width)


def _owned(view: View) -> Iterator[tuple[int, Text]]:
    for card in MAJORS:
        owner = next((one.seat for one in view.players for own in one.cards if own.card == card), None)
        if owner is not None:
            yield card, Text.assemble(" ", (seat_mark(owner), seat_style(owner)))
        elif card in view.majors:
            yield card, Text()

"""Petrichor's table: the round and the dice, the Fields, and a row for each player with votes on the weather."""

from collections.abc import Iterable, Mapping, Sequence

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.games.base import Drawn
from tilth_cli.games.petrichor.fields import fields, side_mark, side_style
from tilth_cli.looks import Look
from tilth_cli.words import say
from tilth_dataclasses.tilth.games.petrichor.v1 import (
    ChooseWeather,
    Pass,
    Phase,
    Play,
    Player,
    View,
    Weather,
)

WEATHERS: Mapping[int, tuple[str, str]] = {
    Weather.FROST: ("frost", "bright_cyan"),
    Weather.SUN: ("sun", "bright_yellow"),
    Weather.WIND: ("wind", "bright_white"),
    Weather.RAIN: ("rain", "bright_blue"),
}
PHASES: Mapping[int, str] = {
    Phase.SET_UP: "set_up",
    Phase.ACTION: "action",
    Phase.WEATHER: "weather",
    Phase.HARVEST: "harvest",
    Phase.CLEAN_UP: "clean_up",
    Phase.OVER: "over",
}
RESOLVED = 2
"""Weather spaces that come true at the end of a round."""


def draw(view: Message, look: Look) -> RenderableType:
    assert isinstance(view, View)
    shown: list[RenderableType] = [_status(view, look)]
    if view.tiles:
        shown.append(fields(view.tiles, look, _labels(look, "tile")))
    shown.append(_players(view, look))
    shown += _cards(view, look)
    if view.southern_winds:
        winds = " ".join(map(str, view.southern_winds))
        shown.append(Text.assemble((say("petrichor.winds"), "dim"), " ", winds))
    return Group(*shown)


def _status(view: View, look: Look) -> Text:
    phase = say(f"petrichor.phase.{PHASES.get(view.phase, 'set_up')}")
    text = Text.assemble((say("petrichor.round", round=view.round, rounds=view.rounds), "bold"), "  ", phase)
    if view.dice:
        text.append(f"   {say('petrichor.dice')}", style="dim")
        for face in view.dice:
            label = f" [{face}]" if face else f" [{say('petrichor.harvest_icon')}]"
            text.append(label, style="bold" if face else "bold green")
    for key, count in (("deck", view.deck), ("wheat_left", view.wheat_left)):
        part = f"   {say(f'petrichor.{key}', count=count)}"
        if text.cell_len + len(part) <= look.width:
            text.append(part, style="dim")
    text.truncate(look.width, overflow="ellipsis")
    return text


def _players(view: View, look: Look) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column("", no_wrap=True)
    for column in ("points", "wins", "wheat", "supply", "votes_left", "hand"):
        table.add_column(say(f"petrichor.column.{column}"), justify="right", no_wrap=True, header_style="dim")
    labels = _labels(look, "weather", "action")
    for weather, (name, style) in WEATHERS.items():
        header = Text(say(f"petrichor.{name}"), style=style)
        if weather in labels:
            header.append(f"[{labels[weather]}]", style="bold reverse cyan")
        table.add_column(header, justify="right", no_wrap=True, min_width=5)
    for player in view.players:
        table.add_row(*_row(view, player, look))
    totals = [sum(player.votes[i] for player in view.players if player.votes) for i in range(len(WEATHERS))]
    leading = _leading(totals)
    sums = [
        Text(f"{votes}*", style="bold") if i in leading else Text(f"{votes} ", style="dim")
        for i, votes in enumerate(totals)
    ]
    table.add_row(Text(say("petrichor.all_votes"), style="dim"), *[""] * 6, *sums)
    return table


def _row(view: View, player: Player, look: Look) -> list[Text]:
    seats = len(look.names)
    side = player.seat
    style = side_style(side, seats)
    name = look.name(side) if side < seats else say("petrichor.neutral")
    first = say("petrichor.first") if side == view.first_player and seats > 1 else ""
    label = Text.assemble((f"{side_mark(side, seats)} {name}", style))
    label.truncate(max(4, min(look.width - 62, 24) - len(first)), overflow="ellipsis")
    worth = view.track[player.voting_wins] if player.voting_wins < len(view.track) else 0
    plain = [player.wheat, player.supply, player.votes_left, player.hand_size]
    return [
        label.append(first, style="bold"),
        Text(str(player.points), style="bold"),
        Text(f"{player.voting_wins} (+{worth})"),
        *(Text(str(number)) for number in plain),
        *(Text(f"{number or chr(183)} ", style=style if number else "dim") for number in player.votes),
    ]


def _leading(totals: Sequence[int]) -> set[int]:
    """The spaces that would be resolved, ties included: those with votes that at most one other surpasses."""
    return {
        i for i, votes in enumerate(totals) if votes and sum(other > votes for other in totals) < RESOLVED
    }


def _cards(view: View, look: Look) -> Iterable[Text]:
    """Every hand, pack and draft that this viewer may see."""
    for player in view.players:
        own = player.seat == look.seat
        whose = (
            Text()
            if own
            else Text(f"{look.name(player.seat)}: ", style=side_style(player.seat, len(look.names)))
        )
        parts = []
        for key, cards in (("hand", player.hand), ("pack", player.pack), ("kept", player.kept)):
            if cards:
                parts.append(Text.assemble((say(f"petrichor.{key}"), "dim"), " ", cards_text(cards)))
        if player.shown and not player.hand:
            parts.append(Text.assemble((say("petrichor.shown"), "dim"), " ", cards_text(player.shown)))
        if parts:
            yield Text.assemble(whose, Text("   ").join(parts))


def cards_text(cards: Sequence[int]) -> Text:
    """`Frost x2, Rain`."""
    parts = []
    for weather, (name, style) in WEATHERS.items():
        if count := sum(card == weather for card in cards):
            parts.append(Text(say(f"petrichor.{name}") + (f" x{count}" if count > 1 else ""), style=style))
    return Text(", ").join(parts)


def _labels(look: Look, *names: str) -> dict[int, str]:
    """The labels of the offered moves by the tile (or weather) they mean; a move's goal counts more than its start."""
    found: dict[int, list[str]] = {}
    for label, move in look.moves.items():
        for name in ("to", *names) if "tile" in names else names:
            place = getattr(move, name, None)
            if place is not None:
                found.setdefault(int(place), []).append(label)
                break
    return {place: ",".join(labels) for place, labels in found.items()}


def hint(move: Message, view: Message | None, look: Look) -> str:
    """What an offered move brings, where its text is only its name."""
    match move:
        case Play(action=weather) if weather in WEATHERS:
            return say(f"petrichor.hint.play.{WEATHERS[weather][0]}")
        case Pass():
            return say("petrichor.hint.pass")
        case ChooseWeather(weather=weather) if weather in WEATHERS:
            return say(f"petrichor.hint.weather.{WEATHERS[weather][0]}")
        case _:
            return ""


DRAWN = Drawn(draw, hint, "petrichor.help")

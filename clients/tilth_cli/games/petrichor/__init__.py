"""Petrichor's table: the round and the dice, the Fields, and a row for each player with votes on the weather."""

from collections.abc import Iterable, Mapping, Sequence

from betterproto2 import Message
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.draw_context import DrawContext
from tilth_cli.games.base import GameDrawing
from tilth_cli.games.petrichor.fields import fields, side_mark, side_style
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.petrichor.v1 import (
    ChooseWeather,
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


def draw(view: Message, context: DrawContext) -> RenderableType:
    """Draw the table: the status line, the tiles, the players' rows, the cards that the viewer may see, and the
    southern winds."""
    assert isinstance(view, View)
    shown: list[RenderableType] = [_status(view, context)]
    if view.tiles:
        shown.append(fields(view.tiles, context, _labels(context, "tile")))
    shown.append(_players(view, context))
    shown += _cards(view, context)
    if view.southern_winds:
        winds = " ".join(map(str, view.southern_winds))
        shown.append(Text.assemble((tr("petrichor-winds"), "dim"), " ", winds))
    return Group(*shown)


def _status(view: View, context: DrawContext) -> Text:
    """Return the line on top: round, phase, dice, and the cards and wheat that are left. The last two are left out
    where there is no room."""
    text = Text()
    if view.round:
        text.append(f"{tr('petrichor-round', round=view.round, rounds=view.rounds)}  ", style="bold")
    text.append(tr(f"petrichor-phase-{PHASES.get(view.phase, 'set_up')}"))
    if view.dice:
        text.append(f"   {tr('petrichor-dice')}", style="dim")
        for face in view.dice:
            label = f" [{face}]" if face else f" [{tr('petrichor-harvest_icon')}]"
            text.append(label, style="bold" if face else "bold green")
    for key, count in (("deck", view.deck), ("wheat_left", view.wheat_left)):
        part = f"   {tr(f'petrichor-{key}', count=count)}"
        if text.cell_len + len(part) <= context.width:
            text.append(part, style="dim")
    text.truncate(context.width, overflow="ellipsis")
    return text


def _players(view: View, context: DrawContext) -> RenderableType:
    """Return a table with a row for each player, and a last row with the sum of the votes on each weather. A star marks
    the spaces that would be resolved."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column("", no_wrap=True)
    for column in ("points", "wins", "wheat", "supply", "votes_left", "hand"):
        table.add_column(tr(f"petrichor-column-{column}"), justify="right", no_wrap=True, header_style="dim")
    labels = _labels(context, "weather", "action")
    for weather, (name, style) in WEATHERS.items():
        header = Text(tr(f"petrichor-{name}"), style=style)
        if weather in labels:
            header.append(f"[{labels[weather]}]", style="bold reverse cyan")
        table.add_column(header, justify="right", no_wrap=True, min_width=5)
    for player in view.players:
        table.add_row(*_row(view, player, context))
    totals = [sum(player.votes[i] for player in view.players if player.votes) for i in range(len(WEATHERS))]
    sums = [
        Text(f"{votes}*", style="bold")
        if weather in view.leading_weathers
        else Text(f"{votes} ", style="dim")
        for weather, votes in zip(WEATHERS, totals, strict=True)
    ]
    table.add_row(Text(tr("petrichor-all_votes"), style="dim"), *[""] * 6, *sums)
    return table


def _row(view: View, player: Player, context: DrawContext) -> list[Text]:
    """Return the cells of a player's row: name, points, voting wins with their points, wheat, supply, votes left, cards
    in hand, and the votes on each weather."""
    seats = len(context.names)
    side = player.seat
    style = side_style(side, seats)
    name = context.name(side) if side < seats else tr("petrichor-neutral")
    first = tr("petrichor-first") if side == view.first_player and seats > 1 else ""
    label = Text.assemble((f"{side_mark(side, seats)} {name}", style))
    label.truncate(max(4, min(context.width - 62, 24) - len(first)), overflow="ellipsis")
    worth = view.track[player.voting_wins] if player.voting_wins < len(view.track) else 0
    plain = [player.wheat, player.supply, player.votes_left, player.hand_size]
    return [
        label.append(first, style="bold"),
        Text(str(player.points), style="bold"),
        Text(f"{player.voting_wins} (+{worth})"),
        *(Text(str(number)) for number in plain),
        *(Text(f"{number or chr(183)} ", style=style if number else "dim") for number in player.votes),
    ]


def _cards(view: View, context: DrawContext) -> Iterable[Text]:
    """Yield a line for each player with the cards of hand, pack and kept cards, or shown cards, that this viewer may
    see; no line for a player without such cards. The viewer's own line has no name in front."""
    for player in view.players:
        own = player.seat == context.seat
        whose = (
            Text()
            if own
            else Text(f"{context.name(player.seat)}: ", style=side_style(player.seat, len(context.names)))
        )
        parts = []
        for key, cards in (("hand", player.hand), ("pack", player.pack), ("kept", player.kept)):
            if cards:
                parts.append(Text.assemble((tr(f"petrichor-{key}"), "dim"), " ", cards_text(cards)))
        if player.shown and not player.hand:
            parts.append(Text.assemble((tr("petrichor-shown"), "dim"), " ", cards_text(player.shown)))
        if parts:
            yield Text.assemble(whose, Text("   ").join(parts))


def cards_text(cards: Sequence[int]) -> Text:
    """Return the cards as text, with a count for several of the same weather: `Frost x2, Rain`."""
    parts = []
    for weather, (name, style) in WEATHERS.items():
        if count := sum(card == weather for card in cards):
            parts.append(Text(tr(f"petrichor-{name}") + (f" x{count}" if count > 1 else ""), style=style))
    return Text(", ").join(parts)


def _labels(context: DrawContext, *names: str) -> dict[int, str]:
    """Return the labels of the offered moves, joined by commas, by the number in the first field of `names` that the
    move has. If `names` contains "tile", a move's goal (`to`) comes before them."""
    found: dict[int, list[str]] = {}
    for label, move in context.moves.items():
        for name in ("to", *names) if "tile" in names else names:
            place = getattr(move, name, None)
            if place is not None:
                found.setdefault(int(place), []).append(label)
                break
    return {place: ",".join(labels) for place, labels in found.items()}


def hint(move: Message, view: Message | None, context: DrawContext) -> str:
    """Return the effect of an offered move whose text is only its name; "" for all other moves."""
    match move:
        case Play(action=weather):
            return context.labels.form("weather", weather, "action")
        case ChooseWeather(weather=weather):
            return context.labels.form("weather", weather, "effect")
        case _:
            return ""


DRAWN = GameDrawing(draw, hint, "petrichor-help")

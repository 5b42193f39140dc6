"""A match on the screen: a line on top, the board, what happened, what is asked."""

import dataclasses
import re
import time
from collections.abc import Iterator, Sequence
from itertools import groupby

from betterproto2 import Message
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tilth_cli.answers import bounds_text, quantity_bounds
from tilth_cli.columns import in_columns
from tilth_cli.games import drawn
from tilth_cli.looks import Look, seat_mark, seat_style, seat_text
from tilth_cli.narrowing import MANY, is_wide, left
from tilth_cli.plain import chosen_member
from tilth_cli.scene import Line, Scene
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Decision, Option

LEAST_STORY = 2
LEAST_ROOM = 14
"""Lines that a board has in any case."""
HEADER_AND_PROMPT = 2
OFFER = "o"
"""How the labels of offers begin."""
LABEL = 5
"""Columns that an option's number takes, with the space behind it."""
LOW = 32
"""A terminal with fewer lines is a low one."""


def whole(scene: Scene, console: Console, footer: Text | None = None, asks: bool = True) -> Group:
    """Everything that fits the terminal's height; what happened long ago gives way first."""
    low = console.height < LOW
    width = console.width
    asked = scene.asked if asks else None
    question = [decision(scene, width)] if asked is not None else []
    below: list[RenderableType] = [result(scene)] if scene.ended is not None else []
    below += [footer] if footer else []
    gap: list[RenderableType] = [] if low else [Text("")]
    free = console.height - _height(console, below) - len(gap) - LEAST_STORY - HEADER_AND_PROMPT
    room = free - _height(console, question)
    pages = drawn(scene.game).pages
    if asked is not None and pages is not None and room < 1:
        question = [decision(scene, width, hints=False)]
        room = free - _height(console, question)
    look = _board_look(scene, width, asks, short=low, room=max(room, LEAST_ROOM))
    if asked is not None and scene.view is not None and pages is not None and room < LEAST_ROOM:
        folded = _folded(asked)
        rest = max(1, free - _height(console, [folded]))
        look = dataclasses.replace(look, short=True, room=max(1, room), rest=rest)
        question = [folded] if look.page % pages(scene.view, look) else question
    bottom = [*question, *below]
    top = [header(scene), _board(scene, look), *gap]
    taken = _height(console, [*top, *bottom])
    room = max(console.height - taken - 1, LEAST_STORY)
    return Group(*top, story(scene, room, console.width), *bottom)


def _height(console: Console, shown: Sequence[RenderableType]) -> int:
    return len(console.render_lines(Group(*shown), pad=False))


def header(scene: Scene) -> RenderableType:
    left = Text.assemble((scene.title or scene.game.capitalize(), "bold"), "  ", (scene.match_id, "dim"))
    left.append(f"  {say('record', number=scene.record)}", style="dim")
    return Rule(Text.assemble(left, "  ", standing(scene), "  ", clocks(scene)), align="left", style="dim")


def standing(scene: Scene) -> Text:
    """Whom the match waits for, or that it is over."""
    if scene.ended is not None:
        return Text(say("state.cancelled" if scene.ended.result is None else "state.over"), style="bold")
    if scene.seat is not None and scene.asked is not None:
        return Text(say("your_turn"), style="bold reverse")
    if not scene.waiting:
        return Text("")
    names = Text(", ").join(Text(scene.name(seat), style=seat_style(seat)) for seat in scene.waiting)
    return Text.assemble(say("waiting_for"), " ", names)


def clocks(scene: Scene) -> Text:
    """What is left to each seat; empty where a match has no clocks."""
    gone_ms = int((time.monotonic() - scene.clocks_at) * 1000)
    parts = []
    for clock in scene.clocks:
        running = clock.left_ms is not None
        left = max(0, (clock.left_ms or 0) - gone_ms) if running else clock.bank_ms
        style = seat_style(clock.seat) if running else "dim"
        parts.append(Text(f"{seat_mark(clock.seat)} {left // 60000}:{left // 1000 % 60:02}", style=style))
    return Text("  ").join(parts)


def board(scene: Scene, width: int) -> RenderableType:
    """In lines that are told one after the other."""
    return _board(scene, _board_look(scene, width))


def _board(scene: Scene, look: Look) -> RenderableType:
    if scene.view is None:
        return Text(say("no_view" if scene.started else "not_started"), style="dim")
    return drawn(scene.game).draw(scene.view, look)


def _board_look(
    scene: Scene, width: int, asks: bool = True, short: bool = False, room: int = Look.room
) -> Look:
    """With the moves that are offered, if the question is shown, too."""
    moves = _moves(scene) if asks and scene.view is not None else {}
    return dataclasses.replace(_look(scene, asks), width=width, moves=moves, short=short, room=room)


def _moves(scene: Scene) -> dict[str, Message]:
    """What the options mean, by their labels."""
    options = meant(scene, scene.asked) if scene.asked is not None else []
    moves = ((label, move_of(scene, option)) for label, option in options)
    return {label: move for label, move in moves if move is not None}


def _look(scene: Scene, asks: bool) -> Look:
    names = [scene.name(seat) for seat in range(len(scene.names))]
    setting = scene.setting.numbers if asks and scene.setting is not None else {}
    about = scene.types.read_move(scene.asked.about) if asks and scene.asked and scene.asked.about else None
    return Look(
        names=names,
        width=0,
        seat=scene.seat,
        setting=setting,
        about=chosen_member(about) if about is not None else None,
        page=scene.page,
        words=scene.words,
    )


def story(scene: Scene, lines: int, width: int) -> RenderableType:
    """The last lines of what happened."""
    shown = [story_line(scene, line) for line in list(scene.story)[-lines:]]
    for line in shown:
        line.truncate(width, overflow="ellipsis")
    return Group(*shown)


def story_line(scene: Scene, line: Line) -> Text:
    text = Text(line.text)
    for seat, name in enumerate(scene.names):
        if name:
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", seat_style(seat))
    return Text.assemble((f"{line.record:>4}  ", "dim"), text)


def labelled(asked: Decision) -> list[tuple[str, Option]]:
    """Every option under the label it is picked by."""
    return [
        *((str(number), option) for number, option in enumerate(asked.options, 1)),
        *((f"{OFFER}{number}", option) for number, option in enumerate(asked.offers, 1)),
    ]


def meant(scene: Scene, asked: Decision) -> list[tuple[str, Option]]:
    """The options that fit what was typed to see fewer, and all offers."""
    kept = left(asked, scene.narrowed)
    return [one for at, one in enumerate(labelled(asked)) if at in kept or at >= len(asked.options)]


def move_of(scene: Scene, option: Option) -> Message | None:
    """What an option means, in the game's own type; None for a game that is not known here."""
    move = scene.types.read_move(option.move)
    return chosen_member(move) if move is not None else None


def decision(scene: Scene, width: int, hints: bool = True) -> RenderableType:
    """With what there is to say of the options; where that is more than a terminal holds, it stands on other pages."""
    asked = scene.asked
    assert asked is not None
    elsewhere = "" if hints else f"  {say('hints_elsewhere')}"
    shown: list[RenderableType] = [_question(asked).append(elsewhere, style="dim")]
    shown += _how_many(scene, asked)
    shown += _options(scene, asked, width, hints)
    if scene.setting is not None and scene.view is not None:
        remark = drawn(scene.game).dials.remark(scene.view, _look(scene, asks=True))
        shown.append(scene.setting.text(remark))
        return Padding(Group(*shown), (1, 0, 0, 0))
    shown += [
        Text.assemble("  ", (quantity.name, "bold"), " ", quantity_bounds(quantity))
        for quantity in asked.quantities
    ]
    return Padding(Group(*shown), (1, 0, 0, 0))


def _question(asked: Decision) -> Text:
    return Text.assemble((asked.text or asked.kind, "bold"), "  ", (bounds_text(asked), "dim"))


def _folded(asked: Decision) -> RenderableType:
    """A question that gives way to a page; its options are picked by the same numbers."""
    return Padding(Text.assemble(_question(asked), "  ", (say("folded"), "dim")), (1, 0, 0, 0))


def _how_many(scene: Scene, asked: Decision) -> list[Text]:
    """A word on how to find one of very many options."""
    if not is_wide(asked):
        return []
    kept = len(left(asked, scene.narrowed))
    if kept == len(asked.options):
        example = asked.options[0].text.split(",")[0]
        return [Text(say("many.all", count=kept, example=example), style="dim")]
    words = " ".join(scene.narrowed.words) if scene.narrowed else ""
    return [Text(say("many.left" if kept > 1 else "many.one", words=words, count=kept), style="bold")]


def _options(scene: Scene, asked: Decision, width: int, hints: bool) -> list[Text]:
    """Options and offers, side by side where that takes fewer lines."""
    lines = list(_option_lines(scene, asked, hints))
    options = [line for label, line in lines if not label.startswith(OFFER)]
    offers = [line for label, line in lines if label.startswith(OFFER)]
    together = in_columns([*options, *offers], width, LABEL)
    apart = [*in_columns(options, width, LABEL), *in_columns(offers, width, LABEL)]
    return min(together, apart, key=len)


def _option_lines(scene: Scene, asked: Decision, hints: bool) -> Iterator[tuple[str, Text]]:
    """Each option; of very many that are alike the first, and how many there are."""
    options = meant(scene, asked)
    few = hints and len(left(asked, scene.narrowed)) <= MANY
    look = dataclasses.replace(_look(scene, asks=True), moves=_moves(scene)) if few else None
    limits = {label: _limit(asked, at) for at, (label, _) in enumerate(labelled(asked))}
    many = len(options) > MANY
    for kind, alike in groupby(options, key=lambda one: _kind(scene, one[1]) if many else ""):
        same = list(alike)
        if kind:
            label = same[0][0]
            yield label, Text.assemble(_label(label), f"{kind} ", (f"x{len(same)}", "dim"))
        else:
            yield from ((label, _option(scene, look, label, option, limits[label])) for label, option in same)


def _kind(scene: Scene, option: Option) -> str:
    move = move_of(scene, option)
    return drawn(scene.game).kind(move) if move is not None else ""


def _label(label: str) -> Text:
    return Text.assemble((f"{label:>3} ", "bold reverse" if label.startswith(OFFER) else "bold cyan"), " ")


def _option(scene: Scene, look: Look | None, label: str, option: Option, limit: int) -> Text:
    """An option's text, with what else there is to say of it unless there are too many."""
    text = _label(label).append(option.text or str(option.id))
    if limit > 1:
        text.append(f" (x{limit})", style="dim")
    move = move_of(scene, option)
    if look is not None and move is not None and (hint := drawn(scene.game).hint(move, scene.view, look)):
        text.append(f"  {hint}", style="dim")
    return text


def _limit(asked: Decision, index: int) -> int:
    return asked.each[index] if index < len(asked.each) else 1


def result(scene: Scene) -> RenderableType:
    """How it ended: places and points, and whether the deal can be proved fair."""
    ended = scene.ended
    assert ended is not None
    if ended.result is None:
        return Text(say("result.cancelled", why=ended.cancelled), style="bold")
    table = Table(
        title=say("result.title"), title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    table.add_column(say("result.place"), justify="right")
    table.add_column(say("result.player"))
    table.add_column(say("result.score"), justify="right")
    standings = zip(ended.result.places, ended.result.scores, strict=True)
    for seat, (place, score) in sorted(enumerate(standings), key=lambda one: one[1]):
        table.add_row(str(place), seat_text(seat, scene.name(seat)), str(score))
    fair = scene.seed_holds
    if fair is None:
        return Padding(table, (1, 0, 0, 0))
    proof = Text(say("result.fair" if fair else "result.unfair"), style="dim" if fair else "bold red")
    return Padding(Group(table, proof), (1, 0, 0, 0))

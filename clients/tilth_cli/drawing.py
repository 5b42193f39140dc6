"""The drawing of a match: a line on top, the board, the latest events, and the question."""

import dataclasses
import re
import textwrap
import time
from collections.abc import Iterator, Sequence
from itertools import groupby

from betterproto2 import Message
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tilth_cli.answers import bounds_text, called, quantity_bounds
from tilth_cli.draw_context import DrawContext, seat_mark, seat_style, seat_text
from tilth_cli.games import drawing_of
from tilth_cli.messages import tr
from tilth_cli.option_search import MANY, is_wide, remaining
from tilth_cli.plain import chosen_member
from tilth_cli.scene import Line, Scene
from tilth_cli.score_sheet import score_table
from tilth_cli.solo import solo_text
from tilth_cli.text_columns import in_columns
from tilth_dataclasses.tilth.v1 import Decision, Option

MIN_STORY = 2
MIN_ROOM = 14
"""Lines that a board has in any case."""
HEADER_AND_PROMPT = 2
OFFER = "o"
"""The first character of an offer's label."""
LABEL = 5
"""Columns that an option's number takes, with the space behind it."""
BRIEF = 60
"""Characters of an option's text that are shown where the whole text stands on a page of its own, or where it is shown
once fewer options are left."""
LOW = 32
"""A terminal with fewer lines is a low one."""


def match_picture(scene: Scene, console: Console, footer: Text | None = None, asks: bool = True) -> Group:
    """Return the drawing of a match at the terminal's height. If there is too little room, the oldest events are left
    out first. `footer` is a line at the bottom; without `asks` the question is left out."""
    low = console.height < LOW
    width = console.width
    decision = scene.decision if asks else None
    asked = [question(scene, width)] if decision is not None else []
    below: list[RenderableType] = [_ending(scene, console)] if scene.ended is not None else []
    below += [footer] if footer else []
    gap: list[RenderableType] = [] if low else [Text("")]
    free = console.height - _height(console, below) - len(gap) - MIN_STORY - HEADER_AND_PROMPT
    room = free - _height(console, asked)
    pages = drawing_of(scene.game).pages
    if decision is not None and pages is not None and room < 1:
        asked = [question(scene, width, hints=False)]
        room = free - _height(console, asked)
    context = _board_context(scene, width, asks, short=low, room=max(room, MIN_ROOM))
    if decision is not None and scene.view is not None and pages is not None and room < MIN_ROOM:
        folded = _folded(decision, width)
        rest = max(1, free - _height(console, [folded]))
        context = dataclasses.replace(context, short=True, room=max(1, room), rest=rest)
        asked = [folded] if context.page % pages(scene.view, context) else asked
    bottom = [*asked, *below]
    top = [header(scene), _board(scene, context), *gap]
    taken = _height(console, [*top, *bottom])
    room = max(console.height - taken - 1, MIN_STORY)
    return Group(*top, story(scene, room, console.width), *bottom)


def _ending(scene: Scene, console: Console) -> RenderableType:
    """Return the drawing of the result. Its score sheet is left out if fewer than LOW lines would be left for the
    rest."""
    full = result(scene)
    return full if console.height - _height(console, [full]) >= LOW else result(scene, brief=True)


def _height(console: Console, shown: Sequence[RenderableType]) -> int:
    """Return the number of lines that these parts take in the terminal."""
    return len(console.render_lines(Group(*shown), pad=False))


def header(scene: Scene) -> RenderableType:
    """Return the line on top: the title and id of the match, the record's number, the pending seats and the clocks."""
    left = Text.assemble((scene.title or scene.game.capitalize(), "bold"), "  ", (scene.match_id, "dim"))
    left.append(f"  {tr('record', number=scene.record)}", style="dim")
    parts: list[str | Text] = [left, "  ", status_text(scene), "  ", clocks(scene)]
    if scene.notice is not None and (stops := scene.notice.left()):
        parts += ["  ", Text(tr("notice-stops_in", left=stops), style="bold")]
    return Rule(Text.assemble(*parts), align="left", style="dim")


def status_text(scene: Scene) -> Text:
    """Return a text that names the players the match waits for, or says that it has ended."""
    if scene.ended is not None:
        return Text(tr("state-cancelled" if scene.ended.result is None else "state-finished"), style="bold")
    if scene.seat is not None and scene.decision is not None:
        return Text(tr("your_turn"), style="bold reverse")
    if not scene.pending_seats:
        return Text("")
    names = Text(", ").join(Text(scene.name(seat), style=seat_style(seat)) for seat in scene.pending_seats)
    return Text.assemble(tr("waiting_for"), " ", names)


def clocks(scene: Scene) -> Text:
    """Return each seat's remaining time; empty for a match without clocks."""
    gone_ms = int((time.monotonic() - scene.clocks_at) * 1000)
    parts = []
    for clock in scene.clocks:
        running = clock.remaining_ms is not None
        left = max(0, (clock.remaining_ms or 0) - gone_ms) if running else clock.bank_ms
        style = seat_style(clock.seat) if running else "dim"
        parts.append(Text(f"{seat_mark(clock.seat)} {left // 60000}:{left // 1000 % 60:02}", style=style))
    return Text("  ").join(parts)


def board(scene: Scene, width: int) -> RenderableType:
    """Return the drawing of the board alone, for output in lines."""
    return _board(scene, _board_context(scene, width))


def _board(scene: Scene, context: DrawContext) -> RenderableType:
    """Return the game's drawing of the scene's view; a faint text if there is no view yet."""
    if scene.view is None:
        return Text(tr("no_view" if scene.started else "not_started"), style="dim")
    return drawing_of(scene.game).draw(scene.view, context)


def _board_context(
    scene: Scene, width: int, asks: bool = True, short: bool = False, room: int = DrawContext.room
) -> DrawContext:
    """Return the board's drawing context; it has the offered moves if the question is shown, too."""
    moves = _moves(scene) if asks and scene.view is not None else {}
    return dataclasses.replace(_draw_context(scene, asks), width=width, moves=moves, short=short, room=room)


def _moves(scene: Scene) -> dict[str, Message]:
    """Return the moves that the current options stand for, by the options' labels."""
    options = remaining_options(scene, scene.decision) if scene.decision is not None else []
    moves = ((label, move_of(scene, option)) for label, option in options)
    return {label: move for label, move in moves if move is not None}


def _draw_context(scene: Scene, asks: bool) -> DrawContext:
    """Return the context of a drawing, without width and moves."""
    names = [scene.name(seat) for seat in range(len(scene.names))]
    numbers = scene.number_input.numbers if asks and scene.number_input is not None else {}
    about = (
        scene.types.read_move(scene.decision.about)
        if asks and scene.decision and scene.decision.about
        else None
    )
    return DrawContext(
        names=names,
        width=0,
        seat=scene.seat,
        numbers=numbers,
        about=chosen_member(about) if about is not None else None,
        page=scene.page,
        labels=scene.labels,
    )


def story(scene: Scene, lines: int, width: int) -> RenderableType:
    """Draw the last `lines` lines of the story, the oldest first; a line longer than `width` is cut off."""
    shown = [story_line(scene, line) for line in list(scene.story)[-lines:]]
    for line in shown:
        line.truncate(width, overflow="ellipsis")
    return Group(*shown)


def story_line(scene: Scene, line: Line) -> Text:
    """Return a line of the story: the record's number in front, then the text with the players' names in the colours of
    their seats."""
    text = Text(line.text)
    for seat, name in enumerate(scene.names):
        if name:
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", seat_style(seat))
    return Text.assemble((f"{line.record:>4}  ", "dim"), text)


def labelled_options(decision: Decision) -> list[tuple[str, Option]]:
    """Return all options and offers, each with the label by which it is picked."""
    return [
        *((str(number), option) for number, option in enumerate(decision.options, 1)),
        *((f"{OFFER}{number}", option) for number, option in enumerate(decision.offers, 1)),
    ]


def remaining_options(scene: Scene, decision: Decision) -> list[tuple[str, Option]]:
    """Return the options that fit the typed words, and all offers."""
    kept = remaining(decision, scene.search)
    return [
        one for at, one in enumerate(labelled_options(decision)) if at in kept or at >= len(decision.options)
    ]


def move_of(scene: Scene, option: Option) -> Message | None:
    """Return an option's move in the game's own type; None for a game that this client does not know."""
    move = scene.types.read_move(option.move)
    return chosen_member(move) if move is not None else None


def question(scene: Scene, width: int, hints: bool = True) -> RenderableType:
    """Return the question with its options and, with `hints`, remarks on them; a long question has its remarks on
    other pages."""
    decision = scene.decision
    assert decision is not None
    elsewhere = "" if hints else f"  {tr('hints_elsewhere')}"
    shown: list[RenderableType] = [_question(decision, width).append(elsewhere, style="dim")]
    shown += _how_many(scene, decision)
    shown += _options(scene, decision, width, hints)
    if scene.number_input is not None and scene.view is not None:
        remark = drawing_of(scene.game).dials.remark(scene.view, _draw_context(scene, asks=True))
        shown.append(scene.number_input.text(remark))
        return Padding(Group(*shown), (1, 0, 0, 0))
    shown += [
        Text.assemble("  ", (called(quantity), "bold"), " ", quantity_bounds(quantity))
        for quantity in decision.quantities
    ]
    return Padding(Group(*shown), (1, 0, 0, 0))


def _question(decision: Decision, width: int) -> Text:
    """Return the question's text and its bounds. The bounds get a line of their own if they do not fit behind the
    text."""
    text, bounds = decision.text or decision.kind, bounds_text(decision)
    last_line = textwrap.wrap(text, width)[-1]
    between = "  " if cell_len(last_line) + 2 + cell_len(bounds) <= width else "\n  "
    return Text.assemble((text, "bold"), between, (bounds, "dim"))


def _folded(decision: Decision, width: int) -> RenderableType:
    """Return the question without its options, for when the options give way to a page of the board. They can still be
    picked by their numbers."""
    return Padding(Text.assemble(_question(decision, width), "  ", (tr("folded"), "dim")), (1, 0, 0, 0))


def _how_many(scene: Scene, decision: Decision) -> list[Text]:
    """Return a hint on finding one of very many options; empty if there are few."""
    if not is_wide(decision):
        return []
    kept = len(remaining(decision, scene.search))
    if kept == len(decision.options):
        example = re.split("[,:]", decision.options[0].text)[0]
        return [Text(tr("many-all", count=kept, example=example), style="dim")]
    words = " ".join(scene.search.words) if scene.search else ""
    return [Text(tr("many-left" if kept > 1 else "many-one", words=words, count=kept), style="bold")]


def _options(scene: Scene, decision: Decision, width: int, hints: bool) -> list[Text]:
    """Return the lines of options and offers, side by side; offers begin a new line only if that takes fewer lines."""
    lines = list(_option_lines(scene, decision, hints))
    options = [line for label, line in lines if not label.startswith(OFFER)]
    offers = [line for label, line in lines if label.startswith(OFFER)]
    together = in_columns([*options, *offers], width, LABEL)
    apart = [*in_columns(options, width, LABEL), *in_columns(offers, width, LABEL)]
    return min(together, apart, key=len)


def _option_lines(scene: Scene, decision: Decision, hints: bool) -> Iterator[tuple[str, Text]]:
    """Yield each remaining option's label and line. If there are more than MANY, neighbours of one kind become one line
    with their count, under the label of the first."""
    options = remaining_options(scene, decision)
    few = hints and len(remaining(decision, scene.search)) <= MANY
    context = dataclasses.replace(_draw_context(scene, asks=True), moves=_moves(scene)) if few else None
    limits = {label: _limit(decision, at) for at, (label, _) in enumerate(labelled_options(decision))}
    many = len(options) > MANY
    for kind, alike in groupby(options, key=lambda one: _kind(scene, one[1]) if many else ""):
        same = list(alike)
        if kind:
            label = same[0][0]
            yield label, Text.assemble(_label(label), f"{kind} ", (f"x{len(same)}", "dim"))
        else:
            yield from (
                (label, _option(scene, context, label, option, limits[label], brief=not few))
                for label, option in same
            )


def _kind(scene: Scene, option: Option) -> str:
    """Return the name of an option's kind, by which very many options are grouped; "" if the option stands for
    itself."""
    move = move_of(scene, option)
    return drawing_of(scene.game).kind(move) if move is not None else ""


def _label(label: str) -> Text:
    """Return an option's label in at least three columns and in its style: offers are reversed, other options cyan."""
    return Text.assemble((f"{label:>3} ", "bold reverse" if label.startswith(OFFER) else "bold cyan"), " ")


def _option(
    scene: Scene, context: DrawContext | None, label: str, option: Option, limit: int, brief: bool = False
) -> Text:
    """Return an option's line: label, text, how often it may be picked if more than once, and the game's hint if
    `context` is given. If `brief`, a text longer than BRIEF is cut off."""
    text = option.text or str(option.id)
    if brief and len(text) > BRIEF:
        text = f"{text[:BRIEF].rpartition(' ')[0].rstrip(' ,.:')} …"
    line = _label(label).append(text)
    if limit > 1:
        line.append(f" (x{limit})", style="dim")
    move = move_of(scene, option)
    if (
        context is not None
        and move is not None
        and (hint := drawing_of(scene.game).hint(move, scene.view, context))
    ):
        line.append(f"  {hint}", style="dim")
    return line


def _limit(decision: Decision, index: int) -> int:
    """Return how many times the option at this index may be picked: the decision's limit, or once if it names none."""
    return decision.max_each[index] if index < len(decision.max_each) else 1


def result(scene: Scene, *, brief: bool = False) -> RenderableType:
    """Draw the result: places and points, what they are made of (unless `brief`), and whether the seed matches its
    published hash."""
    ended = scene.ended
    assert ended is not None
    if ended.result is None:
        return Text(tr("result-cancelled", reason=ended.cancel_reason), style="bold")
    table = Table(
        title=tr("result-title"), title_justify="left", title_style="bold", box=None, pad_edge=False
    )
    table.add_column(tr("result-place"), justify="right")
    table.add_column(tr("result-player"))
    table.add_column(tr("result-score"), justify="right")
    standings = zip(ended.result.places, ended.result.scores, strict=True)
    for seat, (place, score) in sorted(enumerate(standings), key=lambda one: one[1]):
        table.add_row(str(place), seat_text(seat, scene.name(seat)), str(score))
    parts: list[RenderableType] = [table]
    if ended.adjudication_reason is not None:
        parts.insert(0, Text(tr("result-adjudicated", reason=ended.adjudication_reason), style="bold"))
    if ended.result.solo is not None:
        parts.append(Text(solo_text(ended.result.solo), style="bold"))
    if scene.score_rows and not brief:
        names = [scene.name(seat) for seat in range(len(ended.result.scores))]
        parts += [Text(""), score_table(scene.score_rows, names, ended.result)]
    matches = scene.seed_ok
    if matches is not None:
        checked = tr("result-seed_matches" if matches else "result-seed_differs")
        parts.append(Text(checked, style="dim" if matches else "bold red"))
    return Padding(Group(*parts), (1, 0, 0, 0))

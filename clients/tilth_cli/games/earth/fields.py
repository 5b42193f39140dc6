"""Fields of cards: each card a small box, where it lies; columns are letters and rows numbers, as options name them.

      D        E
4 Oakmoss  Holly[2]     what it is called, on the colours of what it does; how it is picked
  ♣≈∆  Y 2 ❀☼    R 3    type and habitats, its colours as letters, too, its points
  •2/4▮1/3 •0/2▮4▲      sprouts and growth, and for how many there is room; ▲ has its canopy
"""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from tilth_cli.draw_context import DrawContext, seat_text
from tilth_cli.games.earth.cards import (
    GROWTH,
    PIECES,
    SPROUT,
    Cards,
    letters,
    painted,
    signs,
)
from tilth_cli.games.earth.picks import CLIMATE, ISLAND, by_place
from tilth_cli.games.lines import FAINT, fitted, label_text
from tilth_cli.games.picks import PickLabels
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.games.earth.v1 import Player, PrintedFace, Spot, View

SIDE: Final = 7
"""The length of a side of the frame in which the schema numbers places."""
MIN_BOX: Final = 8
MAX_BOX: Final = 13
AXIS: Final = 2
BODY: Final = "on #262626"
OFFERED: Final = "on #3a3a3a"
BOX_LINES: Final = 3
MIN_COLUMNS: Final = 2
HEAD_LINES: Final = 3


class Field:
    """The drawing of one seat's field."""

    def __init__(self, view: View, player: Player, cards: Cards, context: DrawContext) -> None:
        self._view = view
        self._player = player
        self._cards = cards
        self._name = context.name(player.seat)
        self._words = context.labels
        self._labels: PickLabels = by_place(context) if player.seat == context.seat else {}
        self._spots = {spot.place: spot for spot in player.field}
        offered = {place for place in self._labels if place < SIDE * SIDE}
        places = (self._spots.keys() | offered) or {*player.open_places}
        self._rows = _span(place // SIDE for place in places)
        self._columns = _span((place % SIDE for place in places), MIN_COLUMNS)

    def width(self, box: int) -> int:
        """Return the width of the whole field if its boxes are `box` characters wide."""
        return AXIS + len(self._columns) * (box + 1)

    @property
    def height(self) -> int:
        """Return the number of lines of the field."""
        return HEAD_LINES + sum(map(self._lines_of, self._rows))

    def _lines_of(self, row: int) -> int:
        """Return the number of lines of a row of places: BOX_LINES, or 1 for a row without cards."""
        return BOX_LINES if any(place // SIDE == row for place in self._spots) else 1

    def lines(self, box: int) -> list[Text]:
        """Return the lines of the field with boxes of `box` characters: the title, island and climate, the letters of
        the columns, and the rows with their numbers."""
        width = self.width(box)
        lines = [self._title(width), self._sides(width), self._letters(box)]
        for row in self._rows:
            boxes = [self._box(row * SIDE + column, box) for column in self._columns]
            for at in range(self._lines_of(row)):
                axis = f"{row + 1}" if at == 0 else ""
                parts = [part for one in boxes for part in (one[at], Text(" "))]
                lines.append(Text.assemble((f"{axis:<{AXIS}}", FAINT), *parts))
        return lines

    def _title(self, width: int) -> Text:
        """Return the field's title, cut to the width: the player's name, the sum of the points, a sign if the player
        has chosen the current action, and the card being planted or else the stage."""
        player = self._player
        title = seat_text(player.seat, self._name)
        if player.score:
            title.append(f" {sum(player.score)}", style="bold")
        if self._view.active == player.seat and self._view.action:
            title.append(" ◄", style="bold")
        if player.planting is not None:
            title.append(f" {tr('earth-planting', card=self._cards.name(player.planting))}")
        elif player.stage:
            title.append(f" {self._words.text('stage', player.stage)}", style=FAINT)
        return fitted(title, width)

    def _sides(self, width: int) -> Text:
        """Return the line with the names of the island and the climate card and the labels of their options, each in
        half of the width; blank for a card that is not known."""
        player, half = self._player, width // 2
        parts = []
        for card, place, room in (
            (player.island, ISLAND, half),
            (player.climate, CLIMATE, width - half),
        ):
            if card is None:
                parts.append(Text(" " * room))
                continue
            label = label_text(self._labels.get(place, ()))
            name = painted(
                fitted(Text(self._cards.name(card)), room - len(label) - 1).plain, self._face(card)
            )
            parts.append(Text.assemble(name, label, " "))
        return Text.assemble(*parts)

    def _letters(self, box: int) -> Text:
        """Return the line with the letters of the columns."""
        names = "".join(f"{chr(ord('A') + column):^{box}} " for column in self._columns)
        return Text(" " * AXIS + names, style=FAINT)

    def _face(self, card: int) -> PrintedFace:
        """Return the printed data of a card."""
        return self._cards.face(card)

    def _box(self, place: int, box: int) -> list[Text]:
        """Return the lines of the box at a place: a card's name, its worth and its pieces; for a place without a card,
        blank lines, with the labels of its options in the middle of the first."""
        label = label_text(self._labels.get(place, ()))
        spot = self._spots.get(place)
        if spot is not None:
            face = self._face(spot.card)
            return [
                _named(self._cards.name(spot.card), face, label, box),
                _worth(face, box),
                _grown(spot, face, box),
            ]
        if not label:
            return [Text(" " * box)] * BOX_LINES
        middle = fitted(Text.assemble(" " * ((box - len(label)) // 2), label), box)
        return [_on(OFFERED, one) for one in (middle, Text(" " * box), Text(" " * box))]


def _span(numbers: Iterable[int], least: int = 1) -> range:
    """Return the range from the least to the greatest of these numbers, made longer if it has fewer than `least`."""
    found = sorted(numbers) or [0]
    first = min(found[0], SIDE - least)
    return range(first, max(found[-1] + 1, first + least))


def _named(name: str, face: PrintedFace, label: Text, box: int) -> Text:
    """Return a card's name on the colours of its abilities, cut to leave room for the labels of its options."""
    shown = fitted(Text(name), box - len(label)).plain
    line = painted(shown, face)
    line.stylize("bold")
    return line.append_text(label)


def _worth(face: PrintedFace, box: int) -> Text:
    """Return a box's second line: the signs of type and habitats at the left, the points at the right, and between them
    the letters of the colours, cut off if there is no room."""
    points = str(face.vp or 0)
    left, colours = signs(face), letters(face)
    room = box - left.cell_len - len(points)
    middle = f"{colours} ".rjust(room) if len(colours) + 1 <= room else colours.rjust(room)[:room]
    return _on(BODY, Text.assemble(left, (middle, FAINT), (points, "bold white")))


def _grown(spot: Spot, face: PrintedFace, box: int) -> Text:
    """Return a box's third line: sprouts and growth, each as the number on the card and the room for it, such as
    `•2/4`. `▲` stands for complete growth."""
    sprouts, growth = Text(), Text()
    if face.sprout_spaces:
        sprouts.append(f"{SPROUT}{spot.sprouts}/{face.sprout_spaces}", style=_style(SPROUT, spot.sprouts))
    if face.growth_limit:
        full = spot.growth == face.growth_limit
        limit = "▲" if full else f"/{face.growth_limit}"
        growth.append(f"{GROWTH}{spot.growth}{limit}", style=_style(GROWTH, spot.growth))
    gap = " " * (box - sprouts.cell_len - growth.cell_len)
    return _on(BODY, Text.assemble(sprouts, gap, growth))


def _style(piece: str, count: int) -> str:
    """Return the style of a piece's sign: bold in the piece's colour, or faint if there are none."""
    return f"bold {PIECES[piece]}" if count else FAINT


def _on(ground: str, line: Text) -> Text:
    """Return a copy of a line with a background behind it."""
    found = line.copy()
    found.stylize_before(ground)
    return found


def fields_beside(fields: Sequence[Field], width: int, gap: int = 2) -> list[list[Field]]:
    """Return the fields in rows, in their order: each row has as many as fit into the width with the narrowest boxes
    and `gap` columns between them."""
    rows: list[list[Field]] = []
    used = 0
    for field in fields:
        wide = field.width(MIN_BOX)
        if not rows or used + gap + wide > width:
            rows.append([])
            used = -gap
        rows[-1].append(field)
        used += gap + wide
    return rows


def drawn_beside(row: Sequence[Field], width: int, gap: int = 2) -> list[Text]:
    """Return the lines of a row of fields, their boxes as wide as there is room for."""
    box = MIN_BOX
    while box < MAX_BOX and sum(one.width(box + 1) + gap for one in row) - gap <= width:
        box += 1
    blocks = [one.lines(box) for one in row]
    lines = []
    for at in range(max(map(len, blocks))):
        line = Text()
        for number, (one, block) in enumerate(zip(row, blocks, strict=True)):
            part = block[at] if at < len(block) else Text()
            line.append_text(fitted(part, one.width(box)))
            line.append(" " * gap if number < len(row) - 1 else "")
        lines.append(line)
    return lines

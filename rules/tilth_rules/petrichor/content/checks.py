"""Checks between the values of a box. With values that fail them, no match could be played."""

from tilth_rules.common.value_file import unless
from tilth_rules.petrichor.content.shape import Book, CropName


def check(book: Book) -> None:
    """Raise OptionsRefused if the values contradict each other, so that no match could be played with them."""
    unless(len(book.voting_track.short.points) == 9, "voting_track.short.points", "9 spaces: 0 to 8 steps")
    unless(len(book.voting_track.long.points) == 13, "voting_track.long.points", "13 spaces: 0 to 12 steps")
    unless(
        sorted(card.wind for card in book.southern_winds.icons) == list(range(1, 10)),
        "southern_winds.icons",
        "the cards 1 to 9, once each",
    )
    unless(
        all(len(card.icons) in ((0,) if card.wind == 9 else (1, 2)) for card in book.southern_winds.icons),
        "southern_winds.icons",
        "one or two icons on each of the cards 1 to 8, none on 9",
    )
    basic = [tile for tile in book.tiles.list if tile.crop != "cactus"]
    unless(len(basic) >= 12, "tiles.list", "at least 12 tiles besides the Cactus")
    unless(len(basic) <= 40, "tiles.list", "at most 40 tiles")
    unless(sum(tile.crop != "corn" for tile in basic) >= 7, "tiles.list", "at least 7 tiles without Corn")
    unless(len(book.tiles.list) - len(basic) == 1, "tiles.list", "one Cactus")
    tame = [tile for tile in basic if tile.priority is not None and tile.crop not in ("wheat", "potato")]
    unless(len(tame) >= 6, "tiles.list", "at least 6 tiles with a priority besides Wheat and Potato")
    for seats, rows in layouts_of(book).items():
        _check_layout(book, seats, rows)
    cactus = book.crops.cactus
    unless(
        cactus.overwatered_at.value > cactus.threshold.value,
        "crops.cactus.overwatered_at",
        "more drops than make it grow",
    )
    unless(book.fertilizer.tokens.value <= 3, "fertilizer.tokens", "at most 3")


def layouts_of(book: Book) -> dict[int, list[list[CropName | None]]]:
    """Return the field layouts suggested for a first game, by number of seats."""
    layouts = book.first_layouts
    return {2: layouts.players_2, 3: layouts.players_3, 4: layouts.players_4}


def _check_layout(book: Book, seats: int, rows: list[list[CropName | None]]) -> None:
    """Raise OptionsRefused if a suggested layout has the wrong shape, or needs tiles that the box does not have."""
    field = f"first_layouts.players_{seats}"
    columns = 4 if seats == 4 else 3
    unless(len(rows) == 3 and all(len(row) == columns for row in rows), field, f"3 rows of {columns}")
    corners = ((0, 0), (2, 2)) if seats == 2 else ()
    for r, row in enumerate(rows):
        for c, crop in enumerate(row):
            unless((crop is None) == ((r, c) in corners), field, f"row {r + 1}, column {c + 1}")
    laid = [crop for row in rows for crop in row if crop]
    for crop in set(laid):
        owned = sum(tile.crop == crop for tile in book.tiles.list) if crop != "cactus" else 0
        unless(laid.count(crop) <= owned, field, f"{laid.count(crop)} {crop}, there are {owned}")

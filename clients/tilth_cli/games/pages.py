"""Lines and blocks of lines that are longer than a screen, split into pages."""

from collections.abc import Iterator, Sequence

from rich.text import Text

Lines = list[Text]


def in_pages(lines: Lines, room: int) -> Iterator[Lines]:
    """Yield the lines in pages of at most `room` lines. A page ends earlier if its next line would be an indented one,
    so that an entry's indented lines stay with its first line."""
    start = 0
    while start < len(lines):
        end = start + room
        while start + 1 < end < len(lines) and lines[end].plain.startswith(" "):
            end -= 1
        yield lines[start:end]
        start = end


def blocks_in_pages(blocks: Sequence[Lines], room: int) -> Iterator[Lines]:
    """Yield pages of blocks of lines that stay whole, as many on each page as fit."""
    page: Lines = []
    for block in blocks:
        if page and len(page) + len(block) > room:
            yield page
            page = []
        page += block
    if page:
        yield page

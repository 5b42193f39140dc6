"""What is more than a screen, page by page."""

from collections.abc import Iterator, Sequence

from rich.text import Text

Lines = list[Text]


def in_pages(lines: Lines, room: int) -> Iterator[Lines]:
    """So many lines on each, and none that goes on on the next page."""
    start = 0
    while start < len(lines):
        end = start + room
        while start + 1 < end < len(lines) and lines[end].plain.startswith(" "):
            end -= 1
        yield lines[start:end]
        start = end


def blocks_in_pages(blocks: Sequence[Lines], room: int) -> Iterator[Lines]:
    """Blocks of lines that stay whole, as many on each page as fit."""
    page: Lines = []
    for block in blocks:
        if page and len(page) + len(block) > room:
            yield page
            page = []
        page += block
    if page:
        yield page

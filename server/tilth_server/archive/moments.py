"""The moments of a match that somebody may want to jump to: where the round changes, or a score."""

import asyncio

from tilth.v1.archive_pb2 import Moment
from tilth_server.archive.books import Book
from tilth_server.archive.replay import Board

FOLDED_AT_A_TIME = 200
"""Records folded before the loop gets a turn."""


async def of(book: Book) -> list[Moment]:
    """In order, the start of the match first. Rounds and scores are what everybody at the table sees."""
    board = Board(book, 0)
    game = book.wire.game
    moments: list[Moment] = []
    before: tuple[int, tuple[int, ...]] | None = None
    for at, logged in enumerate(book.logged[:]):
        if at % FOLDED_AT_A_TIME == 0:
            await asyncio.sleep(0)
        board.take_up(logged)
        if board.state is not None:
            now = game.round(board.state), tuple(game.scores(board.state))
            if now != before:
                moments.append(Moment(record=logged.number, round=now[0], scores=now[1]))
                before = now
    return moments

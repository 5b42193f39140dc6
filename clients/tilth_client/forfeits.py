"""The reason for which a bot's seat resigns, as it is sent to the server."""

from typing import Final

from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import ForfeitCause
from tilth_client.errors import IllegalAnswer

MAX_DETAIL_LENGTH: Final = 200


class BotFailed(Exception):
    """A bot can't continue its match. The text is one line about its fault, or about the end of its program."""

    def __init__(
        self, message: str, cause: "ForfeitCause.ValueType" = ForfeitCause.FORFEIT_CAUSE_CRASH
    ) -> None:
        super().__init__(message)
        self.cause = cause


def add_cause(request: lobby_pb2.ResignMatchRequest, failure: BaseException | None) -> None:
    """Put the bot's failure into a request to resign: its text, and its cause (an illegal answer, a crash, or the cause
    that the failure names)."""
    if failure is None:
        return
    request.detail = _detail(failure)
    if isinstance(failure, IllegalAnswer):
        request.cause = ForfeitCause.FORFEIT_CAUSE_ILLEGAL_ANSWER
    elif isinstance(failure, BotFailed):
        request.cause = failure.cause
    else:
        request.cause = ForfeitCause.FORFEIT_CAUSE_CRASH


def _detail(failure: BaseException) -> str:
    """Return one line about the failure, without control characters."""
    text = str(failure)
    if not isinstance(failure, IllegalAnswer | BotFailed):
        text = f"{type(failure).__name__}: {text}" if text else type(failure).__name__
    line = " ".join(text.split())
    return "".join(letter for letter in line if letter.isprintable())[:MAX_DETAIL_LENGTH]

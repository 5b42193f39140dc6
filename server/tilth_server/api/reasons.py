"""Every reason the server refuses for, and the status it travels with. Reasons are stable: clients decide by them.

The same words stand in `ErrorInfo.reason` of a status and in `Refused.reason` of a stream's frame.
"""

from typing import Final

from grpc import StatusCode

from tilth_rules.kernel import decisions
from tilth_server import refusal
from tilth_server.archive import reasons as archive
from tilth_server.players import reasons as players
from tilth_server.tables import reasons as tables
from tilth_server.tournaments import reasons as tournaments

DOMAIN: Final = "tilth"

MALFORMED: Final = "malformed"
"""The bytes are no message of the type that the call takes, or a field of it makes no sense."""
NO_TOKEN: Final = "no_token"
"""The call came without `authorization: Bearer <token>`."""
BAD_TOKEN: Final = "bad_token"
"""Nobody holds this token: it was mistyped, renewed or revoked."""
OPERATORS_ONLY: Final = "operators_only"
OPTIONS_REFUSED: Final = "options_refused"
"""No table can be set up with these options; the violation names the field."""
STACK_UNREADABLE: Final = "stack_unreadable"
"""This build can't go on with a match that another one began. Its replay is untouched."""
BROKEN_CHAIN: Final = "broken_chain"
"""A stored record is missing or altered; the details name it."""
KICKED: Final = "kicked"
"""An operator has ended the stream. Whoever it was may come again."""
NO_SERVICE: Final = "no_service"
"""Health was asked of a service that isn't served here."""
INTERNAL: Final = "internal"
"""The server's own fault; the details hold the number under which its log tells more."""

CODES: Final[dict[str, StatusCode]] = {
    MALFORMED: StatusCode.INVALID_ARGUMENT,
    NO_TOKEN: StatusCode.UNAUTHENTICATED,
    BAD_TOKEN: StatusCode.UNAUTHENTICATED,
    OPERATORS_ONLY: StatusCode.PERMISSION_DENIED,
    KICKED: StatusCode.ABORTED,
    refusal.LIMIT: StatusCode.RESOURCE_EXHAUSTED,
    OPTIONS_REFUSED: StatusCode.INVALID_ARGUMENT,
    STACK_UNREADABLE: StatusCode.FAILED_PRECONDITION,
    BROKEN_CHAIN: StatusCode.DATA_LOSS,
    NO_SERVICE: StatusCode.NOT_FOUND,
    INTERNAL: StatusCode.INTERNAL,
    # An answer, an undo: the kernel's.
    decisions.NOT_OPEN: StatusCode.FAILED_PRECONDITION,
    decisions.CLOSED: StatusCode.FAILED_PRECONDITION,
    decisions.WRONG_KIND: StatusCode.INVALID_ARGUMENT,
    decisions.TOO_FEW: StatusCode.INVALID_ARGUMENT,
    decisions.TOO_MANY: StatusCode.INVALID_ARGUMENT,
    decisions.NOT_OFFERED: StatusCode.INVALID_ARGUMENT,
    decisions.TOO_OFTEN: StatusCode.INVALID_ARGUMENT,
    decisions.OUT_OF_BOUNDS: StatusCode.INVALID_ARGUMENT,
    decisions.BEYOND_REVEAL: StatusCode.FAILED_PRECONDITION,
    decisions.NOT_UNDOABLE: StatusCode.FAILED_PRECONDITION,
    # Matches.
    tables.NO_MATCH: StatusCode.NOT_FOUND,
    tables.NO_SEAT: StatusCode.INVALID_ARGUMENT,
    tables.NO_FREE_SEAT: StatusCode.FAILED_PRECONDITION,
    tables.SEAT_TAKEN: StatusCode.ALREADY_EXISTS,
    tables.NOT_YOUR_SEAT: StatusCode.PERMISSION_DENIED,
    tables.NOT_INVITED: StatusCode.PERMISSION_DENIED,
    tables.NOT_YOUR_MATCH: StatusCode.PERMISSION_DENIED,
    tables.NOT_OPEN_MATCH: StatusCode.FAILED_PRECONDITION,
    tables.NOT_RUNNING: StatusCode.FAILED_PRECONDITION,
    tables.SEATS_FREE: StatusCode.FAILED_PRECONDITION,
    tables.RESIGNED: StatusCode.FAILED_PRECONDITION,
    tables.BAD_SEAT_COUNT: StatusCode.INVALID_ARGUMENT,
    tables.BAD_TITLE: StatusCode.INVALID_ARGUMENT,
    tables.BAD_SEED: StatusCode.INVALID_ARGUMENT,
    tables.BAD_CLOCK: StatusCode.INVALID_ARGUMENT,
    tables.BAD_REQUEST_ID: StatusCode.INVALID_ARGUMENT,
    tables.BAD_PAGE_TOKEN: StatusCode.INVALID_ARGUMENT,
    tables.DRAINING: StatusCode.UNAVAILABLE,
    tables.NO_GAME: StatusCode.NOT_FOUND,
    tables.REFUSED_TOGETHER: StatusCode.FAILED_PRECONDITION,
    tables.NOTHING_SAID: StatusCode.INVALID_ARGUMENT,
    tables.CHANNEL_IN_USE: StatusCode.ALREADY_EXISTS,
    tables.CHANNEL_NOT_OPEN: StatusCode.FAILED_PRECONDITION,
    tables.SPECTATOR: StatusCode.FAILED_PRECONDITION,
    tables.BEYOND_LOG: StatusCode.INVALID_ARGUMENT,
    tables.RULES_FAILED: StatusCode.INTERNAL,
    tables.OUTSIDE_FAILED: StatusCode.UNAVAILABLE,
    tables.FOLLOWING: StatusCode.ALREADY_EXISTS,
    tables.PAUSED: StatusCode.FAILED_PRECONDITION,
    tables.TOO_SLOW: StatusCode.RESOURCE_EXHAUSTED,
    tables.CLOSING: StatusCode.UNAVAILABLE,
    tables.STORE_FAILED: StatusCode.UNAVAILABLE,
    # Players.
    players.BAD_NAME: StatusCode.INVALID_ARGUMENT,
    players.NAME_TAKEN: StatusCode.ALREADY_EXISTS,
    players.INVITATION_NEEDED: StatusCode.PERMISSION_DENIED,
    players.BAD_INVITATION: StatusCode.PERMISSION_DENIED,
    players.REGISTRATION_CLOSED: StatusCode.PERMISSION_DENIED,
    players.NO_PLAYER: StatusCode.NOT_FOUND,
    players.LAST_OPERATOR: StatusCode.FAILED_PRECONDITION,
    players.REVOKED: StatusCode.FAILED_PRECONDITION,
    players.BANNED: StatusCode.PERMISSION_DENIED,
    players.NOT_YOURSELF: StatusCode.FAILED_PRECONDITION,
    players.BAD_UNTIL: StatusCode.INVALID_ARGUMENT,
    # The archive.
    archive.NO_RECORD: StatusCode.NOT_FOUND,
    archive.NOT_STARTED: StatusCode.FAILED_PRECONDITION,
    archive.NOT_OVER: StatusCode.FAILED_PRECONDITION,
    archive.BAD_FILE: StatusCode.INVALID_ARGUMENT,
    archive.FOREIGN_ONLY: StatusCode.PERMISSION_DENIED,
    archive.OTHER_MATCH: StatusCode.ALREADY_EXISTS,
    # Tournaments.
    tournaments.NO_TOURNAMENT: StatusCode.NOT_FOUND,
    tournaments.BAD_TOURNAMENT: StatusCode.INVALID_ARGUMENT,
    tournaments.NOT_ORGANISER: StatusCode.PERMISSION_DENIED,
    tournaments.ENTRY_CLOSED: StatusCode.FAILED_PRECONDITION,
    tournaments.NOT_ENTRANT: StatusCode.FAILED_PRECONDITION,
    tournaments.TOO_FEW_ENTRANTS: StatusCode.FAILED_PRECONDITION,
    tournaments.NOT_RUNNING_TOURNAMENT: StatusCode.FAILED_PRECONDITION,
    tournaments.NO_TOURNAMENT_GAME: StatusCode.NOT_FOUND,
    tournaments.GAME_OVER: StatusCode.FAILED_PRECONDITION,
}

FIELDS: Final[dict[str, str]] = {
    decisions.TOO_FEW: "chosen",
    decisions.TOO_MANY: "chosen",
    decisions.NOT_OFFERED: "chosen",
    decisions.TOO_OFTEN: "chosen",
    decisions.WRONG_KIND: "chosen",
    decisions.OUT_OF_BOUNDS: "measured",
}
"""The field of an answer that a refusal of the kernel's speaks of."""

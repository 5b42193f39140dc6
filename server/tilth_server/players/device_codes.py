"""Codes with which another device of a player gets a token of its own: good once, for some minutes, in memory only.

A code is one of 20 ** 8. It ends when 1,000 wrong ones were tried during its time, from all addresses together. So a
client that guesses finds it with a chance of one in 25 million.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from time import monotonic
from typing import Final

from tilth_server.players.tokens import hash_of_secret
from tilth_server.reasons import DEVICE_CODE_INVALID
from tilth_server.refusal import Refusal

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No two of them look alike, and they spell no words (RFC 8628, 6.1)."""
LENGTH: Final = 8
MAX_WRONG: Final = 1000
"""Wrong codes from all addresses after which a code that was good before them is good no longer."""


@dataclass(frozen=True, slots=True)
class _Code:
    """A code that nobody has used yet."""

    player_id: str
    until: float
    wrong_before: int
    """The number of wrong codes that had been tried when it was made."""


class DeviceCodes:
    """The codes that can be used now; a player has one at most."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """A code is good for `seconds` on the `clock`."""
        self.seconds = seconds
        self._clock = clock
        self._codes: dict[bytes, _Code] = {}
        """By the hash of the code, so that the time of a look-up says nothing about its letters. The oldest first."""
        self._hash_of: dict[str, bytes] = {}
        self._wrong = 0

    def create(self, player_id: str) -> str:
        """Return a new code for the player, whose earlier one is no longer good."""
        self.drop(player_id)
        self._drop_old()
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        hashed = hash_of_secret(code)
        self._codes[hashed] = _Code(player_id, self._clock() + self.seconds, self._wrong)
        self._hash_of[player_id] = hashed
        return code

    def redeem(self, code: str) -> str:
        """Use the code up, and return the id of its player. Raises Refusal if the code is not good."""
        self._drop_old()
        found = self._codes.get(hash_of_secret(_letters_of(code)))
        if found is None:
            self._wrong += 1
            message = "this code is unknown, used or too old: ask for another on the device that has a token"
            raise Refusal(DEVICE_CODE_INVALID, message, field="code")
        self.drop(found.player_id)
        return found.player_id

    def drop(self, player_id: str) -> None:
        """Forget the player's code, if there is one."""
        hashed = self._hash_of.pop(player_id, None)
        if hashed is not None:
            del self._codes[hashed]

    def _drop_old(self) -> None:
        """Forget the codes whose time is over, or during whose time too many wrong ones were tried."""
        now = self._clock()

        def is_old(code: _Code) -> bool:
            return now >= code.until or self._wrong >= code.wrong_before + MAX_WRONG

        for code in tuple(takewhile(is_old, self._codes.values())):
            self.drop(code.player_id)


def _letters_of(code: str) -> str:
    """Return a code as it was made, from one that a person has typed."""
    return code.upper().replace("-", "").replace(" ", "")

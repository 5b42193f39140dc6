"""Waiting steps as bytes. This is a stored format: a step is its number and its fields, in msgpack."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tilth_rules.kernel.base import Step


class StackUnreadable(Exception):
    """Raised for a stored stack that the steps of this build cannot read. The match stops; its replay still works."""


class Stacks:
    """An encoder and decoder of the waiting steps of one game."""

    def __init__(self, steps: Sequence[type[Step]]) -> None:
        self._encode = msgspec.msgpack.Encoder().encode
        union: Any = reduce(or_, steps)
        self._decode = msgspec.msgpack.Decoder(tuple[union, ...]).decode

    def encode(self, steps: Sequence[Step]) -> bytes:
        """Return the bytes that are stored for these steps."""
        return self._encode(steps)

    def decode(self, stored: bytes) -> tuple[Step, ...]:
        """Return the steps that were stored. Raises StackUnreadable if this build cannot read them."""
        try:
            return self._decode(stored)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise StackUnreadable(str(error)) from error

"""Waiting steps as bytes. Stored format: a step is its number and its fields, in msgpack."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tilth_rules.kernel.base import Step


class StackUnreadable(Exception):
    """A stored stack that this build's steps cannot read: the match stops, its replay is untouched."""


class Stacks:
    """Encodes and decodes the waiting steps of one game."""

    def __init__(self, steps: Sequence[type[Step]]) -> None:
        self._encode = msgspec.msgpack.Encoder().encode
        union: Any = reduce(or_, steps)
        self._decode = msgspec.msgpack.Decoder(tuple[union, ...]).decode

    def encode(self, steps: Sequence[Step]) -> bytes:
        return self._encode(steps)

    def decode(self, stored: bytes) -> tuple[Step, ...]:
        try:
            return self._decode(stored)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise StackUnreadable(str(error)) from error

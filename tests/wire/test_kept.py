"""Structs that say `kept` are encoded once, and no message shows it."""

from random import Random
from typing import Any, ClassVar

import msgspec
import pytest
from google.protobuf.descriptor import FileDescriptor

from tests.wire import orchard
from tilth_server.wire.codec import Codec


class Basket(msgspec.Struct, frozen=True):
    fruits: tuple[int, ...]

    kept: ClassVar[bool] = True


class View(msgspec.Struct, frozen=True):
    seats: int
    fruit: int | None
    baskets: tuple[Basket, ...]
    scale: orchard.Scale
    plate: Basket | None


def views(random: Random) -> tuple[View, orchard.View]:
    """Return the same view twice, once with baskets that are kept."""
    fruits = [tuple(range(random.randrange(4))) for _ in range(random.randrange(5))]
    plate = random.choice((None, (), (1, 2)))
    rest = (random.randrange(4), random.choice((None, 0, 3)))
    scale = orchard.Scale(random.randrange(9))
    return (
        View(*rest, tuple(map(Basket, fruits)), scale, None if plate is None else Basket(plate)),
        orchard.View(
            *rest, tuple(map(orchard.Basket, fruits)), scale, None if plate is None else orchard.Basket(plate)
        ),
    )


def test_cached_structs_have_the_same_bytes_and_are_read_back(
    orchard_schema: FileDescriptor,
) -> None:
    descriptor = orchard_schema.message_types_by_name["View"]
    keeping, plain = Codec(View, descriptor), Codec(orchard.View, descriptor)
    random = Random(5)
    for _ in range(200):
        kept, view = views(random)
        assert keeping.encode(kept) == plain.encode(view)
        assert keeping.decode(keeping.encode(kept)) == kept


def test_a_cached_struct_is_encoded_once(
    orchard_schema: FileDescriptor, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[Any] = []
    fill = Codec.fill

    def spied(codec: Codec[Any], message: Any, struct: Any) -> None:
        filled.append(struct)
        fill(codec, message, struct)

    monkeypatch.setattr(Codec, "fill", spied)
    keeping = Codec(View, orchard_schema.message_types_by_name["View"])
    for _ in range(3):
        keeping.encode(View(2, None, (Basket((1,)), Basket((2,)), Basket((1,))), orchard.Scale(1), None))
    assert [struct for struct in filled if isinstance(struct, Basket)] == [Basket((1,)), Basket((2,))]

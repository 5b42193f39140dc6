"""The steps, events and moves of a game: all classes that its package defines.

Defining a class registers it (Python keeps the subclasses of every class), so a game needs no list by hand.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, TypeVar

from tilth_rules.kernel import Event, Move, Step

Root = TypeVar("Root", bound=Event | Move | Step)


def defined_in(package: str, root: type[Root]) -> tuple[type[Root], ...]:
    """Return the classes below `root` that the modules of a package define, in the order of their definition.

    This imports every module of the package. Base classes are left out: steps without a tag, and events and moves with
    subclasses in the package.
    """
    inside = f"{package}."
    _import_all(package)
    found = [one for one in dict.fromkeys(_below(root)) if one.__module__.startswith(inside)]
    if issubclass(root, Step):
        return tuple(one for one in found if one.__struct_config__.tag is not None)
    bases = {base for one in found for base in one.__mro__[1:]}
    return tuple(one for one in found if one not in bases)


@cache
def _import_all(package: str) -> None:
    """Import every module of a package. It is asked for steps, events and moves in turn."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)


def _below(root: type[Any]) -> Iterator[type[Any]]:
    """Yield all subclasses of a class: its own, and theirs in turn."""
    for one in root.__subclasses__():
        yield one
        yield from _below(one)

"""Makes the generated dataclasses lazy: a message's class is created when it is first used.

betterproto2 writes a module with the classes of all messages of a package, and creating those of tilth.v1 takes longer
than most commands of the terminal client run. `lazy` puts each class into a function; the module's `__getattr__` calls
the function when somebody asks for the class. What betterproto2 wrote becomes the stub (`.pyi`) that type checkers
read, so they see plain dataclasses.
"""

import ast

RUNTIME = '''\
"""Classes of messages that are created when they are first used. Written by tools/lazy_dataclasses.py."""

import dataclasses
from collections.abc import Callable
from typing import Any


class _Fields:
    """The fields of a class that has not been used yet: reading them makes the class a dataclass."""

    def __init__(self, complete: Callable[[], None]) -> None:
        self._complete = complete

    def __get__(self, instance: object, owner: type) -> Any:
        self._complete()
        return owner.__dataclass_fields__


def message(module: dict[str, Any], *needed: str) -> Callable[[type], type]:
    """Make a class a dataclass when it is first used, after the classes of `needed` that its fields name."""

    def decorate(cls: type) -> type:
        def complete() -> None:
            if not isinstance(cls.__dict__.get("__dataclass_fields__"), _Fields):
                return
            for name in needed:
                if name not in module:
                    module["__getattr__"](name)
            del cls.__dataclass_fields__
            del cls.__init__
            dataclasses.dataclass(eq=False, repr=False)(cls)

        def __init__(self: Any, *args: Any, **values: Any) -> None:
            complete()
            cls.__init__(self, *args, **values)

        cls.__init__ = __init__
        cls.__dataclass_fields__ = _Fields(complete)
        return cls

    return decorate
'''

FOOTER = """

def __getattr__(name: str) -> object:
    make = globals().get(f"_make_{name}")
    if make is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    make()
    return globals()[name]
"""


def lazy(source: str) -> str:
    """Return the source of a module of betterproto2, rewritten so that each message class is made by a function when it
    is first used."""
    lines = source.splitlines(keepends=True)
    body = ast.parse(source).body
    classes = {node.name for node in body if isinstance(node, ast.ClassDef) and _is_message(node)}
    modules = {_imported(node): _text(lines, node) for node in body if _imported(node)}
    found: list[str] = []
    current = ""
    for node in body:
        text = _text(lines, node)
        if _imported(node) or (isinstance(node, ast.ImportFrom) and node.module == "dataclasses"):
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "message_pool":
            found.append(f"from {'.' * node.level}lazy import message as _message\n")
        if _is_message(node):
            assert isinstance(node, ast.ClassDef)
            current = node.name
            names = {one.id for one in ast.walk(ast.parse(_hints(node))) if isinstance(one, ast.Name)}
            needed = sorted(names & classes - {current})
            inner = "".join(f"global {name}\n{line}" for name, line in modules.items() if name in text)
            text = text.replace(
                "@dataclass(eq=False, repr=False)",
                f"@_message({', '.join(['globals()', *map(repr, needed)])})",
                1,
            )
            found.append(
                f"\n\ndef _make_{current}() -> None:\n{_indented(f'global {current}{chr(10)}{inner}{text}')}"
            )
        elif current and current in text:
            found.append(_indented(text))
        else:
            current = ""
            found.append(text)
    return "".join(found) + FOOTER


def _is_message(node: ast.stmt) -> bool:
    """Return whether a statement is a decorated class: in betterproto2's modules those are the messages."""
    return isinstance(node, ast.ClassDef) and bool(node.decorator_list)


def _imported(node: ast.stmt) -> str:
    """Return the name under which another package's messages are imported; "" for other statements."""
    if isinstance(node, ast.ImportFrom) and node.level and node.module != "message_pool":
        return node.names[0].asname or node.names[0].name
    return ""


def _hints(node: ast.ClassDef) -> str:
    """Return the type hints of a message's fields as source text, one on a line."""
    texts = (one.annotation for one in node.body if isinstance(one, ast.AnnAssign))
    return "\n".join(str(one.value) if isinstance(one, ast.Constant) else ast.unparse(one) for one in texts)


def _text(lines: list[str], node: ast.stmt) -> str:
    """Return the source lines of a statement, with its decorators."""
    first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
    return "".join(lines[first - 1 : node.end_lineno])


def _indented(text: str) -> str:
    """Return a text with each line that is not empty indented by four spaces, and a line break at the end."""
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True)) + "\n"

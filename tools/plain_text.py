"""Takes source files apart into names and prose, for tools/plain_words.py."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import Final, NamedTuple

NAME: Final = "name"
FIELD: Final = "field"
"""A name that others see: an attribute, a field of a class, an argument given by name, a constant."""
PARAMETER: Final = "parameter"
PROSE: Final = "prose"
DOCSTRING: Final = "docstring"


class Piece(NamedTuple):
    """A name or a text of a file: its kind (such as NAME or PROSE), its line, and the text itself."""

    kind: str
    line: int
    text: str


def pieces_of(suffix: str, source: str) -> Iterator[Piece]:
    """Yield the names and texts of a file, which `suffix` says how to read: ".py", ".proto" or ".md"; all others are
    read as Fluent files."""
    if suffix == ".py":
        yield from _python(source)
    elif suffix == ".proto":
        yield from _schema(source)
    elif suffix == ".md":
        yield from _page(source)
    else:
        yield from _messages(source)


def parts_of(name: str) -> list[str]:
    """Return the words of a name in lower case: `told_of` and `ToldOf` have `told` and `of`."""
    return [part.lower() for part in _PARTS.findall(name)]


_PARTS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CODE: Final = re.compile(r"`[^`\n]*`")
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_PLACEABLE: Final = re.compile(r"\{[^{}]*\}")
_MESSAGE_KEY: Final = re.compile(r"^\s*[\w.\"-]+\s*=|^\s*\*?\[\w+\]")
_SCHEMA_COMMENT: Final = re.compile(r"//.*")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_]\w*")


def _python(source: str) -> Iterator[Piece]:
    """Yield the docstrings, names, comments and texts of a Python file; a string without a space is a key, and is left
    out."""
    tree = ast.parse(source)
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            docstrings.add(id(node.value))
            yield Piece(DOCSTRING, node.lineno, node.value.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # A text has a space; a key has none.
            if id(node) not in docstrings and " " in node.value:
                yield Piece(PROSE, node.lineno, node.value)
        else:
            yield from _names(node)
    yield from _comments(source)


def _names(node: ast.AST) -> Iterator[Piece]:
    """Yield the names that a node of the syntax tree defines or uses. The name of a test counts as a sentence."""
    line: int = getattr(node, "lineno", 0)
    match node:
        case ast.Name(id=name):
            yield Piece(FIELD if name.isupper() else NAME, line, name)
        case ast.Attribute(attr=name):
            yield Piece(FIELD, node.end_lineno or line, name)
        case ast.arg(arg=name):
            yield Piece(PARAMETER, line, name)
        case ast.keyword(arg=str(name)):
            yield Piece(FIELD, line, name)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            # The name of a test is a sentence.
            is_test = name.startswith("test_")
            yield Piece(PROSE, line, name.replace("_", " ")) if is_test else Piece(NAME, line, name)
        case ast.ClassDef(name=name, body=body):
            yield Piece(NAME, line, name)
            for field in body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    yield Piece(FIELD, field.lineno, field.target.id)
        case ast.ImportFrom(module=str(module)):
            yield Piece(NAME, line, module)
        case ast.alias(name=name, asname=asname):
            yield Piece(NAME, line, name)
            if asname is not None:
                yield Piece(NAME, line, asname)


def _comments(source: str) -> Iterator[Piece]:
    """Yield the comments of a Python file."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Piece(PROSE, token.start[0], token.string.lstrip("# "))


def _schema(source: str) -> Iterator[Piece]:
    """Yield the comments and identifiers of a schema file. Code in backquotes is left out."""
    for number, line in enumerate(source.splitlines(), start=1):
        comment = _SCHEMA_COMMENT.search(line)
        if comment:
            yield Piece(PROSE, number, _CODE.sub("", comment[0]).lstrip("/ "))
        for name in _IDENTIFIER.findall(line[: comment.start()] if comment else line):
            yield Piece(FIELD, number, name)


def _page(source: str) -> Iterator[Piece]:
    """Yield the lines of a Markdown page, without code blocks and code in backquotes."""
    text = _FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), source)
    for number, line in enumerate(text.splitlines(), start=1):
        yield Piece(PROSE, number, _CODE.sub("", line))


def _messages(source: str) -> Iterator[Piece]:
    """Yield the lines of a Fluent file, without keys and placeables."""
    for number, line in enumerate(source.splitlines(), start=1):
        yield Piece(PROSE, number, _PLACEABLE.sub("", _MESSAGE_KEY.sub("", line)))

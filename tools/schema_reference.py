"""Writes docs/reference/schema/: every call, message, field and value of `tilth.v1`, from the comments of the schema.

    python -m tools.schema_reference [--write]

Without --write it only tells which pages would change.
"""

import re
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "reference" / "schema"
MESSAGES, ENUMS, SERVICES = 4, 5, 6
"""Numbers of fields of FileDescriptorProto; places of comments are paths of such numbers."""
FIELDS, VALUES, METHODS = 2, 2, 2

Path_ = tuple[int, ...]


@cache
def compiled() -> list[FileDescriptorProto]:
    """Return the descriptors of the schema files of tilth.v1, compiled by protoc with their comments."""
    files = sorted(
        path.relative_to(ROOT / "proto").as_posix() for path in (ROOT / "proto/tilth/v1").glob("*.proto")
    )
    with tempfile.NamedTemporaryFile() as out:
        words = [sys.executable, "-m", "grpc_tools.protoc", "--proto_path", "proto", "--include_source_info"]
        subprocess.run([*words, f"--descriptor_set_out={out.name}", *files], cwd=ROOT, check=True)
        return list(FileDescriptorSet.FromString(Path(out.name).read_bytes()).file)


class Page:
    """The reference page of one schema file, as Markdown."""

    def __init__(self, file: FileDescriptorProto) -> None:
        self._file = file
        self.name = Path(file.name).stem
        self._comments = {
            tuple(place.path): place.leading_comments
            for place in file.source_code_info.location
            if place.leading_comments
        }

    def text(self) -> str:
        """Return the page: each service with a table of its calls, then the messages and the enums."""
        lines = [
            f"# {self.name}.proto\n",
            f"Every call, message and value of `proto/{self._file.name}`, written from its comments by `make docs`.\n",
        ]
        for at, service in enumerate(self._file.service):
            lines += [f"## {service.name}\n", *self._paragraph((SERVICES, at)), "| call | |", "| --- | --- |"]
            for number, method in enumerate(service.method):
                asks = ("stream of " if method.client_streaming else "") + short(method.input_type)
                gives = ("stream of " if method.server_streaming else "") + short(method.output_type)
                about = cell(self._comments.get((SERVICES, at, METHODS, number), ""))
                lines.append(f"| `{method.name}` ({asks}) returns {gives} | {about} |")
            lines.append("")
        for at, message in enumerate(self._file.message_type):
            lines += self._about(message, (MESSAGES, at))
        for at, enum in enumerate(self._file.enum_type):
            lines += self._values(enum, (ENUMS, at))
        return "\n".join([*lines, "Next: [the protocol](../../protocol/index.md).", ""])

    def _about(self, message: DescriptorProto, path: Path_) -> Iterator[str]:
        """Yield the lines about a message: a heading, its comment, and a table of its fields."""
        yield f"## {message.name}\n"
        yield from self._paragraph(path)
        if message.field:
            yield "| field | | |"
            yield "| --- | --- | --- |"
        for at, field in enumerate(message.field):
            about = cell(self._comments.get((*path, FIELDS, at), ""))
            yield f"| {field.number} | `{field.name}`: {kind_of(field, message)} | {about} |"
        yield ""

    def _values(self, enum: EnumDescriptorProto, path: Path_) -> Iterator[str]:
        """Yield the lines about an enum: a heading, its comment, and a table of its values."""
        yield f"## {enum.name}\n"
        yield from self._paragraph(path)
        yield "| value | | |"
        yield "| --- | --- | --- |"
        for at, value in enumerate(enum.value):
            about = cell(self._comments.get((*path, VALUES, at), ""))
            yield f"| {value.number} | `{value.name}` | {about} |"
        yield ""

    def _paragraph(self, path: Path_) -> Iterator[str]:
        """Yield a comment as a paragraph; lines of it that are indented are a table."""
        lines = self._comments.get(path, "").splitlines()
        table = [line for line in lines if line.startswith("   ")]
        sentence = " ".join(" ".join(line for line in lines if line not in table).split())
        if sentence:
            yield plain(sentence) + "\n"
        if table:
            yield "```text\n" + textwrap.dedent("\n".join(table)) + "\n```\n"


def kind_of(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    """Return a field's type in words, such as "list of Record", "optional string" or "map of string to string"."""
    maps = {nested.name: nested for nested in message.nested_type if nested.options.map_entry}
    if short(field.type_name) in maps:
        key, value = maps[short(field.type_name)].field
        return f"map of {kind_of(key, message)} to {kind_of(value, message)}"
    name = short(field.type_name) or FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    prefix = "list of " if field.label == FieldDescriptorProto.LABEL_REPEATED else ""
    if field.proto3_optional:
        prefix = "optional "
    elif field.HasField("oneof_index"):
        prefix = f"one of {message.oneof_decl[field.oneof_index].name}: "
    return prefix + name


def short(name: str) -> str:
    """Return the part of a full name behind its last dot."""
    return name.rpartition(".")[2]


def plain(text: str) -> str:
    """Return a comment with angle and square brackets escaped, so that Markdown takes them for text."""
    return re.sub(r"([<>\[\]])", r"\\\1", text)


def cell(text: str) -> str:
    """Return a comment as a cell of a Markdown table: in one line, with bars and brackets escaped."""
    return plain(" ".join(text.split())).replace("|", "\\|")


def main() -> None:
    """Print the paths of the pages that differ from the schema and of those without a schema file; with `--write`,
    write the first and delete the others."""
    pages = {FOLDER / f"{page.name}.md": page.text() for page in map(Page, compiled())}
    gone = set(FOLDER.glob("*.md")) - set(pages)
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            if "--write" in sys.argv[1:]:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))
    for path in gone:
        if "--write" in sys.argv[1:]:
            path.unlink()
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()

"""The reference of the SDK and of the kernel has every public name, and each has a docstring."""

import importlib
import inspect
import re

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.message import Message

from tests.docs.pages import page
from tools.reference import PAGES, Page, written
from tools.schema_reference import Page as SchemaPage
from tools.schema_reference import compiled


def public(package: str) -> list[str]:
    """Return the names in `__all__`."""
    names: list[str] = importlib.import_module(package).__all__
    return names


@pytest.mark.parametrize("reference", PAGES, ids=lambda reference: reference.file)
def test_the_page_has_every_public_name_and_no_other(reference: Page) -> None:
    named = re.findall(r"^### (\w+)$", page(f"reference/{reference.file}"), re.MULTILINE)
    assert sorted(named) == sorted(public(reference.package)), "make docs writes it again"


@pytest.mark.parametrize("reference", PAGES, ids=lambda reference: reference.file)
def test_the_page_is_what_the_docstrings_give_today(reference: Page) -> None:
    assert page(f"reference/{reference.file}") == written(reference), "make docs writes it again"


@pytest.mark.parametrize(
    ("package", "name"), [(each.package, name) for each in PAGES for name in public(each.package)]
)
def test_every_public_class_and_function_has_a_docstring(package: str, name: str) -> None:
    thing = getattr(importlib.import_module(package), name)
    is_message = inspect.isclass(thing) and issubclass(thing, Message)
    if (inspect.isclass(thing) or inspect.isroutine(thing)) and not is_message:
        assert thing.__doc__, f"{package}.{name}"


@pytest.mark.parametrize("file", compiled(), ids=lambda file: file.name)
def test_the_page_of_a_schema_is_what_its_comments_give_today(file: FileDescriptorProto) -> None:
    schema_page = SchemaPage(file)
    assert page(f"reference/schema/{schema_page.name}.md") == schema_page.text(), "make docs writes it again"


@pytest.mark.parametrize("file", compiled(), ids=lambda file: file.name)
def test_the_page_of_a_schema_has_every_message_enum_and_service(file: FileDescriptorProto) -> None:
    name = file.name.rpartition("/")[2].removesuffix(".proto")
    named = re.findall(r"^## (\w+)$", page(f"reference/schema/{name}.md"), re.MULTILINE)
    declared = [
        *(service.name for service in file.service),
        *(message.name for message in file.message_type),
        *(enum.name for enum in file.enum_type),
    ]
    assert named == declared, "make docs writes it again"

"""The examples in the kernel's docstrings come out as they say."""

import doctest
import importlib
from pathlib import Path

import pytest

import tilth_rules.kernel
from tools.reference import PAGES

MODULES = sorted(path.stem for path in Path(tilth_rules.kernel.__file__).parent.glob("[!_]*.py"))
SHOWN = (
    "Choose",
    "Event",
    "Measure",
    "PartialAnswer",
    "ScriptedChance",
    "SeededChance",
    "Step",
    "Table",
    "world",
)
"""Public names that an author of a game needs first; each shows how it is used."""


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_come_out_as_they_say(name: str) -> None:
    module = importlib.import_module(f"tilth_rules.kernel.{name}")
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", SHOWN)
def test_a_name_that_authors_need_first_has_an_example(name: str) -> None:
    assert any(page.package == "tilth_rules.kernel" for page in PAGES)
    assert ">>> " in (getattr(tilth_rules.kernel, name).__doc__ or "")

"""Bytecode of the test modules, which the workers of a run make together where there is none yet.

pytest rewrites the assertions of each module that it collects, and keeps the bytecode. That takes eight seconds for all
of them; in a fresh clone each of four workers would do all of it, in the same order at the same time.
"""

import sys
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def write_share(config: pytest.Config, number: int, count: int) -> None:
    """Write the bytecode of each `count`-th module of the folders that are tested, from this number on. pytest has no
    public way to write it without importing the module."""
    if sys.dont_write_bytecode:
        return
    folders = [path for path in map(Path, config.args) if path.is_dir()]
    modules = sorted({module for folder in folders for module in folder.resolve().rglob("test_*.py")})
    state = config.stash[rewrite.assertstate_key]
    for module in modules[number::count]:
        written = rewrite.get_cache_dir(module) / f"{module.stem}{rewrite.PYC_TAIL}"
        if not written.exists() and rewrite.try_makedirs(written.parent):
            source_hash, code = rewrite._rewrite_test(module, config)
            rewrite._write_pyc(state, code, source_hash, written)

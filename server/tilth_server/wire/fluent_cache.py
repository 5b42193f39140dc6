"""A cache of parsed Fluent files beside the bytecode. Parsing those of all games takes half a second of CPU."""

import contextlib
import os
import pickle
import sys
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources.abc import Traversable
from pathlib import Path

from fluent.syntax import FluentParser, ast

_PARSED_BY = version("fluent.syntax").encode()
"""Part of the key of a cached tree, because another version of the parser may make other trees."""


def parse_texts(source: Traversable) -> ast.Resource:
    """Return a parsed Fluent file, from `__pycache__` beside it if the same text was parsed before."""
    text = source.read_bytes()
    kept = _cache_file(source, text)
    if kept is not None:
        # Unpickling is safe: a user who can write there can also change the bytecode that lies there.
        with contextlib.suppress(Exception):
            resource = pickle.loads(kept.read_bytes())
            if isinstance(resource, ast.Resource):
                return resource
    resource = FluentParser(with_spans=False).parse(text.decode())
    if kept is not None:
        with contextlib.suppress(OSError):
            _write_cache(kept, resource)
    return resource


def _cache_file(source: Traversable, text: bytes) -> Path | None:
    """Return the file in which the parsed text is cached; None if nothing may be written there."""
    if sys.dont_write_bytecode or not isinstance(source, Path):
        return None
    digest = blake2b(text, key=_PARSED_BY, digest_size=12).hexdigest()
    return source.parent / "__pycache__" / f"{source.stem}.{digest}.{sys.implementation.cache_tag}.pickle"


def _write_cache(kept: Path, resource: ast.Resource) -> None:
    """Write a parsed file into the cache, and remove the trees of earlier texts."""
    kept.parent.mkdir(exist_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    new.write_bytes(pickle.dumps(resource, pickle.HIGHEST_PROTOCOL))
    new.replace(kept)
    for former in kept.parent.glob(f"{kept.name.partition('.')[0]}.*.{sys.implementation.cache_tag}.pickle"):
        if former != kept:
            former.unlink(missing_ok=True)

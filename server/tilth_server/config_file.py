"""The TOML file in which the flags of `tilth-server` can be set. A key is a flag's name without the dashes."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click


def read_config(file: Path, options: Mapping[str, click.Option]) -> dict[str, Any]:
    """Return the values that the file sets, by the names of their parameters. `options` are the flags by key.

    Raise click.UsageError if the file cannot be read, or sets a key or a value that no flag takes. All values but
    switches are returned as texts, so that they are read as they are on the command line.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"--config {file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise click.UsageError(f"--config {file} is not valid TOML: {error}") from error
    values: dict[str, Any] = {}
    for key, value in content.items():
        option = options.get(key)
        if option is None or option.name is None:
            raise click.UsageError(f"--config {file}: there is no flag --{key}{_similar(key, options)}")
        values[option.name] = _value(file, key, value, option)
    return values


def _similar(key: str, options: Mapping[str, click.Option]) -> str:
    """Return a question with the flag that a mistyped key may mean; "" if no flag is similar."""
    found = get_close_matches(key.replace("_", "-"), options, n=1)
    return f"; did you mean {found[0]}?" if found else ""


def _value(file: Path, key: str, value: object, option: click.Option) -> bool | str | list[str]:
    """Return the value of a key; raise click.UsageError if it has the wrong type."""
    if option.is_flag:
        if isinstance(value, bool):
            return value
        raise click.UsageError(f"--config {file}: {key} is true or false")
    if option.multiple:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        raise click.UsageError(f"--config {file}: {key} is a list of texts")
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise click.UsageError(f"--config {file}: {key} is a text or a number")

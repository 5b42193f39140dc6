"""What can be set up."""

import msgspec


class Options(msgspec.Struct, frozen=True):
    """The length and the variants of a match. Six rounds with steady hands are the default."""

    rounds: int = 6
    """Five, six or seven: a short, a usual or a long game."""
    no_pushing: bool = False
    """The advanced variant: a disc shoved into the zone next to its own corner is out."""
    tremor: bool = False
    """Hands tremble a little: each flick errs in its aim and its strength, by chance."""
    values: str = ""
    """Board and sheets to use instead of `content/values.json`: the same JSON, or only what differs."""

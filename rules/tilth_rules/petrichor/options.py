"""What can be set up."""

import msgspec


class Options(msgspec.Struct, frozen=True):
    """The forms, variants and promos of a match. The plain short game is the default."""

    long_form: bool = False
    """Six rounds instead of four."""
    first_layout: bool = False
    """The layout suggested for a first game, instead of shuffled tiles."""
    draft: bool = False
    """Cards are drafted instead of dealt."""
    fertilizer: bool = False
    """Promo: three fertilizer tokens are placed before the tiles are turned up."""
    cactus: bool = False
    """Promo: the Maltese Cactus is shuffled in with the tiles."""
    lake: bool = False
    """Promo: the Lake is shuffled in with the tiles."""
    double_card: bool = False
    """Solo: the neutral player resolves two cards a turn."""
    non_random_targeting: bool = False
    """Solo: the neutral player aims instead of rolling the die."""
    no_more_tricks: bool = False
    """Solo: Wheat and Potato are taken out."""
    one_more_turn: bool = False
    """Solo: the neutral player takes one more turn after the pass."""
    values: str = ""
    """Printed values to use instead of `content/values.json`: the same JSON, or only what differs."""

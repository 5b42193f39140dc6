"""Where the registry is filled: cards' own functions come first, then what the data say."""

from importlib import import_module
from pkgutil import iter_modules

from tilth_rules.agricola.cards import functions
from tilth_rules.agricola.cards.vocabulary import compile_cards


def fill_registry() -> None:
    """Once, when the game is loaded: importing a module of functions registers them, in the order of its lines.

    Stored matches name what a card does by its place among what that card does at one moment, answers to one rule,
    offers or asks. The order of the modules is of no account for that, for all of a card stands in one of them; nor is
    it that functions come before clauses, for no card has both of them in one such place. What counts is the order of a
    card's functions in their module, and of its clauses in the data.
    """
    for name in sorted(module.name for module in iter_modules(functions.__path__)):
        import_module(f"{functions.__name__}.{name}")
    compile_cards()

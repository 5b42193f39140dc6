"""Where the registry is filled: cards' own functions come first, then what the data say."""

from importlib import import_module
from pkgutil import iter_modules

from tilth_rules.agricola.cards import functions
from tilth_rules.agricola.cards.vocabulary import compile_cards


def fill_registry() -> None:
    """Once, when the game is loaded: importing a module of functions registers them, in the order of its lines.

    The modules come in the order of their names, for a function is stored by its place among those of its card.
    """
    for name in sorted(module.name for module in iter_modules(functions.__path__)):
        import_module(f"{functions.__name__}.{name}")
    compile_cards()

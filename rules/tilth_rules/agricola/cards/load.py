"""The filling of the registry: the cards' own functions first, then the clauses of the data."""

from importlib import import_module
from pkgutil import iter_modules

from tilth_rules.agricola.cards import functions
from tilth_rules.agricola.cards.registry import check_numbers, compile_printed
from tilth_rules.agricola.cards.vocabulary import compile_cards


def fill_registry() -> None:
    """Register the effects of all cards. Called once, when the game is loaded.

    Importing a module of functions registers its functions. Stored matches name a part of a card by the slot or stage
    that is written in the registration or in the data, so the order of lines and modules has no meaning.
    """
    for name in sorted(module.name for module in iter_modules(functions.__path__)):
        import_module(f"{functions.__name__}.{name}")
    compile_printed(compile_cards)
    check_numbers()

"""Every card of the game, as data.

`cards.json` says what is printed on all 439 faces, in the vocabulary of `faces`; `cards.py` reads it, checks it and
gives FACES and the decks; `compiled.py` makes of it the tables that the rules count with, and `sieves.py` the tables of
every filter that a face speaks of. No other module of the game knows any card.

A match that is played with corrections (the option `values`) has `Cards` of its own: `cards_of(options.values)`. What
counts cards (`filters.matches`, `measures.measure`, `awards.points`, `awards.reached`) takes them as its last argument.

**In words.** A face's number stands for the message `face-<number>` in `texts/en.ftl` and `texts/ru.ftl`: its name, and
as attributes `text`, what the card does, and `facts`, what else is printed on it. So a field of an event or a move that
holds faces is of the kind "face":

    WORDS = {"card": "face", "cards": "face", "island": "face", ...}

and its text may say `{ $card }` for the name, `{ $card-text }` and `{ $card-facts }`; `{ $card-id }` is the number.
These messages are the last part of both files. `python -m tools.earth_cards --write` writes that part anew, and
docs/games/earth-cards.md, from the data and from `wording/`; whatever stands above it stays as it is. The texts are
those of the printed cards, whatever a match corrects.
"""

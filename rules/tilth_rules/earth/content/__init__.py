"""Every card of the game, as data.

`cards.json` holds the data of all 439 faces, in the vocabulary of `faces`. `cards.py` reads and checks it and
gives FACES and the decks. `compiled/` turns it into the tables that the rules count with, and
`face_filters.py` into the tables of every filter that a face names. No other module of the game knows any
card.

A match that is played with corrections (the option `values`) has `Cards` of its own:
`cards_of(options.values)`. The functions that count cards (`matching.matches`, `area/measures.py`,
`area/awards.py`) take them as their last argument.

**In words.** A face's number stands for the message `face-<number>` in `texts/en.ftl` and `texts/ru.ftl`: the
face's name, and as attributes `text`, the effect of the card, and `facts`, the rest of its print. So a field
of an event or a move that holds faces is of the kind "face":

    LABELS = {"card": "face", "cards": "face", "island": "face", ...}

and its text may use `{ $card }` for the name, `{ $card-text }` and `{ $card-facts }`; `{ $card-id }` is the
number. These messages are the last part of both files. `python -m tools.earth_cards --write` writes that part
and docs/games/earth/cards.md again, from the data and from `wording/`; the part above it stays. The texts are
those of the printed cards, even if a match corrects a card.
"""

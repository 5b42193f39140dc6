"""Every card and every action space of Agricola, as data.

`cards.json` says what is printed on the 318 cards (ten majors, 139 minor improvements, 169 occupations), `spaces.json`
what one does on the action spaces. `cards.py` and `spaces.py` read them into frozen structs and give CARDS and SPACES;
a card or a space is its index there. The vocabulary is `values.py` (goods, counts), `acts.py` (what spaces and cards
do), `conditions.py`, `rules.py` (questions of the rules that cards answer) and `clauses.py`. A word that isn't in it is
refused, with the id of the card.

A card acts by its clauses. What they can't say is said by a function of the card's own (`Card.coded`): "function" for
a short one, "protocol" where the card asks somebody in a way of its own; such a card may have clauses besides.

**In words.** A card's index stands for the message `card-<index>` in `texts/en.ftl` and `texts/ru.ftl`: its name, and
as attributes `text`, what it does, and `facts`, what else is printed on it. A card that its owner can use in several
ways has a message `card-<index>-way-<way>` for each of them (`ways.py`). Likewise `space-<index>`. So a field of an
event or a move that holds cards is of the kind "card", one that holds spaces of the kind "space". These messages are
the last part of both files: `python -m tools.agricola_cards --write` writes that part anew, and
docs/games/agricola-cards.md, from the data and `wording.json`; whatever stands above it stays as it is.
"""

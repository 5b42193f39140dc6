"""Every card and every action space of Agricola, as data.

`cards.json` holds the print of the 318 cards (ten majors, 139 minor improvements, 169 occupations), and `spaces.json`
the acts of the action spaces. `cards.py` and `spaces.py` read them into frozen structs and give CARDS and SPACES; a
card or a space is its index there. The vocabulary is in `types.py` (goods, counts), `acts.py` (acts of spaces and
cards), `conditions.py`, `rules.py` (answers to the rules) and `clauses.py`. A word that isn't in it is refused, with
the id of the card.

A card acts by its clauses. Effects that clauses can't express are in a function of the card's own (`Card.coded`):
"function" for a short one, "protocol" if the card asks a seat in a way of its own. Such a card may have clauses as
well.

**In words.** A card's index stands for the message `card-<index>` in `texts/en.ftl` and `texts/ru.ftl`: the card's
name, and as attributes `text`, its effect, and `facts`, the rest of its print. A card that its owner can use in
several ways has a message `card-<index>-way-<way>` for each of them (`ways.py`). Spaces have `space-<index>` in the
same way. So a field of an event or a move that holds cards is of the kind "card", and one that holds spaces of the
kind "space". These messages are the last part of both files. `python -m tools.agricola_cards --write` writes that
part and docs/games/agricola/cards.md again, from the data and `wording.json`; the part above it stays.
"""

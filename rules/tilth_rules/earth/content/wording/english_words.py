"""The English words for the vocabulary of cards."""

from typing import Final

WHENS: Final = {
    "on_plant": "when planted",
    "on_play": "when played",
    "always": "lasting",
    "event_played": "whenever you play an event",
    "scoring": "at the end",
    "setup": "to begin with",
}
ACTIONS: Final = {"green": "Plant", "red": "Compost", "blue": "Water", "yellow": "Grow"}
MARKS: Final = {"place": "a place", "colour": "a colour", "animal": "an animal"}
LEVELS: Final = ("beginner", "medium", "hard", "expert")
NOUNS: Final = {None: "card", "flora": "flora card"}
PLURALS: Final = {"bush": "bushes", "ability": "abilities", "growth": "growth", "VP": "VP"}
WITHIN: Final = {
    "tableau": ("in your field", ""),
    "board": ("in your field", "(island and climate count)"),
    "row": ("in this row", ""),
    "column": ("in this column", ""),
    "beside": ("side by side with this card", ""),
    "corners": ("corner to corner with this card", ""),
    "events": ("that you have played", ""),
}
"""The words for a part of the area, and words added at the end of the phrase."""
POOLS: Final = {
    "soil": ("soil", "soil", "in your reserve"),
    "hand": ("card", "cards", "in your hand"),
    "compost": ("card", "cards", "in your compost"),
    "events": ("event", "events", "that you have played"),
    "sprouts": ("sprout", "sprouts", "on your flora"),
    "growth": ("growth", "growth", "on your flora (canopies count)"),
}
RULES: Final = {
    "full": "",
    "common colour": "whose cards share an ability colour",
    "common kind": "whose cards share a type (terrain is one too)",
    "common habitat": "whose cards share a habitat",
    "different colours": "whose cards stand for 4 different ability colours",
    "different kinds": "whose cards stand for 4 different types (terrain is one too)",
    "all habitats": "whose cards stand for the 4 habitats, one each",
    "different sprouts": "whose cards hold 4 different numbers of sprouts",
    "different growth": "whose cards hold 4 different numbers of growth",
    "different vp": "whose cards have 4 different values",
}
PIECES: Final = {
    "none": "with neither sprouts nor growth",
    "full": "with no room left for sprouts or growth",
    "sprouts full": "with all sprout spaces taken",
    "canopy": "with a canopy",
}
GAIA_GAINS: Final = {
    "sprout": "{} sprouts",
    "growth": "{} growth",
    "soil": "{} soil",
    "compost deck": "{} cards from the deck into her compost",
    "scoring": "{} cards from the deck onto her scoring pile",
}
GAIA_EACH: Final = {
    "blue card": "each of your cards with a blue ability",
    "card drawn": "each card you drew this turn, events aside",
    "soil gained": "each soil you gained this turn, events aside",
}

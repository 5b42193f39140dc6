"""Petrichor in words. WORDS says which fields of events and moves stand for words, and for which kind."""

WORDS = {
    "action": "weather",
    "card": "weather",
    "cards": "weather",
    "crop": "crop",
    "crops": "crop",
    "dice": "die",
    "owner": "seat",
    "pack": "seat",
    "phase": "phase",
    "places": "by-seat",
    "points": "by-seat",
    "scores": "by-seat",
    "seats": "seat",
    "source": "weather",
    "tile": "tile",
    "to": "tile",
    "weather": "weather",
    "weathers": "weather",
    "wind": "wind",
}

"""Which fields of the orchard stand for words."""

WORDS = {"fruit": "fruit", "fruits": "fruit", "guest": "seat"}

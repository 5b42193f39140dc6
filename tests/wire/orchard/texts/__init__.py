"""Which fields of the orchard stand for words."""

LABELS = {"fruit": "fruit", "fruits": "fruit", "guest": "seat"}

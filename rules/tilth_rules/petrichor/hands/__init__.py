"""The ways that cards come into hands: dealing and drafting."""

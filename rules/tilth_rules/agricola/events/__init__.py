"""The events of a match."""

"""Receipts: the server's signed statements of what a match's log held at one moment."""

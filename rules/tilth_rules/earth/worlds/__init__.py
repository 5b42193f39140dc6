"""A viewer's knowledge of a table, and worlds dealt from it."""

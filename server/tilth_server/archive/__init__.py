"""The archive of matches: reading, replaying, verifying, exporting and importing them."""

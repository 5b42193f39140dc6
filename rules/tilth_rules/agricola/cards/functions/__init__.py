"""Effects of single cards that no clause can express. Each module is about one subject, and holds all effects of a
card."""

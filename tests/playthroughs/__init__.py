"""Golden playthroughs: matches as text, kept, and read in review when they change. README.md says how to read them."""

"""The names that golden playthroughs have for the numbers of each game."""

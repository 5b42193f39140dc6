"""Attacks on a real server: `make attack` runs them all and prints one JSON line for each."""

"""The benches: `make bench` runs them all and prints one JSON line a measurement."""

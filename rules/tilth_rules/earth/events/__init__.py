"""The events of a match. Each holds everything that it changes in the state."""

"""Running the server: what an operator does to it."""

"""The farmyard as a board: its cells and edges, its pastures, and the animals they hold. No kernel, no cards."""

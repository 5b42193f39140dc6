"""The farmyard as a board: its cells and edges, its pastures, and the animals they hold. It knows no kernel and no
cards."""

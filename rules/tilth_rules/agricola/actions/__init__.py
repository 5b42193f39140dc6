"""The actions of the rulebook, which spaces and cards offer, one module each."""

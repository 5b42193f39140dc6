"""What spaces let one do, and cards after them: the actions of the rulebook, one module each."""

"""What is printed on the board and the sheets."""

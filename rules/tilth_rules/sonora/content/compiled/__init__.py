"""The values as the rules use them."""

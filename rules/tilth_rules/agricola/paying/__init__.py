"""Prices with all changes by cards, and their payment."""

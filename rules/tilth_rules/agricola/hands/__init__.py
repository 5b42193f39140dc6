"""The cards in hand: dealing, drafting, choosing and exchanging them."""

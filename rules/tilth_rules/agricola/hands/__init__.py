"""The cards in hand: how they are dealt, drafted, chosen and exchanged."""

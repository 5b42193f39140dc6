"""What things cost, with everything that cards change about it, and how they are paid for."""

"""Knowledge of hidden cards, and worlds that a viewer cannot tell from the true one."""

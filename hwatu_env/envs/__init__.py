"""Environments for PettingZoo and Gymnasium, over any game: they never look at its rules."""

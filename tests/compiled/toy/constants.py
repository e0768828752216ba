"""A constant that a policy imports from elsewhere."""

BONUS = 2

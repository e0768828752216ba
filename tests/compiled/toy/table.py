"""A file that nothing leads to: it is named among the sources."""

NUMBERS = 1, 2, 3

"""A constant that the toy game's rules hold."""

HAND = 8

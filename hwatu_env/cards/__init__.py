"""Decks as data: `hwatu` (48 cards and jokers) and their text notation."""

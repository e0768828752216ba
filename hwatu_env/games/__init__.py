"""The rules of the games, one package a game, and what they share."""

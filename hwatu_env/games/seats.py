"""Seats as an observer counts them: himself first, then in turn order."""

from hwatu_env.compiled.rule import rule


@rule
def seat_at(seat: int, away: int, seats: int) -> int:
    """The seat `away` places after `seat`."""
    other = seat + away
    return other - seats if other >= seats else other


@rule
def away_from(seat: int, other: int, seats: int) -> int:
    """How many places `other` sits after `seat`."""
    return other - seat if other >= seat else other - seat + seats

"""Positions of Hachi-Nin Meri from the cards that matter; the others are dealt out in order."""

from hwatu_env.cards.unsun import CARD_NAMES
from hwatu_env.games import hachinin_meri

SEATS = 8


def position(
    *,
    mine,
    seat=None,
    current=(),
    tricks=(),
    open_trump="Coins.6",
    elsewhere=(),
    first=None,
    rules="seed",
    **options,
):
    """A game in which the dealer, seat 0, led the first trick and buried the Open Trump.

    Args:
        mine: Hand of the seat to move.
        seat: That seat; in a first trick it follows from `current`.
        current: Cards of the trick under way.
        tricks: Finished tricks.
        open_trump: It makes the trump suit.
        elsewhere: Two cards that nobody has: they lie under it.
        first: A card that goes to the first other seat with room for it.
        rules: House rules.
        options: Further arguments of `hachinin_meri.position`.
    """
    seat = len(current) if seat is None else seat
    leader = (seat - len(current)) % SEATS
    played = {card for trick in tricks for card in trick} | set(current)
    used = {*played, *mine, open_trump, *elsewhere}
    left = [card for card in CARD_NAMES if card not in used]
    left.sort(key=lambda card: card != first)
    hands = []
    for other in range(SEATS):
        has_played = (other - leader) % SEATS < len(current)
        size = 9 - len(tricks) - has_played
        if other == seat:
            assert len(mine) == size, f"seat {seat} has {size} cards, not {len(mine)}"
            hands.append(list(mine))
        else:
            hands.append([left.pop(0) for _ in range(size)])
    widow = [*elsewhere, *left]
    return hachinin_meri.position(
        rules=rules,
        hands=hands,
        open_trump=open_trump,
        widow=widow,
        buried=open_trump,
        tricks=tricks,
        current=current,
        **options,
    )

"""The numbers of the heuristic player, in points."""

from typing import NamedTuple


class _Weights(NamedTuple):
    """Place of each weight in the settings of the heuristic."""

    BRIGHT: int = 0  # a bright with 0, 1, 2, 3, 4 others in the pile
    RAIN_BRIGHT: int = 5  # factor of the rain bright
    GWANGBAK: int = 6  # the first bright, which saves from gwang-bak
    SET: int = 7  # factor of a set's points with 0, 1, 2 others of the set in the pile
    ANIMAL: int = 10  # an animal with 0, 1, 2, 3, 4 and more others
    RIBBON: int = 15  # a ribbon with 0, 1, 2, 3, 4 and more others
    PI: int = 20  # one pi with 0, 3, 6, 9 and more
    PIBAK: int = 24  # one pi more while in the range of pi-bak
    DENY: int = 25  # factor of what a card that I capture would have been worth to others
    LOSS: int = 26  # factor of what others may take next
    LOSS_STACK: int = 27  # the same for stacks
    HOPE: int = 28  # factor of what I may take next
    HOPE_STACK: int = 29  # the same for stacks whose fourth card I hold
    BOMB: int = 30  # a bomb, besides what it takes
    BOMB_LATER: int = 31  # three in hand and the fourth on the table, when the turn passes
    TRIPLE: int = 32  # three in hand and none on the table, when the turn passes
    SHAKE: int = 33  # a shake
    FLIP: int = 34  # a flip without a hand card
    CLOSE_ME: int = 35  # how much more points count as I come near the minimum
    CLOSE_OTHER: int = 36  # and as another does
    LATE: int = 37  # how much less what is unfinished counts late in the deal
    END: int = 38


Weight = _Weights()

HEURISTIC_WEIGHTS: tuple[float, ...] = (
    *(0.5, 0.7, 2.0, 1.5, 5.0),  # BRIGHT
    *(0.7, 0.5),  # RAIN_BRIGHT, GWANGBAK
    *(0.05, 0.25, 0.6),  # SET
    *(0.12, 0.16, 0.24, 0.4, 1.0),  # ANIMAL
    *(0.12, 0.16, 0.24, 0.4, 1.0),  # RIBBON
    *(0.3, 0.4, 0.6, 1.0),  # PI
    *(0.2, 0.25),  # PIBAK, DENY
    *(1.1, 1.0, 0.4, 0.8),  # LOSS, LOSS_STACK, HOPE, HOPE_STACK
    *(0.8, 2.4, 0.3),  # BOMB, BOMB_LATER, TRIPLE
    *(0.6, 0.05),  # SHAKE, FLIP
    *(0.2, 0.5, 0.3),  # CLOSE_ME, CLOSE_OTHER, LATE
)
"""Chosen by self-play on duplicate deals of `standard-2p` and `standard-3p`, one weight after the
other, on seeds of 1,000 and more. LOSS and HOPE matter by far the most: without them the player
loses 3.3 points a deal to itself (`standard-2p`, always_stop). BOMB_LATER makes a bomb wait, since
nobody can take its fourth card: bombing at once loses 0.25 points a deal."""

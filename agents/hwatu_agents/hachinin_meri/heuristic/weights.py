"""The numbers of the heuristic player; tuned by self-play, see `Weight`."""

from typing import NamedTuple

from hwatu_agents.hachinin_meri.policies import CARD_SETTINGS
from hwatu_agents.reading import Params
from hwatu_env.compiled.rule import rule


class _Weights(NamedTuple):
    """Place of each weight among a policy's settings. A trick is worth 1."""

    WILL: int = 0  # chance that a seat which can trump over the other team does
    WILL_OVER: int = 1  # the same, over a trump
    WILL_CHASE: int = 2  # the same, where it may chase
    WILL_MERI: int = 3  # the same in Meri
    EARLY: int = 4  # how much less likely the first seats are to do so than the last
    RISE: int = 5  # chance that a seat which can play a higher card of the led suit does
    SHRINK: int = 6  # part of the higher trumps that still beat the one which is played
    OVER: int = 7  # chance that the last trump face down is better than the other team's
    DOWN_FIRST: int = 8  # how high the first trump face down is; 1 for any
    DOWN_LATER: int = 9  # the same for those after it
    DOWN_ABOVE: int = 10  # how many trumps beat the best of those face down; 1 for any
    MYSELF: int = 11  # to win myself before the first Meri, less with fewer seats after me
    MYSELF_LEADING: int = 12  # the same with a plain card that I lead
    CHASE: int = 13  # part of its points that a chance to chase is worth
    CHASE_AGAINST: int = 14  # the same for the other team's chance
    PAIR: int = 15  # the same for pairs
    PAIR_AGAINST: int = 16
    TRUMPS: int = 17  # to keep a trump of each of the six classes of `step_class`
    TOP_CARD: int = 23  # to keep the best card of a plain suit
    HIGH_CARD: int = 24  # to keep the second or the third
    MERI: int = 25  # to lead a trump
    BURY_HIGH: int = 26  # to keep the best card of a suit; less for lower ones
    BURY_SINGLE: int = 27  # to bury one of one, one of two
    PACKET: int = 29  # to keep a deal with three cards that I have seen
    PACKET_TENKA: int = 30  # besides, with Tenka among them
    PACKET_TOP: int = 31  # besides, for each Sun and Un
    PACKET_COURT: int = 32  # besides, for each Kiri, Uma and Sota
    END: int = 33


Weight = _Weights()

HEURISTIC_WEIGHTS: tuple[float, ...] = (
    *(0.6, 0.73, 1.38, 0.8),
    *(0.5, 1.0, 0.5, 0.54),
    *(0.95, 6.0, 0.33),
    *(0.5, 0.7),
    *(1.0, 0.84, 0.5, 1.35),
    *(0.74, 0.49, 0.45, 0.3, 0.16, 0.08),
    *(0.15, 0.02),
    -0.4,
    *(0.1, 0.15, 0.15),
    *(-0.19, 1.53, 0.23, 0.08),
)
assert len(HEURISTIC_WEIGHTS) == Weight.END


@rule
def weight(params: Params, place: int) -> float:
    """A weight of the heuristic."""
    return params[CARD_SETTINGS + place]

"""The numbers of the heuristic player; tuned by self-play, see `Weight`."""

from typing import NamedTuple

from hwatu_agents.minhwatu.reading import Number
from hwatu_agents.reading import Params
from hwatu_env.compiled.rule import rule


class _Weights(NamedTuple):
    """Place of each weight among a policy's settings. Worths are in card points."""

    OWN: int = 0  # share of a special hand for a card of it with 0, 1, 2, 3, 4 more to come
    BLOCK: int = 5  # the same for a hand that another seat can still make
    LOSS: int = 10  # factor of what others may take next
    LOSS_TRIPLE: int = 11  # the same for three of a month
    HOPE: int = 12  # factor of what I may take next
    HOPE_TRIPLE: int = 13  # the same for three of a month whose fourth I hold
    PAIR: int = 14  # a hand card whose partner is in my hand, too, when nothing lies there
    END: int = 15


Weight = _Weights()

HEURISTIC_WEIGHTS: tuple[float, ...] = (
    *(0.6, 0.55, 0.1, 0.06, 0.05),
    *(0.6, 0.35, 0.25, 0.08, 0.05),
    1.4,
    6.0,
    0.35,
    0.8,
    1.0,
)
assert len(HEURISTIC_WEIGHTS) == Weight.END


@rule
def weight(params: Params, place: int) -> float:
    """A weight of the heuristic."""
    return params[Number.END + place]

"""What the commands take for each game where the user says nothing."""

from dataclasses import dataclass

NOBODY = "none"
"""Imitates no player."""


@dataclass(frozen=True, kw_only=True)
class Defaults:
    """Settings of a game."""

    rules: str | None = None
    """House rules; None for the first preset."""
    reward: str = "points"
    """Reward mode for learning."""
    points_scale: float = 30.0
    """Points that count as 1, so that the value network learns numbers of a good size."""
    gae_lambda: float = 0.95
    """Bias against variance of the advantages."""
    imitate: str = NOBODY
    """The player whose answers are learned before the first game."""


_DEFAULTS = {
    # the two-player game that is played most; rewards of several hundred points are no rarity
    "gostop": Defaults(rules="standard-2p", points_scale=30.0),
    "minhwatu": Defaults(points_scale=60.0),
    # A partner's value of the next decision knows nothing of the hand behind this one: it rewards
    # whoever spends a high card where all can see it. Only whole returns are free of that.
    # By itself a network learns very slowly which card wins.
    "hachinin_meri": Defaults(points_scale=5.0, gae_lambda=1.0, imitate="hachinin_meri/heuristic"),
}


def defaults_of(game: str) -> Defaults:
    """The settings of a game; those of no game in particular if there are none of its own."""
    return _DEFAULTS.get(game, Defaults())

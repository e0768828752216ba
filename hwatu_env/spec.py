"""Facts about a game under given rules, as data."""

from dataclasses import dataclass

from hwatu_env.layout import ActionLayout, Layout


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """What a learner must know about a game before it plays.

    The letters used all over the package: N games in a batch, P seats, A actions, D bytes of an
    observation.
    """

    game: str
    """Name of the game, for example "gostop"."""
    rules: str
    """Text of the rules, `str(Rules)`; parses back to the same rules."""
    num_players: int
    """Seats P; seat p moves before seat p + 1."""
    actions: ActionLayout
    """The action ids and their words; the last one is NOOP."""
    observation: Layout
    """The pieces of an observation."""
    max_steps: int
    """A deal never takes more steps than this."""
    teams: tuple[int, ...]
    """(P,) team of each seat; seats of one team win and lose together."""
    zero_sum: bool = True
    """Whether the rewards of all seats add up to zero at every step."""

    @property
    def num_actions(self) -> int:
        """Number of action ids A."""
        return len(self.actions)

    @property
    def observation_size(self) -> int:
        """Bytes D of an observation."""
        return self.observation.size

    @property
    def noop(self) -> int:
        """The id of NOOP, the only action of a waiting seat in the parallel environment."""
        return len(self.actions) - 1

"""What a training is made of, as data. Importing it loads no training library."""

from dataclasses import dataclass
from pathlib import Path

from tyro.conf import Positional


@dataclass(frozen=True, kw_only=True)
class Config:
    """Everything that makes a training what it is; `config.json` of its run folder."""

    game: Positional[str] = "gostop"
    """Name of the game."""
    rules: str | None = None
    """House rules; None for "standard-2p" in Go-Stop, and the first preset elsewhere."""
    num_players: int | None = None
    """Seats, where the rules leave them open."""
    name: str | None = None
    """Name of the run folder; None for the game and the time."""
    runs: Path = Path("runs")
    """Where run folders are."""
    seed: int = 0
    """Seed of deals, of the network and of its choices."""
    steps: int | None = None
    """Learner's decisions after which to stop; None for 2,000,000, unless `minutes` is given."""
    minutes: float | None = None
    """Time after which to stop; None for no limit."""
    opponents: str | None = None
    """Who plays the other seats, by weight, such as "random=0.2, gostop/greedy=0.5, self=0.3";
    "self" stands for the learner's snapshots. None for a tenth random play, half the game's own
    players, and the rest itself."""
    imitate: str | None = None
    """A player whose answers are learned before the first game; "none" for no one. None for
    "hachinin_meri/heuristic" in Hachi-Nin Meri and no one elsewhere."""
    imitate_decisions: int = 2_000_000
    """Decisions of that player to learn from."""
    snapshot_every: int = 100_000
    """Steps between two snapshots of the learner."""
    snapshots: int = 5
    """Newest snapshots that are played against."""
    reward: str | None = None
    """What is learned: a reward mode of the game. None for "points"; "symlog" never dares to go."""
    points_scale: float | None = None
    """Points that count as 1, so that the value network learns numbers of a good size; None for
    the game's own."""
    points_clip: float = 10.0
    """Largest reward, after scaling: the rare deal of a thousand points is not all that counts."""
    n_envs: int = 256
    """Games that are played at the same time."""
    n_steps: int = 64
    """Decisions in each game between two updates."""
    batch_size: int = 2_048
    """Decisions in a gradient step."""
    n_epochs: int = 4
    """Passes over the decisions of an update."""
    learning_rate: float = 5e-4
    """Step size of Adam."""
    gamma: float = 1.0
    """Discount; deals are short, so that none is needed."""
    gae_lambda: float | None = None
    """Bias against variance of the advantages; None for 1 in Hachi-Nin Meri, where partners' values
    are biased, and 0.95 elsewhere."""
    ent_coef: float = 0.01
    """Weight of the entropy bonus."""
    hidden: tuple[int, ...] = (256, 256)
    """Units of the hidden layers of policy and value."""
    threads: int = 2
    """Threads of torch."""
    checkpoint_every: int = 500_000
    """Steps between two checkpoints."""
    eval_every: int = 250_000
    """Steps between two evaluations; 0 for none."""
    eval_deals: int = 500
    """Duplicate deals of such an evaluation."""
    eval_against: tuple[str, ...] = ("random",)
    """Agents that it is against."""

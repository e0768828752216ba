"""The players of every game, and the rules under which they are tried."""

from dataclasses import dataclass, field

from hwatu_agents.gostop.agent import GoStopAgent
from hwatu_agents.hachinin_meri.agent import HachininMeriAgent
from hwatu_agents.minhwatu.agent import MinHwatuAgent
from hwatu_agents.rule_agent import RuleAgent
from hwatu_env import GameBatch

CARDS = ["greedy", "heuristic"]
"""Card policies that every game has."""


@dataclass(frozen=True)
class Players:
    """The players of one game: a type of agents, and the parts that may be swapped."""

    game: str
    agent: type[RuleAgent]
    rules: list[str]
    """Rules under which the tests look closely."""
    longer: list[tuple[str, str, int]]
    """Episodes of several deals: their kind, rules, and how many are played."""
    parts: list[dict[str, str]] = field(default_factory=lambda: [{}])
    """Choices of what is no card policy."""
    games: int = 40
    """Games that are played in plain Python and compiled."""
    seats: list[str] = field(default_factory=list)
    """Rules for any number of seats, where the game leaves it open."""

    def make(self, card: str, *, compiled: bool = False, **parts: str) -> RuleAgent:
        return self.agent(card, compiled=compiled, **parts)

    def __str__(self) -> str:
        return self.game


PLAYERS = [
    Players(
        game="gostop",
        agent=GoStopAgent,
        parts=[
            {"go": go}
            for go in ("always_stop", "always_go", "threshold(8)", "cautious", "risk_aware")
        ],
        rules=["standard-2p", "seed", "standard-3p", "seed(num_players=3)"],
        longer=[
            ("match", "hangame(match_length=3)", 8),
            ("match", "netmarble(match_length=3)", 8),
        ],
        seats=[
            "seed(num_players={})",
            "seed(num_players={}, jokers=[2, 3, 3], bomb=True, shake=play)",
        ],
    ),
    Players(
        game="minhwatu",
        agent=MinHwatuAgent,
        rules=["seed-extended", "seed", "standard", "seed-extended(num_players=3)"],
        longer=[("match", "seed(target=300)", 4)],
        seats=[
            "seed(num_players={})",
            "standard(num_players={}, optional_capture=True, godori=50)",
        ],
    ),
    Players(
        game="hachinin_meri",
        agent=HachininMeriAgent,
        parts=[
            {"declaration": declaration}
            for declaration in ("always_declare", "always_hide", "by_score")
        ],
        rules=["tournament", "seed", "boardoor(top=un_sun)", "first-draft(r2=game_any)"],
        longer=[("set", "tournament", 2), ("match", "tournament", 2)],
        games=15,
    ),
]


def reach(game: str, position: object, *words: str) -> GameBatch:
    """A game that goes on from a position with some words."""
    batch = GameBatch.from_positions(game, [position], compiled=False)
    for word in words:
        batch.step(word)
    return batch


def chosen(agent: RuleAgent, batch: GameBatch) -> str:
    """The action word that a player chooses in the first row."""
    return batch.action_text(agent.act(batch.decisions([0]))[0])

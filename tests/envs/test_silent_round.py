"""Hachi-Nin Meri in the parallel environment: one declaration round in every game (§3).

Who is asked about the dragon, and that somebody is asked at all, is itself information.
"""

import numpy as np
import pytest

from hwatu_env import parallel_env
from hwatu_env.cards.unsun import CARD_NAMES
from hwatu_env.envs.parallel import HwatuParallelEnv
from tests.envs.playing import same

GAME = "hachinin_meri"
RULES = [
    "seed",
    "tournament",
    "boardoor",
    "seed(robai=forced)",
    "seed(robai=off)",
    "seed(dealer_may_hide=false)",
]


def words(env: HwatuParallelEnv, observation: dict) -> list[str]:
    legal = np.flatnonzero(observation["action_mask"])
    return [env.spec_of_game.actions.text(action).split()[0] for action in legal]


def lowest(env: HwatuParallelEnv, observations: dict) -> dict[str, int]:
    return {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}


@pytest.mark.parametrize("rules", RULES)
def test_every_game_has_one_declaration_round(rules: str) -> None:
    """Rounds before the exchange, over deals with the dragon in a hand and in the widow."""
    env = parallel_env(GAME, rules=rules)
    asked = 0
    for seed in range(40):
        observations, _ = env.reset(seed=seed)
        rounds, keeps, total = 0, 0, 0
        while env.agents:
            said = [word for seen in observations.values() for word in words(env, seen)]
            keeps += "keep" in said
            if not {"keep", "bury", "play"} & set(said):
                rounds += 1
                asked += "declare" in said
                others = [seen for seen in observations.values() if words(env, seen) == ["noop"]]
                assert len(others) == (7 if "declare" in said else 8)
            observations, *_ = env.step(lowest(env, observations))
            total += 1
        assert rounds == 1
        assert keeps == (rules == "tournament")
        assert total == 1 + keeps + 1 + 72
    assert (asked > 0) == ("robai" not in rules)  # else there is no choice


def test_sets_have_it_in_each_of_their_games() -> None:
    env = parallel_env(GAME, episode="set")
    observations, _ = env.reset(seed=1)
    rounds = total = 0
    while env.agents:
        said = {word for seen in observations.values() for word in words(env, seen)}
        rounds += not {"bury", "play"} & said
        observations, *_ = env.step(lowest(env, observations))
        total += 1
    assert rounds == 8
    assert total == 8 * 74


@pytest.mark.parametrize("place", ["widow", "hidden"])
def test_dealer_takes_up_the_open_trump_after_that_round(place: str) -> None:
    env = parallel_env(GAME)
    observations, _ = env.reset(options={"deck": deck(place), "dealer": 2})
    hand = env.spec_of_game.observation.slice("hand")
    assert [seen["observation"][hand].sum() for seen in observations.values()] == [9] * 8

    observations, rewards, *_ = env.step(say(env, observations, "hide"))

    assert not any(rewards.values())
    assert [seen["observation"][hand].sum() for seen in observations.values()] == [
        10 if agent == "player_2" else 9 for agent in env.possible_agents
    ]
    assert env.mover == "player_2"


def deck(place: str) -> list[str]:
    """Coins are trumps. Seat 5 holds their dragon, or the Cups.6 for which it lies in the widow."""
    cards = [card for card in CARD_NAMES if card not in ("Coins.7", "Coins.Robai", "Cups.6")]
    shuffled = [cards[k] for k in np.random.default_rng(26).permutation(len(cards)).tolist()]
    dragon, other = ("Coins.Robai", "Cups.6") if place == "hidden" else ("Cups.6", "Coins.Robai")
    hands = [*shuffled[:45], dragon, *shuffled[45:71]]
    return [*hands, "Coins.7", other, shuffled[71]]


def say(env: HwatuParallelEnv, observations: dict, word: str) -> dict[str, int]:
    """NOOP of everybody, but the word of whoever may say it."""
    wanted = env.spec_of_game.actions.id(word)
    return {
        agent: wanted if seen["action_mask"][wanted] else env.spec_of_game.noop
        for agent, seen in observations.items()
    }


def test_silence_tells_the_other_seven_nothing() -> None:
    """Example 26: hidden by seat 5, or in w1. All streams of the others are the same."""
    hidden, widow = (parallel_env(GAME) for _ in range(2))
    shown = [
        env.reset(options={"deck": deck(place), "dealer": 2})
        for env, place in ((hidden, "hidden"), (widow, "widow"))
    ]
    dragon, other = (hidden.spec_of_game.actions.id(f"play {c}") for c in ("Coins.Robai", "Cups.6"))
    seven = [agent for agent in hidden.possible_agents if agent != "player_5"]
    compared = 0
    actions = say(hidden, shown[0][0], "hide")
    while True:
        for mine, theirs in zip(*shown, strict=True):
            assert same({a: mine[a] for a in seven if a in mine}, {a: theirs[a] for a in seven})
        compared += 1
        shown = [env.step(actions) for env in (hidden, widow)]
        mover = hidden.mover
        assert widow.mover == mover
        both = [step[0][mover]["action_mask"].astype(bool) for step in shown]
        allowed = np.flatnonzero(both[0] & both[1])
        if mover == "player_5":
            allowed = allowed[(allowed != dragon) & (allowed != other)]
        if not allowed.size:
            break  # seat 5 has to play that card
        actions = {mover: int(allowed[0])}
        if not hidden.agents:
            break
    assert compared > 20


def test_team_view_of_a_round_that_asks_nobody_is_the_first_seats() -> None:
    """As it is once a game is over; the dealer's team, which moves next, does not move yet."""
    env = parallel_env(GAME, state_view="team")
    env.reset(options={"deck": deck("widow"), "dealer": 1})
    assert env.mover is None
    assert np.array_equal(env.state(), env.team_state("player_0"))
    env.step({})
    assert env.mover == "player_1"
    assert np.array_equal(env.state(), env.team_state("player_1"))

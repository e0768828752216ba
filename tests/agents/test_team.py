"""A team of different agents: each plays its seats, and is asked for no other."""

import numpy as np
import pytest

from hwatu_agents.team import Team
from hwatu_env import GameBatch, load_agent
from hwatu_env.errors import UnknownNameError


class Noting:
    """Plays the lowest legal action and notes for which seats it was asked, and what it saw."""

    def __init__(self) -> None:
        self.seats = set()
        self.seen = []

    def act(self, decision):
        self.seats |= set(decision.seat.tolist())
        self.seen.append(decision)
        return decision.action_mask.argmax(axis=1)


def play_some(agent, game, games=16, steps=80):
    batch = GameBatch(game, games, seed=3, compiled=False)
    for _ in range(steps):
        batch.step(agent.act(batch.decisions()))
    return batch


@pytest.mark.parametrize(
    ("members", "seats"),
    [(1, [{*range(8)}]), (2, [{0, 1, 4, 5}, {2, 3, 6, 7}]), (4, [{0, 1}, {2, 3}, {4, 5}, {6, 7}])],
)
def test_each_plays_its_seats_of_either_team(members, seats):
    agents = [Noting() for _ in range(members)]
    play_some(Team(agents), "hachinin_meri")
    assert [agent.seats for agent in agents] == seats


def test_without_teams_the_first_plays_alone():
    first, second = Noting(), Noting()
    play_some(Team([first, second]), "gostop", steps=10)
    assert first.seats == {*range(GameBatch("gostop", compiled=False).spec.num_players)}
    assert second.seats == set()


def test_members_get_their_own_decisions_whole():
    """Observation, mask, key, history and worlds of a part are those of its rows."""
    batch = GameBatch("hachinin_meri", 6, seed=3, compiled=False)
    for _ in range(12):
        batch.step(batch.sample_actions(1))
    whole = batch.decisions()
    rows = np.array([4, 1])
    part = whole.take(rows)
    assert len(part) == 2
    for name in ("observation", "action_mask", "seat", "key"):
        assert np.array_equal(getattr(part, name), getattr(whole, name)[rows])
    for mine, row in zip(part.history, rows, strict=True):
        assert np.array_equal(mine, whole.history[row])
    worlds = part.worlds(3)
    assert len(worlds) == 6
    for k, row in enumerate(rows):
        seat = int(whole.seat[row])
        for copy in range(3):
            assert np.array_equal(worlds.observe(seat)[3 * k + copy], whole.observation[row])


def test_plays_as_its_members_would():
    batch = GameBatch("hachinin_meri", 32, seed=5, compiled=False)
    random = load_agent("random")
    decision = batch.decisions()
    assert np.array_equal(Team(["random", "random"]).act(decision), random.act(decision))


def test_wrong_members():
    with pytest.raises(ValueError, match="needs an agent"):
        Team([])
    with pytest.raises(UnknownNameError, match="unknown agent 'nobody'"):
        Team(["nobody"], "gostop")
    with pytest.raises(TypeError, match="act"):
        Team([3])

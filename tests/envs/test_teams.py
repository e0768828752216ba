"""Games in teams: a learner may be a whole team, and critics may see what a team knows."""

import numpy as np
import pytest

from hwatu_env import aec_env, parallel_env
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.envs.vector import HwatuVectorEnv
from hwatu_env.errors import UnknownNameError
from tests.envs.playing import CASES, Case, Lowest, Scripted, at_random, partners, play

sb3 = pytest.importorskip("hwatu_env.clients.sb3", exc_type=ImportError)

TEAM_CASES = [case for case in CASES if len(partners(case, 0)) > 1]
every_team_case = pytest.mark.parametrize("case", TEAM_CASES, ids=str)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@every_team_case
@pytest.mark.parametrize("seat", [0, 3])
def test_team_that_learns_decides_for_all_its_seats_and_gets_what_one_wins(
    case: Case, seat: int
) -> None:
    played = play(case, 4, at_random)
    mine = partners(case, seat)
    assert len(mine) == 4
    script = Scripted(played.script)
    env = HwatuEnv(**case.settings, opponents=script, learner_seat=seat, whole_team=True)
    env.reset(seed=4)
    total, decided, over = 0.0, [], False
    while not over:
        decided.append(env.learner_seat)
        before = env.games.batch.observe([env.learner_seat])[0]
        assert np.array_equal(env.games.observations()[0], before)
        _, reward, over, _, _ = env.step(script.next_of(env.learner_seat))
        total += reward
    assert decided == [other for other, _ in played.script if other in mine]
    assert total == pytest.approx(played.points[seat])
    assert env.games.lengths[0] == len(decided)


@every_team_case
def test_team_alternates_by_episodes(case: Case) -> None:
    env = HwatuVectorEnv(4, **case.settings, opponents=Lowest(), whole_team=True)
    for episode in range(3):
        env.reset(seed=None if episode else 8)
        teams = [case.batch().spec.teams[seat] for seat in env.games.seats.tolist()]
        assert teams == [(row + episode) % 2 for row in range(4)]


@every_case
def test_every_learners_door_plays_the_same_team_games(case: Case) -> None:
    options = {"opponents": Lowest(), "whole_team": True}
    vector = HwatuVectorEnv(3, **case.settings, **options)
    native = sb3.HwatuVecEnv(num_envs=3, **case.settings, **options)
    single = HwatuEnv(**case.settings, **options)
    vector.reset(seed=6)
    native.seed(6)
    native.reset()
    single.reset(seed=6)
    over = False
    for _ in range(45):
        actions = vector.action_masks().argmax(axis=1)
        shown, rewards, ended, _, _ = vector.step(actions)
        theirs = native.step(actions)
        assert np.array_equal(shown, theirs[0])
        assert np.array_equal(rewards, theirs[1])
        assert np.array_equal(ended, theirs[2])
        if not over:
            _, reward, over, _, _ = single.step(actions[0])
            assert (reward, over) == (rewards[0], ended[0])
    if len(partners(case, 0)) == 1:  # then a team is its seat
        alone = HwatuVectorEnv(3, **case.settings, opponents=Lowest())
        alone.reset(seed=6)
        for _ in range(45):
            again = alone.step(alone.action_masks().argmax(axis=1))
        assert np.array_equal(again[0], shown)


@every_case
@pytest.mark.parametrize("make", [aec_env, parallel_env])
def test_team_view_is_what_the_team_to_move_knows(case: Case, make) -> None:
    env = make(**case.settings, state_view="team")
    env.reset(seed=3)
    assert env.state_space.shape == env.state().shape
    for seat in range(case.num_players):
        agent = env.possible_agents[seat]
        assert env.team_of[agent] == env.spec_of_game.teams[seat]
        places = [(seat + away) % case.num_players for away in range(case.num_players)]
        known = [env.batch.observe(other)[0] for other in places if other in partners(case, seat)]
        if make is aec_env:
            assert np.array_equal(env.team_state(agent), np.concatenate(known))
            if agent == env.agent_selection:
                assert np.array_equal(env.state(), np.concatenate(known))
        assert env.state_space.contains(env.team_state(agent))


@every_case
def test_team_view_holds_no_card_of_the_others(case: Case) -> None:
    """Its parts are views of its seats: each hand that it shows is one of those."""
    env = aec_env(**case.settings, state_view="team")
    env.reset(seed=3)
    piece = env.spec_of_game.observation.slice("hand")
    size = env.spec_of_game.observation_size
    hands = [
        env.team_state(agent)[size * place :][piece]
        for agent in env.possible_agents
        for place in range(len(partners(case, env.seat_of[agent])))
    ]
    own = [env.batch.observe(seat)[0][piece] for seat in range(case.num_players)]
    assert len(hands) == sum(len(partners(case, seat)) for seat in range(case.num_players))
    assert {tuple(hand) for hand in hands} == {tuple(hand) for hand in own}


def test_unknown_view_is_named() -> None:
    with pytest.raises(UnknownNameError, match="state_view"):
        aec_env(CASES[0].game, state_view="mine")

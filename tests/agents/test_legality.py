"""Players act legally at every decision, under any rules, alone or in company."""

import random

import numpy as np
import pytest

from hwatu_env import GameBatch, list_agents, list_games, load_game
from hwatu_env.errors import UnknownNameError
from tests.agents.duels import play
from tests.agents.players import CARDS, PLAYERS
from tests.games.comparing import comparison_of

every_game = pytest.mark.parametrize("players", PLAYERS, ids=str)
every_rules = pytest.mark.parametrize(
    ("players", "rules"),
    [(players, rules) for players in PLAYERS for rules in players.rules],
    ids=str,
)
every_card = pytest.mark.parametrize("card", CARDS)


def test_every_game_has_players():
    assert [players.game for players in PLAYERS] == list_games()


@every_card
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (players, preset)
        for players in PLAYERS
        for preset in load_game(players.game).rules_type.PRESETS
    ],
    ids=str,
)
def test_every_preset_is_played_to_the_end(players, rules, card):
    games = max(2, 6 // len(players.parts))
    for parts in players.parts:
        batch, _ = play(players.make(card, **parts), players.game, rules, games=games)
        assert batch.audit() == []


@pytest.mark.parametrize("seats", range(2, 8))
@every_card
@pytest.mark.parametrize(
    ("players", "text"), [(players, text) for players in PLAYERS for text in players.seats], ids=str
)
def test_two_to_seven_seats(players, text, card, seats):
    play(players.make(card), players.game, text.format(seats))


@pytest.mark.parametrize("chunk", range(8))
@every_game
def test_random_options(players, chunk):
    rng = random.Random(chunk)
    for number in range(6):
        rules = comparison_of(players.game).rules_of_no_preset(rng)
        agent = players.make(CARDS[number % 2], **rng.choice(players.parts))
        play(agent, players.game, rules, games=3, seed=rng.randrange(1000))


@every_card
@pytest.mark.parametrize(
    ("players", "episode", "rules", "games"),
    [(players, *longer) for players in PLAYERS for longer in players.longer],
    ids=str,
)
def test_longer_episodes_are_played_to_the_end(players, episode, rules, games, card):
    agent = players.make(card, compiled=True)
    play(agent, players.game, rules, games=games, episode=episode, compiled=True)


@every_card
@every_rules
def test_plain_python_and_compiled_play_the_same_games(players, rules, card):
    game, games = players.game, players.games
    plain, plainly = play(players.make(card), game, rules, games=games)
    fast, quickly = play(players.make(card, compiled=True), game, rules, games=games, compiled=True)

    assert plainly == quickly
    assert plain.state["score"].tolist() == fast.state["score"].tolist()


@every_card
@every_rules
def test_plain_python_and_compiled_take_the_same_decisions_after_any_play(players, rules, card):
    batch = GameBatch(players.game, 60, rules=rules, seed=11, autoreset=False, compiled=False)
    plain, fast = players.make(card), players.make(card, compiled=True)
    step = 0
    while (batch.to_move >= 0).any():
        rows = np.flatnonzero(batch.to_move >= 0)[step % 7 :: 7]
        if len(rows):
            decisions = batch.decisions(rows)
            assert plain.act(decisions).tolist() == fast.act(decisions).tolist()
        batch.step(batch.sample_actions(3))
        step += 1


@every_card
@every_rules
def test_a_decision_does_not_depend_on_its_company(players, rules, card):
    batch = GameBatch(players.game, 50, rules=rules, seed=9, compiled=False)
    agent = players.make(card)
    for _ in range(6):
        together = agent.act(batch.decisions())
        alone = [int(agent.act(batch.decisions([row]))[0]) for row in range(0, 50, 7)]
        backwards = agent.act(batch.decisions(np.arange(50)[::-1]))
        assert together[::7].tolist() == alone
        assert together[::-1].tolist() == backwards.tolist()
        batch.step(together)


@every_card
@every_rules
def test_the_policy_serves_as_a_playout(players, rules, card):
    games = 30 if players.games >= 30 else 10
    batch = GameBatch(players.game, games, rules=rules, seed=4, compiled=False, autoreset=False)
    agent = players.make(card)
    fused = batch.playout(agent.policy(batch.spec), params=agent.params(batch.spec))

    score = np.zeros((games, batch.spec.num_players))
    while (batch.to_move >= 0).any():
        rows = np.flatnonzero(batch.to_move >= 0)
        actions = np.full(games, -1)
        actions[rows] = agent.act(batch.decisions(rows))
        batch.step(actions)
        score += batch.rewards
    assert fused.tolist() == score.tolist()


@every_game
def test_both_players_are_listed(players):
    assert {f"{players.game}/{card}" for card in CARDS} <= set(list_agents(players.game))


@every_card
@every_game
def test_other_games_are_refused(players, card):
    for other in set(list_games()) - {players.game}:
        decision = GameBatch(other, compiled=False).decisions()
        with pytest.raises(UnknownNameError, match=f"plays {players.game}, not {other}"):
            players.make(card).act(decision)

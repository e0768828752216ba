"""One learning seat against agents: who is paid for what, who plays, and from which seat."""

from collections import Counter

import numpy as np
import pytest

from hwatu_env.agent import RandomAgent
from hwatu_env.envs.learner import LearnerGames, read_opponents
from hwatu_env.errors import IllegalActionError, UnknownNameError
from tests.envs.playing import (
    CASES,
    DEALS,
    Case,
    Lowest,
    Scripted,
    game_with_winner,
    lowest,
    partners,
    play,
)

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_deal = pytest.mark.parametrize("case", DEALS, ids=str)


def learner_games(case: Case, num_games: int = 1, **options) -> LearnerGames:
    settings = case.settings
    return LearnerGames(settings.pop("game"), num_games, **settings, **options)


def choices(games: LearnerGames) -> np.ndarray:
    """A random legal action for every game, the same for the same position."""
    return np.maximum(games.batch.sample_actions(5), 0)


@every_case
@pytest.mark.parametrize("reward", ["points", "outcome", "symlog"])
def test_every_seat_that_learns_gets_what_it_wins(case: Case, reward: str) -> None:
    played, _ = game_with_winner(case)
    actions = iter([action for _, action in played.script])
    won = play(case, played.seed, lambda _: np.array([next(actions)]), reward=reward).points
    for seat in range(case.num_players):
        script = Scripted(played.script)
        games = learner_games(case, opponents=script, learner_seat=seat, reward=reward)
        games.reset(seed=played.seed)
        total, decisions = 0.0, 0
        while not games.ended[0]:
            assert games.batch.to_move[0] == seat
            games.step([script.next_of(seat)])
            total += games.rewards[0]
            decisions += 1
        assert total == pytest.approx(won[seat])
        assert games.returns[0] == pytest.approx(total)
        assert games.lengths[0] == decisions
        assert decisions == sum(1 for other, _ in played.script if other == seat)


@every_case
def test_reward_of_a_decision_reaches_to_the_next_one(case: Case) -> None:
    """Step by step against a batch in which the same actions are taken one by one."""
    games = learner_games(case, opponents=Lowest(), learner_seat=1)
    games.reset(seed=3)
    batch = case.batch(seed=3, autoreset=False)
    owed = 0.0
    while batch.to_move[0] != 1:
        batch.step(lowest(batch))
        owed += float(batch.rewards[0, 1])
    while not games.ended[0]:
        games.step(lowest(games.batch))
        while True:  # the learner's action, then those of the others
            batch.step(lowest(batch))
            owed += float(batch.rewards[0, 1])
            if batch.to_move[0] in (-1, 1):
                break
        assert games.rewards[0] == pytest.approx(owed)
        assert np.array_equal(games.observations()[0], batch.observe([1])[0])
        owed = 0.0


@every_deal
def test_learner_that_wins_is_paid_and_one_that_plays_illegally_pays(case: Case) -> None:
    played, winner = game_with_winner(case)
    script = Scripted(played.script)
    games = learner_games(case, opponents=script, learner_seat=winner)
    games.reset(seed=played.seed)
    while not games.ended[0]:
        games.step([script.next_of(winner)])
    assert games.returns[0] > 0

    for action in (-1, games.spec.noop, 10_000):
        games.set_opponents("random")
        games.reset()
        games.step([action])
        assert games.ended[0]
        assert games.rewards[0] < 0


@every_case
def test_learner_is_to_move_or_the_game_is_over(case: Case) -> None:
    games = learner_games(case, 50, opponents={"random": 1})
    games.reset(seed=1)
    ended = 0
    for _ in range(60):
        to_move = games.batch.to_move
        assert ((to_move == games.seats) | (to_move < 0)).all()
        games.step(choices(games))
        assert np.array_equal(games.ended, games.batch.to_move < 0)
        ended += games.ended.sum()
        games.reset(where=games.ended.copy())
        assert (games.batch.to_move == games.seats).all()
    assert case.episode != "deal" or ended > 100


@every_case
def test_game_that_is_over_stays_so_with_reward_zero(case: Case) -> None:
    games = learner_games(case, 4, opponents=Lowest())
    games.reset(seed=1)
    games.step(np.array([-1, *lowest(games.batch)[1:]]))
    assert games.ended[0]
    shown, length = games.observations()[0].copy(), games.lengths[0]

    games.step(lowest(games.batch))

    assert not games.ended[0]
    assert games.rewards[0] == 0
    assert games.lengths[0] == length
    assert np.array_equal(games.observations()[0], shown)
    assert shown.any()  # what the learner saw last, although nobody is to move


@every_case
def test_seat_rotates_or_stays(case: Case) -> None:
    seats = case.num_players
    games = learner_games(case, 5, first_game=3)
    for _ in range(4):
        games.reset()
        state = games.batch.state
        assert np.array_equal(games.seats, (state["game"] + state["episode"]) % seats)
        assert state["game"].tolist() == [3, 4, 5, 6, 7]
    for seat in range(seats):
        fixed = learner_games(case, 5, learner_seat=seat)
        fixed.reset(seed=2)
        assert (fixed.seats == seat).all()


@every_case
def test_rows_do_not_depend_on_their_neighbours(case: Case) -> None:
    """Row i of many is the row that `first_game=i` plays alone, opponents drawn by weight too."""
    opponents = [(Lowest(), 1.0), (RandomAgent(), 2.0)]
    many = learner_games(case, 6, opponents=opponents)
    alone = learner_games(case, 1, opponents=opponents, first_game=4)
    many.reset(seed=9)
    alone.reset(seed=9)
    for _ in range(40):
        assert np.array_equal(many.observations()[4], alone.observations()[0])
        assert many.rewards[4] == alone.rewards[0]
        assert many.ended[4] == alone.ended[0]
        for games in (many, alone):
            games.reset(where=games.ended.copy())
            games.step(choices(games))


@every_case
@pytest.mark.parametrize("opponents", ["random", "lowest"])
@pytest.mark.parametrize(("learner_seat", "whole_team"), [("rotate", False), (1, True)])
def test_games_go_on_by_themselves_as_they_do_by_hand(
    case: Case, opponents: str, learner_seat: int | str, whole_team: bool
) -> None:
    """Random play, which goes on inside the compiled loop, and an agent, with which it cannot."""
    options = {"learner_seat": learner_seat, "whole_team": whole_team, "first_game": 2}
    others = "random" if opponents == "random" else Lowest()
    alone, hand = (learner_games(case, 30, opponents=others, **options) for _ in range(2))
    alone.reset(seed=12)
    hand.reset(seed=12)
    ended = 0
    for _ in range(50 if case.episode == "deal" else 120):
        actions = choices(alone)
        alone.step(actions, autoreset=True)
        hand.step(actions)
        rows = np.flatnonzero(hand.ended)
        assert np.array_equal(alone.rewards, hand.rewards)
        assert np.array_equal(alone.ended, hand.ended)
        assert np.array_equal(alone.finals.rows, rows)
        assert np.array_equal(alone.finals.observation, hand.batch.observe(hand.seats[rows], rows))
        assert np.allclose(alone.finals.returns, hand.returns[rows])
        assert np.array_equal(alone.finals.lengths, hand.lengths[rows])
        if rows.size:
            hand.reset(where=hand.ended.copy())
        assert np.array_equal(alone.seats, hand.seats)
        assert np.array_equal(alone.observations(), hand.observations())
        assert np.array_equal(alone.batch.action_mask, hand.batch.action_mask)
        ended += rows.size
    assert ended > 20 or case.episode != "deal"


class Counting(Lowest):
    """Plays the lowest action and counts the games in which it was asked."""

    def __init__(self) -> None:
        self.asked = Counter()

    def act(self, decision):
        self.asked.update(decision.seat.tolist())
        return super().act(decision)


@every_deal
def test_opponents_are_drawn_by_weight_and_never_play_for_the_learner(case: Case) -> None:
    rare, often, never = Counting(), Counting(), Counting()
    games = learner_games(case, 300, opponents=[(rare, 1), (often, 4), (never, 0)], learner_seat=0)
    for _ in range(3):
        games.reset()
        for _ in range(3):
            games.step(choices(games))
    assert never.asked.total() == 0
    assert 0.14 < rare.asked.total() / (rare.asked.total() + often.asked.total()) < 0.26
    assert set(often.asked) == set(range(1, case.num_players))


@every_deal
def test_new_opponents_play_from_the_next_episode_on(case: Case) -> None:
    before, after = Counting(), Counting()
    games = learner_games(case, 8, opponents=before)
    games.reset(seed=1)
    games.set_opponents([(after, 1.0)])
    asked = before.asked.total()
    games.step(choices(games))
    assert before.asked.total() > asked
    assert after.asked.total() == 0

    restarted = np.arange(8) < 4
    games.reset(where=restarted)
    games.step(choices(games))
    assert after.asked.total() > 0

    asked = before.asked.total()
    games.reset()
    games.step(choices(games))
    assert before.asked.total() == asked


@every_deal
def test_deal_that_ends_before_the_learner_acts_is_dealt_again(case: Case) -> None:
    """Agents throw the game away: it ends before the seats behind the first one act."""
    first_mover = case.batch(64, seed=6).to_move

    spoiled = learner_games(case, 64, opponents=Lowest(), learner_seat="rotate")
    # an illegal action ends a game for sure; the check of what agents answer would stop it
    spoiled._ask = lambda agent, rows: np.full(len(rows), spoiled.spec.noop)
    spoiled.reset(seed=6)

    assert (spoiled.batch.to_move == spoiled.seats).all()
    assert (spoiled.returns == 0).all()
    again = spoiled.batch.state["episode"] > 0
    assert np.array_equal(again, first_mover != np.arange(64) % case.num_players)
    assert 0 < again.sum() < 64
    spoiled.step(choices(spoiled))
    won = spoiled.rewards[spoiled.ended]
    if len(partners(case, 0)) == 1:
        assert (won >= 0).all()  # what the spoilers lose is theirs alone, and nobody's gain
    else:
        assert won.min() < 0  # what one loses his partners lose with him


class Cheat:
    """Answers with an action, whatever is legal."""

    def __init__(self, answer) -> None:
        self._answer = answer

    def act(self, decision):
        return self._answer(decision)

    def __repr__(self) -> str:
        return "Cheat()"


@every_deal
@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda d: np.full(len(d), d.spec.noop), IllegalActionError, r"Cheat\(\) played \d+"),
        (lambda d: np.full(len(d), -1), IllegalActionError, r"Cheat\(\) played -1"),
        (lambda d: np.zeros(len(d) + 1, int), ValueError, "as many integers"),
        (lambda d: d.action_mask.argmax(axis=1) * 1.0, ValueError, "as many integers"),
    ],
    ids=["illegal", "negative", "too many", "floats"],
)
def test_agent_that_answers_wrongly_is_named(case: Case, answer, error, message) -> None:
    games = learner_games(case, 8, opponents=Cheat(answer))
    with pytest.raises(error, match=message):
        games.reset(seed=1)


@pytest.mark.parametrize(
    ("opponents", "error"),
    [
        ("nobody", UnknownNameError),
        ({"random": 1, "nobody": 1}, UnknownNameError),
        ({}, ValueError),
        ({"random": 0.0}, ValueError),
        ({"random": -1.0}, ValueError),
        ({"random": float("nan")}, ValueError),
        (3, TypeError),
        (["random"], TypeError),
        ([(object(), 1.0)], TypeError),
    ],
    ids=["name", "one name", "none", "zero", "negative", "nan", "number", "no pair", "no agent"],
)
def test_wrong_opponents(opponents, error) -> None:
    with pytest.raises(error):
        read_opponents(opponents, DEALS[0].game)


@every_deal
def test_wrong_seats_and_actions(case: Case) -> None:
    for seat in (-1, case.num_players, 0.0, True, "turn"):
        with pytest.raises(ValueError, match="learner_seat is 'rotate' or 0 to"):
            learner_games(case, learner_seat=seat)
    games = learner_games(case, 3)
    games.reset(seed=1)
    for actions in ([1, 2], [[1, 2, 3]], [1.0, 2.0, 3.0], 1):
        with pytest.raises(ValueError, match="actions must be 3 integers"):
            games.step(actions)

"""The batch loops around a game's rules, made by factories: Numba compiles what they return.

Each loop goes over the games of a batch, one record after the other; with plain Python states the
same functions run uncompiled. N games, P seats, A actions, D bytes of an observation.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.planes import write_board
from hwatu_env.compiled.record import copy_record
from hwatu_env.compiled.rng import below, mix, stream
from hwatu_env.compiled.rule import rule

AT_ONCE, AT_DEAL_END, OUTCOME, SYMLOG = range(4)
"""Reward modes: points when they change hands; points at the end of their deal; +1/0/-1 at the end
of the episode; sign · log2(1 + |points|) at the end of every deal."""

SEED, FIRST_GAME, DEALS, REWARD, AUTORESET, CHECKED, EPISODE, STACKED = range(8)
"""Columns of a batch's settings: its seed, the index of its first game, the deals of an episode,
the reward mode, whether episodes follow each other, whether actions were checked before, and, for a
reset, the episode that it starts (-1 for the next one) and whether decks were put in."""
NUM_SETTINGS = 8

Loop = Callable[..., Any]
Rule = Callable[..., Any]


class GameRules(Protocol):
    """The rules of a game that the loops are made from; `games.game.Game` has them."""

    @property
    def begin(self) -> Rule:
        """(g, rules, deals, dealer, stacked): start an episode, up to its first decision."""
        ...

    @property
    def legal(self) -> Rule:
        """(g, rules) -> words of `word_bits` legal action ids each."""
        ...

    @property
    def step(self) -> Rule:
        """(g, rules, action): take a legal action, up to the next decision."""
        ...

    @property
    def void(self) -> Rule:
        """(g, rules): end the episode for an illegal action."""
        ...

    @property
    def outcome(self) -> Rule:
        """(g, rules, seat) -> 1, 0 or -1: how an episode that is over ended for a seat."""
        ...

    @property
    def write_observation(self) -> Rule:
        """(g, rules, seat, out, row): write what a seat may know."""
        ...

    @property
    def determinize(self) -> Rule:
        """(g, rules, seat, key): redraw all that a seat does not know."""
        ...

    @property
    def word_bits(self) -> int:
        """Action ids per word of a set of legal actions."""
        ...

    @property
    def num_actions(self) -> int:
        """Number of action ids A."""
        ...


@rule
def random_bit(words: tuple[int, ...], word_bits: int, key: int, counter: int) -> int:
    """A uniformly random id among the legal ones, draw `counter` of `key`."""
    total = 0
    for k in range(len(words)):
        total += popcount(words[k])
    nth = below(key, counter, total)
    for k in range(len(words)):
        word = words[k]
        count = popcount(word)
        if nth < count:
            for _ in range(nth):
                word &= word - 1
            return k * word_bits + lowest_bit(word)
        nth -= count
    return -1


@rule
def is_legal(mask: NDArray[np.bool_], row: int, action: int) -> bool:
    """Whether an id is legal in a row, by the mask that was written when it came to decide."""
    return 0 <= action < mask.shape[1] and mask[row, action]


def make_write_mask(game: GameRules) -> Rule:
    """Rule that writes the legal actions of a game into a row of masks (N, A)."""
    word_bits, num_actions = game.word_bits, game.num_actions

    @rule
    def write_mask(words: tuple[int, ...], mask: NDArray[np.bool_], row: int) -> None:
        at = 0
        for k in range(len(words)):
            at = write_board(mask, row, at, words[k], min(word_bits, num_actions - at))

    return write_mask


def make_show(game: GameRules) -> Rule:
    """Rule that writes a game's outputs for the seat to move; nothing is legal when it is over."""
    write_observation, legal = game.write_observation, game.legal
    write_mask = make_write_mask(game)

    @rule
    def show(
        g: Any,  # noqa: ANN401 - the record of any game
        rules: Any,  # noqa: ANN401
        row: int,
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        to_move: NDArray[np.int64],
    ) -> None:
        seat = g.to_move
        to_move[row] = seat
        write_mask(legal(g, rules), mask, row)
        if seat >= 0:
            write_observation(g, rules, seat, observation, row)
        else:
            for column in range(observation.shape[1]):
                observation[row, column] = 0

    return show


def make_reset(game: GameRules) -> Loop:
    """Loop that starts episodes where `where` is true and shows every row."""
    begin, show = game.begin, make_show(game)

    def reset(
        states: Any,  # noqa: ANN401 - (N,) records, or a list of plain states
        rules_of: Any,  # noqa: ANN401
        settings: NDArray[np.int64],  # the columns SEED and so on
        where: NDArray[np.bool_],
        dealers: NDArray[np.int64],
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        to_move: NDArray[np.int64],
    ) -> None:
        rules = rules_of[0]
        for i in range(len(states)):
            if not where[i]:
                continue
            g = states[i]
            g.game = int(settings[FIRST_GAME]) + i
            g.episode = int(settings[EPISODE]) if settings[EPISODE] >= 0 else g.episode + 1
            g.key = stream(int(settings[SEED]), g.game, g.episode)
            deals, stacked = int(settings[DEALS]), settings[STACKED] != 0
            begin(g, rules, deals, int(dealers[i]), stacked)
            show(g, rules, i, observation, mask, to_move)

    return reset


def make_refresh(game: GameRules) -> Loop:
    """Loop that shows every row, after states were put in from outside."""
    show = make_show(game)

    def refresh(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        to_move: NDArray[np.int64],
    ) -> None:
        for i in range(len(states)):
            show(states[i], rules_of[0], i, observation, mask, to_move)

    return refresh


@rule
def symlog(points: float) -> float:
    """Points with their heavy tail tamed: sign · log2(1 + |points|)."""
    size = np.log2(1.0 + abs(points))
    return size if points >= 0 else -size


def make_pay_rewards(game: GameRules) -> Rule:
    """Rule that adds the rewards of a step to a row of (N, P)."""
    outcome = game.outcome

    @rule
    def pay_rewards(
        g: Any,  # noqa: ANN401
        rules: Any,  # noqa: ANN401
        mode: int,
        before: NDArray[np.int64],  # (P,) scores before the step
        deal_ended: bool,
        rewards: NDArray[np.float32],
        row: int,
    ) -> None:
        for seat in range(rewards.shape[1]):
            reward = 0.0
            if mode == AT_ONCE:
                if g.score[seat] != before[seat]:  # seldom, and a division takes its time
                    reward = (g.score[seat] - before[seat]) / rules.reward_unit
            elif mode == OUTCOME:
                if g.to_move < 0:
                    reward = float(outcome(g, rules, seat))
            elif deal_ended:
                reward = g.result[seat] / rules.reward_unit
                if mode == SYMLOG:
                    reward = symlog(reward)
            rewards[row, seat] += reward

    return pay_rewards


def make_move(game: GameRules) -> Rule:
    """Rule that takes an action, or ends the episode for an illegal one, and adds the rewards."""
    take, void, pay_rewards = game.step, game.void, make_pay_rewards(game)

    @rule
    def move(
        g: Any,  # noqa: ANN401
        rules: Any,  # noqa: ANN401
        mode: int,
        allowed: bool,  # whether the action is legal
        action: int,
        before: NDArray[np.int64],  # (P,) room for the scores before the step
        rewards: NDArray[np.float32],
        row: int,
    ) -> None:
        for seat in range(len(before)):
            before[seat] = g.score[seat]
        deals = g.deals
        if allowed:
            take(g, rules, action)
        else:
            void(g, rules)
        pay_rewards(g, rules, mode, before, g.deals > deals, rewards, row)

    return move


@rule
def next_episode(g: Any, settings: NDArray[np.int64]) -> None:  # noqa: ANN401
    """Count the next episode of a game, which has a random stream of its own."""
    g.episode += 1
    g.key = stream(int(settings[SEED]), g.game, g.episode)


def make_step(game: GameRules) -> Loop:
    """Loop that takes one action in every game, and starts the next episode of those that end."""
    begin, move, show = game.begin, make_move(game), make_show(game)

    def step(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        settings: NDArray[np.int64],
        actions: NDArray[np.int64],
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        to_move: NDArray[np.int64],
        rewards: NDArray[np.float32],
        terminated: NDArray[np.bool_],
        finished: Any,  # noqa: ANN401
        finished_rows: NDArray[np.int64],
    ) -> int:
        rules = rules_of[0]
        mode, checked = int(settings[REWARD]), settings[CHECKED] != 0
        before = np.zeros(rewards.shape[1], np.int64)
        ended = 0
        for i in range(len(states)):
            g = states[i]
            action = int(actions[i])
            for seat in range(len(before)):
                rewards[i, seat] = 0.0
            terminated[i] = g.to_move < 0
            if g.to_move < 0 or action == -1:
                continue
            allowed = checked or is_legal(mask, i, action)
            move(g, rules, mode, allowed, action, before, rewards, i)
            if g.to_move < 0:
                terminated[i] = True
                copy_record(finished, ended, states, i)
                finished_rows[ended] = i
                ended += 1
                if settings[AUTORESET] != 0:
                    next_episode(g, settings)
                    begin(g, rules, int(settings[DEALS]), -1, False)
            show(g, rules, i, observation, mask, to_move)
        return ended

    return step


def make_play_past(game: GameRules) -> Rule:
    """Rule that takes random actions until no passed seat is to move, and adds the rewards."""
    legal, word_bits, move = game.legal, game.word_bits, make_move(game)

    @rule
    def play_past(
        g: Any,  # noqa: ANN401
        rules: Any,  # noqa: ANN401
        mode: int,
        key: int,
        passed: NDArray[np.bool_],
        which: int,  # row of `passed`
        before: NDArray[np.int64],
        rewards: NDArray[np.float32],
        row: int,
    ) -> None:
        while g.to_move >= 0 and passed[which, g.to_move]:
            chosen = random_bit(legal(g, rules), word_bits, mix(key, g.key), g.ply)
            move(g, rules, mode, True, chosen, before, rewards, row)

    return play_past


def make_step_past(game: GameRules) -> Loop:
    """Loop that takes one action in every game, and then random ones for seats that are passed.

    It writes only what the next seat that is not passed may know, which is what makes it faster
    than step after step. With `goes_on`, the next episode of a game that ends begins at once, and
    seats that are passed in it play their first moves; if it ends before another seat moves, the
    one after it follows.
    """
    begin, move, show = game.begin, make_move(game), make_show(game)
    play_past = make_play_past(game)

    def step_past(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        settings: NDArray[np.int64],
        actions: NDArray[np.int64],
        passed: NDArray[np.bool_],  # (N, P)
        passed_next: NDArray[np.bool_],  # (P, P), by (game + episode) mod P of the next episode
        goes_on: int,
        key: int,
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        to_move: NDArray[np.int64],
        rewards: NDArray[np.float32],
        opening: NDArray[np.float32],  # (N, P) rewards of the first moves of a new episode
        terminated: NDArray[np.bool_],
        finished: Any,  # noqa: ANN401
        finished_rows: NDArray[np.int64],
    ) -> int:
        rules = rules_of[0]
        mode, checked = int(settings[REWARD]), settings[CHECKED] != 0
        before = np.zeros(rewards.shape[1], np.int64)
        ended = 0
        for i in range(len(states)):
            g = states[i]
            action = int(actions[i])
            for seat in range(len(before)):
                rewards[i, seat] = 0.0
            plies = g.ply
            live = g.to_move >= 0
            if live and action != -1:
                allowed = checked or is_legal(mask, i, action)
                move(g, rules, mode, allowed, action, before, rewards, i)
                plies -= 1  # an illegal action counts no ply
            play_past(g, rules, mode, key, passed, i, before, rewards, i)
            terminated[i] = g.to_move < 0
            if live and g.to_move < 0:
                copy_record(finished, ended, states, i)
                finished_rows[ended] = i
                ended += 1
                while goes_on != 0 and g.to_move < 0:
                    for seat in range(len(before)):
                        opening[i, seat] = 0.0
                    next_episode(g, settings)
                    begin(g, rules, int(settings[DEALS]), -1, False)
                    turn = (g.game + g.episode) % len(before)
                    play_past(g, rules, mode, key, passed_next, turn, before, opening, i)
                    plies = -1
            if g.ply > plies:
                show(g, rules, i, observation, mask, to_move)
        return ended

    return step_past


def find_illegal(
    mask: NDArray[np.bool_], to_move: NDArray[np.int64], actions: NDArray[np.int64]
) -> int:
    """First row whose action is not legal, or -1; rows that are over or left alone do not count."""
    for i in range(len(actions)):
        action = actions[i]
        if action == -1 or to_move[i] < 0:
            continue
        if action < 0 or action >= mask.shape[1] or not mask[i, action]:
            return i
    return -1


def make_observe(game: GameRules) -> Loop:
    """Loop that writes what the given seats may know."""
    write_observation = game.write_observation

    def observe(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        seats: NDArray[np.int64],
        observation: NDArray[np.uint8],
    ) -> None:
        for i in range(len(states)):
            write_observation(states[i], rules_of[0], int(seats[i]), observation, i)

    return observe


def write_keys(states: Any, key: int, out: NDArray[np.int64]) -> None:  # noqa: ANN401
    """Mix a key with the seed, game, episode and ply of every row."""
    for i in range(len(states)):
        g = states[i]
        out[i] = mix(mix(key, g.key), g.ply)


def make_sample(game: GameRules) -> Loop:
    """Loop that draws a uniformly random legal action for every row; -1 where it is over."""
    legal, word_bits = game.legal, game.word_bits

    def sample(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        key: int,
        actions: NDArray[np.int64],
    ) -> None:
        for i in range(len(states)):
            g = states[i]
            actions[i] = -1
            if g.to_move >= 0:
                words = legal(g, rules_of[0])
                actions[i] = random_bit(words, word_bits, mix(key, g.key), g.ply)

    return sample


def make_determinize(game: GameRules) -> Loop:
    """Loop that redraws what a seat does not know; world i comes from sub-key i."""
    determinize = game.determinize

    def redraw(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        seats: NDArray[np.int64],
        key: int,
    ) -> None:
        for i in range(len(states)):
            determinize(states[i], rules_of[0], int(seats[i]), mix(key, i))

    return redraw


def make_random_choice(game: GameRules) -> Rule:
    """Rule that chooses a uniformly random legal action, for `make_playout`."""
    legal, word_bits = game.legal, game.word_bits

    @rule
    def choose(
        g: Any,  # noqa: ANN401
        rules: Any,  # noqa: ANN401
        key: int,
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        params: NDArray[np.float64],
    ) -> int:
        return random_bit(legal(g, rules), word_bits, key, g.ply)

    return choose


def make_policy_choice(game: GameRules, policy: Rule) -> Rule:
    """Rule that asks a policy, for `make_playout`.

    The policy is a rule `(observation, action_mask, row, key, params) -> action`.
    """
    legal, write_observation = game.legal, game.write_observation
    write_mask = make_write_mask(game)

    @rule
    def choose(
        g: Any,  # noqa: ANN401
        rules: Any,  # noqa: ANN401
        key: int,
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        params: NDArray[np.float64],
    ) -> int:
        write_mask(legal(g, rules), mask, 0)
        write_observation(g, rules, g.to_move, observation, 0)
        return int(policy(observation, mask, 0, mix(key, g.ply), params))

    return choose


def make_playout(game: GameRules, choose: Rule) -> Loop:
    """Loop that plays games to the end of their deal, every seat by the same choice."""
    take = game.step

    def playout(
        states: Any,  # noqa: ANN401
        rules_of: Any,  # noqa: ANN401
        key: int,
        first: int,
        last: int,
        scratch: Any,  # noqa: ANN401 - room for one game
        rewards: NDArray[np.float32],
        observation: NDArray[np.uint8],  # room for one observation
        mask: NDArray[np.bool_],  # and for one mask
        params: NDArray[np.float64],
    ) -> int:
        rules = rules_of[0]
        before = np.zeros(rewards.shape[1], np.int64)
        steps = 0
        for i in range(first, last):
            copy_record(scratch, 0, states, i)
            g = scratch[0]
            deals = g.deals
            for seat in range(len(before)):
                before[seat] = g.score[seat]
            while g.to_move >= 0 and g.deals == deals:
                take(g, rules, choose(g, rules, mix(key, i), observation, mask, params))
                steps += 1
            for seat in range(len(before)):
                rewards[i, seat] = (g.score[seat] - before[seat]) / rules.reward_unit
        return steps

    return playout


def make_act(policy: Rule) -> Loop:
    """Loop that asks a policy for the action of every row of observations (N, D)."""

    def act(
        observation: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        keys: NDArray[np.int64],
        params: NDArray[np.float64],
        actions: NDArray[np.int64],
    ) -> None:
        for i in range(len(actions)):
            actions[i] = policy(observation, mask, i, int(keys[i]), params)

    return act

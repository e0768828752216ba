"""The checks find what they are for: each game here is broken in one way."""

from dataclasses import replace

import pytest

import hwatu_env
from hwatu_env.compiled.record import to_plain
from hwatu_env.games.kernel import Kernel
from hwatu_env.testing import (
    Setup,
    check_play,
    check_rotation,
    check_rows,
    check_secrets,
    check_words,
    check_worlds,
)

GAME = hwatu_env.load_game("gostop")
SETUP = Setup(game="gostop", rules="standard-2p", num_games=3, compiled=False)


@pytest.fixture
def broken(monkeypatch):
    """Put a game with other parts in the place of Go-Stop, in plain Python."""

    def put(**parts):
        game = replace(GAME, **parts)
        monkeypatch.setattr("hwatu_env.batch.load_game", lambda name: game)
        monkeypatch.setattr("hwatu_env.testing.load_game", lambda name: game)
        monkeypatch.setattr(
            "hwatu_env.batch.load_kernel", lambda name, seats, build: Kernel(game, seats, build)
        )

    return put


def after_step(change):
    def step(g, rules, action):
        GAME.step(g, rules, action)
        change(g, rules)

    return step


def after_observation(change):
    def write(g, rules, seat, out, row):
        GAME.write_observation(g, rules, seat, out, row)
        change(g, rules, seat, out, row)

    return write


def test_sound_games_pass(broken):
    broken()

    for check in (check_play, check_rotation, check_rows, check_secrets, check_words, check_worlds):
        check(SETUP)


def test_a_card_in_two_places_is_found(broken):
    def twice(g, rules):
        g.pile[0] |= g.hand[1]

    broken(step=after_step(twice))
    with pytest.raises(AssertionError, match=r"row 0: card \S+ is in the .* and in the"):
        check_play(SETUP)


def test_payoffs_that_do_not_add_up_are_found(broken):
    def gift(g, rules):
        g.score[0] += 1

    broken(step=after_step(gift), audit=lambda g, rules: [])
    with pytest.raises(AssertionError, match="rewards add up to"):
        check_play(SETUP)


def test_an_empty_legal_set_is_found(broken):
    def legal(g, rules):
        words = GAME.legal(g, rules)
        return words if g.ply < 5 else (0, 0, 0)

    broken(legal=legal)
    with pytest.raises(AssertionError, match="legal exactly while a game goes on, but not in rows"):
        check_play(SETUP)


def test_a_legal_noop_is_found(broken):
    noop = len(GAME.actions) - 1

    def legal(g, rules):
        plays, takes, others = GAME.legal(g, rules)
        return plays, takes, others | (1 << (noop - 2 * GAME.word_bits) if plays else 0)

    broken(legal=legal)
    with pytest.raises(AssertionError, match="noop is legal"):
        check_play(SETUP)


def test_a_game_longer_than_its_most_steps_is_found(broken):
    broken(max_steps=lambda rules: 10)
    with pytest.raises(AssertionError, match="a game is longer than 10 steps"):
        check_play(SETUP)


def test_a_byte_beyond_its_high_is_found(broken):
    def too_high(g, rules, seat, out, row):
        out[row, 60] = 2

    broken(write_observation=after_observation(too_high))
    with pytest.raises(AssertionError, match="shows 2 in table, whose bytes end at 1"):
        check_play(SETUP)


def test_a_full_log_is_found(broken):
    def fill(g, rules):
        g.log_length = len(g.log)

    broken(step=after_step(fill), history=lambda g, seat: [])
    with pytest.raises(AssertionError, match=r"the event log holds \d+ bytes and"):
        check_play(SETUP)


def test_rows_that_talk_are_found(broken):
    played = []

    def talk(g, rules):
        played.append(g.game)
        g.carry += len(played) % 7 == 0

    broken(step=after_step(talk))
    with pytest.raises(AssertionError, match="rows depend on their neighbours"):
        check_rows(SETUP)


def test_a_seat_that_is_better_off_is_found(broken):
    def favour(g, rules, seat, out, row):
        if seat == 0:
            out[row, 0] = 1

    broken(write_observation=after_observation(favour))
    with pytest.raises(AssertionError, match="seats are not alike"):
        check_rotation(SETUP)


def test_a_world_with_a_lost_card_is_found(broken):
    def lose(g, rules, seat, key):
        GAME.determinize(g, rules, seat, key)
        g.hand[1] &= g.hand[1] - 1

    broken(determinize=lose)
    with pytest.raises(AssertionError, match=r"in a world: row \d+: card \S+ is nowhere"):
        check_worlds(SETUP)


def test_worlds_that_change_what_is_known_are_found(broken):
    def change(g, rules, seat, key):
        GAME.determinize(g, rules, seat, key)
        g.shakes[0] += 1

    broken(determinize=change)
    with pytest.raises(AssertionError, match="tells what is hidden, in shakes"):
        check_secrets(SETUP)


def test_plain_states_are_what_the_loops_change(broken):
    """The breaks above reach the games: a step that counts is seen in the state."""

    def count(g, rules):
        g.prize += 1

    broken(step=after_step(count))
    batch = SETUP.batch()
    batch.step(batch.sample_actions())

    assert [g.prize for g in to_plain(GAME.state_type, batch.state)] == [1, 1, 1]

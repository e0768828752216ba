"""`GameBatch`: what its page promises, clause by clause (design §4)."""

import re

import numpy as np
import pytest

import hwatu_env
from hwatu_env import GameBatch
from hwatu_env.compiled.rng import below
from hwatu_env.compiled.rule import rule
from hwatu_env.errors import (
    DeckError,
    IllegalActionError,
    NotationError,
    PositionError,
    RulesError,
    UnknownNameError,
)

OUTPUTS = ("observation", "action_mask", "to_move", "rewards", "terminated")


def make(num_games=6, *, rules="standard-2p", compiled=False, **options):
    return GameBatch("gostop", num_games, rules=rules, compiled=compiled, **options)


def snapshot(batch):
    """Everything that a batch shows, copied."""
    shown = {name: getattr(batch, name).copy() for name in OUTPUTS}
    return shown | {"state": fields(batch.state)}


def fields(records):
    """Records as bytes, without what lies between their fields."""
    return {name: records[name].tobytes() for name in records.dtype.names}


def assert_same(one, other):
    for name in OUTPUTS:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)
    assert one["state"] == other["state"]


def rows_same(one, other, rows):
    return all(
        np.array_equal(getattr(one, name)[rows], getattr(other, name)[rows]) for name in OUTPUTS
    )


def play_to_end(batch, key=0):
    """Total rewards, and the last step's number."""
    total = np.zeros_like(batch.rewards)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions(key))
        total += batch.rewards
    return total


def play_until_some_end(batch, key=0):
    while not batch.terminated.any():
        batch.step(batch.sample_actions(key))


def an_illegal_action(batch, row):
    return int(np.flatnonzero(~batch.action_mask[row])[0])


# ---- making one


def test_games_start_at_a_decision():
    batch = make(50)

    assert len(batch) == 50
    assert (batch.to_move >= 0).all()
    assert batch.action_mask.any(axis=1).all()
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert batch.audit() == []


def test_outputs_have_the_shapes_and_types_of_the_page():
    batch = make(4, rules="standard-3p")
    spec = batch.spec

    assert batch.observation.shape == (4, spec.observation_size)
    assert batch.observation.dtype == np.uint8
    assert batch.action_mask.shape == (4, spec.num_actions)
    assert batch.action_mask.dtype == np.bool_
    assert batch.to_move.shape == (4,)
    assert batch.rewards.shape == (4, 3)
    assert batch.rewards.dtype == np.float32
    assert batch.terminated.shape == (4,)
    assert batch.terminated.dtype == np.bool_


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"game": "poker"}, UnknownNameError, r"unknown game 'poker'; games are gostop"),
        ({"rules": "standard-9p"}, RulesError, r"unknown preset 'standard-9p'; presets are seed"),
        ({"rules": "seed(bombs=True)"}, RulesError, r"unknown option 'bombs'; options are"),
        ({"num_players": 3}, RulesError, r"standard-2p is for 2 players, got 3"),
        ({"rules": 7}, TypeError, r"a text or Rules, got 7"),
        (
            {"episode": "set"},
            UnknownNameError,
            r"episode must be one of 'deal', 'match', got 'set'",
        ),
        ({"reward": "money"}, UnknownNameError, r"reward must be one of .*, got 'money'"),
        ({"illegal": "ignore"}, UnknownNameError, r"illegal must be one of .*, got 'ignore'"),
        ({"compiled": "fast"}, UnknownNameError, r"compiled must be one of .*, got 'fast'"),
        ({"num_games": 0}, ValueError, r"num_games must be at least 1, got 0"),
        ({"first_game": -1}, ValueError, r"first_game must not be negative, got -1"),
        ({"seed": -1}, ValueError, r"a seed or key is 0 to 2\*\*63 - 1, got -1"),
        (
            {"seed": 2**63},
            ValueError,
            r"a seed or key is 0 to 2\*\*63 - 1, got 9223372036854775808",
        ),
    ],
)
def test_bad_settings_are_refused_by_name(options, error, message):
    settings = {"game": "gostop", "num_games": 2, "rules": "standard-2p", "compiled": False}

    with pytest.raises(error, match=message):
        GameBatch(**settings | options)


def test_the_largest_seed_is_a_seed():
    assert make(1, seed=2**63 - 1).seed == 2**63 - 1


def test_rules_may_be_an_object_a_text_or_left_out():
    text = "standard-2p(min_points=5)"
    rules = hwatu_env.load_rules("gostop", text)

    assert make(1, rules=rules).rules == make(1, rules=text).rules
    assert str(make(1, rules=None).rules) == "seed"
    assert make(1, rules=None, num_players=5).spec.num_players == 5


def test_repr_is_the_call_that_makes_it():
    batch = make(3, seed=4, episode="match")

    twin = eval(repr(batch), {"GameBatch": GameBatch})

    assert len(twin) == 3
    assert twin.state["deck"].tobytes() == batch.state["deck"].tobytes()


# ---- stepping


def test_minus_one_leaves_a_row_alone():
    batch = make()
    before = snapshot(batch)
    actions = batch.sample_actions()
    actions[::2] = -1

    batch.step(actions)

    for row in range(0, len(batch), 2):
        for name in OUTPUTS:
            np.testing.assert_array_equal(getattr(batch, name)[row], before[name][row])
    assert batch.state["ply"].tolist() == [0, 1] * 3


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("num_games", [1, 3])
def test_one_id_or_word_is_for_all_rows(num_games, compiled):
    deck = [*range(48), 48, 50]
    rules = "standard-2p(hand_quad=play, table_quad=dead)"
    batches = [make(num_games, rules=rules, compiled=compiled) for _ in range(4)]
    for batch in batches:
        batch.reset(decks=[deck] * num_games, dealer=0)
    word = batches[0].legal_actions(0)[0]
    action = batches[0].spec.actions.id(word)
    forms = [word, action, np.int32(action), np.full(num_games, action, np.uint8)]

    for batch, form in zip(batches, forms, strict=True):
        batch.step(form)

    for batch in batches[1:]:
        assert_same(snapshot(batch), snapshot(batches[0]))
    assert (batches[0].state["ply"] == 1).all()


@pytest.mark.parametrize("compiled", [False, True])
def test_actions_may_be_an_array_that_cannot_be_written(compiled):
    batch = make(3, compiled=compiled)
    actions = batch.sample_actions()
    actions.flags.writeable = False

    batch.step(actions)

    assert (batch.state["ply"] == 1).all()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 1], r"actions must be 6 integers or one, got shape \(2,\)"),
        (np.zeros((6, 1), np.int64), r"got shape \(6, 1\)"),
        (np.zeros(6), r"of float64"),
        (np.zeros(6, np.bool_), r"of bool"),
    ],
)
def test_actions_of_a_wrong_shape_or_type_are_refused(actions, message):
    batch = make(6)
    before = snapshot(batch)

    with pytest.raises(ValueError, match=message):
        batch.step(actions)

    assert_same(snapshot(batch), before)


def test_unknown_action_words_are_refused():
    with pytest.raises(NotationError, match=r"unknown action 'play 13\.1'; actions are"):
        make().step("play 13.1")


@pytest.mark.parametrize("compiled", [False, True])
def test_an_illegal_action_raises_and_nothing_has_changed(compiled):
    batch = make(5, compiled=compiled)
    before = snapshot(batch)
    actions = batch.sample_actions()
    actions[3] = an_illegal_action(batch, 3)
    words = batch.spec.actions.words
    legal = ", ".join(f"{a} ({words[a]})" for a in np.flatnonzero(batch.action_mask[3]))
    message = (
        f"row 3: action {actions[3]} ({words[actions[3]]}) is illegal; legal actions are {legal}"
    )

    with pytest.raises(IllegalActionError, match=f"^{re.escape(message)}$"):
        batch.step(actions)

    assert_same(snapshot(batch), before)


@pytest.mark.parametrize("action", [-2, 10_000])
def test_ids_out_of_range_are_illegal(action):
    batch = make(2)

    with pytest.raises(IllegalActionError, match=f"row 0: action {action} is illegal"):
        batch.step(action)


def test_noop_is_never_legal_here():
    batch = make(2)

    with pytest.raises(IllegalActionError, match="noop"):
        batch.step("noop")


@pytest.mark.parametrize("compiled", [False, True])
def test_an_illegal_action_may_void_the_game_of_the_offender_alone(compiled):
    settings = {"illegal": "void", "autoreset": False, "compiled": compiled}
    batch, twin = make(4, **settings), make(4, **settings)
    actions = batch.sample_actions()
    offender = int(batch.to_move[2])
    legal_actions = actions.copy()
    actions[2] = an_illegal_action(batch, 2)

    batch.step(actions)
    twin.step(legal_actions)

    penalty = 10 * batch.rules.min_points
    expected = np.zeros(2, np.float32)
    expected[offender] = -penalty
    np.testing.assert_array_equal(batch.rewards[2], expected)
    assert batch.terminated.tolist() == [False, False, True, False]
    assert batch.to_move[2] == -1
    assert not batch.action_mask[2].any()
    assert rows_same(batch, twin, [0, 1, 3])
    assert batch.finished.rows.tolist() == [2]


@pytest.mark.parametrize("action", [-2, 10_000, 130])
def test_any_number_may_void_a_game(action):
    batch = make(2, illegal="void", autoreset=False)

    batch.step(action)

    assert batch.terminated.all()
    assert (batch.rewards.sum(axis=1) == -10 * batch.rules.min_points).all()


def test_a_voided_game_is_followed_by_the_next_under_autoreset():
    batch = make(2, illegal="void")

    batch.step([an_illegal_action(batch, 0), int(batch.sample_actions()[1])])

    assert batch.terminated.tolist() == [True, False]
    assert (batch.to_move >= 0).all()
    assert batch.state["episode"].tolist() == [1, 0]


# ---- the end of a game


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_games_that_are_over_stay_over_without_autoreset(episode):
    batch = make(4, rules="seed(match_length=2)", autoreset=False, episode=episode)

    play_to_end(batch)
    before = snapshot(batch)
    batch.step(5)

    assert (batch.to_move == -1).all()
    assert batch.terminated.all()
    assert not batch.action_mask.any()
    assert not batch.observation.any()
    assert not batch.rewards.any()
    assert len(batch.finished) == 0
    assert (batch.sample_actions() == -1).all()
    assert snapshot(batch)["state"] == before["state"]


@pytest.mark.parametrize("compiled", [False, True])
def test_finished_holds_the_games_as_they_ended_in_row_order(compiled):
    """With autoreset the last states are the ones at which games stay without it."""
    settings = {"seed": 8, "compiled": compiled}
    going_on, staying = make(40, **settings), make(40, autoreset=False, **settings)
    play_until_some_end(staying)
    play_until_some_end(going_on)
    finished = going_on.finished
    rows = finished.rows

    assert rows.tolist() == staying.finished.rows.tolist() == sorted(rows.tolist())
    assert fields(finished.state) == fields(staying.state[rows])
    assert (finished.to_move == -1).all()
    assert finished.terminated.all()
    assert not finished.observation.any()
    assert (going_on.to_move[rows] >= 0).all()


def test_finished_is_empty_while_nothing_ends():
    batch = make()
    batch.step(batch.sample_actions())

    assert len(batch.finished) == 0
    assert batch.finished.rows.tolist() == []


def test_finished_knows_the_outcome_and_the_points():
    batch = make(60)
    play_until_some_end(batch)
    finished = batch.finished

    np.testing.assert_array_equal(finished.state["result"], finished.state["ledger"])
    np.testing.assert_array_equal(finished.rows, np.flatnonzero(batch.terminated))
    assert (finished.state["outcome"] > 0).all()


def test_finished_is_a_copy_that_later_steps_leave_alone():
    batch = make(60)
    play_until_some_end(batch)
    finished = batch.finished
    before = fields(finished.state)

    for _ in range(40):
        batch.step(batch.sample_actions())

    assert fields(finished.state) == before


def test_autoreset_goes_on_to_the_next_episode_of_the_row():
    batch, twin = make(5, seed=2), make(5, seed=2)
    play_until_some_end(batch)
    row = int(batch.finished.rows[0])

    twin.reset()

    assert batch.state["episode"][row] == 1
    np.testing.assert_array_equal(batch.state["deck"][row], twin.state["deck"][row])
    np.testing.assert_array_equal(batch.observation[row], twin.observation[row])
    assert batch.terminated[row]
    assert batch.to_move[row] >= 0


# ---- reset


def test_reset_goes_on_to_the_next_episode_and_a_seed_starts_anew():
    batch = make(4, seed=3)
    first = snapshot(batch)

    batch.reset()
    second = snapshot(batch)
    batch.reset(seed=3)

    assert second["state"] != first["state"]
    assert second["state"]["episode"] == np.ones(4, np.int64).tobytes()
    assert_same(snapshot(batch), first)


def test_reset_of_some_rows_leaves_the_others_alone():
    batch = make(4)
    batch.step(batch.sample_actions())
    before = snapshot(batch)
    where = np.array([True, False, False, True])

    batch.reset(where=where)

    assert batch.state["episode"].tolist() == [1, 0, 0, 1]
    assert batch.state["ply"].tolist() == [0, 1, 1, 0]
    for name in OUTPUTS:
        np.testing.assert_array_equal(getattr(batch, name)[1:3], before[name][1:3])


def test_reset_clears_rewards_and_terminated():
    batch = make(30, autoreset=False)
    play_until_some_end(batch)

    batch.reset()

    assert not batch.rewards.any()
    assert not batch.terminated.any()
    assert len(batch.finished) == 0


@pytest.mark.parametrize("compiled", [False, True])
def test_decks_are_dealt_by_seats_then_table_then_stock(compiled):
    batch = make(2, rules="standard-2p(hand_quad=play, table_quad=dead)", compiled=compiled)
    decks = [
        hwatu_env.load_game("gostop").read_deck([*range(48), 48, 50], batch.rules),
        [*reversed(range(48)), 50, 48],
    ]

    batch.reset(decks=decks, dealer=[1, 0])

    hands = batch.state["hand"]
    assert hands[0].tolist() == [0b1111111111, 0b1111111111 << 10]
    assert batch.state["table"][0] == 0b11111111 << 20
    assert hands[1].tolist() == [0b1111111111 << 38, 0b1111111111 << 28]
    assert batch.to_move.tolist() == [1, 0]
    assert batch.state["dealer"].tolist() == [1, 0]


def test_decks_may_be_card_texts_for_some_rows():
    batch = make(3, rules="seed(hand_quad=play, table_quad=dead, shake=off)")
    before = snapshot(batch)
    deck = [f"{month}.{slot}" for slot in (1, 2, 3, 4) for month in range(1, 13)]

    batch.reset(decks=[deck], dealer=1, where=[False, True, False])

    assert batch.state["deck"][1, :3].tolist() == [0, 4, 8]
    assert batch.to_move[1] == 1
    np.testing.assert_array_equal(batch.observation[[0, 2]], before["observation"][[0, 2]])


def test_a_stacked_deck_that_is_void_is_dealt_again():
    batch = make(1, rules="seed")

    batch.reset(decks=[list(range(48))])

    assert batch.state["redeals"][0] >= 1
    assert batch.audit() == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deck: [*deck[:-1], "1.1"], r"1.1 is there 2 times; J3 is missing"),
        (lambda deck: deck[:-1], r"J3 is missing"),
        (lambda deck: [*deck[:-1], "J2c"], r"J2c is not in this deck; J3 is missing"),
        (lambda deck: [*deck[:-1], "13.1"], r"unknown card '13.1'"),
        (lambda deck: [*deck[:-1], 99], r"card 99 is not in this deck"),
        (lambda deck: [*deck[:-1], -1], r"card -1 is not in this deck"),
        (lambda deck: [], r"; 1.2 is missing; .* and 45 more"),
    ],
)
def test_bad_decks_are_refused_and_nothing_changes(change, message):
    batch = make(2)
    batch.step(batch.sample_actions())
    before = snapshot(batch)
    deck = [f"{month}.{slot}" for month in range(1, 13) for slot in (1, 2, 3, 4)] + ["J2a", "J3"]

    with pytest.raises(DeckError, match=message):
        batch.reset(decks=[deck, change(deck)], seed=5)

    assert batch.seed == 0
    assert_same(snapshot(batch), before)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"decks": [list(range(48))]}, DeckError, r"2 rows are reset, but 1 decks were given"),
        ({"where": [True]}, ValueError, r"where must be 2 booleans, got shape \(1,\)"),
        ({"where": [1, 0]}, ValueError, r"where must be 2 booleans, got .* of int64"),
        ({"dealer": 2}, ValueError, r"seats are 0 to 1, got \[2\]"),
        ({"dealer": [0, 1, 0]}, ValueError, r"seat is one seat or 2 of them, got shape \(3,\)"),
        ({"seed": -1}, ValueError, r"a seed or key is 0 to"),
    ],
)
def test_bad_resets_are_refused_and_nothing_changes(options, error, message):
    batch = make(2)
    batch.step(batch.sample_actions())
    before = snapshot(batch)

    with pytest.raises(error, match=message):
        batch.reset(**options)

    assert_same(snapshot(batch), before)
    batch.step(batch.sample_actions())


# ---- arrays


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_cannot_be_written_to(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(make(2), name)[0] = 0


def test_what_a_batch_hands_out_anew_is_not_overwritten():
    batch = make(3)
    seen, sampled = batch.observe(0), batch.sample_actions()
    before = seen.copy(), sampled.copy()

    batch.step(sampled)

    np.testing.assert_array_equal(seen, before[0])
    np.testing.assert_array_equal(sampled, before[1])


# ---- states in and out


@pytest.mark.parametrize("compiled", [False, True])
def test_copies_are_independent(compiled):
    batch = make(4, compiled=compiled)
    copied = batch.copy()
    assert_same(snapshot(copied), snapshot(batch))
    before = snapshot(batch)

    for _ in range(60):
        copied.step(copied.sample_actions())

    assert_same(snapshot(batch), before)
    assert snapshot(copied)["state"] != before["state"]


@pytest.mark.parametrize("compiled", [False, True])
def test_taken_rows_go_on_like_the_games_they_come_from(compiled):
    batch = make(5, compiled=compiled)
    for _ in range(4):
        batch.step(batch.sample_actions())
    rows = [3, 1, 3]
    taken = batch.take(rows)

    for _ in range(150):  # beyond the end of the deals
        actions = batch.sample_actions()
        batch.step(actions)
        taken.step(actions[rows])
        for name in OUTPUTS:
            np.testing.assert_array_equal(getattr(taken, name), getattr(batch, name)[rows])


@pytest.mark.parametrize("compiled", [False, True])
def test_loaded_states_go_on_like_the_games_they_come_from(compiled, tmp_path):
    batch = make(3, autoreset=False, compiled=compiled)
    other = make(3, seed=99, autoreset=False, compiled=compiled)
    for _ in range(5):
        batch.step(batch.sample_actions())
    np.save(tmp_path / "games.npy", batch.state)

    other.load(np.load(tmp_path / "games.npy"))  # np.save forgets np.record
    before = snapshot(batch)
    assert snapshot(other)["state"] == before["state"]
    np.testing.assert_array_equal(other.observation, batch.observation)

    total, other_total = np.zeros((3, 2)), np.zeros((3, 2))
    for _ in range(30):
        actions = batch.sample_actions()
        batch.step(actions)
        other.step(actions)
        total += batch.rewards
        other_total += other.rewards
    np.testing.assert_array_equal(total, other_total)


def test_loaded_states_are_copied():
    batch = make(2, compiled=True)
    states = batch.state.copy()
    other = make(2, seed=1, compiled=True)
    other.load(states)

    other.step(other.sample_actions())

    assert fields(states) == fields(batch.state)


def test_states_of_another_number_or_type_are_refused():
    batch = make(2)

    with pytest.raises(ValueError, match=r"expected 2 records of \d+ bytes, got shape \(3,\)"):
        batch.load(make(3).state)
    with pytest.raises(ValueError, match=r"expected 2 records of \d+ bytes"):
        batch.load(make(2, rules="standard-3p").state)


def test_an_audit_names_the_row_and_what_is_wrong():
    batch = make(3, compiled=True)
    states = batch.state.copy()
    states["pile"][1, 0] |= states["hand"][1, 1]
    batch.load(states)

    problems = batch.audit()

    assert len(problems) == 10
    assert all(re.fullmatch(r"row 1: card \S+ is in .* and in .*", line) for line in problems)


@pytest.mark.parametrize("rows", [[4], [-1], [0, 9]])
def test_rows_out_of_range_are_refused(rows):
    with pytest.raises(ValueError, match="rows are 0 to 3, got"):
        make(4).take(rows)


def test_rows_may_be_a_mask():
    batch = make(3)

    taken = batch.take(np.array([True, False, True]))

    np.testing.assert_array_equal(taken.observation, batch.observation[[0, 2]])


# ---- random actions


def test_one_key_serves_every_step():
    """It is mixed with game, episode and ply: neither rows nor steps repeat each other's draws."""
    batch = make(200, rules="seed(shake=off)")
    deck = [f"{month}.{slot}" for slot in (1, 2, 3, 4) for month in range(1, 13)]
    batch.reset(decks=[deck] * 200, dealer=0)  # the same ten legal actions everywhere
    first = batch.sample_actions(7)

    assert len(set(first.tolist())) == 10
    np.testing.assert_array_equal(batch.sample_actions(7), first)
    assert not np.array_equal(batch.sample_actions(8), first)
    states = batch.state.copy()
    states["ply"] += 1
    batch.load(states)
    assert 0 < (batch.sample_actions(7) == first).mean() < 0.3


def test_sampled_actions_are_legal_and_each_is_sampled():
    batch = make(1)
    legal = set(np.flatnonzero(batch.action_mask[0]).tolist())

    sampled = {int(batch.sample_actions(key)[0]) for key in range(300)}

    assert sampled == legal


# ---- what seats know


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("num_games", [1, 3])
def test_observe_takes_one_seat_or_one_a_row(num_games, compiled):
    batch = make(num_games, compiled=compiled)

    mover = batch.observe(batch.to_move)

    np.testing.assert_array_equal(mover, batch.observation)
    for row in range(num_games):
        seat = int(batch.to_move[row])
        np.testing.assert_array_equal(batch.observe(seat)[row], mover[row])


@pytest.mark.parametrize("seat", [-1, 2, [0, 1]])
def test_seats_that_do_not_exist_are_refused(seat):
    with pytest.raises(ValueError, match="seat"):
        make(3).observe(seat)


def test_seats_of_histories_and_worlds_are_checked():
    batch = make(3)

    with pytest.raises(ValueError, match=r"seats are 0 to 1, got \[2\]"):
        batch.history(0, 2)
    with pytest.raises(ValueError, match=r"seats are 0 to 1, got \[5\]"):
        batch.determinize([0], 5)
    with pytest.raises(ValueError, match="copies must be at least 1, got 0"):
        batch.determinize([0], 0, copies=0)
    with pytest.raises(ValueError, match="rows are 0 to 2, got"):
        batch.determinize([3], 0)


def test_worlds_of_a_game_lie_next_to_each_other():
    batch = make(3)
    for _ in range(3):
        batch.step(batch.sample_actions())

    worlds = batch.determinize([2, 0], [1, 0], copies=4)

    assert len(worlds) == 8
    np.testing.assert_array_equal(worlds.observe(1)[:4], batch.observe(1)[[2] * 4])
    np.testing.assert_array_equal(worlds.observe(0)[4:], batch.observe(0)[[0] * 4])
    assert len({bytes(deck) for deck in worlds.state["deck"][:4]}) == 4


def test_worlds_depend_on_the_key_alone():
    batch = make(3)
    before = snapshot(batch)

    drawn = [batch.determinize([0, 1], 0, key=key).state["deck"] for key in (1, 1, 2)]
    one, same, other = (deck.tobytes() for deck in drawn)

    assert one == same != other
    assert_same(snapshot(batch), before)


# ---- decisions


def test_decisions_are_what_agents_get():
    batch = make(4)
    for _ in range(3):
        batch.step(batch.sample_actions())

    decision = batch.decisions([2, 0])

    assert len(decision) == 2
    np.testing.assert_array_equal(decision.observation, batch.observation[[2, 0]])
    np.testing.assert_array_equal(decision.action_mask, batch.action_mask[[2, 0]])
    np.testing.assert_array_equal(decision.seat, batch.to_move[[2, 0]])
    assert decision.game == "gostop"
    assert decision.rules == "standard-2p"
    np.testing.assert_array_equal(
        decision["hand"], decision.observation[:, batch.spec.observation.slice("hand")]
    )
    for place, row in enumerate([2, 0]):
        expected = batch.history(row, int(batch.to_move[row]))
        np.testing.assert_array_equal(decision.history[place], expected)


def test_decisions_are_copies_that_steps_leave_alone():
    batch = make(3)
    decision = batch.decisions()
    before = decision.observation.copy(), [len(story) for story in decision.history]

    for _ in range(5):
        batch.step(batch.sample_actions())

    np.testing.assert_array_equal(decision.observation, before[0])
    assert [len(story) for story in decision.history] == before[1]
    assert (decision.worlds(1).state["ply"] == 0).all()


def test_decisions_leave_out_games_that_are_over():
    batch = make(30, autoreset=False)
    play_until_some_end(batch)
    over = int(np.flatnonzero(batch.to_move < 0)[0])

    assert len(batch.decisions()) == (batch.to_move >= 0).sum()
    with pytest.raises(ValueError, match="there is no decision in a game that is over"):
        batch.decisions([over])


def test_decision_keys_differ_by_game_and_ply_and_come_again():
    batch = make(5)
    first = batch.decisions(key=3).key

    assert len(set(first.tolist())) == 5
    np.testing.assert_array_equal(batch.decisions(key=3).key, first)
    assert not set(batch.decisions(key=4).key.tolist()) & set(first.tolist())
    batch.step(batch.sample_actions())
    assert not set(batch.decisions(key=3).key.tolist()) & set(first.tolist())


def test_worlds_of_decisions_look_the_same_to_the_seat_to_move():
    batch = make(4)
    for _ in range(3):
        batch.step(batch.sample_actions())
    decision = batch.decisions()

    worlds = decision.worlds(3)

    assert len(worlds) == 12
    np.testing.assert_array_equal(worlds.observation, np.repeat(decision.observation, 3, axis=0))
    np.testing.assert_array_equal(worlds.action_mask, np.repeat(decision.action_mask, 3, axis=0))
    np.testing.assert_array_equal(worlds.to_move, np.repeat(decision.seat, 3))
    assert worlds.audit() == []


# ---- words


def test_actions_and_their_words_go_both_ways():
    batch = make(1)

    ids = batch.actions(batch.spec.actions.words)

    assert ids.tolist() == list(range(batch.spec.num_actions))
    assert [batch.action_text(action) for action in ids] == list(batch.spec.actions.words)
    with pytest.raises(NotationError, match="unknown action 'pass'"):
        batch.actions(["pass"])
    with pytest.raises(IllegalActionError, match="action 999 is out of range; ids are 0 to"):
        batch.action_text(999)


def test_legal_actions_are_the_words_of_the_mask():
    batch = make(3)

    for row in range(3):
        ids = np.flatnonzero(batch.action_mask[row]).tolist()
        assert batch.actions(batch.legal_actions(row)).tolist() == ids


# ---- rewards


@pytest.mark.parametrize("rules", ["standard-2p", "standard-3p"])
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_rewards_are_the_points_as_they_change_hands(rules, episode):
    batch = make(12, rules=rules, episode=episode, autoreset=False)
    before = batch.state["score"].copy()
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions())
        np.testing.assert_array_equal(batch.rewards, batch.state["score"] - before)
        np.testing.assert_array_equal(batch.rewards.sum(axis=1), 0)
        before = batch.state["score"].copy()
    assert batch.state["score"].any()


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_symlog_rewards_come_at_the_end_of_every_deal(episode):
    batch = make(8, rules="standard-3p", reward="symlog", episode=episode, autoreset=False, seed=5)
    deals = np.zeros(8, np.int64)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions())
        ended = batch.state["deals"] > deals
        points = batch.state["result"]
        expected = np.where(ended[:, None], np.sign(points) * np.log2(1 + np.abs(points)), 0)
        np.testing.assert_allclose(batch.rewards, expected, rtol=1e-6)
        deals = batch.state["deals"].copy()
    assert (deals == (12 if episode == "match" else 1)).all()


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_outcomes_are_paid_at_the_end_of_the_episode(episode):
    batch = make(8, rules="standard-3p", reward="outcome", episode=episode, autoreset=False, seed=5)
    while (batch.to_move >= 0).any():
        going = batch.to_move >= 0
        batch.step(batch.sample_actions())
        ended = going & (batch.to_move < 0)
        expected = np.where(ended[:, None], np.sign(batch.state["score"]), 0)
        np.testing.assert_array_equal(batch.rewards, expected)
    assert batch.state["score"].any()


@pytest.mark.parametrize(
    ("reward", "paid"), [("points", -70), ("outcome", -1), ("symlog", -np.log2(71))]
)
def test_a_voided_game_costs_its_offender_in_every_mode(reward, paid):
    batch = make(1, illegal="void", reward=reward)
    offender = int(batch.to_move[0])

    batch.step("noop")

    assert batch.rewards[0, offender] == pytest.approx(paid)
    assert batch.rewards[0, 1 - offender] == 0


def test_side_payments_are_paid_before_the_end_in_points_and_with_it_in_other_modes():
    points = make(300, autoreset=False)
    paid_early = np.zeros(300, np.bool_)
    while (points.to_move >= 0).any():
        points.step(points.sample_actions())
        paid_early |= points.rewards.any(axis=1) & ~points.terminated

    assert paid_early.any()
    np.testing.assert_array_equal(points.state["result"], points.state["score"])


# ---- playouts


@rule
def first_legal(observation, action_mask, row, key, params):
    for action in range(action_mask.shape[1]):
        if action_mask[row, action]:
            return action
    return -1


@rule
def weighted_legal(observation, action_mask, row, key, params):
    """The last legal action with the chance of the first parameter, in hundredths."""
    chosen = -1
    wants_last = below(key, 0, 100) < params[0]
    for action in range(action_mask.shape[1]):
        if action_mask[row, action] and (chosen < 0 or wants_last):
            chosen = action
    return chosen


def play_by(batch, policy):
    batch = batch.copy()
    total = np.zeros_like(batch.rewards)
    going = np.ones(len(batch), np.bool_)
    while going.any():
        actions = [
            policy(batch.observation, batch.action_mask, row, 0, ()) if going[row] else -1
            for row in range(len(batch))
        ]
        batch.step(actions)
        total[going] += batch.rewards[going]
        going &= ~batch.terminated
    return total


@pytest.mark.parametrize("compiled", [False, True])
def test_a_playout_plays_every_deal_to_its_end_and_leaves_the_batch_alone(compiled):
    batch = make(30, compiled=compiled)
    for _ in range(3):
        batch.step(batch.sample_actions())
    before = snapshot(batch)

    rewards = batch.playout(key=1)

    assert_same(snapshot(batch), before)
    assert rewards.shape == (30, 2)
    assert rewards.dtype == np.float32
    assert not rewards.sum(axis=1).any()
    assert (rewards != 0).any(axis=1).mean() > 0.7
    assert batch.last_playout_steps > 30 * 10


def test_playouts_are_the_same_in_any_number_of_threads():
    batch = make(64, compiled=True)

    results = [batch.playout(key=3, threads=threads) for threads in (1, 2, 3, 100)]

    for other in results[1:]:
        np.testing.assert_array_equal(other, results[0])
    assert not np.array_equal(batch.playout(key=4), results[0])


@pytest.mark.parametrize("compiled", [False, True])
def test_a_policy_plays_all_seats_of_a_playout(compiled):
    batch = make(20, compiled=compiled)

    rewards = batch.playout(first_legal)

    np.testing.assert_array_equal(rewards, play_by(batch, first_legal))


@pytest.mark.parametrize("compiled", [False, True])
def test_policies_get_parameters_and_keys(compiled):
    batch = make(20, compiled=compiled)

    never = batch.playout(weighted_legal, params=[0])
    sometimes = [batch.playout(weighted_legal, params=[50], key=key) for key in (1, 1, 2)]

    np.testing.assert_array_equal(never, batch.playout(first_legal))
    np.testing.assert_array_equal(sometimes[0], sometimes[1])
    assert not np.array_equal(sometimes[0], sometimes[2])


def test_a_playout_of_a_match_ends_with_its_deal():
    batch = make(10, episode="match", compiled=True)

    rewards = batch.playout(key=2)
    twin = batch.copy()
    before = twin.state["deals"].copy()
    steps = batch.last_playout_steps

    assert steps < 10 * batch.spec.max_steps
    assert rewards.any()
    np.testing.assert_array_equal(twin.state["deals"], before)


def test_unknown_policies_are_refused():
    with pytest.raises(UnknownNameError, match="unknown policy 'clever'; give 'random' or a @rule"):
        make(1).playout("clever")


def test_a_playout_of_finished_games_pays_nothing():
    batch = make(3, autoreset=False)
    play_to_end(batch)

    assert not batch.playout().any()
    assert batch.last_playout_steps == 0


# ---- positions


def test_positions_come_back_as_they_went_in():
    batch = make(2, autoreset=False)
    for _ in range(5):
        batch.step(batch.sample_actions())

    twin = GameBatch.from_positions(
        "gostop", [str(batch.position(row)) for row in range(2)], compiled=False
    )

    assert not twin.autoreset
    assert [str(twin.position(row)) for row in range(2)] == [
        str(batch.position(row)) for row in range(2)
    ]
    assert [twin.legal_actions(row) for row in range(2)] == [
        batch.legal_actions(row) for row in range(2)
    ]


def test_positions_under_different_rules_do_not_share_a_batch():
    texts = [str(make(1, rules=rules).position()) for rules in ("seed", "standard-2p")]

    with pytest.raises(PositionError):
        GameBatch.from_positions("gostop", texts)
    with pytest.raises((PositionError, NotationError)):
        GameBatch.from_positions("gostop", ["nonsense"])


@pytest.mark.parametrize("row", [3, -1])
def test_positions_of_rows_that_do_not_exist_are_refused(row):
    with pytest.raises(ValueError, match="rows are 0 to 2, got"):
        make(3).position(row)


# ---- rows


def test_a_row_is_the_same_game_in_any_shard():
    whole = make(12, seed=6)
    shards = [make(4, seed=6, first_game=first) for first in (0, 4, 8)]

    for _ in range(60):
        actions = whole.sample_actions(2)
        np.testing.assert_array_equal(
            actions, np.concatenate([shard.sample_actions(2) for shard in shards])
        )
        whole.step(actions)
        for shard, part in zip(shards, np.split(actions, 3), strict=True):
            shard.step(part)
    np.testing.assert_array_equal(
        whole.observation, np.concatenate([shard.observation for shard in shards])
    )


def test_other_seeds_are_other_games():
    decks = [make(10, seed=seed).state["deck"] for seed in (0, 1, 2)]

    assert len({bytes(deck) for part in decks for deck in part}) == 30


def test_observe_some_rows():
    batch = GameBatch("gostop", 6, rules="standard-2p", seed=1, compiled=False)

    expected = np.stack([batch.observe(0)[4], batch.observe(1)[2]])
    assert np.array_equal(batch.observe([0, 1], rows=[4, 2]), expected)

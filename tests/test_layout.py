"""Layouts: named pieces of observations and words of actions."""

import numpy as np
import pytest

from hwatu_env.errors import IllegalActionError, NotationError
from hwatu_env.layout import ActionGroup, ActionLayout, Layout, Piece

PIECES = [
    Piece(name="hand", shape=(4,), text="cards I hold"),
    Piece(name="piles", shape=(2, 3), text="captured cards", high=5),
    Piece(name="stock", shape=(), text="cards in the stock", high=50),
]
GROUPS = [
    ActionGroup("play", ("1.1", "1.2"), "play a card"),
    ActionGroup("go", ("",), "play on"),
    ActionGroup("noop", ("",), "wait"),
]


@pytest.fixture
def layout():
    return Layout(PIECES, version=3)


@pytest.fixture
def actions():
    return ActionLayout(GROUPS)


def test_pieces_follow_each_other(layout):
    assert layout.size == 11
    assert layout.version == 3
    assert layout.slice("hand") == slice(0, 4)
    assert layout.slice("piles") == slice(4, 10)
    assert layout.slice("stock") == slice(10, 11)


def test_a_piece_of_many_observations_is_a_view_of_its_own_shape(layout):
    observations = np.arange(22, dtype=np.uint8).reshape(2, 11)

    piles = layout.read(observations, "piles")
    piles[1, 0, 0] = 99

    assert piles.shape == (2, 2, 3)
    assert layout.read(observations, "stock").tolist() == [10, 21]
    assert observations[1, 4] == 99


def test_pieces_of_one_observation_are_read_as_well(layout):
    observation = np.arange(11, dtype=np.uint8)

    assert layout.read(observation, "hand").tolist() == [0, 1, 2, 3]
    assert layout.read(observation, "piles").tolist() == [[4, 5, 6], [7, 8, 9]]
    assert layout.read(observation, "stock").tolist() == 10


def test_scale_brings_every_byte_into_zero_to_one(layout):
    assert layout.high.tolist() == [1] * 4 + [5] * 6 + [50]
    assert layout.scale.dtype == np.float32
    np.testing.assert_allclose(layout.high * layout.scale, 1)


def test_an_unknown_piece_is_named_with_those_there_are(layout):
    with pytest.raises(KeyError, match="no piece 'table'; there are hand, piles, stock"):
        layout.slice("table")


def test_piece_names_are_unique():
    with pytest.raises(ValueError, match="piece names must be unique"):
        Layout([PIECES[0], PIECES[0]], version=1)


def test_a_layout_is_printed_with_its_pieces(layout):
    assert repr(layout) == "Layout(hand, piles, stock; 11 bytes, version 3)"
    assert layout.to_markdown().splitlines()[2:] == [
        "| 0-3 | `hand` | 4 | 0-1 | cards I hold |",
        "| 4-9 | `piles` | 2x3 | 0-5 | captured cards |",
        "| 10 | `stock` | 1 | 0-50 | cards in the stock |",
    ]


def test_actions_have_one_id_a_word(actions):
    assert len(actions) == 4
    assert actions.words == ("play 1.1", "play 1.2", "go", "noop")
    assert [actions.id(word) for word in actions.words] == [0, 1, 2, 3]
    assert [actions.text(action) for action in range(4)] == list(actions.words)


def test_spaces_in_action_words_do_not_count(actions):
    assert actions.id("  play   1.2 ") == 1


@pytest.mark.parametrize("word", ["", "play", "play 1.3", "Play 1.1", "stop"])
def test_unknown_words_are_refused_with_the_shapes_there_are(actions, word):
    with pytest.raises(NotationError) as refused:
        actions.id(word)

    shapes = "'play 1.1' …, 'go', 'noop'"
    assert str(refused.value) == f"unknown action {word!r}; actions are {shapes}"


@pytest.mark.parametrize("action", [-1, 4])
def test_ids_out_of_range_are_refused(actions, action):
    with pytest.raises(
        IllegalActionError, match=f"action {action} is out of range; ids are 0 to 3"
    ):
        actions.text(action)


def test_actions_are_printed_as_a_table(actions):
    assert actions.to_markdown().splitlines()[2:] == [
        "| 0-1 | `play 1.1` … `play 1.2` | play a card |",
        "| 2 | `go` | play on |",
        "| 3 | `noop` | wait |",
    ]

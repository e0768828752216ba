"""What players read off an observation is what the game holds, as far as a seat may know it."""

from types import SimpleNamespace

import numpy as np
import pytest

from hwatu_agents.hachinin_meri.heuristic.hidden import Sight, above, named_chance, read_sight
from hwatu_agents.hachinin_meri.heuristic.player import is_meri
from hwatu_agents.hachinin_meri.heuristic.rest import play_out, total
from hwatu_agents.hachinin_meri.heuristic.standing import after_mine
from hwatu_agents.hachinin_meri.pairs import beaten_by, beats, highest_gone
from hwatu_agents.hachinin_meri.reading import Number, offsets, read_set_margin
from hwatu_agents.hachinin_meri.table import Table, read_table
from hwatu_env import GameBatch, load_agent
from hwatu_env.cards.unsun import TENKA, card_index, card_of, trump_order
from hwatu_env.games.hachinin_meri import Rules
from hwatu_env.games.hachinin_meri.scoring import beaten_rank, pair_of
from tests.agents.hachinin_meri.positions import position

DRAGON = "Coins.Robai"
RULES = ["seed", "first-draft", "boardoor(chase_lead_counts=False, top=un_sun)"]


FIELDS = (
    *("trump", "place", "meri", "led", "run", "trick", "highest"),
    *("face_down", "to_move", "current", "winner"),
)


def numbers(rules):
    """Parameters of the heuristic under some rules."""
    spec = GameBatch("hachinin_meri", rules=rules, compiled=False).spec
    return load_agent("heuristic", "hachinin_meri").params(spec)


def plays(rules, *, games=4, seed=8):
    """Random games at each of their plays: offsets, parameters, observations and states."""
    batch = GameBatch("hachinin_meri", games, rules=rules, seed=seed, autoreset=False)
    at, params = offsets(batch.spec.observation), numbers(rules)
    while (batch.to_move >= 0).any():
        for row in np.flatnonzero(batch.action_mask[:, :75].any(axis=1)):
            yield at, params, batch.observation, int(row), batch
        batch.step(batch.sample_actions(1))


def table_of(trump, top=0):
    """A table on which nothing lies."""
    return Table(trump, top, 9, 0, 0, -1, -1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("tenka", [False, True])
@pytest.mark.parametrize("top", ["sun_un", "un_sun"])
@pytest.mark.parametrize("trump", range(5))
def test_pairs_are_those_of_the_game(trump, top, tenka):
    house = Rules(top=top, tenka_is_dragon=tenka)
    params, plain = numbers(str(house)), house.plain[0]
    table = table_of(trump, int(params[Number.TOP]))
    g = SimpleNamespace(trump=trump)
    for card in trump_order(trump, un_sun=top == "un_sun"):
        pair = pair_of(g, plain, card)
        expected = card_of(trump, beaten_rank(plain, pair)) if pair >= 0 else -1
        assert beaten_by(table, params, card) == expected
        if expected >= 0 and card != TENKA:
            assert beats(table, expected) == card


@pytest.mark.parametrize("rules", RULES)
def test_the_table_is_that_of_the_game(rules):
    for at, params, observation, row, batch in plays(rules):
        g = SimpleNamespace(**{name: batch.state[name][row] for name in FIELDS})
        table = read_table(at, observation, row, params)
        assert (table.trump, table.place, table.meri) == (g.trump, g.place, g.meri)
        assert (table.led, table.run) == (g.led, g.run)
        assert table.tricks_left == 9 - g.trick
        assert highest_gone(at, observation, row, table) == g.highest
        downs = [seat for seat in range(8) if g.face_down >> seat & 1]
        mine = [seat for seat in downs if seat % 2 == g.to_move % 2]
        assert (table.down_mine, table.down_theirs) == (len(mine), len(downs) - len(mine))
        if g.place and not downs:
            assert table.best == g.current[g.winner]
            assert table.best_mine == (g.winner % 2 == g.to_move % 2)


@pytest.mark.parametrize("rules", RULES)
def test_chances_of_a_trick_add_up(rules):
    for at, params, observation, row, batch in plays(rules, games=2):
        sight = read_sight(at, observation, row, params)
        for card in np.flatnonzero(batch.action_mask[row, :75]):
            meri = is_meri(params, sight, int(card))
            led = int(card) if sight.table.led < 0 else sight.table.led
            rest = after_mine(at, observation, row, params, sight, int(card), meri)
            rest = play_out(at, observation, row, params, sight, rest, led, meri)
            assert total(rest.ours) + total(rest.theirs) == pytest.approx(1)
            for team in (rest.ours, rest.theirs):
                assert min(team.none, team.one, team.more, team.chase) >= -1e-12
                assert team.chase <= total(team) + 1e-12
            assert -1e-12 <= rest.me <= total(rest.ours) + 1e-12


@pytest.mark.parametrize("rules", RULES)
def test_the_last_seat_knows_who_wins_where_nothing_lies_face_down(rules):
    seen = 0
    for at, params, observation, row, batch in plays(rules, games=6):
        sight = read_sight(at, observation, row, params)
        if sight.table.place != 7 or sight.down:
            continue
        seen += 1
        action = int(np.flatnonzero(batch.action_mask[row, :75])[0])
        rest = after_mine(at, observation, row, params, sight, action, sight.table.meri == 1)
        seat = int(batch.to_move[row])
        after = batch.take([row])
        after.step([action])
        trick = int(batch.state["trick"][row])
        winner = int(after.state["winners"][0][trick])
        assert total(rest.ours) == (winner % 2 == seat % 2)
        assert rest.me == (winner == seat)
    assert seen > 5


def sight_of(**options):
    """What the seat to move sees in a position, and what it takes to ask further."""
    batch = GameBatch.from_positions("hachinin_meri", [position(**options)], compiled=False)
    at, params = offsets(batch.spec.observation), numbers(str(batch.rules))
    asking = at, batch.observation, 0
    return read_sight(*asking, params), asking


def test_trumps_are_counted():
    mine = ["Coins.Un", "Coins.4", "Clubs.2", "Clubs.4", "Swords.2", "Swords.5", "Cups.8"]
    sight, _ = sight_of(mine=[*mine, "Drums.7", "Drums.9"], current=["Coins.Kiri"])
    assert isinstance(sight, Sight)
    assert sight.number == 16 - 4  # two of mine, the led one, and the Open Trump, which was left
    assert above(sight, card_index("Coins.Un")) == 1
    assert above(sight, card_index("Coins.1")) == 5  # Sun, Sota, Tenka, Robai and Uma


def test_a_declared_dragon_is_with_the_seat_that_showed_it():
    # seat 0 declared and led a plain card
    mine = ["Coins.Un", "Coins.4", "Clubs.2", "Clubs.4", "Swords.2", "Swords.5", "Cups.8"]
    options = {"mine": [*mine, "Drums.7", "Drums.9"], "current": ["Swords.Sun"], "first": DRAGON}
    sight, asking = sight_of(**options, declarer=0)
    dragon = card_index(DRAGON)
    assert [named_chance(*asking, sight, away, dragon) for away in range(1, 8)] == [0] * 6 + [1]

    sight, asking = sight_of(**options, dealer=0)  # it was hidden
    chances = [named_chance(*asking, sight, away, dragon) for away in range(1, 8)]
    assert min(chances) > 0
    assert max(chances) < 0.2


@pytest.mark.parametrize("margin", [-40, 0, 300])
def test_the_margin_of_a_set_is_read(margin):
    options = {"episode": "set", "deals_played": 1, "games_of_set": 1, "margin": margin}
    points = (max(0, margin), max(0, 0 - margin))
    mine = ["Coins.Un", "Coins.4", "Clubs.2", "Clubs.4", "Swords.2", "Swords.5", "Cups.8"]
    _, asking = sight_of(mine=[*mine, "Drums.7", "Drums.9"], set_points=points, **options)
    assert read_set_margin(*asking) == margin

from collections import Counter
from dataclasses import replace

import pytest

from hwatu_env import GameSpec, load_game
from hwatu_experiments.lineups import contests


def spec_of(rules: str, teams: tuple[int, ...] | None = None) -> GameSpec:
    game = load_game("gostop")
    spec = game.spec(game.rules(rules))
    return spec if teams is None else replace(spec, num_players=len(teams), teams=teams)


def test_two_agents_at_two_seats_change_places():
    (contest,) = contests("pairs", 2, spec_of("standard-2p"))

    assert contest.lineups == ((0, 1), (1, 0))


def test_two_agents_at_three_seats_play_one_against_two_both_ways_round():
    (contest,) = contests("pairs", 2, spec_of("standard-3p"))

    assert set(contest.lineups) == {
        *((0, 1, 1), (1, 1, 0), (1, 0, 1)),
        *((1, 0, 0), (0, 0, 1), (0, 1, 0)),
    }


@pytest.mark.parametrize("rules", ["standard-2p", "standard-3p"])
def test_everybody_holds_every_seat_equally_often(rules: str):
    for contest in contests("pairs", 3, spec_of(rules)):
        for seat in range(spec_of(rules).num_players):
            held = Counter(lineup[seat] for lineup in contest.lineups)
            assert len(set(held.values())) == 1
            assert set(held) == set(contest.agents)


def test_several_agents_meet_in_pairs():
    found = contests("pairs", 4, spec_of("standard-2p"))

    assert [contest.agents for contest in found] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


def test_a_table_rotates_everybody():
    (contest,) = contests("table", 3, spec_of("standard-3p"))

    assert contest.lineups == ((0, 1, 2), (1, 2, 0), (2, 0, 1))


def test_teams_sit_together():
    (contest,) = contests("pairs", 2, spec_of("standard-2p", teams=(0, 1) * 4))

    assert contest.lineups == ((0, 1) * 4, (1, 0) * 4)


def test_one_agent_is_too_few():
    with pytest.raises(ValueError, match="name it twice"):
        contests("pairs", 1, spec_of("standard-2p"))


def test_a_table_needs_an_agent_for_each_seat():
    with pytest.raises(ValueError, match="3 sides, got 2 agents"):
        contests("table", 2, spec_of("standard-3p"))

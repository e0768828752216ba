"""One set of rules, several builds and processes: the games are the same."""

import pytest


def test_plain_compiled_lazy_and_checked_builds_play_the_same_games(compiled_toy):
    outcome = compiled_toy.run("all builds")

    assert len(outcome["games"]) == 3
    assert set(outcome["games"]) == {outcome["plain"]}


def test_checked_build_finds_an_index_out_of_range_inside_a_rule(toy):
    toy.edit("hwatu_env/layout.py", "HAND = 8", "HAND = 9")

    outcome = toy.run("checked")

    assert "out of bounds" in outcome["error"]


def test_threads_compile_once_and_play_the_same_games(toy):
    outcome = toy.run("threads")

    assert outcome["misses"] == 1
    assert set(outcome["threads"]) == set(outcome["games"])
    assert outcome.said.count("compiling") == 1


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_child_processes_load_what_the_parent_compiled(compiled_toy, games, method):
    compiled_toy.run("play")

    outcome = compiled_toy.run(method)

    assert [child["games"] for child in outcome["children"]] == [games] * 2
    assert [child["hits"] for child in outcome["children"]] == [1, 1]
    assert outcome.said == ""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_child_processes_compile_by_themselves(toy, method):
    outcome = toy.run(method)

    assert [child["games"] for child in outcome["children"]] == [outcome["games"]] * 2


def test_forked_children_play_with_the_loop_of_their_parent(toy):
    outcome = toy.run("fork after compiling")

    assert outcome["children"] == outcome["games"] * 2
    assert outcome["misses"] == 1

from collections.abc import Callable

import pytest

from hwatu_agents.human import GameLeft, Human
from hwatu_env import GameBatch, list_games
from hwatu_env.errors import UnknownNameError
from hwatu_experiments.play import play


def answers(*words: str) -> Callable[[str], str]:
    """A person who gives these answers, and then has no more."""
    rest = iter(words)

    def ask(_prompt: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return ask


def test_a_deal_is_played_to_its_end_and_settled():
    said: list[str] = []

    totals = play(
        *("gostop", ["gostop/greedy"]),
        rules="standard-2p",
        seed=3,
        deals=2,
        ask=answers(*["1"] * 200),
        say=said.append,
    )

    text = "\n".join(said)
    assert sum(totals) == 0
    assert "Deal 1 is over" in text
    assert "Deal 2 is over" in text
    assert "you: play" in text
    assert "seat 1: play" in text


@pytest.mark.parametrize("game", list_games())
def test_every_game_is_played_and_settled_line_by_line(game: str):
    said: list[str] = []

    totals = play(game, ["random"], seed=6, ask=answers(*["1"] * 200), say=said.append)

    end = next(k for k, text in enumerate(said) if "Deal 1 is over" in text)
    assert sum(totals) == pytest.approx(0)
    assert any("§" in text for text in said[end + 1 :])
    assert said[-1].startswith("Points in all")


def test_what_the_opponent_holds_is_never_said():
    said: list[str] = []
    batch = GameBatch("gostop", 1, rules="standard-2p", seed=5, autoreset=False)
    hidden = {str(card) for card in batch.position(0).hands[1]}

    play("gostop", ["random"], rules="standard-2p", seed=5, ask=answers(), say=said.append)

    first = next(text for text in said if "hand" in text)
    assert len(hidden) == 10
    assert len(_hand_and_table(first) - {"hand", "table"}) > 10
    assert hidden.isdisjoint(_hand_and_table(first))


def _hand_and_table(view: str) -> set[str]:
    lines = [line for line in view.splitlines() if line.startswith(("hand ", "table "))]
    return {word for line in lines for word in line.split()}


def test_a_wrong_answer_is_explained_and_asked_again():
    said: list[str] = []
    human = Human(lambda decision: "the view", ask=answers("fly", "stop", "1"), say=said.append)
    decision = GameBatch("gostop", 1, rules="standard-2p", seed=3).decisions()

    (action,) = human.act(decision)

    assert decision.action_mask[0, action]
    assert said[0] == "the view"
    assert "'fly' is not possible now" in said[1]
    assert "'stop' is not possible now" in said[2]


def test_action_words_are_understood():
    batch = GameBatch("gostop", 1, rules="standard-2p", seed=3)
    word = batch.legal_actions()[-1]

    (action,) = Human(lambda decision: "", ask=answers(f"  {word} ")).act(batch.decisions())

    assert batch.action_text(action) == word


@pytest.mark.parametrize("ask", [answers("quit"), answers()], ids=["quit", "end"])
def test_leaving_is_no_error(ask: Callable[[str], str]):
    said: list[str] = []

    totals = play("gostop", ["random"], rules="standard-3p", ask=ask, say=said.append)

    assert totals == [0, 0, 0]
    assert "points so far" in said[-1]
    with pytest.raises(GameLeft):
        Human(lambda decision: "", ask=answers()).act(
            GameBatch("gostop", 1, rules="standard-2p").decisions()
        )


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="seat is 0 to 1, got 2"):
        play("gostop", ["random"], rules="standard-2p", seat=2)
    with pytest.raises(ValueError, match="one opponent, or 2; got 3"):
        play("gostop", ["random"] * 3, rules="standard-3p")
    with pytest.raises(ValueError, match="deals must be at least 1, got 0"):
        play("gostop", ["random"], rules="standard-2p", deals=0)
    with pytest.raises(UnknownNameError, match="unknown agent 'nobody'"):
        play("gostop", ["nobody"], rules="standard-2p")
    with pytest.raises(ValueError, match="one decision at a time, got 2"):
        Human(lambda decision: "").act(GameBatch("gostop", 2, rules="standard-2p").decisions())

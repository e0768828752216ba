"""A person as a player: sees what its seat may know, and answers in action words."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hwatu_env import Decision
from hwatu_env.errors import HwatuError

QUIT = ("quit", "q", "exit")
"""Words that end the game."""


class GameLeft(Exception):  # noqa: N818 - nothing went wrong
    """The person wants to stop, or its input has ended."""


class Human:
    """Asks a person for every decision.

    Args:
        show: Given a decision of one game, what the person sees of it.
        ask: Given a prompt, the person's answer; EOFError when there is no more.
        say: Tells the person something.
    """

    def __init__(
        self,
        show: Callable[[Decision], str],
        *,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._show = show
        self._ask = ask
        self._say = say

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(1,) the action that the person chose.

        Raises:
            GameLeft: If the person wants to stop.
            ValueError: If more than one decision is asked for.
        """
        if len(decision) != 1:
            raise ValueError(f"a person takes one decision at a time, got {len(decision)}")
        words = [decision.spec.actions.text(int(a)) for a in np.flatnonzero(decision.action_mask)]
        self._say(self._show(decision))
        while True:
            action = self._answer(decision, words)
            if action is not None:
                return np.array([action], np.int64)

    def _answer(self, decision: Decision, words: list[str]) -> int | None:
        """The id of a legal answer, or None after saying what is wrong with it."""
        try:
            answer = " ".join(self._ask("your move> ").split())
        except EOFError:
            raise GameLeft("the input has ended") from None
        if answer in QUIT:
            raise GameLeft("you left the game")
        if answer.isdigit() and 1 <= int(answer) <= len(words):
            return decision.spec.actions.id(words[int(answer) - 1])
        try:
            action = decision.spec.actions.id(answer)
        except HwatuError:
            action = -1
        if action >= 0 and decision.action_mask[0, action]:
            return action
        numbered = ", ".join(f"{n} {word}" for n, word in enumerate(words, start=1))
        self._say(f"{answer!r} is not possible now. Possible are: {numbered}; or quit.")
        return None

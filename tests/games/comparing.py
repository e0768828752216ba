"""Kernels against the oracles of `tests/oracles`, which were written from the rule pages alone.

At every decision both must tell the same story. A deal that differs is described in one line:
`replay_deal(**that line)` plays it again. No game is named here; what a game compares, and how its
deals begin, is the `COMPARISON` of `tests/games/<game>/comparison.py`.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
import pytest

from hwatu_env import GameBatch, list_games, load_game
from hwatu_env.compiled.record import state_dtype, to_plain

Choose = Callable[[list[str]], str]
"""Picks one of the legal words."""


@dataclass(frozen=True)
class Case:
    """One deal: its rules, its deck, its dealer, and what is said in it."""

    rules: str
    deck: str
    dealer: int
    words: str = ""


class DifferenceError(AssertionError):
    """The kernel and the oracle tell different stories."""


def expect(what: str, kernel: Any, told: Any) -> None:
    if kernel != told:
        raise DifferenceError(f"{what}: the kernel says {kernel}, the oracle {told}")


class Comparison(ABC):
    """How the kernel of one game and its oracle are set side by side.

    `g` is a plain state of the kernel, `d` a deal of the oracle, `plain` the rules of the kernel.
    """

    game: ClassVar[str]
    oracle: ClassVar[Any]
    """The module of the oracle."""
    case_type: ClassVar[type[Case]] = Case
    stands: ClassVar[float]
    """Least share of random deals that are not dealt again."""
    stands_under_presets: ClassVar[float]
    batches: ClassVar[Sequence[tuple[str, dict[str, Any]]]]
    """What is played compiled: rules, and fields of the cases that are no matter of chance."""

    def __init__(self) -> None:
        self.provider = load_game(self.game)

    def __str__(self) -> str:
        return self.game

    # ---- deals

    @abstractmethod
    def random_deck(self, rules: Any, rng: random.Random) -> list[str]:
        """A deck that the rules allow."""

    def rules_of_no_preset(self, rng: random.Random) -> Any:
        """Every option at random."""
        return self.provider.rules_type(**self.oracle.random_options(rng))

    def random_rules(self, rng: random.Random) -> Any:
        """A third of them presets."""
        if rng.random() < 1 / 3:
            return self.provider.rules(rng.choice(list(self.oracle.PRESETS)))
        return self.rules_of_no_preset(rng)

    def random_stakes(self, rng: random.Random) -> dict[str, Any]:
        """Further fields of a case."""
        return {}

    def random_case(self, rng: random.Random, rules: Any = None) -> Case:
        rules = rules or self.random_rules(rng)
        return self.case_type(
            rules=str(rules),
            deck=" ".join(self.random_deck(rules, rng)),
            dealer=rng.randrange(rules.num_players),
            **self.random_stakes(rng),
        )

    @abstractmethod
    def lay(self, case: Any, rules: Any) -> tuple[Any, bool]:
        """The state in which the kernel begins a deal, and whether the deal stands."""

    @abstractmethod
    def tell(self, case: Any, rules: Any, g: Any) -> Any:
        """The deal of the oracle that begins as the kernel's did."""

    def is_void(self, d: Any) -> bool:
        """Whether the oracle deals again at once."""
        return False

    def batch(self, cases: Sequence[Any], rules: Any) -> GameBatch:
        """The cases as rows of one compiled batch."""
        return self.dealt(cases, rules, "deal")

    def dealt(self, cases: Sequence[Any], rules: Any, episode: str) -> GameBatch:
        batch = GameBatch(self.game, len(cases), rules=rules, episode=episode, autoreset=False)
        batch.reset(
            decks=[case.deck.split() for case in cases], dealer=[case.dealer for case in cases]
        )
        return batch

    # ---- what the two say

    @abstractmethod
    def compare(self, g: Any, plain: Any, d: Any) -> None:
        """Everything at a decision."""

    @abstractmethod
    def compare_end(self, case: Any, g: Any, plain: Any, d: Any) -> None:
        """The end of a deal."""

    @abstractmethod
    def spoil(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """Make the oracle count wrongly; returns what then differs, a pattern."""

    def blank_state(self, seats: int) -> Any:
        state_type = self.provider.state_type
        return to_plain(state_type, np.zeros(1, state_dtype(state_type, seats)))[0]

    def legal_words(self, g: Any, plain: Any) -> list[str]:
        words, bits = self.provider.legal(g, plain), self.provider.word_bits
        ids = [
            k * bits + bit for k, word in enumerate(words) for bit in range(bits) if word >> bit & 1
        ]
        return sorted(self.provider.actions.text(action) for action in ids)


def comparison_of(game: str) -> Comparison:
    comparison: Comparison = import_module(f"tests.games.{game}.comparison").COMPARISON
    return comparison


def comparisons() -> list[Comparison]:
    """Of every game; a game without one is an error."""
    return [comparison_of(game) for game in list_games()]


# ---- play


@contextmanager
def described(comparison: Comparison, case: Case, words: list[str]) -> Iterator[None]:
    """Add to a difference the deal and what was said, as the arguments of `replay_deal`."""
    try:
        yield
    except DifferenceError as difference:
        line = {"game": comparison.game} | asdict(case) | {"words": "; ".join(words)}
        raise DifferenceError(f"{difference}\nreplay_deal(**{line})") from None


def play_out(
    comparison: Comparison, case: Case, g: Any, d: Any, words: list[str], choose: Choose
) -> None:
    """Play a deal that has begun in both to its end; what is said is added to `words`."""
    game = comparison.provider
    plain = game.rules(case.rules).plain[0]
    while not d.over:
        comparison.compare(g, plain, d)
        words.append(choose(d.legal()))
        d.step(words[-1])
        game.step(g, plain, game.actions.id(words[-1]))
    comparison.compare_end(case, g, plain, d)


def play_deal(comparison: Comparison, case: Case, choose: Choose) -> int:
    """Play a deal in the kernel and the oracle, side by side.

    Returns:
        Number of decisions; -1 if the deal is void and dealt again.
    """
    rules = comparison.provider.rules(case.rules)
    words: list[str] = []
    with described(comparison, case, words):
        g, stands = comparison.lay(case, rules)
        d = comparison.tell(case, rules, g)
        void = comparison.is_void(d)
        expect("the deal stands", stands, not void)
        if void:
            return -1
        play_out(comparison, case, g, d, words, choose)
    return len(words)


def replay_deal(*, game: str, **line: Any) -> int:
    """Play a deal again from the line that a failing test prints."""
    comparison = comparison_of(game)
    case = comparison.case_type(**line)
    words = iter(case.words.split("; "))
    return play_deal(comparison, case, lambda legal: next(words, legal[0]))


def play_random_deals(comparison: Comparison, seed: str, count: int, rules: Any = None) -> int:
    """Compare `count` random deals; returns how many were really played."""
    rng = random.Random(seed)
    deals = (comparison.random_case(rng, rules) for _ in range(count))
    return sum(play_deal(comparison, case, rng.choice) > 0 for case in deals)


# ---- through GameBatch, compiled


def plain_states(comparison: Comparison, batch: GameBatch) -> list[Any]:
    return to_plain(comparison.provider.state_type, batch.state)


def play_batch(
    comparison: Comparison, cases: Sequence[Case], rules: Any, rng: random.Random
) -> None:
    """Compare deals that are the rows of one compiled batch."""
    plain, actions_of = rules.plain[0], comparison.provider.actions
    batch = comparison.batch(cases, rules)
    states = plain_states(comparison, batch)
    deals = [comparison.tell(case, rules, g) for case, g in zip(cases, states, strict=True)]
    played: list[list[str]] = [[] for _ in cases]
    void = [comparison.is_void(d) for d in deals]
    assert (batch.state["redeals"] > 0).tolist() == void

    while not all(d.over for d in deals):
        actions = np.full(len(cases), -1)
        for row, g in enumerate(plain_states(comparison, batch)):
            d = deals[row]
            if d.over:
                continue
            with described(comparison, cases[row], played[row]):
                comparison.compare(g, plain, d)
                expect("mask", sorted(batch.legal_actions(row)), d.legal())
            played[row].append(rng.choice(d.legal()))
            d.step(played[row][-1])
            actions[row] = actions_of.id(played[row][-1])
        batch.step(actions)
        for row in np.flatnonzero(actions >= 0):
            if deals[row].over:
                (g,) = plain_states(comparison, batch.take([row]))
                with described(comparison, cases[row], played[row]):
                    comparison.compare_end(cases[row], g, plain, deals[row])

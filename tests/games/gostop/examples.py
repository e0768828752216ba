"""How the worked examples of rules/gostop.md §9 are set up: cards as texts between spaces.

"Unless an example says otherwise: p0 is to move; every player holds further cards that do not
matter" - so `start` gives every seat two of them.
"""

from typing import Any

import pytest

from hwatu_env import GameBatch
from hwatu_env.cards.hwatu import CARD_NAMES, names
from hwatu_env.games import gostop
from hwatu_env.games.gostop.rules import Rules

SEED2 = "seed"
SEED3 = "seed(num_players=3)"
STD2 = "standard-2p"
STD3 = "standard-3p"
ALL = [SEED2, SEED3, STD2, STD3]
FURTHER_CARDS = ["12.1", "12.2", "12.3", "11.3", "11.4", "11.1"]

both_builds = pytest.mark.parametrize("compiled", [False, True], ids=["python", "compiled"])


def cards(text: str) -> list[str]:
    return text.split()


def start(
    rules: str,
    hands: list[str],
    table: str = "",
    stock: str = "",
    piles: list[str] | None = None,
    *,
    further_cards: bool = True,
    compiled: bool = False,
    **options: Any,
) -> GameBatch:
    """One game at a position; hands and piles that are not named are empty."""
    seats = Rules.parse(rules).num_players
    held = [cards(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    won = [cards(pile) for pile in piles or []] + [[] for _ in range(seats - len(piles or []))]
    if further_cards:
        for seat in range(seats):
            held[seat] += FURTHER_CARDS[2 * seat : 2 * seat + 2]
    position = gostop.position(
        rules=rules, hands=held, table=cards(table), stock=cards(stock), piles=won, **options
    )
    return GameBatch.from_positions("gostop", [position], compiled=compiled)


def play(batch: GameBatch, *words: str) -> gostop.Position:
    """Say the words; the position that is reached."""
    for word in words:
        batch.step(batch.actions([word]))
    assert batch.audit() == []
    return batch.position(0)


def each_pays(winner: int, points: int, seats: int) -> tuple[int, ...]:
    """Every other seat pays `points` to the winner."""
    return tuple(points * (seats - 1) if s == winner else -points for s in range(seats))


def stacked_deck(rules: str, hands: list[str], table: str, stock: str = "") -> list[str]:
    """A full deck of which the beginnings of hands, table and stock are given.

    The rest is dealt out without jokers, spread so that no further three of a month meet.
    """
    house = Rules.parse(rules)
    given = cards(" ".join([*hands, table, stock]))
    deck = [*CARD_NAMES[: 4 * house.months], *names(house.joker_board)]
    rest = [card for card in deck if card not in given]
    ordinary = sorted((c for c in rest if "." in c), key=lambda c: (c.split(".")[1], c))
    jokers = [card for card in rest if "." not in card]
    parts = [cards(hand) for hand in hands]
    parts += [[] for _ in range(house.num_players - len(hands))]
    order: list[str] = []
    sizes = [house.cards_per_hand] * house.num_players + [house.cards_on_table]
    for part, size in zip([*parts, cards(table)], sizes, strict=True):
        missing = size - len(part)
        order += part + ordinary[:missing]
        del ordinary[:missing]
    return order + cards(stock) + ordinary + jokers


def dealt(rules: str, deck: list[str], *, dealer: int = 0) -> GameBatch:
    """One game with a stacked deck."""
    batch = GameBatch("gostop", rules=rules, autoreset=False, compiled=False)
    batch.reset(decks=[deck], dealer=dealer)
    return batch

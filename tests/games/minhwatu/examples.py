"""How the worked examples of rules/minhwatu.md §8 are set up: cards as texts between spaces."""

from typing import Any

from hwatu_env import GameBatch
from hwatu_env.cards.hwatu import CARD_NAMES, NUM_CARDS
from hwatu_env.compiled.record import to_plain
from hwatu_env.games import minhwatu
from hwatu_env.games.minhwatu import Rules

SEED = "seed"
EXTENDED = "seed-extended"
STANDARD = "standard"
ALL = [SEED, EXTENDED, STANDARD]
DECK = list(CARD_NAMES[:NUM_CARDS])
FURTHER_CARDS = ["12.1", "11.1", "12.2", "11.2", "12.3", "11.3", "12.4"]
"""One card that does not matter for each seat."""


def cards(text: str) -> list[str]:
    return text.split()


def the_rest(*piles: str) -> list[str]:
    """All cards of the deck that are in none of the piles."""
    return [card for card in DECK if card not in cards(" ".join(piles))]


def start(
    rules: str,
    hands: list[str],
    table: str = "",
    stock: str = "",
    *,
    further_cards: bool = True,
    compiled: bool = False,
    **options: Any,
) -> GameBatch:
    """One game at a position; hands that are not named are empty."""
    seats = Rules.parse(rules).num_players
    held = [cards(hand) for hand in hands] + [[] for _ in range(seats - len(hands))]
    if further_cards:
        for seat in range(seats):
            held[seat] += FURTHER_CARDS[seat : seat + 1]
    position = minhwatu.position(
        rules=rules, hands=held, table=cards(table), stock=cards(stock), **options
    )
    return GameBatch.from_positions("minhwatu", [position], compiled=compiled)


def start_at(**options: Any) -> GameBatch:
    """One game at a position of its own; `match=True` makes it one of a match."""
    position = minhwatu.position(**options)
    episode = "match" if position.match else "deal"
    return GameBatch.from_positions("minhwatu", [position], compiled=False, episode=episode)


def play(batch: GameBatch, *words: str) -> minhwatu.Position:
    """Say the words; the position that is reached."""
    for word in words:
        batch.step(word)
    assert batch.audit() == []
    return batch.position(0)


def card_points(pile: list[str]) -> int:
    """Points of the cards of a pile alone (§1)."""
    lines = minhwatu.score([pile, []]).lines
    return sum(line.points for line in lines if line.name == "card points of seat 0")


def hands_of(pile: list[str], rules: str) -> int:
    """Points of the special hands of a pile, the other seat having none (§4)."""
    lines = minhwatu.score([pile, []], rules=rules).lines
    return sum(line.points for line in lines if line.section == "§4")


def outcome_of(batch: GameBatch, seat: int) -> int:
    """1 if a seat won the episode, -1 if it lost, 0 if it shares the top."""
    (state,) = to_plain(minhwatu.GAME.state_type, batch.state)
    return minhwatu.GAME.outcome(state, batch.rules.plain[0], seat)


def stacked_deck(rules: str, hands: list[str], table: str = "", stock: str = "") -> list[str]:
    """A full deck of which the beginnings of hands, table and stock are given.

    The rest is dealt out slot by slot, so that no further four of a month meet.
    """
    house = Rules.parse(rules)
    given = cards(" ".join([*hands, table, stock]))
    rest = sorted((c for c in DECK if c not in given), key=lambda c: (c.split(".")[1], c))
    parts = [cards(hand) for hand in hands]
    parts += [[] for _ in range(house.num_players - len(hands))]
    order: list[str] = []
    sizes = [house.cards_per_hand] * house.num_players + [house.cards_on_table]
    for part, size in zip([*parts, cards(table)], sizes, strict=True):
        missing = size - len(part)
        order += part + rest[:missing]
        del rest[:missing]
    return order + cards(stock) + rest


def dealt(rules: str, deck: list[str], *, dealer: int = 0) -> GameBatch:
    """One game with a stacked deck."""
    batch = GameBatch("minhwatu", rules=rules, autoreset=False, compiled=False)
    batch.reset(decks=[deck], dealer=dealer)
    return batch

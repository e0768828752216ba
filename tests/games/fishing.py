"""What the comparisons of the fishing games share: decks of Hwatu cards, deals that may be void."""

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from tests.games.comparing import Case, Comparison, comparisons

Perft = tuple[str, int, int, int]
"""Rules, seed of the deck, depth, and the oracle's count."""


class FishingComparison(Comparison):
    """A game of hands, table and stock, whose deals are dealt again where the rules say so."""

    begin_episode: ClassVar[Callable[..., None]]
    lay_out: ClassVar[Callable[..., bool]]
    advance: ClassVar[Callable[..., None]]
    perft: ClassVar[Sequence[Perft]]
    """Counts of `count_lines`."""
    reduced_decks: ClassVar[Sequence[str]]
    """Rules of games that are short enough to be counted again."""

    def random_deck(self, rules: Any, rng: random.Random) -> list[str]:
        return self.oracle.random_deck(rules.to_dict(), rng)

    def num_deals(self, case: Any) -> int:
        """Deals of the kernel's episode."""
        return 1

    def stakes(self, case: Any) -> dict[str, int]:
        """What was carried into the deal."""
        return {}

    def options_of_deal(self, case: Any) -> dict[str, Any]:
        """Further arguments of the oracle's deal."""
        return {}

    def lay(self, case: Any, rules: Any) -> tuple[Any, bool]:
        plain = rules.plain[0]
        g = self.blank_state(rules.num_players)
        for place, card in enumerate(case.deck.split()):
            g.deck[place] = hwatu.card_index(card)
        type(self).begin_episode(g, self.num_deals(case), case.dealer, True)
        for name, value in self.stakes(case).items():
            setattr(g, name, value)
        stands = type(self).lay_out(g, plain)
        if stands:
            type(self).advance(g, plain)
        return g, bool(stands)

    def tell(self, case: Any, rules: Any, g: Any = None) -> Any:
        deck, more = case.deck.split(), self.options_of_deal(case)
        return self.oracle.Deal(rules.to_dict(), deck, dealer=case.dealer, **more)

    def is_void(self, d: Any) -> bool:
        return d.redeal

    # ---- perft

    def perft_case(self, rules: str, seed: int) -> Case:
        """The first deck of a seed that stands."""
        rng = random.Random(seed)
        parsed = self.provider.rules(rules)
        while True:
            deck = self.oracle.random_deck(parsed.to_dict(), rng)
            case = self.case_type(rules, " ".join(deck), 0)
            if not self.tell(case, parsed).redeal:
                return case

    def count_lines(self, rules: str, seed: int, depth: int) -> int:
        """The oracle's count, from which `perft` was filled in."""
        deal = self.tell(self.perft_case(rules, seed), self.provider.rules(rules))
        return self.oracle.perft(deal, depth)

    def perft_batch(self, rules: str, seed: int) -> GameBatch:
        return self.batch([self.perft_case(rules, seed)], self.provider.rules(rules))


def stock_of(g: Any, plain: Any) -> list[str]:
    """The cards that are still to be turned up, next one first."""
    return [hwatu.card_name(int(card)) for card in g.deck[g.stock_top : plain.deck_size]]


def deck_of(g: Any, rules: Any) -> list[str]:
    return [hwatu.card_name(int(card)) for card in g.deck[: rules.deck_size]]


def fishing_comparisons() -> list[FishingComparison]:
    return [each for each in comparisons() if isinstance(each, FishingComparison)]

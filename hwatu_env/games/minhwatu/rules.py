"""House rules of Min-Hwatu: every option of rules/minhwatu.md, and the presets of its §7."""

from dataclasses import dataclass
from typing import Any, ClassVar

from hwatu_env.cards.hwatu import NUM_CARDS
from hwatu_env.errors import RulesError
from hwatu_env.games.dealt import DealtCards
from hwatu_env.games.minhwatu.hands import SPECIAL_HANDS
from hwatu_env.games.options import HouseRules, Option


class TableQuad(Option):
    """What four of a month on the table do (§2)."""

    CAPTURE = 0
    REDEAL = 1


class HandQuad(Option):
    """What four of a month in a dealt hand do (§2)."""

    CAPTURE = 0
    PLAY = 1


class SulsaTwo(Option):
    """What sul-sa does with two loose cards of the month (§3)."""

    CAPTURE_ALL = 0
    LITERAL_RETURN = 1


class HandWeight(Option):
    """How special hands count with more than two players (§5)."""

    TRANSFER = 0
    SINGLE = 1


class Par(Option):
    """What is taken from everybody's deal score (§5)."""

    OFF = 0
    EVEN = 1
    DEALER = 2


class Tie(Option):
    """What a deal with a shared top score is worth (§5)."""

    VOID = 0
    COUNTS = 1


class NextDealer(Option):
    """Who deals next (§2)."""

    ROTATE = 0
    TOP_SCORER = 1


_CARD_POINTS = 240
_DEALER_BONUS = {5: 10, 7: 5}
"""What the dealer is given with `par=dealer`, so that the total divides (§5)."""

_EXTENDED: dict[str, Any] = {
    "godori": 50,
    "shikka": 50,
    "daypo": 100,
    "inho_shikka": 150,
    "ilesam": 150,
    "ogong": 200,
    "target": 2000,
}
_STANDARD: dict[str, Any] = {
    "table_quad": "redeal",
    "hand_quad": "play",
    "sulsa": False,
    "be_si_ma": 12,
    "tie": "counts",
    "next_dealer": "top_scorer",
    "target": None,
    "match_deals": 12,
}


@dataclass(frozen=True, kw_only=True)
class Rules(DealtCards, HouseRules):
    """House rules of Min-Hwatu; the defaults are the preset `seed` for two players.

    Raises:
        RulesError: If a setting is unknown or out of range, or if options contradict each other.
    """

    num_players: int = 2
    """Seats, 2 to 7 (§2)."""
    hand_size: int | None = None
    """Cards dealt to a seat; None as the table of §2 says."""
    table_size: int | None = None
    """Cards dealt to the table; None as the table of §2 says."""
    months: int = 12
    """Months 1 to this one make the deck, four cards each (§2)."""
    table_quad: TableQuad = TableQuad.CAPTURE
    """Four of a month on the table: capture by the dealer, or redeal (§2)."""
    hand_quad: HandQuad = HandQuad.CAPTURE
    """Four of a month in a hand: capture, laid out with a bonus, or play (§2)."""
    quad_bonus: int = 100
    """Points for each quad laid out (§2)."""
    sulsa: bool = True
    """Whether a pair matched by the flip goes back to the table (§3)."""
    sulsa_two: SulsaTwo = SulsaTwo.CAPTURE_ALL
    """The same with two loose cards: capture_all four, or literal_return (§3)."""
    optional_capture: bool = False
    """Whether a played card may be left next to its mates (§3)."""
    be_si_ma: int = 11
    """Month of Be-Si-Ma, 11 or 12 (§4)."""
    ribbon_set: int = 30
    """Points of hongdan, cheongdan and chodan (§4)."""
    suit_set: int = 20
    """Points of all of month 5, 10 and Be-Si-Ma (§4)."""
    ttongyak: int = 0
    """Points of all of month 11, 0 for none (§4)."""
    godori: int = 0
    """Points of godori, 0 for none (§4)."""
    shikka: int = 0
    """Points of Shik-Ka, 0 for none (§4)."""
    daypo: int = 0
    """Points of Day-Po, 0 for none (§4)."""
    inho_shikka: int = 0
    """Points of In-Ho-Shik-Ka, which replaces Day-Po; 0 for none (§4)."""
    ilesam: int = 0
    """Points of Il-E-Sam, 0 for none (§4)."""
    ogong: int = 0
    """Points of the five brights, 0 for none (§4)."""
    hand_weight: HandWeight = HandWeight.TRANSFER
    """A hand's owner is paid by each other player (transfer), or once (single) (§5)."""
    par: Par = Par.OFF
    """Taken from every deal score: off, even shares of 240, or dealer with his bonus (§5)."""
    tie: Tie = Tie.VOID
    """A deal with a shared top score: void, or counts (§5)."""
    next_dealer: NextDealer = NextDealer.ROTATE
    """The next dealer: rotate, or the top_scorer (§2)."""
    target: int | None = 1000
    """A match ends when a total reaches this; None for a number of deals (§5)."""
    match_deals: int | None = None
    """A match has this many deals; None for a target (§5)."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "seed": {},
        "seed-extended": _EXTENDED,
        "standard": _STANDARD,
    }
    DERIVED: ClassVar[tuple[str, ...]] = (
        "cards_per_hand",
        "cards_on_table",
        "hand_cards",
        "hand_points",
        "hands_in_use",
        "hand_sizes",
        "hands_of_card",
        "deck_size",
        "par_points",
        "dealer_bonus",
        "target_points",
        "deals_of_match",
    )
    UNCOMPILED: ClassVar[tuple[str, ...]] = ("hand_size", "table_size", "target", "match_deals")

    def __post_init__(self) -> None:
        """Check every option, alone and together."""
        self._coerce()
        self._check_range(2, 7, "num_players")
        self._check_range(1, 12, "months")
        self._check_range(11, 12, "be_si_ma")
        self._check_range(0, 1000, "quad_bonus", "ribbon_set", "suit_set", "ttongyak", "godori")
        self._check_range(0, 1000, "shikka", "daypo", "inho_shikka", "ilesam", "ogong")
        self._check_range(1, 100_000, "target")
        self._check_range(1, 1000, "match_deals")
        self._check_deck()
        self._check_together()

    @property
    def deck_size(self) -> int:
        """Cards of the deck."""
        return 4 * self.months

    @property
    def hand_points(self) -> tuple[int, ...]:
        """Points of each special hand, 0 where it does not count (§4)."""
        points = {
            "hongdan": self.ribbon_set,
            "cheongdan": self.ribbon_set,
            "chodan": self.ribbon_set,
            "choyak": self.suit_set,
            "pungyak": self.suit_set,
            "month 11": self.suit_set if self.be_si_ma == 11 else self.ttongyak,
            "month 12": self.suit_set if self.be_si_ma == 12 else 0,
        }
        return tuple(points[h] if h in points else getattr(self, h) for h in SPECIAL_HANDS)

    @property
    def hand_cards(self) -> tuple[int, ...]:
        """Board of the cards of each special hand that counts, empty for the others."""
        return tuple(
            cards if points else 0
            for cards, points in zip(SPECIAL_HANDS.values(), self.hand_points)
        )

    @property
    def hands_in_use(self) -> int:
        """1 for each special hand that counts, four bits a hand."""
        return sum(1 << (4 * hand) for hand, cards in enumerate(self.hand_cards) if cards)

    @property
    def hand_sizes(self) -> int:
        """Cards of each special hand, four bits a hand; 15, which no pile holds, if none counts."""
        sizes = (cards.bit_count() if cards else 15 for cards in self.hand_cards)
        return sum(size << (4 * hand) for hand, size in enumerate(sizes))

    @property
    def hands_of_card(self) -> tuple[int, ...]:
        """For each card 1 in every special hand that counts and has it, four bits a hand."""
        return tuple(
            sum(1 << (4 * hand) for hand, cards in enumerate(self.hand_cards) if cards >> card & 1)
            for card in range(NUM_CARDS)
        )

    @property
    def dealer_bonus(self) -> int:
        """Points that `par=dealer` gives the dealer (§5)."""
        return _DEALER_BONUS.get(self.num_players, 0) if self.par is Par.DEALER else 0

    @property
    def par_points(self) -> int:
        """Points taken from every deal score (§5)."""
        if self.par is Par.OFF:
            return 0
        return (_CARD_POINTS + self.dealer_bonus) // self.num_players

    @property
    def target_points(self) -> int:
        """Total that ends a match, 0 for none."""
        return self.target or 0

    @property
    def deals_of_match(self) -> int:
        """Deals of a match, 0 for any number."""
        return self.match_deals or 0

    @property
    def reward_unit(self) -> int:
        """Mean margins over n - 1 other seats are whole numbers of 1 / (n - 1) points (§5)."""
        return self.num_players - 1

    def _check_deck(self) -> None:
        self.check_deal_fits(self.deck_size)
        if self.table_quad is TableQuad.REDEAL and self.cards_on_table > 3 * self.months:
            raise RulesError(
                f"every table of {self.cards_on_table} cards from {self.months} months holds four "
                "of a month: set table_quad to capture"
            )

    def _check_together(self) -> None:
        if (self.target is None) == (self.match_deals is None):
            raise RulesError(
                f"a match has either a target or match_deals, got target={self.target} and "
                f"match_deals={self.match_deals} (§5)"
            )
        if self.ttongyak and self.be_si_ma == 11:
            raise RulesError("ttongyak and be_si_ma=11 are the same month: give one of them (§4)")
        if (_CARD_POINTS + self.dealer_bonus) % self.num_players and self.par is not Par.OFF:
            raise RulesError(
                f"240 points do not divide by {self.num_players}: set par to off or dealer (§5)"
            )

"""House rules of Go-Stop: every option of rules/gostop.md §2 to §5, and the presets of §7."""

from dataclasses import dataclass
from typing import Any, ClassVar

from hwatu_env.cards.hwatu import JOKERS_2, JOKERS_3, indices
from hwatu_env.errors import RulesError
from hwatu_env.games.dealt import DealtCards
from hwatu_env.games.options import HouseRules, Option


class TableQuad(Option):
    """What four of a month on the table do (§2.2 no. 2)."""

    REDEAL = 0
    DEAD = 1
    NAGARI = 2
    DEALER_WINS = 3


class HandQuad(Option):
    """What four of a month in a dealt hand do (§2.2 no. 4)."""

    REDEAL = 0
    PLAY = 1
    WIN = 2
    MAY_CLAIM = 3


class QuadContinue(Option):
    """What continuing with a quad means (§2.2 no. 4)."""

    PLAYS_ON = 0
    DOUBLES = 1


class TwoQuads(Option):
    """What happens when two or more hands hold a quad (§2.2 no. 4)."""

    NAGARI = 0
    DEALER_WINS = 1
    HIGHER_MONTH_WINS = 2


class JokerQuad(Option):
    """When a quad completed by a joker's replacement counts (§2.2 no. 4)."""

    NO = 0
    FIRST_TURN = 1
    ALWAYS = 2


class Shake(Option):
    """When three of a month may be shown for a doubling (§3.6)."""

    OFF = 0
    DEAL = 1
    ON_FIRST_PLAY = 2
    PLAY = 3


class SmallBomb(Option):
    """What two of a month in hand on the two others do (§3.5)."""

    OFF = 0
    STEAL = 1
    DOUBLE = 2


class LastScope(Option):
    """Whose last action is exempt from special captures (§3.4)."""

    PLAYER = 0
    ROUND = 1
    NONE = 2


class TargetChoice(Option):
    """When the player of a card says which of two table cards it takes (§3.2)."""

    AT_PLAY = 0
    AFTER_FLIP = 1


class CupMode(Option):
    """How the sake cup counts (§3.7)."""

    DECIDE = 0
    AUTO = 1
    BOTH = 2


class CupStealable(Option):
    """Whether a demand for pi may take the sake cup (§3.7)."""

    NEVER = 0
    WHEN_COUNTED_AS_PI = 1
    AS_PI = 2


class GoAdd(Option):
    """Points that g goes add (§5.3): g; g up to two; one for a single go."""

    N = 0
    FIRST_TWO = 1
    FIRST = 2


class GoMult(Option):
    """Factor of g goes (§5.3): 2 from three on; 2^(g-2) from three on; g from two on."""

    FLAT2 = 0
    POW2 = 1
    TIMES_N = 2


class AfterGo(Option):
    """What another player's reaching the mark means after a go (§5.2)."""

    IMMEDIATE_WIN = 0
    MAY_GO = 1


class Gobak(Option):
    """What losing after a go costs (§5.4)."""

    NONE = 0
    DOUBLE = 1
    PAY_ALL = 2


class Liable(Option):
    """Which losing go caller pays for all (§5.4)."""

    LAST = 0
    FIRST = 1


class Meong(Option):
    """When seven animals double (§5.4)."""

    OFF = 0
    SEVEN = 1
    ALL_POINTS_ANIMAL = 2


class Nagari(Option):
    """How the carry grows with a drawn deal (§5.5)."""

    NONE = 0
    LINEAR = 1
    POW2 = 2
    FLAT2 = 3


STANDARD_2P: dict[str, Any] = {
    "num_players": 2,
    "jokers": [2, 3],
    "min_points": 7,
    "table_quad": "redeal",
    "hand_quad": "win",
    "quad_points": 10,
    "shake": "play",
    "bomb": True,
    "steal_own_stack": 2,
    "steal_jjok": 1,
    "steal_ttadak": 1,
    "make_change": False,
    "last_scope": "player",
    "cup_mode": "auto",
    "cup_stealable": "never",
    "five_bright": 15,
    "three_ppeok_points": 7,
    "side_payments": True,
    "first_ppeok": [7, 14, 21],
    "first_ttadak": 7,
    "go_add": "n",
    "go_mult": "pow2",
    "after_go": "may_go",
    "gobak": "double",
    "pibak_max": 7,
    "gwangbak": True,
    "meong": "seven",
    "nagari": "pow2",
    "nagari_cap": 8,
}
STANDARD_3P = STANDARD_2P | {
    "num_players": 3,
    "jokers": [2, 2, 3],
    "min_points": 3,
    "quad_points": 5,
    "steal_own_stack": 1,
    "three_ppeok_points": 3,
    "first_ppeok": [3, 6, 9],
    "first_ttadak": 3,
    "gobak": "pay_all",
    "pibak_max": 5,
}
_HANGAME = {
    "joker_steal": True,
    "small_bomb": "steal",
    "table_quad": "dealer_wins",
    "two_quads": "dealer_wins",
    "joker_quad": "always",
    "nagari_cap": None,
    "push": True,
}
_PMANG_ORIGINAL = {
    "table_quad": "nagari",
    "quad_points": 7,
    "first_ppeok": [7, 0, 0],
    "first_ttadak": 0,
}
_PMANG = _PMANG_ORIGINAL | {"joker_steal": True, "small_bomb": "double", "hand_quad": "may_claim"}
_NETMARBLE = {
    "hand_quad": "may_claim",
    "quad_continue": "doubles",
    "joker_quad": "first_turn",
    "three_ppeok_points": 10,
    "first_jjok": 7,
    "first_bomb": 7,
    "nagari_cap": None,
}
_LITE: dict[str, Any] = {
    "jokers": [],
    "side_payments": False,
    "hand_quad": "redeal",
    "quad_points": None,
}


@dataclass(frozen=True, kw_only=True)
class Rules(DealtCards, HouseRules):
    """House rules of Go-Stop; the defaults are the preset `seed` for two players.

    Raises:
        RulesError: If a setting is unknown or out of range, or if options contradict each other.
    """

    num_players: int = 2
    """Seats, 2 to 7 (§2.1)."""
    hand_size: int | None = None
    """Cards dealt to a seat; None as §2.1 says for the number of players."""
    table_size: int | None = None
    """Cards dealt to the table; None as §2.1 says."""
    months: int = 12
    """Months 1 to this one make the deck, four cards each (§2.4)."""
    jokers: tuple[int, ...] = ()
    """Values of the jokers, at most three of 2 and three of 3 (§1)."""
    min_points: int = 3
    """Fewest base points with which a player may stop or go (§5.2)."""
    table_quad: TableQuad = TableQuad.REDEAL
    """Four of a month on the table: redeal, dead, nagari or dealer_wins (§2.2)."""
    hand_quad: HandQuad = HandQuad.REDEAL
    """Four of a month in a dealt hand: redeal, play, win or may_claim (§2.2)."""
    quad_points: int | None = None
    """What a quad wins; None for the minimum (§2.2)."""
    quad_continue: QuadContinue = QuadContinue.PLAYS_ON
    """Continuing with a quad: plays_on, or doubles like a shake (§2.2)."""
    two_quads: TwoQuads = TwoQuads.NAGARI
    """Quads in two or more hands: nagari, dealer_wins or higher_month_wins (§2.2)."""
    joker_quad: JokerQuad = JokerQuad.NO
    """A quad made by a joker's replacement counts: no, first_turn or always (§2.2)."""
    shake: Shake = Shake.DEAL
    """Three of a month are shown: off, deal, on_first_play or play (§3.6)."""
    bomb: bool = False
    """Whether three of a month in hand may take the fourth at once (§3.5)."""
    bomb_doubles: bool = True
    """Whether a bomb also doubles what its player wins (§3.5)."""
    small_bomb: SmallBomb = SmallBomb.OFF
    """Two in hand on the two others: off, steal, or double like a bomb (§3.5)."""
    steal_stack: int = 1
    """Units for taking a stack that another player made or that was dealt (§3.3)."""
    steal_own_stack: int = 1
    """Units for taking one's own stack (§3.3)."""
    steal_jjok: int = 0
    """Units for a jjok (§3.3)."""
    steal_ttadak: int = 0
    """Units for a ttadak (§3.3)."""
    steal_sweep: int = 1
    """Units for a sweep (§3.3)."""
    steal_bomb: int = 1
    """Units for a bomb (§3.5)."""
    joker_steal: bool = False
    """Whether a joker played, flipped or dug out takes one unit (§3.3)."""
    make_change: bool = True
    """Whether single pi are given back for a double pi (§3.3)."""
    last_scope: LastScope = LastScope.NONE
    """Last actions exempt from special captures: player, round or none (§3.4)."""
    last_turn_stack_steal: bool = True
    """Whether a stack taken on a player's last action pays (§3.4)."""
    target_choice: TargetChoice = TargetChoice.AT_PLAY
    """When a hand card's target is chosen: at_play or after_flip (§3.2)."""
    cup_mode: CupMode = CupMode.DECIDE
    """The sake cup is an animal or two pi: decide, auto or both (§3.7)."""
    cup_stealable: CupStealable = CupStealable.AS_PI
    """Whether a unit may take the cup: never, when_counted_as_pi or as_pi (§3.7)."""
    five_bright: int = 10
    """Points of five brights (§5.1)."""
    three_ppeok_points: int = 3
    """What the third ppeok of a player wins (§5.6)."""
    side_payments: bool = False
    """Whether first-turn events are paid at once (§5.6)."""
    first_ppeok: tuple[int, ...] = (0, 0, 0)
    """Side payments for ppeoks on the first, the first two, the first three turns (§5.6)."""
    first_ttadak: int = 0
    """Side payment for a ttadak on the first turn (§5.6)."""
    first_jjok: int = 0
    """Side payment for a jjok on the first turn (§5.6)."""
    first_bomb: int = 0
    """Side payment for a bomb on the first turn (§5.6)."""
    go_add: GoAdd = GoAdd.FIRST_TWO
    """Points added for goes: n, first_two or first (§5.3)."""
    go_mult: GoMult = GoMult.FLAT2
    """Factor for goes: flat2, pow2 or times_n (§5.3)."""
    after_go: AfterGo = AfterGo.IMMEDIATE_WIN
    """Reaching the mark after another's go: immediate_win or may_go (§5.2)."""
    gobak: Gobak = Gobak.PAY_ALL
    """A losing go caller pays: none, double, or pay_all (§5.4)."""
    liable: Liable = Liable.LAST
    """Which losing caller pays for all: last or first (§5.4)."""
    pibak_max: int = 4
    """Largest pi value that is pi-bak; 0 for no pi-bak (§5.4)."""
    pibak_zero_exempt: bool = True
    """Whether a loser without any pi is exempt from pi-bak (§5.4)."""
    gwangbak: bool = False
    """Whether losers without a bright pay double to points from brights (§5.4)."""
    meong: Meong = Meong.ALL_POINTS_ANIMAL
    """Seven animals double: off, seven, or all_points_animal only (§5.4)."""
    exempt_empty: bool = False
    """Whether a loser with an empty pile pays nothing (§5.4)."""
    reverse_go: bool = False
    """Whether a go after another's go is worth a factor of 4 (§5.4)."""
    nagari: Nagari = Nagari.LINEAR
    """Growth of the carry after a drawn deal: none, linear, pow2 or flat2 (§5.5)."""
    nagari_cap: int | None = None
    """Largest carry; None for no limit (§5.5)."""
    push: bool = False
    """Whether a winner may leave the win and double the next deal (§5.5)."""
    match_length: int = 12
    """Deals in a match (§5.5)."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "seed": {},
        "standard-2p": STANDARD_2P,
        "standard-3p": STANDARD_3P,
        "standard-2p-lite": STANDARD_2P | _LITE,
        "hangame": STANDARD_2P | _HANGAME,
        "pmang": STANDARD_2P | _PMANG,
        "pmang-original": STANDARD_2P | _PMANG_ORIGINAL,
        "netmarble": STANDARD_2P | _NETMARBLE,
    }
    DERIVED: ClassVar[tuple[str, ...]] = (
        "cards_per_hand",
        "cards_on_table",
        "deck_size",
        "joker_board",
        "quad_prize",
        "carry_limit",
    )
    UNCOMPILED: ClassVar[tuple[str, ...]] = (
        "hand_size",
        "table_size",
        "jokers",
        "quad_points",
        "nagari_cap",
    )

    def __post_init__(self) -> None:
        """Check every option, alone and together."""
        self._coerce()
        self._check_range(2, 7, "num_players")
        self._check_range(1, 12, "months")
        self._check_range(1, 1000, "match_length", "min_points")
        self._check_range(0, 3, "steal_stack", "steal_own_stack", "steal_jjok", "steal_ttadak")
        self._check_range(0, 3, "steal_sweep", "steal_bomb")
        self._check_range(0, 1000, "five_bright", "three_ppeok_points", "quad_points")
        self._check_range(0, 1000, "first_ttadak", "first_jjok", "first_bomb")
        self._check_range(0, 30, "pibak_max")
        self._check_range(1, 1 << 20, "nagari_cap")
        if len(self.first_ppeok) != 3 or not all(0 <= k <= 1000 for k in self.first_ppeok):
            raise RulesError(
                f"first_ppeok must be three numbers from 0 to 1000, got {list(self.first_ppeok)}"
            )
        self._check_deck()

    @property
    def deck_size(self) -> int:
        """Cards of the deck, jokers included."""
        return 4 * self.months + len(self.jokers)

    @property
    def joker_board(self) -> int:
        """Board of the jokers in the deck (§1)."""
        twos, threes = list(indices(JOKERS_2)), list(indices(JOKERS_3))
        chosen = [*twos[: self.jokers.count(2)], *threes[: self.jokers.count(3)]]
        return sum(1 << joker for joker in chosen)

    @property
    def quad_prize(self) -> int:
        """What a quad wins (§2.2)."""
        return self.min_points if self.quad_points is None else self.quad_points

    @property
    def carry_limit(self) -> int:
        """Largest carry; a limit that no match reaches stands for none (§5.5)."""
        return 1 << 20 if self.nagari_cap is None else self.nagari_cap

    def _check_deck(self) -> None:
        for value in (2, 3):
            if self.jokers.count(value) > 3:
                raise RulesError(f"jokers holds {value} more than three times: {list(self.jokers)}")
        if any(value not in (2, 3) for value in self.jokers):
            raise RulesError(f"jokers are worth 2 or 3, got {list(self.jokers)}")
        if tuple(sorted(self.jokers)) != self.jokers:
            object.__setattr__(self, "jokers", tuple(sorted(self.jokers)))
        self.check_deal_fits(self.deck_size)
        self._check_some_deal_stands()

    def _check_some_deal_stands(self) -> None:
        """Reject rules under which every deal would be dealt again (§2.2, last paragraph)."""
        without_quad = 3 * self.months
        if self.table_quad is TableQuad.REDEAL and self.cards_on_table > without_quad:
            raise RulesError(
                f"every table of {self.cards_on_table} cards from {self.months} months holds four "
                "of a month: set table_quad to dead, nagari or dealer_wins"
            )
        surplus = max(0, self.cards_per_hand - without_quad) * self.num_players
        if self.hand_quad is HandQuad.REDEAL and surplus > len(self.jokers):
            raise RulesError(
                f"every hand of {self.cards_per_hand} cards from {self.months} months holds four "
                "of a month: set hand_quad to play, win or may_claim"
            )

"""House rules of Hachi-Nin Meri: every option of rules/hachinin_meri.md §9, and the presets of §9.2."""

from dataclasses import dataclass
from typing import Any, ClassVar

from hwatu_env.cards.unsun import NUM_CARDS
from hwatu_env.errors import RulesError
from hwatu_env.games.options import HouseRules, Option


class Direction(Option):
    """Which way the deal, the play and the dealing go round (§9 row 1)."""

    CLOCKWISE = 0
    CCW = 1


class Redeal(Option):
    """Whether the dealer's left may ask for a new deal (§2, §9 row 2)."""

    NONE = 0
    LEFT_PEEK_ONCE = 1


class FirstDealer(Option):
    """Who deals first (§9 row 3): a seat, or drawn at random."""

    RANDOM = -1
    SEAT_0 = 0
    SEAT_1 = 1
    SEAT_2 = 2
    SEAT_3 = 3
    SEAT_4 = 4
    SEAT_5 = 5
    SEAT_6 = 6
    SEAT_7 = 7

    @classmethod
    def _missing_(cls, value: object) -> "FirstDealer | None":
        if isinstance(value, str) and value.isdecimal():
            return cls.__members__.get(f"SEAT_{int(value)}")
        return super()._missing_(value)

    def __str__(self) -> str:
        """The seat's number, or "random"."""
        return "random" if self is FirstDealer.RANDOM else str(self.value)


class Robai(Option):
    """Whether the holder of the Dragon of Trumps is asked (§9 row 4)."""

    OPTIONAL = 0
    FORCED = 1
    OFF = 2


class Bury(Option):
    """Which of the ten cards may be buried (§9 row 5)."""

    ANY = 0
    NOT_OPEN_TRUMP = 1
    NOT_DRAGON = 2


class HiddenBonus(Option):
    """Which yaku are worth 5 in a hidden-dragon game (§9 row 8)."""

    PAIR_ONLY = 0
    ALL_YAKU = 1
    OFF = 2


class Top(Option):
    """Which of Sun and Un is the higher (§9 row 10)."""

    SUN_UN = 0
    UN_SUN = 1


class MeriRepeat(Option):
    """What a trump lead after the first Meri trick makes (§9 row 15)."""

    AGAIN = 0
    ONCE = 1


class Monchi(Option):
    """What a plain lead obliges to after the first Meri trick (§9 row 16)."""

    FOLLOW_OR_TRUMP = 0
    FOLLOW_FIRST = 1
    OFF = 2


class MonchiVoid(Option):
    """What Monchi asks of a follower without the led suit, but with trumps (§9 row 16b)."""

    MUST_TRUMP = 0
    FREE = 1


class R2(Option):
    """Which yaku an earlier, stronger trump bars (§9 row 17); `trick` is another word for `off`."""

    GAME_PAIRS = 0
    GAME_ALL = 1
    GAME_ANY = 2
    OFF = 3
    TRICK = 3


class Chase(Option):
    """Which places of a run of trumps make a chase (§9 row 19)."""

    THIRD_OR_LATER = 0
    THIRD_ONLY = 1
    ODD_ONLY = 2


class YakuValue(Option):
    """Whether yaku are paid with the trick's point or instead of it (§9 row 23)."""

    ADDED = 0
    INSTEAD = 1


class YakuStack(Option):
    """What two yaku in one trick pay (§9 row 24)."""

    SUM = 0
    MAX = 1


class Ichimaizun(Option):
    """Where the lone Sun of trumps need not be played (§9 row 25)."""

    ON = 0
    OFF = 1
    ALSO_MONCHI = 2


class IchimaizunTime(Option):
    """Which nine cards make an ichi-mai-zun (§9 row 25)."""

    AFTER_EXCHANGE = 0
    AS_DEALT = 1


class Tie(Option):
    """What follows a tied game or set (§9 row 32)."""

    DRAW = 0
    EXTRA_GAME = 1


_PLAYERS = 8


@dataclass(frozen=True, kw_only=True)
class Rules(HouseRules):
    """House rules of Hachi-Nin Meri; the defaults are the preset `seed`.

    Raises:
        RulesError: If a setting is unknown or out of range.
    """

    num_players: int = _PLAYERS
    """Seats: always 8, even ones against odd ones (§2)."""
    direction: Direction = Direction.CLOCKWISE
    """Deal, play and dealing go clockwise, or ccw: a mirror image (§9 row 1)."""
    redeal: Redeal = Redeal.NONE
    """Whether the dealer's left may see his first three cards and ask for a new deal: none,
    left_peek_once (§9 row 2)."""
    first_dealer: FirstDealer = FirstDealer.RANDOM
    """Who deals first: random, or a seat 0 to 7 (§9 row 3)."""
    robai: Robai = Robai.OPTIONAL
    """The holder of the dragon declares if he likes (optional), always (forced), never (off)
    (§9 row 4)."""
    bury: Bury = Bury.ANY
    """What the first leader may bury: any of ten cards, not_open_trump, not_dragon (§9 row 5)."""
    exchange_public: bool = True
    """Whether all learn if the Open Trump was taken or left (§9 row 6)."""
    hidden_bonus: HiddenBonus = HiddenBonus.PAIR_ONLY
    """What a hidden dragon raises to 5: its own pairs (pair_only), all_yaku, or nothing (off)
    (§9 row 8)."""
    dealer_may_hide: bool = True
    """Whether a dealer who holds the dragon may hide it (§9 row 9)."""
    top: Top = Top.SUN_UN
    """The highest rank: sun_un, or un_sun with both changed (§9 row 10)."""
    meri_first_trick: bool = False
    """Whether a trump led in trick 1 makes Meri (§9 row 14)."""
    meri_repeat: MeriRepeat = MeriRepeat.AGAIN
    """A trump led after Meri makes Meri again, or makes it once only (§9 row 15)."""
    monchi: Monchi = Monchi.FOLLOW_OR_TRUMP
    """After Meri a plain lead asks to follow_or_trump, to follow_first, or nothing (off) (§9 row 16)."""
    monchi_void: MonchiVoid = MonchiVoid.MUST_TRUMP
    """Without the led suit a trump must be played (must_trump), or anything may be (free)
    (§9 row 16b)."""
    r2: R2 = R2.GAME_PAIRS
    """A stronger trump in an earlier trick bars pairs (game_pairs), also the chase (game_all),
    pairs by the beaten card (game_any), or nothing (off) (§9 row 17)."""
    chase: Chase = Chase.THIRD_OR_LATER
    """A chase wins as third_or_later, third_only or odd_only of a run of trumps (§9 row 19)."""
    chase_lead_counts: bool = True
    """Whether a led trump is the first of a run (§9 row 20)."""
    tenka_is_dragon: bool = False
    """Whether Tenka is a dragon for Sota over Robai and Robai over Kiri (§9 row 21)."""
    yaku_value: YakuValue = YakuValue.ADDED
    """Yaku are added to the point of the trick, or paid instead of it (§9 row 23)."""
    yaku_stack: YakuStack = YakuStack.SUM
    """Two yaku in one trick pay their sum, or the max (§9 row 24)."""
    ichimaizun: Ichimaizun = Ichimaizun.ON
    """The lone Sun of trumps need not be played in Meri: on, off, also_monchi (§9 row 25)."""
    ichimaizun_time: IchimaizunTime = IchimaizunTime.AFTER_EXCHANGE
    """Alone among the nine cards after_exchange, or as_dealt (§9 row 25)."""
    tie_game: Tie = Tie.DRAW
    """A tied game of a set is a draw, or followed by an extra_game (§9 row 32)."""
    tie_set: Tie = Tie.DRAW
    """A tied set is a draw, or goes on game by game (extra_game) (§9 row 32)."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "seed": {"num_players": _PLAYERS},
        "first-draft": {
            "num_players": _PLAYERS,
            "exchange_public": False,
            "meri_repeat": "once",
            "r2": "off",
            "yaku_value": "instead",
        },
        "boardoor": {
            "num_players": _PLAYERS,
            "exchange_public": False,
            "direction": "ccw",
            "hidden_bonus": "all_yaku",
        },
        "tournament": {
            "num_players": _PLAYERS,
            "exchange_public": False,
            "redeal": "left_peek_once",
        },
    }

    def __post_init__(self) -> None:
        """Check every option."""
        self._coerce()
        if self.num_players != _PLAYERS:
            raise RulesError(f"num_players is always {_PLAYERS}, got {self.num_players} (§2)")

    @property
    def cards_per_hand(self) -> int:
        """Cards dealt to a seat (§2)."""
        return 9

    @property
    def deck_size(self) -> int:
        """Cards of the deck (§1)."""
        return NUM_CARDS

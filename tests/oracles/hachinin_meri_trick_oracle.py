"""Hachi-Nin Meri oracle, part 1: cards, options, strength, legal cards, one trick, its yaku.

Written from rules/hachinin_meri.md alone; slow and plain. Section numbers are those of that page.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

Options = dict[str, Any]

# §1
SUITS = ["Clubs", "Swords", "Cups", "Coins", "Drums"]
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Robai", "Sota", "Uma", "Kiri", "Un", "Sun"]
CARDS = [f"{s}.{r}" for s in SUITS for r in RANKS]
LONG = ["Clubs", "Swords"]
TENKA = "Clubs.Robai"

# §9, §9.1: the first value of each list is the default
CHOICES: dict[str, list[Any]] = {
    "direction": ["clockwise", "ccw"],
    "redeal": ["none", "left_peek_once"],
    "first_dealer": ["random", 0, 1, 2, 3, 4, 5, 6, 7],
    "robai": ["optional", "forced", "off"],
    "bury": ["any", "not_open_trump", "not_dragon"],
    "exchange_public": [True, False],
    "hidden_bonus": ["pair_only", "all_yaku", "off"],
    "dealer_may_hide": [True, False],
    "top": ["sun_un", "un_sun"],
    "meri_first_trick": [False, True],
    "meri_repeat": ["again", "once"],
    "monchi": ["follow_or_trump", "follow_first", "off"],
    "monchi_void": ["must_trump", "free"],
    "r2": ["game_pairs", "game_all", "game_any", "off", "trick"],
    "chase": ["third_or_later", "third_only", "odd_only"],
    "chase_lead_counts": [True, False],
    "tenka_is_dragon": [False, True],
    "yaku_value": ["added", "instead"],
    "yaku_stack": ["sum", "max"],
    "ichimaizun": ["on", "off", "also_monchi"],
    "ichimaizun_time": ["after_exchange", "as_dealt"],
    "tie_game": ["draw", "extra_game"],
    "tie_set": ["draw", "extra_game"],
}
_DEFAULTS: Options = {key: values[0] for key, values in CHOICES.items()}

# §9.2
PRESETS: dict[str, Options] = {
    "seed": dict(_DEFAULTS),
    "first-draft": {
        **_DEFAULTS,
        "exchange_public": False,
        "meri_repeat": "once",
        "r2": "off",
        "yaku_value": "instead",
    },
    "boardoor": {
        **_DEFAULTS,
        "exchange_public": False,
        "direction": "ccw",
        "hidden_bonus": "all_yaku",
    },
    "tournament": {**_DEFAULTS, "exchange_public": False, "redeal": "left_peek_once"},
}


def preset(name: str, **overrides: Any) -> Options:
    """A full copy of a preset with some options replaced (§9.2)."""
    options = dict(PRESETS[name])
    for key, value in overrides.items():
        if key not in CHOICES:
            raise KeyError(key)
        if value not in CHOICES[key]:
            raise ValueError(f"{key} = {value!r}; allowed: {CHOICES[key]}")
        options[key] = value
    return options


def random_options(rng: random.Random) -> Options:
    """A preset with a random share of the options drawn at random."""
    options = preset(rng.choice(list(PRESETS)))
    share = rng.choice([0.0, 0.1, 0.3, 0.6, 1.0])
    for key, values in CHOICES.items():
        if rng.random() < share:
            options[key] = rng.choice(values)
    return options


def random_deck(rng: random.Random) -> list[str]:
    """A shuffled deck by seats (§2): nine cards of seat 0, ... of seat 7, then w0, w1, w2."""
    deck = list(CARDS)
    rng.shuffle(deck)
    return deck


def next_seat(seat: int, options: Options) -> int:
    """§2.1; with `ccw` everything runs the other way (§9.1)."""
    return (seat - 1) % 8 if options["direction"] == "ccw" else (seat + 1) % 8


def seats_from(leader: int, options: Options) -> list[int]:
    """The eight seats in playing order."""
    seats = [leader]
    while len(seats) < 8:
        seats.append(next_seat(seats[-1], options))
    return seats


def team(seat: int) -> int:
    """§2.2."""
    return seat % 2


def from_packets(packets: Sequence[str], dealer: int, options: Options) -> list[str]:
    """The same deal written by seats instead of in packet order (§2)."""
    hands: list[list[str]] = [[] for _ in range(8)]
    seat = dealer
    for k in range(24):
        seat = next_seat(seat, options)
        hands[seat] += packets[3 * k : 3 * k + 3]
    return [card for hand in hands for card in hand] + list(packets[72:])


def suit(card: str) -> str:
    return card.split(".")[0]


def by_id(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


# ---------------------------------------------------------------------------- strength (§4)


def is_trump(card: str, trump: str) -> bool:
    return suit(card) == trump or card == TENKA


def _pips(of_suit: str) -> list[str]:
    """Strong → weak (§1)."""
    return list("987654321") if of_suit in LONG else list("123456789")


def _top_two(options: Options) -> list[str]:
    """§9 row 10."""
    return ["Un", "Sun"] if options["top"] == "un_sun" else ["Sun", "Un"]


def trump_order(trump: str, options: Options) -> list[str]:
    """All trumps, strong → weak (§4.1)."""
    ranks = [*_top_two(options), "Sota", "Robai", "Kiri", "Uma", *_pips(trump)]
    order = [f"{trump}.{rank}" for rank in ranks]
    if trump != "Clubs":
        order.insert(3, TENKA)
    return order


def plain_order(of_suit: str, options: Options) -> list[str]:
    """The cards of a suit that is not trump, strong → weak (§4.2)."""
    courts = [*_top_two(options), "Kiri", "Uma", "Sota"]
    ranks = {
        "Clubs": [*courts, *_pips("Clubs")],
        "Swords": [*courts, "9", "8", "7", "6", "5", "4", "3", "2", "Robai", "1"],
    }.get(of_suit, [*courts, "Robai", *_pips("Cups")])
    return [f"{of_suit}.{rank}" for rank in ranks]


# ------------------------------------------------------------------------- legal cards (§5)


def is_meri(led: str, *, trump: str, trick: int, options: Options, meri_seen: bool = False) -> bool:
    """Does this lead make a Meri trick (§5.5, §5.7, §5.14)?"""
    if not is_trump(led, trump):
        return False
    if trick == 1:
        return bool(options["meri_first_trick"])
    return options["meri_repeat"] == "again" or not meri_seen


def legal_cards(
    hand: Sequence[str],
    led: str | None,
    *,
    trump: str,
    trick: int,
    options: Options,
    meri_seen: bool = False,
    ichimaizun: bool = False,
) -> list[str]:
    """The cards of the hand that may be played; `led` is None for the leader (§5)."""
    everything = list(hand)
    if led is None:
        return everything
    trumps = [card for card in hand if is_trump(card, trump)]
    lone_sun = ichimaizun and trumps == [f"{trump}.Sun"]
    if is_meri(led, trump=trump, trick=trick, options=options, meri_seen=meri_seen):
        return everything if not trumps or lone_sun else trumps
    if trick == 1 or not meri_seen or options["monchi"] == "off":
        return everything
    excused = lone_sun and options["ichimaizun"] == "also_monchi"
    if is_trump(led, trump):  # meri_repeat = once (§9.1)
        return everything if not trumps or excused else trumps
    same = [card for card in hand if suit(card) == suit(led) and not is_trump(card, trump)]
    if same:
        return same if options["monchi"] == "follow_first" else same + trumps
    if not trumps or excused or options["monchi_void"] == "free":
        return everything
    return trumps


# ------------------------------------------------------------- winner, yaku, points (§6, §7)


def winning_place(cards: Sequence[str], trump: str, options: Options) -> int:
    """The place of the winning card in the playing order (§6)."""
    order = trump_order(trump, options)
    if not any(is_trump(card, trump) for card in cards):
        order = plain_order(suit(cards[0]), options)
    for card in order:
        if card in cards:
            return list(cards).index(card)
    raise AssertionError("the led card is in the order")


def _is_chase(cards: Sequence[str], place: int, trump: str, options: Options) -> bool:
    """Y1, for a trick that is not Meri (§7.1, §9 rows 19 and 20)."""
    first = 0 if options["chase_lead_counts"] else 1
    run = 0
    while place - run >= first and is_trump(cards[place - run], trump):
        run += 1
    if options["chase"] == "third_only":
        return run == 3
    if options["chase"] == "odd_only":
        return run in (3, 5, 7)
    return run >= 3


def _pairs(trump: str, options: Options) -> list[tuple[str, str, str]]:
    """(yaku, winning card, beaten card) of Y2–Y7 (§7.1)."""
    best, second = _top_two(options)
    ranks = [("Y2", best, second), ("Y3", second, "Sota")]
    ranks += [("Y4", "Sota", "Robai"), ("Y5", "Robai", "Kiri")]
    ranks += [("Y6", "2", "1")] if trump in LONG else [("Y7", "8", "9")]
    pairs = [(yaku, f"{trump}.{x}", f"{trump}.{beaten}") for yaku, x, beaten in ranks]
    if options["tenka_is_dragon"] and trump != "Clubs":
        pairs += [("Y4", f"{trump}.Sota", TENKA), ("Y5", TENKA, f"{trump}.Kiri")]
    return pairs


def _stronger_out(card: str, earlier: Iterable[str], trump: str, options: Options) -> bool:
    """Was a trump stronger than this one played in an earlier trick (R2)?"""
    order = trump_order(trump, options)
    stronger = order[: order.index(card)]
    return any(card in stronger for card in earlier)


def _barred(x: str, beaten: str, earlier: Sequence[str], trump: str, options: Options) -> bool:
    """R2 for one pair (§7.2, §9 row 17)."""
    if options["r2"] in ("off", "trick"):
        return False
    if options["r2"] == "game_any":
        return _stronger_out(beaten, earlier, trump, options)
    return _stronger_out(x, earlier, trump, options)


def _value(yaku: str, trick: int, hidden: bool, with_dragon: bool, options: Options) -> int:
    """2 or 5 (§7.3–§7.5)."""
    if trick == 9:
        return 5
    if hidden and options["hidden_bonus"] == "all_yaku":
        return 5
    pair = yaku in ("Y4", "Y5") and with_dragon
    if hidden and options["hidden_bonus"] == "pair_only" and pair:
        return 5
    return 2


def trick(
    cards: Sequence[str],
    *,
    leader: int,
    trump: str,
    trick: int,
    options: Options,
    hidden: bool = False,
    earlier: Sequence[str] = (),
    meri: bool | None = None,
) -> tuple[int, list[str], int]:
    """Winner's seat, yaku ("Y1" first) and points of a complete trick (§6, §7).

    `earlier` are the cards of earlier tricks (plain ones do no harm). `meri` None: worked out
    as if no Meri trick had gone before.
    """
    if meri is None:
        meri = is_meri(cards[0], trump=trump, trick=trick, options=options)
    seats = seats_from(leader, options)
    place = winning_place(cards, trump, options)
    winner, x = seats[place], cards[place]

    yaku: list[str] = []
    values: list[int] = []
    if not meri and _is_chase(cards, place, trump, options):
        barred = options["r2"] == "game_all" and _stronger_out(x, earlier, trump, options)
        if not barred:
            yaku.append("Y1")
            values.append(_value("Y1", trick, hidden, False, options))

    opponents = [c for s, c in zip(seats, cards, strict=True) if team(s) != team(winner)]
    made = [
        (name, beaten)
        for name, strong, beaten in _pairs(trump, options)
        if strong == x and beaten in opponents and not _barred(x, beaten, earlier, trump, options)
    ]
    if made:
        name = made[0][0]
        dragon = f"{trump}.Robai"
        with_dragon = x == dragon or any(beaten == dragon for _, beaten in made)
        yaku.append(name)
        values.append(_value(name, trick, hidden, with_dragon, options))

    if not yaku:
        return winner, [], 1
    paid = max(values) if options["yaku_stack"] == "max" else sum(values)
    return winner, yaku, paid if options["yaku_value"] == "instead" else 1 + paid

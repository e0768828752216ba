"""Min-Hwatu oracle, part 1: cards, options, presets, decks (rules/minhwatu.md §1, §2, §7)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

Options = dict[str, Any]

# §1
BRIGHTS = ["1.1", "3.1", "8.1", "11.1", "12.1"]
ANIMALS = ["2.1", "4.1", "5.1", "6.1", "7.1", "8.2", "9.1", "10.1", "12.2"]
RIBBONS = ["1.2", "2.2", "3.2", "4.2", "5.2", "6.2", "7.2", "9.2", "10.2", "12.3"]

# §2: players -> (hand, table)
SIZES = {2: (10, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}


def month(card: str) -> int:
    return int(card.split(".")[0])


def card_id(card: str) -> int:
    month_text, slot_text = card.split(".")
    return (int(month_text) - 1) * 4 + int(slot_text) - 1


def by_id(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=card_id)


def of_month(cards: Iterable[str], m: int) -> list[str]:
    """The cards of month m, in the given order."""
    return [c for c in cards if month(c) == m]


def quad_months(cards: Sequence[str]) -> list[int]:
    """Months of which all four cards are present, ascending."""
    return [m for m in range(1, 13) if len(of_month(cards, m)) == 4]


def card_points(card: str) -> int:
    """§1: 20, 10, 5 or 0."""
    if card in BRIGHTS:
        return 20
    if card in ANIMALS:
        return 10
    return 5 if card in RIBBONS else 0


SEED: Options = {
    "num_players": 2,
    "hand_size": None,
    "table_size": None,
    "months": 12,
    "table_quad": "capture",
    "hand_quad": "capture",
    "quad_bonus": 100,
    "sulsa": True,
    "sulsa_two": "capture_all",
    "optional_capture": False,
    "be_si_ma": 11,
    "ttongyak": 0,
    "godori": 0,
    "shikka": 0,
    "daypo": 0,
    "inho_shikka": 0,
    "ilesam": 0,
    "ogong": 0,
    "ribbon_set": 30,
    "suit_set": 20,
    "hand_weight": "transfer",
    "par": "off",
    "tie": "void",
    "next_dealer": "rotate",
    "target": 1000,
    "match_deals": None,
}

SEED_EXTENDED: Options = {
    **SEED,
    "godori": 50,
    "shikka": 50,
    "daypo": 100,
    "inho_shikka": 150,
    "ilesam": 150,
    "ogong": 200,
    "target": 2000,
}

STANDARD: Options = {
    **SEED,
    "table_quad": "redeal",
    "hand_quad": "play",
    "sulsa": False,
    "be_si_ma": 12,
    "tie": "counts",
    "next_dealer": "top_scorer",
    "target": None,
    "match_deals": 12,
}

PRESETS: dict[str, Options] = {
    "seed": SEED,
    "seed-extended": SEED_EXTENDED,
    "standard": STANDARD,
}


def preset(name: str, **overrides: Any) -> Options:
    """A full, checked copy of a preset with some options replaced."""
    options = dict(PRESETS[name])
    for key, value in overrides.items():
        if key not in options:
            raise KeyError(key)
        options[key] = value
    check(options)
    return options


def sizes(options: Options) -> tuple[int, int]:
    """(hand, table) of §2 unless given."""
    hand, table = SIZES[options["num_players"]]
    if options["hand_size"] is not None:
        hand = options["hand_size"]
    if options["table_size"] is not None:
        table = options["table_size"]
    return hand, table


WORDS: dict[str, list[Any]] = {
    "table_quad": ["capture", "redeal"],
    "hand_quad": ["capture", "play"],
    "sulsa": [True, False],
    "sulsa_two": ["capture_all", "literal_return"],
    "optional_capture": [True, False],
    "be_si_ma": [11, 12],
    "hand_weight": ["transfer", "single"],
    "par": ["off", "even", "dealer"],
    "tie": ["void", "counts"],
    "next_dealer": ["rotate", "top_scorer"],
}


def check(options: Options) -> None:
    """Raise ValueError for rules that cannot be played."""
    for key, values in WORDS.items():
        if options[key] not in values:
            raise ValueError(f"{key}={options[key]!r}")
    n = options["num_players"]
    if n not in SIZES:
        raise ValueError(f"num_players={n!r}")
    if not 1 <= options["months"] <= 12:
        raise ValueError(f"months={options['months']!r}")
    hand, table = sizes(options)
    if hand < 0 or table < 0 or n * hand + table > 4 * options["months"]:
        raise ValueError(f"{n} hands of {hand} and a table of {table} need more cards")
    if options["table_quad"] == "redeal" and table > 3 * options["months"]:
        raise ValueError("four of a month always lie on the table: every deal is redealt")
    if options["ttongyak"] and options["be_si_ma"] == 11:
        raise ValueError("ttongyak together with be_si_ma=11")
    if options["par"] == "even" and 240 % n:
        raise ValueError("240/n is not whole")
    if (options["target"] is None) == (options["match_deals"] is None):
        raise ValueError("exactly one of target and match_deals is None")


def deck_cards(options: Options) -> list[str]:
    """All cards of the deck in id order."""
    return [f"{m}.{s}" for m in range(1, options["months"] + 1) for s in (1, 2, 3, 4)]


def random_deck(options: Options, rng: random.Random) -> list[str]:
    deck = deck_cards(options)
    rng.shuffle(deck)
    return deck


def clumped_deck(options: Options, rng: random.Random) -> list[str]:
    """Months in random order with a few swaps: table and hand quads are frequent."""
    months = list(range(1, options["months"] + 1))
    rng.shuffle(months)
    deck = [f"{m}.{s}" for m in months for s in rng.sample([1, 2, 3, 4], 4)]
    shift = rng.randrange(len(deck))
    deck = deck[shift:] + deck[:shift]
    for _ in range(rng.choice([0, 1, 3, 8])):
        i, j = rng.randrange(len(deck)), rng.randrange(len(deck))
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def deal_out(options: Options, deck: Sequence[str]) -> tuple[list[list[str]], list[str], list[str]]:
    """Hands, table and stock (next card first) of a deck."""
    size, table_size = sizes(options)
    rest = list(deck)
    hands = []
    for _ in range(options["num_players"]):
        hands.append(by_id(rest[:size]))
        rest = rest[size:]
    return hands, by_id(rest[:table_size]), rest[table_size:]


CHOICES: dict[str, list[Any]] = {
    **WORDS,
    "quad_bonus": [0, 50, 100],
    "godori": [0, 50, 70],
    "shikka": [0, 50, 30],
    "daypo": [0, 100, 40],
    "inho_shikka": [0, 150, 60],
    "ilesam": [0, 150, 35],
    "ogong": [0, 50, 200],
    "ribbon_set": [0, 30, 45],
    "suit_set": [0, 20, 15],
    "ttongyak": [0, 20],
}


def _random_sizes(n: int, rng: random.Random) -> Options:
    """A smaller or uneven deck (§2 "other sizes"), sometimes with hands of one possible quad."""
    months = rng.randint((n + 4) // 4, 12)
    cards = 4 * months
    hand = rng.randint(1, min(10, (cards - 1) // n))
    if rng.random() < 0.2 and 4 * n < cards:
        hand = 4
    even = cards - 2 * n * hand
    room = min(cards - n * hand, 14)
    table = even if even in range(1, 15) and rng.random() < 0.5 else rng.randint(1, room)
    return {"months": months, "hand_size": hand, "table_size": table}


def random_options(rng: random.Random) -> Options:
    """Random valid rules: a preset, then some options, players and a smaller deck at random.

    With `redeal` at least a quarter of twenty sample decks is really played.
    """
    options = dict(PRESETS[rng.choice(list(PRESETS))])
    if rng.random() < 0.5:
        options["num_players"] = rng.choice([2, 2, 3, 3, 4, 5, 6, 7])
    n = options["num_players"]
    share = rng.choice([0.0, 0.15, 0.4, 0.8])
    for key, values in CHOICES.items():
        if rng.random() < share:
            options[key] = rng.choice(values)
    if options["be_si_ma"] == 11:
        options["ttongyak"] = 0
    if options["par"] == "even" and n == 7:
        options["par"] = rng.choice(["off", "dealer"])
    if rng.random() < 0.3:
        target, deals = rng.choice([(300, None), (1000, None), (None, 6)])
        options.update(target=target, match_deals=deals)
    if rng.random() < 0.4:
        options.update(_random_sizes(n, rng))
    if options["table_quad"] == "redeal":
        tables = [deal_out(options, random_deck(options, rng))[1] for _ in range(20)]
        if sum(not quad_months(table) for table in tables) < 5:
            options["table_quad"] = "capture"
    check(options)
    return options

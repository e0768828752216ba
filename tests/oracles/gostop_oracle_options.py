"""Go-Stop oracle, part 1: cards, options, presets, the deal of a deck (rules §1, §2.1, §2.4, §7)."""

from __future__ import annotations

import random
from typing import Any

Options = dict[str, Any]

JOKER_IDS = {"J2a": 48, "J2b": 49, "J3": 50, "J2c": 51, "J3b": 52, "J3c": 53}
TWO_PI_JOKERS = ["J2a", "J2b", "J2c"]
THREE_PI_JOKERS = ["J3", "J3b", "J3c"]
CUP = "9.1"
BRIGHTS = ["1.1", "3.1", "8.1", "11.1", "12.1"]
ANIMALS = ["2.1", "4.1", "5.1", "6.1", "7.1", "8.2", "9.1", "10.1", "12.2"]
RIBBONS = ["1.2", "2.2", "3.2", "4.2", "5.2", "6.2", "7.2", "9.2", "10.2", "12.3"]
DOUBLE_PI = ["11.2", "12.4"]

# §2.1: players -> (hand, table)
SIZES = {2: (10, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}


def is_joker(card: str) -> bool:
    return card in JOKER_IDS


def month(card: str) -> int:
    """Month of an ordinary card; 0 for a joker."""
    return 0 if is_joker(card) else int(card.split(".")[0])


def card_id(card: str) -> int:
    if is_joker(card):
        return JOKER_IDS[card]
    month_text, slot_text = card.split(".")
    return (int(month_text) - 1) * 4 + int(slot_text) - 1


def by_id(cards: Any) -> list[str]:
    return sorted(cards, key=card_id)


def pi_value(card: str) -> int:
    """§1; the cup counts 0 here, its pi side is handled where it matters."""
    if card in TWO_PI_JOKERS:
        return 2
    if card in THREE_PI_JOKERS:
        return 3
    if card in BRIGHTS or card in ANIMALS or card in RIBBONS:
        return 0
    return 2 if card in DOUBLE_PI else 1


SEED: Options = {
    "num_players": 2,
    "hand_size": None,
    "table_size": None,
    "months": 12,
    "jokers": (),
    "min_points": 3,
    "table_quad": "redeal",
    "hand_quad": "redeal",
    "quad_points": None,
    "quad_continue": "plays_on",
    "two_quads": "nagari",
    "joker_quad": "no",
    "shake": "deal",
    "bomb": False,
    "bomb_doubles": True,
    "small_bomb": "off",
    "steal_stack": 1,
    "steal_own_stack": 1,
    "steal_jjok": 0,
    "steal_ttadak": 0,
    "steal_sweep": 1,
    "steal_bomb": 1,
    "joker_steal": False,
    "make_change": True,
    "last_scope": "none",
    "last_turn_stack_steal": True,
    "target_choice": "at_play",
    "cup_mode": "decide",
    "cup_stealable": "as_pi",
    "five_bright": 10,
    "three_ppeok_points": 3,
    "side_payments": False,
    "first_ppeok": (0, 0, 0),
    "first_ttadak": 0,
    "first_jjok": 0,
    "first_bomb": 0,
    "go_add": "first_two",
    "go_mult": "flat2",
    "after_go": "immediate_win",
    "gobak": "pay_all",
    "liable": "last",
    "pibak_max": 4,
    "pibak_zero_exempt": True,
    "gwangbak": False,
    "meong": "all_points_animal",
    "exempt_empty": False,
    "reverse_go": False,
    "nagari": "linear",
    "nagari_cap": None,
    "push": False,
    "match_length": 12,
}

STANDARD_2P: Options = {
    **SEED,
    "num_players": 2,
    "jokers": (2, 3),
    "min_points": 7,
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
    "first_ppeok": (7, 14, 21),
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

STANDARD_3P: Options = {
    **STANDARD_2P,
    "num_players": 3,
    "jokers": (2, 2, 3),
    "min_points": 3,
    "quad_points": 5,
    "steal_own_stack": 1,
    "three_ppeok_points": 3,
    "first_ppeok": (3, 6, 9),
    "first_ttadak": 3,
    "pibak_max": 5,
    "gobak": "pay_all",
}

LITE: Options = {
    **STANDARD_2P,
    "jokers": (),
    "side_payments": False,
    "hand_quad": "redeal",
    "quad_points": None,
}

HANGAME: Options = {
    **STANDARD_2P,
    "joker_steal": True,
    "small_bomb": "steal",
    "table_quad": "dealer_wins",
    "two_quads": "dealer_wins",
    "joker_quad": "always",
    "nagari_cap": None,
    "push": True,
}

PMANG_ORIGINAL: Options = {
    **STANDARD_2P,
    "table_quad": "nagari",
    "quad_points": 7,
    "first_ppeok": (7, 0, 0),
    "first_ttadak": 0,
}

PMANG: Options = {
    **PMANG_ORIGINAL,
    "joker_steal": True,
    "small_bomb": "double",
    "hand_quad": "may_claim",
}

NETMARBLE: Options = {
    **STANDARD_2P,
    "hand_quad": "may_claim",
    "quad_continue": "doubles",
    "joker_quad": "first_turn",
    "three_ppeok_points": 10,
    "first_jjok": 7,
    "first_bomb": 7,
    "nagari_cap": None,
}

PRESETS: dict[str, Options] = {
    "seed": SEED,
    "standard-2p": STANDARD_2P,
    "standard-3p": STANDARD_3P,
    "standard-2p-lite": LITE,
    "hangame": HANGAME,
    "pmang": PMANG,
    "pmang-original": PMANG_ORIGINAL,
    "netmarble": NETMARBLE,
}


def preset(name: str, **overrides: Any) -> Options:
    """A full copy of a preset with some options replaced."""
    options = dict(PRESETS[name])
    for key, value in overrides.items():
        if key not in options:
            raise KeyError(key)
        options[key] = value
    return options


def sizes(options: Options) -> tuple[int, int]:
    """(hand, table) of §2.1 unless given."""
    hand, table = SIZES[options["num_players"]]
    if options["hand_size"] is not None:
        hand = options["hand_size"]
    if options["table_size"] is not None:
        table = options["table_size"]
    return hand, table


def deck_cards(options: Options) -> list[str]:
    """All cards of the deck in id order, jokers last (§1, §2.4)."""
    cards = [f"{m}.{s}" for m in range(1, options["months"] + 1) for s in (1, 2, 3, 4)]
    twos = list(options["jokers"]).count(2)
    threes = list(options["jokers"]).count(3)
    return cards + by_id(TWO_PI_JOKERS[:twos] + THREE_PI_JOKERS[:threes])


def random_deck(options: Options, rng: random.Random) -> list[str]:
    deck = deck_cards(options)
    rng.shuffle(deck)
    return deck


def quad_months(cards: list[str]) -> list[int]:
    """Months of which all four cards are present, ascending."""
    return [m for m in range(1, 13) if sum(month(c) == m for c in cards) == 4]


def triple_months(cards: list[str]) -> list[int]:
    """Months of which exactly three cards are present, ascending."""
    return [m for m in range(1, 13) if sum(month(c) == m for c in cards) == 3]


def deal_out(
    options: Options, deck: list[str]
) -> tuple[list[list[str]], list[str], list[str], list[str]]:
    """Hands, table, stock, and the jokers that lay on the table (§2.2 step 1)."""
    size, table_size = sizes(options)
    rest = list(deck)
    hands = []
    for _ in range(options["num_players"]):
        hands.append(by_id(rest[:size]))
        rest = rest[size:]
    table = rest[:table_size]
    stock = rest[table_size:]
    table_jokers = []
    while any(is_joker(c) for c in table):
        joker = next(c for c in table if is_joker(c))
        table.remove(joker)
        table_jokers.append(joker)
        if stock:
            table.append(stock.pop(0))
    return hands, table, stock, table_jokers


def decided_by_the_deal(options: Options, deck: list[str]) -> bool:
    """Is this deck redealt or void/won before anybody can decide something? (for random_options)"""
    hands, table, _, _ = deal_out(options, deck)
    if quad_months(table) and options["table_quad"] != "dead":
        return True
    holders = [h for h in hands if quad_months(h)]
    if options["hand_quad"] == "may_claim":
        return len(holders) > 1
    return bool(holders) and options["hand_quad"] != "play"


CHOICES: dict[str, list[Any]] = {
    "min_points": [1, 2, 3, 5, 7],
    "table_quad": ["redeal", "dead", "nagari", "dealer_wins"],
    "hand_quad": ["redeal", "play", "win", "may_claim"],
    "quad_points": [None, 3, 5, 10],
    "quad_continue": ["plays_on", "doubles"],
    "two_quads": ["nagari", "dealer_wins", "higher_month_wins"],
    "joker_quad": ["no", "first_turn", "always"],
    "shake": ["off", "deal", "on_first_play", "play"],
    "bomb": [True, False],
    "bomb_doubles": [True, False],
    "small_bomb": ["off", "steal", "double"],
    "steal_stack": [0, 1, 2, 3],
    "steal_own_stack": [0, 1, 2, 3],
    "steal_jjok": [0, 1, 2],
    "steal_ttadak": [0, 1, 2],
    "steal_sweep": [0, 1, 2],
    "steal_bomb": [0, 1, 2],
    "joker_steal": [True, False],
    "make_change": [True, False],
    "last_scope": ["player", "round", "none"],
    "last_turn_stack_steal": [True, False],
    "target_choice": ["at_play", "after_flip"],
    "cup_mode": ["decide", "auto", "both"],
    "cup_stealable": ["never", "when_counted_as_pi", "as_pi"],
    "five_bright": [5, 10, 15],
    "three_ppeok_points": [3, 5, 7, 10],
    "side_payments": [True, False],
    "first_ppeok": [(7, 14, 21), (3, 6, 9), (3, 6, 12), (7, 0, 0), (0, 0, 0)],
    "first_ttadak": [0, 3, 7],
    "first_jjok": [0, 2, 7],
    "first_bomb": [0, 4, 7],
    "go_add": ["n", "first_two", "first"],
    "go_mult": ["flat2", "pow2", "times_n"],
    "after_go": ["immediate_win", "may_go"],
    "gobak": ["none", "double", "pay_all"],
    "liable": ["last", "first"],
    "pibak_max": [0, 1, 4, 5, 7],
    "pibak_zero_exempt": [True, False],
    "gwangbak": [True, False],
    "meong": ["off", "seven", "all_points_animal"],
    "exempt_empty": [True, False],
    "reverse_go": [True, False],
    "nagari": ["none", "linear", "pow2", "flat2"],
    "nagari_cap": [None, 4, 8, 16],
    "push": [True, False],
}


def random_options(rng: random.Random) -> Options:
    """Random valid rules: a preset, then some options, jokers, players, deck at random.

    Always at least a quarter of twenty sample decks leads to a deal that is really played.
    """
    options = preset(rng.choice(list(PRESETS)))
    if rng.random() < 0.4:
        options["num_players"] = rng.choice([2, 2, 3, 3, 4, 5, 6, 7])
    if rng.random() < 0.4:
        twos, threes = rng.randint(0, 3), rng.randint(0, 3)
        options["jokers"] = (2,) * twos + (3,) * threes
    share = rng.choice([0.0, 0.1, 0.3, 0.6])
    for key, values in CHOICES.items():
        if rng.random() < share:
            options[key] = rng.choice(values)
    if rng.random() < 0.4:
        players = options["num_players"]
        months = rng.randint(max(2, (players + 4) // 4), 12)
        cards = 4 * months
        hand = rng.randint(1, min(10, (cards - 1) // players))
        room = cards - players * hand
        even = cards - 2 * players * hand
        table = (
            even if even in range(1, 21) and rng.random() < 0.5 else rng.randint(1, min(room, 14))
        )
        options.update(months=months, hand_size=hand, table_size=min(table, room))
        if rng.random() < 0.5:
            options["min_points"] = rng.choice([1, 2, 3])
    decks = [random_deck(options, rng) for _ in range(20)]
    if sum(not decided_by_the_deal(options, deck) for deck in decks) < 5:
        options.update(table_quad="dead", hand_quad="play")
    return options

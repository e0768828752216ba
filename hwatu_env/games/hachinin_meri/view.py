"""What one seat may know of a game of Hachi-Nin Meri (rules/hachinin_meri.md §3, "Information").

Seats are counted from the observer in turn order: 0 is the observer, 1 the next to play; team-mates
are 2, 4 and 6. Who is asked about the dragon, that somebody is asked at all, and the answer `hide`
show in no other seat's view: until the first leader has buried a card or the dragon was declared,
nothing tells the two apart.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards.unsun import (
    ALL_HIGH,
    ALL_LOW,
    NUM_CARDS,
    NUM_RANKS,
    NUM_SUITS,
    RANKS,
    SUITS,
    high_bit,
    is_trump,
    low_bit,
    rank_of,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.planes import (
    put,
    put_sixteen,
    put_thirty_two,
    write_count,
    write_flags,
    write_one_hot,
    write_signed,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import Rules
from hwatu_env.games.hachinin_meri.state import (
    DECISION_NAMES,
    NOTHING,
    NUM_VOIDS,
    SEATS,
    SINGLE,
    TRICKS,
    State,
)
from hwatu_env.games.hachinin_meri.tricks import WordPair, is_ichimaizun, places_after, places_on
from hwatu_env.layout import Layout, Piece

OBSERVATION_VERSION = 1
_NUM_DECISIONS = len(DECISION_NAMES) - 1
_MANY = 255
_SET_GAMES = 8


@cache
def observation_layout() -> Layout:
    """The pieces of an observation."""
    suits, ranks = ", ".join(SUITS), ", ".join(RANKS)
    pieces = [
        Piece(name="hand", shape=(NUM_CARDS,), text="cards I hold"),
        Piece(
            name="unseen",
            shape=(NUM_CARDS,),
            text="cards in other hands, face down, buried or in the widow",
        ),
        Piece(
            name="played",
            shape=(SEATS, NUM_CARDS),
            high=TRICKS,
            text="number of the finished trick to which the seat played the card, 0 for none",
        ),
        Piece(
            name="current",
            shape=(SEATS, NUM_CARDS),
            text="card of each seat in this trick; another seat's face-down card is not shown",
        ),
        Piece(name="face_down", shape=(SEATS,), text="seats whose trump lies face down"),
        Piece(name="leader", shape=(SEATS,), text="the seat that leads this trick"),
        Piece(
            name="best",
            shape=(SEATS,),
            text="the seat that wins the trick so far, if that does not depend on a card that lies "
            "face down before another seat",
        ),
        Piece(name="trump", shape=(NUM_SUITS,), text=f"the trump suit: {suits}"),
        Piece(name="open_trump", shape=(NUM_RANKS,), text=f"rank of the Open Trump: {ranks}"),
        Piece(
            name="exchange",
            shape=(2,),
            text="the Open Trump, as far as I know: taken, left",
        ),
        Piece(name="buried", shape=(NUM_CARDS,), text="the card that I buried"),
        Piece(
            name="void",
            shape=(SEATS, NUM_VOIDS),
            text="cards that a seat was seen to lack, of suits only the plain ones: "
            f"{suits}, trumps but the Sun, the Sun of trumps",
        ),
        Piece(name="dealer", shape=(SEATS,), text="the dealer"),
        Piece(name="first_leader", shape=(SEATS,), text="the seat that exchanged"),
        Piece(name="declarer", shape=(SEATS,), text="the seat that declared the dragon"),
        Piece(
            name="dragon",
            shape=(3,),
            text="what I know of the dragon, by hiding it or by a yaku's value: "
            "I hid it, it is hidden, it is not hidden",
        ),
        Piece(name="ichimaizun", shape=(), text="my Sun was my only trump at the beginning"),
        Piece(name="meri", shape=(2,), text="so far: this trick is Meri, there was Meri"),
        Piece(
            name="decision",
            shape=(_NUM_DECISIONS,),
            text="what I am asked: " + ", ".join(DECISION_NAMES[1:]),
        ),
        Piece(
            name="trick",
            shape=(TRICKS,),
            text="number of this trick: " + ", ".join(map(str, range(1, TRICKS + 1))),
        ),
        Piece(name="tricks_won", shape=(2,), high=TRICKS, text="tricks won: by us, by them"),
        Piece(name="points", shape=(2,), high=_MANY, text="points in this game: ours, theirs"),
        Piece(
            name="games_left",
            shape=(),
            high=_SET_GAMES,
            text="games of the set after this one; 0 in a single game",
        ),
        Piece(name="set", shape=(3,), text="number of the set, none in a single game: 1, 2, 3"),
        Piece(name="sets_won", shape=(2,), high=3, text="sets won: by us, by them"),
        Piece(
            name="set_margin",
            shape=(2,),
            high=_MANY,
            text="my team's margin in the finished games of the set plus 32768, high byte first",
        ),
    ]
    return Layout(pieces, version=OBSERVATION_VERSION)


@rule
def write_observation(g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int) -> None:
    """Write what `seat` may know into `out[row]`."""
    at = write_set(out, row, 0, g.hand_low[seat], g.hand_high[seat])
    at = write_unseen(g, rules, seat, out, row, at)
    at = write_played(g, rules, seat, out, row, at)
    at = write_current(g, rules, seat, out, row, at)
    at = write_exchange(g, rules, seat, out, row, at)
    at = write_seats(g, rules, seat, out, row, at)
    at = write_secrets(g, rules, seat, out, row, at)
    write_score(g, seat, out, row, at)


@rule
def write_set(out: NDArray[np.uint8], row: int, at: int, low: int, high: int) -> int:
    """Write a set of cards as flags; 5 bytes more are touched, and written later."""
    put_thirty_two(out, row, at, low)
    put_thirty_two(out, row, at + 32, low >> 32)
    put_sixteen(out, row, at + 60, high)
    return at + NUM_CARDS


@rule
def write_one_card(out: NDArray[np.uint8], row: int, at: int, card: int) -> int:
    """Write one card as a set, none for a negative one."""
    low = high = 0
    if card >= 0:
        low = low_bit(card)
        high = high_bit(card)
    return write_set(out, row, at, low, high)


@rule
def write_unseen(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Cards that the observer has not seen, or not where they are now; piece `unseen`."""
    low, high = hidden_cards(g, rules, seat)
    return write_set(out, row, at, low, high)


@rule
def hidden_cards(g: State, rules: Rules, seat: int) -> WordPair:
    """Cards of which the observer does not know where they lie, down to the slot."""
    low = ALL_LOW & ~(g.hand_low[seat] | g.gone_low)
    high = ALL_HIGH & ~(g.hand_high[seat] | g.gone_high)
    for other in range(SEATS):
        card = int(g.current[other])
        if card != NOTHING and (other == seat or not (g.face_down >> other) & 1):
            low &= ~low_bit(card)
            high &= ~high_bit(card)
    card = known_buried(g, rules, seat)
    if g.buried < 0:
        card = g.open_trump  # all have seen where it lies, or who takes it up
    if card >= 0:
        low &= ~low_bit(card)
        high &= ~high_bit(card)
    return low, high


@rule
def known_buried(g: State, rules: Rules, seat: int) -> int:
    """The buried card, if the observer knows it; else -1 (§3.11)."""
    if g.buried < 0:
        return -1
    if seat == g.first_leader or (rules.exchange_public and g.buried == g.open_trump):
        return g.buried
    return -1


@rule
def write_played(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Finished tricks; piece `played`."""
    for block in range(SEATS * NUM_CARDS // 32 + 1):
        put_thirty_two(out, row, at + 32 * block, 0)
    for trick in range(g.trick):
        for other in range(SEATS):
            card = int(g.cards[SEATS * trick + other])
            if card != NOTHING:
                away = places_after(seat, other, rules)
                put(out, row, at + NUM_CARDS * away + card, trick + 1)
    return at + SEATS * NUM_CARDS


@rule
def write_current(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """The trick under way; pieces `current` to `best`."""
    for block in range(SEATS * NUM_CARDS // 32 + 1):
        put_thirty_two(out, row, at + 32 * block, 0)
    down = 0
    secret = 0
    for other in range(SEATS):
        card = int(g.current[other])
        if card == NOTHING:
            continue
        away = places_after(seat, other, rules)
        if (g.face_down >> other) & 1:
            down |= 1 << away
            if other != seat:
                secret = 1
                continue
        put(out, row, at + NUM_CARDS * away + card, 1)
    at += SEATS * NUM_CARDS
    at = write_flags(out, row, at, down, SEATS)
    playing = g.buried >= 0
    leader = places_after(seat, g.leader, rules) if playing else -1
    best = -1
    if g.place > 0:
        lone = popcount(g.face_down) == 1 and not is_trump(g.led, g.trump)
        if lone or not secret:
            best = places_after(seat, g.winner, rules)
    at = write_one_hot(out, row, at, leader, SEATS)
    return write_one_hot(out, row, at, best, SEATS)


@rule
def write_exchange(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Trump and Open Trump; pieces `trump` to `buried`."""
    at = write_one_hot(out, row, at, g.trump, NUM_SUITS)
    at = write_one_hot(out, row, at, rank_of(g.open_trump) if g.trump >= 0 else -1, NUM_RANKS)
    known = 0
    mine = -1
    if g.buried >= 0:
        if rules.exchange_public or seat == g.first_leader:
            known = 2 if g.buried == g.open_trump else 1
        if seat == g.first_leader:
            mine = g.buried
    at = write_flags(out, row, at, known, 2)
    return write_one_card(out, row, at, mine)


@rule
def write_seats(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """What is known of each seat; pieces `void` to `declarer`."""
    for away in range(SEATS):
        at = write_flags(out, row, at, g.void[places_on(seat, away, rules)], NUM_VOIDS)
    leader = places_after(seat, g.first_leader, rules) if g.buried >= 0 else -1
    declarer = places_after(seat, g.declarer, rules) if g.declarer >= 0 else -1
    at = write_one_hot(out, row, at, places_after(seat, g.dealer, rules), SEATS)
    at = write_one_hot(out, row, at, leader, SEATS)
    return write_one_hot(out, row, at, declarer, SEATS)


@rule
def write_secrets(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """The dragon, and what the observer is asked; pieces `dragon` to `decision`."""
    dragon = g.hidden_told << 1
    if g.hidden == seat + 1:
        dragon |= 1
    at = write_flags(out, row, at, dragon, 3)
    lone = 1 if is_ichimaizun(g, rules, seat) else 0
    at = write_flags(out, row, at, lone, 1)
    at = write_flags(out, row, at, g.meri | (g.meri_seen << 1), 2)
    asked = g.decision - 1 if seat == g.to_move else -1
    return write_one_hot(out, row, at, asked, _NUM_DECISIONS)


@rule
def write_score(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> None:
    """How the game, the set and the match stand; pieces `trick` to `set_margin`."""
    team = seat % 2
    in_set = g.episode_deals != SINGLE
    margin = g.set_points[team] - g.set_points[1 - team]
    at = write_one_hot(out, row, at, min(g.trick, TRICKS - 1), TRICKS)
    at = write_count(out, row, at, g.tricks_won[team], TRICKS)
    at = write_count(out, row, at, g.tricks_won[1 - team], TRICKS)
    at = write_count(out, row, at, g.points[team], _MANY)
    at = write_count(out, row, at, g.points[1 - team], _MANY)
    left = max(0, _SET_GAMES - 1 - g.games_of_set) if in_set else 0
    at = write_count(out, row, at, left, _SET_GAMES)
    for number in range(3):
        put(out, row, at + number, 1 if in_set and number == g.sets else 0)
    at = write_count(out, row, at + 3, g.sets_won[team], 3)
    at = write_count(out, row, at, g.sets_won[1 - team], 3)
    write_signed(out, row, at, margin)

"""What the fishing games share: the deck, the table and how cards capture, as compiled rules.

A table is one board. One or two loose cards of a month are simply there; three are a stack, which
the fourth takes whole; four are dead (rules/gostop.md §3.1, rules/minhwatu.md §3). The record `g`
of a fishing game has the fields of `Fishing`.
"""

from typing import NamedTuple, Protocol

from hwatu_env.cards.hwatu import (
    ALL_MONTHS,
    NUM_MONTHS,
    card_name,
    indices,
    month_cards,
    month_of,
)
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rng import below
from hwatu_env.compiled.rule import rule

DEAL_SIZES = {2: (10, 8), 3: (7, 6), 4: (5, 8), 5: (4, 8), 6: (3, 12), 7: (3, 6)}
"""Hand and table by the number of players (rules/gostop.md §2.1, rules/minhwatu.md §2)."""

_FIRST_OF_MONTH = sum(1 << (4 * month) for month in range(NUM_MONTHS))


class Fishing(Protocol):
    """The fields that the record of a fishing game has at least."""

    to_move: int
    decision: int
    hand: list[int]  # boards by seats
    pile: list[int]  # captured cards
    table: int
    absent: int  # cards that a hand-made position leaves out
    deck: list[int]  # hands by seats, table, stock
    stock_top: int  # place in `deck` of the next stock card
    card: int  # the hand card being played, or -1
    hand_kind: int  # what it did, a `HandKind`
    lifted: int  # cards of the hand action that leave the table, if nothing else happens
    flipped: int  # the flipped card, or -1
    taken: int  # cards captured for certain
    log: list[int]
    log_length: int


class _HandKinds(NamedTuple):
    """What the hand action of a turn did, *hs* in rules/gostop.md §3.2."""

    NONE: int = 0
    PLACED: int = 1
    PAIR1: int = 2
    PAIR2: int = 3
    QUAD: int = 4
    BOMB: int = 5


HandKind = _HandKinds()


class _LogBytes(NamedTuple):
    """Bytes of the event log beyond action ids; turned cards come from the stock in order."""

    TURN_UP: int = 160  # the next stock card, face up
    DRAW: int = 161  # the next stock card, into the hand of the seat that acts
    SHOW: int = 162  # + month: all hand cards of the month are shown
    SEAT: int = 192  # + seat: the events that follow are this seat's


Log = _LogBytes()


@rule
def note(g: Fishing, byte: int) -> None:
    """Write one byte of the event log."""
    if g.log_length < len(g.log):
        g.log[g.log_length] = byte
        g.log_length += 1


# ---- months


@rule
def on_table(table: int, month: int) -> int:
    """Board of the table cards of a month."""
    return table & month_cards(month)


@rule
def single(cards: int) -> bool:
    """Whether a board holds exactly one card."""
    return cards != 0 and cards & (cards - 1) == 0


@rule
def months_with(cards: int, count: int) -> int:
    """Board of the months, all four cards of each, of which `cards` holds exactly `count`."""
    low = cards & _FIRST_OF_MONTH
    second = (cards >> 1) & _FIRST_OF_MONTH
    third = (cards >> 2) & _FIRST_OF_MONTH
    high = (cards >> 3) & _FIRST_OF_MONTH
    ones = low ^ second ^ third ^ high
    pairs = (low & second) | (third & high) | ((low | second) & (third | high))
    fours = low & second & third & high
    if count == 1:
        return (ones & ~pairs) * 15
    if count == 2:
        return (pairs & ~ones & ~fours) * 15
    if count == 3:
        return (ones & pairs) * 15
    return fours * 15


@rule
def ordinary(cards: int) -> int:
    """The cards that are no jokers."""
    return cards & ALL_MONTHS


# ---- the deal


@rule
def shuffle(g: Fishing, months: int, jokers: int, key: int) -> None:
    """Put the deck in a uniformly random order: months 1 to `months` and a board of jokers."""
    size = 4 * months
    for card in range(size):
        g.deck[card] = card
    while jokers:
        g.deck[size] = lowest_bit(jokers)
        jokers &= jokers - 1
        size += 1
    for last in range(size - 1, 0, -1):
        other = below(key, last, last + 1)
        card = g.deck[last]
        g.deck[last] = g.deck[other]
        g.deck[other] = card


@rule
def give_out(g: Fishing, hand_size: int, table_size: int) -> None:
    """The hands by seats, then the table; the rest is the stock."""
    place = 0
    for seat in range(len(g.hand)):
        for _ in range(hand_size):
            g.hand[seat] |= 1 << int(g.deck[place])
            place += 1
    for _ in range(table_size):
        g.table |= 1 << int(g.deck[place])
        place += 1
    g.stock_top = place


@rule
def dealt_hand(g: Fishing, hand_size: int, seat: int) -> int:
    """Board of the cards dealt to a seat."""
    return cards_at(g, ((1 << hand_size) - 1) << (seat * hand_size))


# ---- capturing


@rule
def lay(g: Fishing) -> None:
    """The hand card reaches the table; two loose mates stay there until one is chosen."""
    card = 1 << g.card
    there = on_table(g.table, month_of(g.card))
    g.hand[g.to_move] &= ~card
    if there == 0:
        g.hand_kind = HandKind.PLACED
        g.table |= card
    elif single(there):
        g.hand_kind = HandKind.PAIR1
        g.table &= ~there
        g.lifted = card | there
    elif popcount(there) == 2:
        g.hand_kind = HandKind.PAIR2
        g.lifted = card
    else:
        g.hand_kind = HandKind.QUAD
        g.table &= ~there
        g.taken |= card | there


@rule
def hand_targets(g: Fishing) -> int:
    """The table cards between which the owner of the played card chooses."""
    return (g.table | g.lifted) & month_cards(month_of(g.card)) & ~(1 << g.card)


@rule
def take_by_hand(g: Fishing, target: int) -> None:
    """The played card takes one of its mates; the others stay."""
    others = hand_targets(g) & ~(1 << target)
    g.lifted = (1 << g.card) | (1 << target)
    g.table = (g.table | others) & ~(1 << target)


@rule
def flip_partners(g: Fishing) -> int:
    """Board of the table cards of the flipped card's month."""
    return on_table(g.table, month_of(g.flipped))


@rule
def take_with_flip(g: Fishing, cards: int) -> None:
    """The flipped card takes table cards."""
    g.table &= ~cards
    g.taken |= cards | (1 << g.flipped)


@rule
def limbo(g: Fishing, hand_target: int, flip_target: int) -> int:
    """Cards that have left a hand or the stock while their turn waits for one of two choices."""
    if g.decision != hand_target and g.decision != flip_target:
        return 0
    cards = g.lifted | g.taken
    if g.flipped >= 0:
        cards |= 1 << g.flipped
    return cards


# ---- hidden cards: a world is a rearrangement of them over their places in the deck


@rule
def places_of(g: Fishing, deck_size: int, cards: int) -> int:
    """Places in the deck of some cards."""
    places = 0
    for place in range(deck_size):
        places |= ((cards >> int(g.deck[place])) & 1) << place
    return places


@rule
def stock_places(g: Fishing, deck_size: int) -> int:
    """Places in the deck of the stock."""
    return ((1 << deck_size) - 1) & ~((1 << g.stock_top) - 1)


@rule
def cards_at(g: Fishing, places: int) -> int:
    """Board of the cards at some places of the deck."""
    cards = 0
    while places:
        cards |= 1 << int(g.deck[lowest_bit(places)])
        places &= places - 1
    return cards


@rule
def shuffle_places(g: Fishing, places: int, key: int, draws: int) -> None:
    """Put the cards at `places` in a uniformly random order, by the draws of `key` from `draws`."""
    while places:
        place = lowest_bit(places)
        rest = places
        for _ in range(below(key, draws, popcount(places))):
            rest &= rest - 1
        other = lowest_bit(rest)
        card = g.deck[place]
        g.deck[place] = g.deck[other]
        g.deck[other] = card
        places &= places - 1
        draws += 1


# ---- audits


def audit_zones(g: Fishing, deck_size: int, zones: dict[str, int]) -> list[str]:
    """One sentence per card of a plain state that is in two places or nowhere.

    Args:
        g: The state.
        deck_size: Cards of its deck.
        zones: Boards of the places that its game has besides hands, piles, table and stock.
    """
    zones = zones | {"the table": g.table, "the cards left out": g.absent}
    zones |= {f"the hand of seat {seat}": cards for seat, cards in enumerate(g.hand)}
    zones |= {f"the pile of seat {seat}": cards for seat, cards in enumerate(g.pile)}
    zones["the stock"] = sum(1 << card for card in g.deck[g.stock_top : deck_size])
    problems: list[str] = []
    seen: dict[int, str] = {}
    for zone, cards in zones.items():
        for card in indices(cards):
            if card in seen:
                problems.append(f"card {card_name(card)} is in {seen[card]} and in {zone}")
            seen[card] = zone
    missing = {int(card) for card in g.deck[:deck_size]} - set(seen)
    return problems + [f"card {card_name(card)} is nowhere" for card in sorted(missing)]

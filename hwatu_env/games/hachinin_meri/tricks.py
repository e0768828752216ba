"""Legal plays, what a play shows, and who wins (rules/hachinin_meri.md §5, §6), as compiled rules."""

from hwatu_env.cards.unsun import (
    SUN,
    card_of,
    high_bit,
    is_trump,
    low_bit,
    plain_low,
    strength,
    suit_high,
    suit_of,
    trumps_low,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import (
    Chase,
    Direction,
    Ichimaizun,
    IchimaizunTime,
    MeriRepeat,
    Monchi,
    MonchiVoid,
    Rules,
)
from hwatu_env.games.hachinin_meri.state import NOTHING, SEATS, Duty, State, Void

WordPair = tuple[int, int]
"""A set of cards: its low and its high board."""


@rule
def next_seat(seat: int, rules: Rules) -> int:
    """The seat whose turn it is after `seat` (§2.1)."""
    return places_on(seat, 1, rules)


@rule
def places_on(seat: int, places: int, rules: Rules) -> int:
    """The seat some places after `seat` in turn order."""
    if rules.direction == Direction.CLOCKWISE:
        return (seat + places) % SEATS
    return (seat - places) % SEATS


@rule
def places_after(seat: int, other: int, rules: Rules) -> int:
    """How many places `other` sits after `seat` in turn order."""
    if rules.direction == Direction.CLOCKWISE:
        return (other - seat) % SEATS
    return (seat - other) % SEATS


# ---- what the led card asks (§5)


@rule
def set_duty(g: State, rules: Rules, card: int) -> None:
    """Read from the led card whether the trick is Meri, and what the followers must do (§5.5-14)."""
    g.meri = 0
    g.duty = Duty.NOTHING
    if is_trump(card, g.trump):
        if g.trick == 0 and not rules.meri_first_trick:
            return
        if not g.meri_seen or rules.meri_repeat == MeriRepeat.AGAIN:
            g.meri = 1
            g.duty = Duty.TRUMP
        elif rules.monchi != Monchi.OFF:
            g.duty = Duty.TRUMP
    elif g.meri_seen:
        if rules.monchi == Monchi.FOLLOW_OR_TRUMP:
            g.duty = Duty.FOLLOW_OR_TRUMP
        elif rules.monchi == Monchi.FOLLOW_FIRST:
            g.duty = Duty.FOLLOW


@rule
def legal_plays(g: State, rules: Rules, seat: int) -> WordPair:
    """The cards that a seat may play (§5, `legal`)."""
    low, high = g.hand_low[seat], g.hand_high[seat]
    if g.place == 0 or g.duty == Duty.NOTHING:
        return low, high
    trump_low, trump_high = low & trumps_low(g.trump), high & suit_high(g.trump)
    if g.duty == Duty.TRUMP:
        if (trump_low | trump_high) == 0 or is_excused(g, rules, seat):
            return low, high
        return trump_low, trump_high
    led = suit_of(g.led)
    follow_low, follow_high = low & plain_low(led), high & suit_high(led)
    if follow_low | follow_high:
        if g.duty == Duty.FOLLOW:
            return follow_low, follow_high
        return follow_low | trump_low, follow_high | trump_high
    if (trump_low | trump_high) == 0 or rules.monchi_void == MonchiVoid.FREE:
        return low, high
    if is_excused(g, rules, seat):
        return low, high
    return trump_low, trump_high


@rule
def is_excused(g: State, rules: Rules, seat: int) -> bool:
    """Whether a seat whose only trump is the Sun need not play it (§5.8, §5.15)."""
    if rules.ichimaizun == Ichimaizun.OFF:
        return False
    if not g.meri and rules.ichimaizun != Ichimaizun.ALSO_MONCHI:
        return False
    sun = card_of(g.trump, SUN)
    only_low = g.hand_low[seat] & trumps_low(g.trump) == low_bit(sun)
    only_high = g.hand_high[seat] & suit_high(g.trump) == high_bit(sun)
    return only_low and only_high and is_ichimaizun(g, rules, seat)


@rule
def is_ichimaizun(g: State, rules: Rules, seat: int) -> bool:
    """Whether the Sun, still in hand, was the seat's only trump at the beginning (§5.8-10)."""
    if rules.ichimaizun == Ichimaizun.OFF or g.trump < 0:
        return False
    low, high = first_cards(g, rules, seat)
    sun = card_of(g.trump, SUN)
    if low & trumps_low(g.trump) != low_bit(sun) or high & suit_high(g.trump) != high_bit(sun):
        return False
    return (g.hand_low[seat] & low_bit(sun)) | (g.hand_high[seat] & high_bit(sun)) != 0


@rule
def first_cards(g: State, rules: Rules, seat: int) -> WordPair:
    """The nine cards of a seat that count for ichi-mai-zun (§5.10); nothing while they are open."""
    as_dealt = rules.ichimaizun_time == IchimaizunTime.AS_DEALT
    if g.buried < 0 and not as_dealt:
        return 0, 0
    return dealt_cards(g, seat) if as_dealt else own_cards(g, seat)


@rule
def dealt_cards(g: State, seat: int) -> WordPair:
    """The nine cards that a seat was dealt."""
    low, high = own_cards(g, seat)
    if seat == g.first_leader:
        if g.buried >= 0:
            low |= low_bit(g.buried)
            high |= high_bit(g.buried)
        low &= ~low_bit(g.open_trump)
        high &= ~high_bit(g.open_trump)
    return low, high


@rule
def own_cards(g: State, seat: int) -> WordPair:
    """All cards that a seat holds or has played."""
    low, high = g.hand_low[seat], g.hand_high[seat]
    for trick in range(g.trick + 1):
        card = int(g.current[seat])
        if trick < g.trick:
            card = int(g.cards[SEATS * trick + seat])
        if card != NOTHING:
            low |= low_bit(card)
            high |= high_bit(card)
    return low, high


# ---- what a play shows (§3, "What play proves")


@rule
def note_void(g: State, rules: Rules, seat: int, card: int) -> None:
    """Remember what a follower lacks, as all see by the card that it plays."""
    if g.duty == Duty.NOTHING:
        return
    trump = is_trump(card, g.trump)
    if g.duty == Duty.TRUMP:
        if not trump:
            g.void[seat] |= no_trumps(g, rules, seat)
        return
    led = suit_of(g.led)
    if not trump and suit_of(card) == led:
        return
    if trump:
        if g.duty == Duty.FOLLOW:
            g.void[seat] |= 1 << led
        return
    g.void[seat] |= 1 << led
    if rules.monchi_void == MonchiVoid.MUST_TRUMP:
        g.void[seat] |= no_trumps(g, rules, seat)


@rule
def no_trumps(g: State, rules: Rules, seat: int) -> int:
    """What a seat shows that plays a plain card where it had to play a trump: `Void` bits.

    It may still hold the Sun of trumps, if that may have been its only trump (§5.8).
    """
    both = Void.TRUMPS | Void.SUN
    if rules.ichimaizun == Ichimaizun.OFF:
        return both
    if not g.meri and rules.ichimaizun != Ichimaizun.ALSO_MONCHI:
        return both
    extra = -1  # the one trump that was not among the nine cards dealt
    if rules.ichimaizun_time == IchimaizunTime.AS_DEALT and seat == g.first_leader:
        extra = g.open_trump
        if extra == card_of(g.trump, SUN):
            return both
    for trick in range(g.trick):
        card = int(g.cards[SEATS * trick + seat])
        if card != NOTHING and card != extra and is_trump(card, g.trump):
            return both
    return Void.TRUMPS


# ---- the trick (§6)


@rule
def begin_trick(g: State, leader: int) -> None:
    """A seat is about to lead."""
    for seat in range(SEATS):
        g.current[seat] = NOTHING
    g.leader = leader
    g.to_move = leader
    g.place = 0
    g.led = -1
    g.meri = 0
    g.duty = Duty.NOTHING
    g.face_down = 0
    g.best = 0
    g.winner = leader
    g.run = 0
    g.winner_run = 0


@rule
def lay(g: State, rules: Rules, seat: int, card: int) -> None:
    """Play a card to the trick, face up or down (§5.4)."""
    if g.place == 0:
        g.led = card
        set_duty(g, rules, card)
    else:
        note_void(g, rules, seat, card)
        if is_trump(card, g.trump) and not g.meri:
            g.face_down |= 1 << seat
    g.hand_low[seat] &= ~low_bit(card)
    g.hand_high[seat] &= ~high_bit(card)
    g.current[seat] = card
    weigh(g, rules, seat, card)


@rule
def weigh(g: State, rules: Rules, seat: int, card: int) -> None:
    """Enter the next card of the trick in its run of trumps, and see whether it is the best (§6)."""
    trump = is_trump(card, g.trump)
    counts = trump and (g.place > 0 or rules.chase_lead_counts)
    g.run = g.run + 1 if counts else 0
    g.place += 1
    power = strength(card, g.trump, rules.top)
    if power > g.best and (trump or suit_of(card) == suit_of(g.led)):
        g.best = power
        g.winner = seat
        g.winner_run = g.run


@rule
def weigh_again(g: State, rules: Rules) -> None:
    """Find the best card of the trick under way anew, after face-down cards were exchanged."""
    played = g.place
    g.place = 0
    g.best = 0
    g.run = 0
    g.winner_run = 0
    seat = g.leader
    for _ in range(played):
        weigh(g, rules, seat, int(g.current[seat]))
        seat = next_seat(seat, rules)


@rule
def is_chase(g: State, rules: Rules) -> bool:
    """Whether the winner of a full trick has chased (Y1, §7.1)."""
    if g.meri or g.winner_run < 3:
        return False
    if rules.chase == Chase.THIRD_ONLY:
        return g.winner_run == 3
    if rules.chase == Chase.ODD_ONLY:
        return g.winner_run % 2 == 1
    return True

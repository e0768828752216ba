"""Worlds that a seat cannot tell apart, as compiled rules (rules/hachinin_meri.md §3).

A world is where every hidden card lies: in another hand, face down in the trick, buried, or in the
widow. Those that agree with all that the seat saw are equally likely; `counting.py` draws one. A
deal and what was done with it in secret are one world, so that what lies face down and what was
buried is drawn together with the hands.
"""

from hwatu_env.cards.unsun import (
    NUM_CARDS,
    NUM_SUITS,
    ROBAI,
    SUN,
    card_of,
    high_bit,
    holds,
    low_bit,
    plain_low,
    suit_high,
    trumps_low,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rng import below, mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri import actions as ids
from hwatu_env.games.hachinin_meri import counting as count
from hwatu_env.games.hachinin_meri.counting import Sheet, read
from hwatu_env.games.hachinin_meri.deal import PACKET, give
from hwatu_env.games.hachinin_meri.rules import (
    Bury,
    IchimaizunTime,
    Redeal,
    Robai,
    Rules,
)
from hwatu_env.games.hachinin_meri.state import (
    SEATS,
    TRICKS,
    Decision,
    Logged,
    State,
    Void,
)
from hwatu_env.games.hachinin_meri.tricks import dealt_cards, next_seat, weigh_again
from hwatu_env.games.hachinin_meri.turn import ask_holder
from hwatu_env.games.hachinin_meri.view import hidden_cards, known_buried

_ANY, _SUN_ELSEWHERE, _SUN_HERE = range(3)
"""Cases that are counted apart: the first leader may have an ichi-mai-zun as dealt only if he
buried no other trump of his (§9 row 25)."""
_ALL_SLOTS = (1 << count.NUM_SLOTS) - 1


@rule
def determinize(g: State, rules: Rules, seat: int, key: int) -> None:
    """Redraw all that `seat` does not know.

    A question about the dragon that another seat is being asked is taken back, since the observer
    cannot know of it, and put again under the new cards.
    """
    if g.decision == Decision.KEEP:
        redraw_pack(g, rules, seat, key)
    else:
        redraw_hidden(g, rules, seat, key)
        rewrite_deck(g)
        if g.decision == Decision.DECLARE:
            if seat != g.to_move:
                ask_holder(g, rules)
        else:
            rewrite_log(g, rules)
    g.key = mix(key, g.key)


@rule
def redraw_pack(g: State, rules: Rules, seat: int, key: int) -> None:
    """Before the deal is kept nobody has seen a card but the dealer's left, who has seen three."""
    asked = g.to_move
    known = PACKET if seat == asked else 0
    for last in range(NUM_CARDS - known - 1, 0, -1):
        place = unseen_place(asked, known, last)
        other = unseen_place(asked, known, below(key, last, last + 1))
        card = g.deck[place]
        g.deck[place] = g.deck[other]
        g.deck[other] = card
    g.hand_low[asked] = 0
    g.hand_high[asked] = 0
    give(g, asked, PACKET)


@rule
def unseen_place(asked: int, known: int, number: int) -> int:
    """A place in the deck, those of the first packet left out where they are known."""
    return number if number < TRICKS * asked else number + known


# ---- what is hidden, and where it may lie


@rule
def redraw_hidden(g: State, rules: Rules, seat: int, key: int) -> None:
    """Draw where all hidden cards lie, and put them there."""
    sheet = count.new_sheet()
    low, high = hidden_cards(g, rules, seat)
    case = _ANY
    if lone_sun_is_open(g, rules, seat, low, high):
        elsewhere = placements(g, rules, seat, _SUN_ELSEWHERE, low, high, sheet)
        here = placements(g, rules, seat, _SUN_HERE, low, high, sheet)
        chance = count.fraction(mix(key, _SUN_HERE), 0)
        case = _SUN_HERE if chance * (elsewhere + here) < here else _SUN_ELSEWHERE
    set_slots(g, rules, seat, case, low, high, sheet)
    classes = count.find_classes(sheet, low, high)
    common = count.common_classes(sheet)
    ways = count.new_ways(sheet, classes, common)
    count.count_ways(sheet, classes, common, ways)
    count.draw_all(sheet, classes, common, ways, key)
    put_cards(g, rules, seat, sheet)


@rule
def placements(
    g: State, rules: Rules, seat: int, case: int, low: int, high: int, sheet: Sheet
) -> float:
    """Number of placements of the hidden cards in one case, the order in each slot counted."""
    set_slots(g, rules, seat, case, low, high, sheet)
    classes = count.find_classes(sheet, low, high)
    common = count.common_classes(sheet)
    ways = count.new_ways(sheet, classes, common)
    total = count.count_ways(sheet, classes, common, ways)
    for number in range(2, popcount(low) + popcount(high) - ways.shape[0] + 2):
        total *= number  # the common places take what is left in any order
    return total


@rule
def lone_sun_is_open(g: State, rules: Rules, seat: int, low: int, high: int) -> bool:
    """Whether the first leader may hold just the Sun, as dealt, so that what he buried matters."""
    leader = g.first_leader
    if rules.ichimaizun_time != IchimaizunTime.AS_DEALT or leader < 0 or leader == seat:
        return False
    if g.buried < 0 or known_buried(g, rules, seat) >= 0:
        return False
    if g.void[leader] & (Void.TRUMPS | Void.SUN) != Void.TRUMPS:
        return False
    return holds(low, high, card_of(g.trump, SUN))


@rule
def set_slots(
    g: State, rules: Rules, seat: int, case: int, low: int, high: int, sheet: Sheet
) -> None:
    """How many hidden cards each slot takes, and which it may hold (§3, "What play proves")."""
    for slot in range(count.NUM_SLOTS):
        set_slot(sheet, slot, 0, low, high)
    for other in range(SEATS):
        if other == seat:
            continue
        held_low, held_high = g.hand_low[other], g.hand_high[other]
        if g.buried < 0 and other == g.first_leader:
            held_low &= ~low_bit(g.open_trump)
            held_high &= ~high_bit(g.open_trump)
        may_low, may_high = low & ~void_low(g, other), high & ~void_high(g, other)
        set_slot(sheet, other, popcount(held_low) + popcount(held_high), may_low, may_high)
        if (g.face_down >> other) & 1:
            may_low &= trumps_low(g.trump)
            may_high &= suit_high(g.trump)
            set_slot(sheet, count.FACE_DOWN + other, 1, may_low, may_high)
    if g.buried >= 0 and known_buried(g, rules, seat) < 0:
        set_slot(sheet, count.BURIED, 1, low, high)
    set_slot(sheet, count.WIDOW, 2, low, high)
    if g.buried >= 0:
        limit_open_trump(g, rules, low, high, sheet)
    limit_dragon(g, rules, low, high, sheet)
    if case != _ANY:
        limit_lone_sun(g, case, sheet)


@rule
def set_slot(sheet: Sheet, slot: int, room: int, low: int, high: int) -> None:
    """A slot takes `room` cards out of a set."""
    sheet[count.ROOM, slot] = room
    sheet[count.MAY_LOW, slot] = low
    sheet[count.MAY_HIGH, slot] = high


@rule
def void_low(g: State, seat: int) -> int:
    """The low board of what a seat was seen to lack."""
    cards = 0
    sun = low_bit(card_of(g.trump, SUN))
    for suit in range(NUM_SUITS):
        if (g.void[seat] >> suit) & 1:
            cards |= plain_low(suit)
    if g.void[seat] & Void.TRUMPS:
        cards |= trumps_low(g.trump) & ~sun
    return cards | (sun if g.void[seat] & Void.SUN else 0)


@rule
def void_high(g: State, seat: int) -> int:
    """The high board of what a seat was seen to lack."""
    cards = 0
    sun = high_bit(card_of(g.trump, SUN))
    for suit in range(NUM_SUITS):
        if (g.void[seat] >> suit) & 1:
            cards |= suit_high(suit)
    if g.void[seat] & Void.TRUMPS:
        cards |= suit_high(g.trump) & ~sun
    return cards | (sun if g.void[seat] & Void.SUN else 0)


@rule
def bar(sheet: Sheet, card: int, slots: int) -> None:
    """A card may not lie in some slots, given by their bits."""
    for slot in range(count.NUM_SLOTS):
        if (slots >> slot) & 1:
            sheet[count.MAY_LOW, slot] = read(sheet, count.MAY_LOW, slot) & ~low_bit(card)
            sheet[count.MAY_HIGH, slot] = read(sheet, count.MAY_HIGH, slot) & ~high_bit(card)


@rule
def own_slots(seat: int) -> int:
    """Bits of the slots of a seat's hand and of its card in the trick."""
    return (1 << seat) | (1 << (count.FACE_DOWN + seat))


@rule
def limit_open_trump(g: State, rules: Rules, low: int, high: int, sheet: Sheet) -> None:
    """Until it is seen the Open Trump is the first leader's, or buried (§3.7, §3.11)."""
    if not holds(low, high, g.open_trump):
        return
    allowed = own_slots(g.first_leader)
    if not rules.exchange_public and rules.bury != Bury.NOT_OPEN_TRUMP:
        allowed |= 1 << count.BURIED
    bar(sheet, g.open_trump, _ALL_SLOTS & ~allowed)


@rule
def limit_dragon(g: State, rules: Rules, low: int, high: int, sheet: Sheet) -> None:
    """What is known of the Dragon of Trumps until it is seen (§3, §9.1)."""
    dragon = card_of(g.trump, ROBAI)
    if rules.bury == Bury.NOT_DRAGON:
        bar(sheet, dragon, 1 << count.BURIED)
    if dragon == g.open_trump or not holds(low, high, dragon):
        return
    widow, buried = 1 << count.WIDOW, 1 << count.BURIED
    if g.declarer >= 0:
        bar(sheet, dragon, _ALL_SLOTS & ~(own_slots(g.declarer) | buried))
    elif rules.robai == Robai.FORCED or g.hidden_told == 2:
        bar(sheet, dragon, _ALL_SLOTS & ~widow)
    elif rules.robai == Robai.OPTIONAL:
        if g.hidden_told == 1:
            bar(sheet, dragon, widow)
        if not rules.dealer_may_hide:
            bar(sheet, dragon, own_slots(g.dealer) | buried)


@rule
def limit_lone_sun(g: State, case: int, sheet: Sheet) -> None:
    """The first leader holds the Sun and buried no other trump that he was dealt; or holds it not."""
    sun = card_of(g.trump, SUN)
    own = own_slots(g.first_leader)
    if case == _SUN_ELSEWHERE:
        bar(sheet, sun, own)
        return
    bar(sheet, sun, _ALL_SLOTS & ~own)
    low = trumps_low(g.trump) & ~low_bit(g.open_trump)
    high = suit_high(g.trump) & ~high_bit(g.open_trump)
    sheet[count.MAY_LOW, count.BURIED] = read(sheet, count.MAY_LOW, count.BURIED) & ~low
    sheet[count.MAY_HIGH, count.BURIED] = read(sheet, count.MAY_HIGH, count.BURIED) & ~high


# ---- putting cards where they were drawn


@rule
def put_cards(g: State, rules: Rules, seat: int, sheet: Sheet) -> None:
    """Put the drawn cards into hands, the trick, the widow, and under the first lead."""
    for other in range(SEATS):
        if other == seat:
            continue
        g.hand_low[other] = read(sheet, count.GOT_LOW, other)
        g.hand_high[other] = read(sheet, count.GOT_HIGH, other)
        if (g.face_down >> other) & 1:
            g.current[other] = drawn_card(sheet, count.FACE_DOWN + other)
    if g.buried < 0 and g.first_leader >= 0 and g.first_leader != seat:
        g.hand_low[g.first_leader] |= low_bit(g.open_trump)
        g.hand_high[g.first_leader] |= high_bit(g.open_trump)
    if read(sheet, count.ROOM, count.BURIED) > 0:
        g.buried = drawn_card(sheet, count.BURIED)
    low = read(sheet, count.GOT_LOW, count.WIDOW)
    high = read(sheet, count.GOT_HIGH, count.WIDOW)
    g.deck[NUM_CARDS - 2] = count.nth_card(low, high, 0)
    g.deck[NUM_CARDS - 1] = count.nth_card(low, high, 1)
    if g.place > 0:
        weigh_again(g, rules)


@rule
def drawn_card(sheet: Sheet, slot: int) -> int:
    """The one card that a slot was given."""
    return count.nth_card(read(sheet, count.GOT_LOW, slot), read(sheet, count.GOT_HIGH, slot), 0)


@rule
def rewrite_deck(g: State) -> None:
    """Write the dealt hands into the deck, so that it is the one that makes this world."""
    for seat in range(SEATS):
        low, high = dealt_cards(g, seat)
        for place in range(TRICKS):
            g.deck[TRICKS * seat + place] = count.nth_card(low, high, place)


@rule
def rewrite_log(g: State, rules: Rules) -> None:
    """Write what was buried, played face down, and said about the dragon into the log."""
    at = 1 if rules.redeal != Redeal.NONE else 0
    if g.declarer < 0 and rules.robai == Robai.OPTIONAL:
        asked = g.hidden
        g.hidden = 0
        for seat in range(SEATS):
            low, high = dealt_cards(g, seat)
            if holds(low, high, card_of(g.trump, ROBAI)):
                g.hidden = seat + 1
        g.log[at] = ids.HIDE if g.hidden else Logged.NOT_ASKED
        g.ply += (1 if g.hidden else 0) - (1 if asked else 0)
    if g.buried >= 0:
        g.log[at + 1] = ids.BURY + g.buried
        seat = g.leader
        for place in range(g.place):
            g.log[g.log_length - g.place + place] = int(g.current[seat])
            seat = next_seat(seat, rules)

"""Whether an arrangement of the deck agrees with what a seat saw of a deal, as compiled rules."""

from hwatu_env.cards.hwatu import NUM_CARDS, month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import Log, cards_at, dealt_hand
from hwatu_env.games.gostop import actions as ids
from hwatu_env.games.gostop.deal import highest_quad, holds_quad
from hwatu_env.games.gostop.rules import HandQuad, JokerQuad, QuadContinue, Rules
from hwatu_env.games.gostop.state import Decision, Stage, State

_QUAD = 15
"""All four cards of a month, as `shown_then` has them."""


@rule
def agrees(g: State, rules: Rules, seat: int) -> bool:
    """Whether the deck agrees with all that `seat` saw.

    While worlds are drawn, `g.hand` of the other seats holds places, see `worlds.rearrange`.
    """
    if g.first_top < 0:
        return shown_triples_agree(g, seat)
    if not deal_agrees(g, rules, seat):
        return False
    for other in range(len(g.hand)):
        if other != seat and not acts_agree(g, rules, other):
            return False
    return True


@rule
def shown_triples_agree(g: State, seat: int) -> bool:
    """In a hand-made position: who has shown three of a month did not hold the fourth (§3.6)."""
    for other in range(len(g.hand)):
        places = g.hand[other] if other != seat else 0
        while places:
            place = lowest_bit(places)
            places &= places - 1
            card = int(g.deck[place])
            if card >= NUM_CARDS or int(g.shaker[month_of(card)]) != other + 1:
                continue
            if place < int(g.shaken_at[month_of(card)]):
                return False
    return True


@rule
def deal_agrees(g: State, rules: Rules, seat: int) -> bool:
    """Whether the dealt hands would have led to this deal's being played (§2.2 no. 4)."""
    if rules.hand_quad == HandQuad.PLAY:
        return True
    decided = g.decision == Decision.FORCED
    if decided and holds_quad(g.table):
        return True  # the table decided before any hand was looked at
    holders = 0
    for other in range(len(g.hand)):
        quad = highest_quad(dealt_hand(g, rules.cards_per_hand, other))
        if quad < 0:
            continue
        holders += 1
        if other != seat and not quad_agrees(g, rules, other, quad, decided):
            return False
    return decided or rules.hand_quad != HandQuad.MAY_CLAIM or holders <= 1


@rule
def quad_agrees(g: State, rules: Rules, seat: int, quad: int, decided: bool) -> bool:
    """Whether another seat may have been dealt a quad of this month, its highest."""
    if decided:
        return g.shown[seat] & month_cards(quad) == month_cards(quad)
    if rules.hand_quad != HandQuad.MAY_CLAIM:
        return False
    if rules.quad_continue == QuadContinue.PLAYS_ON or g.stage == Stage.QUADS:
        return True
    return has_shown(g, seat, quad, _QUAD)


@rule
def has_shown(g: State, seat: int, month: int, cards: int) -> bool:
    """Whether a seat has shown just these cards, of the four of a month."""
    return int(g.shaker[month]) == seat + 1 and int(g.shown_then[month]) == cards


@rule
def acts_agree(g: State, rules: Rules, seat: int) -> bool:  # noqa: C901 - one branch a byte
    """Whether another seat held, whenever it acted, what its acts say that it held."""
    own = cards_at(g, g.hand[seat])
    held = dealt_hand(g, rules.cards_per_hand, seat)
    used = 0  # by the last act of the turn; a shown card may be the one just being played
    top = g.first_top
    actor = -1
    acts = 0
    for k in range(g.log_length):
        byte = int(g.log[k])
        if byte >= Log.SEAT:
            actor = byte - Log.SEAT
            used = 0
        elif byte == Log.TURN_UP:
            top += 1
        elif byte == Log.DRAW:
            drawn = int(g.deck[top])
            top += 1
            if actor == seat:
                held |= 1 << drawn
                if k + 1 < g.log_length and not draw_agrees(g, rules, seat, held, drawn, acts):
                    return False
        elif actor == seat and byte >= Log.SHOW:
            month = byte - Log.SHOW
            if ((held | used) >> (4 * month)) & _QUAD != int(g.shown_then[month]):
                return False
        elif actor == seat:
            used = cards_used(own, byte) | (used if is_answer(byte) else 0)
            if cards_used(own, byte) & ~held:
                return False
            held &= ~used
            own &= ~used
            if not is_answer(byte):
                acts += 1
    return True


@rule
def is_answer(action: int) -> bool:
    """Whether an action answers a question within a turn, rather than beginning one's move."""
    if action < ids.TAKE or action == ids.FLIP:
        return False
    return action < ids.BOMB or action > ids.FLIP


@rule
def cards_used(own: int, action: int) -> int:
    """Board of the cards that leave a hand with an action; a bomb takes all of its month."""
    if action < ids.TAKE:
        return 1 << (action - ids.PLAY)
    if action >= ids.BONUS and action < ids.BOMB:
        return 1 << (NUM_CARDS + action - ids.BONUS)
    if action >= ids.BOMB and action < ids.FLIP:
        return own & month_cards(action - ids.BOMB)
    return 0


@rule
def draw_agrees(g: State, rules: Rules, seat: int, held: int, drawn: int, acts: int) -> bool:
    """Whether a seat may have drawn this card: a quad that it makes may have to be shown (§2.2)."""
    if rules.quad_continue != QuadContinue.DOUBLES or drawn >= NUM_CARDS:
        return True
    if rules.joker_quad == JokerQuad.NO or (rules.joker_quad == JokerQuad.FIRST_TURN and acts > 0):
        return True
    month = month_of(drawn)
    if held & month_cards(month) != month_cards(month):
        return True
    return has_shown(g, seat, month, _QUAD)

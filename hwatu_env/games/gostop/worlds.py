"""Worlds that a seat cannot tell apart: redrawing what it does not know, as compiled rules.

A card's place in `deck` says where it came from, so a world is a rearrangement of the hidden
cards over the places where hidden cards lie: public events keep their cards, and the hands follow.
Worlds are drawn uniformly from all that agree with what the seat saw, that no redeal happened
included (§2.2), by drawing again until one does.
"""

from hwatu_env.cards.hwatu import NUM_CARDS, month_of
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rng import mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import (
    cards_at,
    dealt_hand,
    places_of,
    shuffle_places,
    stock_places,
)
from hwatu_env.games.gostop.deal import highest_quad, holds_quad
from hwatu_env.games.gostop.rules import HandQuad, Rules
from hwatu_env.games.gostop.state import Decision, Stage, State
from hwatu_env.games.gostop.turn import advance


@rule
def determinize(g: State, rules: Rules, seat: int, key: int) -> None:
    """Redraw all that `seat` does not know.

    A question that another seat is being asked in secret is taken back, since the observer cannot
    know of it; questions before the first turn are asked anew under the new cards.
    """
    take_back_secret(g, seat)
    places = hidden_places(g, rules, seat)
    for other in range(len(g.hand)):
        if other != seat:
            g.hand[other] = places_of(g, rules.deck_size, g.hand[other] & ~g.shown[other])
    draws = 0
    while True:
        shuffle_places(g, places, key, draws)
        draws += popcount(places)
        if agrees(g, rules, seat):
            break
    for other in range(len(g.hand)):
        if other != seat:
            g.hand[other] = g.shown[other] | cards_at(g, g.hand[other])
    g.key = mix(key, g.key)
    advance(g, rules)


@rule
def take_back_secret(g: State, seat: int) -> None:
    """Undo a question that another seat is asked in secret."""
    if g.to_move == seat:
        return
    if g.decision == Decision.SHAKE:
        g.card = -1
        g.log_length -= 1
        g.decision = Decision.PLAY
    elif g.decision == Decision.QUAD and g.turns_taken[g.to_move] > 0:
        g.asked_month = -1
        g.decision = Decision.PLAY
    elif g.decision == Decision.QUAD or g.decision == Decision.DEAL_SHAKE:
        g.stage = Stage.QUADS if g.decision == Decision.QUAD else Stage.SHAKES
        g.decision = Decision.NOTHING
        g.asked -= 1
        g.log_length -= 1


@rule
def hidden_places(g: State, rules: Rules, seat: int) -> int:
    """Places in the deck of the stock and of what other seats hold unseen."""
    hidden = 0
    for other in range(len(g.hand)):
        if other != seat:
            hidden |= g.hand[other] & ~g.shown[other]
    return places_of(g, rules.deck_size, hidden) | stock_places(g, rules.deck_size)


@rule
def agrees(g: State, rules: Rules, seat: int) -> bool:
    """Whether the cards at the hidden places agree with all that the seat saw.

    While worlds are drawn, `g.hand` of the other seats holds the hidden places of their hands.
    """
    return shown_triples_agree(g, seat) and deal_agrees(g, rules, seat)


@rule
def shown_triples_agree(g: State, seat: int) -> bool:
    """Who showed three of a month did not hold the fourth at that moment (§3.6)."""
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
    if rules.hand_quad == HandQuad.PLAY or g.first_top < 0:
        return True
    decided = g.decision == Decision.FORCED
    if decided and holds_quad(g.table):
        return True  # the table decided before any hand was looked at
    holders = 0
    for other in range(len(g.hand)):
        dealt = dealt_hand(g, rules.cards_per_hand, other)
        if highest_quad(dealt) < 0:
            continue
        holders += 1
        if not decided and rules.hand_quad != HandQuad.MAY_CLAIM and other != seat:
            return False
        if decided and other != seat and highest_quad(dealt & ~g.shown[other]) >= 0:
            return False
    return decided or rules.hand_quad != HandQuad.MAY_CLAIM or holders <= 1

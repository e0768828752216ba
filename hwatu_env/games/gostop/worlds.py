"""Worlds that a seat cannot tell apart: redrawing what it does not know, as compiled rules.

A card's place in `deck` says where it came from, so a world is a rearrangement of the deck: public
events keep their cards, and the hands follow. Hidden cards move over the places where hidden cards
lie; and of a seat that has drawn for a joker nobody else knows which of its cards were dealt and
which drawn, those played since included. Worlds are drawn uniformly from all that agree with what
the seat saw, that no redeal happened included (§2.2), by drawing again until one does.
"""

from hwatu_env.cards.hwatu import ALL_MONTHS, NUM_CARDS, month_of
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rng import mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import (
    Log,
    cards_at,
    dealt_hand,
    months_with,
    places_of,
    shuffle_places,
    stock_places,
)
from hwatu_env.games.gostop.past import agrees
from hwatu_env.games.gostop.prompts import ask_joker_quad
from hwatu_env.games.gostop.rules import Rules, Shake
from hwatu_env.games.gostop.state import Decision, Stage, State
from hwatu_env.games.gostop.turn import advance


@rule
def determinize(g: State, rules: Rules, seat: int, key: int) -> None:
    """Redraw all that `seat` does not know.

    A question that another seat is being asked in secret is taken back, since the observer cannot
    know of it, and asked anew where the new cards call for it.
    """
    take_back_secret(g, seat)
    hidden = cards_at(g, stock_places(g, rules.deck_size))
    for other in range(len(g.hand)):
        if other != seat:
            unseen = g.hand[other] & ~g.shown[other]
            hidden |= unseen
            g.hand[other] = places_of(g, rules.deck_size, unseen)
            if g.first_top >= 0:
                g.hand[other] = own_places(g, rules, other)
    rearrange(g, rules, seat, key, hidden)
    for other in range(len(g.hand)):
        if other != seat:
            g.hand[other] = g.shown[other] | (cards_at(g, g.hand[other]) & hidden)
            if rules.shake == Shake.ON_FIRST_PLAY and g.first_top >= 0:
                settle_triples(g, rules, other)
    g.key = mix(key, g.key)
    ask_again(g, rules, seat)
    advance(g, rules)


@rule
def rearrange(g: State, rules: Rules, seat: int, key: int, hidden: int) -> None:
    """Draw arrangements of the deck until one agrees with what `seat` saw.

    `g.hand` of the other seats holds the places of their cards meanwhile: all that were dealt to
    them or drawn, or in a hand-made position, which has no past, those of their hidden cards.
    """
    draws = 0
    while True:
        places = places_of(g, rules.deck_size, hidden)
        shuffle_places(g, places, key, draws)
        draws += popcount(places)
        for other in range(len(g.hand)):
            if other != seat and g.first_top >= 0 and has_drawn(g, rules, other):
                shuffle_places(g, g.hand[other], key, draws)
                draws += popcount(g.hand[other])
        if agrees(g, rules, seat):
            return


@rule
def own_places(g: State, rules: Rules, seat: int) -> int:
    """Places in the deck of all cards that a seat was dealt or has drawn."""
    dealt = rules.cards_per_hand
    places = ((1 << dealt) - 1) << (seat * dealt)
    top = g.first_top
    actor = -1
    for k in range(g.log_length):
        byte = int(g.log[k])
        if byte >= Log.SEAT:
            actor = byte - Log.SEAT
        elif byte == Log.DRAW or byte == Log.TURN_UP:
            if byte == Log.DRAW and actor == seat:
                places |= 1 << top
            top += 1
    return places


@rule
def has_drawn(g: State, rules: Rules, seat: int) -> bool:
    """Whether a seat whose places are in `g.hand` has drawn for a joker."""
    return popcount(g.hand[seat]) > rules.cards_per_hand


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
    elif g.decision == Decision.QUAD:
        g.stage = Stage.QUADS
        g.decision = Decision.NOTHING
        g.asked = 0  # one seat at most is asked, so nobody has been before
        g.log_length -= 1
    elif g.decision == Decision.DEAL_SHAKE:
        g.stage = Stage.SHAKES
        g.decision = Decision.NOTHING
        g.asked -= 1
        g.log_length -= 1


@rule
def ask_again(g: State, rules: Rules, seat: int) -> None:
    """Ask another seat that has just drawn about the quad that the new card may make (§2.2)."""
    if g.decision != Decision.PLAY or g.to_move == seat or g.log_length == 0:
        return
    if int(g.log[g.log_length - 1]) != Log.DRAW:
        return
    drawn = int(g.deck[g.stock_top - 1])
    if drawn < NUM_CARDS:
        ask_joker_quad(g, rules, month_of(drawn))


@rule
def settle_triples(g: State, rules: Rules, seat: int) -> None:
    """Dealt triples of which no card was played may still be asked about (`on_first_play`)."""
    dealt = dealt_hand(g, rules.cards_per_hand, seat)
    untouched = months_with(dealt, 3) & months_with(dealt & g.hand[seat] & ~g.shown[seat], 3)
    g.no_shake[seat] = ALL_MONTHS & ~untouched

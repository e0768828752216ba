"""The deal, and how games make sets and matches (rules/hachinin_meri.md §2, §8), as compiled rules."""

from hwatu_env.cards.unsun import NUM_CARDS, high_bit, low_bit, suit_of
from hwatu_env.compiled.rng import below, mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import Rules, Tie
from hwatu_env.games.hachinin_meri.scoring import set_result
from hwatu_env.games.hachinin_meri.state import (
    NOTHING,
    SEATS,
    SET,
    SINGLE,
    TRICKS,
    Decision,
    State,
)
from hwatu_env.games.hachinin_meri.tricks import begin_trick, next_seat, places_on

_DEALER_DRAW = 1 << 40
"""Which draws of an episode's stream choose its first dealer; deals count from 0."""
_GAMES_OF_SET = 8
_SETS_TO_WIN = 2
_MOST_SETS = 3
WIDOW = SEATS * TRICKS
"""Place in the deck of the Open Trump; two hidden cards follow it (§2.6)."""
PACKET = 3
"""Cards that are dealt to a seat at a time (§2.5)."""


@rule
def begin_episode(g: State, rules: Rules, deals: int, dealer: int) -> None:
    """Start a single game, a set or a match; the dealer -1 is the rules', or drawn (§2.3)."""
    g.ply = 0
    g.deals = 0
    g.episode_deals = deals
    g.dealer = dealer if dealer >= 0 else rules.first_dealer
    if g.dealer < 0:
        g.dealer = below(mix(g.key, _DEALER_DRAW), 0, SEATS)
    for seat in range(SEATS):
        g.score[seat] = 0
        g.result[seat] = 0
    g.way = next_seat(0, rules)
    g.exchange_told = 1 if rules.exchange_public else 0
    g.games_of_set = 0
    g.sets = 0
    g.offender = -1
    for team in range(2):
        g.set_points[team] = 0
        g.sets_won[team] = 0
    g.redeals = 0


@rule
def clear_deal(g: State) -> None:
    """Forget the last deal; the dealer and the episode stay."""
    for seat in range(SEATS):
        g.hand_low[seat] = 0
        g.hand_high[seat] = 0
        g.void[seat] = 0
    for team in range(2):
        g.points[team] = 0
        g.tricks_won[team] = 0
    for place in range(SEATS * TRICKS):
        g.cards[place] = NOTHING
    for trick in range(TRICKS):
        g.winners[trick] = NOTHING
        g.trick_face_down[trick] = 0
        g.trick_yaku[trick] = 0
        g.trick_points[trick] = 0
    g.first_top = 0
    g.trump = -1
    g.open_trump = -1
    g.first_leader = -1
    g.declarer = -1
    g.hidden = 0
    g.hidden_told = 0
    g.buried = -1
    g.trick = 0
    g.meri_seen = 0
    g.highest = 0
    g.gone_low = 0
    g.gone_high = 0
    g.log_length = 0
    g.decision = Decision.NOTHING
    begin_trick(g, g.dealer)


@rule
def shuffle(g: State, rules: Rules) -> None:
    """Put the deck in a uniformly random order, dealt from the dealer's left on (§2.5).

    Places are counted in turn order, so that another dealer makes the same game some seats on.
    """
    key = mix(mix(g.key, g.deals), g.redeals)
    for card in range(NUM_CARDS):
        g.deck[dealt_place(g, rules, card)] = card
    for last in range(NUM_CARDS - 1, 0, -1):
        place = dealt_place(g, rules, last)
        other = dealt_place(g, rules, below(key, last, last + 1))
        card = g.deck[place]
        g.deck[place] = g.deck[other]
        g.deck[other] = card


@rule
def dealt_place(g: State, rules: Rules, number: int) -> int:
    """Place in the deck, which is by seats, of card `number` counted from the dealer's left."""
    if number >= WIDOW:
        return number
    seat = places_on(g.dealer, 1 + number // TRICKS, rules)
    return TRICKS * seat + number % TRICKS


@rule
def give_first_packet(g: State, rules: Rules) -> None:
    """The dealer's left sees his first three cards (§2, `redeal`)."""
    seat = next_seat(g.dealer, rules)
    give(g, seat, PACKET)
    g.to_move = seat
    g.decision = Decision.KEEP


@rule
def give_out(g: State) -> None:
    """Nine cards to every seat; the Open Trump makes the trump suit (§2.5-7)."""
    for seat in range(SEATS):
        give(g, seat, TRICKS)
    g.open_trump = int(g.deck[WIDOW])
    g.trump = suit_of(g.open_trump)


@rule
def give(g: State, seat: int, count: int) -> None:
    """The first cards of a seat's hand in the deck go into its hand."""
    for place in range(TRICKS * seat, TRICKS * seat + count):
        card = int(g.deck[place])
        g.hand_low[seat] |= low_bit(card)
        g.hand_high[seat] |= high_bit(card)


# ---- games, sets and matches (§8)


@rule
def end_deal(g: State, rules: Rules) -> None:
    """Enter a finished game in its set; the episode goes on with another deal, or ends."""
    set_result(g)
    g.deals += 1
    g.decision = Decision.NOTHING
    if g.episode_deals == SINGLE:
        g.to_move = -1
        return
    for team in range(2):
        g.set_points[team] += g.points[team]
    if g.points[0] == g.points[1] and rules.tie_game == Tie.EXTRA_GAME:
        return  # the same dealer deals again, and both are one of the eight (§9.1)
    g.games_of_set += 1
    if g.games_of_set >= _GAMES_OF_SET:
        tied = g.set_points[0] == g.set_points[1]
        if not tied or rules.tie_set == Tie.DRAW:
            end_set(g)
    if g.to_move >= 0:
        g.dealer = next_seat(g.dealer, rules)


@rule
def end_set(g: State) -> None:
    """Settle a set (§8.2); the points of the last one stay to be seen."""
    g.sets += 1
    for team in range(2):
        if g.set_points[team] > g.set_points[1 - team]:
            g.sets_won[team] += 1
    decided = max(g.sets_won[0], g.sets_won[1]) >= _SETS_TO_WIN
    if g.episode_deals == SET or decided or g.sets >= _MOST_SETS:
        g.to_move = -1
        return
    g.games_of_set = 0
    for team in range(2):
        g.set_points[team] = 0


@rule
def outcome(g: State, rules: Rules, seat: int) -> int:
    """1 if the seat's team has won the game, set or match, -1 if the other has, 0 for a draw.

    Who took an illegal action has lost it with his team, and nobody has won.
    """
    team = seat % 2
    if g.offender >= 0:
        return -1 if g.offender % 2 == team else 0
    if g.episode_deals == SINGLE:
        own, others = g.points[team], g.points[1 - team]
    else:
        own, others = g.sets_won[team], g.sets_won[1 - team]
    if own == others:
        return 0
    return 1 if own > others else -1

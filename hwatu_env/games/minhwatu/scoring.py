"""Card points, special hands and the deal score (rules/minhwatu.md §1, §4, §5)."""

from hwatu_env.cards.hwatu import (
    ANIMALS,
    BRIGHTS,
    CHEONGDAN,
    CHODAN,
    GODORI,
    HONGDAN,
    RIBBONS,
    board,
    month_cards,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.minhwatu.rules import HandWeight, Rules, Tie
from hwatu_env.games.minhwatu.state import Outcome, State

CHOYAK = month_cards(4)
PUNGYAK = month_cards(9)
PAULOWNIA = month_cards(10)
SHIKKA = board(["6.1", "7.1", "10.1"])
DAYPO = board(["3.1", "8.1", "9.1"])
INHO_SHIKKA = board(["1.1", "3.1", "8.1", "9.1"])
ILESAM = board(["1.1", "2.1", "3.1"])

HANDS = (
    HONGDAN,
    CHEONGDAN,
    CHODAN,
    CHOYAK,
    PUNGYAK,
    PAULOWNIA,
    month_cards(11),
    GODORI,
    SHIKKA,
    DAYPO,
    INHO_SHIKKA,
    ILESAM,
    BRIGHTS,
)
"""Cards of the special hands, in the order of `HAND_NAMES`."""
HAND_NAMES = (
    "hongdan",
    "cheongdan",
    "chodan",
    "choyak",
    "pungyak",
    "month 11",
    "month 12",
    "godori",
    "shikka",
    "daypo",
    "inho_shikka",
    "ilesam",
    "ogong",
)


@rule
def card_points(pile: int) -> int:
    """20 for a bright, 10 for an animal, 5 for a ribbon (§1)."""
    return (
        20 * popcount(pile & BRIGHTS) + 10 * popcount(pile & ANIMALS) + 5 * popcount(pile & RIBBONS)
    )


@rule
def hand_value(hand: int, rules: Rules) -> int:
    """Points of special hand number `hand` under the rules, 0 where it does not count (§4)."""
    if hand < 3:
        return rules.ribbon_set
    if hand < 5:
        return rules.suit_set
    if hand == 5:
        return rules.suit_set if rules.be_si_ma == 11 else rules.ttongyak
    if hand == 6:
        return rules.suit_set if rules.be_si_ma == 12 else 0
    if hand == 7:
        return rules.godori
    if hand == 8:
        return rules.shikka
    if hand == 9:
        return rules.daypo
    if hand == 10:
        return rules.inho_shikka
    return rules.ilesam if hand == 11 else rules.ogong


@rule
def holds(pile: int, hand: int) -> bool:
    """Whether a pile holds all cards of special hand number `hand`."""
    return pile & HANDS[hand] == HANDS[hand]


@rule
def counts(pile: int, hand: int, rules: Rules) -> bool:
    """Whether a pile is paid for a special hand; In-Ho-Shik-Ka replaces Day-Po (§4)."""
    if hand_value(hand, rules) == 0 or not holds(pile, hand):
        return False
    return hand != 9 or rules.inho_shikka == 0 or not holds(pile, 10)


@rule
def hands_value(pile: int, rules: Rules) -> int:
    """Points of all special hands of a pile, *Y* of §5."""
    value = 0
    for hand in range(len(HANDS)):
        if counts(pile, hand, rules):
            value += hand_value(hand, rules)
    return value


@rule
def deal_score(g: State, rules: Rules, seat: int) -> int:
    """Points of a seat in this deal, before a tie is looked at (§5)."""
    score = card_points(g.pile[seat]) + rules.quad_bonus * g.quads[seat] - rules.par_points
    if seat == g.dealer:
        score += rules.dealer_bonus
    weight = 1
    if rules.hand_weight == HandWeight.TRANSFER:
        weight = len(g.hand) - 1
    for other in range(len(g.hand)):
        value = hands_value(g.pile[other], rules)
        score += weight * value if other == seat else -value
    return score


@rule
def top_seat(points: list[int]) -> int:
    """The seat with the most points, -1 if it is shared."""
    best = 0
    shared = False
    for seat in range(1, len(points)):
        if points[seat] == points[best]:
            shared = True
        elif points[seat] > points[best]:
            best = seat
            shared = False
    return -1 if shared else best


@rule
def settle(g: State, rules: Rules) -> None:
    """Score a played-out deal: points, totals, and margins over the other seats (§5)."""
    seats = len(g.hand)
    for seat in range(seats):
        g.points[seat] = deal_score(g, rules, seat)
    g.outcome = Outcome.SCORED
    if rules.tie == Tie.VOID and top_seat(g.points) < 0:
        g.outcome = Outcome.VOID
        for seat in range(seats):
            g.points[seat] = 0
    everybody = 0
    for seat in range(seats):
        everybody += g.points[seat]
    for seat in range(seats):
        g.total[seat] += g.points[seat]
        g.result[seat] = seats * g.points[seat] - everybody
        g.score[seat] += g.result[seat]

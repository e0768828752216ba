"""Card points, special hands and the deal score (rules/minhwatu.md §1, §4, §5)."""

from hwatu_env.cards.hwatu import ANIMALS, BRIGHTS, RIBBONS
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.minhwatu.hands import DAYPO, INHO_SHIKKA, NUM_HANDS
from hwatu_env.games.minhwatu.rules import HandWeight, Rules, Tie
from hwatu_env.games.minhwatu.state import Outcome, State

_ONES = sum(1 << (4 * hand) for hand in range(NUM_HANDS))


@rule
def card_points(pile: int) -> int:
    """20 for a bright, 10 for an animal, 5 for a ribbon (§1)."""
    return (
        20 * popcount(pile & BRIGHTS) + 10 * popcount(pile & ANIMALS) + 5 * popcount(pile & RIBBONS)
    )


@rule
def holds(pile: int, hand: int, rules: Rules) -> bool:
    """Whether a pile holds all cards of a special hand; nobody holds one that does not count."""
    cards = int(rules.hand_cards[hand])
    return cards != 0 and pile & cards == cards


@rule
def counts(pile: int, hand: int, rules: Rules) -> bool:
    """Whether a pile is paid for a special hand; In-Ho-Shik-Ka replaces Day-Po (§4)."""
    if hand == DAYPO and holds(pile, INHO_SHIKKA, rules):
        return False
    return holds(pile, hand, rules)


@rule
def gain(g: State, rules: Rules, seat: int, cards: int) -> None:
    """Move cards to a pile, and count those of special hands."""
    g.pile[seat] |= cards
    while cards:
        g.held[seat] += int(rules.hands_of_card[lowest_bit(cards)])
        cards &= cards - 1


@rule
def nonzero_nibbles(nibbles: int) -> int:
    """1 for each number of four bits that is not 0."""
    return (nibbles | nibbles >> 1 | nibbles >> 2 | nibbles >> 3) & _ONES


@rule
def hands_value(held: int, rules: Rules) -> int:
    """Points of all special hands of a pile that holds so many cards of each, *Y* of §5."""
    value = 0
    complete = _ONES & ~nonzero_nibbles(held ^ rules.hand_sizes)
    if complete >> (4 * INHO_SHIKKA) & 1:
        complete &= ~(1 << (4 * DAYPO))  # which it replaces (§4)
    while complete:
        value += int(rules.hand_points[lowest_bit(complete) >> 2])
        complete &= complete - 1
    return value


@rule
def hand_weight(g: State, rules: Rules) -> int:
    """How many times a special hand counts for its owner (§5)."""
    return len(g.hand) - 1 if rules.hand_weight == HandWeight.TRANSFER else 1


@rule
def deal_score(g: State, rules: Rules, seat: int) -> int:
    """Points of a seat in this deal, before a tie is looked at (§5)."""
    score = card_points(g.pile[seat]) + rules.quad_bonus * g.quads[seat] - rules.par_points
    if seat == g.dealer:
        score += rules.dealer_bonus
    weight = hand_weight(g, rules)
    for other in range(len(g.hand)):
        value = hands_value(g.held[other], rules)
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

"""Yaku and the points of a trick (rules/hachinin_meri.md §7), as compiled rules."""

from hwatu_env.cards.unsun import (
    CLUBS,
    EIGHT,
    KIRI,
    NINE,
    ONE,
    ROBAI,
    SOTA,
    SUN,
    SWORDS,
    TENKA,
    TWO,
    UN,
    card_of,
    rank_of,
    strength,
    suit_of,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import R2, HiddenBonus, Robai, Rules, YakuStack, YakuValue
from hwatu_env.games.hachinin_meri.state import SEATS, TRICKS, State
from hwatu_env.games.hachinin_meri.tricks import is_chase

YAKU_NAMES = (
    "chase",
    "Sun over Un",
    "Un over Sota",
    "Sota over Robai",
    "Robai over Kiri",
    "2 over 1",
    "8 over 9",
)
"""Y1 to Y7 in the words of §7.1."""
CHASE, TOP_PAIR, SECOND_PAIR, SOTA_ROBAI, ROBAI_KIRI, TWO_ONE, EIGHT_NINE = range(7)
"""Their numbers from 0, which are the bits of `trick_yaku`."""

_TRICK = 1
_YAKU = 2
_HIGH_YAKU = 5
"""A yaku in trick 9, or with a hidden dragon (§7.4, §7.5)."""


@rule
def pair_of(g: State, rules: Rules, card: int) -> int:
    """Which pair a trump would make by winning over the right card: its yaku, or -1 (§7.1)."""
    if card == TENKA and g.trump != CLUBS:
        return ROBAI_KIRI if rules.tenka_is_dragon else -1
    rank = rank_of(card)
    if rank in (SUN, UN):
        first = UN if rules.top else SUN
        return TOP_PAIR if rank == first else SECOND_PAIR
    if rank == SOTA:
        return SOTA_ROBAI
    if rank == ROBAI:
        return ROBAI_KIRI
    is_long = g.trump == CLUBS or g.trump == SWORDS
    if rank == TWO and is_long:
        return TWO_ONE
    if rank == EIGHT and not is_long:
        return EIGHT_NINE
    return -1


@rule
def beaten_rank(rules: Rules, pair: int) -> int:
    """Rank of the trump that a pair's lower card has (§7.1)."""
    if pair == TOP_PAIR:
        return SUN if rules.top else UN
    if pair == SECOND_PAIR:
        return SOTA
    if pair == SOTA_ROBAI:
        return ROBAI
    if pair == ROBAI_KIRI:
        return KIRI
    return ONE if pair == TWO_ONE else NINE


@rule
def counts_over(g: State, rules: Rules, card: int) -> bool:
    """Whether beating a card counts: an opponent played it (R1), and no R2 bars it (§7.2)."""
    if not opponent_played(g, card):
        return False
    if rules.r2 == R2.OFF:
        return True
    compared = strength(card, g.trump, rules.top) if rules.r2 == R2.GAME_ANY else g.best
    return g.highest <= compared


@rule
def opponent_played(g: State, card: int) -> bool:
    """Whether a card lies in the trick, played by the team that does not win it."""
    for seat in range(SEATS):
        if int(g.current[seat]) == card:
            return (seat - g.winner) % 2 == 1
    return False


@rule
def yaku_value(g: State, rules: Rules, with_hidden: bool) -> int:
    """What one yaku is worth (§7.3-5).

    Args:
        g: The game, at the end of a trick.
        rules: House rules.
        with_hidden: Whether it is a pair in which the hidden dragon wins or is beaten.
    """
    if g.trick == TRICKS - 1:
        return _HIGH_YAKU
    if g.hidden and rules.hidden_bonus == HiddenBonus.ALL_YAKU:
        return _HIGH_YAKU
    if g.hidden and with_hidden and rules.hidden_bonus == HiddenBonus.PAIR_ONLY:
        return _HIGH_YAKU
    return _YAKU


@rule
def score_trick(g: State, rules: Rules) -> None:
    """Find the yaku of a full trick, and its points (§7); they go to `trick_yaku` and so on."""
    yaku = 0
    total = 0
    largest = 0
    if is_chase(g, rules) and (rules.r2 != R2.GAME_ALL or g.highest <= g.best):
        yaku |= 1 << CHASE
        total = largest = yaku_value(g, rules, False)
    card = int(g.current[g.winner])
    pair = -1
    if card == TENKA or suit_of(card) == g.trump:
        pair = pair_of(g, rules, card)
    if pair >= 0:
        dragon = card_of(g.trump, ROBAI)
        beaten = card_of(g.trump, beaten_rank(rules, pair))
        made = counts_over(g, rules, beaten)
        with_hidden = made and (card == dragon or beaten == dragon)
        if pair == SOTA_ROBAI and rules.tenka_is_dragon:
            made = made or counts_over(g, rules, TENKA)
        if made:
            yaku |= 1 << pair
            value = yaku_value(g, rules, with_hidden)
            total += value
            largest = max(largest, value)
    paid = largest if rules.yaku_stack == YakuStack.MAX else total
    if yaku == 0 or rules.yaku_value == YakuValue.ADDED:
        paid += _TRICK
    g.trick_yaku[g.trick] = yaku
    g.trick_points[g.trick] = paid
    if yaku and g.trick < TRICKS - 1:
        tell_hidden(g, rules)


@rule
def tell_hidden(g: State, rules: Rules) -> None:
    """A yaku's value tells all whether the dragon is hidden, where that raises every yaku (§9.1)."""
    if rules.hidden_bonus == HiddenBonus.ALL_YAKU and rules.robai == Robai.OPTIONAL:
        if g.declarer < 0:
            g.hidden_told = 1 if g.hidden else 2


@rule
def pay_team(g: State, seat: int, points: int) -> None:
    """A seat's team wins points: its margin grows, and that of the other team falls."""
    team = seat % 2
    g.points[team] += points
    for other in range(SEATS):
        if other % 2 == team:
            g.score[other] += points
        else:
            g.score[other] -= points  # a negated byte would be one, compiled


@rule
def set_result(g: State) -> None:
    """The margins of a deal that ends (§8.7)."""
    for seat in range(SEATS):
        g.result[seat] = g.points[seat % 2] - g.points[1 - seat % 2]

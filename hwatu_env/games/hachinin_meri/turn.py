"""Decisions and one step of Hachi-Nin Meri (rules/hachinin_meri.md §3 to §6), as compiled rules."""

from hwatu_env.cards.unsun import (
    ROBAI,
    card_of,
    high_bit,
    holds,
    is_trump,
    low_bit,
    strength,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri import actions as ids
from hwatu_env.games.hachinin_meri.deal import (
    begin_episode,
    clear_deal,
    end_deal,
    give_first_packet,
    give_out,
    shuffle,
)
from hwatu_env.games.hachinin_meri.rules import Bury, Redeal, Robai, Rules
from hwatu_env.games.hachinin_meri.scoring import pay_team, score_trick, set_result
from hwatu_env.games.hachinin_meri.state import (
    NOTHING,
    SEATS,
    TRICKS,
    Decision,
    Logged,
    State,
)
from hwatu_env.games.hachinin_meri.tricks import (
    WordPair,
    begin_trick,
    lay,
    legal_plays,
    next_seat,
)

_WORD = ids.WORD_BITS
_BURY_SHIFT = ids.BURY - _WORD
"""Where the first card to bury stands in the second word."""
_PENALTY = 99
"""What an illegal action costs a team: the most that tricks and yaku of a game can be worth."""


@rule
def legal(g: State, rules: Rules) -> tuple[int, int, int]:
    """The legal actions: bits of all ids, 60 a word."""
    decision = g.decision
    if decision == Decision.PLAY:
        low, high = legal_plays(g, rules, g.to_move)
        return low, high, 0
    if decision == Decision.BURY:
        low, high = buriable(g, rules)
        fits = _WORD - _BURY_SHIFT
        first = (low & ((1 << fits) - 1)) << _BURY_SHIFT
        return 0, first, (low >> fits) | (high << _BURY_SHIFT)
    if decision == Decision.DECLARE:
        return 0, 0, (1 << (ids.DECLARE - 2 * _WORD)) | (1 << (ids.HIDE - 2 * _WORD))
    if decision == Decision.KEEP:
        return 0, 0, (1 << (ids.KEEP - 2 * _WORD)) | (1 << (ids.REDEAL - 2 * _WORD))
    return 0, 0, 0


@rule
def buriable(g: State, rules: Rules) -> WordPair:
    """The cards that the first leader may lay aside (§3.6, §3.10, `bury`)."""
    low, high = g.hand_low[g.to_move], g.hand_high[g.to_move]
    barred = -1
    if rules.bury == Bury.NOT_OPEN_TRUMP:
        barred = g.open_trump
    elif rules.bury == Bury.NOT_DRAGON:
        barred = card_of(g.trump, ROBAI)
    if barred >= 0:
        low &= ~low_bit(barred)
        high &= ~high_bit(barred)
    return low, high


@rule
def begin(g: State, rules: Rules, deals: int, dealer: int, stacked: bool) -> None:
    """Start an episode and go on to its first decision."""
    begin_episode(g, rules, deals, dealer)
    begin_deal(g, rules, stacked)


@rule
def begin_deal(g: State, rules: Rules, stacked: bool) -> None:
    """Deal (§2); a stacked deck has been put into `g.deck` before."""
    g.redeals = 0
    clear_deal(g)
    if not stacked:
        shuffle(g, rules)
    if rules.redeal == Redeal.LEFT_PEEK_ONCE:
        give_first_packet(g, rules)
    else:
        turn_open_trump(g, rules)


@rule
def void(g: State, rules: Rules) -> None:
    """End the episode for an illegal action: the offender's team loses, and nobody gains."""
    g.offender = g.to_move
    set_result(g)
    for seat in range(SEATS):
        if (seat - g.offender) % 2 == 0:
            g.result[seat] -= _PENALTY
            g.score[seat] -= _PENALTY
    g.deals += 1
    g.to_move = -1
    g.decision = Decision.NOTHING


@rule
def note(g: State, byte: int) -> None:
    """Write one byte of the event log."""
    if g.log_length < len(g.log):
        g.log[g.log_length] = byte
        g.log_length += 1


@rule
def step(g: State, rules: Rules, action: int) -> None:
    """Take a legal action and go on to the next decision."""
    g.ply += 1
    decision = g.decision
    if decision == Decision.PLAY:
        note(g, action)
        play(g, rules, action)
    elif decision == Decision.BURY:
        note(g, action)
        bury(g, action - ids.BURY)
    elif decision == Decision.DECLARE:
        note(g, action)
        if action == ids.DECLARE:
            declare(g, g.to_move)
        else:
            g.hidden = g.to_move + 1
            give_lead(g, g.dealer)
    else:
        answer_redeal(g, rules, action)


# ---- before the first trick (§2, §3)


@rule
def answer_redeal(g: State, rules: Rules, action: int) -> None:
    """The dealer's left keeps the deal, or has the pack shuffled again, once (§2)."""
    if action == ids.REDEAL:
        g.redeals += 1
        clear_deal(g)
        shuffle(g, rules)
    else:
        seat = g.to_move
        g.hand_low[seat] = 0
        g.hand_high[seat] = 0
    note(g, action)
    turn_open_trump(g, rules)


@rule
def turn_open_trump(g: State, rules: Rules) -> None:
    """Deal the rest, turn the Open Trump, and see who may declare the dragon (§3.1-5, §9.1)."""
    give_out(g)
    ask_holder(g, rules)


@rule
def ask_holder(g: State, rules: Rules) -> None:
    """Ask the holder of the Dragon of Trumps; without one, or a choice, go on (§3.1-5, §9.1)."""
    holder = dragon_holder(g)
    if holder < 0 or rules.robai == Robai.OFF:
        note(g, Logged.NOT_ASKED)
        give_lead(g, g.dealer)
    elif rules.robai == Robai.FORCED or (holder == g.dealer and not rules.dealer_may_hide):
        note(g, Logged.DECLARED)
        declare(g, holder)
    else:
        g.to_move = holder
        g.decision = Decision.DECLARE


@rule
def dragon_holder(g: State) -> int:
    """The seat that was dealt the Dragon of Trumps; -1 if it lies in the widow (§3.4)."""
    dragon = card_of(g.trump, ROBAI)
    for seat in range(SEATS):
        if holds(g.hand_low[seat], g.hand_high[seat], dragon):
            return seat
    return -1


@rule
def declare(g: State, seat: int) -> None:
    """A seat shows the Dragon of Trumps and takes the lead (§3.1)."""
    g.declarer = seat
    give_lead(g, seat)


@rule
def give_lead(g: State, seat: int) -> None:
    """The first leader takes up the Open Trump, and is to part with one of ten cards (§3.6)."""
    g.first_leader = seat
    g.hand_low[seat] |= low_bit(g.open_trump)
    g.hand_high[seat] |= high_bit(g.open_trump)
    g.to_move = seat
    g.decision = Decision.BURY


@rule
def bury(g: State, card: int) -> None:
    """The first leader lays a card aside, and leads (§3.6, §3.8)."""
    seat = g.to_move
    g.buried = card
    g.hand_low[seat] &= ~low_bit(card)
    g.hand_high[seat] &= ~high_bit(card)
    begin_trick(g, seat)
    g.decision = Decision.PLAY


# ---- the tricks (§5, §6)


@rule
def play(g: State, rules: Rules, card: int) -> None:
    """Play a card; the eighth ends the trick, and the ninth trick the game."""
    seat = g.to_move
    lay(g, rules, seat, card)
    if g.place < SEATS:
        g.to_move = next_seat(seat, rules)
        return
    end_trick(g, rules)
    if g.trick == TRICKS:
        end_deal(g, rules)
        if g.to_move >= 0:
            begin_deal(g, rules, False)


@rule
def end_trick(g: State, rules: Rules) -> None:
    """The showdown: the winner's team is paid, and he leads (§6, §7)."""
    winner = g.winner
    score_trick(g, rules)
    pay_team(g, winner, int(g.trick_points[g.trick]))
    g.tricks_won[winner % 2] += 1
    g.winners[g.trick] = winner
    g.trick_face_down[g.trick] = g.face_down
    for seat in range(SEATS):
        card = int(g.current[seat])
        g.cards[SEATS * g.trick + seat] = card
        if card == NOTHING:
            continue
        g.gone_low |= low_bit(card)
        g.gone_high |= high_bit(card)
        if is_trump(card, g.trump):
            g.highest = max(g.highest, strength(card, g.trump, rules.top))
    if g.meri:
        g.meri_seen = 1
    g.trick += 1
    begin_trick(g, winner)

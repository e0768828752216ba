"""How a deal ends (rules/gostop.md §5.2, §5.5, §5.6), as compiled rules."""

from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.rules import AfterGo, Nagari, Rules
from hwatu_env.games.gostop.scoring import base_points, pay_each, settle_win
from hwatu_env.games.gostop.state import Decision, Event, Outcome, Stage, State

_MAX_PUSH = 4
"""Two pushes in a row are the most (§5.5)."""


@rule
def fixed_ends(g: State, rules: Rules) -> None:
    """Side payments of the turn's events, and the third ppeok (§3.2 H, §5.6)."""
    g.stage = Stage.GO_STOP
    if g.events == 0:
        return
    seat = g.to_move
    if g.events & Event.PPEOK:
        g.ppeok_count[seat] += 1
        count = g.ppeok_count[seat]
        if rules.side_payments and count == g.turns_taken[seat] and count <= 3:
            pay_each(g, seat, rules.first_ppeok[count - 1])
        if count == 3:
            fixed_win(g, rules, seat, rules.three_ppeok_points)
    elif rules.side_payments and g.turns_taken[seat] == 1:
        if g.events & Event.TTADAK:
            pay_each(g, seat, rules.first_ttadak)
        if g.events & Event.JJOK:
            pay_each(g, seat, rules.first_jjok)
        if g.events & Event.BOMB:
            pay_each(g, seat, rules.first_bomb)


@rule
def check_go_stop(g: State, rules: Rules) -> None:
    """Whether the seat has reached its mark, and whether it may choose (§3.2 I, §5.2)."""
    g.stage = Stage.NEXT_SEAT
    seat = g.to_move
    base = base_points(g, rules, seat)
    if base < rules.min_points:
        return
    if g.go_count[seat] > 0 and base <= g.last_go_score[seat]:
        return
    if g.last or (rules.after_go == AfterGo.IMMEDIATE_WIN and another_went(g, seat)):
        win(g, rules)
        return
    g.decision = Decision.GO_STOP
    g.stage = Stage.WAIT


@rule
def another_went(g: State, seat: int) -> bool:
    """Whether another seat has called go."""
    return g.go_calls > g.go_count[seat]


@rule
def call_go(g: State, rules: Rules) -> None:
    """Play on for more (§5.2)."""
    seat = g.to_move
    g.go_count[seat] += 1
    g.last_go_score[seat] = base_points(g, rules, seat)
    g.go_order[g.go_calls] = seat
    g.go_calls += 1
    g.stage = Stage.NEXT_SEAT


@rule
def win(g: State, rules: Rules) -> None:
    """The seat to move has won."""
    g.outcome = Outcome.WIN
    finish_win(g, rules, g.to_move)


@rule
def fixed_win(g: State, rules: Rules, seat: int, points: int) -> None:
    """A win of a fixed number of points (§5.6)."""
    g.outcome = Outcome.FIXED_WIN
    g.prize = points
    finish_win(g, rules, seat)


@rule
def finish_win(g: State, rules: Rules, seat: int) -> None:
    """Pay the winner, unless he may leave the win for a doubled next deal (§5.5)."""
    g.winner = seat
    g.to_move = seat
    if rules.push and g.push < _MAX_PUSH and g.deals + 1 < g.episode_deals:
        g.decision = Decision.PUSH
        g.stage = Stage.WAIT
    else:
        pay_win(g, rules)


@rule
def pay_win(g: State, rules: Rules) -> None:
    """The losers pay (§5.4); a fixed win knows carry and push only (§5.6)."""
    if g.outcome == Outcome.FIXED_WIN:
        pay_each(g, g.winner, g.prize * g.carry * g.push)
    else:
        settle_win(g, rules, g.winner)
    g.stage = Stage.DEAL_END


@rule
def push_win(g: State) -> None:
    """The winner takes nothing; the next deal counts double (§5.5)."""
    g.outcome = Outcome.PUSHED
    g.stage = Stage.DEAL_END


@rule
def claim_or_continue(g: State, rules: Rules) -> None:
    """Take the one answer to a deal that was decided before anybody decided (§2.2)."""
    if g.winner >= 0:
        fixed_win(g, rules, g.winner, g.prize)
    else:
        end_without_winner(g)


@rule
def end_without_winner(g: State) -> None:
    """Nagari (§3.8)."""
    g.outcome = Outcome.NAGARI
    g.stage = Stage.DEAL_END


@rule
def next_carry(g: State, rules: Rules) -> int:
    """The carry of the deal after this one (§5.5)."""
    if g.outcome != Outcome.NAGARI:
        return 1
    if rules.nagari == Nagari.LINEAR:
        return g.carry + 1
    if rules.nagari == Nagari.FLAT2:
        return 2
    if rules.nagari == Nagari.NONE:
        return g.carry
    return max(g.carry, min(g.carry * 2, rules.carry_limit))


@rule
def next_push(g: State) -> int:
    """The push factor of the deal after this one (§5.5)."""
    if g.outcome == Outcome.PUSHED:
        return g.push * 2
    return g.push if g.outcome == Outcome.NAGARI else 1


@rule
def end_deal(g: State, rules: Rules) -> None:
    """Close the deal; in a match the winner deals the next, after a nagari the same (§2.3)."""
    for seat in range(len(g.hand)):
        g.result[seat] = g.ledger[seat]
    g.deals += 1
    if g.deals >= g.episode_deals:
        g.to_move = -1
        g.stage = Stage.WAIT
        return
    carry = next_carry(g, rules)
    g.push = next_push(g)
    g.carry = carry
    if g.winner >= 0:
        g.dealer = g.winner
    g.stage = Stage.DEAL


@rule
def outcome(g: State, rules: Rules, seat: int) -> int:
    """Whether a seat has won (1) or lost (-1) points in an episode, or neither."""
    if g.score[seat] == 0:
        return 0
    return 1 if g.score[seat] > 0 else -1

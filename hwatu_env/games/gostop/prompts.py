"""Questions outside the course of a turn: quads (D0) and triples (D1, D3), as compiled rules."""

from hwatu_env.cards.hwatu import NUM_MONTHS, month_cards
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import Log, note
from hwatu_env.games.gostop.deal import highest_quad
from hwatu_env.games.gostop.ending import fixed_win
from hwatu_env.games.gostop.rules import HandQuad, JokerQuad, QuadContinue, Rules, Shake
from hwatu_env.games.gostop.state import Decision, Stage, State

_CURSOR = 16
"""`asked` counts prompts as seats after the dealer * 16 + month."""


@rule
def ask(g: State, decision: int) -> None:
    """Wait for the seat to move to decide."""
    g.decision = decision
    g.stage = Stage.WAIT


@rule
def ask_at_deal(g: State, seat: int, decision: int, month: int) -> None:
    """Ask a seat about a month before the first turn."""
    g.to_move = seat
    g.asked_month = month
    note(g, Log.SEAT + seat)
    ask(g, decision)


@rule
def ask_quads(g: State, rules: Rules) -> None:
    """Ask the holder of a dealt quad to claim or continue (D0, §2.2 no. 4)."""
    seats = len(g.hand)
    if rules.hand_quad == HandQuad.MAY_CLAIM:
        for away in range(g.asked, seats):
            seat = (g.dealer + away) % seats
            quad = highest_quad(g.hand[seat])
            if quad >= 0:
                g.asked = away + 1
                ask_at_deal(g, seat, Decision.QUAD, quad)
                return
    g.asked = 0
    g.stage = Stage.SHAKES


@rule
def ask_shakes(g: State, rules: Rules) -> None:
    """Ask about each dealt triple, from the dealer on, months ascending (D1, §3.6)."""
    seats = len(g.hand)
    if rules.shake == Shake.DEAL:
        for cursor in range(g.asked, seats * _CURSOR):
            month = cursor % _CURSOR
            seat = (g.dealer + cursor // _CURSOR) % seats
            if month < NUM_MONTHS and popcount(g.hand[seat] & month_cards(month)) == 3:
                g.asked = cursor + 1
                ask_at_deal(g, seat, Decision.DEAL_SHAKE, month)
                return
    g.to_move = g.dealer
    g.asked_month = -1
    g.stage = Stage.TURN


@rule
def ask_joker_quad(g: State, rules: Rules, month: int) -> None:
    """Ask about a quad that the drawn card has completed (§2.2, `joker_quad`)."""
    seat = g.to_move
    if rules.joker_quad == JokerQuad.NO:
        return
    if rules.joker_quad == JokerQuad.FIRST_TURN and g.turns_taken[seat] > 1:
        return
    if g.hand[seat] & month_cards(month) == month_cards(month):
        g.asked_month = month
        ask(g, Decision.QUAD)


@rule
def answer_quad(g: State, rules: Rules, claims: bool) -> None:
    """Take the answer to D0; a quad made by a joker leaves the turn where it was."""
    seat, month = g.to_move, g.asked_month
    g.asked_month = -1
    if claims:
        fixed_win(g, rules, seat, rules.quad_prize)
        return
    if rules.quad_continue == QuadContinue.DOUBLES:
        shake(g, seat, month)
    if g.turns_taken[seat] == 0:
        g.stage = Stage.QUADS
    else:
        g.decision = Decision.PLAY


@rule
def answer_deal_shake(g: State, shows: bool) -> None:
    """Take the answer to D1."""
    if shows:
        shake(g, g.to_move, g.asked_month)
    g.stage = Stage.SHAKES


@rule
def shake(g: State, seat: int, month: int) -> None:
    """Show all hand cards of a month: one more doubling for this seat (§3.6)."""
    cards = g.hand[seat] & month_cards(month)
    g.shakes[seat] += 1
    g.shown[seat] |= cards
    g.no_shake[seat] |= month_cards(month)
    g.shaker[month] = seat + 1
    g.shown_then[month] = cards >> (4 * month)
    g.shaken_at[month] = g.stock_top
    note(g, Log.SHOW + month)

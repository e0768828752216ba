"""Events of a deal as one seat saw them, read from the log of its record."""

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards.hwatu import CARD_NAMES, NUM_MONTHS
from hwatu_env.games.fishing import Log
from hwatu_env.games.gostop.actions import ACTIONS, CONTINUE, SHAKE_NO
from hwatu_env.games.gostop.state import Decision, State

_CARDS = len(CARD_NAMES)
FLIP_EVENT = len(ACTIONS)
"""Events beyond action ids: this + card is a card turned up from the stock."""
DRAW_EVENT = FLIP_EVENT + _CARDS
"""This + card is a card that the observer drew for a joker."""
HIDDEN_DRAW = DRAW_EVENT + _CARDS
"""Another seat drew a card for a joker."""
SHOW_EVENT = HIDDEN_DRAW + 1
"""This + month 0..11: a seat showed all its cards of the month."""
NUM_EVENTS = SHOW_EVENT + NUM_MONTHS

_SECRET = (SHAKE_NO, CONTINUE)
"""Answers that others do not see: nobody learns of a question that was declined (§4)."""


def history(g: State, seat: int) -> NDArray[np.int64]:
    """Events of the deal so far that `seat` saw, in order.

    Args:
        g: A plain state.
        seat: The observer.

    Returns:
        (L, 2) rows of seat, counted from the observer, and event: an action id, or one of the
        events above. Refusals, questions and drawn cards of other seats are left out.
    """
    events: list[tuple[int, int]] = []
    actor = g.dealer
    log = g.log[: g.log_length]
    top = g.stock_top - sum(byte in (Log.TURN_UP, Log.DRAW) for byte in log)
    if g.decision == Decision.SHAKE and g.to_move != seat:
        log = log[:-1]  # the card is chosen, but not laid yet
    for byte in log:
        if byte >= Log.SEAT:
            actor = byte - Log.SEAT
            continue
        away = (actor - seat) % len(g.hand)
        if byte == Log.TURN_UP:
            events.append((away, FLIP_EVENT + g.deck[top]))
            top += 1
        elif byte == Log.DRAW:
            drawn = DRAW_EVENT + g.deck[top] if actor == seat else HIDDEN_DRAW
            events.append((away, drawn))
            top += 1
        elif byte >= Log.SHOW:
            events.append((away, SHOW_EVENT + byte - Log.SHOW))
        elif actor == seat or byte not in _SECRET:
            events.append((away, byte))
    return np.array(events, np.int64).reshape(-1, 2)


def played(g: State) -> list[int]:
    """Action ids of the deal so far, secret answers included."""
    return [byte for byte in g.log[: g.log_length] if byte < len(ACTIONS)]


def event_text(event: int) -> str:
    """An event in words: an action word, "flip 8.2", "draw 8.2", "draw" or "show 8"."""
    if event < FLIP_EVENT:
        return ACTIONS.text(event)
    if event < DRAW_EVENT:
        return f"flip {CARD_NAMES[event - FLIP_EVENT]}"
    if event < HIDDEN_DRAW:
        return f"draw {CARD_NAMES[event - DRAW_EVENT]}"
    return "draw" if event == HIDDEN_DRAW else f"show {event - SHOW_EVENT + 1}"

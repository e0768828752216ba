"""Events of a deal as one seat saw them, read from the log of its record."""

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards.hwatu import CARD_NAMES, NUM_CARDS
from hwatu_env.games.fishing import Log
from hwatu_env.games.minhwatu.actions import ACTIONS
from hwatu_env.games.minhwatu.state import State

FLIP_EVENT = len(ACTIONS)
"""Events beyond action ids: this + card is a card turned up from the stock."""
NUM_EVENTS = FLIP_EVENT + NUM_CARDS


def history(g: State, seat: int) -> NDArray[np.int64]:
    """Events of the deal so far that `seat` saw, in order; all of them are public.

    Args:
        g: A plain state.
        seat: The observer.

    Returns:
        (L, 2) rows of seat, counted from the observer, and event: an action id or a flip.
    """
    events: list[tuple[int, int]] = []
    away = 0
    log = g.log[: g.log_length]
    top = g.stock_top - log.count(Log.TURN_UP)
    for byte in log:
        if byte >= Log.SEAT:
            away = (byte - Log.SEAT - seat) % len(g.hand)
        elif byte == Log.TURN_UP:
            events.append((away, FLIP_EVENT + g.deck[top]))
            top += 1
        else:
            events.append((away, byte))
    return np.array(events, np.int64).reshape(-1, 2)


def played(g: State) -> list[int]:
    """Action ids of the deal so far."""
    return [byte for byte in g.log[: g.log_length] if byte < len(ACTIONS)]


def event_text(event: int) -> str:
    """An event in words: an action word, or "flip 8.2"."""
    if event < FLIP_EVENT:
        return ACTIONS.text(event)
    return f"flip {CARD_NAMES[event - FLIP_EVENT]}"

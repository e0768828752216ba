"""Events of a deal as one seat saw them, read from the record of the game."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards.unsun import CARD_NAMES, NUM_CARDS
from hwatu_env.games.hachinin_meri import actions as ids
from hwatu_env.games.hachinin_meri.actions import ACTIONS
from hwatu_env.games.hachinin_meri.state import SEATS, Logged, State

OPEN_EVENT = len(ACTIONS)
"""Events beyond action ids: the dealer turns up this + card, the Open Trump."""
TAKEN_EVENT = OPEN_EVENT + NUM_CARDS
"""The first leader has buried a card, and taken the Open Trump."""
LEFT_EVENT = TAKEN_EVENT + 1
"""The first leader has buried the Open Trump."""
EXCHANGE_EVENT = LEFT_EVENT + 1
"""The first leader has buried a card, nobody else knows which."""
DOWN_EVENT = EXCHANGE_EVENT + 1
"""A seat has played a trump face down."""
SHOW_EVENT = DOWN_EVENT + 1
"""A seat turns up its face-down card, this + card, at the showdown."""
WON_EVENT = SHOW_EVENT + NUM_CARDS
"""A seat has won a trick, and its team this many points."""
_MOST_POINTS = 11
NUM_EVENTS = WON_EVENT + _MOST_POINTS + 1

Event = tuple[int, int]
"""Seat, not yet counted from the observer, and event."""

_BEFORE = {ids.KEEP, ids.REDEAL}
_SPOKEN = {ids.DECLARE: ids.DECLARE, Logged.DECLARED: ids.DECLARE, ids.HIDE: ids.HIDE}


def history(g: State, seat: int) -> NDArray[np.int64]:
    """Events of the deal so far that `seat` saw, in order.

    Args:
        g: A plain state.
        seat: The observer.

    Returns:
        (L, 2) rows of seat, counted from the observer in turn order, and event: an action id, or
        one of the events above. What others buried, hid and were asked is left out.
    """
    events = [(_away(g, seat, actor), event) for actor, event in _events(g, seat)]
    return np.array(events, np.int64).reshape(-1, 2)


def _away(g: State, seat: int, other: int) -> int:
    return (other - seat) * g.way % SEATS


def _events(g: State, seat: int) -> Iterator[Event]:
    log = list(g.log[: g.log_length])
    if log and log[0] in _BEFORE:
        yield (g.dealer + g.way) % SEATS, log.pop(0)
    if g.trump < 0:
        return
    yield g.dealer, OPEN_EVENT + g.open_trump
    if not log:
        return
    said = _SPOKEN.get(log.pop(0))
    if said == ids.DECLARE:
        yield g.declarer, ids.DECLARE
    elif said == ids.HIDE and g.hidden == seat + 1:
        yield seat, ids.HIDE
    if log:
        yield from _exchange(g, seat, log.pop(0))
        yield from _tricks(g, seat, log)


def _exchange(g: State, seat: int, action: int) -> Iterator[Event]:
    if seat == g.first_leader:
        yield seat, action
    if g.exchange_told:
        left = action - ids.BURY == g.open_trump
        yield g.first_leader, LEFT_EVENT if left else TAKEN_EVENT
    elif seat != g.first_leader:
        yield g.first_leader, EXCHANGE_EVENT


def _tricks(g: State, seat: int, plays: list[int]) -> Iterator[Event]:
    leader = g.first_leader
    for trick in range(g.trick + 1):
        cards = plays[SEATS * trick : SEATS * (trick + 1)]
        finished = trick < g.trick
        face_down = g.trick_face_down[trick] if finished else g.face_down
        shown: list[Event] = []
        for place, card in enumerate(cards):
            actor = (leader + place * g.way) % SEATS
            if face_down >> actor & 1:
                shown.append((actor, SHOW_EVENT + card))
                yield actor, card if actor == seat else DOWN_EVENT
            else:
                yield actor, card
        if finished:
            yield from shown
            leader = g.winners[trick]
            yield leader, WON_EVENT + g.trick_points[trick]


def played(g: State) -> list[int]:
    """Action ids of the deal so far, secret ones included.

    A deal that was asked for anew is the deal of its own deck, and was kept.
    """
    actions = [byte for byte in g.log[: g.log_length] if byte < len(ACTIONS)]
    return [ids.KEEP if action == ids.REDEAL else action for action in actions]


def event_text(event: int) -> str:
    """An event in words: an action word, "open Cups.7", "taken", "down", "show Cups.7", "won 3"."""
    if event < OPEN_EVENT:
        return ACTIONS.text(event)
    if event < TAKEN_EVENT:
        return f"open {CARD_NAMES[event - OPEN_EVENT]}"
    if event < SHOW_EVENT:
        return ("taken", "left", "exchange", "down")[event - TAKEN_EVENT]
    if event < WON_EVENT:
        return f"show {CARD_NAMES[event - SHOW_EVENT]}"
    return f"won {event - WON_EVENT}"

"""The declaration that nobody had to be asked for, where everybody can see that time passes.

Who is asked about the dragon, and that somebody is asked at all, is itself information
(rules/hachinin_meri.md §3). A door that shows every seat every step has one declaration round in
every game: this says when the rules went past it, and how the game stood then.
"""

from typing import Any

from hwatu_env.cards.unsun import high_bit, low_bit
from hwatu_env.games.hachinin_meri.state import Decision, Logged


def take_back_lead(g: Any) -> bool:  # noqa: ANN401 - a plain state, or a record
    """Put a game back to before the lead was given, if no seat was asked about the dragon.

    Args:
        g: A state that is changed in place; one that stands elsewhere stays as it is.

    Returns:
        Whether it was put back: nobody is to move in it, and no other seat's view tells it from
        one in which somebody is asked.
    """
    if g.decision != Decision.BURY or g.log_length == 0:
        return False
    if int(g.log[g.log_length - 1]) not in (Logged.NOT_ASKED, Logged.DECLARED):
        return False
    g.hand_low[g.first_leader] &= ~low_bit(int(g.open_trump))
    g.hand_high[g.first_leader] &= ~high_bit(int(g.open_trump))
    g.log_length -= 1
    g.first_leader = g.declarer = g.to_move = -1
    g.decision = Decision.NOTHING
    return True

"""The actions of Min-Hwatu (rules/minhwatu.md §3): one id per action word.

A set of legal actions is three words of 48 bits: cards to play, table cards to take, the rest.
"""

from hwatu_env.cards.hwatu import CARD_NAMES, NUM_CARDS
from hwatu_env.layout import ActionGroup, ActionLayout

WORD_BITS = 48
"""Action ids per word of a set of legal actions."""

_CARDS = CARD_NAMES[:NUM_CARDS]

ACTIONS = ActionLayout(
    [
        ActionGroup("play", _CARDS, "play the hand card"),
        ActionGroup("take", _CARDS, "take this table card with the played or flipped one"),
        ActionGroup("leave", ("",), "leave the played card on the table (`optional_capture`)"),
        ActionGroup("continue", ("",), "let a deal without hand cards play itself"),
        ActionGroup("noop", ("",), "wait; only in the parallel environment"),
    ]
)

PLAY = ACTIONS.id("play 1.1")
TAKE = ACTIONS.id("take 1.1")
LEAVE = ACTIONS.id("leave")
CONTINUE = ACTIONS.id("continue")

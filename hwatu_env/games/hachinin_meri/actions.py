"""The actions of Hachi-Nin Meri (rules/hachinin_meri.md §3): one id per action word.

A set of legal actions is three words of 60 bits. Cards to play are the first id of all, so the
words of a set of cards (`cards/unsun.py`) are the first two; cards to bury follow them.
"""

from hwatu_env.cards.unsun import CARD_NAMES, LOW_CARDS, NUM_CARDS
from hwatu_env.layout import ActionGroup, ActionLayout

WORD_BITS = LOW_CARDS
"""Action ids per word of a set of legal actions."""

ACTIONS = ActionLayout(
    [
        ActionGroup("play", CARD_NAMES, "play the hand card; the first of a trick is the lead"),
        ActionGroup("bury", CARD_NAMES, "lay one of ten cards aside, the Open Trump among them"),
        ActionGroup("declare", ("",), "show the Dragon of Trumps and take the lead"),
        ActionGroup("hide", ("",), "say nothing about it"),
        ActionGroup("keep", ("",), "go on with this deal (`redeal`)"),
        ActionGroup("redeal", ("",), "ask for a new deal (`redeal`)"),
        ActionGroup("noop", ("",), "wait; only in the parallel environment"),
    ]
)

PLAY = 0
BURY = NUM_CARDS
DECLARE = ACTIONS.id("declare")
HIDE = ACTIONS.id("hide")
KEEP = ACTIONS.id("keep")
REDEAL = ACTIONS.id("redeal")

"""The actions of Go-Stop (rules/gostop.md §4): one id per action word.

Ids are grouped so that a set of legal actions is three words of 48 bits: the cards to play, the
table cards to take, and everything else. The words of rules to come (§5.8, §5.9) are reserved, so
that ids never move under a trained agent.
"""

from hwatu_env.cards.hwatu import CARD_NAMES, JOKER_NAMES, NUM_CARDS
from hwatu_env.layout import ActionGroup, ActionLayout

WORD_BITS = 48
"""Action ids per word of a set of legal actions."""

_CARDS = CARD_NAMES[:NUM_CARDS]
_MONTHS = tuple(str(month) for month in range(1, 13))

ACTIONS = ActionLayout(
    [
        ActionGroup("play", _CARDS, "play the hand card (D2)"),
        ActionGroup("take", _CARDS, "take this one of two table cards (D4, D5)"),
        ActionGroup("bonus", JOKER_NAMES, "play a joker and draw its replacement (D2)"),
        ActionGroup("bomb", _MONTHS, "bomb the month (D2)"),
        ActionGroup("flip", ("",), "flip only, for a credit from a bomb (D2)"),
        ActionGroup("shake", ("no", "yes"), "show three of a month, or not (D1, D3)"),
        ActionGroup("cup", ("animal", "pi"), "count the sake cup as an animal or two pi (D6)"),
        ActionGroup("stop", ("",), "end the deal and be paid (D7)"),
        ActionGroup("go", ("",), "play on for more (D7)"),
        ActionGroup("claim", ("",), "win with four of a month (D0)"),
        ActionGroup("continue", ("",), "play on with them; or accept a void deal (D0)"),
        ActionGroup("push", ("",), "leave the win and double the next deal (D8)"),
        ActionGroup("collect", ("",), "take the win (D8)"),
        ActionGroup("stay", ("",), "reserved: stay in a deal of more than three (D10)"),
        ActionGroup("drop", ("",), "reserved: drop out of it (D10)"),
        ActionGroup("offer", ("",), "reserved: offer a shodang (D9)"),
        ActionGroup("accept", ("",), "reserved: accept it (D9)"),
        ActionGroup("refuse", ("",), "reserved: refuse it (D9)"),
        ActionGroup("noop", ("",), "wait; only in the parallel environment"),
    ]
)

PLAY = ACTIONS.id("play 1.1")
TAKE = ACTIONS.id("take 1.1")
BONUS = ACTIONS.id("bonus J2a")
BOMB = ACTIONS.id("bomb 1")
FLIP = ACTIONS.id("flip")
SHAKE_NO = ACTIONS.id("shake no")
SHAKE_YES = ACTIONS.id("shake yes")
CUP_ANIMAL = ACTIONS.id("cup animal")
CUP_PI = ACTIONS.id("cup pi")
STOP = ACTIONS.id("stop")
GO = ACTIONS.id("go")
CLAIM = ACTIONS.id("claim")
CONTINUE = ACTIONS.id("continue")
PUSH = ACTIONS.id("push")
COLLECT = ACTIONS.id("collect")
NOOP = ACTIONS.id("noop")

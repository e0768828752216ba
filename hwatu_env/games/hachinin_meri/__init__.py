"""Hachi-Nin Meri for eight seats in two teams, as rules/hachinin_meri.md describes it.

See README.md beside this file.
"""

from hwatu_env.cards.notation import read_deck
from hwatu_env.cards.unsun import NUM_CARDS, card_index, card_name
from hwatu_env.compiled import loops
from hwatu_env.games.game import Game
from hwatu_env.games.hachinin_meri import calculators as _calculators
from hwatu_env.games.hachinin_meri import deal as _deal
from hwatu_env.games.hachinin_meri import history as _history
from hwatu_env.games.hachinin_meri import turn as _turn
from hwatu_env.games.hachinin_meri import view as _view
from hwatu_env.games.hachinin_meri.actions import ACTIONS, WORD_BITS
from hwatu_env.games.hachinin_meri.calculators import (
    GameScore,
    GameSheet,
    ScoreLine,
    TrickResult,
    score,
    trick,
)
from hwatu_env.games.hachinin_meri.position import (
    Position,
    parse_position,
    place_positions,
    position,
    read_position,
)
from hwatu_env.games.hachinin_meri.rules import Rules
from hwatu_env.games.hachinin_meri.silence import take_back_lead
from hwatu_env.games.hachinin_meri.state import MATCH, SEATS, SET, SINGLE, State, audit
from hwatu_env.games.hachinin_meri.worlds import determinize as _determinize

__all__ = [
    "GAME",
    "GameScore",
    "GameSheet",
    "Position",
    "Rules",
    "ScoreLine",
    "TrickResult",
    "parse_position",
    "position",
    "score",
    "trick",
]

GAME = Game(
    name="hachinin_meri",
    title="Hachi-Nin Meri",
    rules_type=Rules,
    state_type=State,
    actions=ACTIONS,
    word_bits=WORD_BITS,
    observation=lambda rules: _view.observation_layout(),
    max_steps=lambda rules: 75,
    episodes={
        "deal": lambda rules: SINGLE,
        "set": lambda rules: SET,
        "match": lambda rules: MATCH,
    },
    reward_modes={
        "points": loops.AT_DEAL_END,
        "trick": loops.AT_ONCE,
        "outcome": loops.OUTCOME,
        "symlog": loops.SYMLOG,
    },
    teams=lambda rules: tuple(seat % 2 for seat in range(SEATS)),
    begin=_turn.begin,
    legal=_turn.legal,
    step=_turn.step,
    void=_turn.void,
    outcome=_deal.outcome,
    write_observation=_view.write_observation,
    determinize=_determinize,
    audit=audit,
    read_deck=lambda deck, rules: read_deck(deck, range(NUM_CARDS), card_index, card_name),
    read_position=read_position,
    place_positions=place_positions,
    card_text=card_name,
    voided=lambda g: g.offender >= 0,
    played=_history.played,
    history=_history.history,
    event_text=_history.event_text,
    sheet=_calculators.game_sheet,
    take_back=take_back_lead,
)

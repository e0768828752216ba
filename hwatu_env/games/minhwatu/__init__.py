"""Min-Hwatu for two to seven seats, as rules/minhwatu.md describes it. See README.md beside this file."""

from hwatu_env.cards.hwatu import card_index, card_name
from hwatu_env.cards.notation import read_deck
from hwatu_env.compiled import loops
from hwatu_env.games.game import Game
from hwatu_env.games.minhwatu import calculators as _calculators
from hwatu_env.games.minhwatu import deal as _deal
from hwatu_env.games.minhwatu import history as _history
from hwatu_env.games.minhwatu import turn as _turn
from hwatu_env.games.minhwatu import view as _view
from hwatu_env.games.minhwatu.actions import ACTIONS, WORD_BITS
from hwatu_env.games.minhwatu.calculators import DealScore, DealSheet, ScoreLine, score
from hwatu_env.games.minhwatu.position import (
    Position,
    parse_position,
    place_positions,
    position,
    read_position,
)
from hwatu_env.games.minhwatu.rules import Rules
from hwatu_env.games.minhwatu.state import Outcome, State, audit
from hwatu_env.games.minhwatu.worlds import determinize as _determinize

__all__ = [
    "GAME",
    "DealScore",
    "DealSheet",
    "Position",
    "Rules",
    "ScoreLine",
    "parse_position",
    "position",
    "score",
]

GAME = Game(
    name="minhwatu",
    title="Min-Hwatu",
    rules_type=Rules,
    state_type=State,
    actions=ACTIONS,
    word_bits=WORD_BITS,
    observation=lambda rules: _view.observation_layout(rules.num_players),
    max_steps=lambda rules: 3 * rules.deck_size,
    episodes={"deal": lambda rules: 1, "match": lambda rules: 0},
    reward_modes={
        "points": loops.AT_ONCE,
        "outcome": loops.OUTCOME,
        "symlog": loops.SYMLOG,
    },
    teams=lambda rules: tuple(range(rules.num_players)),
    begin=_turn.begin,
    legal=_turn.legal,
    step=_turn.step,
    void=_turn.void,
    outcome=_deal.outcome,
    write_observation=_view.write_observation,
    determinize=_determinize,
    audit=audit,
    read_deck=lambda deck, rules: read_deck(deck, range(rules.deck_size), card_index, card_name),
    read_position=read_position,
    place_positions=place_positions,
    card_text=card_name,
    voided=lambda g: g.outcome == Outcome.ILLEGAL_ACTION,
    played=_history.played,
    history=_history.history,
    event_text=_history.event_text,
    sheet=_calculators.deal_sheet,
)

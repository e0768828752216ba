"""Go-Stop for two to seven seats, as rules/gostop.md describes it. See README.md beside this file."""

from hwatu_env.cards.hwatu import card_name
from hwatu_env.compiled import loops
from hwatu_env.games.game import Game
from hwatu_env.games.gostop import calculators as _calculators
from hwatu_env.games.gostop import decks as _decks
from hwatu_env.games.gostop import ending as _ending
from hwatu_env.games.gostop import history as _history
from hwatu_env.games.gostop import turn as _turn
from hwatu_env.games.gostop import view as _view
from hwatu_env.games.gostop.actions import ACTIONS, WORD_BITS
from hwatu_env.games.gostop.calculators import (
    DealSheet,
    ScoreLine,
    ScoreSheet,
    Settlement,
    SettlementLine,
    score,
    settle,
)
from hwatu_env.games.gostop.position import (
    Position,
    Stack,
    Turn,
    parse_position,
    place_positions,
    position,
    read_position,
)
from hwatu_env.games.gostop.rules import Rules
from hwatu_env.games.gostop.state import Outcome, State, audit
from hwatu_env.games.gostop.worlds import determinize as _determinize

__all__ = [
    "GAME",
    "DealSheet",
    "Position",
    "Rules",
    "ScoreLine",
    "ScoreSheet",
    "Settlement",
    "SettlementLine",
    "Stack",
    "Turn",
    "parse_position",
    "position",
    "score",
    "settle",
]

GAME = Game(
    name="gostop",
    title="Go-Stop",
    rules_type=Rules,
    state_type=State,
    actions=ACTIONS,
    word_bits=WORD_BITS,
    observation=lambda rules: _view.observation_layout(rules.num_players, bool(rules.jokers)),
    max_steps=lambda rules: 5 * rules.deck_size,
    episodes={"deal": lambda rules: 1, "match": lambda rules: rules.match_length},
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
    outcome=_ending.outcome,
    write_observation=_view.write_observation,
    determinize=_determinize,
    audit=audit,
    read_deck=_decks.read_deck,
    read_position=read_position,
    place_positions=place_positions,
    card_text=card_name,
    voided=lambda g: g.outcome == Outcome.ILLEGAL_ACTION,
    played=_history.played,
    history=_history.history,
    event_text=_history.event_text,
    sheet=_calculators.deal_sheet,
)

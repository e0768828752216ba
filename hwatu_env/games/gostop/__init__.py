"""Go-Stop for two to seven seats, as rules/gostop.md describes it. See README.md beside this file."""

from hwatu_env.games.game import Game
from hwatu_env.games.gostop import decks as _decks
from hwatu_env.games.gostop import history as _history
from hwatu_env.games.gostop import turn as _turn
from hwatu_env.games.gostop import view as _view
from hwatu_env.games.gostop.actions import ACTIONS, WORD_BITS
from hwatu_env.games.gostop.rules import Rules
from hwatu_env.games.gostop.state import State, audit
from hwatu_env.games.gostop.worlds import determinize as _determinize

__all__ = ["GAME", "Rules"]

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
    begin=_turn.begin,
    legal=_turn.legal,
    step=_turn.step,
    void=_turn.void,
    write_observation=_view.write_observation,
    determinize=_determinize,
    audit=audit,
    read_deck=_decks.read_deck,
    read_position=None,
    place_positions=None,
    history=_history.history,
    event_text=_history.event_text,
    sheet=None,
)

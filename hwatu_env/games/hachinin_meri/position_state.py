"""Positions as records of a game, and back: a position is dealt, and played up to where it stands."""

import numpy as np

from hwatu_env.cards.unsun import card_index, card_name, join, names
from hwatu_env.compiled.record import state_dtype, to_plain
from hwatu_env.compiled.rng import stream
from hwatu_env.errors import PositionError
from hwatu_env.games.hachinin_meri import actions as ids
from hwatu_env.games.hachinin_meri.actions import ACTIONS, WORD_BITS
from hwatu_env.games.hachinin_meri.calculators import score
from hwatu_env.games.hachinin_meri.deal import PACKET, WIDOW, begin_episode
from hwatu_env.games.hachinin_meri.position_fields import Position
from hwatu_env.games.hachinin_meri.rules import Rules
from hwatu_env.games.hachinin_meri.state import (
    DECISION_NAMES,
    MATCH,
    NOTHING,
    SEATS,
    SET,
    SINGLE,
    TRICKS,
    Decision,
    State,
)
from hwatu_env.games.hachinin_meri.tricks import next_seat, places_on
from hwatu_env.games.hachinin_meri.turn import begin_deal, legal, step, void

EPISODES = {"deal": SINGLE, "set": SET, "match": MATCH}


def blank_state() -> State:
    """A plain state in which nothing has happened."""
    g: State = to_plain(State, np.zeros(1, state_dtype(State, SEATS)))[0]
    return g


# ---- from a position to a state


def to_state(position: Position, *, game: int = 0) -> State:
    """The state of a position whose cards are all there.

    Args:
        position: The position.
        game: Index of the game, which chooses the random stream of the deals that follow.

    Raises:
        PositionError: If what was played could not be played.
    """
    plain = position.rules.plain[0]
    g = blank_state()
    g.game = game
    g.key = stream(0, game, 0)
    begin_episode(g, plain, EPISODES[position.episode], position.dealer)
    g.deals = position.deals_played
    g.games_of_set = position.games_of_set
    g.sets = position.sets
    g.set_points = list(position.set_points)
    g.sets_won = list(position.sets_won)
    g.score = [position.margin if seat % 2 == 0 else -position.margin for seat in range(SEATS)]
    for place, card in enumerate(_deck(position)):
        g.deck[place] = card
    begin_deal(g, plain, True)
    _replay(g, position)
    if position.offender is not None:
        if g.to_move != position.offender:
            raise PositionError(
                f"seat {position.offender} cannot have taken an illegal action: "
                f"{_seat_text(g.to_move)} was to move"
            )
        void(g, plain)
    return g


def first_leader(position: Position) -> int:
    """The seat that exchanges: the declarer, or else the dealer (§3.7)."""
    return position.dealer if position.declarer is None else position.declarer


def dealt_hands(position: Position) -> list[list[str]]:
    """The cards that each seat was dealt, as far as the position names them.

    Raises:
        PositionError: If a trick is no trick.
    """
    dealt = [list(hand) for hand in position.hands]
    for order, cards in zip(_seats_in_order(position), _all_tricks(position), strict=True):
        for seat, card in zip(order, cards, strict=False):
            dealt[seat].append(card)
    leader = first_leader(position)
    if position.buried is not None:
        dealt[leader].append(position.buried)
        if position.open_trump in dealt[leader]:
            dealt[leader].remove(position.open_trump)
    return dealt


def _all_tricks(position: Position) -> list[list[str]]:
    """Cards of the finished tricks and of the one under way."""
    return [*position.tricks, position.current]


def _seats_in_order(position: Position) -> list[list[int]]:
    """Seats in playing order of the finished tricks and of the one under way."""
    leaders = [first_leader(position)]
    if position.tricks:
        trump = position.open_trump.split(".")[0]
        scored = score(position.tricks, leader=leaders[0], trump=trump, rules=position.rules)
        leaders += [trick.winner for trick in scored.tricks]
    plain = position.rules.plain[0]
    return [[places_on(first, place, plain) for place in range(SEATS)] for first in leaders]


def _deck(position: Position) -> list[int]:
    """The deck by seats, with the first packet in its place.

    Raises:
        PositionError: If a seat was not dealt nine cards.
    """
    deck: list[str] = []
    for seat, hand in enumerate(dealt_hands(position)):
        if len(hand) != TRICKS:
            raise PositionError(
                f"seat {seat} was dealt {len(hand)} cards: what it holds, has played and buried, "
                f"without the Open Trump, must be {TRICKS}"
            )
        packet = position.packet if set(position.packet) <= set(hand) else []
        deck += [*packet, *(card for card in hand if card not in packet)]
    return [card_index(card) for card in [*deck, position.open_trump, *position.widow]]


def _replay(g: State, position: Position) -> None:
    """Play a dealt game up to the position.

    Raises:
        PositionError: If something that was played or said could not be.
    """
    plain = position.rules.plain[0]
    if g.decision == Decision.KEEP and position.decision != "keep":
        _take(g, plain, ids.KEEP)
        if position.redealt:
            g.redeals = 1
            g.log[0] = ids.REDEAL
    if g.decision == Decision.DECLARE and position.decision != "declare":
        _take(g, plain, ids.HIDE if position.declarer is None else ids.DECLARE)
    if position.buried is None:
        return
    if g.declarer != (-1 if position.declarer is None else position.declarer):
        raise PositionError(
            f"declarer is {position.declarer}, but under {position.rules} the seat that declared "
            f"is {_seat_text(g.declarer)}"
        )
    _take(g, plain, ids.BURY + card_index(position.buried))
    deals = g.deals
    for cards in _all_tricks(position):
        for card in cards:
            _take(g, plain, ids.PLAY + card_index(card))
    if g.deals > deals and g.to_move >= 0:
        raise PositionError("this game is over, and the next one of its set is not dealt yet")


def _take(g: State, rules: Rules, action: int) -> None:
    """Take an action that the position says was taken.

    Raises:
        PositionError: If it was not legal.
    """
    word, bit = divmod(action, WORD_BITS)
    words = legal(g, rules)
    if not words[word] >> bit & 1:
        allowed = ", ".join(
            ACTIONS.text(number * WORD_BITS + bit)
            for number, bits in enumerate(words)
            for bit in range(WORD_BITS)
            if bits >> bit & 1
        )
        raise PositionError(
            f"seat {_seat_text(g.to_move)} could not {ACTIONS.text(action)} in trick "
            f"{g.trick + 1}; it could {allowed or 'do nothing'}"
        )
    step(g, rules, action)


def _seat_text(seat: int) -> str:
    return "nobody" if seat < 0 else str(seat)


# ---- from a state to a position


def from_state(g: State, rules: Rules) -> Position:
    """The position of a state.

    Args:
        g: A plain state.
        rules: Its house rules.
    """
    over = g.to_move < 0
    counted = over and g.offender < 0 and g.episode_deals != SINGLE
    won = [int(counted and g.set_points[t] > g.set_points[1 - t]) for t in range(2)]
    points = [g.points[team] if counted else 0 for team in range(2)]
    deals = g.deals - int(over)
    return Position(
        rules=rules,
        dealer=g.dealer,
        hands=_held(g),
        open_trump=card_name(g.deck[WIDOW]),
        widow=[card_name(card) for card in g.deck[WIDOW + 1 :]],
        packet=_packet(g, rules),
        redealt=g.redeals > 0,
        declarer=g.declarer if g.declarer >= 0 else None,
        buried=card_name(g.buried) if g.buried >= 0 else None,
        tricks=[_in_order(g, g.cards, trick) for trick in range(g.trick)],
        current=_in_order(g, g.current, g.trick) if g.place else [],
        to_move=None if over else g.to_move,
        decision=DECISION_NAMES[g.decision],
        offender=g.offender if g.offender >= 0 else None,
        episode=next(name for name, code in EPISODES.items() if code == g.episode_deals),
        deals_played=deals,
        games_of_set=g.games_of_set - int(counted),
        sets=g.sets - int(counted),
        set_points=tuple(g.set_points[team] - points[team] for team in range(2)),
        sets_won=tuple(g.sets_won[team] - won[team] for team in range(2)),
        margin=_margin_before(g),
    )


def _held(g: State) -> list[list[str]]:
    """Hand cards; until a card is buried, the nine cards dealt."""
    if g.buried >= 0:
        return [names(join(g.hand_low[seat], g.hand_high[seat])) for seat in range(SEATS)]
    places = [g.deck[TRICKS * seat : TRICKS * (seat + 1)] for seat in range(SEATS)]
    return [[card_name(card) for card in sorted(cards)] for cards in places]


def _packet(g: State, rules: Rules) -> list[str]:
    if g.decision != Decision.KEEP:
        return []
    first = TRICKS * next_seat(g.dealer, rules.plain[0])
    return [card_name(card) for card in sorted(g.deck[first : first + PACKET])]


def _in_order(g: State, cards: list[int], trick: int) -> list[str]:
    """Cards of a trick in playing order; `cards` holds it, and perhaps others before it."""
    first = SEATS * trick if len(cards) > SEATS else 0
    leader = g.first_leader if trick == 0 else g.winners[trick - 1]
    played = [cards[first + (leader + place * g.way) % SEATS] for place in range(SEATS)]
    return [card_name(card) for card in played if card != NOTHING]


def _margin_before(g: State) -> int:
    """Margin of the even seats in the games of the episode before this one."""
    if g.offender >= 0:
        return g.score[0] - g.result[0]
    return g.score[0] - (g.points[0] - g.points[1])

"""A game in the terminal: a person against any agents."""

from collections.abc import Callable, Sequence
from typing import Any

from hwatu_agents.human import GameLeft, Human
from hwatu_env import Agent, Decision, GameBatch, load_game
from hwatu_env.render.ansi import render_view
from hwatu_experiments.players import AgentLike, find_agent


def play(
    game: str,
    opponents: Sequence[AgentLike],
    *,
    rules: Any = None,  # noqa: ANN401 - a text, or the game's Rules
    num_players: int | None = None,
    seat: int = 0,
    deals: int = 1,
    seed: int = 0,
    ask: Callable[[str], str] = input,
    say: Callable[[str], None] = print,
) -> list[float]:
    """Play some deals against agents.

    Args:
        game: Name of the game.
        opponents: One agent for every other seat, or one for each.
        rules: House rules.
        num_players: Seats, where the rules leave them open.
        seat: The person's seat.
        deals: Deals to play; the same seed brings the same ones.
        seed: Seed of the deals.
        ask: Given a prompt, the person's answer.
        say: Tells the person something.

    Returns:
        Points of each seat over all deals that were finished.

    Raises:
        UnknownNameError: If the game or an agent is unknown.
        RulesError: If the rules are.
        ValueError: If the seat or the number of opponents or deals is wrong.
    """
    batch = GameBatch(
        game, 1, rules=rules, num_players=num_players, seed=seed, autoreset=False, compiled=False
    )
    if deals < 1:
        raise ValueError(f"deals must be at least 1, got {deals}")
    seats = _seats(batch, opponents, seat)
    seats[seat] = Human(_view, ask=ask, say=say)
    totals = [0.0] * batch.spec.num_players
    say(f"{load_game(game).title}, {batch.spec.rules}. You are seat {seat}. quit leaves the game.")
    try:
        for deal in range(1, deals + 1):
            _play_deal(batch, seats, seat, say)
            totals = [total + won for total, won in zip(totals, _points(batch), strict=True)]
            _tell_result(batch, deal, totals, say)
            if deal < deals:
                batch.reset()
    except GameLeft as reason:
        say(f"\n{reason}; points so far: {_by_seat(totals)}")
    return totals


def _seats(batch: GameBatch, opponents: Sequence[AgentLike], seat: int) -> list[Agent]:
    """The agent of every seat; the person's is replaced later."""
    count = batch.spec.num_players
    if not 0 <= seat < count:
        raise ValueError(f"seat is 0 to {count - 1}, got {seat}")
    if len(opponents) not in (1, count - 1):
        raise ValueError(f"give one opponent, or {count - 1}; got {len(opponents)}")
    found = [find_agent(agent, batch.spec.game) for agent in opponents]
    others = found * (count - 1) if len(found) == 1 else found
    return [*others[:seat], others[0], *others[seat:]]


def _play_deal(
    batch: GameBatch, seats: Sequence[Agent], seat: int, say: Callable[[str], None]
) -> None:
    told = 0
    while batch.to_move[0] >= 0:
        told = _tell_events(batch, seat, told, say)
        decision = batch.decisions([0], key=batch.seed)
        batch.step(seats[int(batch.to_move[0])].act(decision))
    _tell_events(batch, seat, told, say)


def _tell_events(batch: GameBatch, seat: int, told: int, say: Callable[[str], None]) -> int:
    """Say what the person has seen since; returns how many events have been told."""
    event_text = load_game(batch.spec.game).event_text
    events = batch.history(0, seat).tolist()
    for away, event in events[told:]:
        actor = (seat + away) % batch.spec.num_players
        say(f"  {'you' if away == 0 else f'seat {actor}'}: {event_text(event)}")
    return len(events)


def _tell_result(
    batch: GameBatch, deal: int, totals: Sequence[float], say: Callable[[str], None]
) -> None:
    sheet = batch.sheet(0)
    say(f"\nDeal {deal} is over: {sheet.outcome}. {_by_seat(_points(batch))}")
    for name, effect, section in sheet.lines:
        say(f"  {name} {effect} ({section})")
    say(f"Points in all: {_by_seat(totals)}")


def _points(batch: GameBatch) -> list[float]:
    points: list[float] = (batch.state["score"][0] / batch.rules.reward_unit).tolist()
    return points


def _by_seat(points: Sequence[float]) -> str:
    return ", ".join(f"seat {seat} {won:+g}" for seat, won in enumerate(points))


def _view(decision: Decision) -> str:
    return render_view(
        decision.observation[0],
        decision.spec,
        decision.action_mask[0],
        seat=int(decision.seat[0]),
    )

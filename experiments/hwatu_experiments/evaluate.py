"""Duplicate evaluation: the same deals, with the agents on every seat.

A deal with all its line-ups is *one* observation: cards and seats are the same for everybody, so
what is left is how well they play. D deals, P seats.
"""

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hwatu_env import Agent, GameBatch, GameSpec
from hwatu_env.compiled.rng import mix
from hwatu_env.errors import IllegalActionError, UnknownNameError
from hwatu_experiments.facts import Facts, call_names, draw_name, read_facts
from hwatu_experiments.lineups import SEATINGS, Contest, Seating, contests
from hwatu_experiments.players import Side, check_teams, name_agents
from hwatu_experiments.result import Meeting, Result, Tally

_CHUNK = 4_096
"""Deals that are played at the same time."""


def evaluate(
    agents: Mapping[str, Side] | Sequence[Side],
    game: str,
    *,
    rules: Any = None,  # noqa: ANN401 - a text, or the game's Rules
    num_players: int | None = None,
    deals: int = 10_000,
    seed: int = 0,
    seating: Seating = "pairs",
    episode: str = "deal",
    compiled: bool = True,
    progress: bool = False,
) -> Result:
    """Let agents play the same deals on every seat, and say who wins how much.

    Args:
        agents: Agents by their names, or a list of agents, names and checkpoints. A tuple of them
            is a team of different agents, which play its seats in turn.
        game: Name of the game.
        rules: House rules.
        num_players: Seats, where the rules leave them open.
        deals: Deals that each pair plays (or the table), each in all its line-ups.
        seed: Seed of the deals. Deal d is game d of `GameBatch(seed=seed)`.
        seating: "pairs" for every two agents against each other, one against many and the other
            way round where there are more than two seats; "table" for all at one table. See
            `lineups.contests`.
        episode: "deal", or a longer kind that the game has; then that counts as one deal.
        compiled: False plays on plain Python, which is slow.
        progress: Whether to show a progress bar.

    Raises:
        UnknownNameError: If the game, an agent or the seating is unknown.
        RulesError: If the rules are.
        CheckpointError: If a learned agent is of another game, other rules or another version.
        IllegalActionError: If an agent chooses an illegal action; the message names the agent.
        ValueError: If there are fewer than two agents or deals, or if the agents of a team do not
            share its seats evenly.
    """
    if deals < 2:
        raise ValueError(f"deals must be at least 2, got {deals}")
    if seating not in SEATINGS:
        raise UnknownNameError(f"seating must be one of {', '.join(SEATINGS)}, got {seating!r}")

    def deal(first: int, count: int) -> GameBatch:
        return GameBatch(
            game,
            count,
            rules=rules,
            num_players=num_players,
            seed=seed,
            first_game=first,
            autoreset=False,
            episode=episode,
            compiled=compiled,
        )

    sample = deal(0, 1)
    check_teams(agents, sample.spec)
    named = name_agents(agents, game)
    spec = _warm_up(sample, named)
    planned = contests(seating, len(named), spec)
    started = time.perf_counter()
    with _progress_bar(progress, deals * sum(len(c.lineups) for c in planned)) as advance:
        meetings = [_play(game, contest, named, deal, deals, seed, advance) for contest in planned]
    return Result(
        game=game,
        rules=spec.rules,
        seats=spec.num_players,
        seed=seed,
        deals=deals,
        seating=seating,
        episode=episode,
        agents=tuple(named),
        meetings=tuple(meetings),
        seconds=time.perf_counter() - started,
    )


def _warm_up(batch: GameBatch, named: dict[str, Agent]) -> GameSpec:
    """Compile or load what is needed, and check every agent, before the clock starts."""
    for name, agent in named.items():
        _ask(batch, agent, name, np.arange(1), 0)
    batch.step(-1)
    return batch.spec


def _play(
    game: str,
    contest: Contest,
    named: dict[str, Agent],
    deal: Callable[[int, int], GameBatch],
    deals: int,
    seed: int,
    advance: Callable[[int], None],
) -> Meeting:
    """Play all deals of a contest, some thousand at a time."""
    names = list(named)
    tallies = {agent: Tally.empty(deals, call_names(game)) for agent in contest.agents}
    drawn, decisions = np.zeros(deals), 0
    for first in range(0, deals, _CHUNK):
        count = min(_CHUNK, deals - first)
        part = slice(first, first + count)
        start = deal(first, count)
        for place, lineup in enumerate(contest.lineups):
            seated = {names[agent]: named[names[agent]] for agent in set(lineup)}
            facts = play_out(start.copy(), seated, [names[a] for a in lineup], mix(seed, place))
            for agent, tally in tallies.items():
                tally.add(facts, np.array(lineup) == agent, part)
            drawn[part] += facts.drawn / len(contest.lineups)
            decisions += int(facts.length.sum())
            advance(count)
    return Meeting(
        agents=tuple(names[agent] for agent in contest.agents),
        tallies=tuple(tallies[agent].per_seat() for agent in contest.agents),
        drawn=drawn,
        games=deals * len(contest.lineups),
        decisions=decisions,
        draw=draw_name(game),
    )


def play_out(
    batch: GameBatch, agents: Mapping[str, Agent], lineup: Sequence[str], key: int
) -> Facts:
    """Play the games of a batch to their end, and say how they ended.

    Args:
        batch: Games that do not reset themselves; they are played on in place.
        agents: Agents by name. Agents that are the same object are asked for one seat each.
        lineup: (P,) name of the agent on each seat.
        key: Random key; every agent gets one of its own from it.

    Raises:
        IllegalActionError: If an agent chooses an illegal action; the message names the agent.
    """
    names = list(agents)
    keys = [mix(key, place) for place in range(len(names))]
    holder = np.array([names.index(name) for name in lineup])
    actions = np.empty(len(batch), np.int64)
    while True:
        to_move = batch.to_move
        live = to_move >= 0
        if not live.any():
            return read_facts(batch)
        actions.fill(-1)
        mover = np.where(live, holder[to_move], -1)
        for place, name in enumerate(names):
            rows = np.flatnonzero(mover == place)
            if len(rows):
                actions[rows] = _ask(batch, agents[name], name, rows, keys[place])
        batch.step(actions)


def _ask(
    batch: GameBatch, agent: Agent, name: str, rows: NDArray[np.intp], key: int
) -> NDArray[np.int64]:
    """Actions of an agent, checked: one that is not legal is no result, but a failure."""
    decision = batch.decisions(rows, key=key)
    chosen = np.asarray(agent.act(decision))
    if chosen.shape != rows.shape or chosen.dtype.kind not in "iu":
        raise IllegalActionError(
            f"agent {name!r} must give {len(rows)} integers, got shape {chosen.shape} of "
            f"{chosen.dtype}"
        )
    mask = decision.action_mask
    in_range = (chosen >= 0) & (chosen < mask.shape[1])
    legal = in_range & mask[np.arange(len(rows)), np.where(in_range, chosen, 0)]
    if not legal.all():
        at = int(np.flatnonzero(~legal)[0])
        allowed = ", ".join(batch.legal_actions(int(rows[at])))
        raise IllegalActionError(
            f"agent {name!r} chose action {int(chosen[at])} in row {int(rows[at])}; "
            f"legal actions are {allowed}"
        )
    return chosen.astype(np.int64)


@contextmanager
def _progress_bar(shown: bool, games: int) -> Generator[Callable[[int], None]]:
    if not shown:
        yield lambda _: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda count: bar.advance(task, count)

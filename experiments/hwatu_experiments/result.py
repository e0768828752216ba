"""What an evaluation found: numbers with intervals, as tables, JSON and a picture."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from hwatu_experiments.facts import Facts, draw_name
from hwatu_experiments.intervals import Interval, interval
from hwatu_experiments.versions import versions

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Tally:
    """What an agent did in each of D deals, all its seats of all line-ups together."""

    points: Numbers
    """(D,) points."""
    wins: Numbers
    """(D,) deals won."""
    calls: dict[str, Numbers]
    """(D,) seats that made a call, by its word."""
    seats: Numbers
    """(D,) seats that the agent held."""

    @classmethod
    def empty(cls, deals: int, calls: Iterable[str]) -> Self:
        """Nothing yet."""
        counted = {word: np.zeros(deals) for word in calls}
        return cls(np.zeros(deals), np.zeros(deals), counted, np.zeros(deals))

    def add(self, facts: Facts, mine: NDArray[np.bool_], part: slice) -> None:
        """Count what the seats `mine`, (P,), did in a part of the deals."""
        self.points[part] += facts.points[:, mine].sum(axis=1)
        self.wins[part] += facts.won[:, mine].sum(axis=1)
        for word, counted in self.calls.items():
            counted[part] += facts.calls[word][:, mine].sum(axis=1)
        self.seats[part] += mine.sum()

    def per_seat(self) -> "Tally":
        """The same for one seat on average."""
        seats = self.seats
        calls = {word: counted / seats for word, counted in self.calls.items()}
        return Tally(self.points / seats, self.wins / seats, calls, np.ones_like(seats))


@dataclass(frozen=True)
class Score:
    """How an agent did: per deal and seat, with 95 % intervals over the deals."""

    points: Interval
    win_rate: Interval
    call_rates: dict[str, Interval]
    """Share of its seats that made a call, by the word of the call."""

    @classmethod
    def of(cls, tallies: list[Tally]) -> Self:
        """Score over meetings that played the same deals: the mean of each deal counts once."""
        return cls(
            interval(np.mean([tally.points for tally in tallies], axis=0)),
            interval(np.mean([tally.wins for tally in tallies], axis=0)),
            {
                word: interval(np.mean([tally.calls[word] for tally in tallies], axis=0))
                for word in tallies[0].calls
            },
        )

    def to_dict(self) -> dict[str, Any]:
        """All intervals by name, for JSON."""
        calls = {f"{word}_rate": rate.to_dict() for word, rate in self.call_rates.items()}
        return {"points": self.points.to_dict(), "win_rate": self.win_rate.to_dict(), **calls}


@dataclass(frozen=True, eq=False)
class Meeting:
    """Agents that played the same deals against each other."""

    agents: tuple[str, ...]
    tallies: tuple[Tally, ...] = field(repr=False)
    """Of each agent, per seat."""
    drawn: Numbers = field(repr=False)
    """(D,) share of the line-ups of each deal that nobody won."""
    games: int
    decisions: int
    draw: str
    """What players of the game call one that nobody wins."""

    def points(self, agent: str) -> Numbers:
        """(D,) points of an agent in each deal, per seat that it held: its observations."""
        return self.tallies[self.agents.index(agent)].points

    @cached_property
    def scores(self) -> dict[str, Score]:
        """How each agent did in this meeting."""
        return {
            name: Score.of([tally]) for name, tally in zip(self.agents, self.tallies, strict=True)
        }

    @cached_property
    def differences(self) -> dict[tuple[str, str], Interval]:
        """Points of one agent less those of another, for every two."""
        return {
            (a, b): interval(self.points(a) - self.points(b))
            for a, b in combinations(self.agents, 2)
        }

    @cached_property
    def draw_rate(self) -> Interval:
        """Share of games that nobody won; in Go-Stop the nagari rate."""
        return interval(self.drawn)

    def to_dict(self) -> dict[str, Any]:
        """The meeting for JSON."""
        return {
            "agents": list(self.agents),
            "scores": {name: score.to_dict() for name, score in self.scores.items()},
            "differences": [
                {"a": a, "b": b, **difference.to_dict()}
                for (a, b), difference in self.differences.items()
            ],
            f"{self.draw}_rate": self.draw_rate.to_dict(),
            "mean_length": self.decisions / self.games,
            "games": self.games,
        }


@dataclass(frozen=True, eq=False, kw_only=True)
class Result:
    """Outcome of `evaluate`. A deal with all its line-ups is one observation."""

    game: str
    rules: str
    seats: int
    seed: int
    deals: int
    seating: str
    episode: str
    agents: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    """One for each pair of agents, or a single one for the table."""
    seconds: float

    @cached_property
    def scores(self) -> dict[str, Score]:
        """How each agent did over all its meetings."""
        return {
            name: Score.of(
                [m.tallies[m.agents.index(name)] for m in self.meetings if name in m.agents]
            )
            for name in self.agents
        }

    def meeting(self, *agents: str) -> Meeting:
        """The meeting of these agents, in any order.

        Raises:
            KeyError: If they never met.
        """
        for meeting in self.meetings:
            if set(meeting.agents) == set(agents):
                return meeting
        met = "; ".join(" – ".join(meeting.agents) for meeting in self.meetings)
        raise KeyError(f"{' and '.join(agents)} did not meet; meetings are {met}")

    def points(self, agent: str, opponent: str) -> Interval:
        """Points per deal and seat of an agent against an opponent."""
        return self.meeting(agent, opponent).scores[agent].points

    @property
    def draw(self) -> str:
        """What players of the game call one that nobody wins."""
        return draw_name(self.game)

    @property
    def decisions(self) -> int:
        """Decisions of all games together."""
        return sum(meeting.decisions for meeting in self.meetings)

    @property
    def games(self) -> int:
        """Deals times line-ups, of all meetings together."""
        return sum(meeting.games for meeting in self.meetings)

    def to_dict(self) -> dict[str, Any]:
        """The result for JSON, with the versions of the libraries that made it."""
        drawn = np.mean([meeting.drawn for meeting in self.meetings], axis=0)
        return {
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "seed": self.seed,
            "deals": self.deals,
            "seating": self.seating,
            "episode": self.episode,
            "agents": {name: score.to_dict() for name, score in self.scores.items()},
            "meetings": [meeting.to_dict() for meeting in self.meetings],
            f"{self.draw}_rate": interval(drawn).to_dict(),
            "mean_length": self.decisions / self.games,
            "games": self.games,
            "decisions": self.decisions,
            "illegal": 0,  # an illegal action ends the evaluation with an error
            "seconds": self.seconds,
            "decisions_per_s": self.decisions / self.seconds,
            "versions": versions(),
        }

    def save_json(self, path: str | Path) -> None:
        """Write `to_dict()` to a file."""
        Path(path).write_text(json.dumps(self.to_dict(), indent=2) + "\n")

    def tables(self) -> list[Table]:
        """The result for people: one row an agent and, with several agents, one a meeting."""
        return [self._agent_table(), self._meeting_table()]

    def _agent_table(self) -> Table:
        table = Table(title=f"{self.game}  {self.rules}", caption=self._caption())
        table.add_column("agent")
        ranked = sorted(self.scores.items(), key=lambda item: -item[1].points.mean)
        calls = [f"{word} %" for word in ranked[0][1].call_rates]
        for title in (f"points per {self.episode}", "wins %", *calls):
            table.add_column(title, justify="right")
        for name, score in ranked:
            table.add_row(
                self._short(name),
                score.points.text(2, sign=True),
                score.win_rate.text(1, scale=100),
                *(rate.text(1, scale=100) for rate in score.call_rates.values()),
            )
        return table

    def _meeting_table(self) -> Table:
        """Points of the first; at a table of several agents, by how much it is ahead."""
        measure = "ahead by" if self.seating == "table" else "points"
        table = Table(title=f"who against whom, per {self.episode}")
        for title in ("first", "second"):
            table.add_column(title)
        for title in (f"{measure} (first)", "wins % (first)", f"{self.draw} %", "length"):
            table.add_column(title, justify="right")
        for meeting in self.meetings:
            for (a, b), difference in meeting.differences.items():
                score = meeting.scores[a]
                shown = difference if self.seating == "table" else score.points
                table.add_row(
                    self._short(a),
                    self._short(b),
                    shown.text(2, sign=True),
                    f"{100 * score.win_rate.mean:.1f}",
                    f"{100 * meeting.draw_rate.mean:.1f}",
                    f"{meeting.decisions / meeting.games:.1f}",
                )
        return table

    def _short(self, name: str) -> str:
        """An agent's name without that of the game, which stands in the title."""
        return name.replace(f"{self.game}/", "")

    def _caption(self) -> str:
        speed = self.decisions / self.seconds
        return (
            f"{self.deals:,} duplicate {_plural(self.episode)}, seed {self.seed}, {self.games:,} games, 95 % "
            f"intervals; {speed:,.0f} decisions/s, no illegal action"
        )

    def print(self) -> None:
        """Print the tables."""
        console = Console()
        for table in self.tables():
            console.print(table)

    def save_plot(self, path: str | Path) -> None:
        """Write a PNG of the points with their intervals."""
        from hwatu_experiments.plots import plot_result  # late: it imports matplotlib

        plot_result(self, path)


def _plural(episode: str) -> str:
    return f"{episode}es" if episode.endswith("ch") else f"{episode}s"

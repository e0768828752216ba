"""The command `hwatu`. Every command is a function of this package with a command line."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import tyro
from tyro.conf import OmitArgPrefixes, Positional, UseAppendAction

from hwatu_experiments.config import Config
from hwatu_experiments.defaults import defaults_of

Names = Positional[tuple[str, ...]]
Game = Positional[str]


def evaluate_command(
    agents: Names,
    *,
    game: str = "gostop",
    team: UseAppendAction[tuple[tuple[str, ...], ...]] = (),
    rules: str | None = None,
    num_players: int | None = None,
    deals: int = 10_000,
    seed: int = 0,
    seating: Literal["pairs", "table"] = "pairs",
    episode: str = "deal",
    json: Path | None = None,
    png: Path | None = None,
) -> None:
    """Let agents play the same deals on every seat: points and wins with 95 % intervals.

    Args:
        agents: Names such as random or gostop/greedy, checkpoints (.zip) or run folders.
        game: Name of the game.
        team: Agents that share a team, in turn round its seats; once for each such team. A single
            team without other agents meets a team of each of its members.
        rules: House rules, such as "standard-2p(min_points=5)".
        num_players: Seats, where the rules leave them open.
        deals: Duplicate deals of each pair.
        seed: Seed of the deals.
        seating: Every two against each other, or all at one table.
        episode: "deal", or a longer kind that the game has, such as "match" or "set".
        json: Write the result to this file.
        png: Draw the result into this file.
    """
    from hwatu_experiments.evaluate import evaluate

    alone = team[0] if len(team) == 1 and not agents else ()
    result = evaluate(
        [*agents, *team, *alone],
        game,
        rules=_rules(game, rules),
        num_players=num_players,
        deals=deals,
        seed=seed,
        seating=seating,
        episode=episode,
        progress=_is_terminal(),
    )
    result.print()
    if json is not None:
        result.save_json(json)
    if png is not None:
        result.save_plot(png)


def train_command(
    *,
    resume: Path | None = None,
    config: OmitArgPrefixes[Config] = Config(),  # noqa: B008 - frozen
) -> None:
    """Train MaskablePPO against agents and its own earlier selves; Ctrl-C keeps a checkpoint.

    Args:
        resume: Go on from the last checkpoint of this run folder. Of the other options only
            --steps and --minutes count then.
        config: What to train.
    """
    from hwatu_experiments import train as training

    if resume is not None:
        run = training.resume(
            resume, steps=config.steps, minutes=config.minutes, progress=_is_terminal()
        )
    else:
        run = training.train(config, progress=_is_terminal())
    print(f"run folder: {run.folder}, last checkpoint: {run.checkpoints()[-1].name}")


def demo_command(
    *,
    deals: int = 10_000,
    config: OmitArgPrefixes[Config] = Config(minutes=4.5, eval_every=100_000),  # noqa: B008 - frozen
) -> int:
    """Train for some minutes, then benchmark; exits with 1 unless the result beats random play.

    Args:
        deals: Duplicate deals against each opponent.
        config: What to train.
    """
    from hwatu_experiments.demo import demo, report

    found = demo(config, deals=deals, progress=_is_terminal())
    report(found, config)
    return 0 if found.beats_random else 1


def bench_command(
    game: Game,
    *,
    rules: str | None = None,
    num_players: int | None = None,
    num_games: int = 4_096,
    repeats: int = 7,
    quick: bool = False,
    json: Path | None = None,
) -> None:
    """Measure how fast a game runs on this machine.

    Args:
        game: Name of the game.
        rules: House rules.
        num_players: Seats, where the rules leave them open.
        num_games: Games that are stepped together.
        repeats: Turns of every measurement.
        quick: Leave out cold compilation and training.
        json: Write all figures to this file.
    """
    from hwatu_experiments.throughput import bench

    speeds = bench(
        game,
        rules=rules,
        num_players=num_players,
        num_games=num_games,
        repeats=repeats,
        quick=quick,
    )
    speeds.print()
    if json is not None:
        speeds.save_json(json)


def score_command(
    game: Game,
    *,
    cards: tuple[str, ...] = (),
    rules: str = "seed",
    cup: Literal["animal", "pi"] | None = None,
    pile: UseAppendAction[tuple[str, ...]] = (),
    winner: int | None = None,
    go_counts: tuple[int, ...] | None = None,
    shakes: tuple[int, ...] | None = None,
    bombs: tuple[int, ...] | None = None,
    carry: int = 1,
    quads: tuple[int, ...] | None = None,
    dealer: int = 0,
    trump: str | None = None,
    trick: int = 2,
    leader: int = 0,
    hidden: bool = False,
    earlier: tuple[str, ...] = (),
) -> None:
    """Say what captured cards are worth; or, with --pile and --winner, what a win costs everybody.

    In games that are won by points, --pile once for each seat says what a deal scores; in games of
    tricks, --cards in playing order and --trump say what a trick scores.

    Args:
        game: Name of the game.
        cards: Captured cards, such as 1.1 3.1 8.1; or those of a trick, the lead first.
        rules: House rules.
        cup: How the sake cup counts; the larger base if not given.
        pile: Captured cards of one seat, quoted and separated by spaces; once for each seat.
        winner: The seat that stops.
        go_counts: Calls of go of each seat.
        shakes: Shakes of each seat.
        bombs: Bombs of each seat.
        carry: Factor from drawn deals.
        quads: Hand quads of each seat, where they are laid out.
        dealer: The dealer, where that matters.
        trump: The trump suit.
        trick: Number of the trick.
        leader: Seat that led it.
        hidden: Whether the dragon was hidden.
        earlier: Trumps of earlier tricks.
    """
    from hwatu_experiments import score

    if score.takes_tricks(game):
        if trump is None or not cards:
            raise ValueError(f"a trick of {game} is scored with --cards and --trump")
        facts: dict[str, Any] = {"trump": trump, "trick": trick, "leader": leader}
        facts |= {"hidden": hidden, "earlier": earlier, "rules": rules}
        score.print_trick(score.trick_score(game, cards, **facts))
        return
    if not score.settles(game):
        if not pile:
            raise ValueError(f"a deal of {game} is scored with --pile once for each seat")
        piles = [cards.split() for cards in pile]
        sheet = score.deal_score(game, piles, rules=rules, quads=quads, dealer=dealer)
        score.print_deal_score(sheet)
        return
    if winner is None and not pile:
        score.print_score(score.score(game, cards, rules=rules, cup=cup))
        return
    if winner is None or not pile:
        raise ValueError("a settlement needs --winner, and --pile once for each seat")
    piles = [cards.split() for cards in pile]
    counts: dict[str, Any] = {"go_counts": go_counts, "shakes": shakes, "bombs": bombs}
    score.print_settlement(
        score.settle(game, piles, winner=winner, rules=rules, carry=carry, **counts)
    )


def play_command(
    game: Game,
    *,
    opponent: UseAppendAction[tuple[str, ...]] = (),
    rules: str | None = None,
    num_players: int | None = None,
    seat: int = 0,
    deals: int = 1,
    seed: int = 0,
) -> None:
    """Play in the terminal against any agent.

    Args:
        game: Name of the game.
        opponent: An agent for all other seats; or once for each of them.
        rules: House rules.
        num_players: Seats, where the rules leave them open.
        seat: Your seat.
        deals: Deals to play.
        seed: Seed of the deals.
    """
    from hwatu_experiments.play import play

    play(
        game,
        opponent or ("random",),
        rules=_rules(game, rules),
        num_players=num_players,
        seat=seat,
        deals=deals,
        seed=seed,
    )


_COMMANDS: dict[str, Callable[..., int | None]] = {
    "train": train_command,
    "evaluate": evaluate_command,
    "demo": demo_command,
    "bench": bench_command,
    "play": play_command,
    "score": score_command,
}


def main() -> int:
    """Run a command. Bad input is told in one line, and exits with 2.

    HWATU_DEBUG=1 shows the traceback instead.
    """
    # torch's threads otherwise wait for each other in busy loops, which starves a shared machine
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        return tyro.extras.subcommand_cli_from_dict(_COMMANDS, prog="hwatu") or 0
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (ValueError, OSError) as error:
        if os.environ.get("HWATU_DEBUG"):
            raise
        print(f"hwatu: {type(error).__name__}: {error}", file=sys.stderr)
        return 2


def _rules(game: str, rules: str | None) -> str | None:
    """The rules that the commands take when none are given."""
    return rules or defaults_of(game).rules


def _is_terminal() -> bool:
    return sys.stdout.isatty()

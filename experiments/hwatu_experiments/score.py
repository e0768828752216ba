"""The calculators on the command line: what cards and wins are worth, line by line."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rich.console import Console
from rich.table import Table

from hwatu_env import load_game
from hwatu_env.errors import UnknownNameError


def settles(game: str) -> bool:
    """Whether wins are settled in a game; in the others whole deals are scored.

    Raises:
        UnknownNameError: If the game is unknown.
    """
    return hasattr(_package(game), "settle")


def takes_tricks(game: str) -> bool:
    """Whether a game is one of tricks.

    Raises:
        UnknownNameError: If the game is unknown.
    """
    return hasattr(_package(game), "trick")


def trick_score(game: str, cards: Sequence[str], **facts: Any) -> Any:  # noqa: ANN401 - leader and so on
    """Who wins a trick, and what for, by the game's own calculator.

    Raises:
        UnknownNameError: If the game is unknown or has no such calculator.
        HwatuError: As the calculator does, for bad cards, facts or rules.
    """
    return _calculator(game, "trick")(list(cards), **facts)


def deal_score(
    game: str,
    piles: Sequence[Sequence[str]],
    *,
    rules: str,
    quads: Sequence[int] | None = None,
    dealer: int = 0,
) -> Any:  # noqa: ANN401
    """Score of a deal for every seat, by the game's own calculator.

    Raises:
        UnknownNameError: If the game is unknown or has no such calculator.
        HwatuError: As the calculator does, for bad piles, counts or rules.
    """
    return _calculator(game, "score")(
        [list(pile) for pile in piles], rules=rules, quads=quads, dealer=dealer
    )


def score(game: str, cards: Sequence[str], *, rules: str, cup: str | None = None) -> Any:  # noqa: ANN401
    """Score sheet of captured cards, by the game's own calculator.

    Raises:
        UnknownNameError: If the game is unknown or has no such calculator.
        HwatuError: As the calculator does, for bad cards or rules.
    """
    return _calculator(game, "score")(list(cards), rules=rules, cup=cup)


def settle(
    game: str,
    piles: Sequence[Sequence[str]],
    *,
    winner: int,
    rules: str,
    **facts: Any,  # noqa: ANN401 - go_counts, shakes and so on
) -> Any:  # noqa: ANN401
    """Settlement of a win, by the game's own calculator.

    Raises:
        UnknownNameError: If the game is unknown or has no such calculator.
        HwatuError: As the calculator does, for bad piles, counts or rules.
    """
    return _calculator(game, "settle")(
        [list(pile) for pile in piles], winner=winner, rules=rules, **facts
    )


def _calculator(game: str, name: str) -> Any:  # noqa: ANN401
    found = getattr(_package(game), name, None)
    if found is None:
        raise UnknownNameError(f"{game} has no calculator {name!r}")
    return found


def _package(game: str) -> Any:  # noqa: ANN401
    return import_module(f"hwatu_env.games.{load_game(game).name}")


def print_score(sheet: Any) -> None:  # noqa: ANN401
    """Print a score sheet."""
    table = _table("base points", "points")
    for name, points, section in sheet.lines:
        table.add_row(name, str(points), section)
    table.add_section()
    table.add_row("total", str(sheet.total), "")
    Console().print(table)


def print_trick(result: Any) -> None:  # noqa: ANN401
    """Print what a trick is worth."""
    table = _table(f"the trick is won by seat {result.winner}", "points")
    for name, points, section in result.lines:
        table.add_row(name, f"{points:+d}", section)
    table.add_section()
    table.add_row("total", str(result.points), "")
    Console().print(table)


def print_settlement(settlement: Any) -> None:  # noqa: ANN401
    """Print a settlement."""
    table = _table("settlement", "effect")
    for name, effect, section in settlement.lines:
        table.add_row(name, effect, section)
    table.add_section()
    for seat, paid in enumerate(settlement.payments):
        table.add_row(f"seat {seat}", f"{paid:+d}", "")
    Console().print(table)


def print_deal_score(sheet: Any) -> None:  # noqa: ANN401
    """Print what a deal scored."""
    table = _table("deal score", "points")
    for name, points, section in sheet.lines:
        table.add_row(name, f"{points:+d}", section)
    table.add_section()
    for seat, points in enumerate(sheet.points):
        table.add_row(f"seat {seat}", str(points), "")
    if sheet.void:
        table.add_row("tie: nobody scores", "", "")
    Console().print(table)


def _table(title: str, column: str) -> Table:
    table = Table(title=title)
    table.add_column("")
    table.add_column(column, justify="right")
    table.add_column("rule")
    return table

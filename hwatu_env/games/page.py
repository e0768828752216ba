"""The page of a game: its README.md, whose tables are made from the code.

The prose of a page is written by hand; between `<!-- options -->` and `<!-- end -->`, and likewise
for `presets`, `actions` and `observation`, stands what the code says. `make pages` writes the
tables again, and a test compares them.
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from hwatu_env.games.game import GAMES, Game, load_game
from hwatu_env.games.options import Option


def page_path(game: Game) -> Path:
    """Where the page of a game lies."""
    return Path(__file__).parent / game.name / "README.md"


def updated_page(game: Game) -> str:
    """The text of a game's page with its tables as the code has them now.

    Raises:
        ValueError: If the page lacks the place of a table.
    """
    text = page_path(game).read_text(encoding="utf-8")
    for name, table in _TABLES.items():
        block = re.search(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", text, re.DOTALL)
        if block is None:
            raise ValueError(f"{page_path(game)} has no place for the table {name!r}")
        text = f"{text[: block.start()]}{table(game)}\n{text[block.end() :]}"
    return text


def presets_table(game: Game) -> str:
    """One line a preset: players and how it differs from the defaults."""
    lines = ["| preset | players | options that differ from the defaults |", "|---|---|---|"]
    for name, options in game.rules_type.PRESETS.items():
        rules = game.rules(name)
        players = rules.num_players if "num_players" in options else "open"
        own = {k: v for k, v in options.items() if k != "num_players"}
        listed = ", ".join(f"`{key}={_text(value)}`" for key, value in own.items()) or "none"
        lines.append(f"| `{name}` | {players} | {listed} |")
    return "\n".join(lines)


def options_table(game: Game) -> str:
    """One line an option: default, settings and meaning."""
    meanings = _field_texts(game.rules_type)
    lines = ["| option | default | meaning |", "|---|---|---|"]
    lines += [
        f"| `{field.name}` | `{_text(field.default)}` | {meanings[field.name]} |"
        for field in fields(game.rules_type)
    ]
    return "\n".join(lines)


def actions_table(game: Game) -> str:
    """The action ids and words."""
    return game.actions.to_markdown()


def observation_table(game: Game) -> str:
    """The pieces of an observation under the first preset."""
    rules = game.rules(None)
    layout = game.observation(rules)
    return (
        f"Under `{rules}`, version {layout.version}, {layout.size} bytes.\n\n{layout.to_markdown()}"
    )


_TABLES: dict[str, Callable[[Game], str]] = {
    "presets": presets_table,
    "options": options_table,
    "actions": actions_table,
    "observation": observation_table,
}


def _text(value: Any) -> str:  # noqa: ANN401 - a setting of any kind
    if isinstance(value, Option):
        return str(value)
    return str(list(cast("tuple[int, ...]", value))) if isinstance(value, tuple) else str(value)


def _field_texts(rules_type: type) -> dict[str, str]:
    """The string under each field of a dataclass, as one line."""
    tree = ast.parse(inspect.getsource(rules_type))
    body = next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)).body
    texts: dict[str, str] = {}
    for node, following in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            text = ast.literal_eval(following.value) if isinstance(following, ast.Expr) else ""
            texts[node.target.id] = " ".join(text.split())
    return texts


def main() -> None:
    """Write the tables of all pages again."""
    for name in GAMES:
        game = load_game(name)
        page_path(game).write_text(updated_page(game), encoding="utf-8")
        sys.stdout.write(f"{page_path(game)}\n")


if __name__ == "__main__":
    main()

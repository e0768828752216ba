"""Named pieces of observations and words of action spaces: offsets, texts and doc tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from hwatu_env.errors import IllegalActionError, NotationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One named part of an observation."""

    name: str
    shape: tuple[int, ...]
    """Shape of the piece in bytes; () is a single byte."""
    text: str
    """What the bytes mean, for people."""
    high: int = 1
    """Largest value that a byte of this piece takes; larger counts saturate here."""

    @property
    def size(self) -> int:
        """Bytes that the piece takes."""
        return prod(self.shape)


class Layout:
    """An observation as a list of named pieces, one after the other.

    Args:
        pieces: The pieces in the order in which they are written.
        version: Raised whenever the meaning of a byte changes.
    """

    def __init__(self, pieces: Sequence[Piece], *, version: int) -> None:
        names = [piece.name for piece in pieces]
        if len(set(names)) < len(names):
            raise ValueError(f"piece names must be unique, got {names}")
        self.pieces = tuple(pieces)
        self.version = version
        ends = np.cumsum([piece.size for piece in pieces]).tolist()
        self._slices = {
            piece.name: slice(end - piece.size, end)
            for piece, end in zip(self.pieces, ends, strict=True)
        }
        self._pieces = {piece.name: piece for piece in self.pieces}
        self.size: int = ends[-1]

    def __repr__(self) -> str:
        """Name the pieces."""
        return f"Layout({', '.join(self._pieces)}; {self.size} bytes, version {self.version})"

    def slice(self, name: str) -> slice:
        """Columns of the piece called `name`.

        Raises:
            KeyError: If there is no such piece; the message lists those there are.
        """
        if name not in self._slices:
            raise KeyError(f"no piece {name!r}; there are {', '.join(self._slices)}")
        return self._slices[name]

    def read(self, observation: NDArray[np.uint8], name: str) -> NDArray[np.uint8]:
        """The piece `name` of observations (..., D), as a view of shape (..., *piece.shape)."""
        columns = self.slice(name)
        return observation[..., columns].reshape(
            (*observation.shape[:-1], *self._pieces[name].shape)
        )

    @cached_property
    def high(self) -> NDArray[np.uint8]:
        """(D,) largest value of each byte."""
        return np.concatenate([np.full(p.size, p.high, np.uint8) for p in self.pieces])

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """(D,) factors that bring each byte into 0..1: `observation * layout.scale`."""
        scale: NDArray[np.float32] = (1.0 / self.high).astype(np.float32)
        return scale

    def to_markdown(self) -> str:
        """The table of pieces that the game's page shows."""
        lines = ["| bytes | piece | shape | values | meaning |", "|---|---|---|---|---|"]
        for piece in self.pieces:
            columns = self._slices[piece.name]
            where = f"{columns.start}-{columns.stop - 1}" if piece.size > 1 else f"{columns.start}"
            shape = "x".join(map(str, piece.shape)) or "1"
            values = f"0-{piece.high}"
            lines.append(f"| {where} | `{piece.name}` | {shape} | {values} | {piece.text} |")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """Consecutive action ids that share their first word."""

    word: str
    arguments: tuple[str, ...]
    """One argument an id; ("",) for a word that stands alone."""
    text: str
    """What the action does, for people."""

    @property
    def words(self) -> tuple[str, ...]:
        """The full action words of the group."""
        return tuple(f"{self.word} {argument}".strip() for argument in self.arguments)


class ActionLayout:
    """The actions of a game: one id per action word, and back.

    Args:
        groups: The groups in the order of their ids.
    """

    def __init__(self, groups: Sequence[ActionGroup]) -> None:
        self.groups = tuple(groups)
        self.words: tuple[str, ...] = tuple(word for group in groups for word in group.words)
        self._ids = {word: action for action, word in enumerate(self.words)}

    def __len__(self) -> int:
        """Number of action ids."""
        return len(self.words)

    def id(self, word: str) -> int:
        """The id of an action word.

        Raises:
            NotationError: If the word is none of the game's.
        """
        action = self._ids.get(" ".join(word.split()))
        if action is None:
            shapes = ", ".join(
                f"'{group.words[0]}'" + (" …" if len(group.words) > 1 else "")
                for group in self.groups
            )
            raise NotationError(f"unknown action {word!r}; actions are {shapes}")
        return action

    def text(self, action: int) -> str:
        """The word of an action id.

        Raises:
            IllegalActionError: If the id is out of range.
        """
        if not 0 <= action < len(self.words):
            raise IllegalActionError(
                f"action {action} is out of range; ids are 0 to {len(self.words) - 1}"
            )
        return self.words[action]

    def to_markdown(self) -> str:
        """The table of actions that the game's page shows."""
        lines = ["| ids | action | meaning |", "|---|---|---|"]
        first = 0
        for group in self.groups:
            words = group.words
            last = first + len(words) - 1
            where = f"{first}" if first == last else f"{first}-{last}"
            sample = f"`{words[0]}`" if first == last else f"`{words[0]}` … `{words[-1]}`"
            lines.append(f"| {where} | {sample} | {group.text} |")
            first = last + 1
        return "\n".join(lines)

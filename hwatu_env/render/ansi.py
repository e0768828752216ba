"""A view as text that a player can read, for any game: all it needs is the observation's layout.

Pieces that have a row per seat become lines and columns by seats, the others lines. Flags over as
many things as an action word has arguments are shown by those, so that boards read as cards; codes,
flags and counts that the piece's text explains are shown in its words. Pieces that hold nothing but
zeros are left out.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards import hwatu
from hwatu_env.games.game import load_game
from hwatu_env.layout import Piece
from hwatu_env.spec import GameSpec

_WIDTH = 100
_NAME = 18
_NARROW = 6
"""A piece with more numbers for each seat takes lines rather than columns."""
_MANY_CARDS = 20
"""A list of more cards names every suit once."""
_FEW_SEATS = 4
"""With more seats their columns have short names, so that there is room for meanings."""
_ALWAYS = ("hand", "table")
"""Pieces that are shown even when they are empty."""
_ZERO = 32768
"""What is added to a signed number of two bytes."""
_KINDS = (
    ("bright", hwatu.BRIGHTS),
    ("animal", hwatu.ANIMALS),
    ("ribbon", hwatu.RIBBONS),
    ("pi", hwatu.PI),
)


def render_view(
    observation: NDArray[np.uint8],
    spec: GameSpec,
    action_mask: NDArray[np.bool_] | None = None,
    *,
    seat: int | None = None,
) -> str:
    """What a seat knows, and what it may do, as text.

    Args:
        observation: (D,) bytes of the view.
        spec: Facts about the game.
        action_mask: (A,) legal actions; the last line names them.
        seat: The seat whose view it is, for the title.

    Raises:
        ValueError: If the observation has another size than the game's.
    """
    if observation.shape != (spec.observation_size,):
        raise ValueError(
            f"a view of {spec.game} has {spec.observation_size} bytes, got {observation.shape}"
        )
    whose = "" if seat is None else f", seen by seat {seat}"
    lines = [f"{load_game(spec.game).title}, {spec.rules}{whose}"]
    shared: list[str] = []
    boards: list[str] = []
    counts: list[list[str]] = []
    for piece in spec.observation.pieces:
        values = spec.observation.read(observation[np.newaxis], piece.name)[0]
        if _says_nothing(piece, values):
            continue
        if not _is_per_seat(piece, spec):
            shared += _wrapped(piece.name, _shared_text(piece, values, spec))
        elif _labels(piece, spec) or piece.size > _NARROW * spec.num_players:
            boards += _board_lines(piece, values, spec)
        else:
            counts.append([piece.name, *_seat_texts(piece, values), _meaning(piece)])
    lines += [*shared, *boards, *_table(counts, _seat_names(spec))]
    if action_mask is not None:
        lines += _wrapped("legal", legal_text(action_mask, spec) or "nothing")
    return "\n".join(lines)


def legal_text(action_mask: NDArray[np.bool_], spec: GameSpec) -> str:
    """Legal actions by their words, such as `play 1.1 8.2 | flip`."""
    texts: list[str] = []
    first = 0
    for group in spec.actions.groups:
        legal = action_mask[first : first + len(group.words)]
        if legal.any():
            chosen = [a for a, allowed in zip(group.arguments, legal, strict=True) if allowed]
            texts.append(" ".join([group.word, *chosen]).strip())
        first += len(group.words)
    return " | ".join(texts)


# ---- one piece


def _says_nothing(piece: Piece, values: NDArray[np.uint8]) -> bool:
    if piece.name in _ALWAYS:
        return False
    return not values.any() or (_is_signed(piece) and bool((values == (_ZERO >> 8, 0)).all()))


def _is_signed(piece: Piece) -> bool:
    """Whether a piece holds signed numbers of two bytes, the high one first."""
    return str(_ZERO) in piece.text and piece.shape[-1:] == (2,)


def _is_per_seat(piece: Piece, spec: GameSpec) -> bool:
    """Whether a piece has a row for each seat; games write those of the observer first."""
    return bool(piece.shape) and piece.shape[0] == spec.num_players and piece.name not in _ALWAYS


def _labels(piece: Piece, spec: GameSpec) -> Sequence[str]:
    """Names of what a piece counts, or none: from its text, or for flags from an action's words."""
    own = piece.shape[1:] if _is_per_seat(piece, spec) else piece.shape
    if len(own) != 1:
        return ()
    _, colon, listed = piece.text.rpartition(": ")
    for words in (listed.split(", "), listed.split()):
        if colon and len(words) == own[0]:
            return words
    for group in spec.actions.groups:
        counts_cards = group.word == "play"
        if (piece.high == 1 or counts_cards) and len(group.arguments) == own[0] > 1:
            return group.arguments
    return ()


def _shared_text(piece: Piece, values: NDArray[np.uint8], spec: GameSpec) -> str:
    labels = _labels(piece, spec)
    if labels and piece.high > 1:
        return _counted(values, labels)
    if labels:
        return _named(values, labels)
    if not piece.shape:
        return f"{int(values)}  ({_meaning(piece)})"
    codes = _codes(piece)
    things = [
        f"{place + 1}: {codes.get(int(values[place]), int(values[place]))}"
        for place in np.flatnonzero(values).tolist()
    ]
    return "  ".join(things) + ("" if codes else f"  ({_meaning(piece)})")


def _seat_texts(piece: Piece, values: NDArray[np.uint8]) -> list[str]:
    """A piece without names, one text a seat."""
    if _is_signed(piece):
        return [f"{256 * int(high) + int(low) - _ZERO:+d}" for high, low in values]
    if len(piece.shape) == 1:
        if piece.high == 1:
            return ["yes" if flag else "-" for flag in values]
        codes = _codes(piece)
        return [codes.get(int(value), str(int(value))) for value in values]
    return [" ".join(str(int(value)) for value in row.ravel()) for row in values]


def _board_lines(piece: Piece, values: NDArray[np.uint8], spec: GameSpec) -> list[str]:
    labels = _labels(piece, spec)
    lines: list[str] = []
    for name, row in zip(_seat_names(spec), values, strict=True):
        if row.any():
            write = _counted if piece.high > 1 else _pile_text
            text = write(row, labels) if labels else " ".join(map(str, row.ravel()))
            lines += _wrapped("" if lines else piece.name, f"{name}: {text}")
    return lines


def _named(values: NDArray[np.uint8], labels: Sequence[str]) -> str:
    """Names of the flags that are set, a bar between months or suits."""
    chosen = [labels[place] for place in np.flatnonzero(values).tolist()]
    suits = [list(cards) for _, cards in groupby(chosen, key=_suit)]
    if len(chosen) > _MANY_CARDS and suits[0][0][0].isalpha():
        return " | ".join(f"{_suit(cards[0])}: {' '.join(map(_rank, cards))}" for cards in suits)
    return " | ".join(" ".join(cards) for cards in suits) or "-"


def _counted(values: NDArray[np.uint8], labels: Sequence[str]) -> str:
    """Names with their numbers; cards, whose number is that of a trick, in the order of those."""
    counted = [(labels[place], int(values[place])) for place in np.flatnonzero(values).tolist()]
    if "." in labels[0]:
        counted.sort(key=lambda item: item[1])
    return ", ".join(f"{label} {count}" for label, count in counted)


def _pile_text(values: NDArray[np.uint8], labels: Sequence[str]) -> str:
    """A pile: hwatu cards by kind, others by suit."""
    if tuple(labels) != hwatu.CARD_NAMES[: hwatu.NUM_CARDS]:
        return _named(values, labels)
    cards = sum(1 << place for place in np.flatnonzero(values).tolist())
    kinds = ((kind, hwatu.names(cards & board)) for kind, board in _KINDS)
    return " | ".join(f"{kind} {' '.join(held)}" for kind, held in kinds if held)


def _suit(card: str) -> str:
    """What a card text begins with: the month, or the suit."""
    return card.partition(".")[0]


def _rank(card: str) -> str:
    """What a card text ends with."""
    return card.partition(".")[2]


def _codes(piece: Piece) -> dict[int, str]:
    """Words for the numbers that a piece's text explains: "…: 0 none, 1 dealt, …"."""
    listed = piece.text.rpartition(": ")[2]
    return {int(code): word for code, word in re.findall(r"(\d+) ([^,]+)", listed)}


def _meaning(piece: Piece) -> str:
    """The piece's text without what it says about bytes and codes."""
    return re.sub(rf" plus {_ZERO}.*|: \d.*", "", piece.text)


# ---- lines


def _seat_names(spec: GameSpec) -> list[str]:
    name = "seat +" if spec.num_players <= _FEW_SEATS else "+"
    return ["me", *(f"{name}{away}" for away in range(1, spec.num_players))]


def _wrapped(name: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=f"{name:<{_NAME - 1}} ", subsequent_indent=" " * _NAME
    )


def _table(rows: Iterable[list[str]], seats: list[str]) -> list[str]:
    """Rows of a name, a text for each seat, and a meaning as far as there is room for it."""
    rows = [["seats", *seats, ""], *rows]
    if len(rows) == 1:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    widths[0] = _NAME - 2
    room = _WIDTH - sum(widths) - 2 * len(widths)
    lines: list[str] = []
    for *cells, meaning in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True)]
        legend = textwrap.shorten(meaning, room, placeholder=" …") if room > 2 else ""
        lines.append("  ".join([*padded, legend]).rstrip())
    return lines

"""Transcripts: one game is its rules, its seed or deck, and its action words, on one JSON line.

    {"game": "gostop", "rules": "standard-2p", "rules_digest": "36f812a8", "seed": 0, "row": 3,
     "episode": 0, "kind": "deal", "actions": ["play 8.2", …], "scores": [7, -7]}

Replaying a transcript gives the same states, or TranscriptError at the first step that diverges.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
from numpy.typing import ArrayLike

from hwatu_env.batch import Compiled, GameBatch
from hwatu_env.compiled.record import to_plain
from hwatu_env.errors import DeckError, HwatuError, NotationError, TranscriptError
from hwatu_env.games.game import load_game


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """One game, or as much of it as was played."""

    game: str
    """Name of the game."""
    rules: str
    """Text of the rules."""
    rules_digest: str
    """Digest of all options, so that a preset that has changed since is noticed."""
    kind: str
    """Kind of episode, "deal" or a longer one."""
    actions: tuple[str, ...]
    """Action words in the order in which they were taken."""
    seed: int | None = None
    """Seed of the batch, with `row` and `episode`; None where a deck is given."""
    row: int = 0
    """Index of the game among all games of the seed."""
    episode: int = 0
    """Episodes of the row before this one."""
    deck: tuple[str, ...] | None = None
    """Deck by seats, where the game does not come from a seed."""
    dealer: int | None = None
    """Seat of the dealer, with a deck."""
    scores: tuple[int, ...] | None = None
    """Points of each seat at the end; None for a game that was left unfinished."""
    illegal: bool = False
    """Whether the last action was illegal and ended the game."""

    def to_json(self) -> str:
        """The transcript as one line of JSON, without what has its default."""
        defaults = {field.name: field.default for field in fields(self)}
        own = {name: value for name, value in asdict(self).items() if value != defaults[name]}
        return json.dumps(own, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> Self:
        """The transcript of one line of JSON.

        Raises:
            TranscriptError: If the line is no JSON, or lacks or misnames a part.
        """
        try:
            found: Any = json.loads(line)
        except json.JSONDecodeError as error:
            raise TranscriptError(f"a transcript is one line of JSON: {error}") from None
        if not isinstance(found, dict):
            raise TranscriptError(f"a transcript is a JSON object, got {line[:60]!r}")
        parts = cast("dict[str, Any]", found)
        known = {field.name for field in fields(cls)}
        if not set(_NEEDED) <= set(parts) <= known or not ({"seed", "deck"} & set(parts)):
            raise TranscriptError(
                f"a transcript has {', '.join(_NEEDED)} and seed or deck; it may have "
                f"{', '.join(sorted(known - set(_NEEDED)))}; got {', '.join(parts)}"
            )
        return cls(**{name: _checked(name, value) for name, value in parts.items()})


_NEEDED = ("game", "rules", "rules_digest", "kind", "actions")
_KINDS: dict[str, tuple[type, type | None]] = {
    "game": (str, None),
    "rules": (str, None),
    "rules_digest": (str, None),
    "kind": (str, None),
    "actions": (list, str),
    "deck": (list, str),
    "scores": (list, int),
    "illegal": (bool, None),
}
"""Types of the parts, and of their items; the others are integers."""


def _checked(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever JSON held
    kind, item_kind = _KINDS.get(name, (int, None))
    items = cast("list[Any]", value) if item_kind is not None else []
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TranscriptError(f"{name} of a transcript is a {kind.__name__}, got {value!r}")
    if item_kind is None:
        return value
    for item in items:
        if not isinstance(item, item_kind):
            raise TranscriptError(
                f"{name} of a transcript holds {item_kind.__name__}, got {item!r}"
            )
    return tuple(items)


class Recorder:
    """Plays on in a batch, and keeps the transcripts of the games that end.

    Args:
        batch: The batch, whose games must all stand at the start of an episode.

    Raises:
        TranscriptError: If a game is under way.
    """

    def __init__(self, batch: GameBatch) -> None:
        if (batch.state["ply"] != 0).any():
            raise TranscriptError("a recorder starts with the episodes: some game is under way")
        self.batch = batch
        self.transcripts: list[Transcript] = []
        self._actions: list[list[int]] = [[] for _ in range(len(batch))]

    def step(self, actions: ArrayLike | str) -> None:
        """Take one action in every game, as `GameBatch.step` does, and note it."""
        before = self.batch.to_move.copy()
        origins = self.batch.state[["game", "episode"]].copy()
        self.batch.step(actions)
        if isinstance(actions, str):
            actions = self.batch.spec.actions.id(actions)
        chosen = np.broadcast_to(np.asarray(actions), before.shape)
        for row in np.flatnonzero((before >= 0) & (chosen != -1)):
            self._actions[row].append(int(chosen[row]))
        finished = self.batch.finished
        for place, row in enumerate(finished.rows):
            state = finished.state[place]
            self.transcripts.append(self._transcript(int(row), origins[row], state))
            self._actions[row] = []

    def _transcript(self, row: int, origin: Any, state: Any) -> Transcript:  # noqa: ANN401
        illegal = len(self._actions[row]) > int(state["ply"])
        return Transcript(
            game=self.batch.spec.game,
            rules=str(self.batch.rules),
            rules_digest=self.batch.rules.digest,
            kind=self.batch.episode,
            actions=tuple(map(self.batch.action_text, self._actions[row])),
            seed=self.batch.seed,
            row=int(origin["game"]),
            episode=int(origin["episode"]),
            scores=tuple(state["score"].tolist()),
            illegal=illegal,
        )


def transcript_of(batch: GameBatch, row: int = 0) -> Transcript:
    """Transcript of the deal of a game, finished or not, by its deck.

    Args:
        batch: A batch of single deals; matches are recorded while they are played (`Recorder`).
        row: The game.

    Raises:
        TranscriptError: If the game is a hand-made position or a longer episode, or if an illegal
            action ended it.
    """
    game = load_game(batch.spec.game)
    if batch.episode != "deal":
        raise TranscriptError(f"use a Recorder for episodes of kind {batch.episode!r}")
    state = to_plain(game.state_type, batch.state[row : row + 1])[0]
    if state.first_top < 0:
        raise TranscriptError("a hand-made position has no transcript: it was not dealt")
    over = state.to_move < 0
    if over and game.voided(state):
        raise TranscriptError("an illegal action ended this game: record such games by a Recorder")
    return Transcript(
        game=game.name,
        rules=str(batch.rules),
        rules_digest=batch.rules.digest,
        kind="deal",
        actions=tuple(map(batch.action_text, game.played(state))),
        deck=tuple(map(game.card_text, state.deck[: batch.rules.deck_size])),
        dealer=state.dealer,
        scores=tuple(state.score) if over else None,
    )


def replay(
    transcript: Transcript, *, steps: int | None = None, compiled: Compiled = True
) -> GameBatch:
    """Play a transcript again.

    Args:
        transcript: What to play.
        steps: How many actions; None for all.
        compiled: As in `GameBatch`.

    Returns:
        A batch of one game, as it stands after these actions.

    Raises:
        TranscriptError: At the first step that diverges from the rules, if the rules have changed
            since, or if the points at the end are not those of the transcript.
    """
    batch = _start(transcript, compiled)
    actions = transcript.actions if steps is None else transcript.actions[:steps]
    for step, word in enumerate(actions):
        _take(batch, transcript, step, word)
    if steps is None:
        _check_end(batch, transcript)
    return batch


def _start(transcript: Transcript, compiled: Compiled) -> GameBatch:
    try:
        batch = GameBatch(
            transcript.game,
            rules=transcript.rules,
            seed=transcript.seed or 0,
            first_game=transcript.row,
            autoreset=False,
            episode=transcript.kind,
            illegal="void" if transcript.illegal else "raise",
            compiled=compiled,
        )
        if batch.rules.digest != transcript.rules_digest:
            raise TranscriptError(
                f"the rules {transcript.rules!r} have changed: digest {batch.rules.digest}, "
                f"the transcript has {transcript.rules_digest}"
            )
        if transcript.deck is not None:
            batch.reset(decks=[transcript.deck], dealer=transcript.dealer)
        else:
            batch.reset(seed=transcript.seed, first_episode=transcript.episode)
    except (DeckError, TranscriptError):
        raise
    except (HwatuError, ValueError, TypeError) as error:
        raise TranscriptError(f"this transcript cannot be started: {error}") from error
    return batch


def _take(batch: GameBatch, transcript: Transcript, step: int, word: str) -> None:
    where = f"step {step + 1} of {len(transcript.actions)}"
    if batch.to_move[0] < 0:
        raise TranscriptError(f"{where}: {word!r} comes after the end of the game")
    try:
        action = batch.spec.actions.id(word)
    except NotationError as error:
        raise TranscriptError(f"{where}: {error}") from None
    illegal_end = transcript.illegal and step == len(transcript.actions) - 1
    if batch.action_mask[0, action] == illegal_end:
        legal = ", ".join(batch.legal_actions(0))
        raise TranscriptError(f"{where}: {word!r} diverges; legal actions are {legal}")
    batch.step(action)


def _check_end(batch: GameBatch, transcript: Transcript) -> None:
    over = batch.to_move[0] < 0
    if transcript.scores is None:
        return
    if not over:
        raise TranscriptError("the game goes on, but the transcript gives its final points")
    scores = tuple(batch.state[0]["score"].tolist())
    if scores != transcript.scores:
        raise TranscriptError(
            f"the game ends with {scores}, the transcript has {transcript.scores}"
        )


def write_transcripts(path: str | Path, transcripts: Iterable[Transcript]) -> None:
    """Write transcripts to a file, one line each; the file appears only when it is complete."""
    target = Path(path)
    partial = target.with_name(target.name + ".partial")
    with partial.open("w", encoding="utf-8") as file:
        file.writelines(f"{transcript.to_json()}\n" for transcript in transcripts)
    partial.replace(target)


def read_transcripts(path: str | Path) -> Iterator[Transcript]:
    """The transcripts of a file.

    Raises:
        TranscriptError: At the first line that is broken; it names the line.
    """
    with Path(path).open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield Transcript.from_json(line)
            except TranscriptError as error:
                raise TranscriptError(f"{path}, line {number}: {error}") from None

"""Golden transcripts: what every game and preset played like when they were last written.

`make golden` writes them again and prints what changed: a change of a line is a change of the
environment's behaviour, which goes into CHANGELOG.md and raises the environment's version.
"""

import difflib
import json
import sys
import zlib
from pathlib import Path

import hwatu_env
from hwatu_env import GameBatch
from hwatu_env.record import Recorder, Transcript, replay

FOLDER = Path(__file__).parent
DEALS = 6


def presets(game: str) -> list[str]:
    """Names of a game's presets."""
    return list(hwatu_env.load_game(game).rules_type.PRESETS)


def kinds(game: str) -> list[str]:
    """Kinds of episode of a game."""
    return list(hwatu_env.load_game(game).episodes)


def path_of(game: str, preset: str) -> Path:
    """Where the golden transcripts of a preset lie."""
    return FOLDER / game / f"{preset}.jsonl"


def lines_of(game: str, preset: str) -> list[str]:
    """The golden lines of a preset as the code plays it now."""
    lines = []
    for kind in kinds(game):
        batch = GameBatch(game, DEALS, rules=preset, seed=2026, episode=kind, compiled=False)
        recorder = Recorder(batch)
        wanted = DEALS if kind == "deal" else 1
        while len(recorder.transcripts) < wanted:
            recorder.step(batch.sample_actions(key=7))
        lines += [line_of(transcript) for transcript in recorder.transcripts[:wanted]]
    return lines


def line_of(transcript: Transcript) -> str:
    """A transcript with the checksum of everything that the seats to move saw on the way."""
    return json.dumps({"seen": checksum(transcript), **json.loads(transcript.to_json())})


def checksum(transcript: Transcript) -> int:
    """CRC-32 of the observations and masks at every step of a transcript."""
    batch = replay(transcript, steps=0, compiled=False)
    crc = zlib.crc32(batch.observation.tobytes() + batch.action_mask.tobytes())
    for word in transcript.actions:
        batch.step(word)
        crc = zlib.crc32(batch.observation.tobytes() + batch.action_mask.tobytes(), crc)
    return crc


def read(game: str, preset: str) -> list[str]:
    """The golden lines of a preset as they were written."""
    path = path_of(game, preset)
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def main() -> None:
    """Write all golden transcripts and print what changed."""
    for game in hwatu_env.list_games():
        for preset in presets(game):
            old, new = read(game, preset), lines_of(game, preset)
            name = f"{game}/{preset}"
            sys.stdout.writelines(
                f"{line[:200]}\n" for line in difflib.unified_diff(old, new, name, name, n=0)
            )
            path_of(game, preset).parent.mkdir(exist_ok=True)
            path_of(game, preset).write_text("\n".join(new) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

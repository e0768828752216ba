"""Records of games: `transcript`, JSON Lines that replay to the same states."""

from hwatu_env.record.transcript import (
    Recorder,
    Transcript,
    read_transcripts,
    replay,
    transcript_of,
    write_transcripts,
)

__all__ = [
    "Recorder",
    "Transcript",
    "read_transcripts",
    "replay",
    "transcript_of",
    "write_transcripts",
]

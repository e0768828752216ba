"""The errors that hwatu_env raises on purpose; every one is a `ValueError` too."""


class HwatuError(ValueError):
    """Base of the errors of this package."""


class RulesError(HwatuError):
    """An unknown preset or option, or options that contradict each other."""


class NotationError(HwatuError):
    """A text that is no card, action word, rules text or position."""


class DeckError(HwatuError):
    """A deck with a duplicate, missing or unknown card."""


class PositionError(HwatuError):
    """A position that cannot occur under its rules."""


class IllegalActionError(HwatuError):
    """An action that the rules do not allow now; the message lists those they do."""


class TranscriptError(HwatuError):
    """A transcript that is broken, or that diverges from the rules when it is replayed."""


class CheckpointError(HwatuError):
    """A checkpoint of another game, other rules or another observation version."""


class UnknownNameError(HwatuError):
    """A game, agent or policy that is not registered; the message lists those that are."""

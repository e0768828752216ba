"""Means with their 95 % intervals, from independent observations."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats as _stats

Numbers = NDArray[np.float64]

stats: Any = _stats  # scipy ships no types

CONFIDENCE = 0.95
BCA_LIMIT = 5_000
"""Observations up to which the interval is BCa: scipy's jackknife is quadratic."""
_RESAMPLES = 4_999
_BATCH = 250  # resamples at a time, so that 5,000 observations take 10 MB and not 200


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and where it lies with 95 % confidence."""

    mean: float
    low: float
    high: float
    observations: int
    method: str
    """"BCa" (bias-corrected and accelerated bootstrap), "normal", or "constant" data."""

    @property
    def is_above_zero(self) -> bool:
        """Whether the whole interval lies above zero."""
        return self.low > 0

    @property
    def holds_zero(self) -> bool:
        """Whether zero lies within the interval."""
        return self.low <= 0 <= self.high

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, for JSON."""
        return asdict(self)

    def text(self, digits: int = 2, *, scale: float = 1.0, sign: bool = False) -> str:
        """`mean [low, high]`.

        Args:
            digits: Digits after the point.
            scale: 100 for percentages.
            sign: Whether to print a plus.
        """
        form = f"{'+' if sign else ''}.{digits}f"
        mean, low, high = (scale * number for number in (self.mean, self.low, self.high))
        return f"{mean:{form}} [{low:{form}}, {high:{form}}]"


def interval(values: NDArray[Any]) -> Interval:
    """Mean of independent observations and its 95 % interval.

    BCa up to 5,000 observations, by the normal approximation above. The bootstrap draws from a
    fixed seed: the same observations give the same interval.

    Args:
        values: (n,) observations.

    Raises:
        ValueError: If there are fewer than two observations, or one is not finite.
    """
    numbers: Numbers = np.asarray(values, np.float64)
    if numbers.ndim != 1 or len(numbers) < 2:
        raise ValueError(f"an interval needs two observations or more, got shape {numbers.shape}")
    if not np.isfinite(numbers).all():
        raise ValueError("observations must be finite numbers")
    mean, count = float(numbers.mean()), len(numbers)
    if (numbers == numbers[0]).all():
        return Interval(mean, mean, mean, count, "constant")
    if count > BCA_LIMIT:
        return _normal(numbers)
    found = stats.bootstrap(
        (numbers,),
        np.mean,
        confidence_level=CONFIDENCE,
        n_resamples=_RESAMPLES,
        batch=_BATCH,
        method="BCa",
        rng=np.random.default_rng(0),
    ).confidence_interval
    if not np.isfinite([found.low, found.high]).all():  # nearly constant: BCa is undefined
        return _normal(numbers)
    return Interval(mean, float(found.low), float(found.high), count, "BCa")


def _normal(numbers: Numbers) -> Interval:
    mean = float(numbers.mean())
    reach = float(stats.norm.ppf(0.5 + CONFIDENCE / 2) * stats.sem(numbers))
    return Interval(mean, mean - reach, mean + reach, len(numbers), "normal")

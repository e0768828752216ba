"""What the tests of trainings share."""

from pathlib import Path

import pytest

from hwatu_experiments.config import Config

TOY = "seed(months=4,hand_size=3,table_size=4,table_quad=dead,hand_quad=play,min_points=1)"
"""Go-Stop with 16 cards: a deal takes a few decisions."""


@pytest.fixture
def toy_config(tmp_path: Path) -> Config:
    """A training of some seconds, alone on one thread."""
    return Config(
        game="gostop",
        rules=TOY,
        runs=tmp_path,
        name="toy",
        steps=8_192,
        opponents="random=1",
        reward="symlog",
        n_envs=64,
        n_steps=32,
        batch_size=512,
        learning_rate=2e-3,
        hidden=(64,),
        threads=1,
        eval_every=0,
    )

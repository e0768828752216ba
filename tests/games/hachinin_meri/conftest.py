"""Hachi-Nin Meri is not listed as a game yet; its own tests load it all the same."""

import pytest

from hwatu_env.games import game


@pytest.fixture(autouse=True)
def _listed(monkeypatch):
    if "hachinin_meri" not in game.GAMES:
        monkeypatch.setattr(game, "GAMES", (*game.GAMES, "hachinin_meri"))

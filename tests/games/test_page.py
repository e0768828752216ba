"""Each game's page says what its code says."""

import pytest

import hwatu_env
from hwatu_env.games.page import options_table, page_path, updated_page

HEADINGS = [
    "Summary",
    "Players",
    "Presets",
    "House rules",
    "Actions",
    "Observation",
    "Rewards",
    "End",
    "Where the rule page is silent",
    "Version history",
    "Sources",
]


@pytest.mark.parametrize("name", hwatu_env.list_games())
def test_tables_are_those_of_the_code(name):
    game = hwatu_env.load_game(name)

    assert page_path(game).read_text(encoding="utf-8") == updated_page(game), "run `make pages`"


@pytest.mark.parametrize("name", hwatu_env.list_games())
def test_page_has_the_headings_of_every_game(name):
    text = page_path(hwatu_env.load_game(name)).read_text(encoding="utf-8")

    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == HEADINGS


@pytest.mark.parametrize("name", hwatu_env.list_games())
def test_every_option_has_a_meaning_that_cites_its_section(name):
    for line in options_table(hwatu_env.load_game(name)).splitlines()[2:]:
        assert "§" in line, line

"""Decisions that any sensible partner gets right, on positions that a reader can check.

Coins are trumps, best first: Sun Un Sota Tenka Robai Kiri Uma 1 2 3 4 5 6 7 8 9. Tenka is
`Clubs.Robai`. Seats of one team are even, or odd.
"""

import pytest

from hwatu_agents.hachinin_meri.agent import HachininMeriAgent
from hwatu_env.cards.unsun import CARD_NAMES
from hwatu_env.games import hachinin_meri
from tests.agents import players
from tests.agents.hachinin_meri.positions import position

BOTH = ["greedy", "heuristic"]
PLAIN = ["Clubs.2", "Clubs.4", "Swords.2", "Swords.5", "Cups.8", "Drums.7", "Drums.9"]
"""Cards of little use."""


def chosen(card, declaration="always_declare", **options):
    """Action word that a player chooses in a position."""
    batch = players.reach("hachinin_meri", position(**options))
    return players.chosen(HachininMeriAgent(card, declaration, compiled=False), batch)


# ---- the last seat, which sees all that counts


@pytest.mark.parametrize("card", BOTH)
def test_ducks_under_a_winning_partner(card):
    current = ["Swords.4", "Swords.Sun", "Clubs.1", "Clubs.3", "Drums.8", "Cups.9", "Cups.7"]
    word = chosen(card, current=current, mine=["Coins.Sun", "Coins.4", *PLAIN])
    assert word.removeprefix("play ") in PLAIN


@pytest.mark.parametrize("card", BOTH)
def test_overtakes_an_opponent_with_the_least_that_does(card):
    current = ["Swords.Sun", "Swords.4", "Clubs.1", "Clubs.3", "Drums.8", "Cups.9", "Cups.7"]
    word = chosen(card, current=current, mine=["Coins.Sun", "Coins.9", *PLAIN])
    assert word == "play Coins.9"


@pytest.mark.parametrize("card", BOTH)
def test_overtakes_with_a_plain_card_where_that_is_enough(card):
    current = ["Swords.4", "Clubs.1", "Clubs.3", "Drums.8", "Cups.9", "Cups.7", "Drums.6"]
    word = chosen(card, current=current, mine=["Coins.Sun", "Coins.9", *PLAIN])
    assert word == "play Swords.5"


@pytest.mark.parametrize("card", BOTH)
def test_chases(card):
    # seat 5, a partner, opened with a trump, seat 6 trampled on it
    current = ["Swords.4", "Clubs.1", "Clubs.3", "Drums.8", "Cups.9", "Coins.9", "Coins.5"]
    word = chosen(card, current=current, mine=["Coins.Sun", "Coins.1", *PLAIN])
    assert (
        word == "play Coins.Sun" if card == "greedy" else word in ("play Coins.Sun", "play Coins.1")
    )


def test_heuristic_chases_with_no_trump_that_is_sure_to_lose():
    # the 9 is the lowest trump of all, and two others lie there
    current = ["Swords.4", "Clubs.1", "Clubs.3", "Drums.8", "Cups.9", "Coins.8", "Coins.5"]
    word = chosen("heuristic", current=current, mine=["Coins.9", *PLAIN, "Drums.6"])
    assert word != "play Coins.9"


@pytest.mark.parametrize("card", BOTH)
def test_leaves_the_trick_to_a_partner_who_trumped_last(card):
    current = ["Swords.4", "Clubs.1", "Clubs.3", "Drums.8", "Cups.9", "Coins.1", "Cups.7"]
    word = chosen(card, current=current, mine=["Coins.Uma", "Coins.8", *PLAIN])
    assert word.removeprefix("play ") in PLAIN


# ---- Meri: trick 2 was led with a trump, face up


def meri(card, current, mine, **options):
    """What a player does in trick 2; the first was won by the seat that leads now."""
    leader = (7 - len(current)) % 8 if "seat" not in options else options["seat"] - len(current)
    first = ["Swords.1", "Cups.9", "Cups.7", "Cups.6", "Drums.8", "Drums.6", "Drums.5", "Clubs.1"]
    first[leader] = "Swords.Sun"
    return chosen(card, tricks=[first], current=current, mine=mine, **options)


@pytest.mark.parametrize("card", BOTH)
def test_does_not_lay_un_under_a_sun(card):
    mine = ["Coins.Un", "Coins.4", *PLAIN[:6]]
    assert meri(card, ["Coins.Sun"], mine, seat=1) == "play Coins.4"


@pytest.mark.parametrize("card", BOTH)
def test_takes_un_with_the_sun(card):
    mine = ["Coins.Sun", "Coins.4", *PLAIN[:6]]
    current = ["Coins.Un"]
    assert meri(card, current, mine, seat=1) == "play Coins.Sun"


def test_heuristic_keeps_the_nine_from_an_eight():
    # the first trump of the game; seats after me may hold the 8, and my trump will not win
    mine = ["Coins.9", "Coins.7", *PLAIN[:6]]
    assert meri("heuristic", ["Coins.Kiri"], mine, seat=1) == "play Coins.7"
    assert meri("greedy", ["Coins.Kiri"], mine, seat=1) == "play Coins.9"


def test_heuristic_gives_its_partner_the_small_trump():
    mine = ["Coins.Un", "Coins.7", *PLAIN[:6]]
    assert meri("heuristic", ["Coins.Sun", "Coins.3"], mine, seat=2) == "play Coins.7"


# ---- the exchange, and leads


def asked(card, decision, seat, hand, *, declaration="by_score", **options):
    """Answer of a player before the first trick; the other cards are dealt out in order."""
    options.setdefault("open_trump", "Coins.6")
    left = [name for name in CARD_NAMES if name not in hand and name != options["open_trump"]]
    hands = [hand if other == seat else [left.pop() for _ in range(9)] for other in range(8)]
    place = hachinin_meri.position(hands=hands, widow=left, decision=decision, **options)
    batch = players.reach("hachinin_meri", place)
    assert batch.to_move[0] == seat
    return players.chosen(HachininMeriAgent(card, declaration, compiled=False), batch)


def buried(card, hand):
    """What the dealer buries, of nine cards and the Open Trump."""
    return asked(card, "bury", 0, hand)


@pytest.mark.parametrize("card", BOTH)
def test_buries_neither_a_trump_nor_a_high_card(card):
    hand = ["Coins.Sun", "Coins.9", "Clubs.Sun", "Swords.Un", "Cups.3", "Drums.4", "Drums.5"]
    word = buried(card, [*hand, "Cups.5", "Swords.Kiri"])
    assert word.removeprefix("bury ") in ("Cups.3", "Cups.5", "Drums.4", "Drums.5")


def test_heuristic_buries_to_be_rid_of_a_suit():
    hand = ["Coins.Sun", "Coins.9", "Drums.7", "Swords.3", "Swords.4", "Swords.5"]
    assert buried("heuristic", [*hand, "Cups.5", "Cups.6", "Cups.7"]) == "bury Drums.7"
    assert buried("greedy", [*hand, "Cups.5", "Cups.6", "Cups.7"]) != "bury Drums.7"


def test_heuristic_has_the_cards_dealt_again_but_for_good_ones():
    poor, rich = ["Cups.8", "Drums.7", "Swords.2"], ["Clubs.Robai", "Drums.7", "Swords.2"]
    rest = ["Clubs.2", "Clubs.4", "Swords.5", "Cups.4", "Drums.1", "Drums.9"]
    rules = {"rules": "tournament", "dealer": 7}
    assert asked("heuristic", "keep", 0, poor + rest, packet=poor, **rules) == "redeal"
    assert asked("heuristic", "keep", 0, rich + rest, packet=rich, **rules) == "keep"
    assert asked("greedy", "keep", 0, poor + rest, packet=poor, **rules) == "keep"


# ---- the dragon

LAST_GAME = {"episode": "set", "deals_played": 7, "games_of_set": 7}


def says(declaration, *, hand=(), dealer=0, rules="seed", ahead=None):
    """What seat 0 says of the dragon; a set's last game with `ahead`, its lead so far."""
    options = {"dealer": dealer, "rules": rules}
    if ahead is not None:
        points = (max(0, ahead), max(0, 0 - ahead))
        options |= {**LAST_GAME, "set_points": points, "margin": ahead}
    cards = ["Coins.Robai", *hand, *PLAIN, "Drums.6"][:9]
    return asked("heuristic", "declare", 0, cards, declaration=declaration, **options)


def test_declaration_policies_do_what_their_names_say():
    assert says("always_declare") == "declare"
    assert says("always_hide") == "hide"


def test_by_score_gives_no_lead_away_for_a_secret():
    assert says("by_score", dealer=1, hand=["Coins.Sota"]) == "declare"


def test_by_score_hides_where_it_leads_anyway_and_may_make_a_pair():
    assert says("by_score", hand=["Coins.Kiri"]) == "hide"
    assert says("by_score") == "declare"
    assert says("by_score", hand=["Coins.Kiri"], rules="seed(hidden_bonus=off)") == "declare"


def test_by_score_hides_what_a_losing_team_has_and_shows_what_a_leading_one_has():
    assert says("by_score", ahead=-10) == "hide"
    assert says("by_score", ahead=10) == "declare"
    assert says("by_score", hand=["Coins.Kiri"], ahead=10) == "declare"

"""The trick under way as one seat sees it: what lies there, and what a card would do to it."""

from typing import NamedTuple

from hwatu_agents.hachinin_meri.reading import (
    Number,
    Offsets,
    is_mine,
    lies_face_down,
    read_card,
    read_place,
    read_tricks_left,
    read_trump,
)
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.unsun import is_trump, strength, suit_of
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import Chase
from hwatu_env.games.hachinin_meri.state import SEATS


class Table(NamedTuple):
    """The trick under way."""

    trump: int
    top: int
    """1 where Un stands above Sun."""
    tricks_left: int
    """This one among them."""
    place: int
    """Mine, 0 for the lead."""
    meri: int
    """1 in Meri."""
    led: int
    """The led card; -1 before."""
    best: int
    """The best card that lies open; -1 for none."""
    best_mine: int
    """1 if my team played it."""
    down_mine: int
    """Trumps of my team that lie face down."""
    down_theirs: int
    last_down_mine: int
    """1 if the last trump face down is my team's."""
    run: int
    """Trumps in a row up to the last card."""


@rule
def power(table: Table, card: int) -> int:
    """Strength of a card in this trick; 0 for one that cannot win it."""
    led = card if table.led < 0 else table.led
    if is_trump(card, table.trump) or suit_of(card) == suit_of(led):
        return strength(card, table.trump, table.top)
    return 0


@rule
def read_table(at: Offsets, observation: Observation, row: int, params: Params) -> Table:
    """The trick under way."""
    trump = read_trump(at, observation, row)
    top = int(params[Number.TOP])
    place = read_place(at, observation, row)
    meri = read_number(observation, row, at.meri)
    led, best, best_mine, run = -1, -1, 0, 0
    down_mine, down_theirs, last_down_mine = 0, 0, 0
    for number in range(place):
        away = SEATS - place + number
        mine = 1 if is_mine(away) else 0
        if lies_face_down(at, observation, row, away):
            down_mine += mine
            down_theirs += 1 - mine
            last_down_mine = mine
            run += 1
            continue
        card = read_card(at, observation, row, away)
        if number == 0:
            led = card
        trumps = is_trump(card, trump)
        run = run + 1 if trumps and (number > 0 or params[Number.CHASE_LEAD_COUNTS] != 0) else 0
        counts = trumps or suit_of(card) == suit_of(led)
        if best < 0 or (counts and strength(card, trump, top) > strength(best, trump, top)):
            best, best_mine = card, mine
    tricks_left = read_tricks_left(at, observation, row)
    return Table(
        trump,
        top,
        tricks_left,
        place,
        meri,
        led,
        best,
        best_mine,
        down_mine,
        down_theirs,
        last_down_mine,
        run,
    )


@rule
def makes_chase(table: Table, params: Params, run: int) -> bool:
    """Whether a trump that is number `run` of a row makes a chase if it wins (Y1)."""
    if table.meri or run < 3:
        return False
    if int(params[Number.CHASE]) == Chase.THIRD_ONLY:
        return run == 3
    if int(params[Number.CHASE]) == Chase.ODD_ONLY:
        return run % 2 == 1
    return True

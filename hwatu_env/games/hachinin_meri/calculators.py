"""What tricks and games are worth (rules/hachinin_meri.md §6 to §8), by the kernel's own rules."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hwatu_env.cards.unsun import (
    SUITS,
    card_index,
    card_name,
    is_trump,
    strength,
    suit_index,
)
from hwatu_env.compiled.record import state_dtype, to_plain
from hwatu_env.errors import NotationError, PositionError
from hwatu_env.games.hachinin_meri.deal import begin_episode, clear_deal
from hwatu_env.games.hachinin_meri.rules import (
    MeriRepeat,
    Robai,
    Rules,
    YakuStack,
    YakuValue,
)
from hwatu_env.games.hachinin_meri.scoring import YAKU_NAMES, score_trick
from hwatu_env.games.hachinin_meri.state import SEATS, SINGLE, TRICKS, State
from hwatu_env.games.hachinin_meri.tricks import begin_trick, lay, next_seat
from hwatu_env.games.hachinin_meri.turn import end_trick

__all__ = ["GameScore", "GameSheet", "ScoreLine", "TrickResult", "score", "trick"]


class ScoreLine(NamedTuple):
    """One entry of a trick's points."""

    name: str
    points: int
    section: str


@dataclass(frozen=True, kw_only=True)
class TrickResult:
    """Who wins a trick, and what for."""

    winner: int
    """Its seat."""
    yaku: tuple[str, ...]
    """Yaku by the numbers of §7.1, such as "Y1"."""
    points: int
    """Points of the winner's team."""
    meri: bool
    """Whether it was a Meri trick."""
    lines: tuple[ScoreLine, ...]
    """What the points are made of."""


@dataclass(frozen=True, kw_only=True)
class GameScore:
    """Tricks of a game and their points."""

    points: tuple[int, int]
    """Points of the even seats, and of the odd ones."""
    tricks: tuple[TrickResult, ...]


@dataclass(frozen=True, kw_only=True)
class GameSheet:
    """How a finished game was scored."""

    outcome: str
    """even, odd, draw or illegal_action."""
    points: tuple[int, int]
    """Points of the even seats, and of the odd ones."""
    payments: tuple[int, ...]
    """Margin of each seat's team."""
    tricks: tuple[TrickResult, ...]

    @property
    def lines(self) -> tuple[tuple[str, str, str], ...]:
        """What every trick was worth: name, effect, and section of the rule page."""
        return tuple(
            (f"trick {number} of seat {trick.winner}: {name}", f"{points:+d}", section)
            for number, trick in enumerate(self.tricks, 1)
            for name, points, section in trick.lines
        )


def trick(
    cards: Sequence[str],
    *,
    leader: int = 0,
    trump: str,
    trick: int = 2,
    meri: bool | None = None,
    hidden: bool = False,
    earlier: Iterable[str] = (),
    rules: Rules | str = "seed",
) -> TrickResult:
    """Winner, yaku and points of one trick (§6, §7).

    Args:
        cards: The eight cards in playing order, the lead first.
        leader: Seat that led.
        trump: The trump suit.
        trick: Number of the trick, 1 to 9.
        meri: Whether it is a Meri trick. None works it out from the lead; with `meri_repeat=once` a
            trump lead is then taken for the first one.
        hidden: Whether the holder of the Dragon of Trumps did not declare.
        earlier: Trumps played in earlier tricks; other cards make no difference.
        rules: House rules.

    Raises:
        PositionError: If a card, suit, seat or number is wrong, if a card is there twice, or if
            `meri` or `hidden` contradict the rules.
        RulesError: If the rules are unknown.
    """
    house = _rules(rules)
    plain = house.plain[0]
    before = _cards(earlier)
    played = _cards(cards)
    _check_trick(cards, leader, trick)
    for name in set(cards) & {*earlier}:
        raise PositionError(f"{name} is in this trick and in an earlier one")
    g = _blank(house, trump, hidden)
    g.trick = trick - 1
    g.meri_seen = int(meri is False and house.meri_repeat is MeriRepeat.ONCE)
    for card in before:
        if is_trump(card, g.trump):
            g.highest = max(g.highest, strength(card, g.trump, plain.top))
    _play(g, house, leader, played)
    if meri is not None and bool(g.meri) != meri:
        raise PositionError(
            f"meri cannot be {meri}: trick {trick} with the lead {cards[0]} is "
            f"{'' if g.meri else 'not '}a Meri trick under {house}"
        )
    score_trick(g, plain)
    return _result(g, house, g.trick, winner=g.winner, meri=bool(g.meri))


def score(
    tricks: Sequence[Sequence[str]],
    *,
    leader: int = 0,
    trump: str,
    hidden: bool = False,
    rules: Rules | str = "seed",
) -> GameScore:
    """Points of the tricks of a game, from the first on (§8.1).

    Args:
        tricks: One to nine tricks, each of eight cards in playing order. Each is led by the winner
            of the one before.
        leader: Seat that leads the first.
        trump: The trump suit.
        hidden: Whether the holder of the Dragon of Trumps did not declare.
        rules: House rules.

    Raises:
        PositionError: If a card, suit, seat or number is wrong, or if a card is there twice.
        RulesError: If the rules are unknown.
    """
    house = _rules(rules)
    if not 1 <= len(tricks) <= TRICKS:
        raise PositionError(f"a game has 1 to {TRICKS} tricks, got {len(tricks)}")
    _cards(card for cards in tricks for card in cards)
    g = _blank(house, trump, hidden)
    results: list[TrickResult] = []
    points = [0, 0]
    for number, cards in enumerate(tricks):
        _check_trick(cards, leader, number + 1)
        _play(g, house, leader, _cards(cards))
        meri = bool(g.meri)
        end_trick(g, house.plain[0])
        leader = g.winners[number]
        results.append(_result(g, house, number, winner=leader, meri=meri))
        points[leader % 2] += results[-1].points
    return GameScore(points=(points[0], points[1]), tricks=tuple(results))


def game_sheet(g: State, rules: Rules) -> GameSheet:
    """How the last deal of a plain state was scored.

    Raises:
        PositionError: If the deal is still being played.
    """
    if g.to_move >= 0:
        raise PositionError("a game has a sheet when it is over; this one is still being played")
    outcome = "draw"
    if g.offender >= 0:
        outcome = "illegal_action"
    elif g.points[0] != g.points[1]:
        outcome = "even" if g.points[0] > g.points[1] else "odd"
    scored = GameScore(points=(0, 0), tricks=())
    if g.trick > 0:
        scored = score(
            _names(g), leader=g.first_leader, trump=SUITS[g.trump], hidden=g.hidden > 0, rules=rules
        )
    return GameSheet(
        outcome=outcome,
        points=(g.points[0], g.points[1]),
        payments=tuple(g.result),
        tricks=scored.tricks,
    )


def _names(g: State) -> list[list[str]]:
    """Cards of the finished tricks in playing order."""
    leaders = [g.first_leader, *g.winners]
    return [
        [
            card_name(g.cards[SEATS * number + (leaders[number] + place * g.way) % SEATS])
            for place in range(SEATS)
        ]
        for number in range(g.trick)
    ]


def _result(g: State, rules: Rules, number: int, *, winner: int, meri: bool) -> TrickResult:
    made = [yaku for yaku in range(len(YAKU_NAMES)) if g.trick_yaku[number] >> yaku & 1]
    return TrickResult(
        winner=winner,
        yaku=tuple(f"Y{yaku + 1}" for yaku in made),
        points=g.trick_points[number],
        meri=meri,
        lines=tuple(_lines(made, g.trick_points[number], rules)),
    )


def _lines(made: list[int], points: int, rules: Rules) -> list[ScoreLine]:
    """What a trick's points are made of: two yaku differ in value only if one is a 5."""
    lines: list[ScoreLine] = []
    if not made or rules.yaku_value is YakuValue.ADDED:
        lines.append(ScoreLine("trick", 1, "§6.4"))
        points -= 1
    values = _shares(len(made), points, rules)
    return lines + [
        ScoreLine(YAKU_NAMES[yaku], value, "§7") for yaku, value in zip(made, values, strict=True)
    ]


def _shares(count: int, points: int, rules: Rules) -> list[int]:
    """What each of up to two yaku was paid; a chase, which comes first, is never the dearer one."""
    if count < 2:
        return [points] * count
    if rules.yaku_stack is YakuStack.MAX:
        return [0, points]
    low = points // 2
    return [2, points - 2] if points % 2 else [low, low]


def _play(g: State, rules: Rules, leader: int, cards: list[int]) -> None:
    plain = rules.plain[0]
    begin_trick(g, leader)
    seat = leader
    for card in cards:
        lay(g, plain, seat, card)
        seat = next_seat(seat, plain)


# ---- input


def _rules(rules: Rules | str) -> Rules:
    return Rules.parse(rules) if isinstance(rules, str) else rules


def _blank(rules: Rules, trump: str, hidden: bool) -> State:
    """A plain state of a game in which nothing has been played."""
    g: State = to_plain(State, np.zeros(1, state_dtype(State, SEATS)))[0]
    begin_episode(g, rules.plain[0], SINGLE, 0)
    clear_deal(g)
    try:
        g.trump = suit_index(trump)
    except NotationError as error:
        raise PositionError(str(error)) from None
    if hidden and rules.robai is not Robai.OPTIONAL:
        raise PositionError(f"the dragon cannot be hidden with robai={rules.robai} (§9.1)")
    g.hidden = int(hidden)
    return g


def _cards(names: Iterable[str]) -> list[int]:
    if isinstance(names, str):
        raise PositionError(f"cards are listed one by one, got the text {names!r}")
    found: list[int] = []
    for name in names:
        try:
            card = card_index(name)
        except NotationError as error:
            raise PositionError(str(error)) from None
        if card in found:
            raise PositionError(f"{name} is there twice")
        found.append(card)
    return found


def _check_trick(cards: Sequence[str], leader: int, number: int) -> None:
    if len(cards) != SEATS:
        raise PositionError(f"a trick has {SEATS} cards, got {len(cards)}")
    if not 0 <= leader < SEATS:
        raise PositionError(f"leader is a seat 0 to {SEATS - 1}, got {leader}")
    if not 1 <= number <= TRICKS:
        raise PositionError(f"trick is 1 to {TRICKS}, got {number}")

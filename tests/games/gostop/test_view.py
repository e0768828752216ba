"""What a seat sees: every piece of an observation says what the state says, and nothing hidden.

The pieces are worked out again here from card texts and from the oracle's base points.
"""

import random
from dataclasses import replace

import numpy as np
import pytest

import hwatu_env
from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from hwatu_env.compiled.record import to_plain
from hwatu_env.games.gostop import GAME, Rules
from hwatu_env.games.gostop.state import DECISION_NAMES, CupSide, State, in_play
from hwatu_env.games.kernel import Kernel
from hwatu_env.testing import CHECKS, Setup, check_secrets, play
from tests.oracles import gostop_oracle as oracle

CUP_NAMES = {CupSide.ANIMAL: "animal", CupSide.PI: "pi", CupSide.LOCKED: "locked"}
SETS = [
    ["2.1", "4.1", "8.2"],
    ["1.2", "2.2", "3.2"],
    ["6.2", "9.2", "10.2"],
    ["4.2", "5.2", "7.2"],
]
LINES = {
    "bright": 0,
    "godori": 1,
    "animal": 1,
    "hongdan": 2,
    "cheongdan": 2,
    "chodan": 2,
    "ribbon": 2,
    "pi": 3,
}
"""Which column of `points` a line of the oracle belongs to, by the first word that is in it."""


# ---- the view, worked out again


def flags(cards, width=48):
    return [int(cards) >> place & 1 for place in range(width)]


def jokers(cards):
    return flags(int(cards) >> 48, 6)


def number(count, high=63):
    return min(int(count), high)


def one_hot(index, width):
    return [int(place == index) for place in range(width)]


def signed(points):
    return list(divmod(min(max(int(points), -32768), 32767) + 32768, 256))


def from_seat(values, seat):
    """Values by seats, counted from one."""
    return [*values[seat:], *values[:seat]]


def cup_of(g, seat):
    if not g.pile[seat] & hwatu.SAKE_CUP:
        return None
    return CUP_NAMES.get(g.cup)


def line_points(g, rules, seat):
    points = [0, 0, 0, 0]
    pile = hwatu.names(g.pile[seat])
    animal, pi = counts_as(g, rules, seat)
    side = "both" if animal and pi else "pi" if pi else "animal"
    for name, value in oracle.base_points(pile, rules.to_dict(), side):
        column = next(column for word, column in LINES.items() if word in name.lower())
        points[column] += value
    return points


def counts_as(g, rules, seat):
    """(animal?, pi?) of the sake cup in this pile."""
    if not g.pile[seat] & hwatu.SAKE_CUP:
        return False, False
    mode = str(rules.cup_mode)
    if mode == "both":
        return True, True
    side = cup_of(g, seat)
    if side is None:
        pile, options = hwatu.names(g.pile[seat]), rules.to_dict()
        base = {
            side: sum(value for _, value in oracle.base_points(pile, options, side))
            for side in ("animal", "pi")
        }
        side = "pi" if base["pi"] > base["animal"] else "animal"
    return side != "pi", side == "pi"


def in_pile(g, seat, cards):
    return len(set(hwatu.names(g.pile[seat])) & set(cards))


def pi_of(g, rules, seat):
    value = 2 * counts_as(g, rules, seat)[1]
    for card in hwatu.names(g.pile[seat]):
        if card.startswith("J"):
            value += int(card[1])
        elif hwatu.board([card]) & hwatu.PI:
            value += 2 if card in ("11.2", "12.4") else 1
    return value


def told(g, rules, seat):
    """Every piece of the view of a seat, by name."""
    seats = range(rules.num_players)
    asked = g.to_move == seat
    order = from_seat(list(seats), seat)
    visible = g.table | in_play(g) | g.hand[seat]
    for other in seats:
        visible |= g.pile[other] | g.shown[other]
    for month in range(12):
        visible |= int(g.stack_jokers[month]) << 48
    deck = sum(1 << int(card) for card in g.deck[: rules.deck_size])
    unseen = deck & ~visible
    choice = in_play(g)
    if asked and DECISION_NAMES[g.decision] == "shake":
        choice = 1 << g.card
    brights = set(hwatu.names(hwatu.BRIGHTS))
    captured = {card for other in seats for card in hwatu.names(g.pile[other])}
    animals = hwatu.names(hwatu.ANIMALS)
    stacks, stack_jokers = [0] * 12, [0] * 12
    for month in range(12):
        if (g.table >> 4 * month & 15).bit_count() == 3:
            owner = int(g.stack_owner[month]) - 1
            stacks[month] = 1 if owner < 0 else 2 + order.index(owner)
            buried = hwatu.names(int(g.stack_jokers[month]) << 48)
            stack_jokers[month] = sum(int(card[1]) for card in buried)
    pieces = {
        "hand": flags(g.hand[seat]),
        "table": flags(g.table),
        "unseen": flags(unseen),
        "in_play": flags(choice),
        "piles": [flags(g.pile[other]) for other in order],
        "shown": [flags(g.shown[other]) for other in order],
        "stacks": stacks,
        "hand_sizes": [number(g.hand[other].bit_count()) for other in order],
        "go_counts": [number(g.go_count[other]) for other in order],
        "last_go_scores": [number(g.last_go_score[other]) for other in order],
        "shakes": [number(g.shakes[other]) for other in order],
        "bombs": [number(g.bombs[other]) for other in order],
        "flip_credits": [number(g.flip_credits[other]) for other in order],
        "ppeok_counts": [number(g.ppeok_count[other], 3) for other in order],
        "cup": [
            0
            if not g.pile[other] & hwatu.SAKE_CUP
            else {None: 1, "animal": 2, "locked": 2, "pi": 3}[cup_of(g, other)]
            for other in order
        ],
        "last_caller": one_hot(
            order.index(int(g.go_order[g.go_calls - 1])) if g.go_calls else -1, len(order)
        ),
        "dealer": one_hot(order.index(g.dealer), len(order)),
        "brights": [in_pile(g, other, brights) for other in order],
        "brights_possible": [
            in_pile(g, other, brights) + len(brights - captured) for other in order
        ],
        "animals": [
            in_pile(g, other, animals)
            - (bool(g.pile[other] & hwatu.SAKE_CUP) and not counts_as(g, rules, other)[0])
            for other in order
        ],
        "ribbons": [in_pile(g, other, hwatu.names(hwatu.RIBBONS)) for other in order],
        "pi": [number(pi_of(g, rules, other)) for other in order],
        "points": [[number(n) for n in line_points(g, rules, other)] for other in order],
        "sets": [[in_pile(g, other, cards) for cards in SETS] for other in order],
        "sets_possible": [
            [int(not (captured & set(cards)) - set(hwatu.names(g.pile[other]))) for cards in SETS]
            for other in order
        ],
        "decision": one_hot(g.decision - 1 if asked else -1, len(DECISION_NAMES) - 1),
        "asked_month": one_hot(g.asked_month if asked else -1, 12),
        "carry": number(g.carry, 16),
        "push": g.push,
        "stock": rules.deck_size - g.stock_top,
        "deals_left": number(max(0, g.episode_deals - g.deals - 1), 255),
        "match_score": [signed(g.score[other]) for other in order],
    }
    if rules.jokers:
        pieces |= {
            "hand_jokers": jokers(g.hand[seat]),
            "unseen_jokers": jokers(unseen),
            "in_play_jokers": jokers(choice),
            "pile_jokers": [jokers(g.pile[other]) for other in order],
            "stack_jokers": stack_jokers,
        }
    return pieces


def expect_views(batch):
    layout = batch.spec.observation
    assert {piece.name for piece in layout.pieces} - {"turns"} == set(
        told(to_plain(State, batch.state)[0], batch.rules, 0)
    )
    for seat in range(batch.spec.num_players):
        seen = batch.observe(seat)
        for row, g in enumerate(to_plain(State, batch.state)):
            for name, expected in told(g, batch.rules, seat).items():
                shown = layout.read(seen, name)[row].tolist()
                assert shown == expected, f"{name} of seat {seat}, {batch.position(row)}"
            turns = from_seat(g.turns_taken, seat)
            if max(turns) > 0:  # before the first turn nobody may know whether it has begun
                assert layout.read(seen, "turns")[row].tolist() == turns


@pytest.mark.parametrize("rules", Rules.PRESETS)
def test_every_piece_says_what_the_state_says(rules):
    batch = GameBatch("gostop", 6, rules=rules, compiled=False, seed=3, autoreset=False)

    for _ in play(batch, key=1):
        expect_views(batch)


@pytest.mark.parametrize("seed", range(12))
def test_every_piece_says_what_the_state_says_under_random_rules(seed):
    rules = Rules(**oracle.random_options(random.Random(f"views {seed}")))
    batch = GameBatch(
        "gostop", 3, rules=rules, compiled=False, seed=seed, autoreset=False, episode="match"
    )

    for step in play(batch, key=1):
        expect_views(batch)
        if step == 120:
            break


def test_large_stakes_and_scores_saturate():
    batch = GameBatch("gostop", 2, rules="seed(shake=off)", compiled=False, episode="match")
    states = batch.state.copy()
    states["carry"], states["push"] = 1000, 4
    states["score"] = [[40_000, -40_000], [-32_768, 32_767]]

    batch.load(states)

    expect_views(batch)
    read = batch.spec.observation.read
    assert read(batch.observe(0), "carry").tolist() == [16, 16]
    assert read(batch.observe(0), "match_score")[0].tolist() == [[255, 255], [0, 0]]


# ---- nothing hidden is told

SECRETS = {
    "seed": "seed",
    "three seats": "seed(num_players=3)",
    "claims": "netmarble(months=4, hand_size=6, table_size=4, joker_quad=always)",
    "shown at first play": (
        "standard-3p(months=6, hand_size=5, table_size=4, shake=on_first_play, hand_quad=may_claim)"
    ),
    "shown when played": "hangame(months=5, hand_size=6, table_size=5, hand_quad=play)",
    "asked at the deal": (
        "seed(months=4, hand_size=6, table_size=3, hand_quad=may_claim, quad_continue=doubles)"
    ),
}
"""Rules under which other seats are often asked what nobody else may know of."""


@pytest.mark.parametrize("rules", SECRETS.values(), ids=SECRETS)
def test_no_seat_sees_what_is_hidden(rules):
    check_secrets(Setup(game="gostop", rules=rules, num_games=12, seed=4, compiled=False))


def test_the_secret_questions_are_asked_in_these_games():
    asked = set()
    for rules in SECRETS.values():
        batch = GameBatch("gostop", 12, rules=rules, seed=4, compiled=False, autoreset=False)
        for _ in play(batch, key=4):
            asked |= {DECISION_NAMES[decision] for decision in batch.state["decision"]}

    assert {"quad", "deal_shake", "shake"} <= asked


def leak_into_the_view(monkeypatch, write):
    """Make the view of Go-Stop write one thing more, in plain Python."""

    def leaky(g, rules, seat, out, row):
        GAME.write_observation(g, rules, seat, out, row)
        write(g, rules, seat, out[row])

    leak_into_the_game(monkeypatch, write_observation=leaky)


def leak_into_the_game(monkeypatch, **parts):
    game = replace(GAME, **parts)
    monkeypatch.setattr("hwatu_env.batch.load_game", lambda name: game)
    monkeypatch.setattr(
        "hwatu_env.batch.load_kernel", lambda name, seats, build: Kernel(game, seats, build)
    )


def another_hand_card(g, rules, seat, out):
    out[0] = g.hand[(seat + 1) % len(g.hand)] & 1


def next_stock_card(g, rules, seat, out):
    if g.stock_top < rules.deck_size:
        out[1] = g.deck[g.stock_top] & 1


def secret_question(g, rules, seat, out):
    if DECISION_NAMES[g.decision] == "deal_shake":
        out[2] ^= 1


def own_hand_twice(g, rules, seat, out):
    """No leak: all that it tells is known to the observer."""
    out[0] = g.hand[seat] & 1


@pytest.mark.parametrize("leak", [another_hand_card, next_stock_card, secret_question])
def test_a_view_that_tells_one_hidden_thing_is_found(monkeypatch, leak):
    leak_into_the_view(monkeypatch, leak)

    with pytest.raises(AssertionError, match="tells what is hidden, in hand"):
        check_secrets(Setup(game="gostop", rules="seed", num_games=40, compiled=False))


def test_a_view_that_tells_what_is_known_is_no_leak(monkeypatch):
    leak_into_the_view(monkeypatch, own_hand_twice)

    check_secrets(Setup(game="gostop", rules="standard-2p", num_games=4, compiled=False))


def test_a_history_that_tells_drawn_cards_is_found(monkeypatch):
    def leaky(g, seat):
        return GAME.history(g, g.to_move if g.to_move >= 0 else seat)

    leak_into_the_game(monkeypatch, history=leaky)

    with pytest.raises(AssertionError, match=r"history of seat \d in row \d+ tells what is hidden"):
        check_secrets(Setup(game="gostop", rules="hangame", num_games=12, compiled=False))


def test_a_leak_does_not_outlive_its_test():
    assert hwatu_env.load_game("gostop") is GAME
    assert len(CHECKS) > 5
    assert np.array_equal(*(GameBatch("gostop", 1, compiled=False).observation for _ in range(2)))

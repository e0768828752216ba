"""What a seat sees: every piece of an observation says what the state says, and nothing hidden.

The pieces are worked out again here from card texts and from the oracle's scores.
"""

import random

import pytest

from hwatu_env import GameBatch
from hwatu_env.compiled.record import to_plain
from hwatu_env.games.minhwatu import Rules
from hwatu_env.games.minhwatu.hands import HAND_NAMES
from hwatu_env.games.minhwatu.state import DECISION_NAMES, State, audit
from hwatu_env.testing import Setup, check_secrets, play
from tests.games.minhwatu.examples import DECK, cards, start_at
from tests.oracles import minhwatu_oracle as oracle

MONTH_HANDS = {"choyak": 5, "pungyak": 10, "month 11": 11, "month 12": 12}
CARD_HANDS = {
    "hongdan": "1.2 2.2 3.2",
    "cheongdan": "6.2 9.2 10.2",
    "chodan": "4.2 5.2 7.2",
    "godori": "2.1 4.1 8.2",
    "shikka": "6.1 7.1 10.1",
    "daypo": "3.1 8.1 9.1",
    "inho_shikka": "1.1 3.1 8.1 9.1",
    "ilesam": "1.1 2.1 3.1",
    "ogong": "1.1 3.1 8.1 11.1 12.1",
}


def cards_of(hand, rules):
    """Cards of a special hand that counts, none otherwise."""
    month = MONTH_HANDS.get(hand)
    if month is None:
        value = rules.ribbon_set if hand.endswith("dan") else getattr(rules, hand)
        return set(cards(CARD_HANDS[hand])) if value else set()
    value = rules.suit_set
    if month > 10 and month != rules.be_si_ma:
        value = rules.ttongyak if month == 11 else 0
    return {f"{month}.{slot}" for slot in (1, 2, 3, 4)} if value else set()


def flags(held):
    return [int(card in held) for card in DECK]


def one_hot(index, width):
    return [int(place == index) for place in range(width)]


def signed(points):
    return list(divmod(min(max(int(points), -32768), 32767) + 32768, 256))


def told(g, position, rules, seat):
    """Every piece of the view of a seat, by name."""
    seats = rules.num_players
    order = [(seat + away) % seats for away in range(seats)]
    asked = g.to_move == seat
    piles = [set(position.piles[other]) for other in order]
    captured = set().union(*piles)
    in_play = {*position.set_aside, position.played, position.flipped} - {None}
    others = [card for other in order[1:] for card in position.hands[other]]
    quads = [position.quads[other] for other in order]
    values = [
        sum(value for _, value in oracle.special_hands(rules.to_dict(), list(pile)))
        for pile in piles
    ]
    hands = [cards_of(hand, rules) for hand in HAND_NAMES]
    left = max(0, rules.match_deals - g.deals - 1) if rules.match_deals else 255
    lacking = [
        (rules.target or 0) - g.total[other] if position.match and rules.target else 0
        for other in order
    ]
    return {
        "hand": flags(position.hands[seat]),
        "table": flags(position.table),
        "unseen": flags([*others, *position.stock]),
        "in_play": flags(in_play),
        "piles": [flags(pile) for pile in piles],
        "hand_sizes": [len(position.hands[other]) for other in order],
        "quads": quads,
        "card_points": [sum(map(oracle.card_points, pile)) for pile in piles],
        "hand_points": [min(value // 10, 255) for value in values],
        "special_held": [[len(hand & pile) for hand in hands] for pile in piles],
        "special_possible": [
            [int(bool(hand) and not hand & (captured - pile)) for hand in hands] for pile in piles
        ],
        "dealer": one_hot(order.index(g.dealer), seats),
        "decision": one_hot(g.decision - 1 if asked else -1, len(DECISION_NAMES) - 1),
        "stock": len(position.stock),
        "deals_left": left if position.match else 0,
        "totals": [signed(g.total[other]) for other in order],
        "to_target": [signed(points) for points in lacking],
    }


def expect_views(batch):
    layout = batch.spec.observation
    states = to_plain(State, batch.state)
    positions = [batch.position(row) for row in range(len(batch))]
    assert {piece.name for piece in layout.pieces} == set(
        told(states[0], positions[0], batch.rules, 0)
    )
    for seat in range(batch.spec.num_players):
        seen = batch.observe(seat)
        for row, (g, position) in enumerate(zip(states, positions, strict=True)):
            for name, expected in told(g, position, batch.rules, seat).items():
                shown = layout.read(seen, name)[row].tolist()
                assert shown == expected, f"{name} of seat {seat}, {position}"


@pytest.mark.parametrize("rules", Rules.PRESETS)
def test_every_piece_says_what_the_state_says(rules):
    batch = GameBatch("minhwatu", 6, rules=rules, compiled=False, seed=3, autoreset=False)

    for _ in play(batch, key=1):
        expect_views(batch)


@pytest.mark.parametrize("seed", range(12))
def test_every_piece_says_what_the_state_says_under_random_rules(seed):
    rules = Rules(**oracle.random_options(random.Random(f"views {seed}")))
    batch = GameBatch(
        "minhwatu", 3, rules=rules, compiled=False, seed=seed, autoreset=False, episode="match"
    )

    for step in play(batch, key=1):
        expect_views(batch)
        if step == 120:
            break


def test_large_totals_saturate():
    batch = start_at(
        rules="seed(target=100000)",
        hands=[["1.1"], ["2.1"]],
        match=True,
        deals_played=9,
        totals=(-40_000, 40_000),
    )

    expect_views(batch)
    read = batch.spec.observation.read
    assert read(batch.observe(0), "totals")[0].tolist() == [[0, 0], [255, 255]]
    assert read(batch.observe(0), "to_target")[0].tolist() == [[255, 255], [255, 255]]


@pytest.mark.parametrize(
    "rules",
    [
        "seed(num_players=3)",
        "seed(months=4, hand_size=4, table_size=4)",
        "standard(optional_capture=True, num_players=5)",
    ],
)
def test_no_seat_sees_what_is_hidden(rules):
    check_secrets(Setup(game="minhwatu", rules=rules, num_games=8, seed=4, compiled=False))


def test_a_miscounted_special_hand_is_noticed():
    """The record counts their cards as they are captured, so an audit counts them again (§4)."""
    rules = Rules.preset("seed-extended")
    batch = GameBatch("minhwatu", rules=rules, seed=2, autoreset=False, compiled=False)
    while batch.to_move[0] >= 0:
        batch.step(batch.sample_actions(1))
    g = to_plain(State, batch.state)[0]
    assert audit(g, rules) == []
    assert sum(g.held) > 0
    g.held[1] += 1 << 4 * HAND_NAMES.index("chodan")

    assert audit(g, rules) == ["the cards of special hands of seat 1 are miscounted"]

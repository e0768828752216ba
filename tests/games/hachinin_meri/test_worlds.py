"""Worlds against the full list of them: every placement of the hidden cards, tried by the oracle.

Late in a game few enough cards are hidden for all their placements to be dealt to the oracle, which
plays the game again as the observer saw it. Those in which that can have happened are the worlds
that agree with what it saw. `determinize` must draw all of them, no others, and each equally often.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import unsun
from hwatu_env.games.hachinin_meri import Rules
from tests.games.arranging import check_uniform
from tests.oracles import hachinin_meri_oracle as oracle

DRAWS_PER_WORLD = 12
MOST_HIDDEN = 6

Interest = Callable[["Moment"], bool]
World = tuple[Any, ...]


@dataclass(frozen=True)
class Moment:
    """A game of the oracle at a decision, as one observer is about to be asked what it knows."""

    rules: Rules
    deck: list[str]
    dealer: int
    words: list[str]
    observer: int

    def play(self, deck: list[str], words: list[str]) -> oracle.Game | None:
        """The game of a deck and words, or None if they do not fit it."""
        game = oracle.Game(self.rules.to_dict(), deck, dealer=self.dealer)
        for word in words:
            if game.over or word not in game.legal():
                return None
            game.step(word)
        return game

    @cached_property
    def now(self) -> oracle.Game:
        game = self.play(self.deck, self.words)
        assert game is not None
        return game

    def batch(self) -> GameBatch:
        batch = GameBatch("hachinin_meri", 1, rules=self.rules, autoreset=False)
        batch.reset(decks=[self.deck], dealer=self.dealer)
        for word in self.words:
            batch.step(word)
        return batch

    # ---- what is hidden

    @cached_property
    def slots(self) -> list[Any]:
        """One entry a hidden place: a seat's hand, ("down", seat), "buried" or "widow"."""
        game, slots = self.now, []
        for seat in range(8):
            if seat != self.observer:
                slots += [seat] * len(game.hands[seat])
        slots += [("down", s) for s, _, down in game.current if down and s != self.observer]
        if game.buried is not None and game.tricks[:1] and self.observer != first_leader(game):
            slots.append("buried")
        return [*slots, *(["widow"] * len(game.widow))]

    @cached_property
    def hidden(self) -> list[str]:
        game = self.now
        cards = [card for seat in range(8) if seat != self.observer for card in game.hands[seat]]
        cards += [card for s, card, down in game.current if down and s != self.observer]
        if "buried" in self.slots:
            assert game.buried is not None
            cards.append(game.buried)
        return cards + list(game.widow)


def first_leader(game: oracle.Game) -> int:
    return game.tricks[0]["leader"] if game.tricks else game.leader


# ---- all worlds


def worlds(moment: Moment) -> Iterator[World]:
    """Every world that the observer cannot tell from the real one."""
    seen = moment.now.known(moment.observer)
    for placed in placements(moment):
        dealt = as_dealt(moment, placed)
        game = dealt and moment.play(*dealt)
        if game is not None and game.known(moment.observer) == seen:
            yield as_world(game)


def placements(moment: Moment) -> Iterator[tuple[str, ...]]:
    """The hidden cards in every order that matters: those of one slot are in the order of ids."""
    ids = [oracle.CARDS.index(card) for card in moment.hidden]
    neighbours = [k for k in range(1, len(moment.slots)) if moment.slots[k] == moment.slots[k - 1]]
    for order in permutations(sorted(ids)):
        if all(order[k - 1] < order[k] for k in neighbours):
            yield tuple(oracle.CARDS[card] for card in order)


def as_dealt(moment: Moment, placed: tuple[str, ...]) -> tuple[list[str], list[str]] | None:
    """The deck and the words of a placement; None if the Open Trump lies where it never came."""
    game = moment.now
    leader = first_leader(game)
    plays = {(t, s): card for t, old in enumerate(game.tricks) for s, card, _ in old["plays"]}
    plays |= {(len(game.tricks), s): card for s, card, _ in game.current}
    hands = {moment.observer: list(game.hands[moment.observer])}
    widow: list[str] = []
    buried = game.buried
    for slot, card in zip(moment.slots, placed, strict=True):
        if slot == "widow":
            widow.append(card)
        elif slot == "buried":
            buried = card
        elif isinstance(slot, tuple):
            plays[len(game.tricks), slot[1]] = card
        else:
            hands.setdefault(slot, []).append(card)
    assert buried is not None
    dealt = [
        [*hands.get(s, []), *(c for (_, who), c in plays.items() if who == s)] for s in range(8)
    ]
    dealt[leader].append(buried)
    assert game.open_trump is not None
    if game.open_trump not in dealt[leader]:
        return None
    dealt[leader].remove(game.open_trump)
    deck = [card for hand in dealt for card in hand] + [game.open_trump, *widow]
    return deck, as_said(moment, dealt, buried, plays)


def as_said(
    moment: Moment, dealt: list[list[str]], buried: str, plays: dict[tuple[int, int], str]
) -> list[str]:
    game = moment.now
    words: list[str] = []
    dragon = f"{game.trump}.Robai"
    holder = next((s for s in range(8) if dragon in dealt[s]), None)
    robai, may_hide = moment.rules.robai.name, moment.rules.dealer_may_hide
    if robai == "OPTIONAL" and holder is not None and (holder != moment.dealer or may_hide):
        words.append("declare" if game.declared is not None else "hide")
    words.append(f"bury {buried}")
    for trick, old in enumerate(game.tricks):
        words += [f"play {plays[trick, seat]}" for seat, _, _ in old["plays"]]
    return words + [f"play {plays[len(game.tricks), seat]}" for seat, _, _ in game.current]


def as_world(game: oracle.Game) -> World:
    return (
        tuple(tuple(sorted(hand)) for hand in game.hands),
        tuple((seat, card) for seat, card, _ in game.current),
        game.buried,
        tuple(sorted(game.widow)),
        game.hidden,
    )


def drawn_worlds(moment: Moment, draws: int) -> Counter[World]:
    batch = moment.batch().determinize([0], moment.observer, key=len(moment.words), copies=draws)
    assert batch.take([0, draws - 1]).audit() == []
    state = batch.state
    order = [seat for seat, _, _ in moment.now.current]
    counts: Counter[World] = Counter()
    for row in range(draws):
        g = state[row]
        hands = [unsun.join(g["hand_low"][s], g["hand_high"][s]) for s in range(8)]
        world = (
            tuple(tuple(sorted(unsun.names(hand))) for hand in hands),
            tuple((seat, unsun.card_name(g["current"][seat])) for seat in order),
            unsun.card_name(g["buried"]),
            tuple(sorted(unsun.card_name(card) for card in g["deck"][73:])),
            bool(g["hidden"]),
        )
        counts[world] += 1
    return counts


# ---- positions


def moments(case: str) -> Iterator[Moment]:
    """Positions of random games in which few cards are hidden, and something is of interest."""
    options, interest = CASES[case]
    for number in NUMBERS[case]:
        moment = find_moment(Rules(**options), interest, random.Random(f"{case} {number}"))
        assert moment is not None
        yield moment


def find_moment(rules: Rules, interest: Interest, rng: random.Random) -> Moment | None:
    deck, dealer = oracle.random_deck(rng), rng.randrange(8)
    game = oracle.Game(rules.to_dict(), deck, dealer=dealer)
    words: list[str] = []
    while not game.over:
        word = rng.choice(game.legal())
        game.step(word)
        words.append(word)
        if game.over or game.trick_no < 8:
            continue
        moment = Moment(rules, deck, dealer, list(words), rng.randrange(8))
        few = len(moment.slots) <= MOST_HIDDEN
        if few and interest(moment) and rng.random() < 0.5:
            return moment
    return None


def unseen(moment: Moment, card: str) -> bool:
    return card in moment.hidden


def open_trump_unseen(moment: Moment) -> bool:
    return unseen(moment, str(moment.now.open_trump)) and "buried" in moment.slots


def declared_dragon_unseen(moment: Moment) -> bool:
    return moment.now.declared is not None and unseen(moment, f"{moment.now.trump}.Robai")


def hidden_dragon_unseen(moment: Moment) -> bool:
    return moment.now.hidden and unseen(moment, f"{moment.now.trump}.Robai")


def face_down(moment: Moment) -> bool:
    return any(down and seat != moment.observer for seat, _, down in moment.now.current)


def refused_trump(moment: Moment, seat: int) -> bool:
    trump = str(moment.now.trump)
    plays = [{who: card for who, card, _ in old["plays"]} for old in moment.now.tricks]
    return any(
        old["meri"] and not oracle.is_trump(cards[seat], trump)
        for old, cards in zip(moment.now.tricks, plays, strict=True)
    )


def lone_sun(moment: Moment) -> bool:
    """Another seat holds the Sun, and did not play it to a Meri trick."""
    sun = f"{moment.now.trump}.Sun"
    return any(
        seat != moment.observer and sun in moment.now.hands[seat] and refused_trump(moment, seat)
        for seat in range(8)
    )


def leaders_lone_sun(moment: Moment) -> bool:
    leader = first_leader(moment.now)
    holds = f"{moment.now.trump}.Sun" in moment.now.hands[leader]
    return holds and "buried" in moment.slots and refused_trump(moment, leader)


def no_lone_sun(moment: Moment) -> bool:
    """Another seat did not play a trump to Meri, and might hold the Sun if that were allowed."""
    sun = f"{moment.now.trump}.Sun"
    return unseen(moment, sun) and any(
        seat in moment.slots and refused_trump(moment, seat) for seat in range(8)
    )


def dragon_in_widow(moment: Moment) -> bool:
    return f"{moment.now.trump}.Robai" in moment.now.widow


def dragon_not_the_dealers(moment: Moment) -> bool:
    game = moment.now
    may_hold = moment.dealer in moment.slots or "buried" in moment.slots
    dragon = f"{game.trump}.Robai"
    return (
        game.declared is None and may_hold and unseen(moment, dragon) and dragon != game.open_trump
    )


def told_of_the_dragon(moment: Moment) -> bool:
    yaku_seen = any(old["yaku"] for old in moment.now.tricks[:8])
    return yaku_seen and dragon_not_the_dealers(moment)


def void_matters(moment: Moment) -> bool:
    """A seat with a card has not followed suit in Monchi, and a card of that suit is hidden."""
    trump = str(moment.now.trump)
    suits = {card.split(".")[0] for card in moment.hidden if not oracle.is_trump(card, trump)}
    seen_meri = False
    for old in moment.now.tricks:
        led = old["plays"][0][1]
        if seen_meri and not oracle.is_trump(led, trump) and led.split(".")[0] in suits:
            for seat, card, _ in old["plays"]:
                follows = card.split(".")[0] == led.split(".")[0]
                if seat in moment.slots and (not follows or oracle.is_trump(card, trump)):
                    return True
        seen_meri |= old["meri"]
    return False


def face_down_and_void(moment: Moment) -> bool:
    return face_down(moment) and void_matters(moment)


def anything(moment: Moment) -> bool:
    return moment.now.meri_seen and len(moment.slots) == MOST_HIDDEN


SECRET = {"exchange_public": False}
CASES: dict[str, tuple[dict[str, Any], Interest]] = {
    "default": ({}, void_matters),
    "face down": ({}, face_down_and_void),
    "the declared dragon": ({}, declared_dragon_unseen),
    "the hidden dragon": ({}, hidden_dragon_unseen),
    "a secret exchange": (SECRET, open_trump_unseen),
    "a secret exchange, w0 kept": (SECRET | {"bury": "not_open_trump"}, open_trump_unseen),
    "the dragon not buried": (SECRET | {"bury": "not_dragon"}, declared_dragon_unseen),
    "the lone Sun": ({}, lone_sun),
    "the lone Sun as dealt": (
        SECRET | {"ichimaizun_time": "as_dealt", "ichimaizun": "also_monchi"},
        leaders_lone_sun,
    ),
    "the lone Sun in Monchi": ({"ichimaizun": "also_monchi"}, lone_sun),
    "no lone Sun": ({"ichimaizun": "off"}, no_lone_sun),
    "dragons by force": ({"robai": "forced"}, dragon_in_widow),
    "no dragons": ({"robai": "off"}, dragon_in_widow),
    "dealers declare": ({"dealer_may_hide": False}, dragon_not_the_dealers),
    "all yaku": ({"hidden_bonus": "all_yaku"}, told_of_the_dragon),
    "follow first": ({"monchi": "follow_first"}, void_matters),
    "free void": ({"monchi_void": "free"}, void_matters),
    "follow first, free": ({"monchi": "follow_first", "monchi_void": "free"}, void_matters),
    "no Monchi": ({"monchi": "off"}, face_down),
    "Meri once": ({"meri_repeat": "once"}, face_down_and_void),
    "Meri at once": ({"meri_first_trick": True}, void_matters),
    "counter-clockwise": ({"direction": "ccw"}, face_down_and_void),
}
NUMBERS: dict[str, tuple[int, ...]] = {
    "default": (2, 4, 6),
    "face down": (100, 235, 245),
    "the declared dragon": (35, 46, 50),
    "the hidden dragon": (37, 57, 118),
    "a secret exchange": (2, 38, 48),
    "a secret exchange, w0 kept": (0, 137, 282),
    "the dragon not buried": (9, 368, 457),
    "the lone Sun": (465, 1223, 2041),
    "the lone Sun as dealt": (638, 10921),
    "the lone Sun in Monchi": (273, 566, 994),
    "no lone Sun": (1, 113, 287),
    "dragons by force": (20, 29, 75),
    "no dragons": (11, 74, 83),
    "dealers declare": (17, 31, 82),
    "all yaku": (432, 460, 641),
    "follow first": (0, 3, 5),
    "free void": (0, 4, 5),
    "follow first, free": (1, 3, 6),
    "no Monchi": (7, 13, 17),
    "Meri once": (4, 18, 135),
    "Meri at once": (0, 1, 2),
    "counter-clockwise": (1, 59, 124),
}
"""Numbers of games in which `find_moment` finds such a position, as they are rare."""


@pytest.mark.parametrize("case", CASES)
def test_worlds_are_drawn_uniformly_from_the_full_list(case: str):
    for moment in moments(case):
        expected = list(worlds(moment))
        assert len(set(expected)) == len(expected)
        assert as_world(moment.now) in expected
        draws = DRAWS_PER_WORLD * len(expected)
        counts = drawn_worlds(moment, draws)

        check_uniform(counts, Counter(expected), (case, moment))
        if np.exp(-DRAWS_PER_WORLD) * len(expected) <= 1e-4:
            assert set(counts) == set(expected)

"""Min-Hwatu oracle: a slow, plain engine written from rules/minhwatu.md alone.

The turns are Python generators that follow the pseudo-code of §3 line by line and yield
(seat, decision, legal words) whenever somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from copy import deepcopy
from fractions import Fraction

from tests.oracles.minhwatu_oracle_options import (
    BRIGHTS,
    PRESETS,
    Options,
    by_id,
    card_points,
    check,
    clumped_deck,
    deal_out,
    deck_cards,
    month,
    of_month,
    preset,
    quad_months,
    random_deck,
    random_options,
)

__all__ = [
    "PRESETS",
    "Deal",
    "Match",
    "Options",
    "card_points",
    "check",
    "clumped_deck",
    "deal_score",
    "deck_cards",
    "perft",
    "preset",
    "random_deck",
    "random_options",
    "special_hands",
]

Script = Generator[tuple[int, str, list[str]], str, None]
Answer = Generator[tuple[int, str, list[str]], str, str]


# ------------------------------------------------------------------- scoring (§4, §5)


def special_hands(options: Options, pile: Sequence[str]) -> list[tuple[str, int]]:
    """§4: (name, value) of every special hand in a pile, in the order of the table."""

    def whole(m: int) -> list[str]:
        return [f"{m}.{slot}" for slot in (1, 2, 3, 4)]

    table = [
        ("hongdan", ["1.2", "2.2", "3.2"], options["ribbon_set"]),
        ("cheongdan", ["6.2", "9.2", "10.2"], options["ribbon_set"]),
        ("chodan", ["4.2", "5.2", "7.2"], options["ribbon_set"]),
        ("cho_si_ma", whole(5), options["suit_set"]),
        ("pung_si_ma", whole(10), options["suit_set"]),
        ("be_si_ma", whole(options["be_si_ma"]), options["suit_set"]),
        ("ttongyak", whole(11), options["ttongyak"]),
        ("godori", ["2.1", "4.1", "8.2"], options["godori"]),
        ("shikka", ["6.1", "7.1", "10.1"], options["shikka"]),
        ("daypo", ["3.1", "8.1", "9.1"], options["daypo"]),
        ("inho_shikka", ["1.1", "3.1", "8.1", "9.1"], options["inho_shikka"]),
        ("ilesam", ["1.1", "2.1", "3.1"], options["ilesam"]),
        ("ogong", BRIGHTS, options["ogong"]),
    ]
    made = [(name, value) for name, cards, value in table if value and set(cards) <= set(pile)]
    if "inho_shikka" in [name for name, _ in made]:
        made = [(name, value) for name, value in made if name != "daypo"]
    return made


def deal_score(
    options: Options,
    piles: Sequence[Sequence[str]],
    quads: Sequence[int] | None = None,
    dealer: int = 0,
) -> tuple[list[int], list[list[tuple[str, int]]]]:
    """§5: scores after bonuses and par, ties not yet considered; and the special hands."""
    n = options["num_players"]
    quads = [0] * n if quads is None else quads
    made = [special_hands(options, pile) for pile in piles]
    worth = [sum(value for _, value in hands) for hands in made]
    weight = n - 1 if options["hand_weight"] == "transfer" else 1
    points = []
    for i in range(n):
        score = sum(card_points(card) for card in piles[i])
        score += weight * worth[i]
        for j in range(n):
            if j != i:
                score -= worth[j]
        score += options["quad_bonus"] * quads[i]
        points.append(score)
    if options["par"] == "dealer" and n == 5:
        points[dealer] += 10
        points = [score - 50 for score in points]
    elif options["par"] == "dealer" and n == 7:
        points[dealer] += 5
        points = [score - 35 for score in points]
    elif options["par"] != "off":
        points = [score - 240 // n for score in points]
    return points, made


# ------------------------------------------------------------------- one deal (§2, §3)


class Deal:
    """One deal; seats are in turn order.

    decision: "play", "hand_target", "flip_target", "forced", None once the deal is over.
    in_play: the played or flipped card and what they took, until the turn collects them.
    """

    def __init__(self, options: Options, deck: Sequence[str], *, dealer: int = 0) -> None:
        check(options)
        if by_id(deck) != deck_cards(options):
            raise ValueError("not the deck of these rules")
        cards = list(deck)
        self._again: Callable[[], Deal] = lambda: Deal(options, cards, dealer=dealer)
        self._blank(options, dealer)
        self.hands, self.table, self.stock = deal_out(options, cards)
        self._start(self._fresh_deal())

    @classmethod
    def from_position(
        cls,
        options: Options,
        *,
        hands: Sequence[Sequence[str]],
        table: Sequence[str],
        stock: Sequence[str] = (),
        piles: Sequence[Sequence[str]] | None = None,
        to_move: int = 0,
        dealer: int = 0,
        quads: Sequence[int] | None = None,
    ) -> Deal:
        """A hand-made position at the start of a turn: nothing is checked for quads."""
        check(options)
        given = deepcopy({k: v for k, v in locals().items() if k not in ("cls", "options")})
        deal = cls.__new__(cls)
        deal._again = lambda: cls.from_position(options, **given)
        deal._blank(options, dealer)
        deal.hands = [by_id(hand) for hand in hands]
        deal.table = by_id(table)
        deal.stock = list(stock)
        if piles is not None:
            deal.piles = [by_id(pile) for pile in piles]
        if quads is not None:
            deal.quads = list(quads)
        deal._start(deal._turns(to_move))
        return deal

    def _blank(self, options: Options, dealer: int) -> None:
        n = options["num_players"]
        self.options = dict(options)
        self.n = n
        self.dealer = dealer
        self.hands: list[list[str]] = [[] for _ in range(n)]
        self.piles: list[list[str]] = [[] for _ in range(n)]
        self.table: list[str] = []
        self.stock: list[str] = []
        self.in_play: list[str] = []
        self.quads = [0] * n
        self.redeal = False
        self.over = False
        self.void = False
        self.to_move: int | None = None
        self.decision: str | None = None
        self.points = [0] * n
        self.special: list[list[tuple[str, int]]] = [[] for _ in range(n)]
        self.rewards = [Fraction(0)] * n
        self.next_dealer = dealer
        self.history: list[str] = []
        self._words: list[str] = []

    # ---------------------------------------------------------------- interface

    def legal(self) -> list[str]:
        return sorted(self._words)

    def step(self, word: str) -> None:
        if word not in self._words:
            raise ValueError(f"illegal action {word!r}; legal: {', '.join(self.legal())}")
        self.history.append(word)
        self._advance(word)

    def copy(self) -> Deal:
        """An independent deal in the same state (by replay)."""
        twin = self._again()
        for word in self.history:
            twin.step(word)
        return twin

    def _start(self, script: Script) -> None:
        self._script = script
        self._advance(None)

    def _advance(self, word: str | None) -> None:
        try:
            self.to_move, self.decision, self._words = self._script.send(word)  # type: ignore
        except StopIteration:
            self.over, self.to_move, self.decision, self._words = True, None, None, []
            if not self.redeal:
                self._settle()

    def _settle(self) -> None:
        """§5: points, tie, reward; §2: next dealer."""
        n = self.n
        points, self.special = deal_score(self.options, self.piles, self.quads, self.dealer)
        tied = points.count(max(points)) > 1
        if tied and self.options["tie"] == "void":
            self.void = True
            return  # no points, no reward, same dealer
        self.points = points
        for i in range(n):
            margins = [points[i] - points[j] for j in range(n) if j != i]
            self.rewards[i] = Fraction(sum(margins), n - 1)
        if self.options["next_dealer"] == "rotate":
            self.next_dealer = (self.dealer + 1) % n
        elif not tied:
            self.next_dealer = points.index(max(points))

    # ---------------------------------------------------------------- the script

    def _fresh_deal(self) -> Script:
        """§2 irregular deals, then the turns."""
        for m in quad_months(self.table):
            if self.options["table_quad"] == "redeal":
                self.redeal = True
                return
            cards = of_month(self.table, m)
            self._lift(cards)
            self._collect(self.dealer)
        if self.options["hand_quad"] == "capture":
            for p in range(self.n):
                for m in quad_months(self.hands[p]):
                    self.in_play += of_month(self.hands[p], m)
                    self.hands[p] = [c for c in self.hands[p] if month(c) != m]
                    self._collect(p)
                    self.quads[p] += 1
        if not any(self.hands):
            yield self.dealer, "forced", ["continue"]
        yield from self._turns(self.dealer)

    def _turns(self, first: int) -> Script:
        """Turns until all hands and the stock are used up (§2, §3)."""
        p = first
        while self.stock or any(self.hands):
            if self.hands[p] or self.stock:
                yield from self._turn(p)
            p = (p + 1) % self.n

    def _turn(self, p: int) -> Script:
        """§3 TURN(p)."""
        pair: list[str] = []
        c = ""
        k = -1
        if self.hands[p]:
            word = yield p, "play", [f"play {card}" for card in self.hands[p]]
            c = word.split()[1]
            self.hands[p].remove(c)
            mates = of_month(self.table, month(c))
            k = len(mates)
            pair = yield from self._hand_card(p, c, mates)
        if self.stock:
            f = self.stock.pop(0)
            if pair and month(f) == month(c):
                self._flip_on_pair(f, k, pair)
            else:
                yield from self._flip(p, f)
        self._collect(p)

    def _hand_card(
        self, p: int, c: str, mates: list[str]
    ) -> Generator[tuple[int, str, list[str]], str, list[str]]:
        """The played card; returns the pair that is set aside, if any."""
        optional = self.options["optional_capture"]
        if not mates:
            self._put(c)
            return []
        self.in_play.append(c)
        if len(mates) == 3:
            self._lift(mates)
            return []
        if len(mates) == 1 and not optional:
            x = mates[0]
        else:
            x = yield from self._target(p, "hand_target", mates, leave=optional)
        if x == "":
            self.in_play.remove(c)
            self._put(c)
            return []
        self._lift([x])
        return [c, x]

    def _flip_on_pair(self, f: str, k: int, pair: list[str]) -> None:
        """The flipped card is of the month of the pair: sul-sa and the two-card case."""
        if not self.options["sulsa"]:
            back = "f" if k == 1 else "none"
        elif k == 1:
            back = "all"
        else:
            back = "all" if self.options["sulsa_two"] == "literal_return" else "none"
        if back == "all":
            for card in pair:
                self.in_play.remove(card)
                self._put(card)
            self._put(f)
        elif back == "f":
            self._put(f)
        else:
            self.in_play.append(f)
            self._lift(of_month(self.table, month(f)))

    def _flip(self, p: int, f: str) -> Script:
        """The flipped card takes by the number of its mates on the table."""
        mates = of_month(self.table, month(f))
        if not mates:
            self._put(f)
            return
        self.in_play.append(f)
        if len(mates) == 2:
            x = yield from self._target(p, "flip_target", mates, leave=False)
            self._lift([x])
        else:
            self._lift(mates)  # one or three

    def _target(self, p: int, decision: str, mates: list[str], *, leave: bool) -> Answer:
        """The chosen card, "" for *leave it*."""
        words = [f"take {card}" for card in mates]
        if leave:
            words.append("leave")
        word = yield p, decision, words
        return "" if word == "leave" else word.split()[1]

    def _put(self, card: str) -> None:
        self.table = by_id([*self.table, card])

    def _lift(self, cards: Sequence[str]) -> None:
        for card in cards:
            self.table.remove(card)
            self.in_play.append(card)

    def _collect(self, p: int) -> None:
        self.piles[p] = by_id(self.piles[p] + self.in_play)
        self.in_play = []


# ------------------------------------------------------------------- a match (§5)


class Match:
    """Deals until the match is decided; decks come from an iterable or a callable."""

    def __init__(
        self,
        options: Options,
        decks: Iterable[Sequence[str]] | Callable[[], Sequence[str]],
        dealer: int = 0,
    ) -> None:
        check(options)
        self.options = dict(options)
        self.totals = [0] * options["num_players"]
        self.dealer = dealer
        self.deals_played = 0  # void deals count, redeals do not
        self.over = False
        self.winners: list[int] = []
        self._next_deck = decks if callable(decks) else iter(decks).__next__
        self._new_deal()

    @property
    def winner(self) -> int | None:
        """The only winner; None while the match runs and after a drawn match."""
        return self.winners[0] if len(self.winners) == 1 else None

    def legal(self) -> list[str]:
        return [] if self.over else self.deal.legal()

    def step(self, word: str) -> None:
        """Step in the current deal; a finished deal is recorded and the next one dealt."""
        if self.over:
            raise ValueError("the match is over")
        self.deal.step(word)
        if self.deal.over:
            self.record(self.deal.points, self.deal.next_dealer)
            if not self.over:
                self._new_deal()

    def _new_deal(self) -> None:
        self.deal = Deal(self.options, self._next_deck(), dealer=self.dealer)
        while self.deal.redeal:
            self.deal = Deal(self.options, self._next_deck(), dealer=self.dealer)

    def record(self, points: Sequence[int], next_dealer: int) -> None:
        """Add a finished deal (all 0 for a void one) and see whether the match ends."""
        self.totals = [old + new for old, new in zip(self.totals, points, strict=True)]
        self.deals_played += 1
        self.dealer = next_dealer
        best = max(self.totals)
        top = [seat for seat, total in enumerate(self.totals) if total == best]
        if self.options["target"] is not None:
            self.over = best >= self.options["target"] and len(top) == 1
        else:
            self.over = self.deals_played >= self.options["match_deals"]
        if self.over:
            self.winners = top


def perft(deal: Deal, depth: int) -> int:
    """Number of action sequences of exactly `depth` decisions; finished lines count once."""
    if depth == 0 or deal.over:
        return 1
    count = 0
    for word in deal.legal():
        twin = deal.copy()
        twin.step(word)
        count += perft(twin, depth - 1)
    return count

"""Go-Stop oracle, part 3: the state of a deal, moving cards, stealing (§3.1, §3.3, §3.7)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Self

from tests.oracles.gostop_oracle_options import (
    CUP,
    Options,
    by_id,
    card_id,
    month,
    pi_value,
    quad_months,
    triple_months,
)
from tests.oracles.gostop_scoring_oracle import auto_side, base_points

Script = Generator[tuple[int, str, list[str]], str, None]
Answer = Generator[tuple[int, str, list[str]], str, str]


class NagariError(Exception):
    """The deal ends without a winner (§3.8)."""


class RedealError(Exception):
    """The deck is void (§2.2)."""


class WinError(Exception):
    """Ordinary win (points None, §5.4) or fixed win with these points (§5.6)."""

    def __init__(self, seat: int, points: int | None = None) -> None:
        super().__init__(seat, points)
        self.seat = seat
        self.points = points


class DealState:
    """State and bookkeeping; the rules that ask somebody are in gostop_oracle.Deal."""

    _again: Callable[[], Any]
    _script: Script

    def _whole(self, script: Script) -> Script:
        raise NotImplementedError

    def _blank(self, options: Options, dealer: int, carry: int, push: int, more: bool) -> None:
        n = options["num_players"]
        self.options = dict(options)
        self.n = n
        self.dealer, self.carry, self.push, self.more_deals = dealer, carry, push, more
        self.hands: list[list[str]] = [[] for _ in range(n)]
        self.piles: list[list[str]] = [[] for _ in range(n)]
        self.stock: list[str] = []
        self._loose: list[str] = []
        self.stacks: list[dict[str, Any]] = []
        self.dead: list[int] = []
        self.in_play: list[str] = []  # lifted, played or flipped cards in the middle of a turn
        self.turns_taken = [0] * n
        self.ppeok_counts = [0] * n
        self.go_counts = [0] * n
        self.last_go_scores = [0] * n
        self.go_order: list[int] = []
        self.shakes = [0] * n
        self.shown: list[list[str]] = [[] for _ in range(n)]
        self._shaken: list[set[int]] = [set() for _ in range(n)]
        self._dealt_triples: list[list[int]] = [[] for _ in range(n)]
        self.bombs = [0] * n
        self.flip_credits = [0] * n
        self.cups: list[str | None] = [None] * n
        self.ledger = [0] * n
        self.redeal = False
        self.over = False
        self.to_move: int | None = None
        self.decision: str | None = None
        self.outcome: str | None = None
        self.winner: int | None = None
        self.next_carry, self.next_push, self.next_dealer = carry, push, dealer
        self.history: list[str] = []
        self._words: list[str] = []

    @property
    def table(self) -> list[str]:
        """Loose cards and dead cards, by id."""
        dead_cards = [f"{m}.{slot}" for m in self.dead for slot in (1, 2, 3, 4)]
        return by_id(self._loose + dead_cards)

    def _lay_table(self, cards: list[str]) -> None:
        """Dealt table cards: four of a month are dead, three a stack of nobody (§2.2)."""
        self.dead = quad_months(cards)
        for m in triple_months(cards):
            self._add_stack([c for c in cards if month(c) == m], None, ())
        stacked = triple_months(cards)
        self._loose = by_id(c for c in cards if month(c) not in self.dead + stacked)

    def _add_stack(self, cards: Sequence[str], owner: int | None, jokers: Sequence[str]) -> None:
        self.stacks.append({"cards": by_id(cards), "owner": owner, "jokers": by_id(jokers)})
        self.stacks.sort(key=lambda stack: month(stack["cards"][0]))

    def copy(self) -> Self:
        """An independent deal in the same state (by replay)."""
        twin: Self = self._again()
        for word in self.history:
            twin.step(word)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    # -------------------------------------------------------------- interface

    def legal(self) -> list[str]:
        return sorted(self._words)

    def step(self, word: str) -> None:
        if word not in self._words:
            raise ValueError(f"illegal action {word!r}; legal: {', '.join(self.legal())}")
        self.history.append(word)
        self._advance(word)

    def _start(self, script: Script) -> None:
        self._script = self._whole(script)
        self._advance(None)

    def _advance(self, word: str | None) -> None:
        try:
            self.to_move, self.decision, self._words = self._script.send(word)  # type: ignore
        except StopIteration:
            self.over, self.to_move, self.decision, self._words = True, None, None, []

    def _seats_from(self, p: int) -> list[int]:
        return [(p + i) % self.n for i in range(self.n)]

    def _has_any(self, p: int) -> bool:
        return bool(self.hands[p]) or self.flip_credits[p] > 0

    def _on_table(self, m: int) -> list[str]:
        """Cards of a month on the table: loose, stacked or dead."""
        cards = [c for c in self.table if month(c) == m]
        for stack in self.stacks:
            cards += [c for c in stack["cards"] if month(c) == m]
        return cards

    def _lift(self, cards: Sequence[str]) -> None:
        for card in cards:
            self._loose.remove(card)
            self.in_play.append(card)

    def _lift_stack(self, m: int) -> int | None:
        """Lift a stack with its buried jokers; its owner is returned."""
        stack = next(s for s in self.stacks if month(s["cards"][0]) == m)
        self.stacks.remove(stack)
        self.in_play += stack["cards"] + stack["jokers"]
        owner: int | None = stack["owner"]
        return owner

    def _from_hand(self, p: int, card: str) -> None:
        self.hands[p].remove(card)
        if card in self.shown[p]:
            self.shown[p].remove(card)

    def _in_hand(self, p: int, m: int) -> list[str]:
        return [c for c in self.hands[p] if month(c) == m]

    def _collect(self, p: int, cards: Sequence[str]) -> None:
        self.piles[p] = by_id(self.piles[p] + list(cards))

    def _base(self, p: int) -> int:
        return sum(points for _, points in base_points(self.piles[p], self.options, self.cups[p]))

    # ------------------------------------------------------------------ payments

    def _side_payment(self, p: int, amount: int) -> None:
        if self.options["side_payments"]:
            self._everybody_pays(p, amount)

    def _everybody_pays(self, p: int, amount: int) -> None:
        for v in range(self.n):
            self.ledger[v] += amount * (self.n - 1) if v == p else -amount

    # ------------------------------------------------------------------ stealing (§3.3, §3.7)

    def _candidates(self, v: int) -> list[str]:
        """Cards of v that a unit may take, the cup included where the rules say so."""
        others = [c for c in self.piles[v] if pi_value(c) > 0]
        if CUP not in self.piles[v] or self.options["cup_stealable"] == "never":
            return others
        if self.options["cup_stealable"] == "when_counted_as_pi" and not others:
            return others
        if auto_side(self.piles[v], self.options, self.cups[v]) in ("pi", "both"):
            return [*others, CUP]
        return others

    def _cup_locks(self, v: int) -> bool:
        """A unit found no other pi card in a pile with the cup."""
        return (
            CUP in self.piles[v]
            and self.options["cup_stealable"] != "as_pi"
            and self.options["cup_mode"] != "both"
        )

    def _steal(self, p: int, units: int) -> None:
        for v in self._seats_from(p)[1:]:
            got = 0
            while got < units:
                candidates = self._candidates(v)
                if not candidates:
                    if self._cup_locks(v):
                        self.cups[v] = "locked"
                    break
                x = min(candidates, key=lambda c: (2 if c == CUP else pi_value(c), card_id(c)))
                value = 2 if x == CUP else pi_value(x)
                self.piles[v].remove(x)
                self._collect(p, [x])
                if x == CUP:
                    self.cups[p], self.cups[v] = self.cups[v], None
                got += value
                if self.options["make_change"] and value > 1:
                    singles = [c for c in self.piles[p] if pi_value(c) == 1][: value - 1]
                    for card in singles:
                        self.piles[p].remove(card)
                        self._collect(v, [card])
                    got -= len(singles)

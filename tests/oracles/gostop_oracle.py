"""Go-Stop oracle: a slow, plain engine written from rules/gostop.md alone.

The rules are run as Python generators that follow the pseudo-code of §3.2 line by line and
yield (seat, decision, legal words) whenever somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from tests.oracles.gostop_opening_oracle import Opening
from tests.oracles.gostop_oracle_options import (
    CUP,
    PRESETS,
    Options,
    by_id,
    deal_out,
    deck_cards,
    is_joker,
    month,
    preset,
    quad_months,
    random_deck,
    random_options,
    triple_months,
)
from tests.oracles.gostop_scoring_oracle import base_points, settle
from tests.oracles.gostop_state_oracle import Answer, NagariError, RedealError, Script, WinError

__all__ = [
    "PRESETS",
    "Deal",
    "Options",
    "base_points",
    "deck_cards",
    "perft",
    "preset",
    "random_deck",
    "random_options",
    "settle",
]


class Deal(Opening):
    """One deal. Seats are in turn order; see the module text for the style."""

    def __init__(
        self,
        options: Options,
        deck: Sequence[str],
        *,
        dealer: int = 0,
        carry: int = 1,
        push: int = 1,
        more_deals: bool = False,
    ) -> None:
        deck = list(deck)
        self._again = lambda: type(self)(
            options, deck, dealer=dealer, carry=carry, push=push, more_deals=more_deals
        )
        self._blank(options, dealer, carry, push, more_deals)
        self.hands, table, self.stock, table_jokers = deal_out(options, deck)
        self.piles[dealer] = by_id(table_jokers)
        self._lay_table(table)
        self._dealt_triples = [triple_months(hand) for hand in self.hands]
        self._start(self._fresh_deal(table))

    @classmethod
    def from_position(
        cls,
        options: Options,
        *,
        hands: Sequence[Sequence[str]],
        table: Sequence[str],
        stock: Sequence[str] = (),
        piles: Sequence[Sequence[str]] | None = None,
        stacks: Sequence[dict[str, Any]] = (),
        to_move: int = 0,
        decision: str = "play",
        turns_taken: Sequence[int] | None = None,
        ppeok_counts: Sequence[int] | None = None,
        go_counts: Sequence[int] | None = None,
        last_go_scores: Sequence[int] | None = None,
        go_order: Sequence[int] = (),
        shakes: Sequence[int] | None = None,
        shown: Sequence[Sequence[str]] | None = None,
        bombs: Sequence[int] | None = None,
        flip_credits: Sequence[int] | None = None,
        cups: Sequence[str | None] | None = None,
        carry: int = 1,
        push: int = 1,
        ledger: Sequence[int] | None = None,
        dealer: int = 0,
        more_deals: bool = False,
    ) -> Deal:
        """A hand-made position (§2.4).

        decision: "play" (turn start), "deal_shake" (D1), or the end of to_move's turn, whose
        turns_taken then already counts it: "cup", "go_stop".
        """
        given = deepcopy({k: v for k, v in locals().items() if k not in ("cls", "options")})
        deal = cls.__new__(cls)
        deal._again = lambda: cls.from_position(options, **given)
        deal._blank(options, dealer, carry, push, more_deals)
        n = deal.n
        deal.hands = [by_id(hand) for hand in hands]
        deal.stock = list(stock)
        if piles is not None:
            deal.piles = [by_id(pile) for pile in piles]
        deal._lay_table(list(table))
        for stack in stacks:
            deal._add_stack(stack["cards"], stack.get("owner"), stack.get("jokers", ()))
        deal.turns_taken = list(turns_taken) if turns_taken is not None else [3] * n
        deal.ppeok_counts = list(ppeok_counts) if ppeok_counts is not None else [0] * n
        if go_counts is not None:
            deal.go_counts = list(go_counts)
        else:
            deal.go_counts = [list(go_order).count(p) for p in range(n)]
        deal.last_go_scores = list(last_go_scores) if last_go_scores is not None else [0] * n
        deal.go_order = list(go_order)
        deal.shakes = list(shakes) if shakes is not None else [0] * n
        deal.shown = [by_id(cards) for cards in shown] if shown is not None else [[]] * n
        deal.shown = [list(cards) for cards in deal.shown]
        deal._shaken = [{month(card) for card in cards} for cards in deal.shown]
        deal.bombs = list(bombs) if bombs is not None else [0] * n
        deal.flip_credits = list(flip_credits) if flip_credits is not None else [0] * n
        deal.cups = list(cups) if cups is not None else [None] * n
        deal.ledger = list(ledger) if ledger is not None else [0] * n
        deal._dealt_triples = [
            [m for m in triple_months(hand) if m not in deal._shaken[p]]
            for p, hand in enumerate(deal.hands)
        ]
        deal._start(deal._from_position(to_move, decision))
        return deal

    # ------------------------------------------------------- deal, beginning and end

    def _whole(self, script: Script) -> Script:
        """Run a script to its end and pay (§5.5, §5.6)."""
        win = None
        try:
            yield from script
        except RedealError:
            self.redeal = True
            return
        except NagariError:
            self.outcome = "nagari"
            self.next_carry = self._grown_carry()
            return
        except WinError as caught:
            win = caught
        assert win is not None
        p = win.seat
        self.winner = p
        self.next_dealer = p
        self.next_carry = 1
        if self.options["push"] and self.more_deals and self.push < 4:
            word = yield p, "push", ["push", "collect"]
            if word == "push":
                self.outcome = "pushed"
                self.next_push = self.push * 2
                return
        self.next_push = 1
        if win.points is not None:
            self.outcome = "fixed_win"
            self._everybody_pays(p, win.points * self.carry * self.push)
            return
        self.outcome = "win"
        payments = settle(
            self.options,
            self.piles,
            p,
            go_counts=self.go_counts,
            go_order=self.go_order,
            shakes=self.shakes,
            bombs=self.bombs,
            carry=self.carry,
            push=self.push,
            cups=self.cups,
        )
        self.ledger = [old + new for old, new in zip(self.ledger, payments, strict=True)]

    def _grown_carry(self) -> int:
        """§5.5."""
        kind, cap = self.options["nagari"], self.options["nagari_cap"]
        if kind == "linear":
            return self.carry + 1
        if kind == "pow2":
            return self.carry * 2 if cap is None else min(self.carry * 2, cap)
        return 2 if kind == "flat2" else self.carry

    def _fresh_deal(self, table: list[str]) -> Script:
        """§2.2 after the table jokers, then the turns."""
        if quad_months(table):
            kind = self.options["table_quad"]
            if kind == "redeal":
                raise RedealError
            if kind == "nagari":
                yield self.dealer, "forced", ["continue"]
                raise NagariError
            if kind == "dealer_wins":
                yield self.dealer, "forced", ["claim"]
                raise WinError(self.dealer, self._quad_points())
        yield from self._hand_quads()
        if self.options["shake"] == "deal":
            yield from self._deal_shakes()
        yield from self._turns(self.dealer)

    def _from_position(self, p: int, decision: str) -> Script:
        if decision == "deal_shake":
            yield from self._deal_shakes()
            yield from self._turns(p)
            return
        if decision in ("cup", "go_stop"):
            if decision == "cup":
                yield from self._ask_cup(p)
            yield from self._go_stop(p, not self._has_any(p))
            yield from self._turns((p + 1) % self.n)
            return
        if decision != "play":
            raise ValueError(f"from_position cannot start at {decision!r}")
        yield from self._turns(p)

    def _turns(self, first: int) -> Script:
        """§3.2 J: turns until the deal ends."""
        p = first
        while any(self._has_any(v) for v in range(self.n)):
            if self._has_any(p):
                yield from self._turn(p)
            p = (p + 1) % self.n
        raise NagariError

    # ------------------------------------------------------------------ one turn (§3.2)

    def _action_words(self, p: int) -> list[str]:
        """D2."""
        words = [f"bonus {c}" if is_joker(c) else f"play {c}" for c in self.hands[p]]
        for m in range(1, 13):
            held = len(self._in_hand(p, m))
            loose = len([c for c in self._loose if month(c) == m])
            if self.options["bomb"] and held == 3 and loose == 1:
                words.append(f"bomb {m}")
            if self.options["small_bomb"] != "off" and held == 2 and loose == 2:
                words.append(f"bomb {m}")
        if self.flip_credits[p] > 0:
            words.append("flip")
        return words

    def _bonus(self, p: int, joker: str) -> Script:
        self._from_hand(p, joker)
        self._collect(p, [joker])
        if self.options["joker_steal"]:
            self._steal(p, 1)
        if not self.stock:
            return
        drawn = self.stock.pop(0)
        self.hands[p] = by_id(self.hands[p] + [drawn])
        rule = self.options["joker_quad"]
        counts = rule == "always" or (rule == "first_turn" and self.turns_taken[p] == 1)
        if counts and not is_joker(drawn) and len(self._in_hand(p, month(drawn))) == 4:
            yield from self._ask_quad(p, month(drawn))

    def _shakeable(self, p: int, card: str) -> bool:
        """§3.6: is D3 asked when this card is played?"""
        m = month(card)
        if self.options["shake"] == "play":
            held = len(self._in_hand(p, m))
            return held >= 3 and not self._on_table(m) and m not in self._shaken[p]
        if self.options["shake"] == "on_first_play":
            # the month is struck off once asked
            return m in self._dealt_triples[p] and m not in self._shaken[p]
        return False

    def _choose(self, p: int, decision: str, cards: Sequence[str]) -> Answer:
        word = yield p, decision, [f"take {card}" for card in cards]
        return word.split()[1]

    def _turn(self, p: int) -> Script:  # noqa: C901 - one piece, like the pseudo-code of §3.2
        options = self.options
        self.turns_taken[p] += 1
        # A. pre-play
        action, arg = "nothing", ""
        while self._action_words(p):
            word = yield p, "play", self._action_words(p)
            action, _, arg = word.partition(" ")
            if action != "bonus":
                break
            action = "nothing"
            yield from self._bonus(p, arg)

        # B. hand action
        hs = "NONE"
        played = 0  # month of the played card
        c = ""
        stack_owners: list[int | None] = []
        bomb = False
        waiting: list[str] = []  # after_flip: the two loose cards still to choose from
        if action == "play":
            c = arg
            played = month(c)
            if self._shakeable(p, c):
                cards = self._in_hand(p, played)
                self._dealt_triples[p] = [m for m in self._dealt_triples[p] if m != played]
                word = yield p, "shake", ["shake yes", "shake no"]
                if word == "shake yes":
                    self._shake(p, played, cards)
            self._from_hand(p, c)
            there = self._on_table(played)
            if len(there) == 0:
                hs = "PLACED"
                self._loose.append(c)
            elif len(there) == 1:
                hs = "PAIR1"
                self.in_play.append(c)
                self._lift(there)
            elif len(there) == 2:
                hs = "PAIR2"
                self.in_play.append(c)
                if options["target_choice"] == "at_play":
                    t = yield from self._choose(p, "hand_target", there)
                    self._lift([t])
                else:
                    waiting = there
            else:
                hs = "QUAD"
                self.in_play.append(c)
                stack_owners.append(self._lift_stack(played))
        elif action == "bomb":
            hs = "BOMB"
            bomb = True
            held = self._in_hand(p, int(arg))
            for card in held:
                self._from_hand(p, card)
                self.in_play.append(card)
            self._lift(self._on_table(int(arg)))
            if len(held) == 3:
                self.bombs[p] += 1
                self.flip_credits[p] += 2
            else:
                self.bombs[p] += 1 if options["small_bomb"] == "double" else 0
                self.flip_credits[p] += 1
        elif action == "flip":
            self.flip_credits[p] -= 1

        last = not self._has_any(p)
        others_done = not any(self._has_any(v) for v in range(self.n) if v != p)
        exempt = {"player": last, "round": last and others_done, "none": False}[
            options["last_scope"]
        ]

        # C. flip
        pending: list[str] = []
        f = None
        while self.stock and f is None:
            top = self.stock.pop(0)
            self.in_play.append(top)
            if is_joker(top):
                pending.append(top)
            else:
                f = top

        # D. resolve f
        jjok = ttadak = ppeok = False
        same = f is not None and month(f) == played
        if waiting and not same:
            t = yield from self._choose(p, "hand_target", waiting)
            self._lift([t])
        if f is not None and same and hs == "PLACED":
            self._lift([c])
            jjok = True
        elif f is not None and same and hs == "PAIR1":
            if not exempt:
                ppeok = True
                cards = [x for x in self.in_play if not is_joker(x)]
                assert len(cards) == 3
                self._add_stack(cards, p, pending)
                self.in_play = []
        elif f is not None and same and hs == "PAIR2":
            self._lift([x for x in self._loose if month(x) == played])
            ttadak = True
        elif f is not None:
            there = self._on_table(month(f))
            if len(there) == 0:
                self.in_play.remove(f)
                self._loose.append(f)
            elif len(there) == 1:
                self._lift(there)
            elif len(there) == 2:
                t = yield from self._choose(p, "flip_target", there)
                self._lift([t])
            else:
                stack_owners.append(self._lift_stack(month(f)))
        self._loose = by_id(self._loose)

        # E. collect
        collected = self.in_play
        self.in_play = []
        self._collect(p, collected)
        jokers = [x for x in collected if is_joker(x)]
        took_ordinary = len(collected) > len(jokers)
        sweep = took_ordinary and not self.table and not self.stacks
        if exempt:
            jjok = ttadak = sweep = False

        # F. pi transfers
        if bomb:
            self._steal(p, options["steal_bomb"])
        for _ in jokers:
            if options["joker_steal"]:
                self._steal(p, 1)
        for owner in stack_owners:
            if last and not options["last_turn_stack_steal"]:
                continue
            self._steal(p, options["steal_own_stack" if owner == p else "steal_stack"])
        if ttadak:
            self._steal(p, options["steal_ttadak"])
        if jjok:
            self._steal(p, options["steal_jjok"])
        if sweep:
            self._steal(p, options["steal_sweep"])

        # G. cup decision
        if options["cup_mode"] == "decide" and CUP in collected:
            yield from self._ask_cup(p)

        # H. fixed-point ends and side payments
        if ppeok:
            self.ppeok_counts[p] += 1
            count = self.ppeok_counts[p]
            if count == self.turns_taken[p] <= 3:
                self._side_payment(p, options["first_ppeok"][count - 1])
            if count == 3:
                raise WinError(p, options["three_ppeok_points"])
        if self.turns_taken[p] == 1:
            for happened, key in [
                (ttadak, "first_ttadak"),
                (jjok, "first_jjok"),
                (bomb, "first_bomb"),
            ]:
                if happened:
                    self._side_payment(p, options[key])

        # I. go / stop
        yield from self._go_stop(p, last)

    def _ask_cup(self, p: int) -> Script:
        word = yield p, "cup", ["cup animal", "cup pi"]
        self.cups[p] = word.split()[1]

    def _go_stop(self, p: int, last: bool) -> Script:
        b = self._base(p)
        if b < self.options["min_points"]:
            return
        if self.go_counts[p] > 0 and b <= self.last_go_scores[p]:
            return
        if last:
            raise WinError(p)
        another = any(self.go_counts[v] > 0 for v in range(self.n) if v != p)
        if self.options["after_go"] == "immediate_win" and another:
            raise WinError(p)
        word = yield p, "go_stop", ["go", "stop"]
        if word == "stop":
            raise WinError(p)
        self.go_counts[p] += 1
        self.last_go_scores[p] = b
        self.go_order.append(p)


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

"""Hachi-Nin Meri oracle, part 2: one game (§2, §3, §5, §6).

Decks are written by seats (§2). Sections in the comments are those of the rule page.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from tests.oracles.hachinin_meri_trick_oracle import (
    CARDS,
    Options,
    by_id,
    is_meri,
    is_trump,
    legal_cards,
    next_seat,
    suit,
    team,
    trick,
)


class Game:
    """One game (deal) of nine tricks.

    decision: "keep", "declare", "bury", "play", None when over. `hands` and `widow` are the whole
    deal from the first moment; w0 moves from the widow into the leader's hand when he is asked to
    bury, and w1, w2 stay in `widow` for ever. `trump` and `open_trump` are None before w0 is
    turned, `leader` before the lead has fallen to somebody; it is then always the seat that leads
    the present (at the end: the last) trick or has just won one.
    """

    def __init__(
        self,
        options: Options,
        deck: Sequence[str],
        *,
        dealer: int,
        second_deck: Sequence[str] | None = None,
    ) -> None:
        self.options = dict(options)
        self.dealer = dealer
        self._second_deck = second_deck
        self.over = False
        self.to_move: int | None = None
        self.decision: str | None = None
        self.trump: str | None = None
        self.open_trump: str | None = None
        self.leader: int | None = None
        self.declared: int | None = None  # the seat
        self.hidden = False
        self.buried: str | None = None
        self.taken: bool | None = None  # was w0 kept in the hand (§3.11)?
        self.trick_no = 1
        self.current: list[tuple[int, str, bool]] = []
        self.tricks: list[dict[str, Any]] = []
        self.meri_seen = False
        self.ichimaizun = [False] * 8
        self.points = [0, 0]
        self.history: list[str] = []
        self._public: list[tuple[Any, ...]] = [("deal", dealer)]
        self._secrets: list[list[tuple[Any, ...]]] = [[] for _ in range(8)]
        self._deal(deck)
        if self.options["redeal"] == "left_peek_once":
            left = next_seat(dealer, self.options)
            self._packet = by_id(deck[9 * left : 9 * left + 3])
            self._secrets[left].append(("packet", tuple(self._packet)))
            self._ask(left, "keep")
        else:
            self._turn_up()

    # ------------------------------------------------------------------ interface

    def legal(self) -> list[str]:
        """Action words of the seat to move, sorted as texts."""
        if self.decision == "keep":
            return ["keep", "redeal"]
        if self.decision == "declare":
            return ["declare", "hide"]
        if self.decision == "bury":
            return sorted(f"bury {card}" for card in self._buriable())
        if self.decision == "play":
            return sorted(f"play {card}" for card in self._playable())
        return []

    def step(self, word: str) -> None:
        """Carry out one action word of the seat to move."""
        if word not in self.legal():
            raise ValueError(f"illegal action {word!r}; legal: {', '.join(self.legal())}")
        seat = self.to_move
        assert seat is not None
        if word == "redeal" and self._second_deck is None:
            raise ValueError("a redeal needs second_deck")
        self.history.append(word)
        action, _, card = word.partition(" ")
        if action in ("keep", "redeal"):
            self._public.append((action, seat))
            if action == "redeal":
                assert self._second_deck is not None
                self._deal(self._second_deck)
            self._turn_up()
        elif action == "declare":
            self._declare(seat)
        elif action == "hide":
            self.hidden = True
            self._secrets[seat].append(("hide", self._dragon()))
            self._lead_falls_to(self.dealer)
        elif action == "bury":
            self._bury(seat, card)
        else:
            self._play(seat, card)

    def copy(self) -> Game:
        """An independent game in the same state."""
        return deepcopy(self)

    def known(self, seat: int) -> dict[str, Any]:
        """Everything this seat has seen (§3, table "Information").

        hand: its cards now; public: what all eight saw, in order; secrets: what only it saw, in
        order; decision and legal: None and [] unless it is the one who is asked.
        """
        asked = self.to_move == seat
        hand = list(self.hands[seat])
        if self.decision == "keep":  # only the first packet is dealt
            hand = list(self._packet) if asked else []
        return {
            "seat": seat,
            "hand": hand,
            "public": list(self._public),
            "secrets": list(self._secrets[seat]),
            "decision": self.decision if asked else None,
            "legal": self.legal() if asked else [],
        }

    # ----------------------------------------------------- before the first lead (§2, §3)

    def _deal(self, deck: Sequence[str]) -> None:
        if sorted(deck) != sorted(CARDS):
            raise ValueError("a deck is a permutation of the 75 cards")
        self.hands = [by_id(deck[9 * s : 9 * s + 9]) for s in range(8)]
        self.widow = list(deck[72:])

    def _ask(self, seat: int, decision: str) -> None:
        self.to_move, self.decision = seat, decision

    def _dragon(self) -> str:
        return f"{self.trump}.Robai"

    def _turn_up(self) -> None:
        """The nine cards of everybody, w0, and who may declare (§2.7, §3.1–§3.5)."""
        for seat in range(8):
            self._secrets[seat].append(("dealt", tuple(self.hands[seat])))
        self.open_trump = self.widow[0]
        self.trump = suit(self.open_trump)
        self._public.append(("open", self.open_trump))
        if self.options["ichimaizun_time"] == "as_dealt":
            self._note_ichimaizun()
        holders = [s for s in range(8) if self._dragon() in self.hands[s]]
        if not holders or self.options["robai"] == "off":
            self._lead_falls_to(self.dealer)
            return
        holder = holders[0]
        no_choice = holder == self.dealer and not self.options["dealer_may_hide"]
        if self.options["robai"] == "forced" or no_choice:
            self._declare(holder)
        else:
            self._ask(holder, "declare")

    def _declare(self, seat: int) -> None:
        self.declared = seat
        self._public.append(("declare", seat, self._dragon()))
        self._lead_falls_to(seat)

    def _lead_falls_to(self, seat: int) -> None:
        """The leader sees ten cards (§3.6)."""
        self.leader = seat
        self.hands[seat] = by_id([*self.hands[seat], self.widow.pop(0)])
        self._ask(seat, "bury")

    def _buriable(self) -> list[str]:
        assert self.to_move is not None
        cards = list(self.hands[self.to_move])
        if self.options["bury"] == "not_open_trump":
            return [card for card in cards if card != self.open_trump]
        if self.options["bury"] == "not_dragon":
            return [card for card in cards if card != self._dragon()]
        return cards

    def _bury(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.buried = card
        self.taken = card != self.open_trump
        self._secrets[seat].append(("bury", card))
        told = "secret"
        if self.options["exchange_public"]:
            told = "taken" if self.taken else "left"
        self._public.append(("exchange", seat, told))
        if self.options["ichimaizun_time"] == "after_exchange":
            self._note_ichimaizun()
        self._ask(seat, "play")

    def _note_ichimaizun(self) -> None:
        """Who has the Sun of trumps as his only trump just now (§5.8–§5.10)?"""
        assert self.trump is not None
        if self.options["ichimaizun"] == "off":
            return
        for seat in range(8):
            trumps = [card for card in self.hands[seat] if is_trump(card, self.trump)]
            self.ichimaizun[seat] = trumps == [f"{self.trump}.Sun"]

    # ------------------------------------------------------------------ the tricks (§5–§7)

    def _meri_now(self, led: str) -> bool:
        assert self.trump is not None
        return is_meri(
            led,
            trump=self.trump,
            trick=self.trick_no,
            options=self.options,
            meri_seen=self.meri_seen,
        )

    def _playable(self) -> list[str]:
        assert self.trump is not None
        assert self.to_move is not None
        return legal_cards(
            self.hands[self.to_move],
            self.current[0][1] if self.current else None,
            trump=self.trump,
            trick=self.trick_no,
            options=self.options,
            meri_seen=self.meri_seen,
            ichimaizun=self.ichimaizun[self.to_move],
        )

    def _play(self, seat: int, card: str) -> None:
        assert self.trump is not None
        self.hands[seat].remove(card)
        down = False
        if self.current:  # a lead is always seen (§5.2)
            down = is_trump(card, self.trump) and not self._meri_now(self.current[0][1])
        self.current.append((seat, card, down))
        self._public.append(("play", seat, None if down else card, down))
        if down:
            self._secrets[seat].append(("down", self.trick_no, card))
        if card == f"{self.trump}.Sun":
            self.ichimaizun[seat] = False
        if len(self.current) == 8:
            self._showdown()
        else:
            self._ask(next_seat(seat, self.options), "play")

    def _showdown(self) -> None:
        assert self.trump is not None
        assert self.leader is not None
        cards = [card for _, card, _ in self.current]
        earlier = [card for old in self.tricks for _, card, _ in old["plays"]]
        meri = self._meri_now(cards[0])
        winner, yaku, points = trick(
            cards,
            leader=self.leader,
            trump=self.trump,
            trick=self.trick_no,
            options=self.options,
            hidden=self.hidden,
            earlier=earlier,
            meri=meri,
        )
        self.tricks.append(
            {
                "plays": self.current,
                "leader": self.leader,
                "meri": meri,
                "winner": winner,
                "yaku": yaku,
                "points": points,
            }
        )
        self._public.append(("showdown", tuple(cards), winner, tuple(yaku), points))
        self.points[team(winner)] += points
        self.meri_seen = self.meri_seen or meri
        self.current = []
        self.leader = winner
        if self.trick_no == 9:
            self.over = True
            self.to_move = self.decision = None
        else:
            self.trick_no += 1
            self._ask(winner, "play")

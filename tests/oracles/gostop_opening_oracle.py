"""Go-Stop oracle, part 4: what is asked before the first turn (§2.2 step 4, D0, D1)."""

from __future__ import annotations

from tests.oracles.gostop_oracle_options import by_id, month, quad_months
from tests.oracles.gostop_state_oracle import DealState, NagariError, RedealError, Script, WinError


class Opening(DealState):
    """Four of a month in a hand, triples declared at the deal, and a shake itself."""

    def _quad_points(self) -> int:
        key = "min_points" if self.options["quad_points"] is None else "quad_points"
        return int(self.options[key])

    def _hand_quads(self) -> Script:
        kind = self.options["hand_quad"]
        holders = [p for p in self._seats_from(self.dealer) if quad_months(self.hands[p])]
        if not holders or kind == "play":
            return
        if kind == "redeal":
            raise RedealError
        if len(holders) == 1 and kind == "may_claim":
            p = holders[0]
            yield from self._ask_quad(p, max(quad_months(self.hands[p])))
            return
        winner: int | None = holders[0]  # the only one, or the nearest to the dealer
        if len(holders) > 1:
            rule = self.options["two_quads"]
            if rule == "nagari":
                winner = None
            elif rule == "higher_month_wins":
                winner = max(holders, key=lambda p: max(quad_months(self.hands[p])))
                if len(holders) == self.n:
                    winner = None
        if winner is None:
            yield self.dealer, "forced", ["continue"]
            raise NagariError
        yield winner, "forced", ["claim"]
        raise WinError(winner, self._quad_points())

    def _ask_quad(self, p: int, m: int) -> Script:
        """D0: claim or continue with four cards of month m."""
        word = yield p, "quad", ["claim", "continue"]
        if word == "claim":
            raise WinError(p, self._quad_points())
        if self.options["quad_continue"] == "doubles":
            self._shake(p, m, [c for c in self.hands[p] if month(c) == m])

    def _deal_shakes(self) -> Script:
        for p in self._seats_from(self.dealer):
            for m in self._dealt_triples[p]:
                word = yield p, "deal_shake", ["shake yes", "shake no"]
                if word == "shake yes":
                    self._shake(p, m, [c for c in self.hands[p] if month(c) == m])

    def _shake(self, p: int, m: int, cards: list[str]) -> None:
        self.shakes[p] += 1
        self._shaken[p].add(m)
        self.shown[p] = by_id(set(self.shown[p]) | set(cards))

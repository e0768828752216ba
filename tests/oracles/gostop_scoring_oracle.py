"""Go-Stop oracle, part 2: base points (§5.1) and settlement (§5.3, §5.4)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracles.gostop_oracle_options import ANIMALS, BRIGHTS, CUP, RIBBONS, Options, pi_value

Line = tuple[str, int]


def sides_of(cards: Sequence[str], options: Options, cup: str | None) -> list[str]:
    """The sides the cup of this pile may take (§3.7), the animal side first.

    Without the cup one (irrelevant) side. An undeclared cup under `decide` is an animal.
    """
    if options["cup_mode"] == "both" or cup == "both":
        return ["both"]
    if CUP not in cards or cup in ("animal", "locked"):
        return ["animal"]
    if cup == "pi":
        return ["pi"]
    return ["animal", "pi"] if options["cup_mode"] == "auto" else ["animal"]


def pi_total(cards: Sequence[str], side: str) -> int:
    total = sum(pi_value(card) for card in cards)
    if CUP in cards and side in ("pi", "both"):
        total += 2
    return total


def animal_count(cards: Sequence[str], side: str) -> int:
    count = sum(card in ANIMALS for card in cards)
    if CUP in cards and side == "pi":
        count -= 1
    return count


def lines_for_side(cards: Sequence[str], options: Options, side: str) -> list[Line]:
    """The scoring table of §5.1 with the cup on a given side."""
    lines: list[Line] = []
    brights = [card for card in cards if card in BRIGHTS]
    if len(brights) == 5:
        lines.append(("brights", options["five_bright"]))
    elif len(brights) == 4:
        lines.append(("brights", 4))
    elif len(brights) == 3:
        lines.append(("brights", 2 if "12.1" in brights else 3))
    animals = animal_count(cards, side)
    if animals >= 5:
        lines.append(("animals", animals - 4))
    ribbons = sum(card in RIBBONS for card in cards)
    if ribbons >= 5:
        lines.append(("ribbons", ribbons - 4))
    pi = pi_total(cards, side)
    if pi >= 10:
        lines.append(("pi", pi - 9))
    for name, needed, points in [
        ("godori", ["2.1", "4.1", "8.2"], 5),
        ("hongdan", ["1.2", "2.2", "3.2"], 3),
        ("cheongdan", ["6.2", "9.2", "10.2"], 3),
        ("chodan", ["4.2", "5.2", "7.2"], 3),
    ]:
        if all(card in cards for card in needed):
            lines.append((name, points))
    return lines


def total(lines: list[Line]) -> int:
    return sum(points for _, points in lines)


def auto_side(cards: Sequence[str], options: Options, cup: str | None) -> str:
    """The side used for thresholds: larger base, tie -> animal (§3.7)."""
    sides = sides_of(cards, options, cup)
    best = sides[0]
    for side in sides[1:]:
        if total(lines_for_side(cards, options, side)) > total(
            lines_for_side(cards, options, best)
        ):
            best = side
    return best


def base_points(cards: Sequence[str], options: Options, cup: str | None = None) -> list[Line]:
    """Lines (name, points); their sum is the base (§5.1)."""
    return lines_for_side(cards, options, auto_side(cards, options, cup))


def go_addition(options: Options, goes: int) -> int:
    """§5.3 go_add."""
    if options["go_add"] == "n":
        return goes
    if options["go_add"] == "first_two":
        return goes if goes <= 2 else 0
    return 1 if goes == 1 else 0


def go_multiplier(options: Options, goes: int) -> int:
    """§5.3 go_mult."""
    if options["go_mult"] == "times_n":
        return goes if goes >= 2 else 1
    if goes < 3:
        return 1
    return 2 if options["go_mult"] == "flat2" else 2 ** (goes - 2)


def reverse_go_applies(options: Options, winner: int, go_order: Sequence[int]) -> bool:
    """Did the winner call go while another player had already called one? (§5.4)"""
    if not options["reverse_go"]:
        return False
    for i, seat in enumerate(go_order):
        if seat == winner and any(other != winner for other in go_order[:i]):
            return True
    return False


def is_pibak_value(options: Options, value: int) -> bool:
    if options["pibak_max"] == 0 or value > options["pibak_max"]:
        return False
    return value >= 1 or not options["pibak_zero_exempt"]


def is_meong(cards: Sequence[str], options: Options, side: str, lines: list[Line]) -> bool:
    if options["meong"] == "off" or animal_count(cards, side) < 7:
        return False
    if options["meong"] == "seven":
        return True
    return all(name in ("animals", "godori") for name, _ in lines)


def debts(
    options: Options,
    piles: Sequence[Sequence[str]],
    winner: int,
    side: str,
    goes: Sequence[int],
    go_order: Sequence[int],
    doublings: int,
    stakes: int,
    cups: Sequence[str | None],
) -> dict[int, int]:
    """y_l of every loser (§5.4) when the winner's cup is on `side`."""
    cards = piles[winner]
    lines = lines_for_side(cards, options, side)
    names = [name for name, _ in lines]
    x = total(lines) + go_addition(options, goes[winner])
    if reverse_go_applies(options, winner, go_order):
        x *= 4
    else:
        x *= go_multiplier(options, goes[winner])
    x *= 2**doublings
    if is_meong(cards, options, side, lines):
        x *= 2
    result = {}
    for loser, pile in enumerate(piles):
        if loser == winner:
            continue
        y = x
        loser_sides = sides_of(pile, options, cups[loser])
        if "pi" in names and all(
            is_pibak_value(options, pi_total(pile, loser_side)) for loser_side in loser_sides
        ):
            y *= 2
        if options["gwangbak"] and "brights" in names and not any(c in BRIGHTS for c in pile):
            y *= 2
        if options["gobak"] == "double" and (goes[loser] > 0 or loser in go_order):
            y *= 2
        y *= stakes
        if options["exempt_empty"] and not pile:
            y = 0
        result[loser] = y
    return result


def liable_seat(
    options: Options, winner: int, goes: Sequence[int], go_order: Sequence[int]
) -> int | None:
    """Who pays for all, if anybody (§5.4); without go_order the callers count in seat order."""
    if options["gobak"] != "pay_all" or len(goes) < 3:
        return None
    order = list(go_order) or [seat for seat in range(len(goes)) if goes[seat] > 0]
    callers = [seat for seat in order if seat != winner]
    if not callers:
        return None
    return callers[-1] if options["liable"] == "last" else callers[0]


def settle(
    options: Options,
    piles: Sequence[Sequence[str]],
    winner: int,
    *,
    go_counts: Sequence[int] | None = None,
    go_order: Sequence[int] = (),
    shakes: Sequence[int] | None = None,
    bombs: Sequence[int] | None = None,
    carry: int = 1,
    push: int = 1,
    cups: Sequence[str | None] | None = None,
) -> list[int]:
    """Payments per seat of an ordinary win (§5.4); zero-sum."""
    n = len(piles)
    goes = list(go_counts) if go_counts is not None else [list(go_order).count(p) for p in range(n)]
    cups = list(cups) if cups is not None else [None] * n
    doublings = shakes[winner] if shakes is not None else 0
    if bombs is not None and options["bomb_doubles"]:
        doublings += bombs[winner]

    sides = sides_of(piles[winner], options, cups[winner])
    reaching = [
        side
        for side in sides
        if total(lines_for_side(piles[winner], options, side)) >= options["min_points"]
    ]
    best: dict[int, int] = {}
    for side in reaching or sides:  # animal first, so a tie stays an animal
        owed = debts(options, piles, winner, side, goes, go_order, doublings, carry * push, cups)
        if not best or sum(owed.values()) > sum(best.values()):
            best = owed

    liable = liable_seat(options, winner, goes, go_order)
    payments = [0] * n
    for loser, y in best.items():
        payments[winner] += y
        payments[loser if liable is None else liable] -= y
    return payments

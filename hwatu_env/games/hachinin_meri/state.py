"""The record of one game of Hachi-Nin Meri, and its audit."""

from dataclasses import dataclass
from typing import NamedTuple

from hwatu_env.cards.unsun import NUM_CARDS, card_name, indices, is_trump, join
from hwatu_env.compiled.record import octets, per_seat, word, words
from hwatu_env.games.hachinin_meri.rules import Rules

SEATS = 8
TRICKS = 9
"""Tricks of a game, and cards of a hand (§2, §5)."""
NOTHING = 255
"""Byte of `cards` and `current` where no card was played, or an unknown one."""
LOG_LENGTH = 80
"""Bytes of the event log; more than any deal writes."""

SINGLE, SET, MATCH = 1, 8, 24
"""Kinds of episode, named by the games that they have at most, extra ones not counted (§8)."""


class _Decisions(NamedTuple):
    """What is being asked (§3)."""

    NOTHING: int = 0
    KEEP: int = 1  # or have the cards dealt again
    DECLARE: int = 2  # or hide the Dragon of Trumps
    BURY: int = 3  # one of ten cards
    PLAY: int = 4


Decision = _Decisions()

DECISION_NAMES = ("over", *(name.lower() for name in Decision._fields[1:]))


class _Duties(NamedTuple):
    """What the led card asks of the followers (§5)."""

    NOTHING: int = 0
    TRUMP: int = 1  # Meri; a later trump lead with `meri_repeat=once`
    FOLLOW_OR_TRUMP: int = 2  # Monchi
    FOLLOW: int = 3  # Monchi with `monchi=follow_first`


Duty = _Duties()


class _Voids(NamedTuple):
    """Bits of what a seat was seen to lack; bits 0 to 4 are the plain cards of each suit."""

    TRUMPS: int = 32  # all trumps but the Sun
    SUN: int = 64  # the Sun of trumps


Void = _Voids()
NUM_VOIDS = 7


class _Logged(NamedTuple):
    """Bytes of the event log beyond action ids."""

    NOT_ASKED: int = 160  # nobody was asked about the dragon, and nobody declared it
    DECLARED: int = 161  # its holder declared it without being asked (§9.1)


Logged = _Logged()


@dataclass(slots=True, eq=False)
class State:
    """One game, hidden cards included. A set of cards is two words (`cards/unsun.py`)."""

    # every game has these: the loops, environments and agents rely on them
    key: int = word()  # random stream of the episode
    episode: int = word()  # episodes of this row before this one
    game: int = word()  # index of this game among all games of the seed
    ply: int = word()  # decisions taken in this episode
    to_move: int = word()  # seat that decides; -1 when over
    decision: int = word()  # what is asked, a `Decision`
    score: list[int] = per_seat()  # margin of the seat's team in this episode
    result: list[int] = per_seat()  # the same in the last finished deal
    deals: int = word()  # finished deals of this episode

    # the episode (§8)
    episode_deals: int = word()  # SINGLE, SET or MATCH
    dealer: int = word()
    games_of_set: int = word()  # games of this set before this one; a tied pair is one
    sets: int = word()  # finished sets
    set_points: list[int] = words(2)  # points of each team in this set, finished games only
    sets_won: list[int] = words(2)
    way: int = word()  # from a seat to the next in turn order: 1, or 7 counter-clockwise
    exchange_told: int = word()  # 1 where all learn if the Open Trump was taken (§3.11)
    offender: int = word()  # seat that took an illegal action; -1 for none

    # the deal (§2, §3)
    first_top: int = word()  # 0 for a deal; -1 in a hand-made position
    redeals: int = word()  # decks of this deal that were refused
    trump: int = word()  # trump suit; -1 while the Open Trump is not turned
    open_trump: int = word()  # the card w0; -1 likewise
    first_leader: int = word()  # seat that exchanges and leads trick 1; -1 while that is open
    declarer: int = word()  # seat that showed the Dragon of Trumps; -1 for none
    hidden: int = word()  # 1 + the seat that hid the Dragon of Trumps; 0 for none (§3.5a)
    hidden_told: int = word()  # what all know of that by a yaku's value: 0 nothing, 1 yes, 2 no
    buried: int = word()  # card that the first leader laid aside; -1 before
    hand_low: list[int] = per_seat()
    hand_high: list[int] = per_seat()
    void: list[int] = per_seat()  # what a seat was seen to lack, bits of `Void`

    # the tricks (§5, §6)
    trick: int = word()  # finished tricks, 0 to 9
    points: list[int] = words(2)  # points of each team in this deal
    tricks_won: list[int] = words(2)
    meri_seen: int = word()  # 1 from the end of the first Meri trick on
    highest: int = word()  # strength of the strongest trump of finished tricks; 0 for none
    gone_low: int = word()  # cards of finished tricks
    gone_high: int = word()

    # the trick under way
    leader: int = word()  # seat that leads it
    place: int = word()  # cards played to it
    led: int = word()  # the led card; -1 before
    meri: int = word()  # 1 in a Meri trick
    duty: int = word()  # what the led card asks of the followers, a `Duty`
    face_down: int = word()  # bits of the seats whose card lies face down
    best: int = word()  # strength of the card that wins so far
    winner: int = word()  # its seat
    run: int = word()  # trumps in a row up to the last card
    winner_run: int = word()  # the same up to the winning card

    log_length: int = word()
    current: list[int] = octets(SEATS)  # card of each seat in the trick under way
    cards: list[int] = octets(SEATS * TRICKS)  # the same of finished tricks, at 8 * trick + seat
    winners: list[int] = octets(TRICKS)  # winner of each finished trick
    trick_face_down: list[int] = octets(TRICKS)  # bits of the seats whose card lay face down
    trick_yaku: list[int] = octets(TRICKS)  # its yaku, bits 0 to 6 for Y1 to Y7
    trick_points: list[int] = octets(TRICKS)  # its points
    deck: list[int] = octets(NUM_CARDS)  # hands by seats, then w0, w1, w2
    log: list[int] = octets(LOG_LENGTH)  # action ids and `Logged` bytes


def audit(g: State, rules: Rules) -> list[str]:
    """One sentence per broken invariant of a state; an empty list means a sound one."""
    problems: list[str] = []
    if g.trump >= 0 and g.first_top >= 0:
        problems += _audit_zones(g)
    if sum(g.score) != 0 and g.offender < 0:
        problems.append(f"the margins {g.score} do not add up to zero")
    if any(g.score[seat] != g.score[seat % 2] for seat in range(SEATS)):
        problems.append(f"seats of one team have different margins: {g.score}")
    if sum(g.tricks_won) != g.trick:
        problems.append(f"{g.trick} tricks are finished, but {g.tricks_won} won")
    if g.trump >= 0:
        problems += _audit_faces(g)
    return problems


def _audit_zones(g: State) -> list[str]:
    """Cards of a deal that are in two places or nowhere; the widow lies where it was dealt."""
    zones = {f"the hand of seat {s}": list(indices(_hand(g, s))) for s in range(SEATS)}
    zones["the trick"] = [card for card in g.current if card != NOTHING]
    zones["finished tricks"] = [card for card in g.cards if card != NOTHING]
    zones["the widow"] = list(g.deck[NUM_CARDS - 2 : NUM_CARDS])
    if g.buried >= 0:
        zones["the buried card"] = [g.buried]
    if g.first_leader < 0:
        zones["the Open Trump"] = [g.open_trump]
    problems: list[str] = []
    seen: dict[int, str] = {}
    for zone, cards in zones.items():
        for card in cards:
            if card in seen:
                problems.append(f"card {card_name(card)} is in {seen[card]} and in {zone}")
            seen[card] = zone
    missing = sorted(set(range(NUM_CARDS)) - set(seen))
    return problems + [f"card {card_name(card)} is nowhere" for card in missing]


def _audit_faces(g: State) -> list[str]:
    """A card lies face down exactly if a follower played a trump outside Meri (§5.4)."""
    problems: list[str] = []
    for seat, card in enumerate(g.current):
        if card == NOTHING:
            continue
        down = is_trump(card, g.trump) and seat != g.leader and not g.meri
        if down != bool(g.face_down >> seat & 1):
            side = "up" if down else "down"
            problems.append(f"{card_name(card)} of seat {seat} lies face {side}")
    return problems


def _hand(g: State, seat: int) -> int:
    return join(g.hand_low[seat], g.hand_high[seat])

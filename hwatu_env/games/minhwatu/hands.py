"""The special hands of rules/minhwatu.md §4: which cards make them."""

from hwatu_env.cards.hwatu import BRIGHTS, CHEONGDAN, CHODAN, GODORI, HONGDAN, board, month_cards

SPECIAL_HANDS = {
    "hongdan": HONGDAN,
    "cheongdan": CHEONGDAN,
    "chodan": CHODAN,
    "choyak": month_cards(4),
    "pungyak": month_cards(9),
    "month 11": month_cards(10),  # Be-Si-Ma as the seed plays it, or ttongyak
    "month 12": month_cards(11),  # Be-Si-Ma as it is named
    "godori": GODORI,
    "shikka": board(["6.1", "7.1", "10.1"]),
    "daypo": board(["3.1", "8.1", "9.1"]),
    "inho_shikka": board(["1.1", "3.1", "8.1", "9.1"]),
    "ilesam": board(["1.1", "2.1", "3.1"]),
    "ogong": BRIGHTS,
}
"""Cards of each special hand; numbers of hands are places in this order."""

HAND_NAMES = tuple(SPECIAL_HANDS)
NUM_HANDS = len(SPECIAL_HANDS)
DAYPO = HAND_NAMES.index("daypo")
INHO_SHIKKA = HAND_NAMES.index("inho_shikka")

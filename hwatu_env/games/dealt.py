"""What the house rules of the fishing games share: how many cards are dealt."""

from hwatu_env.errors import RulesError
from hwatu_env.games.fishing import DEAL_SIZES


class DealtCards:
    """Sizes of the deal; a game's `Rules` has the options, and the size of its deck."""

    num_players: int
    hand_size: int | None
    table_size: int | None

    @property
    def cards_per_hand(self) -> int:
        """Cards dealt to a seat, as the option says or the table of `DEAL_SIZES`."""
        return DEAL_SIZES[self.num_players][0] if self.hand_size is None else self.hand_size

    @property
    def cards_on_table(self) -> int:
        """Cards dealt to the table, likewise."""
        return DEAL_SIZES[self.num_players][1] if self.table_size is None else self.table_size

    def check_deal_fits(self, deck_size: int) -> None:
        """Check that the deck suffices for hands and table.

        Raises:
            RulesError: If it does not, or if a size is too small.
        """
        if self.cards_per_hand < 1 or self.cards_on_table < 0:
            raise RulesError(
                f"hand_size must be at least 1 and table_size at least 0, got "
                f"{self.cards_per_hand} and {self.cards_on_table}"
            )
        dealt = self.cards_per_hand * self.num_players + self.cards_on_table
        if dealt > deck_size:
            raise RulesError(
                f"{self.num_players} hands of {self.cards_per_hand} and a table of "
                f"{self.cards_on_table} need {dealt} cards; the deck has {deck_size}"
            )

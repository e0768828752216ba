"""House rules as data: coercion, texts and records, on a game of three options."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hwatu_env.errors import RulesError
from hwatu_env.games.options import HouseRules, Option


class Size(Option):
    SMALL = 0
    LARGE = 1


@dataclass(frozen=True, kw_only=True)
class Toy(HouseRules):
    num_players: int = 2
    size: Size = Size.SMALL
    loud: bool = False
    limit: int | None = None
    values: tuple[int, ...] = ()

    PRESETS: ClassVar[dict[str, dict[str, Any]]] = {
        "plain": {},
        "big": {"size": "large", "loud": True, "num_players": 3},
    }
    DERIVED: ClassVar[tuple[str, ...]] = ("most",)
    UNCOMPILED: ClassVar[tuple[str, ...]] = ("limit", "values")

    def __post_init__(self) -> None:
        self._coerce()
        self._check_range(2, 4, "num_players")
        self._check_range(1, 9, "limit")

    @property
    def most(self) -> int:
        return 9 if self.limit is None else self.limit


toys = st.builds(
    Toy,
    num_players=st.integers(2, 4),
    size=st.sampled_from(Size),
    loud=st.booleans(),
    limit=st.none() | st.integers(1, 9),
    values=st.lists(st.integers(-5, 5), max_size=3),
)


@given(toys)
def test_texts_read_back_as_the_same_rules(rules):
    assert Toy.parse(str(rules)) == rules
    assert Toy.preset("plain", **rules.to_dict()) == rules


@given(toys, toys)
def test_digests_tell_rules_apart(one, other):
    assert (one.digest == other.digest) == (one == other)
    assert len(one.digest) == 8


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("plain", "plain"),
        (" plain ( ) ", "plain"),
        ("plain(loud=True, size=large, num_players=3)", "big"),
        ("big(size='small')", "big(size=small)"),
        ("plain(values=[2, 3])", "plain(values=[2, 3])"),
        ("plain(limit=3, limit_is=0)", None),
        ("big(loud=1)", "big"),
        ("plain(values=(2,))", "plain(values=[2])"),
    ],
)
def test_rules_print_as_the_nearest_preset(text, printed):
    if printed is None:
        with pytest.raises(RulesError, match="unknown option 'limit_is'"):
            Toy.parse(text)
        return
    assert str(Toy.parse(text)) == printed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"rules are a preset with options, like 'seed\(min_points=5\)', got ''"),
        ("plain(", r"rules are a preset with options"),
        ("(loud=True)", r"rules are a preset with options"),
        ("grand", r"unknown preset 'grand'; presets are plain, big"),
        ("plain(loudly=True)", r"unknown option 'loudly'; options are num_players, size, loud"),
        ("plain(True)", r"options are written name=value, got 'plain\(True\)'"),
        ("plain(**{})", r"options are written name=value, each once"),
        ("plain(loud=True, loud=False)", r"cannot read the options of|each once"),
        ("plain(loud=)", r"cannot read the options of 'plain\(loud=\)'"),
        ("plain(limit=1+x)", r"cannot read the value 1 \+ x in"),
        ("plain(limit=print(1))", r"cannot read the value print\(1\) in"),
        ("plain(size=huge)", r"size must be one of small, large, got 'huge'"),
        ("plain(size=2)", r"size must be one of small, large, got 2"),
        ("plain(loud=2)", r"loud must be True or False, got 2"),
        ("plain(loud=yes)", r"loud must be True or False, got 'yes'"),
        ("plain(limit=True)", r"limit must be an integer, got True"),
        ("plain(limit=2.0)", r"limit must be an integer, got 2.0"),
        ("plain(limit=10)", r"limit must be 1 to 9, got 10"),
        ("plain(num_players=None)", r"num_players must be an integer, got None"),
        ("plain(num_players=5)", r"num_players must be 2 to 4, got 5"),
        ("plain(values=3)", r"values must be a list of integers, got 3"),
        ("plain(values=[True])", r"values must be a list of integers, got \[True\]"),
        ("plain(values=['a'])", r"values must be a list of integers"),
    ],
)
def test_bad_texts_are_refused_by_name(text, message):
    with pytest.raises(RulesError, match=message):
        Toy.parse(text)


def test_settings_are_members_names_or_numbers():
    assert Toy(size="large") == Toy(size=1) == Toy(size=Size.LARGE)
    assert Size("LARGE") is Size.LARGE
    assert str(Size.LARGE) == "large"


def test_rules_are_replaced_not_changed():
    rules = Toy.preset("big")

    louder = rules.replace(loud=False, limit=4)

    assert rules.loud
    assert (louder.loud, louder.limit, louder.size) == (False, 4, Size.LARGE)
    with pytest.raises(RulesError, match="unknown option 'lout'"):
        rules.replace(lout=True)
    with pytest.raises(RulesError, match="limit must be 1 to 9, got 0"):
        rules.replace(limit=0)
    with pytest.raises(AttributeError):
        rules.loud = False


def test_players_are_chosen_where_the_preset_leaves_them_open():
    assert Toy.preset("plain").with_players(4).num_players == 4
    assert Toy.preset("big").with_players(3) == Toy.preset("big")
    with pytest.raises(RulesError, match="big is for 3 players, got 2"):
        Toy.preset("big").with_players(2)


def test_records_hold_the_options_and_derived_numbers():
    rules = Toy.preset("big", limit=5)

    assert rules.record.dtype.names == ("num_players", "size", "loud", "most", "reward_unit")
    assert rules.record[0].tolist() == (3, 1, 1, 5, 1)
    assert vars(rules.plain[0]) == {
        "num_players": 3,
        "size": 1,
        "loud": 1,
        "most": 5,
        "reward_unit": 1,
    }

"""House rules as data: options with names, presets, and a text form that parses and prints.

A game's `Rules` is a frozen, keyword-only dataclass whose fields are integers, booleans, `Option`
members, None or tuples of integers. `HouseRules` gives it the text form
`standard-2p(min_points=5, jokers=[2, 3])` and the record that compiled rules read.
"""

import ast
import hashlib
import re
from dataclasses import Field, dataclass, fields, replace
from enum import IntEnum
from functools import cached_property
from types import SimpleNamespace
from typing import Any, ClassVar, Self, cast

from hwatu_env.compiled.record import Records, options_record
from hwatu_env.errors import RulesError


class Option(IntEnum):
    """A choice among named settings; `TableQuad("dead")` and `TableQuad.DEAD` are the same."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if isinstance(value, str):
            return cls.__members__.get(value.upper())
        return None

    def __str__(self) -> str:
        """The setting's name in lower case, as the text form prints it."""
        return self.name.lower()


@dataclass(frozen=True, kw_only=True)
class HouseRules:
    """Base of every game's `Rules`: presets, text form and the record for compiled rules."""

    PRESETS: ClassVar[dict[str, dict[str, Any]]]
    """Options of each preset that differ from the defaults."""
    DERIVED: ClassVar[tuple[str, ...]] = ()
    """Properties that compiled rules read besides the options."""
    UNCOMPILED: ClassVar[tuple[str, ...]] = ()
    """Options that compiled rules read through derived properties only."""

    num_players: int
    """Seats."""

    @property
    def reward_unit(self) -> int:
        """Scores are kept as whole numbers of this part of a point."""
        return 1

    @classmethod
    def preset(cls, name: str, **options: Any) -> Self:  # noqa: ANN401 - checked option by option
        """The rules called `name`, with some options set otherwise.

        Raises:
            RulesError: If the preset, an option or a setting is unknown, or if options contradict
                each other.
        """
        if name not in cls.PRESETS:
            raise RulesError(f"unknown preset {name!r}; presets are {', '.join(cls.PRESETS)}")
        return cls._build(cls.PRESETS[name] | options)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The rules of a text such as `standard-2p(min_points=5, jokers=[2, 3])`.

        Raises:
            RulesError: If the text is malformed or names something unknown.
        """
        match = re.fullmatch(r"\s*([\w.-]+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
        if match is None:
            raise RulesError(
                f"rules are a preset with options, like 'seed(min_points=5)', got {text!r}"
            )
        return cls.preset(match[1], **_parse_options(match[2] or "", text))

    def replace(self, **options: Any) -> Self:  # noqa: ANN401
        """These rules with some options set otherwise.

        Raises:
            RulesError: As `preset` does.
        """
        self._check_names(options)
        return replace(self, **options)

    def with_players(self, num_players: int) -> Self:
        """These rules for another number of players, where the preset leaves it open.

        Raises:
            RulesError: If the preset fixes another number.
        """
        if num_players == self.num_players:
            return self
        preset = self._nearest_preset()[0]
        if "num_players" in self.PRESETS[preset]:
            raise RulesError(f"{preset} is for {self.num_players} players, got {num_players}")
        return self.replace(num_players=num_players)

    def to_dict(self) -> dict[str, Any]:
        """Every option by name, settings as text: ready for JSON and for `preset(…, **options)`."""
        return {column.name: _plain(getattr(self, column.name)) for column in fields(self)}

    def __str__(self) -> str:
        """The shortest text that parses back to these rules."""
        name, differences = self._nearest_preset()
        options = ", ".join(f"{key}={value}" for key, value in differences.items())
        return f"{name}({options})" if options else name

    @property
    def digest(self) -> str:
        """Eight hex digits that tell these rules from others, for file names and transcripts."""
        text = repr(sorted(self.to_dict().items()))
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @cached_property
    def record(self) -> Records:
        """(1,) record of all options and derived numbers, for compiled rules."""
        return options_record(self, self._record_names())

    @cached_property
    def plain(self) -> list[Self]:
        """The same numbers for plain Python rules, in a list like the record."""
        record = self.record[0]
        values = {name: record[name].tolist() for name in self._record_names()}
        return [cast("Self", SimpleNamespace(**values))]

    def _nearest_preset(self) -> tuple[str, dict[str, Any]]:
        """The preset with the fewest options that differ, and those."""
        own = self.to_dict()
        differences = {
            name: {key: value for key, value in own.items() if other[key] != value}
            for name, other in self._preset_options().items()
        }
        return min(differences.items(), key=lambda item: len(item[1]))

    @classmethod
    def _preset_options(cls) -> dict[str, dict[str, Any]]:
        if "_preset_cache" not in cls.__dict__:
            cls._preset_cache = {name: cls.preset(name).to_dict() for name in cls.PRESETS}
        return cls._preset_cache

    _preset_cache: ClassVar[dict[str, dict[str, Any]]]

    def _record_names(self) -> list[str]:
        options = [f.name for f in fields(self) if f.name not in self.UNCOMPILED]
        return [*options, *self.DERIVED, "reward_unit"]

    @classmethod
    def _build(cls, options: dict[str, Any]) -> Self:
        cls._check_names(options)
        return cls(**options)

    @classmethod
    def _check_names(cls, options: dict[str, Any]) -> None:
        known = [column.name for column in fields(cls)]
        for name in options:
            if name not in known:
                raise RulesError(f"unknown option {name!r}; options are {', '.join(known)}")

    def _coerce(self) -> None:
        """Turn names into `Option` members and lists into tuples; the first thing a game checks."""
        for column in fields(self):
            value = _coerced(column, getattr(self, column.name))
            object.__setattr__(self, column.name, value)

    def _check_range(self, low: int, high: int, *names: str) -> None:
        for name in names:
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise RulesError(f"{name} must be {low} to {high}, got {value}")


def _coerced(column: Field[Any], value: Any) -> Any:  # noqa: ANN401
    """`value` as the type of its field, or RulesError."""
    default = column.default
    if isinstance(default, Option):
        try:
            return type(default)(value)
        except ValueError:
            allowed = ", ".join(str(member) for member in type(default))
            raise RulesError(f"{column.name} must be one of {allowed}, got {value!r}") from None
    if isinstance(default, bool):
        if isinstance(value, int) and value in (0, 1):
            return bool(value)
        raise RulesError(f"{column.name} must be True or False, got {value!r}")
    if isinstance(default, tuple):
        items = cast("list[Any]", value)
        if isinstance(value, list | tuple) and all(_is_int(item) for item in items):
            return tuple(int(item) for item in items)
        raise RulesError(f"{column.name} must be a list of integers, got {value!r}")
    if _is_int(value) or (value is None and "None" in str(column.type)):
        return None if value is None else int(value)
    raise RulesError(f"{column.name} must be an integer, got {value!r}")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _plain(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, Option):
        return str(value)
    return list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else value


_RULE_PAGE_WORDS = {"true": True, "false": False}
"""How the rule pages write what Python writes in capitals."""


def _parse_options(text: str, whole: str) -> dict[str, Any]:
    try:
        call = ast.parse(f"rules({text})", mode="eval").body
    except SyntaxError:
        raise RulesError(f"cannot read the options of {whole!r}") from None
    if not isinstance(call, ast.Call) or call.args:
        raise RulesError(f"options are written name=value, got {whole!r}")
    options: dict[str, Any] = {}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in options:
            raise RulesError(f"options are written name=value, each once, got {whole!r}")
        options[keyword.arg] = _parse_value(keyword.value, whole)
    return options


def _parse_value(node: ast.expr, whole: str) -> Any:  # noqa: ANN401
    if isinstance(node, ast.Name):
        return _RULE_PAGE_WORDS.get(node.id, node.id)
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise RulesError(f"cannot read the value {ast.unparse(node)} in {whole!r}") from None

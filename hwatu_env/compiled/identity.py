"""What a loop is made of, read from memory: its code, its constants, and the rules that it reaches.

Numba tells two closures apart by their pickles, but those of a function made by a factory differ
between a process that compiled the module and one that read its `.pyc`, so that the second start
would compile everything again. A description of the code itself is the same in every process.
"""

from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

import numpy as np
from numba.extending import is_jitted

_Value: TypeAlias = Any  # whatever a name may stand for
_PRINTED = (type(None), bool, int, float, complex, str, bytes, np.generic, np.dtype, Enum, type)
"""Values that Numba may freeze into machine code and that print alike only if they are equal."""


def trace(function: FunctionType) -> tuple[str, list[FunctionType]]:
    """Describe a loop.

    Args:
        function: The loop, a closure over its rules.

    Returns:
        A text that differs for loops which differ in code or constants, and all functions that
        the loop reaches, itself first.
    """
    reached: dict[FunctionType, int] = {}
    text = repr(_describe(function, reached))
    return text, list(reached)


def _describe(value: _Value, reached: dict[FunctionType, int]) -> object:
    if is_jitted(value):
        value = value.py_func
    kind: type[object] = value.__class__
    if kind is FunctionType:
        return _describe_function(value, reached)
    if kind is CodeType:
        constants = _describe(value.co_consts, reached)
        return value.co_code, value.co_names, value.co_varnames, constants
    if issubclass(kind, (tuple, list)):
        names = getattr(value, "_fields", ())
        return kind.__name__, names, [_describe(each, reached) for each in value]
    if kind is frozenset:
        return sorted(repr(_describe(each, reached)) for each in value)
    if issubclass(kind, np.ndarray):
        return repr(value.dtype), value.shape, value.tobytes()
    if issubclass(kind, _PRINTED):
        return kind.__name__, repr(value)
    return kind.__name__  # a module, or what no machine code can hold


def _describe_function(function: FunctionType, reached: dict[FunctionType, int]) -> object:
    if function in reached:
        return reached[function]
    reached[function] = len(reached)
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    parts = [function.__code__, defaults, *_named(function)]
    return function.__qualname__, [_describe(part, reached) for part in parts]


def _named(function: FunctionType) -> list[_Value]:
    """What code can name: closed-over values, globals, and what lies in modules and classes."""
    names = _names(function.__code__)
    named: list[_Value] = [cell.cell_contents for cell in function.__closure__ or ()]
    named += [function.__globals__.get(name) for name in names]
    for value in named:  # grows, as a module may lead to another
        if isinstance(value, ModuleType | type):
            inside = [vars(value).get(name) for name in names]
            named += [new for new in inside if all(new is not known for known in named)]
    return named


def _names(code: CodeType) -> list[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [*code.co_names, *(name for each in inner for name in _names(each))]

"""What the kernel needs of the module `cython` where that is not installed: names that do nothing, and types for mypy.

The compiler knows its own `cython` and never reads this; see Cython's manual, Pure Python Mode.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

_Any = TypeVar("_Any")
_Function = TypeVar("_Function", bound=Callable[..., Any])

compiled = False
"""The compiler reads True."""

longlong: TypeAlias = int
double: TypeAlias = float
p_longlong: TypeAlias = "array[int]"
"""The compiler reads a pointer to the first cell of an array."""


class _Nogil:
    """`@nogil` says that a function needs no interpreter lock, `with nogil:` lets go of it."""

    def __call__(self, function: _Function) -> _Function:
        return function

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


nogil = _Nogil()


def cfunc(function: _Function) -> _Function:
    """Mark a function that only compiled code calls."""
    return function


def exceptval(*, check: bool) -> Callable[[_Function], _Function]:  # noqa: ARG001 - the compiler reads it
    """Say whether a function can raise."""
    return _itself


def locals(**kinds: str) -> Callable[[_Function], _Function]:  # noqa: A001, ARG001 - the compiler's word, and it reads them
    """Give local variables their types."""
    return _itself


def declare(_: object, value: _Any) -> _Any:
    """Give a variable of a module its type and `value`."""
    return value


def address(cell: int) -> array[int]:
    """Point at a cell: compiled code only."""
    raise NotImplementedError(cell)


def _itself(function: _Function) -> _Function:
    return function

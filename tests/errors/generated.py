"""Mistakes made from the functions' own signatures: good calls with one argument that is wrong."""

from __future__ import annotations

import functools
import inspect
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyException
from tools.operators import OPERATORS, sample
from tools.operators.nests import map_arrays
from tools.operators.samples import FLOATS

_TALL, _WIDE, _DEEP = np.ones(7), np.ones((3, 5)), np.ones((2, 1, 3, 1, 2))
_WRONG_ARRAYS = {
    "no array: text": "text",
    "no array: None": None,
    "no array: an object": object(),
    "no axes": np.array(1.5),
    "seven": _TALL,
    "3 by 5": _WIDE,
    "five axes": _DEEP,
    "empty": np.zeros((0,)),
    "complex": FLOATS * 1j,
    "bool": FLOATS > 0.3,
    "ints": np.array([[3, 1], [2, 5]]),
}
_WRONG_SEQUENCES = {
    "no array: text": "text",
    "empty": [],
    "of other shapes": [FLOATS, _WIDE],
    "of other ranks": [FLOATS, _TALL],
    "no array: of text": [FLOATS, "text"],
}
_AXES = ("axis", "axis1", "axis2", "axes", "dim", "source", "destination")
_WRONG_AXES = {
    "7": 7, "-9": -9, "twice": (0, 0), "one too many": (0, 9), "text": "rows", "1.5": 1.5,
}  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """A call that may be wrong; the arrays in it are NumPy's."""

    function: str
    label: str
    args: tuple
    kwargs: dict[str, Any]

    def made(self, namespace) -> Exception | None:
        """Make the call with a namespace's arrays; return what it raises."""
        try:
            args = map_arrays(self.args, namespace.asarray)
            kwargs = map_arrays(self.kwargs, namespace.asarray)
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                getattr(namespace, self.function)(*args, **kwargs)
        except Exception as err:
            return err
        return None


def _wrong_values(parameter: inspect.Parameter) -> dict[str, Any]:
    """Return what a parameter does not take, or not always, by its annotation and its name."""
    annotation, name = str(parameter.annotation), parameter.name
    if name == "out":
        return {"a list": [1.0], "of another shape": np.zeros((9, 7))}
    if "Sequence[Array" in annotation:
        return _WRONG_SEQUENCES
    if "Array" in annotation and "Nest" not in annotation and "Function" not in annotation:
        return _WRONG_ARRAYS
    if name in _AXES or annotation == "Axis":
        return _WRONG_AXES
    if "Dtype" in annotation:
        return {"floaty": "floaty", "3": 3}
    if "Device" in annotation:
        return {"nowhere": "nowhere"}
    if "Shape" in annotation or "Sequence[int" in annotation or "tuple[int" in annotation:
        return {"text": "text", "two unknown": (-1, -1), "negative": (2, -7), "1.5": 1.5}
    if "int" in annotation:
        return {"text": "text", "1.5": 1.5, "-3": -3}
    if "float" in annotation or "complex" in annotation:
        return {"text": "text"}
    if annotation.startswith("str"):
        return {"nonsense": "nonsense", "3": 3}
    return {}


@functools.cache
def signature(name: str) -> inspect.Signature:
    return inspect.signature(FUNCTIONS[name].body)


@functools.cache
def mistakes(name: str) -> tuple[Mistake, ...]:
    """Return the calls of a function that the numpy backend refuses."""
    args, kwargs = sample(name)
    found = [
        Mistake(name, "an unknown option", tuple(args), {**kwargs, "colour": 1}),
        Mistake(name, "too many arguments", (*args, *[1] * 12), dict(kwargs)),
    ]
    if args:
        found.append(Mistake(name, "too few arguments", (), dict(kwargs)))
    positions = {}
    for at, parameter in enumerate(signature(name).parameters.values()):
        if parameter.kind is parameter.VAR_POSITIONAL:
            positions |= {i: (parameter, f"{parameter.name}[{i}]") for i in range(at, len(args))}
        elif parameter.kind is parameter.VAR_KEYWORD:
            continue
        elif at < len(args) and parameter.kind is not parameter.KEYWORD_ONLY:
            positions[at] = parameter, parameter.name
        else:
            for label, value in _wrong_values(parameter).items():
                if parameter.kind is parameter.POSITIONAL_ONLY:
                    continue
                given = {**kwargs, parameter.name: value}
                found.append(Mistake(name, f"{parameter.name}: {label}", tuple(args), given))
    for at, (parameter, shown) in positions.items():
        for label, value in _wrong_values(parameter).items():
            given = (*args[:at], value, *args[at + 1 :])
            found.append(Mistake(name, f"{shown}: {label}", given, dict(kwargs)))
    return tuple(found)


def names() -> list[str]:
    """Return the functions of arrays that a good call is known of."""
    return sorted(
        name
        for name, spec in FUNCTIONS.items()
        if spec.kind != "standalone"
        and OPERATORS[name].lacks("mistakes") is None
        and sample(name) is not None
    )


def class_name(err: Exception | None) -> str:
    """Return the name of an error's class; 'nothing' where there was none.

    What Python says of a call that the signature does not take counts as IvyTypeError: whether a
    call gets as far as the library's own check depends on how the function is composed.
    """
    if err is None:
        return "nothing"
    if isinstance(err, IvyException):
        return type(err).__name__
    at_the_call = err.__traceback__.tb_next is None
    return "IvyTypeError" if type(err) is TypeError and at_the_call else repr(err)

"""The table of operators: a row for each core function, which every check of all of them reads.

A row is what PyTorch calls an OpInfo: arguments to call the function with, cases whose values a
reference gives (with how an error counts), and which checks the function goes without, with the
reason. What a signature or a trait tells is derived from it: whether there is an ``out``, which
arguments are arrays, and the arguments themselves where trying finds some.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyException

from .lacking import CATEGORIES_WITHOUT_REFERENCE, LACKS, UP_TO_SIGN
from .nests import map_arrays
from .references import CASES
from .references.case import Case
from .samples import BEYOND, CANDIDATES, COVERED, SAMPLES, VARIANTS


class SampleInput(NamedTuple):
    """Arguments of a call that does something; the arrays in it are NumPy's."""

    args: list
    kwargs: dict[str, Any]


def _rows_of(table: Mapping[str, tuple], name: str) -> dict[str, SampleInput]:
    """Return what a table has of a function, under the names of the variants."""
    own = {label: row for label, row in table.items() if label.partition(", ")[0] == name}
    return {label: SampleInput(*row) for label, row in own.items()}


@dataclass(frozen=True)
class Operator:
    """A row of the table."""

    name: str

    @property
    def spec(self):
        """What the function's declaration says of it."""
        return FUNCTIONS[self.name]

    @functools.cached_property
    def samples(self) -> dict[str, SampleInput]:
        """Arguments by label: the function's name, and the variant where there is one."""
        first = SAMPLES.get(self.name) or _found_by_trying(self.name)
        plain = {} if first is None else {self.name: SampleInput(*first)}
        return plain | self.variants

    @functools.cached_property
    def variants(self) -> dict[str, SampleInput]:
        """Those of the samples that are not the first one."""
        return _rows_of(VARIANTS, self.name)

    @functools.cached_property
    def references(self) -> tuple[Case, ...]:
        """Cases of accuracy: drawn arguments, a reference, and how an error counts."""
        return tuple(case for case in CASES if case.function == self.name)

    @property
    def covered(self) -> SampleInput | None:
        """Arguments that each native implementation of a mixed function covers."""
        return SampleInput(*COVERED[self.name]) if self.name in COVERED else None

    @property
    def beyond(self) -> SampleInput | None:
        """Arguments that no native implementation of a partial mixed function covers."""
        return SampleInput(*BEYOND[self.name]) if self.name in BEYOND else None

    @property
    def up_to_sign(self) -> bool:
        """Whether results are vectors up to a sign."""
        return self.name in UP_TO_SIGN

    def lacks(self, check: str) -> str | None:
        """Return why a check is not made of the function; None where it is made."""
        reason = LACKS[check].get(self.name)
        if reason is None and check == "reference":
            return CATEGORIES_WITHOUT_REFERENCE.get(self.spec.category)
        if reason is None and self.spec.category == "random" and check in _NOT_OF_DRAWS:
            return "draws"
        return reason


_NOT_OF_DRAWS = ("gradient", "half precision", "mistakes")
OPERATORS = {name: Operator(name) for name in FUNCTIONS}


def sample(name: str) -> SampleInput | None:
    """Return the first arguments of a function; None if there are none."""
    return OPERATORS[name].samples.get(name)


def samples_of(names) -> Iterator[str]:
    """Yield the labels of all samples of some functions."""
    for name in names:
        yield from OPERATORS[name].samples


def labelled(label: str) -> tuple[str, SampleInput]:
    """Return the function and the arguments that a label names."""
    name = label.partition(", ")[0]
    return name, OPERATORS[name].samples[label]


def _found_by_trying(name: str) -> tuple[list, dict] | None:
    """Return arguments of arrays alone that the function takes on NumPy, all of them alike."""
    spec = FUNCTIONS[name]
    required = [
        p
        for p in inspect.signature(spec.body).parameters.values()
        if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if not required or any(p.name not in spec.array_parameters for p in required):
        return None
    bound = ivy.get_backend("numpy")
    for candidate in CANDIDATES:
        arguments = [candidate] * len(required)
        try:
            with np.errstate(all="ignore"):
                result = getattr(bound, name)(*[bound.asarray(a.copy()) for a in arguments])
        except IvyException:
            continue
        if spec.returns != "Array" or np.all(np.isfinite(np.asarray(result))):
            return arguments, {}
    return None


def as_arrays(value):
    """Return arguments with Arrays of the set backend, which may be written into."""
    return map_arrays(value, ivy.asarray)


def call(name: str, args, kwargs, **more):
    """Call a function of the set backend with arguments of a sample."""
    return getattr(ivy, name)(*as_arrays(list(args)), **as_arrays(kwargs), **more)

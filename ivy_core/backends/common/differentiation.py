"""Shared parts of the backends' gradient functions: flattening nests, placing gradients.

A backend brings an :class:`Autodiff`: how it pulls cotangents back through a function from a list
of native arrays to a list of native arrays. The gradient functions are built on that here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ivy_core import defaults
from ivy_core.utils.exceptions import (
    IvyIndexError,
    IvyNotImplementedException,
    IvyTypeError,
    IvyValueError,
)
from ivy_core.utils.nests import as_container, leaves_of, members_of, paths_of, rebuilt

from ..loading import load_backend
from .checkpoints import checked, cutting

FIRST = ((0,),)  # default of execute_with_gradients: the first member of a sequence


@dataclass(frozen=True)
class Autodiff:
    """Operations of a backend that differentiation is built of.

    Attributes
    ----------
    name : str
        The backend's name.
    pullback : callable
        From ``(function, leaves, retain)`` to ``(outputs, others, pull)``. ``function`` takes a
        list of native arrays and returns two lists: the arrays to differentiate, and others.
        ``pull(cotangents, last=False)`` takes one cotangent an output, None for zeros, and returns
        one gradient a leaf; ``last`` says that it is called no more.
    pushforward : callable
        From ``(function, leaves, tangents)`` to ``(outputs, others, tangents)``.
    jacobian : callable
        From ``(function, leaves)`` to a list, an output each, of lists, a leaf each.
    once : callable
        Calls a function without arguments that pulls nothing back after it has returned.
    ones_like, stop : callable
        Of one native array; ``stop`` cuts the gradients off.
    cuts_loops : bool
        Whether loops of its programs can be cut into segments.
    """

    name: str
    pullback: Callable
    pushforward: Callable
    jacobian: Callable
    once: Callable
    ones_like: Callable
    stop: Callable
    cuts_loops: bool = False


class Leaves:
    """A nest taken apart into variables, which gradients flow through, other arrays, and objects.

    Parameters
    ----------
    backend : str
        Name of the backend that the arrays are of.
    nest : nest
        Its leaves are native arrays, NumPy arrays, Python scalars and anything else.
    wanted : sequence of bool, optional
        Which leaves may be variables; None means all.
    convert : bool, optional
        Whether integers become variables of the default float dtype.
    shared : bool, optional
        Whether a native array that stands at several places is one variable.
    """

    __slots__ = ("arrays", "backend", "nest", "places", "variables")

    def __init__(self, backend: str, nest, *, wanted=None, convert=False, shared=False):
        self.backend, self.nest = load_backend(backend), nest
        self.variables, self.arrays, self.places = [], [], []
        seen = {}
        for position, leaf in enumerate(leaves_of(nest)):
            place = seen.get(id(leaf))
            if place is None:
                place = self._group_and_position(leaf, wanted is None or wanted[position], convert)
                if shared and self.backend.is_native(leaf):
                    seen[id(leaf)] = place
            self.places.append(place)

    def _group_and_position(self, leaf, wanted: bool, convert: bool) -> tuple:
        """Append a leaf to a list; return that list and its position; of an object (None, leaf)."""
        backend = self.backend
        native = leaf
        if not backend.is_native(leaf):
            scalar = type(leaf) in (float, complex) or convert and type(leaf) is int
            if not isinstance(leaf, (np.ndarray, np.generic)) and not (wanted and scalar):
                return None, leaf
            native = backend.from_host(np.asarray(leaf))
        kind = self.kind(native)
        if wanted and convert and kind in "iu":
            native = backend.cast(native, backend.to_native_dtype(defaults.current.float))
            kind = "f"
        group = self.variables if wanted and kind in "fc" else self.arrays
        group.append(native)
        return group, len(group) - 1

    def kind(self, native) -> str:
        """Return the letter of the dtype's kind, as NumPy has it."""
        return self.backend.ivy_dtype(native.dtype).kind

    def filled(self, variables, arrays=None):
        """Return the nest with these variables, and these arrays if they are given."""
        if arrays is None:
            arrays = self.arrays
        return rebuilt(
            self.nest,
            [
                at if group is None else (variables if group is self.variables else arrays)[at]
                for group, at in self.places
            ],
        )

    def gradients(self, gradients):
        """Return the nest of the variables' gradients; None where a leaf is no variable."""
        return rebuilt(
            self.nest,
            [gradients[at] if group is self.variables else None for group, at in self.places],
        )

    def variables_in(self, nest, what: str) -> list:
        """Return the leaves of another nest of this structure that stand where variables do."""
        given = leaves_of(nest)
        if len(given) != len(self.places):
            raise IvyValueError(
                f"{what}: a nest of {len(given)} leaves was given; {len(self.places)} are needed"
            )
        found = [None] * len(self.variables)
        for leaf, (group, at) in zip(given, self.places, strict=True):
            if group is self.variables:
                found[at] = self._cast_like_variable(leaf, self.variables[at], what)
        return found

    def _cast_like_variable(self, leaf, variable, what):
        """Return a leaf as native, in the variable's dtype; raise if its shape is another."""
        if not self.backend.is_native(leaf):
            leaf = self.backend.from_host(np.asarray(leaf))
        if tuple(leaf.shape) != tuple(variable.shape):
            raise IvyValueError(
                f"{what}: a leaf of shape {tuple(leaf.shape)} was given; "
                f"{tuple(variable.shape)} is needed"
            )
        return leaf if leaf.dtype == variable.dtype else self.backend.cast(leaf, variable.dtype)


class Traced:
    """A function of nests as one of lists, for a backend; ``parts`` says what its result is of."""

    def __init__(self, backend: str, function: Callable):
        self.backend, self.function, self.parts = backend, function, None

    def __call__(self, *lists):
        self.parts = Leaves(self.backend, self.function(*lists))
        return self.parts.variables, self.parts.arrays


def grad(autodiff: Autodiff, func: Callable, argnums=0, checkpoints=False) -> Callable:
    """Return the function that computes the gradient of ``func``."""
    both = value_and_grad(autodiff, func, argnums, checkpoints, name="grad")

    def call(*args, **kwargs):
        return both(*args, **kwargs)[1]

    return _marked(call, checkpoints)


def _marked(call: Callable, checkpoints) -> Callable:
    """Mark a function as a transformed one; with checkpoints it always is a program."""
    call.is_transformed, call.is_program = True, bool(checkpoints)
    return call


def value_and_grad(
    autodiff: Autodiff, func: Callable, argnums=0, checkpoints=False, *, name="value_and_grad"
) -> Callable:
    """Return the function that computes ``func`` and its gradient."""
    checkpoints = checked(name, checkpoints)
    if checkpoints and not autodiff.cuts_loops:
        raise IvyNotImplementedException(f"{autodiff.name}: {name}: checkpoints are not supported")
    several = isinstance(argnums, Sequence)
    positions = [operator.index(n) for n in (argnums if several else (argnums,))]

    def call(*args, **kwargs):
        for position in positions:
            if not -len(args) <= position < len(args):
                raise IvyIndexError(
                    f"{name}: argnums {position} is out of bounds for {len(args)} arguments"
                )
        parts = Leaves(autodiff.name, tuple([args[n] for n in positions]), convert=True)

        def function(variables):
            given = list(args)
            for position, value in zip(positions, parts.filled(variables), strict=True):
                given[position] = value
            with cutting(checkpoints):
                result = Leaves(autodiff.name, func(*given, **kwargs))
            if len(result.variables) != 1 or len(result.places) != 1:
                shown = result.arrays[0].dtype if result.arrays else type(result.nest).__name__
                raise IvyTypeError(f"{name}: func returned {shown}; one floating array is needed")
            return [_require_real_scalar(name, result, 0)], []

        def compute():
            (value,), _, pull = autodiff.pullback(function, parts.variables, False)
            return value, pull([autodiff.ones_like(value)], last=True)

        value, gradients = autodiff.once(compute)
        gradients = parts.gradients(gradients)
        return value, gradients if several else gradients[0]

    return _marked(call, checkpoints)


def _require_real_scalar(name: str, parts: Leaves, position: int):
    """Return a result, of any number of axes; raise if it is complex or has several elements."""
    value = parts.variables[position]
    if parts.kind(value) == "c":
        raise IvyTypeError(f"{name}: func returned {value.dtype}; a real number is needed")
    if not _may_have_one_element(value):
        raise IvyValueError(
            f"{name}: func returned an array of shape {tuple(value.shape)}; one element is needed "
            "(jac and vjp take any number)"
        )
    return value


def _may_have_one_element(native) -> bool:
    """Return whether all lengths are 1, or unknown in a trace."""
    return all(n in (1, None) for n in tuple(native.shape))


def jac(autodiff: Autodiff, func: Callable) -> Callable:
    """Return the function that computes the Jacobian of ``func`` by its first argument."""

    def call(xs, *args, **kwargs):
        parts = Leaves(autodiff.name, xs, convert=True)
        traced = Traced(autodiff.name, lambda xs: func(parts.filled(xs), *args, **kwargs))
        rows = autodiff.once(lambda: autodiff.jacobian(traced, parts.variables))
        outputs = traced.parts
        if not outputs.variables:
            shown = outputs.arrays[0].dtype if outputs.arrays else type(outputs.nest).__name__
            raise IvyTypeError(f"jac: func returned {shown}; floating arrays are needed")
        return outputs.gradients([parts.gradients(row) for row in rows])

    return call


def vjp(autodiff: Autodiff, func: Callable, *primals) -> tuple:
    """Return the value of ``func`` and the function that pulls cotangents of it back."""
    parts = Leaves(autodiff.name, primals, convert=True)
    traced = Traced(autodiff.name, lambda variables: func(*parts.filled(variables)))
    values, others, pull = autodiff.pullback(traced, parts.variables, False)
    outputs = traced.parts

    def vjpfun(cotangents):
        given = outputs.variables_in(cotangents, "vjp: cotangents")
        return parts.gradients(pull(given))

    return outputs.filled(values, others), vjpfun


def jvp(autodiff: Autodiff, func: Callable, primals, tangents) -> tuple:
    """Return the value of ``func`` and its derivative along ``tangents``."""
    parts = Leaves(autodiff.name, _as_tuple(primals), convert=True)
    traced = Traced(autodiff.name, lambda variables: func(*parts.filled(variables)))
    along = parts.variables_in(_as_tuple(tangents), "jvp: tangents")
    values, others, moved = autodiff.once(
        lambda: autodiff.pushforward(traced, parts.variables, along)
    )
    return traced.parts.filled(values, others), traced.parts.gradients(moved)


def _as_tuple(values) -> tuple:
    return tuple(values) if isinstance(values, (list, tuple)) else (values,)


def execute_with_gradients(
    autodiff: Autodiff, func: Callable, xs, retain_grads=False, xs_grad_idxs=FIRST,
    ret_grad_idxs=FIRST,
) -> tuple:  # fmt: skip
    """Call ``func`` and differentiate the chosen results; return its result and the gradients."""
    xs_idxs, wanted = _chosen_leaves(xs, xs_grad_idxs)
    parts = Leaves(autodiff.name, xs, wanted=wanted, convert=True, shared=True)
    traced = Traced(autodiff.name, lambda variables: func(parts.filled(variables)))

    def compute():
        values, others, pull = autodiff.pullback(traced, parts.variables, retain_grads)
        outputs = traced.parts
        keys = _results_to_differentiate(outputs, ret_grad_idxs)
        gradients = {}
        for at, key in keys.items():
            cotangents = [None] * len(values)
            cotangents[at] = autodiff.ones_like(values[at])
            gradients[key] = pull(cotangents, last=len(gradients) + 1 == len(keys))
        if not retain_grads:
            values = [autodiff.stop(value) for value in values]
            gradients = {key: [autodiff.stop(g) for g in found] for key, found in gradients.items()}
        return outputs.filled(values, others), gradients

    result, gradients = autodiff.once(compute)
    found = {}
    for key, each in gradients.items():
        nest = parts.gradients(each)
        found[key] = nest if xs_idxs is None else _pick_members(nest, xs_idxs)
    return result, as_container(found[()] if () in found else _join_path_keys(found))


def _chosen_leaves(nest, idxs) -> tuple:
    """Return the indices, and whether they choose each leaf; (None, None) if all are chosen."""
    if idxs is None or _chooses_all(nest, idxs):
        return None, None
    return idxs, [_is_at_or_below_any_index(path, idxs) for path in paths_of(nest)]


def _chooses_all(nest, idxs) -> bool:
    """Return whether ``idxs`` are the default ones and ``nest`` is no list: then all is chosen."""
    return tuple(map(tuple, idxs)) == FIRST and not isinstance(nest, (list, tuple))


def _is_at_or_below_any_index(path: tuple, idxs) -> bool:
    """Return whether ``path`` begins with one of ``idxs``; keys are compared as strings."""
    return any(
        list(map(str, path[: len(idx)])) == list(map(str, idx)) and len(path) >= len(idx)
        for idx in idxs
    )


def _results_to_differentiate(outputs: Leaves, idxs) -> dict[int, tuple]:
    """Return {position among the variables: path} of each result to differentiate."""
    name = "execute_with_gradients"
    alone = members_of(outputs.nest) is None
    every = idxs is None or _chooses_all(outputs.nest, idxs)
    found = {}
    for path, (group, at) in zip(paths_of(outputs.nest), outputs.places, strict=True):
        if group is not outputs.variables:
            continue
        if alone or not every and _is_at_or_below_any_index(path, idxs):
            _require_real_scalar(name, outputs, at)
            found[at] = path
        elif (
            every
            and _may_have_one_element(outputs.variables[at])
            and outputs.kind(outputs.variables[at]) == "f"
        ):
            found[at] = path
    return found


def _join_path_keys(found: dict[tuple, object]) -> dict:
    """Return {path: gradients} with each path as one string, keys joined by ``_``."""
    return {"_".join(map(str, path)): gradients for path, gradients in found.items()}


def _pick_members(nest, idxs):
    """Pick the members of a nest by indices; the member itself if it is a list's only one."""
    kept = _keep_indexed_members(nest, (), idxs)
    return kept[0] if isinstance(kept, list) and len(kept) == 1 else kept


def _keep_indexed_members(nest, path, idxs):
    """Return the nest at ``path`` with those members only that ``idxs`` lead to."""
    members = members_of(nest)
    if members is None or _is_at_or_below_any_index(path, idxs):
        return nest
    kept = {
        key: _keep_indexed_members(value, (*path, key), idxs)
        for key, value in members
        if any(_is_at_or_below_any_index((*path, key, *below), idxs) for below in paths_of(value))
    }
    return kept if isinstance(nest, dict) else list(kept.values())

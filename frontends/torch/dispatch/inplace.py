"""``_`` methods: the function of the same name, its result written over the tensor."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable

import numpy as np

from frontends.common.definitions import name_function
from ivy_core.arrays import write
from ivy_core.backends.holder import held, waiting
from ivy_core.utils.tracebacks import replace_exception

from ..autograd import tape
from ..autograd.bodies import computed
from ..autograd.grad_mode import mode
from ..autograd.inplace_views import turn
from ..autograd.meta import bump
from ..autograd.repeats import is_plain
from ..autograd.write_checks import check_writable
from ..tensors.tensor import Tensor
from . import native
from .func_wrapper import Function, ivy, overridden_by, raise_for, uses_real
from .outputs import check_apart, each_once, may_repeat, overwrite, refuse_overlap

_bound = ivy.__dict__
_NOT_OF_COMPLEX = frozenset({"abs_", "absolute_"})
_COMPARING = frozenset({
    "eq", "ne", "not_equal", "lt", "less", "le", "less_equal", "gt", "greater", "ge",
    "greater_equal",
})  # fmt: skip
_NUMBERS = frozenset({int, float, bool})
_OPTIONS = frozenset({int, float, bool, str, type(None)})
_MUTABLE = frozenset({np.ndarray})  # memory in which several tensors may lie
_WRITING_ALONE = frozenset({"copy_", "fill_", "zero_"})
_FILLING = frozenset({"fill_", "zero_"})  # these alone write to what has elements twice


def in_place(function: Function, name: str) -> Callable:
    """Return the ``_`` method that computes a function and keeps the result in the tensor.

    Parameters
    ----------
    function : Function
        What is computed. Of a view, the tensor becomes the view.
    name : str
        The method's name, ``add_``.
    """
    as_method = function.as_method(name)
    if function.short_name in _COMPARING:
        _differentiate_comparison(as_method)
    quickly = _compose_quick_write(as_method)

    def call(self, *args, **kwargs):
        try:
            kind = type(self)
            is_own = kind is Tensor or is_plain[kind]  # one that answers calls may refuse its data
            if is_own and type(data := getattr(self, "_data", None)) is native.tensor_class:
                if kind is Tensor and not kwargs:
                    if not args:
                        as_method.real(data)
                        return self
                    other = args[0]
                    if len(args) == 1:
                        if type(other) in _NUMBERS:
                            as_method.real(data, other)
                            return self
                        given = getattr(other, "_data", None) if type(other) is Tensor else None
                        if type(given) is native.tensor_class:
                            as_method.real(data, given)
                            return self
            elif is_own and quickly is not None and quickly(self, args, kwargs):
                return self
            return _write_by_general_path(as_method, self, args, kwargs)
        except Exception as err:
            try:
                raise_for(err, as_method, (self, *args))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    name_function(call, f"torch.Tensor.{name}")
    call.__doc__ = f"Write the result of :func:`{function.name}` over the tensor, and return it."
    call.__wrapped__ = function.body
    call.function = as_method
    as_method.call = call
    return call


def _differentiate_comparison(function: Function) -> None:
    """Have the result of a comparison, in the type of what it is written over, cut the graph."""
    compare = function.body

    @functools.wraps(compare)
    def body(input, other):
        return ivy.astype(compare(input, other), input.dtype.core)

    function.body, function.differentiable = body, True
    function.differentiated_as = "compared_in_place"


def _compose_quick_write(function: Function) -> Callable | None:
    """Compose what writes where nothing needs a look: no history, no memory in common, no override.

    ``write_plainly(target, args, kwargs)`` returns False, and has done nothing, elsewhere.
    """
    if function.view or function.variadic is not None or function.sequences:
        return None
    body, name = function.body, function.short_name
    reads_target, most_operands = name not in _WRITING_ALONE, 1 if function.factors else sys.maxsize
    draws, has_form = function.draws, function.host is not None
    strict = {at for at, _, takes_numbers in function.arrays if not takes_numbers}
    named = {"out", *function.aliases, *(each for _, each, _ in function.arrays)}
    core = function.core

    def write_plainly(target, args, kwargs) -> bool:
        base = _base_of_plain(target)
        if base is None or type(base._data) in _MUTABLE or type(base._data) is native.tensor_class:
            return False
        if len(args) > most_operands:
            return False  # `x.add_(2, y)`: a number in front is a factor
        if draws and base is not target:
            return False  # which fills in the order of memory
        given = []
        for at, value in enumerate((target, *args)):
            kind = type(value)
            if kind in _NUMBERS:
                if at in strict:
                    return False
            elif kind is not Tensor or hasattr(value, "_view"):
                of_value = _base_of_plain(value)
                if of_value is None or of_value is base and value is not target:
                    return False
                if at or reads_target:
                    held(value)  # an empty slot costs its functions more
                if kind is not Tensor:
                    value = native.new_tensor(Tensor, held(value))
            elif value is base and value is not target:
                return False  # the target is a view of it
            given.append(value)
        if kwargs and not _are_options(kwargs, named):
            return False
        if has_form:
            made = computed(function, given, kwargs)
        else:
            made = (body if core is None or kwargs else _bound[core])(*given, **kwargs)
        _put(target, base, made, name)
        bump(target)
        return True

    def write_real_plainly(target, args, kwargs) -> bool:
        return not target.dtype.is_complex and write_plainly(target, args, kwargs)

    return write_real_plainly if name in _NOT_OF_COMPLEX else write_plainly


def _are_options(kwargs: dict, named: set) -> bool:
    return named.isdisjoint(kwargs) and _OPTIONS.issuperset(map(type, kwargs.values()))


def _put(target: Tensor, base: Tensor, made: Tensor, name: str) -> None:
    """Do what `overwrite` does; a small result of the target's dtype and shape is put at once."""
    data = getattr(made, "_data", None)
    if base is target and type(data) in waiting and write.observer is None:
        there = getattr(target, "_data", None)
        if type(there) in waiting and there.shape == data.shape and there.dtype == data.dtype:
            write.replace(target, data)
            return
    overwrite(target, made, name)


def _base_of_plain(x):
    """Return the tensor whose memory one shows, None for what may need a closer look."""
    kind = type(x)
    if kind is not Tensor and (mode.enabled or not is_plain[kind]):
        return None
    view = getattr(x, "_view", None)
    if view is None:
        return x
    return view.base if isinstance(view.base, Tensor) and not view.read_only else None


def _write_by_general_path(function: Function, target: Tensor, args: tuple, kwargs: dict):
    """Write by an override, by real PyTorch or by our own body; return what that returns."""
    values = (target, *args, *kwargs.values())
    answered, result = overridden_by(function, values, (target, *args), kwargs)
    if answered:
        return result
    if uses_real(values):
        return native.called(function.real, (target, *args), kwargs)
    return write_result(function, target, args, kwargs)


def write_result(function: Function, target: Tensor, args: tuple, kwargs: dict) -> Tensor:
    """Compute a function by its body, and keep the result in the tensor, its first argument."""
    if function.short_name in _NOT_OF_COMPLEX and target.dtype.is_complex:
        raise RuntimeError("In-place abs is not supported for complex tensors.")
    args, kwargs, _ = function.prepared((target, *args), kwargs)
    if function.view:
        return turn(function, target, args, kwargs)
    into = target
    if may_repeat(target):
        if function.short_name in _FILLING and not any(isinstance(v, Tensor) for v in args[1:]):
            write_result(function, each_once(target), tuple(args[1:]), kwargs)
            return target
        if tape.wants_gradients(args, kwargs):
            check_writable(target)
        check_apart(target)
        into = each_once(target)  # part of an expanded tensor, in which no element comes twice
    refuse_overlap(target, args[1:])
    if type(target) is not Tensor or tape.records(args, kwargs):
        put = functools.partial(overwrite, name=function.short_name)
        return tape.in_place(function, target, args, kwargs, put)
    args, kwargs = function.plain(args, kwargs)
    overwrite(into, function.body(*args, **kwargs), function.short_name)
    tape.wrote(target)
    return target


__all__ = ["in_place", "write_result"]

"""Calls between PyTorch's API and the core: arguments, tensors in and out, errors, autograd.

A function is declared once, with a body written with ``ivy``. Where tensors are PyTorch's own, its
namesake in real PyTorch is called; elsewhere its body, through the tape where a tensor is tracked.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Sequence
from typing import NoReturn

import numpy as np

from frontends.common.conversion import array_parameters
from frontends.common.definitions import name_function
from frontends.torch.dispatch.docstrings import citing
from ivy_core import backend_handler, contexts
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import held, read, waiting
from ivy_core.backends.loading import backend_of
from ivy_core.binding.dialect import Dialect
from ivy_core.utils.tracebacks import replace_exception

from ..autograd import bodies, grad_mode, tape
from ..autograd.precision import call_in_precision, casting, precision_of
from ..autograd.repeats import repeated, viewed
from ..tensors import dtypes
from ..tensors.devices import chosen_devices
from ..tensors.half_precision import ROUNDED_ONCE, in_single
from ..tensors.layouts import preserve_format
from ..tensors.size import Size
from ..tensors.strided_results import (
    RULES,
    computed_quickly,
    in_format,
    in_order,
    lay_results,
    operands_out_of_order,
    owning,
)
from ..tensors.tensor import Tensor, ivy, tensors_among
from . import error_messages, fallback, native, promotion
from .docstrings import complete
from .errors import TORCH_ERRORS
from .outputs import READING_WHILE_WRITING, fill, refuse_any_overlap, refuse_overlap
from .refusals import is_refusing, refusing, refusing_in_words_of_numpy
from .spellings import find_aliases, find_factors, move_factors_to_keywords
from .unrewritten import how_to_rewrite

_NUMBERS = frozenset({int, float, bool, complex})
_HOST_NUMBERS = (int, float, complex, bool, np.number, np.bool_)
_KNOWN: dict[type, bool] = {}  # classes of arguments: whether they override functions


@functools.cache
def _make_dialect(default: dtypes.dtype) -> Dialect:
    """Return a new dialect; ``default`` only keeps one for each default dtype in the cache."""
    return Dialect(
        Tensor,
        promote=promotion.promote,
        rounded_to=promotion.rounded_to,
        tells_dimensionless=True,
        wrapping=promotion.WRAPPING,
        numbers_are_of_c=True,
        looks_at_flags=False,
        errors=TORCH_ERRORS,
    )


def _publish_dialect() -> None:
    """Bind the core's functions to PyTorch's dialect; again when the default dtype changes."""
    backend_handler.publish(ivy, _make_dialect(dtypes.get_default_dtype()))


_publish_dialect()
dtypes.on_default_change.append(_publish_dialect)


class Function:
    """Declaration of one function of the frontend.

    Attributes
    ----------
    name : str
        PyTorch's name of it, ``torch.linalg.det``.
    body : callable
        Computes it with ``ivy``, from plain tensors.
    real : callable or None
        Its namesake in real PyTorch, once that is loaded.
    view : bool
        Whether the result may share memory with the first tensor.
    differentiable : bool
        Whether a tape records it.
    differentiated_as : str
        The name under which its derivative is known.
    draws : bool
        Whether the body fills what it makes in the order in which its arguments lie.
    core : str or None
        The core's function that does the same with plain tensors.
    call : callable
        The function as users have it.
    order_rule : Rule or None
        How the results lie in memory; None where it is always in C order.
    precision : str or None
        What it computes in within autocast; None for the type of its arguments.
    host : callable or None
        Computes it of small arrays of NumPy's, the same bits; NotImplemented where it does not.
    """

    makes_tensors = is_composed = False
    repeats = True  # whether nothing but the body decides what a call gives
    __slots__ = (
        "aliases", "arrays", "body", "call", "differentiable", "draws", "factors", "has_out",
        "leading", "name", "order_rule", "parameters", "core", "differentiated_as", "real",
        "sequences", "host", "short_name", "variadic", "view", "wants_tensor", "_needs_preparation",
        "precision", "_of_numbers", "_of_tensors", "_takes_one",
    )  # fmt: skip

    def __init_subclass__(cls, repeats: bool = False):
        cls.repeats = repeats

    def __init__(self, body, name, view=False, differentiable=True, variadic=None):
        self.variadic, self.short_name = variadic, name.rpartition(".")[2]
        if self.short_name in ROUNDED_ONCE:
            body = in_single(body)
        body = refusing(body, name, promotion.common_dtype)
        self.name, self.body, self.view, self.differentiable = name, body, view, differentiable
        self.draws = body.__module__ == _DRAWS
        code = inspect.unwrap(body).__code__
        count = code.co_argcount + code.co_kwonlyargcount
        self.parameters = code.co_varnames[:count]
        positional = self.parameters[: code.co_argcount]
        arrays, sequences = array_parameters(body, "TensorLike")
        # loops: in a comprehension of Python 3.11 each is a frame more, for hundreds of functions
        self.arrays, self.sequences = [], []
        self.wants_tensor = len(arrays) > 1 and self.short_name not in _OF_NUMBERS
        for at, n, _ in arrays:
            takes_numbers = "Number" in str(body.__annotations__.get(n, ""))
            self.wants_tensor = self.wants_tensor and takes_numbers
            self.arrays.append((at if n in positional else None, n, takes_numbers))
        for at, n in sequences:
            self.sequences.append((at if n in positional else None, n))
        of_tensors = {name for _, name, *_ in (*self.arrays, *self.sequences)}
        others = [at for at, name in enumerate(positional) if name not in of_tensors]
        self.leading = positional[: others[0] if others else None]  # tensors, before all else
        self.aliases = find_aliases(self.short_name, self.parameters)
        self.factors = find_factors(self.short_name)
        self.has_out = "out" in self.parameters or self._accepts_out()
        self.core, self.differentiated_as = None, self.short_name
        self.order_rule = RULES.get(name) or RULES.get(self.short_name)
        self._of_tensors = {at for at, _, takes_numbers in self.arrays if not takes_numbers}
        self._of_numbers = {at for at, _, takes_numbers in self.arrays if takes_numbers}
        self._takes_one = self._of_tensors == {0} and len(self.arrays) == 1
        self._takes_one = self._takes_one and not (self.sequences or self.factors)
        self._needs_preparation = {
            "out",
            *self.aliases,
            *(n for _, n, _ in self.arrays),
            *(n for _, n in self.sequences),
        }
        self.real = self.host = None
        self.precision = precision_of(name)
        _declared.append(self)
        if native.tensor_class is not native.Absent:  # `is_there` without its frame
            self.real = native.named(name)

    def _accepts_out(self) -> bool:
        """Return whether PyTorch's function has ``out``, judged by its short name."""
        name = self.short_name
        return name in _WITH_OUT or (name.endswith("_copy") and name != "unbind_copy")

    def as_method(self, name: str) -> Function:
        """Return the function as a method of tensors."""
        made = type(self)(
            self.body, f"torch.Tensor.{name}", self.view, self.differentiable, self.variadic
        )
        made.core, made.differentiated_as = self.core, self.differentiated_as
        made.order_rule, made.host = self.order_rule, self.host
        return made

    @property
    def is_elementwise(self) -> bool:
        return self.body.__module__ in _ELEMENTWISE

    # a call

    def general(self, args: tuple, kwargs: dict):
        """Call the function in the way that suits any arguments."""
        values = (*args, *kwargs.values())
        answered, result = overridden_by(self, values, args, kwargs)
        if answered:
            return result
        if casting.count and self.precision is not None:
            result = call_in_precision(self, args, kwargs)
            if result is not NotImplemented:
                return result
        if uses_real(values):
            return native.called(self.real or self._raise_not_in_pytorch(), args, kwargs)
        return self.by_body(args, kwargs)

    def _raise_not_in_pytorch(self):
        raise NotImplementedError(
            f"{self.name}: the PyTorch that is installed has no such function"
        )

    def by_body(self, args: tuple, kwargs: dict):
        """Compute with the body; a tape records it where a tensor is tracked."""
        args, kwargs, out = self.prepared(args, kwargs)
        rule = self.order_rule
        if self.view and rule is None:
            return self._compute(args, kwargs, out)
        operands = operands_out_of_order(args, kwargs)
        originals = {}
        if operands is not None and not (self.draws or self.view):
            args, kwargs, originals = in_order(args, kwargs)
        resized = isinstance(out, Tensor) and not out.shape.numel()
        result = self._compute(args, kwargs, out)
        if originals:
            result = _restore_original_arguments(result, originals)
        if hasattr(result, "_view") or isinstance(result, (tuple, list)):
            if self.view:
                return result
            if out is None:
                owning(result, tensors_among(args, kwargs) if operands is None else operands)
        if rule is None or out is not None and not resized:
            return result
        if kwargs.get("memory_format") not in _AS_GIVEN:
            in_format(result, kwargs["memory_format"])
        elif operands is not None or rule.always:
            if operands is None:
                operands = tensors_among(args, kwargs)
            lay_results(result, rule, operands)
        return result

    def _compute(self, args: list, kwargs: dict, out):
        """Compute with plain or recorded arguments, and write the result to ``out`` if given."""
        if tape.records(args, kwargs):
            if out is None:
                return tape.call(self, args, kwargs)
            if self.differentiable and tape.wants_gradients((*args, out), kwargs):
                raise RuntimeError(
                    f"{self.short_name}(): functions with out=... arguments don't support "
                    "automatic differentiation, but one of the arguments requires grad."
                )
            args, kwargs = self.plain(args, kwargs)
        elif not self.view:
            args, kwargs = self.plain(args, kwargs)
        if out is None:
            return bodies.computed(self, args, kwargs)
        if self.short_name in READING_WHILE_WRITING:
            refuse_any_overlap(out, [*args, *kwargs.values()])
        elif self.is_elementwise:
            refuse_overlap(out, args)
        return fill(out, bodies.computed(self, args, kwargs), self.short_name)

    def prepared(self, args: tuple, kwargs: dict) -> tuple[list, dict, object]:
        """Return the arguments as the body takes them, and ``out`` apart."""
        args = list(args)
        if self.variadic is not None and len(args) > self.variadic:
            first = args[self.variadic]
            if not isinstance(first, (tuple, list, dtypes.dtype)) and first is not None:
                args[self.variadic :] = [tuple(args[self.variadic :])]
        if kwargs:
            kwargs = self._with_leading_by_position(args, kwargs)
        if self.factors:
            args, kwargs = move_factors_to_keywords(self, args, kwargs, _HOST_NUMBERS)
        out = None
        if self.has_out and "out" in kwargs:
            kwargs = dict(kwargs)
            out = kwargs.pop("out")
        for at, name, takes_numbers in self.arrays:
            if at is not None and at < len(args):
                if not isinstance(args[at], Tensor):
                    args[at] = self._argument_as_tensor(args[at], name, at, takes_numbers)
            elif name in kwargs and type(kwargs[name]) is not Tensor:
                kwargs = {
                    **kwargs,
                    name: self._argument_as_tensor(kwargs[name], name, at, takes_numbers),
                }
        if self.wants_tensor:
            for value in args:
                if isinstance(value, Tensor):
                    break
            else:
                self._refuse_numbers(args, kwargs)
        for at, name in self.sequences:
            if at is not None and at < len(args):
                args[at] = self._sequence_as_tensors(args[at], name, at)
            elif name in kwargs:
                kwargs = {**kwargs, name: self._sequence_as_tensors(kwargs[name], name, at)}
        return args, kwargs, out

    def _with_leading_by_position(self, args: list, kwargs: dict) -> dict:
        """Append to ``args`` the tensors that lead the signature; return the keywords that remain.

        Nodes and formulas find tensors by position, whatever a formula calls them.
        """
        if self.aliases and not self.aliases.keys().isdisjoint(kwargs):
            kwargs = {self.aliases.get(name, name): value for name, value in kwargs.items()}
        rest = dict(kwargs)
        for name in itertools.takewhile(kwargs.__contains__, self.leading[len(args) :]):
            args.append(rest.pop(name))
        return rest

    def _argument_as_tensor(self, value, name: str, at: int | None, takes_numbers: bool):
        """Return a tensor; None stays, a number if ``takes_numbers``; TypeError for others."""
        if value is None or isinstance(value, Tensor):
            return value
        if takes_numbers and isinstance(value, _HOST_NUMBERS):
            return value if type(value) in _NUMBERS else value.item()
        found = as_tensor(value)
        if found is None:
            position = f" (position {at + 1})" if at is not None else ""
            raise TypeError(
                f"{self.short_name}(): argument '{name}'{position} must be Tensor, not "
                f"{type(value).__name__}"
            )
        return found

    def _refuse_numbers(self, args: list, kwargs: dict) -> None:
        """Raise TypeError, the operands being all numbers, unless one by keyword is a tensor."""
        names = [name for _, name, _ in self.arrays]
        if any(isinstance(kwargs.get(name), Tensor) for name in names):
            return
        given = [*args, *kwargs.values()]
        kinds = ", ".join(type(value).__name__ for value in given)
        first, second, *_ = names
        prefix = "special_" if self.name.startswith("torch.special.") else ""
        raise TypeError(
            f"{prefix}{self.short_name}() received an invalid combination of arguments - got "
            f"({kinds}), but expected one of:\n"
            f" * (Tensor {first}, Tensor {second}, *, Tensor out = None)\n"
            f" * (Number self, Tensor {second}, *, Tensor out = None)\n"
            f" * (Tensor {first}, Number {second}, *, Tensor out = None)\n"
        )

    def _sequence_as_tensors(self, values, name: str, at: int | None) -> list | None:
        """Return a list of tensors, None for None; TypeError for a None within unless allowed."""
        if values is None:
            return None
        if isinstance(values, Tensor):
            if self.short_name in _TAKING_ONE:
                return [values]
            raise TypeError(
                f"{self.short_name}(): argument '{name}' (position {(at or 0) + 1}) must be tuple "
                "of Tensors, not Tensor"
            )
        found = []
        for i, value in enumerate(values):
            each = value if isinstance(value, Tensor) or value is None else as_tensor(value)
            if each is None and (value is not None or self.short_name not in _WITH_GAPS):
                raise TypeError(
                    f"expected Tensor as element {i} in argument {at or 0}, but got "
                    f"{type(value).__name__}"
                )
            found.append(each)
        return found

    def takes_plainly(self, args: tuple, kwargs: dict) -> bool:
        """Return whether :meth:`prepared` would leave arguments, with a plain tensor, as they are.

        Those by position are tensors, their lists, plain options or tuples of these.
        """
        if kwargs and not self._needs_preparation.isdisjoint(kwargs):
            return False
        if self.variadic is not None and len(args) > self.variadic:
            if len(args) > self.variadic + 1 or type(args[self.variadic]) not in _SIZES:
                return False
        if self._takes_one and args and isinstance(args[0], Tensor):
            return True
        return self._takes_all_plainly(args)

    def _takes_all_plainly(self, args: tuple) -> bool:
        if self.factors and len(args) > 2:  # a number in front is a factor
            if not all(map(isinstance, args, itertools.repeat(Tensor))):
                return False
        for at in self._of_tensors:
            if at is not None and at < len(args) and not isinstance(args[at], Tensor):
                if args[at] is not None:
                    return False
        for at in self._of_numbers:
            if at is not None and at < len(args) and type(args[at]) is str:
                return False
        for at, _ in self.sequences:
            if at is not None and at < len(args):
                if type(args[at]) not in _LISTS or not isinstance(args[at][0], Tensor):
                    return False
        return True

    def plain(self, args: list, kwargs: dict) -> tuple[list, dict]:
        """Return the arguments with plain tensors for tracked ones: for a body that makes none."""
        args = [plain_tensor(value) for value in args]
        return args, {name: plain_tensor(value) for name, value in kwargs.items()}


class Composed(Function):
    """A function made of others of the frontend: these are recorded, each by itself.

    Its body has tensors as they are given, tracked ones too, and may draw random numbers and
    write into tensors: it runs once, whatever a tape does.
    """

    __slots__ = ()
    is_composed = True

    def by_body(self, args: tuple, kwargs: dict):
        args, kwargs, _ = self.prepared(args, kwargs)
        result = self.body(*args, **kwargs)
        if self.order_rule is not None:
            operands = operands_out_of_order(args, kwargs)
            if operands is not None and not kwargs.get("inplace"):
                lay_results(result, self.order_rule, operands)
        return result


def _restore_original_arguments(result, originals: dict):
    """Return the caller's argument where ``result`` is its converted form; lists unchanged."""
    if isinstance(result, (list, tuple)):
        return result
    return originals.get(id(result), result)


_LISTS, _SIZES = frozenset({list, tuple}), frozenset({tuple, Size})
_AS_GIVEN = (None, preserve_format)
_DRAWS = "frontends.torch.random.functions"
_declared: list[Function] = []
# functions that take out=, though PyTorch's signatures do not show it
_WITH_OUT = frozenset({
    "avg_pool2d", "avg_pool3d", "equal", "gelu", "hardshrink", "linear", "logsigmoid", "lstsq",
    "slice_scatter", "softplus", "softshrink",
})  # fmt: skip
_ELEMENTWISE = frozenset({"frontends.torch.operations.pointwise"})
# functions of two operands that make a tensor of numbers alone
_OF_NUMBERS = frozenset({
    "add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide",
    "normal",
})  # fmt: skip
_WITH_GAPS = frozenset({"index_put", "index_put_", "meshgrid"})  # a sequence may hold None
_TAKING_ONE = frozenset({"atleast_1d", "atleast_2d", "atleast_3d", "meshgrid", "broadcast_tensors",
                         "cartesian_prod", "block_diag", "einsum"})  # fmt: skip


@native.on_real.append
def _attach_real_functions(torch) -> None:
    """Set ``real`` of each declared function to real PyTorch's, once that is imported."""
    for function in _declared:
        function.real = native.named(function.name)


def plain_tensor(value):
    """Return a tensor as one that no tape knows; anything else as it is."""
    kind = type(value)
    if kind is Tensor or kind in _NUMBERS or value is None:
        return value
    if isinstance(value, Tensor):
        return new_array(Tensor, read(value))
    if kind is list or kind is tuple:
        return kind([plain_tensor(each) for each in value])
    return value


def as_tensor(value) -> Tensor | None:
    """Convert an array of another class or framework to a tensor; None for anything else."""
    if isinstance(value, Array):
        return new_array(Tensor, held(value))
    found = backend_of(value)
    if found is None or found == "numpy":
        return None
    if found == active_backend().NAME:
        return new_array(Tensor, value)
    if found == "torch" and value.requires_grad and grad_mode.is_grad_enabled():
        raise RuntimeError(
            "a tensor of real PyTorch that requires grad was given to frontends.torch, and its "
            f"gradient would be lost; give its `.detach()`, or {how_to_rewrite(value)}"
        )
    return ivy.asarray(value)


# which way a call goes


def uses_real(values: tuple) -> bool:
    """Return whether a call is real PyTorch's: its tensors are, or there is none and it is set."""
    if values and isinstance(values[0], Tensor):  # as below, without its frame
        data = getattr(values[0], "_data", None)
        if data is not None:
            return isinstance(data, native.tensor_class)
    found = _is_first_tensor_real(values)
    return active_backend().CAPABILITIES.records if found is None else found


def _is_first_tensor_real(values) -> bool | None:
    """Return whether the first tensor in nested values is real PyTorch's; None if there is none."""
    for value in values:
        if isinstance(value, Tensor):
            data = getattr(value, "_data", None)  # what only stands for an array is not real
            if data is None and hasattr(value, "_view"):  # nor is a view read to know that
                data = value._view.behind(value)
            return isinstance(data, native.tensor_class)
        if type(value) in (list, tuple):
            found = _is_first_tensor_real(value)
            if found is not None:
                return found
    return None


def _find_overriding_arguments(values: tuple) -> list:
    """Return the arguments, nested ones too, whose classes define ``__torch_function__``."""
    found = []
    for value in values:
        kind = type(value)
        known = _KNOWN.get(kind)
        if known is None:
            known = _KNOWN[kind] = native.overrides(kind)
            if len(_KNOWN) > 4096:  # classes made while a program runs
                _KNOWN.clear()
        if known:
            found.append(value)
        elif kind is list or kind is tuple:
            found += _find_overriding_arguments(tuple(value))
    return found


@citing(None)
def overridden_by(function: Function, values: tuple, args, kwargs) -> tuple[bool, object]:
    """Return whether the classes of arguments answer a call themselves, and what they say.

    Raises: TypeError if they override functions, and none of them does this one.
    """
    for value in values:
        kind = type(value)
        if _KNOWN.get(kind) is not False or kind is list or kind is tuple:
            break
    else:
        return False, None  # classes that answer no calls, as almost always
    overriding = _find_overriding_arguments(values)
    if not overriding or native.handed_on.on:
        return False, None
    kinds = tuple(dict.fromkeys(type(value) for value in overriding))
    # a subclass is asked before its base
    for kind in sorted(kinds, key=lambda k: -len(k.__mro__)):
        result = kind.__torch_function__(function.call, kinds, args, kwargs)
        if result is not NotImplemented:
            return True, result
    shown = ", ".join(k.__qualname__ for k in kinds)
    raise TypeError(
        f"no implementation found for '{function.name}' on types that implement "
        f"__torch_function__: [{shown}]"
    )


# the closures that run on each call


def torch_function(
    body: Callable | None = None,
    *,
    name: str | None = None,
    core: str | None = None,
    view: bool = False,
    differentiable: bool = True,
    variadic: int | None = None,
    composed: bool = False,
    host: Callable | None = None,
):
    """Make a function of PyTorch's of a body written with ``ivy``.

    Parameters annotated ``TensorLike`` arrive as plain tensors (a number stays one where the
    annotation is ``TensorLike | Number``), ``list[TensorLike]`` as a list of them. ``out`` is
    filled here: the body does not see it.

    Parameters
    ----------
    name : str, optional
        PyTorch's dotted name; found from the module and the name of the body.
    core : str, optional
        The core's function that does the same with one or two tensors, or a number.
    view : bool
        Whether the result shares memory with a tensor that is given.
    differentiable : bool
        Whether there is a gradient: not for what gives integers or booleans alone.
    variadic : int, optional
        Position of a parameter whose numbers may also be given one after the other.
    composed : bool
        Whether the body is written with functions of this frontend: each of several results then
        has the history of the tensor that it is made of, not one that all have in common.
    host : callable, optional
        NumPy's words for the body, for small tensors on the host: ``operations/host_forms.py``.
    """
    if body is None:
        return functools.partial(
            torch_function,
            name=name,
            core=core,
            view=view,
            differentiable=differentiable,
            variadic=variadic,
            composed=composed,
            host=host,
        )
    kind = Composed if composed else Function
    function = kind(body, name or torch_name(body), view, differentiable, variadic)
    function.host = refusing_in_words_of_numpy(host, function.name)
    if is_refusing(function.name):
        core = None  # whose call of plain tensors would pass the body by
    return published(function, core, body)


def torch_name(body: Callable) -> str:
    """Return PyTorch's name of a function that stands in a file of this package."""
    parts = body.__module__.split(".")[2:]
    packages = filter(_PACKAGES.__contains__, parts)
    return ".".join(("torch", *packages, body.__name__))


_PACKAGES = frozenset({"linalg", "fft", "special", "nn", "functional", "signal"})


def published(function: Function, core: str | None, body: Callable) -> Callable:
    """Return the closure of a function that users call, and keep it with the function."""
    positional = inspect.unwrap(body).__code__.co_argcount
    function.core = core
    if function.makes_tensors:
        call = _make_creation_call(function)
    elif core is not None and positional == 1:
        call = _make_unary_call(function, core)
    elif core is not None and positional == 2:
        call = _make_binary_call(function, core)
    else:
        call = _make_general_call(function)
    complete(body, function.name)
    functools.update_wrapper(call, body)
    name_function(call, function.name)
    call.function = function
    function.call = call
    return call


# Options that real PyTorch takes as they are.
_OPTIONS = frozenset({int, float, bool, str, complex, type(None)})


def _may_reuse_earlier_calls(function: Function) -> bool:
    """Return whether a function's calls may use what an earlier call like them has recorded."""
    rule = function.order_rule
    repeats = function.repeats or function.is_composed
    return repeats and not function.view and not (rule is not None and rule.always)


def _only_shows(function: Function) -> bool:
    """Return whether a function gives views in the order of what they show, and nothing else."""
    return function.repeats and function.view and function.order_rule is None


def _make_general_call(function: Function) -> Callable:
    """Compose a call: real PyTorch's function, what an earlier call found, or the general path."""
    general, new = function.general, object.__new__
    repeats, shows = _may_reuse_earlier_calls(function), _only_shows(function)

    def call(*args, **kwargs):
        try:
            real = function.real
            first = args[0] if real is not None and args else None
            if type(first) is Tensor or _KNOWN.get(type(first)) is False:  # e.g. a parameter
                data = getattr(first, "_data", None)  # empty in a view not read yet
                if type(data) is native.tensor_class:
                    if len(args) == 1:
                        there = (data,)
                    else:
                        there = _unwrap_tensors_and_numbers(args, data)
                    options = kwargs and _unwrap_options(kwargs)
                    if there is not None and options is not None:
                        result = real(*there, **options)
                        if type(result) is native.tensor_class and result is not data:
                            y = new(Tensor)
                            y._data = result
                            return y
                        return native.rewrap(result, {id(data): first})
            elif type(first) is list:
                there = _unwrap_all(first)
                rest = args[1:]
                if there is not None and (not rest or _OPTIONS.issuperset(map(type, rest))):
                    if not kwargs or _real_takes_options(kwargs):
                        result = real(there, *rest, **kwargs)
                        if type(result) is native.tensor_class:
                            y = new(Tensor)
                            y._data = result
                            return y
                        return native.rewrap(result, dict(zip(map(id, there), first, strict=True)))
            if repeats or shows:
                result = (repeated if repeats else viewed)(function, args, kwargs)
                if result is not NotImplemented:
                    return result
            return general(args, kwargs)
        except Exception as err:
            try:
                raise_for(err, function, args)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _unwrap_tensors_and_numbers(args: tuple, data) -> list | None:
    """Return [``data`` of the first, the others unwrapped]; None if one needs the general path.

    Parameters are unwrapped as tensors are: their class answers no calls.
    """
    there = [data]
    for value in args[1:]:
        kind = type(value)
        if kind is Tensor:
            other = getattr(value, "_data", None)
            if type(other) is not native.tensor_class:
                return None
            there.append(other)
        elif kind in _OPTIONS or kind is tuple and _OPTIONS.issuperset(map(type, value)):
            there.append(value)
        elif _KNOWN.get(kind) is False and type(getattr(value, "_data", None)) is type(data):
            there.append(value._data)
        elif kind is tuple or kind is list:
            within = _unwrap_all(value)
            if within is None:
                return None
            there.append(within)
        else:
            return None
    return there


def _unwrap_all(tensors: Sequence) -> list | None:
    """Return the real tensors of a list of tensors; None if it is empty or holds anything else."""
    there = [
        x._data
        for x in tensors
        if (type(x) is Tensor or _KNOWN.get(type(x)) is False) and hasattr(x, "_data")
    ]
    real = native.tensor_class
    alike = len(there) == len(tensors) and all(type(data) is real for data in there)
    return there if alike and there else None


def _unwrap_options(kwargs: dict) -> dict | None:
    """Return named arguments as real PyTorch takes them; None if one needs the general path."""
    if _real_takes_options(kwargs):
        return kwargs
    found = {}
    for name, value in kwargs.items():
        if type(value) is Tensor and name != "out":  # which is itself the result
            value = getattr(value, "_data", None)
            if type(value) is not native.tensor_class:
                return None
        elif type(value) not in _OPTIONS:
            return None
        found[name] = value
    return found


def _real_takes_options(kwargs: dict) -> bool:
    """Return whether all values are options that real PyTorch takes without conversion."""
    for value in kwargs.values():
        kind = type(value)
        if kind not in _OPTIONS:
            if kind is not tuple or not _OPTIONS.issuperset(map(type, value)):
                return False
    return True


def _make_creation_call(function: Function) -> Callable:
    """Compose a function that makes tensors: real PyTorch's where its backend is set."""
    general, new = function.general, object.__new__

    def call(*args, **kwargs):
        try:
            backend = contexts.selected.get().backend
            if (
                backend is not None
                and backend is native.backend
                and function.real is not None
                and not chosen_devices
            ):
                for value in args:
                    kind = type(value)
                    if kind not in _OPTIONS:
                        if kind is not tuple or not _OPTIONS.issuperset(map(type, value)):
                            break
                else:
                    if not kwargs or _real_takes_options(kwargs):
                        y = new(Tensor)
                        y._data = function.real(*args, **kwargs)
                        return y
            return general(args, kwargs)
        except Exception as err:
            try:
                raise_for(err, function, args)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _make_unary_call(function: Function, core: str) -> Callable:
    """Compose a call for one tensor; ``core`` is the name of the core's function for it."""
    general, new, bound = function.general, object.__new__, ivy.__dict__
    repeats = _may_reuse_earlier_calls(function)

    def call(input, **kwargs):
        try:
            if type(input) is Tensor and not kwargs:
                data = getattr(input, "_data", None)
                if data is None:
                    data = _read_in_order(input)
                if type(data) is native.tensor_class:
                    y = new(Tensor)
                    y._data = function.real(data)
                    return y
                return bound[core](input)
            if repeats:
                result = repeated(function, (input,), kwargs)
                if result is not NotImplemented:
                    return result
            return general((input,), kwargs)
        except Exception as err:
            try:
                return _retry_by_general_path(err, function, (input,), kwargs)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _make_binary_call(function: Function, core: str) -> Callable:
    """Compose a call for two operands; ``core`` is the name of the core's function for them."""
    general, new, bound = function.general, object.__new__, ivy.__dict__
    repeats = _may_reuse_earlier_calls(function)
    takes_numbers = any(at == 1 and numbers for at, _, numbers in function.arrays)
    numbers = _NUMBERS if takes_numbers else frozenset()

    def call(input, other, third=None, **kwargs):  # `add(x, 2, y)` of older code has a third
        try:
            if type(input) is Tensor and third is None and not kwargs:
                a = getattr(input, "_data", None)
                if a is None:
                    a = _read_in_order(input)
                if type(a) is native.tensor_class:
                    if type(other) is Tensor:
                        b = other._data
                        if type(b) is native.tensor_class:
                            y = new(Tensor)
                            y._data = function.real(a, b)
                            return y
                    elif type(other) in numbers:
                        y = new(Tensor)
                        y._data = function.real(a, other)
                        return y
                elif type(other) is Tensor:
                    if getattr(other, "_data", None) is None:
                        _read_in_order(other)
                    return bound[core](input, other)
                elif type(other) in numbers:
                    return bound[core](input, other)
            args = (input, other) if third is None else (input, other, third)
            if not kwargs and _KNOWN.get(type(input)) is False:
                data = getattr(input, "_data", None)
                if type(data) is native.tensor_class:
                    there = _unwrap_tensors_and_numbers(args, data)
                    if there is not None:
                        return native.boxed(function.real(*there))
            if repeats:
                result = repeated(function, args, kwargs)
                if result is not NotImplemented:
                    return result
            return general(args, kwargs)
        except Exception as err:
            try:
                return _retry_by_general_path(err, function, (input, other), kwargs)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _read_in_order(x: Tensor):
    """Read a small view that lies in C order into its slot, and return what it holds.

    Raises AttributeError if it has to be looked at: it may lie in another order.
    """
    view = x._view
    if view.in_order() and type(view.base._data) in waiting:
        view.read(x)
    return x._data


def _retry_by_general_path(err: Exception, function: Function, args: tuple, kwargs: dict):
    """Compute again by the general path if a view was unread; else raise ``err`` translated."""
    if type(err) is not AttributeError or all(hasattr(v, "_data") for v in args):
        raise_for(err, function, args)
    try:
        if not kwargs:
            compute = ivy.__dict__[function.core]
            result = computed_quickly(function.order_rule, compute, args)
            if result is not NotImplemented:
                return result
        return function.general(args, kwargs)
    except Exception as raised:
        raise_for(raised, function, args)


def raise_for(err: Exception, function: Function, args: tuple = ()) -> NoReturn:
    """Raise what an error in a function means in PyTorch's terms."""
    err = error_messages.of_function(err, function.short_name, function.is_elementwise, args)
    TORCH_ERRORS.raise_translated(err, function.short_name)


def on_host_function(name: str) -> Callable:
    """Return a function that has no body here: it runs in real PyTorch, on the host elsewhere."""

    def call(*args, **kwargs):
        namesake = native.named(name)  # not before: to look at a name must not load PyTorch
        try:
            if uses_real((*args, *kwargs.values())):
                return native.called(namesake, args, kwargs)
            fallback.announce(name.partition(".")[2])
            return fallback.call_on_host(namesake, args, kwargs)
        except Exception as err:
            try:
                TORCH_ERRORS.raise_translated(err, name.rpartition(".")[2])
            except Exception as raised:
                replace_exception(raised, err)
                raise

    name_function(call, name)
    call.__doc__ = f"``{name}``, which runs in real PyTorch."
    call.is_fallback, call.native_on = True, "torch"
    return call


__all__ = [
    "Composed", "Function", "as_tensor", "ivy", "on_host_function", "plain_tensor", "overridden_by",
    "published", "raise_for", "torch_function", "torch_name", "uses_real",
]  # fmt: skip

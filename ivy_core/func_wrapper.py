"""The closures that run on each call; :mod:`ivy_core.binding` composes functions of them.

A call with plain arrays and nothing special reads ``_data``, calls native and boxes the result.
Everything else (Containers, lists, native arrays, mixed dtypes, ``out``, functional views) goes to
the general path.

Each closure is a boundary. What fails is answered by the general path, where the fast one could
not read its arguments, or raised as what it means; then the traceback is trimmed, and a bare
``raise`` leaves the closure's own frame to the trace mode. The boundary stands in each closure as
it is, because one more frame would cost as much as the rest of the wrapper.

Python fills a parameter that is given by name alone in 25 ns a call. So the closures of elementwise
functions take ``out`` by position as well, behind ``extra_positional``: whatever is given beyond
the operands lands there, and the general path refuses it.

A ``bound`` here is a :class:`ivy_core.binding.binding.Binding`: one function on one backend.
"""

from __future__ import annotations

import functools
import math
import operator
from collections import defaultdict
from collections.abc import Callable

import numpy as np

from .arrays.array import Array
from .arrays.memory import host_view
from .arrays.views import (
    View,
    functional_view,
    new_array,
    planned,
    read_through,
    shown_by,
    view_of_plain,
)
from .arrays.write import store
from .backends.holder import held, read
from .backends.loading import backend_of, backend_of_class
from .dtypes import HOST_SCALARS
from .modes import current as modes
from .registry import FN_DECORATORS, NON_WRAPPED_FUNCTIONS
from .utils.calls import error_of_call, signature_mismatch
from .utils.exceptions import IvyTypeError, already_handled
from .utils.routes import exit_of
from .utils.tracebacks import replace_exception

__all__ = [
    "FN_DECORATORS", "NON_WRAPPED_FUNCTIONS", "error_description", "general_path", "of_arrays",
    "of_leading_array", "of_one", "of_one_in_its_dtype", "of_sequence", "of_shape", "of_two",
    "of_two_in_one_dtype", "of_view", "retry_path", "with_options",
]  # fmt: skip

_NUMBERS = frozenset({int, float})
_HOST_NUMBERS = _NUMBERS | HOST_SCALARS
# those that are kept as native operands; 1+0j and 1-0j are one key
_REAL_NUMBERS = frozenset(
    [c for c in _HOST_NUMBERS if not issubclass(c, (np.complexfloating, np.bool_))]
)
# by class, as `Binding.special_classes`: a nest's Containers do not take the call elsewhere
_NONE_SPECIAL: defaultdict[type, None] = defaultdict(type(None))
_SCALARS = frozenset({bool, int, float, complex})
_PLAIN_OPTIONS = _SCALARS | {str, type(None)}


# the fast paths


def of_one(bound) -> Callable:
    """Compose a function of one array whose dtypes the native function sees to."""
    cls, plain, native, general, retry_general = _classes_and_paths(bound)
    new, finish, array = object.__new__, bound.results.finish, np.ndarray

    def call(x, /, extra_positional=None, out=None):
        try:
            if out is None and extra_positional is None and (type(x) is cls or type(x) in plain):
                result = native(x._data)
                if type(result) is array:
                    y = new(cls)
                    y._data = result
                    return y
                return finish(result)
            if extra_positional is not None:
                return general(x, extra_positional)
            return general(x) if out is None else general(x, out=out)
        except Exception as err:
            try:
                return retry_general(err, (x,))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def of_two(bound) -> Callable:
    """Compose a function of two arrays whose dtypes the native function sees to."""
    cls, plain, native, general, retry_general = _classes_and_paths(bound)
    new, finish, array = object.__new__, bound.results.finish, np.ndarray
    beyond_operands = _compose_with_options(bound)
    # NumPy takes a number beside an array of bfloat16 for an array, and promotes
    promotes = bound.promotion.is_native

    def call(x1, x2, /, extra_positional=None, out=None, alpha=None):
        try:
            if out is not None or alpha is not None or extra_positional is not None:
                return beyond_operands(x1, x2, extra_positional, out, alpha)
            if type(x1) is cls and type(x2) is cls:  # which takes less time than a look into a set
                result = native(x1._data, x2._data)
            elif type(x1) in plain:
                if type(x2) in plain:
                    result = native(x1._data, x2._data)
                elif type(x2) in _HOST_NUMBERS:
                    a = x1._data
                    if promotes and a.itemsize == 2 and a.dtype.kind == "V":
                        return general(x1, x2)
                    result = native(a, x2)
                else:
                    return general(x1, x2)
            elif type(x2) in plain and type(x1) in _HOST_NUMBERS:
                b = x2._data
                if promotes and b.itemsize == 2 and b.dtype.kind == "V":
                    return general(x1, x2)
                result = native(x1, b)
            else:
                return general(x1, x2)
            if type(result) is array:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        except Exception as err:
            try:
                return retry_general(err, (x1, x2))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def of_one_in_its_dtype(bound) -> Callable:
    """Compose a function of one array, fast for the dtypes that the rule leaves as they are."""
    cls, plain, native, general, retry_general = _classes_and_paths(bound)
    new, finish, is_direct = object.__new__, bound.results.finish, bound.promotion.is_direct
    is_one_array = bound.results.is_one_array

    def call(x, /, extra_positional=None, out=None):
        try:
            if type(x) in plain and out is None and extra_positional is None:
                data = x._data
                if is_direct[data.dtype]:
                    result = native(data)
                    if is_one_array and result.ndim:
                        y = new(cls)
                        y._data = result
                        return y
                    return finish(result)
            if extra_positional is not None:
                return general(x, extra_positional)
            return general(x) if out is None else general(x, out=out)
        except Exception as err:
            try:
                return retry_general(err, (x,))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def of_two_in_one_dtype(bound) -> Callable:
    """Compose a function of two arrays, fast where the rule leaves their one dtype as it is."""
    cls, plain, native, general, retry_general = _classes_and_paths(bound)
    new, finish, is_direct = object.__new__, bound.results.finish, bound.promotion.is_direct
    from_scalar = bound.from_scalar
    weak, remember = bound.promotion.weak, bound.promotion.remember
    may_be_numbers = bound.promotion.may_be_numbers
    is_one_array, plans = bound.results.is_one_array, bound.promotion.plans
    brought, beyond_operands = _compose_cast(bound), _compose_with_options(bound)

    def call(x1, x2, /, extra_positional=None, out=None, alpha=None):
        try:
            if out is not None or alpha is not None or extra_positional is not None:
                return beyond_operands(x1, x2, extra_positional, out, alpha)
            if type(x1) in plain:
                a = x1._data
                if type(x2) in plain:
                    b = x2._data
                    if a.dtype is not b.dtype or not is_direct[a.dtype]:
                        plan = plans.get((a.dtype, b.dtype))
                        # while a function is compiled one may stand for a number of Python's
                        if plan is None or may_be_numbers():
                            return general(x1, x2)
                        a, b = brought(a, plan[0]), brought(b, plan[1])
                elif type(x2) in _REAL_NUMBERS:
                    b = weak.get((a.dtype, type(x2), x2)) if x2 else None
                    if b is None:
                        b = remember(a.dtype, x2, 0)
                    if b is None:
                        plan = plans.get((a.dtype, type(x2)))
                        if plan is None:
                            return general(x1, x2)
                        a, b = brought(a, plan[0]), from_scalar(x2, plan[1])
                else:
                    return general(x1, x2)
            elif type(x2) in plain and type(x1) in _REAL_NUMBERS:
                b = x2._data
                a = weak.get((type(x1), x1, b.dtype)) if x1 else None
                if a is None:
                    a = remember(b.dtype, x1, 1)
                if a is None:
                    plan = plans.get((type(x1), b.dtype))
                    if plan is None:
                        return general(x1, x2)
                    a, b = from_scalar(x1, plan[0]), brought(b, plan[1])
            else:
                return general(x1, x2)
            result = native(a, b)
            if is_one_array and result.ndim:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        except Exception as err:
            try:
                return retry_general(err, (x1, x2))
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _compose_with_options(bound) -> Callable:
    """Compose the general path of two operands with an extra positional, ``out`` or ``alpha``."""
    general = bound.general

    def beyond_operands(x1, x2, extra_positional, out, alpha):
        if extra_positional is not None:
            return general(x1, x2, extra_positional)
        return general(x1, x2 if alpha is None else bound.scaled(x2, alpha), out=out)

    return beyond_operands


def _compose_cast(bound) -> Callable:
    """Compose the cast of a native array to a dtype; one of that dtype is returned as it is."""
    cast = bound.cast

    def brought(native, dtype):
        return native if native.dtype is dtype else cast(native, dtype)

    return brought


def of_leading_array(bound, general: Callable | None = None) -> Callable:
    """Compose a function of one array, first, and of options that are passed on as they are."""
    cls, plain, native, path, retry_general = _classes_and_paths(bound)
    general, finish = general or path, bound.results.finish
    one = bound.results.is_boxed_bare and not bound.backend.CAPABILITIES.gives_scalars
    special = bound.converted_names | {"out"} | ({"copy"} if bound.takes_copy else set())
    options = bound.arguments.positional[1:]
    passed_on = len(options) if all(convert is None for _, convert in options) else 0
    bare, is_special = bound.results.is_boxed_bare, bound.special_classes
    needs_general = is_special.__getitem__
    new, array, asarray = object.__new__, np.ndarray, np.asarray
    gives_scalars = bound.backend.CAPABILITIES.gives_scalars
    # a native function takes a Container for a true flag; for any other option it fails
    flags = frozenset(n for n, a in bound.spec.body.__annotations__.items() if "bool" in a)

    def call(x, /, *args, **kwargs):
        try:
            if type(x) in plain:
                if not kwargs and not args:
                    result = native(x._data)
                    if bare:
                        if gives_scalars and type(result) is not array:
                            result = asarray(result)
                        y = new(cls)
                        y._data = result
                        return y
                    return finish(result)
                if special.isdisjoint(kwargs) and (not args or len(args) <= passed_on):
                    if not args and flags.isdisjoint(kwargs):
                        return finish(native(x._data, **kwargs))
                    if kwargs and any(map(needs_general, map(type, kwargs.values()))):
                        return general(x, *args, **kwargs)
                    for option in args:
                        if is_special[type(option)]:
                            break
                    else:
                        result = native(x._data, *args, **kwargs)
                        if one:
                            y = new(cls)
                            y._data = result
                            return y
                        return finish(result)
            return general(x, *args, **kwargs)
        except Exception as err:
            try:
                return retry_general(err, (x, *args), kwargs, general)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def of_arrays(bound, count: int) -> Callable:
    """Compose a function of up to ``count`` leading arrays; options are passed on as they are."""
    _, plain, native, general, retry_general = _classes_and_paths(bound)
    finish = bound.results.finish
    operands = bound.promotion.positions if bound.promotion.applies else ()
    special, is_special = bound.converted_names | {"out"}, bound.special_classes.__getitem__
    options = bound.arguments.positional[count:]
    most = count + len(options) if all(convert is None for _, convert in options) else count
    beyond_arrays = _compose_with_axis(bound, count, operands, special)

    def call(*args, **kwargs):
        try:
            given = len(args)
            if given == 1 and not kwargs and type(args[0]) in plain:
                return finish(native(args[0]._data))
            if given == 2 and not kwargs:
                x1, x2 = args
                if type(x1) in plain and type(x2) in plain:
                    a, b = x1._data, x2._data
                    if not operands or a.dtype is b.dtype:
                        return finish(native(a, b))
            if given <= count and special.isdisjoint(kwargs):
                natives = [x._data for x in args if type(x) in plain]
                nested = any(map(is_special, map(type, kwargs.values()))) if kwargs else False
                if len(natives) == given > 0 and not nested:
                    if not operands or len({natives[i].dtype for i in operands if i < given}) == 1:
                        return finish(native(*natives, **kwargs))
            elif count < given <= most:
                return beyond_arrays(*args, **kwargs)
            return general(*args, **kwargs)
        except Exception as err:
            try:
                return retry_general(err, args, kwargs)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _compose_with_axis(bound, count: int, operands, special) -> Callable:
    """Compose a call of ``count`` arrays and plain options by position, as an axis is."""
    plain, native, finish = bound.dialect.plain, bound.native, bound.results.finish
    general, within = bound.general, [i for i in operands if i < count]
    most = min([i for i in operands if i >= count], default=math.inf)  # it promotes with the others

    def call(*args, **kwargs):
        natives = [x._data for x in args[:count] if type(x) in plain]
        rest = args[count:]
        if len(natives) == count and len(args) <= most and special.isdisjoint(kwargs):
            if _PLAIN_OPTIONS.issuperset(map(type, (*rest, *kwargs.values()))):
                if not within or len({natives[i].dtype for i in within}) == 1:
                    return finish(native(*natives, *rest, **kwargs))
        return general(*args, **kwargs)

    return call


def of_sequence(bound) -> Callable:
    """Compose a function of a sequence of arrays, first, and of keyword options."""
    cls, plain, native, general, retry_general = _classes_and_paths(bound)
    finish, new, promotes = bound.results.finish, object.__new__, bound.promotion.applies
    one = bound.results.is_boxed_bare and not bound.backend.CAPABILITIES.gives_scalars
    options, is_special, backend = bound.spec.options, bound.special_classes, bound.backend

    def call(*args, **kwargs):
        try:
            arrays = args[0] if len(args) == 1 else None
            if (type(arrays) is tuple or type(arrays) is list) and arrays:
                natives = []
                for x in arrays:
                    data = getattr(x, "_data", None) if type(x) in plain else None
                    if backend_of_class(type(data)) is not backend:
                        return general(arrays, **kwargs)
                    natives.append(data)
                if promotes:
                    dtype = natives[0].dtype
                    for each in natives:
                        if each.dtype is not dtype:
                            return general(arrays, **kwargs)
                for name, option in kwargs.items():
                    if name not in options or is_special[type(option)]:
                        return general(arrays, **kwargs)
                result = native(natives, **kwargs)
                if one:
                    y = new(cls)
                    y._data = result
                    return y
                return finish(result)
            return general(*args, **kwargs)
        except Exception as err:
            try:
                return retry_general(err, args, kwargs)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def of_shape(bound) -> Callable:
    """Compose a function that makes an array of a shape, and maybe of a number."""
    cls, _, native, general, retry_general = _classes_and_paths(bound)
    new = object.__new__
    native_dtype = functools.lru_cache(maxsize=64, typed=True)(bound.arguments.by_name["dtype"])

    def call(*args, **kwargs):
        try:
            if args and (not kwargs or len(kwargs) == 1 and "dtype" in kwargs):
                shape = args[0]
                lengths = (shape,) if type(shape) is int else shape
                if type(lengths) is tuple:
                    for length in lengths:
                        if type(length) is not int:
                            return general(*args, **kwargs)
                    for value in args[1:]:
                        if type(value) not in _SCALARS:
                            return general(*args, **kwargs)
                    dtype = kwargs.get("dtype")
                    if dtype is not None:
                        dtype = native_dtype(dtype)
                    y = new(cls)
                    y._data = native(lengths, *args[1:], dtype=dtype)
                    return y
            return general(*args, **kwargs)
        except Exception as err:
            try:
                return retry_general(err, args, kwargs)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def of_view(bound, only_of_views: bool = False) -> Callable:
    """Compose a view function that makes functional views.

    With ``only_of_views`` it makes them of functional views alone: plain arrays have native ones.
    """
    lens, cls, finish = bound.spec.view, bound.dialect.array, bound.results.finish
    general, retry_general = bound.general, bound.retry_general
    several, plan = bound.spec.returns != "Array", None if only_of_views else planned(lens)
    sequence = list if bound.spec.returns.startswith("list") else tuple
    is_viewed = _compose_view_predicate(bound, only_of_views)
    view = exit_of(f"{bound.backend.NAME} view", view_of_plain)
    shown_view = exit_of(f"{bound.backend.NAME} view", functional_view)
    if several:
        view, shown_view = _for_each(view, sequence), _for_each(shown_view, sequence)

    def call(x, /, *args, copy=None, out=None, **kwargs):
        try:
            if type(x) is cls and (copy is None or copy is False) and out is None:
                if plan is not None:
                    lenses = plan(x, args, kwargs)
                    if lenses is not None:
                        return view(x, lenses, cls, copy)
                elif copy is None and only_of_views and not hasattr(x, "_view"):
                    return general(x, *args, **kwargs)
            if not is_viewed(x, copy, out, kwargs):
                options = (("copy", copy), ("out", out))
                given = {name: value for name, value in options if value is not None}
                return general(x, *args, **given, **kwargs)
            lenses = lens(x, *args, **kwargs)
            if lenses is None:
                return general(x, *args, **({"out": out} if out is not None else {}), **kwargs)
            if out is not None:
                store(out, read_through(x, lenses), exact=True)
                return out
            if copy:
                made = [read_through(x, each) for each in (lenses if several else (lenses,))]
                return finish(made if several else made[0])
            return shown_view(x, lenses, cls, copy)
        except Exception as err:
            try:
                return retry_general(err, (x, *args), {"copy": copy, "out": out, **kwargs})
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _for_each(view: Callable, sequence: type) -> Callable:
    """Return a function that makes a sequence of views, one for each of several lenses."""

    def views(x, lenses, cls, copy):
        return sequence([view(x, each, cls, copy) for each in lenses])

    return views


def _compose_view_predicate(bound, only_of_views: bool) -> Callable:
    """Compose (x, copy, out, kwargs) -> bool: may a call return a view past the general path?"""
    holds_container, takes_out = bound.holds_container, bound.outputs.is_taken

    def is_viewed(x, copy, out, kwargs):
        if not isinstance(x, Array) or only_of_views and not hasattr(x, "_view"):
            return False
        if kwargs and holds_container(kwargs.values()):
            return False
        if copy is not None and holds_container((copy,)):
            return False
        return out is None or takes_out  # which the general path refuses

    return is_viewed


def with_options(fast: Callable, bound) -> Callable:
    """Compose a function of operands and keyword-only options: fast while none is given."""
    general, describe_error = bound.general, bound.describe_error

    def call(*args, **options):
        try:
            return general(*args, **options) if options else fast(*args)
        except Exception as err:
            try:
                raise describe_error(err, args, options)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return call


def _classes_and_paths(bound):
    """Return array class, plain classes, native function, general path, and the one to retry."""
    dialect = bound.dialect
    return dialect.array, dialect.plain, bound.native, bound.general, bound.retry_general


# the general path


def general_path(bound) -> Callable:
    """Compose the general path: convert, promote, call, fill ``out``, box."""
    native, finish, describe_error = bound.native, bound.results.finish, bound.describe_error
    arguments, outputs = bound.arguments, bound.outputs
    positional, most = arguments.positional, len(arguments.positional)
    needed_arrays, sequences, name = arguments.needed_arrays, arguments.sequences, bound.name
    is_special = _NONE_SPECIAL if arguments.nests else bound.special_classes
    call_specially, fill = bound.call_specially, outputs.fill
    operands, array, take_options = bound.promotion, np.ndarray, _compose_option_reader(bound)
    prepare, promotes = _compose_operand_preparation(bound), operands.is_native

    def has_special_members(args):
        for position in sequences:
            members = args[position] if position < len(args) else None
            for value in () if members is None else members:
                if bound.special_classes[type(value)]:
                    return True
        return False

    def widened(args, kwargs):
        if not arguments.variadic:
            raise IvyTypeError(signature_mismatch(bound.spec.body, args, kwargs))
        return positional + positional[-1:] * (len(args) - most)

    def general(*args, **kwargs):
        try:
            for value in args:
                if is_special[type(value)]:
                    return call_specially(args, kwargs)
            if sequences and has_special_members(args):
                return call_specially(args, kwargs)
            out = copy = None
            if kwargs:
                for value in kwargs.values():
                    if is_special[type(value)]:
                        return call_specially(args, kwargs)
                out, copy = take_options(kwargs)
            for position in needed_arrays:
                if position < len(args) and args[position] is None:
                    raise IvyTypeError(f"{name}: an array is needed, not None")
            wanted = positional if len(args) <= most else widened(args, kwargs)
            args = [
                value if convert is None or value is None else convert(value)
                for value, (_, convert) in zip(args, wanted, strict=False)
            ]
            rounded = prepare(args, kwargs)
            if promotes:
                for value in args:
                    if type(value) is array and value.itemsize == 2 and value.dtype.kind == "V":
                        operands.promote_beside_bfloat16(args, kwargs)
                        break
            if out is not None:
                return fill(out, args, kwargs)
            result = native(*args, **kwargs)
            if copy or rounded is not None:
                result = _copied_or_cast(bound, result, rounded)
            return finish(result)
        except Exception as err:
            try:
                raise describe_error(err, args, kwargs)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    return general


def _compose_option_reader(bound) -> Callable:
    """Compose the function that pops and returns (out, copy), and converts the others in place."""
    spec, takes_out, takes_copy = bound.spec, bound.outputs.is_taken, bound.takes_copy
    name, converters = bound.name, bound.arguments.by_name

    def take_options(kwargs):
        out = copy = None
        if takes_out:
            out = kwargs.pop("out", None)
        elif "out" in kwargs and not spec.has_out:
            raise IvyTypeError(f"{name}: takes no out; it returns {spec.returns}")
        if takes_copy:
            copy = kwargs.pop("copy", None)
        for key, value in kwargs.items():
            convert = converters.get(key)
            if convert is not None and value is not None:
                kwargs[key] = convert(value)
        return out, copy

    return take_options


def _compose_operand_preparation(bound) -> Callable:
    """Compose the function that promotes operands, or boxes scalars, in place.

    It returns the dtype that the result is rounded to, None if it stays as it is.
    """
    lone_scalars = bound.arguments.lone_scalars
    if bound.promotion.applies:
        return bound.promotion.promote
    if not any(lone_scalars):
        return lambda args, kwargs: None
    backend, gives_arrays_lenses = bound.backend, bound.makes_functional_views

    def box_scalars(args, kwargs):
        for position, is_lone in enumerate(lone_scalars[: len(args)]):
            if is_lone and type(args[position]) in _SCALARS:
                scalar = backend.from_scalar(args[position], None)
                # JAX's is an array of NumPy's, which has no lenses
                args[position] = backend.copy_native(scalar) if gives_arrays_lenses else scalar

    return box_scalars


def _copied_or_cast(bound, result, dtype):
    """Return a native result in a dtype, or a copy for None; of several a list of copies."""
    if dtype is not None:
        return bound.cast(result, dtype)
    if type(result) in (list, tuple):
        return [bound.backend.copy_native(each) for each in result]
    return bound.backend.copy_native(result)


# what has failed


def error_description(bound) -> Callable:
    """Compose what returns the error that a failed call is raised as: itself, or its translation.

    ``describe_error(err, args, kwargs)`` asks first whether a function below has translated it.
    """
    callee, body, name, errors = bound.callee, bound.spec.body, bound.name, bound.dialect.errors

    def describe_error(err, args, kwargs, is_checked=False):
        if not is_checked and is_handled(bound, err):
            return err
        found = error_of_call(err, body, callee[0], args, kwargs, name)
        if errors is None:
            return found
        translated = errors.translate(found, name)
        translated.__cause__ = found.__cause__
        return translated

    return describe_error


def is_handled(bound, err: Exception) -> bool:
    """Return whether an error passes as it is: it says what it means, or is none of ours."""
    errors = bound.dialect.errors
    if errors is not None:
        return errors.already_handled(err, bound.name)
    return already_handled(err, bound.callee)


def are_shown(args) -> bool:
    """Have the functional views among arguments read; return whether each keeps what it shows.

    One that a trace reads keeps nothing, and arrays of NumPy's have no lens.
    """
    found = False
    for x in args:
        if isinstance(x, Array) and not hasattr(x, "_data"):
            if type(x._view) is View:
                base = x._view.base._data
                if backend_of_class(type(base)).is_tracer(base):
                    return False
            held(x)
            if not hasattr(x, "_data"):
                return False
            found = True
    return found


def _operands_in_memory(backend, takes_memory, args) -> list | None:
    """Return operands, one of them NumPy's view of memory for a functional view not read yet.

    None where the function, or the memory, is not for that: the view is read then, a copy.
    """
    if not backend.is_eager() or not modes.host_execution:
        return None
    hosts, operands, is_found = [], [], False
    for x in args:
        host = host_view(x, backend) if isinstance(x, Array) else None
        if host is None:
            return None
        if not hasattr(x, "_data"):
            if is_found:  # a call of NumPy's arrays alone is none of the backend's
                return None
            is_found, x = True, new_array(type(x), host)
        hosts.append(host)
        operands.append(x)
    return operands if len(hosts) == 2 and takes_memory(*hosts) else None


def retry_path(bound) -> Callable:
    """Compose what answers for a fast path that has failed: by the general one, or by an error.

    The fast path is taken again where it came upon a functional view not read yet. The general path
    does calls whose arguments the fast one could not read or native not take: a view that keeps
    nothing, an array of another backend, a Container as an option. What comes here fills no
    ``out``, calls no function of the user's and draws no number, so that native may be called
    again.
    """
    describe_error, general_of_bound, backend = bound.describe_error, bound.general, bound.backend
    # their views keep nothing in the slot; and what a view function makes looks at the view itself
    reads_anew = backend.CAPABILITIES.versioned and bound.spec.view is None
    takes_memory = getattr(backend.implementations.get(bound.name), "takes_memory", None)

    def retry_general(err, args, kwargs=None, general=None):
        if type(err) is AttributeError and err.name == "_data":
            if reads_anew:
                shown = [
                    x if not isinstance(x, Array) or hasattr(x, "_data") else shown_by(x)
                    for x in args
                ]
                if any(map(operator.is_not, shown, args)):
                    return bound.call(*shown, **kwargs) if kwargs else bound.call(*shown)
            elif takes_memory is not None and not kwargs:
                operands = _operands_in_memory(backend, takes_memory, args)
                if operands is not None or are_shown(args):
                    return bound.call(*(operands or args))
            elif are_shown(args):
                return bound.call(*args, **kwargs) if kwargs else bound.call(*args)
            elif err.__traceback__.tb_next is None:  # the closure itself read the slot of a view
                return (general or general_of_bound)(*args, **(kwargs or {}))
        kwargs = kwargs or {}
        if is_handled(bound, err):
            raise err
        options = _options_to_retry(bound, err, args, kwargs)
        if options is not None:
            return (general or general_of_bound)(*args, **options)
        raise describe_error(err, args, kwargs, is_checked=True)

    return retry_general


def _options_to_retry(bound, err: Exception, args, kwargs) -> dict | None:
    """Return the options for the general path to repeat a failed call, None if it may not."""
    if isinstance(err, FloatingPointError):  # raised after native had computed
        return None
    backend, arrays, only_own_arrays = bound.backend, [], not kwargs
    for value in args:
        if isinstance(value, Array):
            arrays.append(value)
            if backend_of_class(type(getattr(value, "_data", None))) is not backend:
                only_own_arrays = False
        else:
            only_own_arrays = False
    if only_own_arrays:
        return None
    if isinstance(err, AttributeError) and any(not hasattr(a, "_data") for a in arrays):
        return kwargs
    given = {key: value for key, value in kwargs.items() if value is not None}
    if any(backend_of(a) != backend.NAME for a in arrays):
        return given
    if any(type(a) in _REAL_NUMBERS for a in args):
        if any(backend.is_tracer(read(a)) for a in arrays):
            # PyTorch's FakeTensors do not mix with constants that were made before the trace
            return kwargs
    if bound.holds_container(args) or bound.holds_container(kwargs.values()):
        return given
    return None

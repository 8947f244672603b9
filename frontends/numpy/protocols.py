"""Classes of the user's that take part in NumPy's calls: by its protocols, or derived from ndarray.

A class with ``__array_ufunc__`` or ``__array_function__`` is asked as NumPy asks it, with the ufunc
or the function that the user knows: with ours and our arrays where it is defined in rewritten code,
with NumPy's and real arrays where a library defines it. An object without these, but with a method
of the function's name or an ``__array_wrap__`` (a DataFrame), is handed to NumPy's own function,
which asks it first. A class that is derived from ``ndarray`` is derived from NumPy's own: what it
makes of memory, of slots that C fills and of ``__array_finalize__`` only NumPy can do, so its
arrays stay on the host.
"""

from __future__ import annotations

import functools
import inspect
import sys

import numpy as np

from frontends.common.host_call import HostCall
from ivy_core.arrays.array import Array
from ivy_core.backends.loading import backend_of
from ivy_core.dtypes import HOST_SCALARS

from .callers import is_foreign_class, is_foreign_method
from .fallback import before_fallback, from_host, give_implementation, to_host

ufuncs: dict = {}  # by NumPy's ufunc: the frontend's; ufuncs/table.py fills it
of_recorded: dict = {}  # by a library's ufunc: what is called with it on recorded arrays
_ARRAY_FUNCTION, _ARRAY_UFUNC = "__array_function__", "__array_ufunc__"


def own_of(real):
    """Return the frontend's function or ufunc for one of NumPy's; itself where there is none."""
    if isinstance(real, np.ufunc):  # by itself: NumPy's ufunc `clip` has the name of a function
        return ufuncs.get(real, real)
    place = sys.modules[__package__]
    for part in (getattr(real, "__module__", None) or "numpy").split(".")[1:]:
        place = getattr(place, part, place)
    return getattr(place, real.__name__, real)


def has_override(value, protocol: str = _ARRAY_FUNCTION) -> bool:
    """Return whether the class of a value answers calls of NumPy's by itself.

    A program's class derived from ``ndarray`` does where it has an ``__array_function__`` of its
    own; what its ``__array_ufunc__`` says NumPy asks, which has its arrays anyway.
    """
    cls = type(value)
    if not hasattr(cls, protocol) or issubclass(cls, np.generic):
        return False
    if issubclass(cls, Array):
        return protocol == _ARRAY_UFUNC and answers_ufuncs(cls)
    if not issubclass(cls, np.ndarray):
        return True
    own = protocol == _ARRAY_FUNCTION and issubclass(cls, HostSubclass)
    return own and cls.__array_function__ is not HostSubclass.__array_function__


def answers_ufuncs(cls: type) -> bool:
    """Return whether a class of arrays answers ufuncs, as PyTorch's tensors do: with tensors."""
    function = getattr(cls, _ARRAY_UFUNC, None)
    return function is not None and not function.__module__.startswith(("ivy_core.", __package__))


def _order_overrides(values, protocol: str) -> list:
    """Return a value of each class that has the protocol, as NEP 13 and NEP 18 order them."""
    found: list = []
    for value in values:
        cls = type(value)
        if not hasattr(cls, protocol) or any(type(other) is cls for other in found):
            continue
        above = [i for i, other in enumerate(found) if issubclass(cls, type(other))]
        found.insert(above[0] if above else len(found), value)
    return found


def may_override(args, kwargs) -> bool:
    """Return whether an argument of a call, or a member of a sequence, overrides functions."""
    if not kwargs and silent.issuperset(map(type, args)):  # without another frame
        return False
    return _contains_override(args) or _contains_override(kwargs.values())


def _contains_override(values) -> bool:
    """Return whether any of the values, or of those in lists and tuples, overrides functions."""
    if silent.issuperset(map(type, values)):
        return False
    for value in values:
        kind = type(value)
        if kind is list or kind is tuple:
            if value and _contains_override(value):
                return True
        elif kind not in silent and has_override(value):
            return True
    return False


def as_arrays(value):
    """Return arguments with an array for each object that overrides functions and has one."""
    kind = type(value)
    if kind is list or kind is tuple:
        return kind([as_arrays(each) for each in value])
    if kind is dict:
        return {name: as_arrays(each) for name, each in value.items()}
    if kind in silent or not has_override(value) or not hasattr(kind, "__array__"):
        return value
    return sys.modules[__package__].asarray(value)


# Classes that override nothing; func_wrapper.py adds that of the frontend's arrays.
silent = {
    *HOST_SCALARS, bool, int, float, complex, str, slice, type(None), type(...), np.ndarray,
}  # fmt: skip


class _StandIn:
    """Stand-in for an argument in NumPy's dispatcher: it has the protocol, and declines."""

    def __init__(self, value, stand_in):
        self._value, self._stand_in = value, stand_in

    def __getattr__(self, name):
        return getattr(self._value, name)

    def __iter__(self):
        return map(self._stand_in, iter(self._value))

    def __len__(self):
        return len(self._value)

    def __getitem__(self, index):
        return self._stand_in(self._value[index])


def _dispatched_arguments(real, args, kwargs) -> list:
    """Return the arguments whose override NumPy asks for ``real``: it is called with stand-ins."""
    found: list = []

    def stand_in(value):
        kind = type(value)
        if kind is list or kind is tuple:
            return kind([stand_in(each) for each in value])
        if not hasattr(kind, _ARRAY_FUNCTION):
            return value

        def declines(self, function, types, args, kwargs):
            if function is real:  # and no other that the body of this one calls
                found.append(value)
            return NotImplemented

        # of a class of its own: NumPy asks one object of each class
        return type("_StandIn", (_StandIn,), {_ARRAY_FUNCTION: declines})(value, stand_in)

    try:
        real(*map(stand_in, args), **{name: stand_in(kwargs[name]) for name in kwargs})
    except _REFUSALS:
        pass  # all have declined; what else is wrong the call itself will say
    return found


_REFUSALS = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError)


def answered(real, args, kwargs):
    """Have the arguments that override a function of NumPy's answer a call of it.

    Parameters
    ----------
    real : callable
        NumPy's own function, which says which arguments count.
    args, kwargs
        Of the call of the frontend's function.

    Returns
    -------
    object
        NotImplemented if no argument that counts overrides it.

    Raises
    ------
    TypeError
        If all of them decline.

    References
    ----------
    NEP 18, "A dispatch mechanism for NumPy's high level array functions"; NEP 35, "like=".
    """
    relevant = _dispatched_arguments(real, args, kwargs)
    if not any(map(has_override, relevant)):
        return NotImplemented
    given = {name: value for name, value in kwargs.items() if name != "like"}
    return call_array_function(own_of(real), relevant, tuple(args), given)


def answered_like(real, args, kwargs):
    """Have ``like`` answer a call of a function that makes arrays.

    Parameters
    ----------
    real : callable
        NumPy's own function, which says how its options are handed over.
    args, kwargs
        Of the call, ``like`` among them.

    Returns
    -------
    object
        NotImplemented if ``like`` is an array, or a class that overrides nothing.

    Raises
    ------
    TypeError
        If it takes no part in the protocol.

    References
    ----------
    NEP 35, "Array creation dispatching with __array_function__".
    """
    like = kwargs["like"]
    if not isinstance(like, Array) and not hasattr(type(like), _ARRAY_FUNCTION):
        raise TypeError(
            "The `like` argument must be an array-like that implements the `__array_function__` "
            "protocol."
        )
    if not has_override(like):
        return NotImplemented
    handed = []

    def take(self, function, types, args, kwargs):
        handed.append((args, kwargs))

    model = type("_Like", (), {_ARRAY_FUNCTION: take})()
    real(*args, **{**kwargs, "like": model})
    return call_array_function(own_of(real), [like], *handed[0])


def overridable(real):
    """Have a function ask its arguments whether they override NumPy's function ``real``."""

    def decorate(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            if may_override(args, kwargs):
                ask = answered if kwargs.get("like") is None else answered_like
                answer = ask(real, args, kwargs)
                if answer is not NotImplemented:
                    return answer
            return function(*args, **kwargs)

        call.real = real
        give_implementation(call, real)
        return call

    return decorate


def call_array_function(function, relevant, args, kwargs):
    """Have the values that override a function of NumPy's answer a call of it.

    Parameters
    ----------
    function : callable
        The frontend's function.
    relevant : list
        The arguments that may override it.
    args, kwargs
        Of the call.

    Raises
    ------
    TypeError
        If all of them decline.

    References
    ----------
    NEP 18, "A dispatch mechanism for NumPy's high level array functions".
    """
    asked = _order_overrides(relevant, _ARRAY_FUNCTION)
    kinds = tuple([type(value) for value in asked])
    real_kinds = [np.ndarray if _is_frontend_class(kind) else kind for kind in kinds]
    for value in asked:
        if isinstance(value, Array) and all(issubclass(kind, np.ndarray) for kind in real_kinds):
            own = np.empty(0).__array_function__  # an array's: NumPy's function for derived classes
            return _call_with_real_arrays(own, function.real, real_kinds, args, kwargs)
        if has_override(value):
            if is_foreign_method(type(value).__array_function__):
                given = kinds, args, kwargs
                result = _call_with_real_arrays(value.__array_function__, function.real, *given)
            else:
                result = value.__array_function__(function, kinds, args, kwargs)
            if result is not NotImplemented:
                return result
    name = f"{function.real.__module__}.{function.__name__}"
    raise TypeError(
        f"no implementation found for '{name}' on types that implement __array_function__: "
        f"{list(kinds)}"
    )


def call_array_ufunc(ufunc, method: str, inputs, kwargs):
    """Have the operands that override ufuncs answer a call; NotImplemented where none does.

    Parameters
    ----------
    ufunc : ufunc
        The frontend's.
    method : str
        ``__call__``, ``reduce``, ...
    inputs : tuple
        The operands, and behind them what is given for ``out`` by position.
    kwargs : dict
        Of the call.

    Raises
    ------
    TypeError
        If all of them decline.

    References
    ----------
    NEP 13, "A mechanism for overriding ufuncs".
    """
    count = ufunc.nin if method == "__call__" else 2 if method == "outer" else len(inputs)
    inputs, outs = inputs[:count], inputs[count:]
    if outs:
        kwargs = kwargs | {"out": (*outs, *(None,) * (ufunc.nout - len(outs)))}
    elif kwargs.get("out") is not None and type(kwargs["out"]) is not tuple:
        kwargs = kwargs | {"out": (kwargs["out"],)}
    operands = (*inputs, *(kwargs.get("out") or ()))
    asked = [value for value in operands if has_override(value, _ARRAY_UFUNC)]
    if not asked:
        return NotImplemented
    for value in _order_overrides(asked, _ARRAY_UFUNC):
        if type(value).__array_ufunc__ is None:
            name = type(value).__name__
            raise TypeError(f"operand '{name}' does not support ufuncs (__array_ufunc__=None)")
        if is_foreign_method(type(value).__array_ufunc__):
            given = ufunc.real_ufunc, method, *inputs
            result = _call_with_real_arrays(value.__array_ufunc__, *given, **kwargs)
        else:
            result = value.__array_ufunc__(ufunc, method, *inputs, **kwargs)
        if result is not NotImplemented:
            return result
    shown = ", ".join([repr(ufunc), repr(method), *map(repr, inputs)])
    shown += "".join([f", {name}={value!r}" for name, value in kwargs.items()])
    kinds = ", ".join([repr(type(value).__name__) for value in operands])
    raise TypeError(
        f"operand type(s) all returned NotImplemented from __array_ufunc__({shown}): {kinds}"
    )


# The attribute that NumPy's function asks its first argument for; most methods have its name.
_ASKED_FOR = {
    name: name
    for name in """
    all any argmax argmin argpartition argsort choose clip compress cumprod cumsum imag max mean min
    ndim nonzero prod put real repeat reshape round searchsorted shape size squeeze std sum swapaxes
    take transpose var
    """.split()
} | {"amax": "max", "amin": "min", "around": "round", "permute_dims": "transpose"}
_NEVER_ASKED = (list, tuple, int, float, complex, np.generic, np.ndarray, Array, dict, str, bytes)


def is_asked_first(value, name: str, is_first: bool) -> bool:
    """Return whether NumPy's function of that name has an object, no array, answer by itself.

    Parameters
    ----------
    value : object
        An argument.
    name : str
        The function.
    is_first : bool
        Whether it is the function's first argument.
    """
    if isinstance(value, _NEVER_ASKED) or backend_of(value) is not None:
        return False
    asked = _ASKED_FOR.get(name) if is_first else None
    return asked is not None and hasattr(value, asked) or hasattr(value, "__array_wrap__")


def call_asking_first(real, value, args, kwargs):
    """Call NumPy's own function, which has ``value``, one of its arguments, answer by itself.

    What a library defines gets real arrays, what rewritten code does the arguments as they are.
    """
    call = getattr(real, "_implementation", real)
    if is_foreign_class(type(value)):
        return _call_with_real_arrays(call, *args, **kwargs)
    return from_host(call(*args, **kwargs))


class _RealHostCall(HostCall):
    """A call of a class that was written for NumPy's arrays, with ours unwrapped."""

    __slots__ = ()

    def unwrap_other(self, value):
        return to_host(value)

    def box(self, result):
        return from_host(result)


class _DerivedHostCall(_RealHostCall):
    """A call of a method of NumPy's class, with ours unwrapped; its result stays of its class."""

    __slots__ = ()

    def box(self, result):
        return result


class _ProgramHostCall(_DerivedHostCall):
    """A call of a method of a program's class: it is given our arrays as plain ones in memory."""

    __slots__ = ()

    def unwrap_array(self, array):
        known = super().unwrap_array(array)
        if type(known) is np.ndarray:
            known = known.view(PlainView)
            _, _, before = self._unwrapped[id(array)]
            self._unwrapped[id(array)] = (array, known, before)
        return known


def _call_with_real_arrays(method, /, *args, **kwargs):
    """Call a method with NumPy's arrays in place of ours, and box the arrays that it returns."""
    return _RealHostCall().call(method, args, kwargs)


_get_item, _set_item = np.ndarray.__getitem__, np.ndarray.__setitem__
_PLAIN_INDICES = frozenset({int, slice, str, np.ndarray, type(None), type(Ellipsis)})


class _UfuncOfInstances:
    """``super().__array_ufunc__`` with real arrays for ours; to NumPy's C code, which asks the
    class, it is ndarray's: no override.
    """

    def __get__(self, instance, owner=None):
        own = np.ndarray.__array_ufunc__
        if instance is None:
            return own

        def __array_ufunc__(ufunc, method, *inputs, **kwargs):
            real = getattr(ufunc, "real_ufunc", ufunc)
            return own(instance, real, method, *to_host(inputs), **to_host(kwargs))

        return __array_ufunc__


class HostSubclass(np.ndarray):
    """Base, in ndarray's place, of what a program derives from it: NumPy's own array."""

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        return np.ndarray.__new__(cls, shape, dtype, to_host(buffer), offset, strides, order)

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        for protocol, translated in _TRANSLATED.items():
            if callable(method := cls.__dict__.get(protocol)):
                setattr(cls, protocol, translated(method))

    # NumPy takes an index of a class that it does not know for integers where it has no elements:
    # a mask of shape (0, 3), too. This costs 0.5 microseconds an item.

    def __getitem__(self, index):
        return _get_item(self, index if type(index) in _PLAIN_INDICES else to_host(index))

    def __setitem__(self, index, value):
        _set_item(self, index if type(index) in _PLAIN_INDICES else to_host(index), value)

    def view(self, *args, **kwargs):
        """Return a view; of the class ``ndarray`` it is a :class:`PlainView` of the memory."""
        args, kwargs = _with_plain_views(args, kwargs)
        return super().view(*args, **kwargs)

    def __array_function__(self, function, types, args, kwargs):
        types = tuple([np.ndarray if _is_frontend_class(kind) else kind for kind in types])
        return super().__array_function__(getattr(function, "real", function), types, args, kwargs)

    __array_ufunc__ = _UfuncOfInstances()


def _make_filling_method(name: str):
    """Return a method of NumPy's class, written in C, that also fills an array of ours."""
    real = getattr(np.ndarray, name)

    @functools.wraps(real)
    def call(self, *args, **kwargs):
        if any(isinstance(value, Array) for value in (*args, *kwargs.values())):
            return _DerivedHostCall().call(real, (self, *args), kwargs)
        return real(self, *args, **kwargs)

    return call


# Methods with an `out` that do not ask it by a protocol, or that compute in it in several steps.
for _name in """
    argmax argmin choose clip compress cumprod cumsum dot mean round std take trace var
""".split():
    setattr(HostSubclass, _name, _make_filling_method(_name))


@functools.cache
def for_both(name: str, own=None):
    """Return a method by its name in ndarray: ``own``, and NumPy's where a real array is given.

    A derived class calls ``np.ndarray.__getitem__(self, index)``, and its ``self`` is a real array.
    None where NumPy's class has no such method of its own.
    """
    real = _OF_CLASS.get(name)
    if real is None or own is None:
        return real if name in _ONLY_REAL else None
    if name in (_ARRAY_FUNCTION, _ARRAY_UFUNC):
        return own  # it tells them apart by itself: a frame here would stand for the caller's

    @functools.wraps(own)
    def call(self, *args, **kwargs):
        if isinstance(self, np.ndarray):
            if name == "view":
                args, kwargs = _with_plain_views(args, kwargs)
            return real(self, *to_host(args), **to_host(kwargs))
        return own(self, *args, **kwargs)

    call.__signature__ = inspect.signature(real)
    return call


_METHODS = (type(np.ndarray.sum), type(np.ndarray.__len__))
_OF_CLASS = {name: value for name, value in vars(np.ndarray).items() if isinstance(value, _METHODS)}
_ONLY_REAL = frozenset({"__array_finalize__", "__setstate__"})


def _is_frontend_class(value) -> bool:
    return isinstance(value, type) and issubclass(value, Array)


def _with_plain_views(args, kwargs):
    """Return arguments of ``view`` with the class that NumPy knows for the frontend's arrays."""
    args = [PlainView if _is_frontend_class(value) else value for value in args]
    return args, {n: PlainView if _is_frontend_class(kwargs[n]) else kwargs[n] for n in kwargs}


def _pass_frontend_ufunc(method):
    """Wrap a user's ``__array_ufunc__`` so that it gets this frontend's ufunc for NumPy's."""

    @functools.wraps(method)
    def __array_ufunc__(self, ufunc, way, *inputs, **kwargs):
        outs, inputs = kwargs.get("out"), to_host(inputs)
        if type(outs) is not tuple:
            return method(self, own_of(ufunc), way, *inputs, **to_host(kwargs))
        host_call = _ProgramHostCall()
        given = host_call.unwrap(outs)
        given = tuple([out.view(PlainView) if type(out) is np.ndarray else out for out in given])
        kwargs = {name: given if name == "out" else to_host(kwargs[name]) for name in kwargs}
        try:
            result = method(self, own_of(ufunc), way, *inputs, **kwargs)
        finally:
            host_call.write_back()
        owners = dict(zip(map(id, given), outs, strict=True))  # what was given is given back
        if type(result) is tuple:
            return tuple([owners.get(id(each), each) for each in result])
        return owners.get(id(result), result)

    return __array_ufunc__


def _pass_frontend_function(method):
    """Wrap a user's ``__array_function__`` so that it gets our function, and NumPy's arrays."""

    @functools.wraps(method)
    def __array_function__(self, function, types, args, kwargs):
        function = function if hasattr(function, "real") else own_of(function)
        host_call = _ProgramHostCall()
        try:
            given, named = host_call.unwrap(tuple(args)), host_call.unwrap(kwargs)
            result = method(self, function, types, given, named)
        finally:
            host_call.write_back()
        return host_call.rewrap(result)

    return __array_function__


def _pass_plain_view(method):
    """Wrap a user's ``__array_wrap__`` so that its array takes the classes that a program knows."""

    @functools.wraps(method)
    def __array_wrap__(self, array, *args, **kwargs):
        plain = array.view(PlainView) if type(array) is np.ndarray else array
        return method(self, plain, *args, **kwargs)

    return __array_wrap__


before_fallback(overridable)
_TRANSLATED = {
    _ARRAY_UFUNC: _pass_frontend_ufunc,
    _ARRAY_FUNCTION: _pass_frontend_function,
    "__array_wrap__": _pass_plain_view,
}


class PlainView(HostSubclass):
    """The memory of a derived class's array as a plain array, which a program calls an ndarray.

    NumPy's very class would do, but its methods fill no array of ours.
    """

    __array_priority__ = -1.0  # so that a result is of the other operand's class, as beside ndarray

    @property
    def base(self):
        """The array whose memory it shows: of plain views of each other the first, as in NumPy."""
        base = super().base
        while isinstance(base, np.ndarray) and type(base.base) in _PLAIN_CLASSES:
            base = base.base
        return base

    def __array_wrap__(self, array, context=None, return_scalar=False):
        if type(array) is PlainView and array is not self:  # itself where it is filled
            array = np.asarray(array)
        return array[()] if return_scalar else array

    def __repr__(self) -> str:
        return repr(np.asarray(self))

    def __reduce_ex__(self, protocol):
        return np.asarray(self).__reduce_ex__(protocol)


@to_host.register(PlainView)
def _plain_view_to_host(array):
    return np.asarray(array)


_PLAIN_CLASSES = frozenset({np.ndarray, PlainView})
silent.add(PlainView)
for _class in (HostSubclass, PlainView):
    _class.__name__ = _class.__qualname__ = "ndarray"
    _class.__module__ = "numpy"


__all__ = [
    "HostSubclass", "PlainView", "answered", "answers_ufuncs", "as_arrays", "call_array_function",
    "call_array_ufunc", "call_asking_first", "for_both", "has_override", "is_asked_first",
    "may_override", "of_recorded", "overridable", "own_of", "silent", "ufuncs",
]  # fmt: skip

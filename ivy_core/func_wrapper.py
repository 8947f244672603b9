"""The one place that wraps: composes one callable a function and backend out of its traits.

What a call may need, in this order (:data:`FN_DECORATORS`), is decided when the backend is bound. A
call with plain arrays and nothing special reads ``_data``, calls native and wraps; everything else
(lists, native arrays, mixed dtypes, ``out``, functional views) goes to :meth:`Binding.slow`.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from . import dtypes
from .array.array import Array, read
from .array.views import write
from .backend_handler import active_backend, namespace
from .registry import FUNCTIONS, FunctionSpec
from .utils.exceptions import IvyException, IvyTypeError, IvyValueError, translate

FN_DECORATORS = (
    "handle_exceptions",
    "handle_nestable",
    "handle_partial_mixed_function",
    "handle_out_argument",
    "handle_view_indexing",
    "handle_view",
    "inputs_to_native_arrays",
    "handle_array_like_without_promotion",
    "outputs_to_ivy_arrays",
)

_SCALARS = (bool, int, float, complex)
_WEAK = frozenset({int, float})
_NO_SCALARS = frozenset({"creation", "manipulation", "general", "data_type", "indexing", "set"})


@dataclass(frozen=True, eq=False)
class Flavour:
    """Which class of array the composed functions take on the fast path, and give.

    ``scalar`` makes a result without dimensions, where the source framework has a class for it.
    """

    cls: type[Array]
    scalar: Callable | None = None
    scalar_classes: frozenset[type] = frozenset()

    @property
    def plain(self) -> frozenset[type]:
        """The exact classes that the fast path takes."""
        return self.scalar_classes | {self.cls}


ARRAY = Flavour(Array)


def compose_all(backend: types.ModuleType, flavour: Flavour) -> types.ModuleType:
    """Return a namespace holding every function, bound to one backend and one array class."""
    bound = types.ModuleType(f"ivy_core[{backend.NAME}]")
    functions = bound.__dict__["__functions__"] = {}
    clones = {}
    plain = bound if flavour is ARRAY else namespace(backend, ARRAY)
    for name, spec in FUNCTIONS.items():
        if spec.kind == "standalone":
            functions[name] = spec.body
        elif hasattr(backend, name) and spec.kind in ("primary", "mixed"):
            functions[name] = Binding(spec, backend, flavour).compose()
        elif spec.kind == "primary":
            functions[name] = _missing(spec, backend)
        else:
            body = _clone(spec.body, plain, clones)
            functions[name] = body if flavour is ARRAY else _reclassed(body, spec, flavour)
    bound.__dict__.update(_constants())
    _attach_extensions(functions)
    bound.__dict__.update(functions)
    bound.backend = backend.NAME
    return bound


def unset_functions(flavour: Flavour) -> dict[str, Callable]:
    """Return the functions as they stand while no backend is set: they look at their arguments."""
    if flavour is ARRAY:
        functions = {name: spec.body for name, spec in FUNCTIONS.items()}
        _attach_extensions(functions)
        return functions

    def deferred(name):
        def call(*args, **kwargs):
            bound = namespace(active_backend(args, kwargs), flavour)
            return bound.__dict__[name](*args, **kwargs)

        return call

    return {name: deferred(name) for name in FUNCTIONS}


def _attach_extensions(functions: dict[str, Callable]) -> None:
    """Make ``ivy.fft``, a function, also the namespace that the array API calls ``fft``."""
    for name, spec in FUNCTIONS.items():
        if spec.category == "fft":
            setattr(functions["fft"], name, functions[name])


def _constants() -> dict[str, object]:
    import ivy_core

    names = (name for name in ivy_core.__all__ if name not in FUNCTIONS)
    return {name: ivy_core.__dict__[name] for name in names}


def _missing(spec: FunctionSpec, backend: types.ModuleType) -> Callable:
    def call(*args, **kwargs):
        from .utils.exceptions import IvyNotImplementedException

        raise IvyNotImplementedException(f"{backend.NAME}: {spec.name}: not available there")

    return call


def _clone(body: Callable, bound: types.ModuleType, clones: dict) -> Callable:
    """Return ``body`` with the name ``ivy`` in its module meaning ``bound``.

    A compositional function then calls the bound functions of its own backend, whichever backend
    is set globally, and pays nothing for it.
    """
    source = body.__globals__
    scope = clones.get(source["__name__"])
    if scope is None:
        scope = clones[source["__name__"]] = dict(source)
        scope["ivy"] = bound
        for name, value in source.items():
            if isinstance(value, types.FunctionType) and value.__globals__ is source:
                scope[name] = _with_globals(value, scope)
    return scope[body.__name__]


def _with_globals(function: types.FunctionType, scope: dict) -> types.FunctionType:
    copy = types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__doc__ = function.__doc__
    copy.__annotations__ = function.__annotations__
    copy.__module__ = function.__module__
    return copy


def _reclassed(body: Callable, spec: FunctionSpec, flavour: Flavour) -> Callable:
    """Return a compositional body that sees plain Arrays and gives arrays of ``flavour``."""
    finish = _finisher(spec, flavour)

    def call(*args, out=None, **kwargs):
        args = [_plain(a) for a in args]
        kwargs = {name: _plain(value) for name, value in kwargs.items()}
        if out is not None:
            body(*args, out=out, **kwargs)
            return out
        result = body(*args, **kwargs)
        return finish(_natives(result))

    return call


def _plain(value):
    if isinstance(value, Array) and type(value) is not Array:
        return Array(read(value))
    if type(value) in (list, tuple):
        return type(value)([_plain(v) for v in value])
    return value


def _natives(result):
    if isinstance(result, Array):
        return read(result)
    if isinstance(result, (list, tuple)):
        return [_natives(r) for r in result]
    return result


def _finisher(spec: FunctionSpec, flavour: Flavour) -> Callable:
    """Return what turns a native result into the public one."""
    wrap = _wrapper(spec, flavour)
    returns = spec.returns
    if returns == "Array":
        return wrap
    if returns.startswith(("list[Array", "tuple[Array")):
        kind = list if returns.startswith("list") else tuple
        return lambda results: kind([wrap(r) for r in results])
    named = spec.body.__globals__.get(returns)
    if isinstance(named, type) and hasattr(named, "_fields"):
        return lambda results: named(*[wrap(r) for r in results])
    return lambda result: result


def _wrapper(spec: FunctionSpec, flavour: Flavour) -> Callable:
    cls, scalar = flavour.cls, flavour.scalar
    new = object.__new__
    if scalar is not None and spec.category not in _NO_SCALARS:

        def wrap(native):
            if not native.ndim:
                return scalar(native)
            array = new(cls)
            array._data = native
            return array

        return wrap

    def wrap_any(native):
        array = new(cls)
        array._data = np.asarray(native) if isinstance(native, np.generic) else native
        return array

    return wrap_any


class Binding:
    """One function on one backend, giving arrays of one class."""

    def __init__(self, spec: FunctionSpec, backend: types.ModuleType, flavour: Flavour):
        self.spec = spec
        self.backend = backend
        self.flavour = flavour
        self.name = spec.name
        self.native = getattr(backend, spec.name)
        self.finish = _finisher(spec, flavour)
        self.has_out = spec.has_out
        self.promotes = bool(spec.ufunc or spec.promote) and backend.NAME != "numpy"
        self.operands = spec.promote or (spec.array_parameters if spec.ufunc else ())
        self.positional = tuple(
            (p.name, self._converter(p)) for p in spec.parameters if p.positional
        )
        self.converters = {p.name: c for p in spec.parameters if (c := self._converter(p))}
        places = [name for name, _ in self.positional]
        self.operand_positions = tuple(  # a keyword-only operand comes after all positions
            places.index(name) if name in places else len(places) for name in self.operands
        )
        self.varargs = any(p.carries == "varargs" for p in spec.parameters)
        self.native_out = bool(
            spec.has_out
            and getattr(self.native, "support_native_out", backend.alias_fills_out(self.native))
        )
        views = backend.FUNCTIONAL_VIEWS if spec.view is not None else ()
        self.functional_view = views is True or bool(views) and spec.name in views
        self.stacks_views = bool(views)
        self.takes_copy = spec.view is not None and not _has_parameter(self.native, "copy")
        self.plans = {}
        self.weak_operands = {}

    def _converter(self, parameter):
        return {
            "array": self.backend.to_native,
            "varargs": self.backend.to_native,
            "arrays": self._natives,
            "dtype": self.backend.to_native_dtype,
            "device": self.backend.to_native_device,
            "shape": _shape,
        }.get(parameter.carries)

    def _natives(self, values):
        convert = self.backend.to_native
        return [convert(value) for value in values]

    def compose(self) -> Callable:
        """Return the callable; its first lines are the fast path."""
        names = tuple(p.name for p in self.spec.parameters)
        arrays = self.spec.array_parameters
        if self.functional_view:
            call = self._view_call()
        elif self.stacks_views:
            call = _leading(self, self._view_call(only_stack=True))
        elif names == (*arrays, "out") and len(self.positional) == len(arrays) in (1, 2):
            call = self._elementwise()
        elif (
            len(self.operands) == len(self.positional) == len(arrays) in (1, 2)
            and self.spec.returns == "Array"
        ):
            call = _with_options(self._elementwise(), self.slow)
        elif arrays and names[0] == arrays[0] and not self.promotes and len(arrays) == 1:
            call = _leading(self)
        else:
            call = self.slow
        return _named(call, self)

    def _elementwise(self) -> Callable:
        if len(self.positional) == 1:
            return (_checked_unary if self.promotes else _unary)(self)
        return (_checked_binary if self.promotes else _binary)(self)

    def _view_call(self, only_stack=False):
        """Compose a view function that makes functional views.

        With ``only_stack`` of functional views alone: plain arrays have native ones there.
        """
        from .array.views import functional_view, read_through

        lens, cls, slow = self.spec.view, self.flavour.cls, self.slow
        several = self.spec.returns != "Array"
        sequence = list if self.spec.returns.startswith("list") else tuple

        def call(x, /, *args, copy=None, out=None, **kwargs):
            if not isinstance(x, Array) or only_stack and not hasattr(x, "_view"):
                options = {"out": out} if out is not None else {}
                return slow(x, *args, copy=copy, **options, **kwargs)
            try:
                lenses = lens(x, *args, **kwargs)
                if lenses is None:
                    return slow(x, *args, **({"out": out} if out is not None else {}), **kwargs)
                if out is not None:
                    write(out, read_through(x, lenses), exact=True)
                    return out
                if copy:
                    made = [read_through(x, each) for each in (lenses if several else (lenses,))]
                    return self.finish(made if several else made[0])
                if several:
                    return sequence([functional_view(x, each, cls, copy) for each in lenses])
                return functional_view(x, lenses, cls, copy)
            except IvyException:
                raise
            except Exception as err:
                raise translate(err, self.name, self.backend.NAME) from err

        return call

    def slow(self, *args, **kwargs):
        """Do a call the long way: convert, promote, call, fill ``out``, wrap."""
        try:
            return self._slow(args, kwargs)
        except IvyException:
            raise
        except Exception as err:
            raise translate(err, self.name, self.backend.NAME) from err

    def _slow(self, args, kwargs):
        out = kwargs.pop("out", None) if self.has_out else None
        copy = kwargs.pop("copy", None) if self.takes_copy else None
        if self.varargs:
            args = self._natives(args)
        else:
            if len(args) > len(self.positional):
                raise IvyTypeError(
                    f"{self.name}: takes {len(self.positional)} positional arguments, "
                    f"{len(args)} were given"
                )
            args = [
                value if convert is None or value is None else convert(value)
                for value, (_, convert) in zip(args, self.positional, strict=False)
            ]
        for name, convert in self.converters.items():
            if kwargs.get(name) is not None:
                kwargs[name] = convert(kwargs[name])
        if self.promotes:
            self._promote(args, kwargs)
        elif self.spec.ufunc is None:
            self._scalars_to_arrays(args, kwargs)
        if out is not None:
            return self._fill(out, args, kwargs)
        result = self.native(*args, **kwargs)
        if copy:
            copy_native = self.backend.copy_native
            several = type(result) in (list, tuple)
            result = [copy_native(r) for r in result] if several else copy_native(result)
        return self.finish(result)

    def _fill(self, out, args, kwargs):
        if not isinstance(out, Array):
            raise IvyTypeError(f"{self.name}: out must be an Array, not {type(out).__name__}")
        if self.native_out and self.backend.NAME == "numpy" and hasattr(out, "_data"):
            try:
                self.native(*args, out=out._data, **kwargs)
                return out
            except TypeError:  # another dtype: computed first, then cast into out
                pass
        write(out, self.native(*args, **kwargs), exact=True)
        return out

    def _places(self, args, kwargs):
        """Yield the operands that are given: (container, key) each."""
        for name, position in zip(self.operands, self.operand_positions, strict=True):
            if position < len(args):
                yield args, position
            elif name in kwargs:
                yield kwargs, name

    def _scalars_to_arrays(self, args, kwargs):
        for position, (name, convert) in enumerate(self.positional[: len(args)]):
            if convert == self.backend.to_native and type(args[position]) in _SCALARS:
                if name not in self.operands or self.backend.NAME != "numpy":
                    args[position] = self.backend.from_scalar(args[position], None)

    def _promote(self, args, kwargs):
        """Bring the operands to the dtypes that NumPy would compute in."""
        places, values = [], []
        for holder, key in self._places(args, kwargs):
            value = holder[key]
            if value is None:
                continue
            if isinstance(value, list):
                places += [(value, i) for i in range(len(value))]
                values += value
            else:
                places.append((holder, key))
                values.append(value)
        key = tuple([type(v) if type(v) in _SCALARS else v.dtype for v in values])
        plan = self.plans.get(key)
        if plan is None:
            plan = self.plans[key] = self._plan(values)
        for (holder, at), value, target in zip(places, values, plan, strict=True):
            if type(value) in _SCALARS:
                holder[at] = self.backend.from_scalar(value, target)
            elif value.dtype != target:
                holder[at] = self.backend.cast(value, target)

    def _plan(self, values):
        kinds = tuple(
            type(v) if type(v) in _SCALARS else self.backend.ivy_dtype(v.dtype) for v in values
        )
        wanted = None
        if self.spec.ufunc is not None:
            wanted = dtypes.ufunc_dtypes(self.spec.ufunc, kinds)
            if wanted is None:
                from .utils.exceptions import IvyDtypePromotionError

                shown = ", ".join(k.__name__ if isinstance(k, type) else k for k in kinds)
                raise IvyDtypePromotionError(
                    f"{self.backend.NAME}: {self.name}: not defined for {shown}"
                )
        else:
            arrays = tuple(k for k in kinds if not isinstance(k, type))
            scalars = frozenset(k for k in kinds if isinstance(k, type))
            wanted = (dtypes.promote_dtypes(arrays, scalars),) * len(kinds)
        return tuple(self.backend.to_native_dtype(d) for d in wanted)

    def direct_dtypes(self) -> frozenset:
        """Return the native dtypes for which equal operands need no conversion."""
        count = len(self.operands)
        found = []
        for dtype in self.backend.DTYPES:
            ivy_dtype = dtypes.DTYPES[dtype]
            if self.spec.ufunc is not None:
                loop = dtypes.ufunc_dtypes(self.spec.ufunc, (ivy_dtype,) * count)
                if loop is None or set(loop) != {ivy_dtype}:
                    continue
            found.append(self.backend.to_native_dtype(ivy_dtype))
        return frozenset(found)

    def remember_weak(self, dtype, value, place):
        """Return a Python scalar as a native operand beside an array; None if it promotes.

        Operands are kept, so that ``2.0 * x`` in a loop converts its constant once. Zeros are not:
        0.0 and -0.0 are one dictionary key. ``place`` is where the array, of ``dtype``, stands.
        """
        ops = self.backend
        ivy_dtype = ops.ivy_dtype(dtype)
        kinds = (ivy_dtype, type(value)) if place == 0 else (type(value), ivy_dtype)
        loop = dtypes.ufunc_dtypes(self.spec.ufunc, kinds) if self.spec.ufunc else None
        if loop is None or set(loop) != {ivy_dtype}:
            return None
        native = ops.from_scalar(value, dtype)
        if value:
            if len(self.weak_operands) > 1024:
                self.weak_operands.clear()
            cls = type(value)
            key = (dtype, cls, value) if place == 0 else (cls, value, dtype)
            self.weak_operands[key] = native
        return native

    def recover(self, err, *args):
        """Repeat a call whose array is a functional view not read yet; else translate the error."""
        if isinstance(err, AttributeError) and any(
            isinstance(a, Array) and not hasattr(a, "_data") for a in args
        ):
            return self.slow(*args)
        if isinstance(err, IvyException):
            raise err
        raise translate(err, self.name, self.backend.NAME) from err


def _unary(binding):
    cls, plain, native, slow, recover = _parts(binding)
    new, finish, array = object.__new__, binding.finish, np.ndarray

    def call(x, /, *, out=None):
        if type(x) in plain and out is None:
            try:
                result = native(x._data)
            except Exception as err:
                return recover(err, x)
            if type(result) is array:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        return slow(x, out=out)

    return call


def _binary(binding):
    cls, plain, native, slow, recover = _parts(binding)
    new, finish, array = object.__new__, binding.finish, np.ndarray

    def call(x1, x2, /, *, out=None):
        if out is None:
            try:
                if type(x1) in plain:
                    if type(x2) in plain:
                        result = native(x1._data, x2._data)
                    elif type(x2) in _WEAK:
                        result = native(x1._data, x2)
                    else:
                        return slow(x1, x2)
                elif type(x2) in plain and type(x1) in _WEAK:
                    result = native(x1, x2._data)
                else:
                    return slow(x1, x2)
            except Exception as err:
                return recover(err, x1, x2)
            if type(result) is array:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        return slow(x1, x2, out=out)

    return call


def _checked_unary(binding):
    cls, plain, native, slow, recover = _parts(binding)
    new, finish, direct = object.__new__, binding.finish, binding.direct_dtypes()

    def call(x, /, *, out=None):
        if type(x) in plain and out is None:
            try:
                data = x._data
                if data.dtype in direct:
                    result = native(data)
                    if result.ndim:
                        y = new(cls)
                        y._data = result
                        return y
                    return finish(result)
            except Exception as err:
                return recover(err, x)
        return slow(x, out=out)

    return call


def _checked_binary(binding):
    cls, plain, native, slow, recover = _parts(binding)
    new, finish, direct = object.__new__, binding.finish, binding.direct_dtypes()
    weak, remember = binding.weak_operands, binding.remember_weak

    def call(x1, x2, /, *, out=None):
        if out is None:
            try:
                if type(x1) in plain:
                    a = x1._data
                    if type(x2) in plain:
                        b = x2._data
                        if a.dtype is not b.dtype or a.dtype not in direct:
                            return slow(x1, x2)
                    elif type(x2) in _WEAK:
                        b = weak.get((a.dtype, type(x2), x2)) if x2 else None
                        if b is None:
                            b = remember(a.dtype, x2, 0)
                            if b is None:
                                return slow(x1, x2)
                    else:
                        return slow(x1, x2)
                elif type(x2) in plain and type(x1) in _WEAK:
                    b = x2._data
                    a = weak.get((type(x1), x1, b.dtype)) if x1 else None
                    if a is None:
                        a = remember(b.dtype, x1, 1)
                        if a is None:
                            return slow(x1, x2)
                else:
                    return slow(x1, x2)
                result = native(a, b)
            except Exception as err:
                return recover(err, x1, x2)
            if result.ndim:
                y = new(cls)
                y._data = result
                return y
            return finish(result)
        return slow(x1, x2, out=out)

    return call


def _with_options(fast, slow):
    """Compose a function of operands and keyword-only options: fast while none is given."""

    def call(*args, **options):
        return slow(*args, **options) if options else fast(*args)

    return call


def _leading(binding, slow=None):
    """Compose a function of one array, first, and of options that are passed on as they are."""
    plain, native, slow = binding.flavour.plain, binding.native, slow or binding.slow
    finish = binding.finish
    special = frozenset(binding.converters) | {"out"} | ({"copy"} if binding.takes_copy else set())
    plain_positional = all(convert is None for _, convert in binding.positional[1:])

    def call(x, /, *args, **kwargs):
        if type(x) in plain and special.isdisjoint(kwargs) and (plain_positional or not args):
            try:
                return finish(native(x._data, *args, **kwargs))
            except AttributeError:
                pass  # a functional view not read yet, or an error that slow() will translate
            except Exception as err:
                raise translate(err, binding.name, binding.backend.NAME) from err
        return slow(x, *args, **kwargs)

    return call


def _parts(binding):
    flavour = binding.flavour
    return flavour.cls, flavour.plain, binding.native, binding.slow, binding.recover


def _named(call, binding):
    """Give the composed callable the name, signature and docstring of what it serves."""
    body = binding.spec.body
    if inspect.ismethod(call):
        method = call

        def call(*args, **kwargs):
            return method(*args, **kwargs)

    call.__name__ = call.__qualname__ = body.__name__
    call.__doc__ = body.__doc__
    call.__module__ = body.__module__
    call.__wrapped__ = body
    call.support_native_out = binding.native_out
    return call


def _has_parameter(function, name) -> bool:
    code = getattr(function, "__code__", None)
    return (
        code is not None and name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    )


def _shape(value) -> tuple[int, ...]:
    if isinstance(value, int):
        return (value,)
    try:
        return tuple([int(n) for n in value])
    except TypeError:
        try:
            return (value.__index__(),)
        except AttributeError:
            raise IvyValueError(f"a shape is an int or a sequence of ints, not {value!r}") from None

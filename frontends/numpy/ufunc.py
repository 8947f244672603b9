"""Universal functions: objects over one core function each, with NumPy's keywords and methods."""

from __future__ import annotations

import functools
import operator
import types
import warnings

import numpy as np

from ivy_core.arrays.array import Array, to_numpy
from ivy_core.arrays.indexing import basic_index, host_index, is_traced
from ivy_core.arrays.views import replace, shadow, write
from ivy_core.backends.holder import read
from ivy_core.backends.loading import backend_for, load_backend
from ivy_core.utils.exceptions import IvyBroadcastShapeError, IvyException, IvyValueError
from ivy_core.utils.tracebacks import take_place_of

from .errors import NUMPY, entry
from .fallback import UnsupportedDtype, from_host, to_host
from .func_wrapper import NUMPY as FLAVOUR
from .func_wrapper import asarray, ivy, to_host_array
from .ndarray import ndarray
from .scalar_types import generic, scalar

_DIRECT = frozenset({ndarray, bool, int, float, complex, *generic.classes.values()})
_PYTHON = frozenset({bool, int, float, complex})
_TOO_LARGE = 2**63  # for the default integer
_MISSING = type("_Missing", (), {"__repr__": lambda self: "<no value>"})()
_NO_VALUE = np._NoValue
_NO_RESULT = object()  # of a call that has not been made
_KNOWN_OPERANDS = (Array, np.ndarray, np.generic, bool, int, float, complex, list, tuple)
_UNDEFINED = (
    "'where' used without 'out': elements that the mask leaves out are undefined; pass out=None if "
    "that is meant"
)
_bound = ivy.__dict__


class ufunc:
    """Universal function.

    Parameters
    ----------
    real : numpy.ufunc
        NumPy's own; it says how many operands there are and how they promote.
    core : str
        Name of the core function that computes it, or of one in this module.
    reduction, accumulation : str, optional
        Names of the core functions that compute ``reduce`` and ``accumulate``.

    References
    ----------
    NumPy reference, "Universal functions".

    Examples
    --------
    >>> import frontends.numpy as np
    >>> np.add.outer([1, 2], [10, 20])
    array([[11, 21],
           [12, 22]])
    """

    def __init__(self, real, core, reduction=None, accumulation=None):
        self.real_ufunc = real
        self.__name__ = self.__qualname__ = real.__name__
        self.__module__ = "frontends.numpy"
        self.__doc__ = real.__doc__ and real.__doc__.split("\n\n", 1)[0]
        self.nin, self.nout = real.nin, real.nout
        self._core = core
        self._reduction = reduction
        self._accumulation = accumulation

    nargs = property(lambda self: self.nin + self.nout)
    identity = property(lambda self: self.real_ufunc.identity)
    ntypes = property(lambda self: self.real_ufunc.ntypes)
    types = property(lambda self: self.real_ufunc.types)
    signature = property(lambda self: self.real_ufunc.signature)
    __signature__ = property(lambda self: self.real_ufunc.__signature__)

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self):
        return self.__name__

    def __call__(self, *args, **kwargs):
        try:
            return self._long(args, kwargs)
        except Exception as err:
            if NUMPY.knows(err, self.__name__):
                raise
            try:
                return self._recovered(err, args)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    def _long(self, args, kwargs):
        """Do a call the long way, which tells apart what it is given."""
        try:
            if computes_natively(self._core):
                result = _NO_RESULT
                if len(kwargs) == 1 and "out" in kwargs and len(args) == self.nin:
                    result = _filled_natively(self, args, kwargs["out"])
                if result is _NO_RESULT:
                    result = _called_natively(self, self.real_ufunc, args, kwargs)
                if result is not _NO_RESULT:
                    return result
            return self._general(args, kwargs)
        except UnsupportedDtype:
            pass  # answered below, where this is no context of what may fail there
        return _on_host(self.real_ufunc, args, kwargs, self.nin)

    def _recovered(self, err, args):
        """Answer for an integer beyond the dtype; else raise the error as NumPy's class."""
        operands = args[: self.nin]
        if isinstance(err, OverflowError) and self.__name__ in _ORDER and len(args) == 2:
            result = _compared_out_of_range(self.__name__, *operands)
            if result is not None:
                return result
        core = isinstance(err, IvyException) and isinstance(err, TypeError)
        own = self._promotion_error(operands) if core else None
        raise NUMPY.translated(err, self.__name__, own)

    def _promotion_error(self, operands) -> TypeError | None:
        """Return what NumPy raises for the dtypes of the operands, None if it takes them."""
        if not all(isinstance(v, _KNOWN_OPERANDS) for v in operands):
            return None  # to convert a user's object is to call its methods once more
        described = _described([v if type(v) in _PYTHON else asarray(v) for v in operands])
        try:
            _loop(self.real_ufunc, described + (None,) * self.nout, "same_kind", None)
        except TypeError as own:
            return own
        return None

    def _general(self, args, kwargs):
        given = kwargs.keys() - (_KEYWORDS if self.signature is None else _CORE_KEYWORDS)
        if given:
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{min(given)}'")
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments but "
                f"{len(args)} {'was' if len(args) == 1 else 'were'} given"
            )
        where, casting, dtype, signature = (
            kwargs.get("where", True), kwargs.get("casting", "same_kind"), kwargs.get("dtype"),
            kwargs.get("signature", kwargs.get("sig")),
        )  # fmt: skip
        _check_choices(casting, kwargs.get("order", "K"))
        mask = None if where is True else _mask(where)
        operands, outs = self._operands_and_outs(args, kwargs)
        if any(_foreign(v) for v in operands):
            raise UnsupportedDtype
        operands = [v if type(v) in _PYTHON else asarray(v) for v in operands]
        if dtype is not None and signature is not None:
            raise TypeError("cannot specify both 'signature' and 'dtype'")
        loop = self._resolved(operands, outs, casting, dtype, signature)
        if dtype is not None or signature is not None:
            operands = [
                asarray(v).astype(d, copy=False) for v, d in zip(operands, loop, strict=False)
            ]
        elif all(type(v) in _PYTHON for v in operands):
            operands = [asarray(v) for v in operands]
        if self.signature is not None:
            result = _with_axes(self, operands, kwargs)
        else:
            result = _function(self._core)(*operands)
        results = list(result) if self.nout > 1 else [result]
        if loop is not None:
            results = [
                r if r.dtype == d else r.astype(d)
                for r, d in zip(results, loop[self.nin :], strict=True)
            ]
        if mask is not None:
            if "out" not in kwargs and len(args) == self.nin:
                warnings.warn(_UNDEFINED, stacklevel=4)
            results = [_masked(r, mask, o) for r, o in zip(results, outs, strict=True)]
        for r, o in zip(results, outs, strict=True):
            if o is not None and not _taken_over(o, r):
                _fill(o, r, casting, self.__name__)
        given = [r if o is None else o for r, o in zip(results, outs, strict=True)]
        return tuple(given) if self.nout > 1 else given[0]

    def _operands_and_outs(self, args, kwargs):
        operands, extra = args[: self.nin], args[self.nin :]
        out = kwargs.get("out")
        if extra:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = (*extra, *(None,) * (self.nout - len(extra)))
        elif self.nout > 1 and out is not None and not isinstance(out, tuple):
            raise TypeError("'out' must be a tuple of arrays")
        return operands, _outputs(out, self.nout)

    def _resolved(self, operands, outs, casting, dtype, signature):
        """Check the casts as NumPy does; return the loop's dtypes, None if it is the usual one."""
        plain = dtype is None and signature is None and casting == "same_kind"
        if plain and all(o is None for o in outs):
            return None
        described = _described(operands) + tuple(None if o is None else o.dtype for o in outs)
        if dtype is not None:
            signature = (None,) * self.nin + (np.dtype(dtype),) * self.nout
        elif signature is not None:
            signature = _parsed_signature(signature, self.nargs)
        loop = _loop(self.real_ufunc, described, casting, signature)
        if any(d not in generic.classes for d in loop):
            raise UnsupportedDtype
        return loop

    # methods

    def reduce(
        self, array, /, axis=0, dtype=None, out=None, keepdims=False, initial=_NO_VALUE, where=True
    ):
        """Reduce along axes by applying the function to one element after another."""
        try:
            return self._method(
                "reduce", _reduce, array, axis, dtype, out, keepdims, initial, where
            )
        except Exception as err:
            if NUMPY.passes(err, self.__name__):
                raise
            try:
                raise NUMPY.translated(err, self.__name__)
            except IvyException as raised:
                take_place_of(raised, err)
                raise

    @entry
    def accumulate(self, array, /, axis=0, dtype=None, out=None):
        """Return all intermediate results of a reduction along one axis."""
        return self._method("accumulate", _accumulate, array, axis, dtype, out)

    @entry
    def reduceat(self, array, /, indices, axis=0, dtype=None, out=None):
        """Reduce the slices that begin at ``indices``."""
        return self._method("reduceat", _reduceat, array, indices, axis, dtype, out)

    @entry
    def outer(self, A, B, /, **kwargs):
        """Apply the function to each pair of elements of two arrays."""
        if self.signature is not None:
            raise TypeError("method outer is not allowed in ufunc with non-trivial signature")
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        try:
            A, B = asarray(A), asarray(B)
        except UnsupportedDtype:
            return _on_host(self.real_ufunc.outer, (A, B), kwargs, 2)
        if isinstance(A, ndarray) and B.ndim:
            A = A.reshape(A.shape + (1,) * B.ndim)
        return self(A, B, **kwargs)

    @entry
    def at(self, a, indices, b=_MISSING, /):
        """Apply the function in place at ``indices``; repeated ones count each time."""
        ours = isinstance(a, ndarray)
        if ours and _is_traced_at(a, indices, b):
            _at_while_traced(self, a, indices, b)
            return
        operands = () if b is _MISSING else (to_host(b),)
        native = getattr(a, "_data", None) if ours else a
        if isinstance(native, np.ndarray) or not ours:
            self.real_ufunc.at(native, host_index(indices), *operands)
        else:
            host = np.array(to_numpy(a))
            host.setflags(write=a.flags.writeable)
            self.real_ufunc.at(host, host_index(indices), *operands)
            write(a, backend_for(read(a)).from_host(host))

    @entry
    def resolve_dtypes(self, *args, **kwargs):
        """Return the dtypes that the function computes in; NumPy's own answer."""
        return self.real_ufunc.resolve_dtypes(*args, **kwargs)

    def _method(self, method, function, array, *args):
        if self.signature is not None:
            raise RuntimeError("Reduction not defined on ufunc with signature")
        if self.nin != 2:
            raise ValueError(f"{method} only supported for binary functions")
        if self.nout != 1:
            raise ValueError(f"{method} only supported for functions returning a single value")
        names, real = _METHOD_ARGUMENTS[method], getattr(self.real_ufunc, method)
        kwargs = {n: v for n, v in zip(names, args, strict=True) if v is not _NO_VALUE}
        try:
            if _foreign(array):
                raise UnsupportedDtype
            array = asarray(array)
            if computes_natively(self._core):
                result = _called_natively(self, real, (array,), kwargs)
                if result is not _NO_RESULT:
                    return result
            return function(self, array, *args)
        except UnsupportedDtype:
            pass  # answered below, where this is no context of what may fail there
        return _on_host(real, (array,), kwargs, 1)


class _Unary(ufunc):
    """Ufunc of one operand; its first lines are the fast path."""

    def __call__(self, x=_MISSING, /, *args, **kwargs):
        try:
            kind = type(x)
            if kind in _DIRECT and not args and not kwargs:
                if kind is ndarray:
                    return _bound[self._core](x)
                bound = _bound[self._core]
                native = _natives.get(bound, _MISSING)
                if native is _MISSING:
                    native = _native(bound, self._core)
                if native is not None:
                    return _wrapped(native(x if kind in _PYTHON else x._data))
                if kind is not int or -_TOO_LARGE <= x < _TOO_LARGE:
                    return bound(asarray(x))
            return self._long(args if x is _MISSING else (x, *args), kwargs)
        except Exception as err:
            if NUMPY.knows(err, self.__name__):
                raise
            try:
                return self._recovered(err, (x, *args))
            except IvyException as raised:
                take_place_of(raised, err)
                raise


class _Binary(ufunc):
    """Ufunc of two operands; its first lines are the fast path."""

    def __call__(self, x1=_MISSING, x2=_MISSING, /, *args, **kwargs):
        try:
            if type(x1) is ndarray and type(x2) is ndarray and not args and not kwargs:
                return _bound[self._core](x1, x2)
            if not args and not kwargs and type(x1) in _DIRECT and type(x2) in _DIRECT:
                result = _direct(self, x1, x2)
                if result is not NotImplemented:
                    return result
            given = (x1, x2) if x2 is not _MISSING else (x1,) if x1 is not _MISSING else ()
            return self._long((*given, *args), kwargs)
        except Exception as err:
            if NUMPY.knows(err, self.__name__):
                raise
            try:
                return self._recovered(err, (x1, x2, *args))
            except IvyException as raised:
                take_place_of(raised, err)
                raise


_Unary.__name__ = _Binary.__name__ = "ufunc"


# numbers: a scalar is no array of the fast path, but NumPy itself takes it as it is

_natives: dict = {}  # composed core function -> NumPy's own, None if the backend is another


def _native(bound, core):
    """Return the native function where natives promote Python numbers and scalars by themselves.

    What counts is where ``bound`` comes from, not which backend is set: other threads change that.
    """
    backend, native = load_backend("numpy"), None
    namespace = backend.namespaces.get(FLAVOUR)
    if namespace is not None and namespace.__dict__.get(core) is bound:
        native = backend.implementations.get(core)
    _natives[bound] = native
    return native


def computes_natively(core: str) -> bool:
    """Return whether the backend is NumPy: a ufunc there is NumPy's own, in every form.

    NumPy then promotes, checks, warns, raises and writes by itself, once: no call is repeated.
    """
    if core in _OWN:  # it calls matmul
        core = "matmul"
    bound = _bound[core]
    native = _natives.get(bound, _MISSING)
    if native is _MISSING:
        native = _native(bound, core)
    return native is not None


def _direct(function, x1, x2):
    """Compute with scalars or Python numbers; NotImplemented for the long way."""
    core = function._core
    bound = _bound.get(core)
    if bound is None or type(x1) in _PYTHON and type(x2) in _PYTHON:
        return NotImplemented
    native = _natives.get(bound, _MISSING)
    if native is _MISSING:
        native = _native(bound, core)
    if native is not None:
        try:
            a = x1 if type(x1) in _PYTHON else x1._data
            b = x2 if type(x2) in _PYTHON else x2._data
        except AttributeError:  # a functional view, of another backend's array
            return NotImplemented
        return _wrapped(native(a, b))
    if core == "pow":
        _check_exponent(x1, x2)
    return bound(x1, x2)


def _filled_natively(function, args, out):
    """Let NumPy fill ``out``, one of our arrays; _NO_RESULT if this needs a closer look."""
    target = out[0] if type(out) is tuple and len(out) == 1 else out
    if type(target) is not ndarray or not _DIRECT.issuperset(map(type, args)) or function.nout != 1:
        return _NO_RESULT
    try:
        natives = [x if type(x) in _PYTHON else x._data for x in args]
        data = target._data
    except AttributeError:  # a functional view, of another backend's array
        return _NO_RESULT
    if type(data) is not np.ndarray:
        return _NO_RESULT
    function.real_ufunc(*natives, data)
    return target


def _called_natively(function, real, args, kwargs):
    """Call NumPy's own ufunc, or a method of it, on the arrays as they lie.

    What stands in ``out`` is filled by NumPy and given back. Gives _NO_RESULT, before anything is
    called, where an array belongs to another backend.
    """
    natives, nin = [], function.nin if real is function.real_ufunc else 1
    for x in args[:nin]:
        if type(x) not in _PYTHON:
            if _foreign(x):
                raise UnsupportedDtype
            x = getattr(asarray(x), "_data", None)
            if not isinstance(x, (np.ndarray, np.generic)):
                return _NO_RESULT
        natives.append(x)
    outs = args[nin:] if real is function.real_ufunc else ()
    if "out" in kwargs:
        outs = kwargs["out"] if type(kwargs["out"]) is tuple else (kwargs["out"],)
    elif kwargs.get("where", True) is not True and real is function.real_ufunc and not outs:
        warnings.warn(_UNDEFINED, stacklevel=4)
        outs, kwargs = (None,), kwargs | {"out": None}
    if any(
        isinstance(o, Array) and type(getattr(o, "_data", None)) is not np.ndarray for o in outs
    ):
        return _NO_RESULT
    options = {name: _native_option(name, value) for name, value in kwargs.items()}
    result = real(*natives, *[_data_or_itself(o) for o in args[nin:]], **options)
    if function.nout == 1:
        return _given_back(result) if not outs or outs[0] is None else outs[0]
    outs = (*outs, *(None,) * (function.nout - len(outs)))
    return tuple([_given_back(r) if o is None else o for r, o in zip(result, outs, strict=True)])


def _given_back(result):
    """Return a native result as one of ours; as it is where no backend can hold it."""
    return _wrapped(result) if getattr(result, "dtype", None) in generic.classes else result


def _native_option(name, value):
    """Return the value of a keyword as NumPy takes it."""
    if name == "out":
        if isinstance(value, tuple):
            return tuple([_data_or_itself(o) for o in value])
        return _data_or_itself(value)
    if name in ("signature", "sig") and isinstance(value, tuple):
        return tuple([None if d is None else np.dtype(d) for d in value])
    if name == "dtype" and value is not None:
        return np.dtype(value)
    return value if value is _NO_VALUE else to_host(value)


def _data_or_itself(out):
    return out._data if isinstance(out, Array) else out


def _check_exponent(x1, x2):
    if type(x2) is int and x2 < 0 and (type(x1) is int or getattr(x1, "dtype", None).kind == "i"):
        raise IvyValueError("Integers to negative integer powers are not allowed.")


_new = object.__new__
_scalar_classes = {dtype.type: cls for dtype, cls in generic.classes.items()}


def _wrapped(result):
    """Return what a native function of NumPy gave as ndarray or scalar."""
    cls = _scalar_classes.get(type(result))
    if cls is not None:
        value = _new(cls)
        value._data = result
        return value
    if type(result) is np.ndarray and result.ndim:
        array = ndarray.__new__(ndarray)
        array._data = result
        return array
    if type(result) is tuple:
        return tuple([_wrapped(r) for r in result])
    return scalar(result) if getattr(result, "dtype", None) in generic.classes else result


# how operands are told apart and checked

_KEYWORDS = frozenset({"out", "where", "casting", "order", "dtype", "subok", "signature", "sig"})
_CORE_KEYWORDS = _KEYWORDS - {"where"} | {"axes", "axis", "keepdims"}
_METHOD_ARGUMENTS = {
    "reduce": ("axis", "dtype", "out", "keepdims", "initial", "where"),
    "accumulate": ("axis", "dtype", "out"),
    "reduceat": ("indices", "axis", "dtype", "out"),
}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


def _check_choices(casting, order):
    if casting != "same_kind" and casting not in _CASTINGS:
        allowed = ", ".join(repr(c) for c in _CASTINGS)
        raise IvyValueError(f"casting must be one of {allowed} (got {casting!r})")
    if order != "K" and order not in ("C", "F", "A", None):
        raise IvyValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")


def _foreign(value) -> bool:
    """Return whether NumPy would leave the call to the operand: a subclass, or a protocol."""
    cls = type(value)
    if cls in _DIRECT or cls is np.ndarray or cls is list or issubclass(cls, (Array, np.generic)):
        return False
    if issubclass(cls, np.ndarray):
        return not issubclass(cls, np.memmap)
    return hasattr(cls, "__array_ufunc__")


def _on_host(real, args, kwargs, nin):
    """Call real NumPy; what stands in ``out`` is one of ours and is filled afterwards."""
    outs = list(args[nin:])
    named = kwargs.get("out")
    outs += list(named) if isinstance(named, tuple) else [named]
    ours = {id(o): np.array(to_numpy(o)) for o in outs if isinstance(o, ndarray)}

    def exchanged(value):
        if isinstance(value, tuple):
            return tuple([exchanged(v) for v in value])
        return ours.get(id(value), value)

    args = args[:nin] + tuple([exchanged(o) for o in args[nin:]])
    if "out" in kwargs:
        kwargs = {**kwargs, "out": exchanged(named)}
    result = real(*to_host(args), **to_host(kwargs))
    if not ours:
        return from_host(result)
    for o in outs:
        if id(o) in ours:
            write(o, backend_for(read(o)).from_host(ours[id(o)]))
    back = {id(host): o for o in outs if isinstance(o, ndarray) for host in [ours[id(o)]]}
    if isinstance(result, tuple):
        return tuple([back[id(r)] if id(r) in back else from_host(r) for r in result])
    return back[id(result)] if id(result) in back else from_host(result)


def _outputs(out, count):
    if out is None:
        return (None,) * count
    outs = out if isinstance(out, tuple) else (out,)
    if len(outs) != count:
        raise IvyValueError("The 'out' tuple must have exactly one entry per ufunc output")
    for o in outs:
        if o is not None and not isinstance(o, (ndarray, np.ndarray)):
            raise TypeError("return arrays must be of ArrayType")
        if isinstance(o, np.ndarray) and o.dtype not in generic.classes:
            raise UnsupportedDtype
    return outs


def _single(out):
    return out[0] if isinstance(out, tuple) else out


def _described(operands):
    """Return what :func:`_loop` is asked with: an array's dtype, a Python number's type."""
    return tuple([type(v) if type(v) in _PYTHON else v.dtype for v in operands])


def _parsed_signature(signature, count):
    if isinstance(signature, str):
        text = signature.replace("->", "")
        if len(text) == count and count > 1:
            return tuple(np.dtype(c) for c in text)
        signature = (signature,)
    if not isinstance(signature, tuple):
        raise TypeError("the signature must be a string or a tuple of dtypes")
    if len(signature) == 1:
        raise TypeError("a signature of one type is ambiguous: use 'dtype', or fill up with None")
    return tuple(None if d is None else np.dtype(d) for d in signature)


@functools.lru_cache(maxsize=4096)
def _loop(real, described, casting, signature):
    """Return the loop's dtypes; raises what NumPy raises where a cast is not allowed."""
    described = tuple(np.dtype(bool) if d is bool else d for d in described)
    if all(d in (int, float, complex) for d in described[: real.nin]):
        described = tuple(np.dtype(d) for d in described[: real.nin]) + described[real.nin :]
    options = {} if signature is None else {"signature": signature}
    return real.resolve_dtypes(described, casting=casting, **options)


@functools.lru_cache(maxsize=1024)
def _reduction_loop(real, array, dtype, out):
    """Return the dtype in which a reduction runs; small integers add up in the default one."""
    options = {} if dtype is None else {"signature": (dtype, None, None)}
    return real.resolve_dtypes((out, array, None), casting="unsafe", reduction=True, **options)


def _mask(where):
    if isinstance(where, (list, tuple)):
        where = to_host_array(where, bool)
    mask = asarray(where)
    if mask.dtype.kind != "b":
        raise TypeError(
            f"Cannot cast array data from {mask.dtype!r} to dtype('bool') according to the rule "
            "'safe'"
        )
    return mask


def _masked(result, mask, out):
    """Return ``result`` where the mask says so, and elsewhere what ``out`` holds."""
    if out is None:
        return _bound["where"](mask, result, _bound["zeros_like"](result))
    out = asarray(out)
    if result.dtype != out.dtype and np.can_cast(result.dtype, out.dtype, "same_kind"):
        result = result.astype(out.dtype)
    return _bound["where"](mask, result, out)


def _fill(out, result, casting, name):
    """Write ``result`` into ``out``, one of our arrays or NumPy's, if the rule allows it."""
    result = asarray(result)
    if not np.can_cast(result.dtype, out.dtype, casting):
        if name in UFUNCS or hasattr(np.fft, name):  # both are ufuncs in NumPy
            real = types.SimpleNamespace(__name__=name, nout=1)
            raise np._core._exceptions._UFuncOutputCastingError(
                real, casting, result.dtype, out.dtype, 0
            )
        raise TypeError(
            f"Cannot cast array data from {result.dtype!r} to {out.dtype!r} according to the rule "
            f"{casting!r}"
        )
    if tuple(result.shape) != out.shape:
        _check_out_shape(tuple(result.shape), out.shape)
        result = _bound["broadcast_to"](result, out.shape)
    if isinstance(out, np.ndarray):
        np.copyto(out, to_numpy(result), "unsafe")
    else:
        write(out, read(result), exact=True)


def _taken_over(out, result) -> bool:
    """Let ``out`` have the data of a fresh ``result`` where arrays are immutable."""
    try:
        old, new = out._data, result._data
    except AttributeError:
        return False  # a functional view, or an array of NumPy's own
    if (
        type(out) is not ndarray
        or hasattr(out, "_view")
        or hasattr(result, "_view")
        or type(old) is not type(new)
        or old.dtype != new.dtype
        or old.shape != new.shape
        or backend_for(old).MUTABLE
        or _is_variable(old)
    ):
        return False
    replace(out, new)
    return True


def _is_variable(native) -> bool:
    return hasattr(native, "assign")  # tensorflow.Variable keeps its identity


def _check_out_shape(given, wanted):
    try:
        shape = np.broadcast_shapes(given, wanted)
    except ValueError:
        shape = None
    if shape != tuple(wanted):
        raise IvyBroadcastShapeError(
            f"non-broadcastable output operand with shape {_text(wanted)} doesn't match the "
            f"broadcast shape {_text(given)}"
        )


def _text(shape):
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


_ORDER = {
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
    "less_equal": operator.le, "greater": operator.gt, "greater_equal": operator.ge,
}  # fmt: skip


def _compared_out_of_range(name, x1, x2):
    """Compare an integer array with a Python integer beyond its dtype: one answer for all."""
    number, array = (x1, x2) if type(x1) is int else (x2, x1)
    if type(number) is not int or type(array) in _PYTHON:
        return None
    array = asarray(array)
    if array.dtype.kind not in "iu":
        return None
    beyond = (number, 0) if number is x1 else (0, number)
    return (
        _bound["full"](array.shape, _ORDER[name](*beyond), dtype="bool")
        if array.ndim
        else (generic.classes[np.dtype(bool)](_ORDER[name](*beyond)))
    )


# functions with core dimensions


def _with_axes(self, operands, kwargs):
    """Call a function like matmul with its core dimensions where ``axes`` or ``axis`` say."""
    inputs, output = (part.split("),") for part in self.signature.split("->"))
    ranks = [_core_rank(part) for part in inputs]
    optional = "?" in self.signature
    for at, (x, rank) in enumerate(zip(operands, ranks, strict=True)):
        have = getattr(x, "ndim", 0)
        if have < (1 if optional else rank):
            raise IvyValueError(
                f"{self.__name__}: Input operand {at} does not have enough dimensions (has {have}, "
                f"gufunc core with signature {self.signature} requires {1 if optional else rank})"
            )
    axes, axis = kwargs.get("axes"), kwargs.get("axis")
    keepdims = bool(kwargs.get("keepdims", False))
    out_rank = _core_rank(output[0])
    if axes is not None and axis is not None:
        raise TypeError("cannot specify both 'axis' and 'axes'")
    shared = self.__name__ == "vecdot"
    if axis is not None:
        if not shared:
            raise TypeError(
                f"{self.__name__}: axis can only be used with a single shared core dimension, not "
                f"with those of signature {self.signature}."
            )
        axes = [(axis,), (axis,)]
    if keepdims and not shared:
        raise TypeError(
            f"{self.__name__} does not support keepdims: its signature {self.signature} requires "
            "multiple core dimensions"
        )
    if axes is None:
        result = _function(self._core)(*operands)
        return _bound["expand_dims"](asarray(result), axis=(-1,)) if keepdims else result
    axes = [a if isinstance(a, tuple) else (a,) for a in axes]
    moved = []
    for x, wanted, rank in zip(operands, axes, ranks, strict=False):
        rank = min(rank, x.ndim)
        if len(wanted) != rank:
            raise IvyValueError(f"{self.__name__}: operand axes {wanted} are not {rank} in number")
        moved.append(_bound["moveaxis"](x, wanted, tuple(range(-rank, 0))))
    result = _function(self._core)(*moved)
    last = axes[self.nin] if len(axes) > self.nin else None
    if keepdims:
        place = last or axes[0]
        return _bound["expand_dims"](asarray(result), axis=tuple(place))
    if last and out_rank:
        return _bound["moveaxis"](result, tuple(range(-len(last), 0)), last)
    return result


def _core_rank(part):
    inner = part.strip("()")
    return len(inner.split(",")) if inner else 0


def _matvec(x1, x2):
    return _bound["squeeze"](
        asarray(_bound["matmul"](x1, _bound["expand_dims"](x2, axis=-1))), axis=-1
    )


def _vecmat(x1, x2):
    row = _bound["expand_dims"](_bound["conj"](x1) if x1.dtype.kind == "c" else x1, axis=-2)
    return _bound["squeeze"](asarray(_bound["matmul"](row, x2)), axis=-2)


_OWN = {"matvec": _matvec, "vecmat": _vecmat}


def _function(core):
    return _OWN.get(core) or _bound[core]


# reductions


def _axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    if not ndim and axes in ((0,), (-1,)):
        return ()
    axes = tuple(np.lib.array_utils.normalize_axis_index(operator.index(a), ndim) for a in axes)
    if len(set(axes)) != len(axes):
        raise IvyValueError("duplicate value in 'axis'")
    return axes


def _reduce(self, array, axis, dtype, out, keepdims, initial, where):
    out = _single(out)
    result = _reduced(self, array, axis, dtype, out, keepdims, initial, where)
    if out is not None:
        if tuple(result.shape) != out.shape:
            raise IvyValueError(
                f"output parameter for reduction operation {self.__name__} has the wrong shape "
                f"{_text(out.shape)}; it should be {_text(result.shape)}"
            )
        _fill(out, result, "unsafe", self.__name__)
        return out
    if isinstance(result, ndarray) and not result.ndim:
        return scalar(read(result))
    return result


@functools.cache
def _reorderable(real) -> bool:
    try:
        kind = real.resolve_dtypes((None, np.dtype(bool), None), reduction=True)[0]
        real.reduce(np.ones((1, 1), kind), axis=(0, 1))
    except (TypeError, ValueError):
        return False
    return True


def _reduced(self, array, axis, dtype, out, keepdims, initial, where):
    real = self.real_ufunc
    axes = _axes(axis, array.ndim)
    if len(axes) > 1 and not _reorderable(real):
        raise IvyValueError(
            f"reduction operation '{self.__name__}' is not reorderable, so at most one axis may be "
            "specified"
        )
    dtype = None if dtype is None else np.dtype(dtype)
    loop = _reduction_loop(real, array.dtype, dtype, None if out is None else out.dtype)
    if loop[0] not in generic.classes:
        raise UnsupportedDtype
    identity = self.identity if initial is _NO_VALUE else None
    if identity is None and initial in (None, _NO_VALUE) if not _is_array(initial) else False:
        if where is not True:
            raise IvyValueError(
                f"reduction operation '{self.__name__}' does not have an identity, so to use a "
                "where mask one has to specify 'initial'"
            )
        if not array.size and any(array.shape[a] == 0 for a in axes):
            raise IvyValueError(
                f"zero-size array to reduction operation {self.__name__} which has no identity"
            )
    start = None
    if initial is not _NO_VALUE and initial is not None:
        start = asarray(initial).astype(loop[0])
    if self._reduction is None and not backend_for(read(array)).is_tracer(read(array)):
        options = {} if initial is _NO_VALUE else {"initial": None if start is None else start}
        if where is not True:
            options["where"] = _mask(where)
        return asarray(
            real.reduce(to_numpy(array), axes, loop[0], keepdims=bool(keepdims), **to_host(options))
        )
    if where is not True:
        neutral = start if self.identity is None else asarray(self.identity).astype(array.dtype)
        array = _bound["where"](_mask(where), array, neutral)
    if not axes:
        result = array.astype(loop[0])
    elif self._reduction in ("sum", "prod"):
        result = _bound[self._reduction](array, axis=axes, keepdims=keepdims, dtype=loop[0])
    elif any(array.shape[a] == 0 for a in axes):
        shape = [1 if i in axes else n for i, n in enumerate(array.shape)]
        if not keepdims:
            shape = [n for i, n in enumerate(array.shape) if i not in axes]
        fill = identity if start is None else start.item()
        return _bound["full"](tuple(shape), fill, dtype=loop[0])
    else:
        if self._reduction in ("all", "any"):
            if array.dtype.kind == "c":
                array = _bound["not_equal"](array, 0)
        elif array.dtype != loop[1]:
            array = array.astype(loop[1])
        if self._reduction is not None:
            result = _bound[self._reduction](array, axis=axes, keepdims=keepdims)
        else:
            result = _folded(self, array, axes, keepdims)
    return result if start is None else self(result, start)


def _is_array(value) -> bool:
    return isinstance(value, (Array, np.ndarray))


def _folded(self, array, axes, keepdims):
    """Reduce element by element (only while a program is traced: else the host does it)."""
    for axis in sorted(axes, reverse=True):
        parts = _bound["unstack"](array, axis=axis)
        array = functools.reduce(self, parts)
    return _bound["expand_dims"](array, axis=tuple(sorted(axes))) if keepdims else array


def _is_traced_at(a, indices, b) -> bool:
    data = read(a)
    value = read(b) if isinstance(b, Array) else b
    return is_traced(backend_for(data), data, indices, value)


_TOTALS = {
    "add": "sum", "subtract": "sum", "multiply": "mul", "minimum": "min", "maximum": "max",
}  # fmt: skip


def _at_while_traced(self, a, indices, b):
    """Apply a function at ``indices`` while a program is traced."""
    if basic_index(indices, shadow(a)) is not None:  # nothing comes twice
        a[indices] = self(a[indices]) if b is _MISSING else self(a[indices], b)
        return
    if not is_traced(backend_for(read(a)), None, indices):
        _at_in_rounds(self, a, host_index(indices), b)
        return
    blank = shadow(a)  # its lengths are known
    places = _bound["asarray"](np.arange(blank.size).reshape(blank.shape))[indices]
    flat_places = _bound["reshape"](places, (-1,))
    result = _bound["reshape"](a, (-1,)).copy()
    values = None
    if b is not _MISSING:
        values = _bound["reshape"](_bound["broadcast_to"](asarray(b), places.shape), (-1,))
    way = _TOTALS.get(self.__name__)
    if way is not None:
        values = -values if self.__name__ == "subtract" else values
        result = _bound["put_along_axis"](result, flat_places, values, 0, mode=way)
    else:
        for k in range(flat_places.size):
            at = flat_places[k]
            result[at] = self(result[at]) if values is None else self(result[at], values[k])
    write(a, read(_bound["reshape"](result, a.shape)), exact=True)


def _at_in_rounds(self, a, indices, b):
    """Apply a function at ``indices`` while a program is traced: a round for each repetition."""
    blank = shadow(a)
    places = np.arange(blank.size).reshape(blank.shape)[indices]
    flat_places = places.reshape(-1)
    order = np.argsort(flat_places, kind="stable")
    ordered = flat_places[order]
    turn = np.empty(len(order), np.int64)
    turn[order] = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    values = None
    if b is not _MISSING:
        values = _bound["reshape"](_bound["broadcast_to"](asarray(b), places.shape), (-1,))
    result = _bound["reshape"](a, (-1,)).copy()
    for each in range(turn.max(initial=-1) + 1):
        chosen = np.flatnonzero(turn == each)
        at = flat_places[chosen]
        operands = (result[at],) if values is None else (result[at], values[chosen])
        result[at] = self(*operands)
    write(a, read(_bound["reshape"](result, a.shape)), exact=True)


def _accumulate(self, array, axis, dtype, out):
    if array.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    if axis is None or isinstance(axis, tuple):
        axes = _axes(axis, array.ndim)
        if len(axes) != 1:
            raise IvyValueError("accumulate does not allow multiple axes")
        axis = axes[0]
    (axis,) = _axes(axis, array.ndim)
    out = _single(out)
    dtype = None if dtype is None else np.dtype(dtype)
    loop = _reduction_loop(self.real_ufunc, array.dtype, dtype, None if out is None else out.dtype)
    if loop[0] not in generic.classes:
        raise UnsupportedDtype
    if self._accumulation is not None:
        result = _bound[self._accumulation](array.astype(loop[0], copy=False), axis=axis)
    elif backend_for(read(array)).is_tracer(read(array)):
        totals = []
        for part in _bound["unstack"](array.astype(loop[0]), axis=axis):
            totals.append(self(totals[-1], part) if totals else part)
        result = _bound["stack"](totals, axis=axis) if totals else array
    else:
        result = asarray(self.real_ufunc.accumulate(to_numpy(array), axis, loop[0]))
    if out is not None:
        _fill(out, result, "unsafe", self.__name__)
        return out
    return result


def _reduceat(self, array, indices, axis, dtype, out):
    out = _single(out)
    dtype = None if dtype is None else np.dtype(dtype)
    data = read(array)
    if backend_for(data).is_tracer(data):
        (axis,) = _axes(axis, array.ndim)
        firsts = [int(i) for i in to_host(indices)]
        take, parts = (slice(None),) * axis, []
        for at, first in enumerate(firsts):
            last = firsts[at + 1] if at + 1 < len(firsts) else array.shape[axis]
            part = array[(*take, slice(first, max(last, first + 1)))]
            parts.append(self.reduce(part, axis=axis, dtype=dtype))
        result = _bound["stack"]([asarray(p) for p in parts], axis=axis)
    else:
        result = asarray(self.real_ufunc.reduceat(to_numpy(array), to_host(indices), axis, dtype))
    if out is not None:
        _fill(out, result, "unsafe", self.__name__)
        return out
    return result


_REDUCTIONS = {
    "add": ("sum", "cumulative_sum"),
    "multiply": ("prod", "cumulative_prod"),
    "maximum": ("max", "cummax"),
    "minimum": ("min", "cummin"),
    "logical_and": ("all", None),
    "logical_or": ("any", None),
}
_CORE_NAMES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin",
    "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2", "arctanh": "atanh",
    "conjugate": "conj", "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "power": "pow", "degrees": "rad2deg",
    "radians": "deg2rad",
}  # fmt: skip
_NAMES = """
absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_count
bitwise_or bitwise_xor cbrt ceil conjugate copysign cos cosh deg2rad degrees divide divmod equal
exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod frexp gcd greater greater_equal
heaviside hypot invert isfinite isinf isnan lcm ldexp left_shift less less_equal log log10 log1p
log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor matmul matvec maximum
minimum modf multiply negative nextafter not_equal positive power rad2deg radians reciprocal
remainder right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh trunc vecdot
vecmat
""".split()


def _make(name):
    real = getattr(np, name)
    core = _CORE_NAMES.get(name, name)
    cls = ufunc if core in _OWN else _Unary if real.nin == 1 else _Binary
    return cls(real, core, *_REDUCTIONS.get(name, ()))


UFUNCS = {name: _make(name) for name in _NAMES}
UFUNCS |= {
    "abs": UFUNCS["absolute"], "acos": UFUNCS["arccos"], "acosh": UFUNCS["arccosh"],
    "asin": UFUNCS["arcsin"], "asinh": UFUNCS["arcsinh"], "atan": UFUNCS["arctan"],
    "atan2": UFUNCS["arctan2"], "atanh": UFUNCS["arctanh"], "bitwise_invert": UFUNCS["invert"],
    "bitwise_left_shift": UFUNCS["left_shift"], "bitwise_not": UFUNCS["invert"],
    "bitwise_right_shift": UFUNCS["right_shift"], "conj": UFUNCS["conjugate"],
    "mod": UFUNCS["remainder"], "pow": UFUNCS["power"], "true_divide": UFUNCS["divide"],
}  # fmt: skip

"""Universal functions: objects over one core function each, with NumPy's keywords and methods."""

from __future__ import annotations

import functools

import numpy as np

from ivy_core.array.array import Array, read, to_numpy
from ivy_core.array.indexing import host_index
from ivy_core.array.views import ops_for, write
from ivy_core.utils.exceptions import IvyException

from .fallback import UnsupportedDtype, host_call
from .func_wrapper import asarray, ivy, numpy_error
from .ndarray import ndarray
from .scalar_types import generic, scalar

_DIRECT = frozenset({ndarray, bool, int, float, complex, *generic.classes.values()})
_PYTHON = frozenset({bool, int, float, complex})


class ufunc:
    """Universal function.

    Parameters
    ----------
    real : numpy.ufunc
        NumPy's own; it says how many operands there are and how they promote.
    core : str
        Name of the core function that computes it.
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
        self.__name__ = real.__name__
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
        if not kwargs and len(args) == self.nin:
            if type(args[0]) in _DIRECT and type(args[-1]) in _DIRECT:
                if type(args[0]) not in _PYTHON or type(args[-1]) not in _PYTHON:
                    try:
                        return _bound[self._core](*args)
                    except IvyException as err:
                        raise numpy_error(err) from err
        try:
            return self._general(args, kwargs)
        except UnsupportedDtype:
            return host_call(self.real_ufunc, args, kwargs)
        except IvyException as err:
            raise numpy_error(err) from err

    def _general(self, args, kwargs):
        out = kwargs.pop("out", None)
        where = kwargs.pop("where", True)
        casting = kwargs.pop("casting", "same_kind")
        dtype = kwargs.pop("dtype", None)
        signature = kwargs.pop("signature", kwargs.pop("sig", None))
        kwargs.pop("order", None)
        kwargs.pop("subok", None)
        if kwargs:
            raise TypeError(
                f"{self.__name__}() got an unexpected keyword argument '{next(iter(kwargs))}'"
            )
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments but "
                f"{len(args)} were given"
            )
        operands, extra = args[: self.nin], args[self.nin :]
        if extra:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = extra if self.nout > 1 else extra[0]
        outs = _outputs(out, self.nout)
        operands = [v if type(v) in _PYTHON else asarray(v) for v in operands]
        if signature is not None:
            dtype = _dtype_of_signature(signature)
        operands = self._resolved(operands, outs, casting, dtype)
        if all(type(v) in _PYTHON for v in operands):
            operands = [asarray(v) for v in operands]
        result = _bound[self._core](*operands)
        results = result if self.nout > 1 else (result,)
        if where is not True:
            results = [_masked(r, where, o) for r, o in zip(results, outs, strict=True)]
        for r, o in zip(results, outs, strict=True):
            if o is not None:
                _fill(o, r, casting, self.__name__)
        given = [r if o is None else o for r, o in zip(results, outs, strict=True)]
        return tuple(given) if self.nout > 1 else given[0]

    def _resolved(self, operands, outs, casting, dtype):
        """Check the casts as NumPy does, and bring operands to the loop that ``dtype`` asks for."""
        if dtype is None and casting == "same_kind" and all(o is None for o in outs):
            return operands
        described = tuple(type(v) if type(v) in _PYTHON else v.dtype for v in operands)
        described += tuple(None if o is None else o.dtype for o in outs)
        loop = _loop(self.real_ufunc, described, casting, None if dtype is None else np.dtype(dtype))
        if dtype is None:
            return operands
        return [
            asarray(v).astype(d, copy=False) for v, d in zip(operands, loop, strict=False)
        ]

    # methods

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        """Reduce along axes by applying the function to one element after another."""
        return self._guarded("reduce", _reduce, array, axis, dtype, out, keepdims, initial, where)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """Return all intermediate results of a reduction along one axis."""
        return self._guarded("accumulate", _accumulate, array, axis, dtype, out)

    def outer(self, A, B, /, **kwargs):
        """Apply the function to each pair of elements of two arrays."""
        A, B = asarray(A), asarray(B)
        if isinstance(A, ndarray) and B.ndim:
            A = A.reshape(A.shape + (1,) * B.ndim)
        return self(A, B, **kwargs)

    def at(self, a, indices, b=None, /):
        """Apply the function in place at ``indices``; repeated ones count each time."""
        if not isinstance(a, Array):
            operands = () if b is None else (np.asarray(b),)
            return self.real_ufunc.at(a, host_index(indices), *operands)
        host = np.array(to_numpy(a))
        operands = () if b is None else (np.asarray(b),)
        self.real_ufunc.at(host, host_index(indices), *operands)
        write(a, ops_for(read(a)).from_host(host))

    def reduceat(self, array, indices, axis=0, dtype=None, out=None):
        """Reduce the slices that begin at ``indices``."""
        host = self.real_ufunc.reduceat(
            np.asarray(array), np.asarray(indices), axis, None if dtype is None else np.dtype(dtype)
        )
        result = asarray(host)
        if out is not None:
            _fill(_single(out), result, "same_kind", self.__name__)
            return _single(out)
        return result

    def resolve_dtypes(self, *args, **kwargs):
        """Return the dtypes that the function computes in; NumPy's own answer."""
        return self.real_ufunc.resolve_dtypes(*args, **kwargs)

    def _guarded(self, method, function, array, *args):
        if self.nin != 2 or self.nout != 1:
            raise ValueError(f"{method} only supported for binary functions")
        try:
            return function(self, asarray(array), *args)
        except UnsupportedDtype:
            return host_call(getattr(self.real_ufunc, method), (array, *args), {})
        except IvyException as err:
            raise numpy_error(err) from err


_bound = ivy.__dict__


def _outputs(out, count):
    if out is None:
        return (None,) * count
    outs = out if isinstance(out, tuple) else (out,)
    if len(outs) != count:
        raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
    for o in outs:
        if o is not None and not isinstance(o, ndarray):
            raise TypeError("return arrays must be of ArrayType")
    return outs


def _single(out):
    return out[0] if isinstance(out, tuple) else out


def _dtype_of_signature(signature):
    last = signature[-1] if isinstance(signature, (str, tuple)) else signature
    return np.dtype(last)


@functools.lru_cache(maxsize=4096)
def _loop(real, described, casting, dtype):
    """Return the loop's dtypes; raises what NumPy raises where a cast is not allowed."""
    described = tuple(np.dtype(bool) if d is bool else d for d in described)
    if all(d in (int, float, complex) for d in described[: real.nin]):
        described = tuple(np.dtype(d) for d in described[: real.nin]) + described[real.nin :]
    if dtype is None:
        return real.resolve_dtypes(described, casting=casting)
    signature = (None,) * real.nin + (dtype,) * real.nout
    return real.resolve_dtypes(described, signature=signature, casting=casting)


def _masked(result, where, out):
    """Return ``result`` where the mask says so, and elsewhere what ``out`` holds."""
    where = asarray(where)
    if out is None:
        out = ivy.zeros_like(result)
        return _bound["where"](where, result, out)
    return _bound["where"](where, result, out)


def _fill(out, result, casting, name):
    if not np.can_cast(result.dtype, out.dtype, casting):
        raise np._core._exceptions._UFuncOutputCastingError(
            getattr(np, name, name), casting, result.dtype, out.dtype, 0
        )
    if tuple(result.shape) != out.shape:
        result = _bound["broadcast_to"](result, _out_shape(result.shape, out.shape))
    write(out, read(result), exact=True)


def _out_shape(given, wanted):
    try:
        shape = np.broadcast_shapes(given, wanted)
    except ValueError:
        shape = None
    if shape != tuple(wanted):
        raise ValueError(
            f"non-broadcastable output operand with shape {_text(wanted)} doesn't match the "
            f"broadcast shape {_text(given)}"
        )
    return wanted


def _text(shape):
    return "(" + ",".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def _reduce(self, array, axis, dtype, out, keepdims, initial, where):
    result = _reduced(self, array, axis, dtype, keepdims, initial, where)
    out = _single(out)
    if out is not None:
        _fill(out, result, "same_kind", self.__name__)
        return out
    if isinstance(result, ndarray) and not result.ndim:
        return scalar(read(result))
    return result


def _axes(axis, ndim):
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, tuple) else (axis,)
    return tuple(np.lib.array_utils.normalize_axis_index(a, ndim) for a in axes)


def _reduced(self, array, axis, dtype, keepdims, initial, where):
    axes = _axes(axis, array.ndim)
    if where is not True:
        neutral = initial if self.identity is None else self.identity
        if neutral is None:
            raise ValueError(
                f"reduction operation '{self.__name__}' does not have an identity, so to use a "
                "where mask one has to specify 'initial'"
            )
        array = _bound["where"](asarray(where), array, asarray(neutral).astype(array.dtype))
    if self._reduction is not None:
        kwargs = {"keepdims": keepdims}
        if dtype is not None:
            if self._reduction in ("sum", "prod"):
                kwargs["dtype"] = dtype
            else:
                array = array.astype(dtype)
        if initial is not None and not all(array.shape[a] for a in axes):
            result = _full_reduced(array, axes, keepdims, initial)
        else:
            result = _bound[self._reduction](array, axis=axes, **kwargs)
            if initial is not None:
                result = self(result, initial)
        return result
    if dtype is not None:
        array = array.astype(dtype)
    for axis_ in sorted(axes, reverse=True):
        array = _folded(self, array, axis_, initial)
        initial = None
    if keepdims:
        array = _bound["expand_dims"](array, axis=tuple(sorted(axes)))
    return array


def _full_reduced(array, axes, keepdims, initial):
    shape = [1 if i in axes else n for i, n in enumerate(array.shape)]
    if not keepdims:
        shape = [n for i, n in enumerate(array.shape) if i not in axes]
    return ivy.full(tuple(shape), initial, dtype=array.dtype)


def _folded(self, array, axis, initial):
    parts = _bound["unstack"](array, axis=axis)
    if initial is None:
        if not parts:
            if self.identity is None:
                raise ValueError(
                    f"zero-size array to reduction operation {self.__name__} which has no identity"
                )
            shape = array.shape[:axis] + array.shape[axis + 1 :]
            return ivy.full(shape, self.identity, dtype=array.dtype)
        total, parts = parts[0], parts[1:]
    else:
        total = initial
    for part in parts:
        total = self(total, part)
    return total


def _accumulate(self, array, axis, dtype, out):
    if array.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    if dtype is not None and self._accumulation not in ("cumulative_sum", "cumulative_prod"):
        array = array.astype(dtype)
    if self._accumulation in ("cumulative_sum", "cumulative_prod"):
        result = _bound[self._accumulation](array, axis=axis, dtype=dtype)
    elif self._accumulation is not None:
        result = _bound[self._accumulation](array, axis=axis)
    else:
        totals = []
        for part in _bound["unstack"](array, axis=axis):
            totals.append(self(totals[-1], part) if totals else part)
        result = _bound["stack"](totals, axis=axis) if totals else array
    out = _single(out)
    if out is not None:
        _fill(out, result, "same_kind", self.__name__)
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
bitwise_or bitwise_xor cbrt ceil conjugate copysign cos cosh deg2rad degrees divide divmod equal exp
exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod frexp gcd greater greater_equal
heaviside hypot invert isfinite isinf isnan lcm ldexp left_shift less less_equal log log10 log1p
log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor matmul maximum minimum modf
multiply negative nextafter not_equal positive power rad2deg radians reciprocal remainder
right_shift rint sign signbit sin sinh spacing sqrt square subtract tan tanh trunc vecdot
""".split()

UFUNCS = {
    name: ufunc(getattr(np, name), _CORE_NAMES.get(name, name), *_REDUCTIONS.get(name, ()))
    for name in _NAMES
}
UFUNCS |= {
    "abs": UFUNCS["absolute"], "acos": UFUNCS["arccos"], "acosh": UFUNCS["arccosh"],
    "asin": UFUNCS["arcsin"], "asinh": UFUNCS["arcsinh"], "atan": UFUNCS["arctan"],
    "atan2": UFUNCS["arctan2"], "atanh": UFUNCS["arctanh"], "bitwise_invert": UFUNCS["invert"],
    "bitwise_left_shift": UFUNCS["left_shift"], "bitwise_not": UFUNCS["invert"],
    "bitwise_right_shift": UFUNCS["right_shift"], "conj": UFUNCS["conjugate"],
    "mod": UFUNCS["remainder"], "pow": UFUNCS["power"], "true_divide": UFUNCS["divide"],
}  # fmt: skip


# operators of ndarray and of the scalar types


def _defers(other) -> bool:
    """Return whether an operator must leave the work to the other operand."""
    cls = type(other)
    if cls in _DIRECT or issubclass(cls, (Array, np.ndarray, np.generic, list, tuple)):
        return False
    if getattr(cls, "__array_ufunc__", 0) is None:
        return True
    return not hasattr(cls, "__array_ufunc__") and getattr(cls, "__array_priority__", -1) > 1.0


def _operator(name: str):
    function = UFUNCS[name]
    core = function._core

    def forward(self, other):
        if type(other) in _DIRECT:
            try:
                return _bound[core](self, other)
            except IvyException as err:
                raise numpy_error(err) from err
        return NotImplemented if _defers(other) else function(self, other)

    def reflected(self, other):
        if type(other) in _DIRECT:
            try:
                return _bound[core](other, self)
            except IvyException as err:
                raise numpy_error(err) from err
        return NotImplemented if _defers(other) else function(other, self)

    def in_place(self, other):
        if type(other) in _DIRECT:
            kind = type(other)
            described = (self.dtype, kind if kind in _PYTHON else other.dtype, self.dtype)
            _loop(function.real_ufunc, described, "same_kind", None)
            try:
                return _bound[core](self, other, out=self)
            except IvyException as err:
                raise numpy_error(err) from err
        return NotImplemented if _defers(other) else function(self, other, out=(self,))

    return forward, reflected, in_place


def _comparison(name: str):
    forward, _, _ = _operator(name)
    if name not in ("equal", "not_equal"):
        return forward

    def compare(self, other):
        try:
            return forward(self, other)
        except UnsupportedDtype:
            pass
        return UFUNCS[name](self, other)

    return compare


def _unary(name: str):
    function = UFUNCS[name]

    def method(self):
        return function(self)

    return method


_OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
    "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "matmul": "matmul",
    "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "left_shift",
    "rshift": "right_shift", "divmod": "divmod",
}  # fmt: skip
_COMPARISONS = {
    "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
    "ge": "greater_equal",
}  # fmt: skip
_UNARY = {"neg": "negative", "pos": "positive", "abs": "absolute", "invert": "invert"}


def attach_operators() -> None:
    """Give ndarray and the scalar types the operators that call the ufuncs."""
    for name, function in _OPERATORS.items():
        forward, reflected, in_place = _operator(function)
        for cls in (ndarray, generic):
            setattr(cls, f"__{name}__", forward)
            setattr(cls, f"__r{name}__", reflected)
        if name != "divmod":
            setattr(ndarray, f"__i{name}__", in_place)
            setattr(generic, f"__i{name}__", forward)  # a scalar is not changed, it is replaced
    for name, function in _COMPARISONS.items():
        for cls in (ndarray, generic):
            setattr(cls, f"__{name}__", _comparison(function))
    for name, function in _UNARY.items():
        for cls in (ndarray, generic):
            setattr(cls, f"__{name}__", _unary(function))
    ndarray.__hash__ = None


attach_operators()

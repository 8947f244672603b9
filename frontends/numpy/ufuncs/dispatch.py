"""The ufunc classes: what a call tells apart, and its fast paths."""

from __future__ import annotations

import inspect
import itertools
import math
import re
import warnings
from types import NoneType

import numpy as np

from frontends.common.conversion import PYTHON_NUMBERS
from frontends.common.host import store_from_host
from ivy_core.arrays import write
from ivy_core.arrays.array import Array
from ivy_core.arrays.host import to_numpy
from ivy_core.arrays.indices import host_index
from ivy_core.arrays.views import new_array
from ivy_core.arrays.write import adopt_result, write_natively
from ivy_core.backends.loading import backend_of_class, load_backend
from ivy_core.contexts import common as is_numpy
from ivy_core.utils import routes
from ivy_core.utils.exceptions import IvyException
from ivy_core.utils.tracebacks import replace_exception

from ..errors import NUMPY_ERRORS, entry
from ..fallback import UnsupportedDtype, native_or_host, to_host
from ..func_wrapper import asarray, ivy
from ..ndarray import ndarray
from ..policy import EXPLAINED_SHAPES_ELEMENTS
from ..protocols import call_array_ufunc, has_override
from ..scalar_types import HELD_DTYPES, BackendScalar
from ..watching import are_free, is_asked, report_masked, reported, unreported
from .at import apply_at_while_traced, is_traced_at, scattered_on_memory
from .gufunc import call_with_core_axes, core_function
from .loops import (
    COMPARISONS,
    DIRECT_CLASSES,
    NUMBERS,
    check_choices,
    compare_out_of_range,
    is_foreign,
    operand_types,
    parsed_signature,
    resolved_loop,
)
from .native import (
    FAILURES,
    MISSING,
    NO_RESULT,
    boxed,
    call_natively,
    compute_directly,
    computes_natively,
    fill_by_framework,
    fill_natively,
    is_watched,
    native_functions,
)
from .out import (
    UNDEFINED_ELEMENTS,
    as_arrays,
    call_on_host,
    fill_out,
    masked,
    outputs,
    where_mask,
)
from .reduction import accumulate_array, reduce_array, reduceat_array

_NO_VALUE = np._NoValue
_NATIVE = NUMBERS | {np.ndarray}
_NATIVE_PAIRS = frozenset(itertools.product(_NATIVE, repeat=2))
_KNOWN_OPERANDS = (Array, np.ndarray, np.generic, bool, int, float, complex, list, tuple)
_KEYWORDS = frozenset({"out", "where", "casting", "order", "dtype", "subok", "signature", "sig"})
_CORE_KEYWORDS = _KEYWORDS - {"where"} | {"axes", "axis", "keepdims"}
_METHOD_ARGUMENTS = {
    "reduce": ("axis", "dtype", "out", "keepdims", "initial", "where"),
    "accumulate": ("axis", "dtype", "out"),
    "reduceat": ("indices", "axis", "dtype", "out"),
}
# What need not be told: a method's options that say what they say by themselves.
_IMPLICIT = {"axis": 0, "dtype": None, "out": None, "keepdims": False, "where": True}
_bound, _new, _array = ivy.__dict__, object.__new__, np.ndarray


_SHAPES_SAID = re.compile("could not be broadcast together|core dimension|non-broadcastable")


class OwnOrNumpys(type):
    """Metaclass: scripts that ask for ``ufunc`` mean NumPy's own as well, as SciPy has them."""

    __signature__ = property(lambda cls: inspect.signature(np.ufunc))

    def __repr__(cls):
        return "<class 'numpy.ufunc'>"  # what a script prints

    def __instancecheck__(cls, instance):
        return type.__instancecheck__(cls, instance) or (
            cls is ufunc and isinstance(instance, np.ufunc)
        )


class ufunc(metaclass=OwnOrNumpys):
    """Universal function.

    Parameters
    ----------
    real : numpy.ufunc
        NumPy's own; it says how many operands there are and how they promote.
    core : str
        Name of the core function that computes it, or of one of ``gufunc.OWN_FUNCTIONS``.
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

    real_ufunc = None

    def __init__(self, real, core, reduction=None, accumulation=None):
        self.real_ufunc = real
        self.__name__ = self.__qualname__ = real.__name__
        self.__module__ = "frontends.numpy"
        self.__doc__ = real.__doc__ and real.__doc__.split("\n\n", 1)[0]
        self.nin, self.nout = real.nin, real.nout
        self.core_name = core
        self.fills_one = real.nout == 1
        self.reduction = reduction
        self.accumulation = accumulation
        self.is_native: bool | None = None  # not known before the NumPy backend is in use

    nargs = property(lambda self: self.nin + self.nout)
    identity = property(lambda self: self.real_ufunc.identity)
    ntypes = property(lambda self: self.real_ufunc.ntypes)
    types = property(lambda self: self.real_ufunc.types)
    signature = property(lambda self: self.real_ufunc.signature)
    __signature__ = property(lambda self: self.real_ufunc.__signature__)
    # of compilers, which call NumPy's C loops with addresses
    _resolve_dtypes_and_context = property(lambda self: self.real_ufunc._resolve_dtypes_and_context)
    _get_strided_loop = property(lambda self: self.real_ufunc._get_strided_loop)

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self):
        return self.__name__

    # NumPy hands its own ufunc to `__array_ufunc__` where a scalar of its own is the left operand,
    # and to `__array_wrap__`: a program that looks it up among the names it knows finds this one.
    def __eq__(self, other):
        return self is other or other is self.real_ufunc

    def __hash__(self):
        return hash(self.real_ufunc)

    def find_native(self) -> bool:
        """Return whether the NumPy backend computes it by NumPy's ufunc itself.

        Then that is called where each context has the backend: its closure is one frame more.
        """
        if self.is_native is None:
            function = load_backend("numpy").implementations.get(self.core_name)
            self.is_native = function is self.real_ufunc
        return self.is_native

    def __call__(self, *args, **kwargs):
        try:
            return self.general_path(args, kwargs)
        except Exception as err:
            try:
                return self.recover(err, args)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    def general_path(self, args, kwargs):
        """Answer a call with whatever operands and keywords: on the backend, else on the host."""
        if args and args[-1] is MISSING:
            args = tuple([x for x in args if x is not MISSING])
        if kwargs.get("out") is Ellipsis:
            return as_arrays(self.general_path(args, kwargs | {"out": (None,) * self.nout}))
        try:
            if computes_natively(self.core_name):
                result = NO_RESULT
                if len(kwargs) == 1 and "out" in kwargs and len(args) == self.nin:
                    result = fill_natively(self, args, kwargs["out"])
                if result is NO_RESULT:
                    result = call_natively(self, self.real_ufunc, args, kwargs)
                if result is not NO_RESULT:
                    return result
            return self._call_core_function(args, kwargs)
        except UnsupportedDtype:
            pass  # real NumPy answers, outside of this clause: its errors have no context then
        result = call_array_ufunc(self, "__call__", args, kwargs)
        if result is not NotImplemented:
            return result
        return call_on_host(self.real_ufunc, args, kwargs, self.nin)

    def recover(self, err, args):
        """Answer for an integer beyond the dtype; else raise the error, of NumPy's class."""
        if NUMPY_ERRORS.already_in_dialect(err, self.__name__):
            raise err
        operands = args[: self.nin]
        if isinstance(err, OverflowError) and self.__name__ in COMPARISONS and len(args) == 2:
            result = compare_out_of_range(self.__name__, *operands)
            if result is not None:
                return result
        core = isinstance(err, IvyException) and isinstance(err, TypeError)
        own = self._promotion_error(operands) if core else self._shape_error(err, operands)
        raise NUMPY_ERRORS.translate(err, self.__name__, own)

    def _promotion_error(self, operands) -> TypeError | None:
        """Return NumPy's error for the operands' dtypes; None if it takes them or is not asked."""
        if not all(isinstance(v, _KNOWN_OPERANDS) for v in operands):
            return None  # to convert a user's object is to call its methods once more
        described = operand_types(
            [v if type(v) in PYTHON_NUMBERS else asarray(v) for v in operands]
        )
        try:
            resolved_loop(self.real_ufunc, described + (None,) * self.nout, "same_kind", None)
        except TypeError as own:
            return own
        return None

    def _shape_error(self, err, operands) -> ValueError | None:
        """Return NumPy's error for the operands' shapes; None if it takes them or is not asked."""
        if not isinstance(err, ValueError) or _SHAPES_SAID.search(str(err)):
            return None  # another mistake, or said by NumPy: of `out` besides
        if len(operands) != self.nin:
            return None
        shapes = []
        for v in operands:
            if not isinstance(v, _KNOWN_OPERANDS):
                return None
            if type(v) is not ndarray and type(v) not in PYTHON_NUMBERS:
                try:
                    v = asarray(v)
                except IvyException:
                    return None
            shapes.append(tuple(getattr(getattr(v, "_data", v), "shape", ())))
        if self.real_ufunc.signature is None:
            try:
                np.broadcast_shapes(*shapes)
            except ValueError:
                shown = " ".join(map(str, shapes)).replace(", ", ",")
                # the blank at the end is NumPy's
                return ValueError(f"operands could not be broadcast together with shapes {shown} ")
            return None
        if sum(math.prod(shape) for shape in shapes) > EXPLAINED_SHAPES_ELEMENTS:
            return None
        try:  # the loop of real numbers looks at the shapes first
            self.real_ufunc(*[np.zeros(shape) for shape in shapes])
        except ValueError as own:
            return own
        return None

    def _call_core_function(self, args, kwargs):
        """Call the core's function by NumPy's rules for casting, dtype, mask and out."""
        self._check_arguments(args, kwargs)
        where, casting, dtype, signature = (
            kwargs.get("where", True), kwargs.get("casting", "same_kind"), kwargs.get("dtype"),
            kwargs.get("signature", kwargs.get("sig")),
        )  # fmt: skip
        check_choices(casting, kwargs.get("order", "K"))
        mask = None if where is True else where_mask(where)
        operands, outs = self._split_operands_and_outs(args, kwargs)
        if any(map(is_foreign, operands)):
            raise UnsupportedDtype
        operands = [v if type(v) in PYTHON_NUMBERS else asarray(v) for v in operands]
        if is_asked() and are_free((*operands, *outs)):
            return call_on_host(self.real_ufunc, args, kwargs, self.nin)
        if dtype is not None and signature is not None:
            raise TypeError("cannot specify both 'signature' and 'dtype'")
        loop = self._resolve_loop(operands, outs, casting, dtype, signature)
        if dtype is not None or signature is not None:
            operands = [
                asarray(v).astype(d, copy=False) for v, d in zip(operands, loop, strict=False)
            ]
        elif PYTHON_NUMBERS.issuperset(map(type, operands)):
            operands = [asarray(v) for v in operands]
        if mask is None:
            results = self._compute_results(operands, kwargs, loop)
        else:
            with unreported():
                results = self._compute_results(operands, kwargs, loop)
            if "out" not in kwargs and len(args) == self.nin:
                warnings.warn(UNDEFINED_ELEMENTS, stacklevel=4)
            results = [masked(r, mask, o) for r, o in zip(results, outs, strict=True)]
            report_masked(self.real_ufunc, operands, mask, results)
        return self._fill_outputs(results, outs, casting)

    def _check_arguments(self, args, kwargs) -> None:
        """Raise NumPy's error for an unknown keyword, or too few or too many operands."""
        unknown = kwargs.keys() - (_KEYWORDS if self.signature is None else _CORE_KEYWORDS)
        if unknown:
            name = min(unknown)
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument '{name}'")
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments but "
                f"{len(args)} {'was' if len(args) == 1 else 'were'} given"
            )

    def _compute_results(self, operands, kwargs, loop) -> list:
        """Return the results of the core's function, in the dtypes of a loop that was resolved."""
        if self.signature is not None:
            result = call_with_core_axes(self, operands, kwargs)
        else:
            result = core_function(self.core_name)(*operands)
        results = list(result) if self.nout > 1 else [result]
        if loop is None:
            return results
        return [
            r if r.dtype == d else r.astype(d)
            for r, d in zip(results, loop[self.nin :], strict=True)
        ]

    def _fill_outputs(self, results, outs, casting):
        """Return the results, or the arrays given for them, filled."""
        for r, o in zip(results, outs, strict=True):
            if o is not None and not (type(o) is ndarray and adopt_result(o, r)):
                fill_out(o, r, casting, self.__name__)
        returned = [r if o is None else o for r, o in zip(results, outs, strict=True)]
        return tuple(returned) if self.nout > 1 else returned[0]

    def _split_operands_and_outs(self, args, kwargs):
        """Return (operands, outs), an array or None for each result; raise if out is double."""
        operands, extra = args[: self.nin], args[self.nin :]
        out = kwargs.get("out")
        if extra:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            out = (*extra, *(None,) * (self.nout - len(extra)))
        elif self.nout > 1 and out is not None and not isinstance(out, tuple):
            raise TypeError("'out' must be a tuple of arrays")
        return operands, outputs(out, self.nout)

    def _resolve_loop(self, operands, outs, casting, dtype, signature):
        """Check the casts as NumPy does; return the loop's dtypes, None if it is the usual one."""
        plain = dtype is None and signature is None and casting == "same_kind"
        if plain and {NoneType}.issuperset(map(type, outs)):
            return None
        described = operand_types(operands) + tuple(None if o is None else o.dtype for o in outs)
        if dtype is not None:
            signature = (None,) * self.nin + (np.dtype(dtype),) * self.nout
        elif signature is not None:
            signature = parsed_signature(signature, self.nargs)
        loop = resolved_loop(self.real_ufunc, described, casting, signature)
        if any(d not in HELD_DTYPES for d in loop):
            raise UnsupportedDtype
        return loop

    # methods

    def reduce(
        self, array, /, axis=0, dtype=None, out=None, keepdims=False, initial=_NO_VALUE, where=True
    ):
        """Reduce along axes by applying the function to one element after another."""
        try:
            if is_numpy.on_host and out is None and where is True and initial is _NO_VALUE:
                data = getattr(array, "_data", None) if type(array) is ndarray else None
                if type(data) is np.ndarray:
                    return boxed(self.real_ufunc.reduce(data, axis, dtype, None, keepdims))
            return self._call_ufunc_method(
                "reduce", reduce_array, array, axis, dtype, out, keepdims, initial, where
            )
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, self.__name__)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    def accumulate(self, array, /, axis=0, dtype=None, out=None):
        """Return all intermediate results of a reduction along one axis."""
        try:
            if is_numpy.on_host and out is None:
                data = getattr(array, "_data", None) if type(array) is ndarray else None
                if type(data) is np.ndarray:
                    return boxed(self.real_ufunc.accumulate(data, axis, dtype))
            return self._call_ufunc_method("accumulate", accumulate_array, array, axis, dtype, out)
        except Exception as err:
            try:
                NUMPY_ERRORS.raise_translated(err, self.__name__)
            except Exception as raised:
                replace_exception(raised, err)
                raise

    @entry
    def reduceat(self, array, /, indices, axis=0, dtype=None, out=None):
        """Reduce the slices that begin at ``indices``."""
        return self._call_ufunc_method("reduceat", reduceat_array, array, indices, axis, dtype, out)

    @entry
    def outer(self, A, B, /, **kwargs):
        """Apply the function to each pair of elements of two arrays."""
        if is_numpy.on_host and not kwargs and type(A) is type(B) is ndarray:
            first, second = getattr(A, "_data", None), getattr(B, "_data", None)
            if type(first) is type(second) is np.ndarray:
                return boxed(self.real_ufunc.outer(first, second))
        if self.signature is not None:
            raise TypeError("method outer is not allowed in ufunc with non-trivial signature")
        if self.nin != 2:
            raise ValueError("outer product only supported for binary functions")
        if has_override(A, "__array_ufunc__") or has_override(B, "__array_ufunc__"):
            return call_array_ufunc(self, "outer", (A, B), kwargs)
        try:
            A, B = asarray(A), asarray(B)
        except UnsupportedDtype:
            return call_on_host(self.real_ufunc.outer, (A, B), kwargs, 2)
        native = getattr(A, "_data", None)
        backend = backend_of_class(type(native))
        if type(A) is ndarray and backend is not None and backend.CAPABILITIES.native_views:
            shape = tuple(native.shape) + (1,) * B.ndim
            A = new_array(ndarray, backend.reshape_native(native, shape))
        elif type(A) is ndarray and B.ndim:
            A = A.reshape(A.shape + (1,) * B.ndim)
        return self(A, B, **kwargs)

    @entry
    def at(self, a, indices, b=MISSING, /):
        """Apply the function in place at ``indices``; repeated ones count each time."""
        if type(a) is ndarray and type(data := getattr(a, "_data", None)) is np.ndarray:
            if is_numpy.on_host:
                operands = () if b is MISSING else (native_or_host(b),)
                at = native_or_host(indices)
                write_natively((a,), self.real_ufunc.at, data, at, *operands)
                return
        if has_override(a, "__array_ufunc__") or has_override(b, "__array_ufunc__"):
            operands = (a, indices) if b is MISSING else (a, indices, b)
            call_array_ufunc(self, "at", operands, {})
            return
        ours = isinstance(a, Array)
        is_direct = type(a) is ndarray and not is_asked()
        if is_direct and scattered_on_memory(self.real_ufunc.at, a, indices, b):
            return
        if ours and is_traced_at(a, indices, b):
            apply_at_while_traced(self, a, indices, b)
            return
        operands = () if b is MISSING else (to_host(b),)
        native = getattr(a, "_data", None) if ours else a
        if isinstance(native, np.ndarray) or not ours:
            written = (a,) if ours else ()
            write_natively(written, self.real_ufunc.at, native, host_index(indices), *operands)
        else:
            host = np.array(to_numpy(a))
            host.setflags(write=a.flags.writeable)
            try:
                reported(self.real_ufunc.at, (host, host_index(indices), *operands), {})
            except (FloatingPointError, RuntimeWarning):
                store_from_host(a, host)
                raise
            store_from_host(a, host)

    @entry
    def resolve_dtypes(self, *args, **kwargs):
        """Return the dtypes that the function computes in; NumPy's own answer."""
        return self.real_ufunc.resolve_dtypes(*args, **kwargs)

    def after_failure(self, err: Exception, *operands):
        """Have the core say why NumPy failed, or read a view that has no data yet.

        Where errors of arithmetic are watched (`np.errstate`), what NumPy raised is the answer.
        """
        if is_watched():
            raise err
        return _bound[self.core_name](*operands)

    def _call_ufunc_method(self, method, function, array, *args):
        """Call a method, named, by an override, native NumPy, our ``function``, or the host."""
        if self.signature is not None:
            raise RuntimeError("Reduction not defined on ufunc with signature")
        if self.nin != 2:
            raise ValueError(f"{method} only supported for binary functions")
        if self.nout != 1:
            raise ValueError(f"{method} only supported for functions returning a single value")
        names, real = _METHOD_ARGUMENTS[method], getattr(self.real_ufunc, method)
        kwargs = {
            n: v
            for n, v in zip(names, args, strict=True)
            if v is not _NO_VALUE and v is not _IMPLICIT.get(n, MISSING)
        }
        if kwargs.get("out") is Ellipsis:
            args = [None if value is Ellipsis else value for value in args]
            return as_arrays(self._call_ufunc_method(method, function, array, *args))
        overriding = (array, kwargs.get("out"))
        if any(has_override(value, "__array_ufunc__") for value in overriding):
            operands = (array, kwargs.pop("indices")) if method == "reduceat" else (array,)
            return call_array_ufunc(self, method, operands, kwargs)
        try:
            if is_foreign(array):
                raise UnsupportedDtype
            array = asarray(array)
            if computes_natively(self.core_name):
                result = call_natively(self, real, (array,), kwargs)
                if result is not NO_RESULT:
                    return result
            if not (is_asked() and are_free((array,))):
                return function(self, array, *args)
        except UnsupportedDtype:
            pass  # real NumPy answers, outside of this clause: its errors have no context then
        operands = (array, kwargs.pop("indices")) if method == "reduceat" else (array,)
        return call_on_host(real, operands, kwargs, len(operands))


@to_host.register(ufunc)
def _real_ufunc(function):
    return function.real_ufunc


class UnaryUfunc(ufunc):
    """Ufunc of one operand; its first lines are the fast path."""

    def __call__(self, x=MISSING, /, *args, **kwargs):
        try:
            if not args and not kwargs:
                kind = type(x)
                if kind is ndarray:
                    if not is_numpy.on_host or not (self.is_native or self.find_native()):
                        return _bound[self.core_name](x)
                    try:
                        result = self.real_ufunc(x._data)
                    except FAILURES as err:
                        return self.after_failure(err, x)
                    if type(result) is _array:
                        y = _new(ndarray)
                        y._data = result
                        return y
                    return boxed(result)
                if kind in NUMBERS:
                    return self.real_ufunc(x)
                if kind is BackendScalar:
                    if computes_natively(self.core_name):
                        return boxed(native_functions[_bound[self.core_name]](x._data))
                    return _bound[self.core_name](x)
            elif not args and len(kwargs) == 1 and write.observer is None:
                out = kwargs.get("out")
                if type(out) is ndarray and self.fills_one:
                    if is_numpy.on_host:
                        a = getattr(x, "_data", None) if type(x) is ndarray else x
                        data = getattr(out, "_data", None)
                        if type(a) in _NATIVE and type(data) is np.ndarray:
                            self.real_ufunc(a, out=data)
                            return out
                    elif fill_by_framework(self.core_name, out, x):
                        return out
            return self.general_path((x, *args), kwargs)
        except Exception as err:
            try:
                return self.recover(err, (x, *args))
            except Exception as raised:
                replace_exception(raised, err)
                raise


class BinaryUfunc(ufunc):
    """Ufunc of two operands; its first lines are the fast path.

    ``direct_beside`` has the classes of a second operand that the core takes beside an array
    without a look at its value, which an exponent needs.
    """

    def __init__(self, real, core, *reductions):
        super().__init__(real, core, *reductions)
        self.direct_beside = frozenset({ndarray}) if core == "pow" else NUMBERS | {ndarray}

    def of_numbers(self, x1, x2, kind: type, other: type):
        """Compute for a number and an array, or two numbers or scalars; else NotImplemented."""
        if kind in NUMBERS:
            if other is ndarray:
                return _bound[self.core_name](x1, x2)
            if other in NUMBERS:
                return self.real_ufunc(x1, x2)
        if kind in DIRECT_CLASSES and other in DIRECT_CLASSES:
            return compute_directly(self, x1, x2)
        return NotImplemented

    def __call__(self, x1=MISSING, x2=MISSING, /, *args, **kwargs):
        try:
            if not args and not kwargs:
                kind, other = type(x1), type(x2)
                if kind is ndarray and other in self.direct_beside:
                    if other is not ndarray or not is_numpy.on_host:
                        return _bound[self.core_name](x1, x2)
                    if not self.is_native and not self.find_native():
                        return _bound[self.core_name](x1, x2)
                    try:
                        result = self.real_ufunc(x1._data, x2._data)
                    except FAILURES as err:
                        return self.after_failure(err, x1, x2)
                    if type(result) is _array:
                        y = _new(ndarray)
                        y._data = result
                        return y
                    return boxed(result)
                result = self.of_numbers(x1, x2, kind, other)
                if result is not NotImplemented:
                    return result
            elif not args and len(kwargs) == 1 and self.fills_one:
                out = kwargs.get("out")
                if type(out) is ndarray and write.observer is None:
                    if not is_numpy.on_host:
                        if fill_by_framework(self.core_name, out, x1, x2):
                            return out
                    else:
                        a = getattr(x1, "_data", None) if type(x1) is ndarray else x1
                        b = getattr(x2, "_data", None) if type(x2) is ndarray else x2
                        data = getattr(out, "_data", None)
                        if type(data) is _array and (type(a), type(b)) in _NATIVE_PAIRS:
                            self.real_ufunc(a, b, out=data)
                            return out
            return self.general_path((x1, x2, *args), kwargs)
        except Exception as err:
            try:
                return self.recover(err, (x1, x2, *args))
            except Exception as raised:
                replace_exception(raised, err)
                raise


for _cls in (ufunc, UnaryUfunc, BinaryUfunc):  # pickle finds the first there
    _cls.__call__ = routes.entry_of(None, _cls.__call__)
for _name in ("reduce", "accumulate", "reduceat", "outer", "at"):
    setattr(ufunc, _name, routes.entry_of(None, getattr(ufunc, _name)))
    _cls.__module__, _cls.__name__, _cls.__qualname__ = "frontends.numpy", "ufunc", "ufunc"

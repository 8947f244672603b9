"""Dtypes that functions support, and checks of data type objects.

What is known of a function: the loops of the NumPy ufunc that it is declared with; what it refuses
on every backend (:data:`REFUSED`) and on one (``backends/X/dtype_support.py``); and what is
declared on a backend's function, or on any function of a user, as ``unsupported_dtypes`` and
``unsupported_devices``, tuples of names. A function written with others refuses what they refuse.
"""

from __future__ import annotations

import dis
import importlib
import inspect
import types
from collections.abc import Callable, Iterator

import ivy_core as ivy
from ivy_core.backend_handler import active_backend
from ivy_core.backends.loading import load_backend
from ivy_core.dtypes import DTYPES, Dtype, ufunc_dtypes
from ivy_core.registry import FUNCTIONS, FunctionSpec, compositional, standalone
from ivy_core.utils.exceptions import IvyException

_FLOATS = frozenset({"float32", "float64"})
_COMPLEX = ("complex64", "complex128")
_NO_LAPACK = ("float16", "bfloat16")

# Refused everywhere, as NumPy refuses it. An entry of a compositional function is its whole answer:
# what it calls refuses more, but is called with masks, or with some options only.
REFUSED: dict[str, tuple[str, ...]] = {
    "bincount": ("float16", "bfloat16", "float32", "float64", *_COMPLEX),
    "clip_matrix_norm": _NO_LAPACK,
    "cross": ("bool",),
    "huber_loss": ("bool",),
    "ihfft": _COMPLEX,
    "l1_loss": ("bool",),
    "matrix_power": (),
    "nan_to_num": (),
    "pad": (),
    "quantile": _COMPLEX,
    "rfft": _COMPLEX,
    "rfftn": _COMPLEX,
    "smooth_l1_loss": ("bool",),
    "soft_margin_loss": ("bool",),
} | dict.fromkeys(
    (
        "cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "matrix_rank",
        "pinv", "qr", "slogdet", "solve", "svd", "svdvals",
    ),
    _NO_LAPACK,
)  # fmt: skip


def bound_backend(namespace: types.ModuleType) -> types.ModuleType:
    """Return the backend package of a namespace: the one it is bound to, else the active one."""
    name = namespace.__dict__.get("backend")
    return load_backend(name) if name else active_backend()


def refusals(namespace: types.ModuleType, fn: Callable, recurse: bool, attribute: str) -> frozenset:
    """Return the dtypes that a function refuses, in the way that it would run in ``namespace``.

    Parameters
    ----------
    namespace : module
        The package itself, or the namespace of a backend.
    fn : callable
        A function of ivy, or one written with such functions.
    recurse : bool
        Whether the functions that it calls are looked at.
    attribute : {'unsupported_dtypes', 'unsupported_devices'}
        Where functions declare what they refuse.
    """
    return _unsupported_dtypes_or_devices(bound_backend(namespace), fn, recurse, attribute, set())


def _unsupported_dtypes_or_devices(backend, fn, recurse, attribute, seen) -> frozenset:
    """Return a function's ``attribute`` on a backend, with that of its callees if ``recurse``."""
    spec = spec_of(fn)
    native = native_of(spec, backend)
    if native is not None and not hasattr(native, "partial_mixed_handler"):
        return _unsupported_by_native(backend, spec, native, attribute)
    return _unsupported_by_body(backend, fn, recurse, attribute, seen)


def _unsupported_by_native(
    backend, spec: FunctionSpec, native: Callable, attribute: str
) -> frozenset:
    """Return a native's ``attribute``, with dtypes declared or without a ufunc's loop."""
    found = frozenset(getattr(native, attribute, ()))
    if attribute != "unsupported_dtypes":
        return found
    found |= _declared_unsupported(backend, spec) or frozenset()
    if spec.ufunc is not None:
        count = len(spec.promote or spec.array_parameters)
        found |= {d for d in DTYPES if not _has_ufunc_loop(spec.ufunc, d, count)}
    return found


def _declared_unsupported(backend, spec: FunctionSpec) -> frozenset | None:
    """Return the unsupported dtypes declared for a function's name, None if there are none."""
    facts = importlib.import_module(f"{backend.__name__}.ops.dtype_support").REFUSED
    if spec.name not in REFUSED and spec.name not in facts:
        return None
    return frozenset(REFUSED.get(spec.name, ())) | frozenset(facts.get(spec.name, ()))


def _has_ufunc_loop(ufunc: str, dtype: str, count: int) -> bool:
    # bfloat16 has the loops of the other floats; NumPy itself does not know it
    known = DTYPES["float32" if dtype == "bfloat16" else dtype]
    return ufunc_dtypes(ufunc, (known,) * count) is not None


def _unsupported_by_body(backend, fn, recurse, attribute, seen) -> frozenset:
    """Collect what a body declares in ``attribute``; with ``recurse``, else what its callees do."""
    body, spec = inspect.unwrap(fn), spec_of(fn)
    declared = getattr(body, attribute, None)
    if declared is None and spec is not None and attribute == "unsupported_dtypes":
        declared = _declared_unsupported(backend, spec)
    code = getattr(body, "__code__", None)
    if declared is not None or not recurse or code is None or code in seen:
        return frozenset(declared or ())
    seen.add(code)
    called = list(_called_functions(body))
    found = [
        _unsupported_dtypes_or_devices(backend, inner, recurse, attribute, seen) for inner in called
    ]
    # beside others, bitwise_and and its kin work on masks and positions, whatever the argument is
    others = [refused for refused in found if not _FLOATS <= refused]
    refused = frozenset().union(*(others or found))
    # where there is a logarithm or the like, what subtract gets are no booleans any more
    return refused - {"bool"} if any(map(_turns_bools_into_floats, called)) else refused


def _turns_bools_into_floats(fn: Callable) -> bool:
    """Return whether a function is that of a ufunc that turns booleans into floats."""
    spec = spec_of(fn)
    if spec is None or spec.ufunc is None:
        return False
    count = len(spec.promote or spec.array_parameters)
    loop = ufunc_dtypes(spec.ufunc, (DTYPES["bool"],) * count)
    return loop is not None and loop[0].is_float


def spec_of(fn: Callable) -> FunctionSpec | None:
    """Return the declaration of an ivy function, however it is bound; None for any other one."""
    spec = FUNCTIONS.get(getattr(fn, "__name__", None))
    if spec is None:
        return None
    own, declared = inspect.unwrap(fn), inspect.unwrap(spec.body)
    return spec if getattr(own, "__code__", None) is declared.__code__ else None


def native_of(spec: FunctionSpec | None, backend: types.ModuleType) -> Callable | None:
    """Return the function of a backend that does the work of a primary or a mixed one."""
    if spec is None or spec.kind not in ("primary", "mixed"):
        return None
    return backend.implementations.get(spec.name)


def _called_functions(body: types.FunctionType) -> Iterator[Callable]:
    """Yield the ivy functions that occur in a function's code, and functions of its own module.

    Operators are not looked at: most of them work on Python numbers.
    """
    scope = dict(body.__globals__) | inspect.getclosurevars(body).nonlocals
    codes = [body.__code__]
    while codes:
        code = codes.pop()
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        namespace = False
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and namespace:
                if step.argval in FUNCTIONS:
                    yield FUNCTIONS[step.argval].body
            elif step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"):
                value = scope.get(step.argval)
                if callable(value) and (spec_of(value) or _is_function_of_same_module(value, body)):
                    yield value
                namespace = isinstance(value, types.ModuleType) and value.__name__.startswith(
                    "ivy_core"
                )
                continue
            if step.opname != "EXTENDED_ARG":
                namespace = False


def _is_function_of_same_module(value, body: types.FunctionType) -> bool:
    return isinstance(value, types.FunctionType) and value.__module__ == body.__module__


@compositional
def function_supported_dtypes(
    fn: Callable, recurse: bool = True
) -> tuple[Dtype, ...] | dict[str, tuple[Dtype, ...]]:
    """Data types that a function takes, with the current backend.

    Parameters
    ----------
    fn: A function of ivy, or one written with such functions.
    recurse : bool, optional
        Whether the functions that it calls are looked at too. What it says of a compositional
        function are the dtypes that all of them take: it may take others, cast before they meet
        the function that refuses them.

    Returns
    -------
    tuple of Dtype or dict
        A function that is native for some inputs only has two answers, under ``"primary"`` (the
        native one) and ``"compositional"``.

    See Also
    --------
    function_unsupported_dtypes : the others.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.function_supported_dtypes(ivy.bitwise_invert)[:4]
    (ivy.bool, ivy.int8, ivy.int16, ivy.int32)
    """
    backend = bound_backend(ivy)
    spec = spec_of(fn)
    native = native_of(spec, backend)
    attribute = "unsupported_dtypes"
    if native is not None and hasattr(native, "partial_mixed_handler"):
        body = _unsupported_by_body(backend, fn, recurse, attribute, set())
        return {
            "compositional": _supported_except(backend, body),
            "primary": _supported_except(
                backend, _unsupported_by_native(backend, spec, native, attribute)
            ),
        }
    return _supported_except(
        backend, _unsupported_dtypes_or_devices(backend, fn, recurse, attribute, set())
    )


def _supported_except(backend, refused) -> tuple[Dtype, ...]:
    return tuple(
        [d for name, d in DTYPES.items() if name in backend.DTYPES and name not in refused]
    )


@compositional
def function_unsupported_dtypes(
    fn: Callable, recurse: bool = True
) -> tuple[Dtype, ...] | dict[str, tuple[Dtype, ...]]:
    """Data types that a function does not take, with the current backend.

    Parameters
    ----------
    fn: A function of ivy, or one written with such functions.
    recurse: Whether the functions that it calls are looked at too.

    Returns
    -------
    tuple of Dtype or dict
        All that :func:`function_supported_dtypes` leaves out, those that the backend does not have
        among them.

    >>> with ivy.with_backend("numpy"):
    ...     ivy.function_unsupported_dtypes(ivy.logaddexp)
    (ivy.bfloat16, ivy.complex64, ivy.complex128)
    """
    found = ivy.function_supported_dtypes(fn, recurse)
    if isinstance(found, dict):
        return {kind: _all_dtypes_except(dtypes) for kind, dtypes in found.items()}
    return _all_dtypes_except(found)


def _all_dtypes_except(dtypes: tuple[Dtype, ...]) -> tuple[Dtype, ...]:
    return tuple([d for d in DTYPES.values() if d not in dtypes])


@standalone
def is_hashable_dtype(dtype_in: str, /) -> bool:
    """Return whether a data type can be the key of a dictionary.

    Parameters
    ----------
    dtype_in, Python type or dtype of any framework: What to look at.

    Returns: bool

    >>> ivy.is_hashable_dtype("float32"), ivy.is_hashable_dtype(["float32"])
    (True, False)
    """
    try:
        hash(dtype_in)
    except TypeError:
        return False
    return True


@compositional
def is_native_dtype(dtype_in: str, /) -> bool:
    """Return whether something is the backend's own object for a data type.

    Parameters
    ----------
    dtype_in : any
        What to look at.

    Returns: false for names, for Python types, and for dtypes of other frameworks.

    >>> with ivy.with_backend("numpy"):
    ...     native = ivy.as_native_dtype("float32")
    ...     ivy.is_native_dtype(native), ivy.is_native_dtype("float32")
    (True, False)
    """
    if isinstance(dtype_in, str) or not ivy.is_hashable_dtype(dtype_in):
        return False
    try:
        native = ivy.as_native_dtype(ivy.as_ivy_dtype(dtype_in))
    except IvyException:
        return False
    return isinstance(dtype_in, type(native)) and native == dtype_in

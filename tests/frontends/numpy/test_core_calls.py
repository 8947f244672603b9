"""Every native function of the frontend is made of core functions: looked at as it runs.

On the NumPy backend it is NumPy's own function of that name, if there is one.
"""

from __future__ import annotations

import inspect
import itertools
import types
import warnings

import numpy as real
import pytest

import frontends.numpy as ours
import ivy_core as ivy
from frontends.numpy import func_wrapper
from ivy_core import modes
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.tracebacks import owner
from tests.core.recording import in_the_place_of, noting_backend
from tests.frontends.numpy.differential import matches

FLOATS = real.array([[0.5, 0.25], [0.75, 0.125]])
CANDIDATES = [
    FLOATS, FLOATS[0], real.array([[3, 1], [2, 5]]), real.array([3, 1]), FLOATS + 1.5,
    real.array([[2.0, 0.5], [0.5, 1.0]]), real.array([True, False]), [FLOATS, FLOATS], 1,
]  # fmt: skip
PLACES = {"": (ours, real), "linalg": (ours.linalg, real.linalg), "fft": (ours.fft, real.fft)}


def native_names():
    """Yield the functions of NumPy that the frontend has of its own, ufuncs among them."""
    for place, (module, numpys) in PLACES.items():
        for name in dir(module):
            value = getattr(module, name)  # imported when it is first asked for
            function = isinstance(value, types.FunctionType) and not hasattr(value, "is_fallback")
            if function and owner(inspect.unwrap(value).__code__.co_filename) != "frontend":
                continue
            if (function or isinstance(value, ours.ufunc)) and not name.startswith("_"):
                if callable(getattr(numpys, name, None)) and name in numpys.__all__:
                    yield f"{place}.{name}".lstrip(".")


# By function: arguments, where the candidates above do not suit or show too little.
SAMPLES = {
    "apply_along_axis": lambda np, a: (lambda row: np.sum(row * row), 0, a(FLOATS)),
    "apply_over_axes": lambda np, a: (np.sum, a(FLOATS), [0]),
    "astype": lambda np, a: (a(FLOATS), "float32"),
    "block": lambda np, a: ([[a(FLOATS), a(FLOATS)]],),
    "cross": lambda np, a: (a(FLOATS[[0, 0]][:, [0, 1, 0]]), a(np_triple())),
    "diag": lambda np, a: (a(FLOATS[0]),),
    "einsum": lambda np, a: ("ij,jk->ik", a(FLOATS), a(FLOATS)),
    "fromfunction": lambda np, a: (lambda i, j: np.add(i, j), (2, 2)),
    "insert": lambda np, a: (a(FLOATS), [3, 1], a(FLOATS[0])),
    "linalg.cross": lambda np, a: (a(FLOATS[[0, 0]][:, [0, 1, 0]]), a(np_triple())),
    "linalg.matrix_power": lambda np, a: (a(FLOATS), 3),
    "linalg.tensorinv": lambda np, a: (a(real.eye(4).reshape(2, 2, 2, 2) + 1.0),),
    "put_along_axis": lambda np, a: (a(FLOATS.copy()), a(real.array([[0, 1]])), 9.0, 0),
    "take_along_axis": lambda np, a: (a(FLOATS), a(real.array([[0, 1]])), 0),
    "unique_all": lambda np, a: (a(FLOATS),),
    "where": lambda np, a: (a(FLOATS > 0.3), a(FLOATS), 0.0),
} | {
    name: lambda np, a: (a(FLOATS[0]), a(FLOATS[1])) for name in ("polyadd", "polysub", "polyval")
}  # fmt: skip
# What computes no values: shapes, dtypes and memory are looked at.
LOOKING = {
    "can_cast", "common_type", "einsum_path", "iscomplexobj", "isfortran", "isrealobj",
    "isscalar", "may_share_memory", "min_scalar_type", "ndim", "promote_types",
    "result_type", "shape", "shares_memory", "size",
}  # fmt: skip
# What NumPy makes on the host, to be taken over: of Python objects, numbers, text and buffers, or
# of how many elements a mask picks, which no compiled kernel can have as its shape.
ON_THE_HOST = {
    "arange", "argwhere", "array", "asanyarray", "asarray", "ascontiguousarray", "copy", "copyto",
    "diag_indices", "diag_indices_from", "eye", "flatnonzero", "from_dlpack", "frombuffer",
    "fromiter", "fromstring", "geomspace", "identity", "indices", "linspace", "logspace",
    "mask_indices", "nonzero", "ravel_multi_index", "require", "tri", "tril_indices",
    "tril_indices_from", "triu_indices", "triu_indices_from", "trim_zeros", "unravel_index",
}  # fmt: skip
# What copies elements: of small arrays NumPy does it, on the memory that they have on the host.
MOVES = {
    "append", "delete", "diagflat", "insert", "meshgrid", "repeat", "roll", "take", "tile", "tril",
    "triu", "where",
}  # fmt: skip
# What the core's lenses and its indexing do: Array itself, and no function of the namespace.
OF_ARRAYS = {
    "array_split", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_arrays", "diagonal",
    "expand_dims", "flip", "fliplr", "flipud", "hsplit", "linalg.diagonal", "put_along_axis",
    "real", "real_if_close", "rot90", "split", "squeeze", "take_along_axis", "unstack", "vsplit",
}  # fmt: skip
CASTS = {"astype"}  # by the backend itself
OF_ANY_VALUE = {"empty", "empty_like"}


def np_triple():
    return real.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])


def resolved(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def found(name):
    """Return arguments that real NumPy takes, as a function of the module and what makes arrays."""
    if name in SAMPLES:
        return SAMPLES[name]
    function = resolved(ours, name)
    if isinstance(function, ours.ufunc):
        count = function.nin
    else:
        parameters = inspect.signature(function).parameters.values()
        positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        count = len([p for p in parameters if p.default is p.empty and p.kind in positional]) or 1
    for chosen in itertools.product(CANDIDATES, repeat=min(count, 3)):
        try:
            with real.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                resolved(real, name)(*made(chosen, real.array))
        except Exception:
            continue
        return lambda np, a, chosen=chosen: made(chosen, a)
    return None


def made(values, make):
    """Return arguments of a sample, arrays of them made anew."""
    return [
        make(v.copy()) if isinstance(v, real.ndarray) else made(v, make) if type(v) is list else v
        for v in values
    ]


NAMES = list(native_names())
NOT_CALLED = LOOKING | {"bmat", "seterr"}  # a matrix of NumPy's, and a state of the process
CALLED = {n: s for n in NAMES if n not in NOT_CALLED and (s := found(n)) is not None}


def test_nearly_all_are_called():
    assert len(NAMES) > 380
    assert set(NAMES) - set(CALLED) - NOT_CALLED <= {"fromiter", "fromstring", "mask_indices"}
    assert LOOKING | ON_THE_HOST <= set(NAMES)


@pytest.fixture(scope="module")
def noting(backend):
    return noting_backend(backend)


@pytest.fixture
def spied(backend, noting, monkeypatch):
    """Note which core functions the frontend calls, and which implementations run.

    NumPy computes nothing on the host meanwhile: what it does there has a test of its own.
    """
    core, names = vars(func_wrapper.ivy), []

    def note(name, function):
        return lambda *args, **kwargs: names.append(name) or function(*args, **kwargs)

    module, calls = noting
    calls.clear()
    off = modes.set("host_execution", False)
    with in_the_place_of(backend, module), monkeypatch.context() as patched, off:
        for name in FUNCTIONS:
            patched.setitem(core, name, note(name, core[name]))
        yield names, calls


@pytest.mark.checklist("T03")
@pytest.mark.parametrize("name", sorted(CALLED))
def test_a_function_is_made_of_core_functions(backend, spied, name):
    names, calls = spied
    given = CALLED[name](ours, ours.array)
    names.clear()
    calls.clear()  # of making the arguments
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with real.errstate(all="ignore"):
            result = resolved(ours, name)(*given)
            entered = [*names, *(call[0] for call in calls)]
            called = resolved(ours, name)
            own = getattr(called, "is_numpys_own" if backend == "numpy" else "runs_on_host", False)
            assert entered or own or name in ON_THE_HOST | MOVES | OF_ARRAYS | CASTS
            if name in OF_ANY_VALUE:
                return
            given = CALLED[name](real, real.array)
            _equal(result, resolved(real, name)(*given), name)


def _equal(result, expected, name):
    if hasattr(expected, "_fields"):  # each library has a NamedTuple of its own
        assert type(result)._fields == type(expected)._fields
        result, expected = tuple(result), tuple(expected)
    if name.startswith(("linalg.eig", "linalg.svd", "linalg.qr")):
        assert len(result) == len(expected)  # vectors have signs of their own
        return
    matches(result, expected, name)


def _parameters(name):
    function = resolved(ours, name)
    return () if isinstance(function, ours.ufunc) else inspect.signature(function).parameters


# their sample says the axis already, or axes are many there
NO_AXIS = {"apply_along_axis", "put_along_axis", "take_along_axis"}


@pytest.mark.checklist("T03")
@pytest.mark.parametrize("name", sorted(OF_ARRAYS - {"put_along_axis", "take_along_axis"}))
def test_views_are_those_of_the_core(backend, name):
    """What is written into the argument shows in the result, as in NumPy."""

    def seen(np):
        x = np.array([[0.5, 0.25], [0.75, 0.125]])
        given = (x, 2) if name.endswith("split") else (x, 0) if name == "expand_dims" else (x,)
        result = resolved(np, name)(*given)
        x[...] = 7.0
        return result

    for one, other in zip(_listed(seen(ours)), _listed(seen(real)), strict=True):
        matches(one, other, name)


def _listed(result):
    return result if isinstance(result, (list, tuple)) else [result]


WITH_OUT = [
    name
    for name in sorted(CALLED)
    if isinstance(resolved(ours, name), ours.ufunc)
    or "out" in inspect.signature(resolved(ours, name)).parameters
]


@pytest.mark.checklist("T03")
@pytest.mark.parametrize("name", WITH_OUT)
def test_out_is_filled_and_seen_through_views(backend, name):
    with real.errstate(all="ignore"):
        expected = resolved(real, name)(*CALLED[name](real, real.array))
        several = isinstance(expected, tuple)
        wanted = expected if several else (expected,)
        outs = [ours.zeros(x.shape, x.dtype) for x in wanted]
        views = [out[...] for out in outs]
        given = tuple(outs) if several else outs[0]
        result = resolved(ours, name)(*CALLED[name](ours, ours.array), out=given)
    for one, out, view, other in zip(
        result if several else (result,), outs, views, wanted, strict=True
    ):
        assert one is out
        matches(ours.array(view), real.asarray(other), name)


@pytest.mark.checklist("T03")
@pytest.mark.parametrize(
    "name", [n for n in sorted(CALLED) if "axis" in _parameters(n) and n not in NO_AXIS]
)
def test_an_axis_that_is_none_is_an_error_of_both(backend, name):
    """Of NumPy's class and of ours, with the name of the function that was called."""
    with pytest.raises(Exception) as numpys, real.errstate(all="ignore"):
        resolved(real, name)(*CALLED[name](real, real.array), axis=9)
    with pytest.raises(ivy.IvyException) as caught:
        resolved(ours, name)(*CALLED[name](ours, ours.array), axis=9)
    builtin = next(c for c in type(numpys.value).__mro__ if c.__module__ == "builtins")
    assert isinstance(caught.value, builtin)
    assert str(caught.value).startswith(f"{backend}: {resolved(real, name).__name__}: ")

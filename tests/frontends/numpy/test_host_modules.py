"""Modules of NumPy's own: every function takes arrays of the frontend, and says nothing about it.

Each public callable is called with candidates of arguments, once with real arrays on real NumPy and
once with the frontend's; results, errors and what was written into the arguments are compared.
"""

from __future__ import annotations

import importlib
import inspect
import io
import pickle
import types
import warnings
from typing import NamedTuple

import numpy as real
import numpy.lib.recfunctions  # NumPy itself imports it only when asked by name
import pytest

import frontends.numpy as ours
from frontends.numpy.host_module import FUNCTION_PARAMETERS, HostCallable, NumpyHostCall
from tests.frontends.numpy.differential import matches

MODULES = """
char ctypeslib lib lib.array_utils lib.format lib.introspect lib.recfunctions lib.scimath ma ma.core
ma.extras ma.mrecords ma.testutils polynomial polynomial.chebyshev polynomial.hermite
polynomial.hermite_e polynomial.laguerre polynomial.legendre polynomial.polynomial
polynomial.polyutils rec strings testing testing.overrides
""".split()

_TABLE = [(1, 2.5), (3, 4.5), (1, 0.5)]
_FIELDS = [("a", int), ("b", float)]


class _Pair(NamedTuple):
    first: object
    second: object


def _warn(x):
    warnings.warn(str(x.sum()), stacklevel=2)


def _x(np):
    return np.array([1.0, 2.0, 3.0])


def _y(np):
    return np.array([[1.0, 2.0], [3.0, 4.0]])


def _i(np):
    return np.array([2, 0, 1])


def _b(np):
    return np.array([True, False, True])


def _s(np):
    return np.array(["ab", "b", "1"])


def _m(np):
    return real.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])


def _r(np):
    return real.array(_TABLE, _FIELDS)


CANDIDATES = [
    lambda np: (_x(np),),
    lambda np: (_y(np),),
    lambda np: (_i(np),),
    lambda np: (np.float64(2.5),),
    lambda np: (np.int64(3),),
    lambda np: (_x(np), _x(np)),
    lambda np: (_x(np), _x(np) + 1e-10),
    lambda np: (_x(np), _x(np) + 1),
    lambda np: (_y(np), _y(np)),
    lambda np: (_i(np), _i(np)),
    lambda np: (_b(np), _b(np)),
    lambda np: ([_x(np), 1], [_x(np), 1]),
    lambda np: (np.float64(1), np.float64(1)),
    lambda np: (np.int64(1), 1.0),
    lambda np: (_x(np), 2),
    lambda np: (_x(np), np.int64(1)),
    lambda np: (_y(np), np.int64(1)),
    lambda np: (2, _y(np)),
    lambda np: (np.int64(2), np.int64(3)),
    lambda np: (_m(np),),
    lambda np: (_m(np), _x(np)),
    lambda np: (_x(np), _m(np)),
    lambda np: (_m(np), 2),
    lambda np: (_x(np), _b(np)),
    lambda np: (_b(np), _x(np)),
    lambda np: (_x(np), _i(np)),
    lambda np: ([_x(np), _x(np)],),
    lambda np: ((_y(np), _y(np)),),
    lambda np: ((np.int64(2), np.int64(2)),),
    lambda np: (_x(np), 1.0, 2.0),
    lambda np: (_x(np), np.float64(1.5), np.float64(2.5)),
    lambda np: (_x(np), _x(np), np.int64(1)),
    lambda np: (_x(np), _x(np), _x(np)),
    lambda np: (_x(np), _i(np), _x(np)),
    lambda np: (_x(np), _b(np), _x(np)),
    lambda np: (_b(np), _x(np), _x(np)),
    lambda np: (_y(np), 0, 1),
    lambda np: (_x(np), _x(np), _y(np)),
    lambda np: (_x(np), _x(np), _x(np), np.arange(8.0).reshape(2, 2, 2)),
    lambda np: (_x(np), _x(np), [np.int64(1), 2]),
    lambda np: (_x(np), _x(np), _x(np), [1, np.int64(1), 1]),
    lambda np: (np.array([-1.0, 1.0]), np.array([0.0, 2.0])),
    lambda np: (_x(np), np.array([-1.0, 1.0]), np.array([0.0, 2.0])),
    lambda np: (np.array([-1.0, 4.0]),),
    lambda np: (2, np.array([-1.0, 4.0])),
    lambda np: (_s(np),),
    lambda np: (_s(np), _s(np)),
    lambda np: (_s(np), "b"),
    lambda np: (_s(np), _i(np)),
    lambda np: (_s(np), np.int64(4)),
    lambda np: (_s(np), "b", "c"),
    lambda np: (_s(np), "b", _i(np)),
    lambda np: (_s(np), _i(np), "*"),
    lambda np: (real.char.encode(_s(np)),),
    lambda np: (real.array(["%d", "%x", "%s"]), _i(np)),
    lambda np: (real.array(["ab"]), "a", np.int64(0)),
    lambda np: (_s(np), str.maketrans("a", "z")),
    lambda np: ("-", _s(np)),
    lambda np: (_r(np),),
    lambda np: (_r(np), "a"),
    lambda np: (_r(np), {"a": "c"}),
    lambda np: (_r(np), ["a"]),
    lambda np: (_r(np), _r(np)),
    lambda np: (_r(np), "c", _x(np)),
    lambda np: (_r(np), [("a", float), ("b", float)]),
    lambda np: ((_r(np), _x(np)),),
    lambda np: ("a", _r(np), real.array([(1, 7.0)], [("a", int), ("c", float)])),
    lambda np: (_r(np).dtype,),
    lambda np: (_y(np), real.dtype(_FIELDS)),
]  # fmt: skip

FUNCTIONS = [
    lambda np: (lambda v: v.sum(), 0, _y(np)),
    lambda np: (lambda v, axis: v.sum(axis), _y(np), np.array([0])),
    lambda np: (lambda i, j: i + j, (2, np.int64(3))),
    lambda np: (lambda v: v * 2, 3),
    lambda np: (lambda v, axis: v.sum(axis=axis), _r(np)),
    lambda np: (np.sum, _y(np), [0]),
    lambda np: (lambda v, w: v < w, _x(np), _x(np) + 1),
    lambda np: (lambda v, w: v < w, _x(np), _x(np)),
]

# For functions that these do not suit.
SPECIAL = {
    "as_array": [lambda np: (_x(np),), lambda np: (real.ctypeslib.as_ctypes(real.arange(3)),)],
    "as_ctypes_type": [lambda np: (real.dtype("i4"),), lambda np: (np.float64,)],
    "array": [lambda np: (_x(np), np.float32), lambda np: (_x(np), None, True, False, _b(np))],
    "assert_string_equal": [lambda np: ("a", "a"), lambda np: ("a", "b")],
    "assert_raises": [lambda np: (ValueError, np.reshape, _x(np), (5,))],
    "assert_raises_regex": [lambda np: (ValueError, "reshape", np.reshape, _x(np), (5,))],
    "assert_no_warnings": [lambda np: (lambda v: v + 1, _x(np))],
    "assert_no_gc_cycles": [lambda np: (lambda v: v + 1, _x(np))],
    "assert_warns": [lambda np: (UserWarning, _warn, _x(np))],
    "build_err_msg": [lambda np: ([_x(np), np.float64(2)], "message")],
    "print_assert_equal": [lambda np: ("case", _x(np).tolist(), [1.0])],
    "header_data_from_array_1_0": [lambda np: (_y(np),)],
    "magic": [lambda np: (1, 0)],
    "read_array": [lambda np: (_saved(),)],
    "read_magic": [lambda np: (_saved(),)],
    "read_array_header_2_0": [lambda np: (_saved(8, 2),)],
    "read_array_header_1_0": [lambda np: (_saved(8),)],
    "write_array": [lambda np: (io.BytesIO(), _y(np))],
    "write_array_header_1_0": [lambda np: (io.BytesIO(), _header())],
    "write_array_header_2_0": [lambda np: (io.BytesIO(), _header())],
    "descr_to_dtype": [lambda np: ("<f8",)],
    "dtype_to_descr": [lambda np: (real.dtype("f8"),)],
    "normalize_axis_index": [lambda np: (-1, 3), lambda np: (np.int64(-1), np.int64(3))],
    "normalize_axis_tuple": [lambda np: ((-1, np.int64(0)), 3), lambda np: (np.int64(-1), 3)],
    "fromarrays": [lambda np: ([_x(np), _i(np)],)],
    "fromrecords": [lambda np: (_TABLE,)],
    "fromstring": [lambda np: (b"\1\0\0\0\0\0\0\0", real.dtype([("a", int)]))],
    "frombuffer": [lambda np: (_x(real).tobytes(),)],
    "fromflex": [lambda np: (_m(np).toflex(),)],
    "addfield": [lambda np: (real.ma.mrecords.fromrecords(_TABLE), _x(np), "c")],
    "compare_chararrays": [lambda np: (_s(np), _s(np), "<", True)],
    "decode": [lambda np: (real.char.encode(_s(np)),)],
    "partition": [lambda np: (_s(np), "b")],
    "index": [lambda np: (real.array(["ab", "ba"]), "a")],
    "slice": [lambda np: (_s(np), np.int64(1)), lambda np: (_s(np), _i(np))],
    "reshape": [lambda np: (_y(np), (np.int64(4), 1)), lambda np: (_m(np), np.array([3, 1]))],
    "find_duplicates": [lambda np: (real.ma.array(_r(np)[[0, 0, 1]]),)],
    "assert_equal": [
        *CANDIDATES[:40],
        lambda np: ({"x": _x(np)}, {"x": [1, 2, 4]}),
        lambda np: ({"x": _x(np)}, {"x": [1, 2, 3]}),
        lambda np: (_Pair(_x(np), 1), _Pair([1, 2, 3], np.int64(1))),
        lambda np: (_x(np).dtype.type, np.float64),
        lambda np: (type(_x(np)), np.ndarray),
    ],
    "swapaxes": [lambda np: (_y(np), np.int64(0), np.int64(1))],
    "isfileobj": [lambda np: (_x(np),)],
    "set_default_printstyle": [lambda np: ("unicode",)],
    "format_float": [lambda np: (np.float64(2.5),)],
    "allows_array_ufunc_override": [lambda np: (np.add,)],
    "allows_array_function_override": [lambda np: (real.sum,)],
    "assert_equal_records": [lambda np: (_r(np), _r(np))],
    "check_support_sve": [],
    "unstructured_to_structured": [lambda np: (_y(np), real.dtype(_FIELDS))],
    "structured_to_unstructured": [lambda np: (_r(np),)],
    "set_fill_value": [lambda np: (_m(np), np.float64(7))],
}  # fmt: skip

NOT_CALLED = {
    "add_docstring": "changes the documentation of the object that it is given",
    "add_newdoc": "changes the documentation of the object that it is given",
    "break_cycles": "takes nothing, gives nothing",
    "check_support_sve": "asks the processor; no arrays",
    "decorate_methods": "takes a class",
    "empty": "values are whatever the memory holds",
    "empty_like": "values are whatever the memory holds",
    "find_duplicate": "deprecated form of recfunctions.find_duplicates; takes lists of names",
    "fromfile": "reads a file",
    "fromtextfile": "reads a file",
    "get_overridable_numpy_array_functions": "takes nothing, gives a set of functions",
    "get_overridable_numpy_ufuncs": "takes nothing, gives a set of ufuncs",
    "ids": "gives addresses",
    "jiffies": "gives a time",
    "load_library": "loads a compiled library",
    "measure": "runs text of code and gives a time",
    "memusage": "gives a size of memory",
    "ndpointer": "its own test",
    "open_memmap": "its own test",
    "opt_func_info": "describes the processor; no arrays",
    "rundocs": "runs the examples of a file",
    "run_threaded": "runs threads; its own test",
    "runstring": "runs text of code",
    "tempdir": "makes a folder",
    "temppath": "makes a file",
    "test": "runs NumPy's own tests",
    "byte_bounds": "gives addresses; its own test",
    "masked_all": "values are whatever the memory holds",
    "masked_all_like": "values are whatever the memory holds",
}


def _saved(skip: int = 0, major: int = 1):
    file = io.BytesIO()
    real.lib.format.write_array(file, _y(real), version=(major, 0))
    file.seek(skip)
    return file


def _header():
    return real.lib.format.header_data_from_array_1_0(_y(real))


def _functions(module: str) -> list[str]:
    """Return the public callables of a module that are no classes."""
    found = importlib.import_module(f"numpy.{module}")
    names = getattr(found, "__all__", None) or [n for n in dir(found) if not n.startswith("_")]
    return [
        name
        for name in names
        if callable(getattr(found, name)) and not isinstance(getattr(found, name), type)
    ]


def _outcome(function, make, np):
    """Return a function's result and its arguments after the call, or its error."""
    args = make(np)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", ours.FallbackWarning)
            result = function(*args)
            return list(result) if isinstance(result, types.GeneratorType) else result, args
    except Exception as err:
        return err, None


def _compare(name, make, expected, given, found, args):
    if isinstance(expected, Exception):
        assert isinstance(found, Exception), (name, expected, found)
        known = ("builtins", "numpy.ma.core")
        kind = next(c for c in type(expected).__mro__ if c.__module__ in known)
        assert isinstance(found, kind), (name, expected, found)
        if isinstance(expected, AssertionError):
            assert str(found) == str(expected)
        return
    if isinstance(found, Exception):
        raise found
    _matches(found, expected)
    for after, wanted in zip(args, given, strict=True):
        if not callable(wanted) and not hasattr(wanted, "read"):
            _matches(after, wanted)


def _matches(found, expected):
    """Compare as `matches` does; masked arrays, records and other objects are NumPy's own."""
    if isinstance(expected, real.ma.MaskedArray):
        assert type(found) is type(expected), (type(found), type(expected))
        assert found.dtype == expected.dtype
        real.testing.assert_array_equal(real.ma.getmaskarray(found), real.ma.getmaskarray(expected))
        assert str(found) == str(expected)
    elif isinstance(expected, real.ndarray) and type(expected) is not real.ndarray:
        assert type(found) is type(expected)
        assert found.dtype == expected.dtype
        real.testing.assert_array_equal(found, expected)
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key in expected:
            _matches(found[key], expected[key])
    elif type(expected) in (list, tuple):
        assert type(found) is type(expected) and len(found) == len(expected), (found, expected)
        for a, b in zip(found, expected, strict=True):
            _matches(a, b)
    elif expected is real.ma.nomask:
        assert found is expected
    elif type(expected).__module__ == "ctypes" or hasattr(expected, "_length_"):
        assert type(found) is type(expected)
    else:
        matches(found, expected)


def _attempts(name: str):
    if name in FUNCTION_PARAMETERS:
        return FUNCTIONS + CANDIDATES[:2]
    return SPECIAL.get(name) or CANDIDATES


@pytest.mark.parametrize("module", MODULES)
def test_every_function_takes_arrays_of_the_frontend(backend, module):
    theirs = importlib.import_module(f"numpy.{module}")
    mine = importlib.import_module(f"frontends.numpy.{module}")
    failures, without = [], []
    for name in _functions(module):
        if name in NOT_CALLED:
            continue
        taken = refused = 0
        for at, make in enumerate(_attempts(name)):
            expected, given = _outcome(getattr(theirs, name), make, real)
            if isinstance(expected, Exception) and not isinstance(expected, AssertionError):
                if refused == 2:
                    continue
                refused += 1
            elif taken == 6:
                continue
            else:
                taken += 1
            found, args = _outcome(getattr(mine, name), make, ours)
            try:
                _compare(name, make, expected, given, found, args)
            except Exception as err:
                failures.append(f"{name}, {at}: {type(err).__name__}: {err}")
        if not taken:
            without.append(name)
    assert not without
    assert not failures, "\n".join(failures)


# classes: NumPy's own


def test_classes_and_constants_are_numpys_own():
    for module, name in [
        ("ma", "MaskedArray"), ("ma", "masked"), ("ma", "nomask"), ("ma.mrecords", "MaskedRecords"),
        ("polynomial", "Polynomial"), ("polynomial.chebyshev", "Chebyshev"), ("rec", "recarray"),
        ("char", "chararray"), ("lib.npyio", "NpzFile"), ("lib", "NumpyVersion"),
        ("testing", "suppress_warnings"), ("testing", "TestCase"), ("testing", "IS_PYPY"),
        ("exceptions", "AxisError"), ("typing", "NDArray"), ("dtypes", "StringDType"),
    ]:  # fmt: skip
        theirs = getattr(importlib.import_module(f"numpy.{module}"), name)
        assert getattr(importlib.import_module(f"frontends.numpy.{module}"), name) is theirs


def _poly(np):
    return np.polynomial.Polynomial(_x(np))


def _masked(np):
    return np.ma.masked_array(_x(np), mask=np.array([False, True, False]))


def _in_place(target, operate, *args):
    operate(target, *args)
    return target


OF_CLASSES = [
    lambda np: np.polynomial.Polynomial(_x(np)).coef,
    lambda np: np.polynomial.Polynomial(_x(np), domain=np.array([0.0, 2.0])).domain,
    lambda np: _poly(np)(_x(np)),
    lambda np: _poly(np)(np.float64(2)),
    lambda np: (_poly(np) + _x(np)).coef,
    lambda np: (_x(np) + _poly(np)).coef,
    lambda np: (_poly(np) * _x(np)).coef,
    lambda np: (_x(np) * _poly(np)).coef,
    lambda np: (np.float64(2) * _poly(np)).coef,
    lambda np: (_poly(np) ** np.int64(2)).coef,
    lambda np: (_poly(np) // _x(np)).coef,
    lambda np: _poly(np).deriv(np.int64(1)).coef,
    lambda np: _poly(np).integ(k=np.array([1.0])).coef,
    lambda np: _poly(np).cutdeg(np.int64(1)).coef,
    lambda np: np.polynomial.Chebyshev.fit(_x(np), _x(np) ** 2, np.int64(2)).coef,
    lambda np: np.polynomial.Legendre.fit(_x(np), _x(np), [0, 1], w=_x(np)).coef,
    lambda np: np.polynomial.Hermite.fromroots(_x(np)).coef,
    lambda np: np.polynomial.Laguerre.cast(_poly(np)).coef,
    lambda np: str(np.polynomial.HermiteE(_x(np))),
    lambda np: np.polynomial.Polynomial.basis(np.int64(2)).coef,
    lambda np: np.poly1d(_x(np))(_x(np)),
    lambda np: np.poly1d(_x(np)).coeffs,
    lambda np: np.roots(np.poly1d(_x(np))),
    lambda np: (np.poly1d(_x(np)) * np.poly1d(_x(np))).coeffs,
    lambda np: str(np.poly1d(_x(np))),
    _masked,
    lambda np: np.ma.MaskedArray(_x(np), fill_value=np.float64(7)),
    lambda np: np.ma.array(_y(np), mask=_y(np) > 2),
    lambda np: _masked(np) + _x(np),
    lambda np: _x(np) + _masked(np),
    lambda np: _masked(np) * np.float64(2),
    lambda np: np.float64(2) * _masked(np),
    lambda np: _masked(np) == _x(np),
    lambda np: _x(np) == _masked(np),
    lambda np: _masked(np) < _x(np) + 1,
    lambda np: _x(np) < _masked(np),
    lambda np: _masked(np) >= np.float64(2),
    lambda np: _in_place(_masked(np), lambda m, x: m.__iadd__(x), _x(np)),
    lambda np: _in_place(_masked(np), lambda m, x: m.__itruediv__(x), _x(np)),
    lambda np: _in_place(_masked(np), lambda m, x: m.__setitem__(x > 1, x[1:]), _x(np)),
    lambda np: _in_place(_masked(np), lambda m, x: m.__setitem__(np.argmin(x), x[2]), _x(np)),
    lambda np: _masked(np)[_x(np) > 1],
    lambda np: _masked(np)[_i(np)],
    lambda np: _masked(np)[np.argmax(_x(np))],
    lambda np: _masked(np).filled(np.float64(9)),
    lambda np: _masked(np).dot(_x(np)),
    lambda np: _masked(np).take(_i(np)),
    lambda np: _masked(np).reshape(np.int64(3), 1),
    lambda np: _masked(np).sum(axis=np.int64(0)),
    lambda np: np.sum(_masked(np)),
    lambda np: np.mean(_masked(np)),
    lambda np: np.sqrt(_masked(np)),
    lambda np: np.where(_masked(np) > 1, _x(np), 0),
    lambda np: np.asanyarray(_masked(np)),
    lambda np: np.asarray(_masked(np)),
    lambda np: np.ma.mr_[_x(np), 0, np.int64(5)],
    lambda np: np.ma.add.outer(_x(np), _x(np)),
    lambda np: np.ma.add.reduce(_masked(np)),
    lambda np: np.ma.minimum.reduce(_y(np)),
    lambda np: np.rec.fromarrays([_x(np), _i(np)], names="a,b").a,
    lambda np: np.char.chararray((2,), itemsize=np.int64(3)).shape,
    lambda np: np.char.array(_s(np)).upper().tolist(),
    lambda np: list(np.lib.Arrayterator(_y(np), 2))[1],
    lambda np: np.lib.Arrayterator(_y(np)).shape,
    lambda np: np.lib.NumpyVersion("1.2.3") < "2.0.0",
    lambda np: real.asmatrix(_y(np)).tolist(),
    lambda np: np.sum(real.asmatrix(_y(np)), axis=0).shape,
    lambda np: (_y(np) @ real.asmatrix(_y(np))).tolist(),
    lambda np: (_y(np) * real.asmatrix(_y(np))).tolist(),
    lambda np: np.array_split(real.asmatrix(_y(np)), 2)[0].shape,
    lambda np: np.emath.sqrt(np.array([-1.0, 4.0])),
    lambda np: np.strings.str_len.__name__,
    lambda np: np.strings.add.nin,
]  # fmt: skip


@pytest.mark.parametrize("case", OF_CLASSES, ids=range(len(OF_CLASSES)))
@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning", "ignore::RuntimeWarning")
def test_classes_take_arrays_of_the_frontend(backend, case):
    """What an object of NumPy's gives is an array of either kind."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", ours.FallbackWarning)
        found = case(ours)
    expected = case(real)
    if isinstance(expected, real.ma.MaskedArray):
        _matches(found, expected)
    elif isinstance(expected, (real.ndarray, real.generic)):
        assert real.asarray(found).dtype == expected.dtype
        assert isinstance(found, (ours.generic, real.generic)) == isinstance(expected, real.generic)
        real.testing.assert_allclose(real.asarray(found), expected, rtol=1e-12, atol=1e-12)
    else:
        assert found == expected


# what a function writes, and what is handed to the caller's own functions


def test_what_is_written_into_an_argument_reaches_it_and_its_views(backend):
    def case(np):
        x = np.arange(6.0)
        evens, tail = x[::2], x[3:]
        evens.sum()
        np.ma.put(tail, [0, 2], [9, 8])
        np.ma.putmask(evens, np.array([True, False, False]), 7)
        kept = tail.copy()
        np.lib.recfunctions.recursive_fill_fields(real.zeros(1, _FIELDS), real.zeros(1, _FIELDS))
        return x, evens, tail, kept

    matches(case(ours), case(real))


def test_an_array_given_twice_is_one_array(backend):
    def case(np):
        x = np.arange(3.0)
        np.ma.put(x, [0], x[2:])
        return x, np.ma.getdata(x) is x

    matches(case(ours), case(real))


def test_a_read_only_array_is_not_written(backend):
    x = ours.broadcast_to(ours.arange(3.0), (2, 3))
    with pytest.raises(ValueError, match="read-only"):
        ours.ma.put(x, [0], [9])
    assert x[0, 0] == 0


def test_lists_and_mappings_without_arrays_are_the_callers_own(backend):
    given = [3, {"a": 1}]
    assert NumpyHostCall().unwrap(given) is given
    assert NumpyHostCall().unwrap({"x": given})["x"] is given
    assert type(NumpyHostCall().unwrap({"x": [ours.ones(2)]})["x"][0]) is real.ndarray


def test_functions_of_the_caller_get_what_was_given(backend):
    x = ours.arange(3)

    def fails(array):
        assert array is x
        raise KeyError(int(array.sum()))

    ours.testing.assert_raises(KeyError, fails, x)
    with ours.testing.assert_raises(ValueError):
        x.reshape(7)
    seen = []
    ours.testing.run_threaded(lambda v: seen.append(v is x), 2, prepare_args=lambda: (x,))
    assert seen and all(seen)
    kinds = []
    ours.polynomial.chebyshev.chebinterpolate(lambda v: kinds.append(type(v)) or v, 3)
    assert kinds == [ours.ndarray]


def test_tests_of_unittest(backend):
    class Case(ours.testing.TestCase):
        def runTest(self):
            ours.testing.assert_array_equal(ours.arange(3), [0, 1, 2])
            with self.assertRaises(AssertionError):
                ours.testing.assert_equal(ours.arange(3), ours.arange(4))

    assert Case().run().wasSuccessful()


@pytest.mark.parametrize("name", ["testing.assert_allclose", "ma.add", "strings.add", "ma.sum"])
def test_functions_can_be_pickled(backend, name):
    module, _, attribute = name.rpartition(".")
    function = getattr(importlib.import_module(f"frontends.numpy.{module}"), attribute)
    if isinstance(function, HostCallable):
        assert pickle.loads(pickle.dumps(function)) is function
    else:
        assert pickle.loads(pickle.dumps(function)) is function
        theirs = getattr(importlib.import_module(f"numpy.{module}"), attribute)
        assert inspect.signature(function) == inspect.signature(theirs)
        assert function.__doc__ == theirs.__doc__


def test_one_function_is_one_object_wherever_it_is_found(backend):
    assert ours.ma.core.masked_where is ours.ma.masked_where
    assert ours.emath is ours.lib.scimath
    assert ours.char.upper is ours.strings.upper


def test_constants_follow_the_backend(backend):
    domain = ours.polynomial.chebyshev.chebdomain
    assert type(domain) is ours.ndarray
    assert type(domain.data).__name__ and domain.tolist() == [-1, 1]


def test_pointers_for_c_code(backend):
    pointer = ours.ctypeslib.ndpointer(dtype=ours.float64, ndim=1, flags="C_CONTIGUOUS")
    x = ours.arange(3.0)
    assert pointer.from_param(x) is not None
    with pytest.raises(TypeError, match="data type"):
        pointer.from_param(ours.arange(3))
    assert pointer is ours.ctypeslib.ndpointer(dtype=ours.float64, ndim=1, flags="C_CONTIGUOUS")
    low, high = ours.lib.array_utils.byte_bounds(x)
    assert high - low == 24


def test_files_of_arrays(backend, tmp_path):
    mapped = ours.lib.format.open_memmap(tmp_path / "x.npy", "w+", ours.float64, (2,))
    mapped[:] = ours.array([1.0, 2.0])
    mapped.flush()
    assert type(mapped) is real.memmap
    assert ours.load(tmp_path / "x.npy").tolist() == [1.0, 2.0]
    assert ours.sum(mapped) == 3


def test_masked_arrays_and_matrices_stay_in_real_numpy(backend):
    masked = real.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])
    assert ours.sum(masked) == 4
    assert ours.var(masked) == 1
    assert ours.concatenate([masked, masked]).shape == (6,)
    assert type(ours.asarray(masked)) is ours.ndarray
    assert ours.array(masked, subok=True) is not masked
    assert type(ours.array(masked, subok=True)) is real.ma.MaskedArray
    assert ours.asanyarray(masked) is masked


def test_an_error_is_numpys_own(backend):
    with pytest.raises(AssertionError) as found:
        ours.testing.assert_array_equal(ours.arange(3), ours.array([0, 1, 3]))
    with pytest.raises(AssertionError) as expected:
        real.testing.assert_array_equal(real.arange(3), real.array([0, 1, 3]))
    assert str(found.value) == str(expected.value)
    with pytest.raises(AttributeError, match="module 'numpy.testing' has no attribute 'nothing'"):
        ours.testing.nothing  # noqa: B018

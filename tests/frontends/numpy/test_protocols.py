"""Classes of a program's own: derived from ndarray, or with NumPy's protocols."""

from __future__ import annotations

import copy
import pickle

import numpy as real
import pytest

import frontends.numpy as ours
from ivy_core import array_protocol


def classes(np):
    """Define a program's classes over ``np``, and return them by name."""

    class Tagged(np.ndarray):
        def __new__(cls, values, tag="none"):
            self = np.asarray(values).view(cls)
            self.tag = tag
            return self

        def __array_finalize__(self, source):
            self.tag = getattr(source, "tag", "fresh")

    class Raw(np.ndarray):
        def __new__(cls, shape, **options):
            return super().__new__(cls, shape, **options)

    class ByName(np.ndarray):
        def __new__(cls, shape):
            return np.ndarray.__new__(cls, shape, np.int32)

    class Counted(np.ndarray):
        seen: list = []

        def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
            self.seen.append((ufunc is np.multiply, ufunc is np.add, method))
            plain = [x.view(np.ndarray) if isinstance(x, Counted) else x for x in inputs]
            if out is not None:
                options["out"] = tuple([o.view(np.ndarray) for o in out])
            result = super().__array_ufunc__(ufunc, method, *plain, **options)
            if result is NotImplemented or method == "at":
                return result
            return out[0] if out is not None else np.asarray(result).view(Counted)

    class Named(np.ndarray):
        known = {}

        def __array_function__(self, function, types, args, kwargs):
            if function in self.known:
                return self.known[function](*args, **kwargs)
            return super().__array_function__(function, types, args, kwargs)

    Named.known[np.sum] = lambda x: ("own", x.shape)

    class Diagonal:
        known = {}

        def __init__(self, size, value):
            self.size, self.value = size, value

        def __array__(self, dtype=None, copy=None):
            return self.value * np.eye(self.size, dtype=dtype)

        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            if method != "__call__" or options:
                return NotImplemented
            if not all(isinstance(x, (Diagonal, int, float)) for x in inputs):
                return NotImplemented
            values = [getattr(x, "value", x) for x in inputs]
            return Diagonal(self.size, ufunc(*values))

        def __array_function__(self, function, types, args, kwargs):
            if function not in self.known:
                return NotImplemented
            return self.known[function](*args, **kwargs)

    Diagonal.known[np.mean] = lambda x: ("mean", x.size)
    Diagonal.known[np.concatenate] = lambda xs, axis=0: ("joined", len(xs), axis)

    class Wrapped(np.lib.mixins.NDArrayOperatorsMixin):
        def __init__(self, value):
            self.value = np.asarray(value)

        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            inputs = [x.value if isinstance(x, Wrapped) else x for x in inputs]
            if "out" in options:
                options["out"] = tuple([o.value for o in options["out"]])
            result = getattr(ufunc, method)(*inputs, **options)
            return None if method == "at" else Wrapped(result)

    class Lazy:
        def __init__(self, values):
            self.values = values

        def __array__(self, dtype=None, copy=None):
            return np.array(self.values, dtype=dtype)

    return {cls.__name__: cls for cls in list(locals().values()) if isinstance(cls, type)}


def shown(value):
    """Return what is to be the same on both, without the class of arrays."""
    if isinstance(value, (tuple, list)):
        return type(value)([shown(each) for each in value])
    if isinstance(value, (real.ndarray, ours.ndarray)):
        name = "ndarray" if type(value) in (real.ndarray, ours.ndarray) else type(value).__name__
        return name, str(value.dtype), value.shape, real.asarray(value).tolist()
    if isinstance(value, real.generic):
        return str(value.dtype), value.item()
    return value


def run(case, np):
    try:
        return shown(case(np, classes(np)))
    except Exception as err:
        builtin = next(cls for cls in type(err).__mro__ if cls.__module__ == "builtins")
        return builtin, str(err).split(": ")[-1].strip()


SUBCLASSES = {
    "made": lambda np, c: (c["Tagged"]([1, 2], "m"), c["Tagged"]([1, 2], "m").tag),
    "row": lambda np, c: (c["Tagged"]([[1, 2], [3, 4]], "m")[1], c["Tagged"]([1], "m")[:].tag),
    "sum of two": lambda np, c: ((c["Tagged"]([1, 2], "m") + 1), (c["Tagged"]([1], "m") + 1).tag),
    "ufunc": lambda np, c: (np.sqrt(c["Tagged"]([1, 4], "m")), np.sqrt(c["Tagged"]([4], "m")).tag),
    "beside an array": lambda np, c: np.arange(2) * c["Tagged"]([1, 2]) + np.ones(2),
    "function": lambda np, c: [np.concatenate([c["Tagged"]([1])] * 2), np.mean(c["Tagged"]([1]))],
    "classes": lambda np, c: [
        issubclass(c["Tagged"], np.ndarray), isinstance(c["Tagged"]([1]), np.ndarray),
        issubclass(np.ndarray, c["Tagged"]), c["Tagged"].__mro__[0].__name__,
    ],
    "mask without elements": lambda np, c: (
        c["Tagged"](np.ones((0, 3)))[np.ones((0, 3)) > 0],
        c["Tagged"](np.ones((2, 0, 3)))[0, np.ones((0, 3)) > 0],
        _masked(c["Tagged"](np.ones((0, 3))), np.ones((0, 3)) > 0, np.ones(0)),
    ),
    "written": lambda np, c: _written(c["Tagged"](np.arange(4))),
    "filling an array": lambda np, c: [_filled(np, c["Tagged"](_SQUARE), *way) for way in _FILLING],
    "plain view fills": lambda np, c: [
        _filled(np, c["Tagged"](_SQUARE).view(np.ndarray), *way) for way in _FILLING
    ],
    "plain view computes": lambda np, c: _plain(np, c["Tagged"](_SQUARE)),
    "ends of a range": lambda np, c: [
        f(c["Tagged"]([1.0, 2.0]), [4.0, 8.0], 3) for f in (np.linspace, np.logspace, np.geomspace)
    ],
    "keeping the class": lambda np, c: [
        np.require(c["Tagged"]([1])), np.trim_zeros(c["Tagged"]([0, 1, 0])),
        np.percentile(np.arange(3), c["Tagged"]([10.0, 50.0])),
    ],
    "into an array": lambda np, c: _into(np, c["Tagged"]([1.0, 2.0])),
    "view of a view": lambda np, c: np.arange(3).view(c["Tagged"]).tag,
    "class by its name": lambda np, c: [
        np.arange(3).view(type=c["Tagged"]), np.arange(2.0).view(np.int64, type=c["Tagged"]),
        np.arange(3).view(type=np.ndarray), np.arange(2).view(np.int64, c["Tagged"]).tag,
    ],
    "plain view": lambda np, c: _plain_view(np, c),
    "copies": lambda np, c: [copy.deepcopy(c["Tagged"]([1, 2], "m")).tag, c["Tagged"]([1]).copy()],
    "shape": lambda np, c: [c["Raw"]((2, 3), dtype=np.int16).shape, type(c["Raw"](2)).__name__],
    "by name": lambda np, c: (c["ByName"]((2,)) * 0),
    "derived twice": lambda np, c: type("Deep", (c["Tagged"],), {})([1, 2], "m").tag,
    "ufunc of the program": lambda np, c: _counted(np, c),
    "in place": lambda np, c: _in_place(np, c),
    "function of the program": lambda np, c: [
        np.sum(np.ones(3).view(c["Named"])), np.max(np.ones(3).view(c["Named"])),
    ],
    "methods by the class's name": lambda np, c: _by_class(np, c["Tagged"]([[1, 2], [3, 4]], "m")),
    "made of a buffer": lambda np, c: [
        np.ndarray((2,), buffer=np.array([1.0, 2.0, 3.0])),
        c["Raw"]((2,), buffer=np.array([1.0, 2.0, 3.0])),
    ],
    "reduction of the program": lambda np, c: _keywords(np),
    "a mixin": lambda np, c: type("Both", (np.ndarray, _Mixin), {})((2,)).double_size(),
}  # fmt: skip


def _by_class(np, x):
    np.ndarray.__setitem__(x, (0, 0), 7)
    picked = np.ndarray.__getitem__(x, 0)
    return [
        picked, picked.tag, np.ndarray.__repr__(x), np.ndarray.sum(x, axis=0),
        np.ndarray.__mul__(x, np.arange(2)), np.ndarray.__array_finalize__(x, x),
        list(map(np.ndarray.sum, [np.ones(2), x[0]])),
    ]  # fmt: skip


def _keywords(np):
    class Told(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return method, len(inputs), sorted(options)

    x = np.ones((2, 3)).view(Told)
    return [
        np.add.reduce(x), np.add.reduce(x, axis=1, keepdims=True), np.add.accumulate(x, axis=1),
        np.add.reduceat(x, [0, 1]), np.sqrt(x, where=[True, False, True]), np.add.outer(x, 2),
    ]  # fmt: skip


class _Mixin:
    def double_size(self):
        return 2 * self.size


def _written(x):
    x[1:3] = 9
    x += 1
    return x


def _plain_view(np, c):
    x = c["Tagged"](np.arange(3))
    y = x.view(np.ndarray)
    y[0] = 7
    return x, y, isinstance(y, c["Tagged"])


def _counted(np, c):
    x = np.arange(3.0).view(c["Counted"])
    return x * 2, np.add(x, x), np.add.reduce(x), np.ones(3) + x, c["Counted"].seen


def _in_place(np, c):
    x = np.arange(3.0).view(c["Counted"])
    y = x
    x += 2
    np.multiply(x, 2, out=x)
    return x, y is x


def _counted_into_a_plain_array(np, c):
    x, out = np.arange(3.0).view(c["Counted"]), np.zeros(3)
    found = [np.multiply(x, 2, out=out) is out, out.copy()]
    found += [np.add(np.ones(3), np.ones(3), out=x) is x, x, np.equal(x, 2, out=out) is out, out]
    plain, other = x.view(np.ndarray), np.zeros(3).view(c["Tagged"]).view(np.ndarray)
    return [*found, np.subtract(plain, 1, out=other) is other, other, np.array_repr(plain)]


def _own_function_writes(np, c):
    x = np.arange(3.0).view(c["Named"])
    c["Named"].known[np.copyto] = lambda target, source: target.__setitem__(0, source[1])
    c["Named"].known[np.dot] = lambda a, b, out: np.add(np.asarray(a), 1, out=out)
    y, z = np.zeros(3), np.zeros(3)
    np.copyto(y, x)
    np.dot(x, x, z)
    return y, z, np.sum(np.ones(2)), np.concatenate([np.ones(2), x])


def _wrapped_by_the_program(np, c):
    class Wraps(np.ndarray):
        def __array_wrap__(self, array, context=None, return_scalar=False):
            return array.view(np.ndarray if array.dtype == bool else type(self))

    x = np.arange(3.0).view(Wraps)
    return x < 1, x + 1, np.sqrt(x), np.add.reduce(x), np.any(x < 1)


def _ufunc_of_the_base(np, c):
    class Converts(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            plain = [np.asarray(x) if isinstance(x, Converts) else x for x in inputs]
            return super().__array_ufunc__(ufunc, method, *plain, **options).view(Converts)

    x = np.ones((2, 3)).view(Converts)
    return x + 1, np.add.reduce(x, axis=0), np.mean(x, axis=0), np.ones(3) * x


def _function_left_to_arrays(np, c):
    class Alone(np.ndarray):
        def __array_function__(self, function, types, args, kwargs):
            if not all(issubclass(kind, Alone) for kind in types):
                return NotImplemented
            return super().__array_function__(function, types, args, kwargs)

    x = np.array([[2.0, 1.0], [0.0, 4.0]]).view(Alone)
    return [
        np.linalg.solve(x, np.ones(2)), np.concatenate([x, np.ones((1, 2))]),
        np.linalg.solve(x, x), np.where(x > 1, x, np.zeros(2)),
    ]  # fmt: skip


def _array_in_a_class_of_arrays(np, c):
    class Own(np.ndarray):
        @array_protocol if np is ours else (lambda method: method)
        def __array__(self, *args, **kwargs):
            return np.asarray(self)  # NumPy never calls it

    return np.asarray(np.ones(2).view(Own)), np.array(np.ones(2).view(Own), copy=True)


def _written_through_asarray(np, c):
    class Holds:
        def __init__(self, values):
            self.array = np.asarray(values, float)

        @array_protocol if np is ours else (lambda method: method)
        def __array__(self, dtype=None, copy=None):
            return np.array(self.array, dtype=dtype, copy=copy)

    class HoldsAsItIs(Holds):
        @array_protocol if np is ours else (lambda method: method)
        def __array__(self, *given, **options):
            return np.array(self.array, *given, **options)

    x, y = Holds([1, 2]), HoldsAsItIs([3, 4])
    np.array(y, copy=False)[0] = np.asarray(y)[1] = 6
    np.asarray(x)[0] = 7
    np.array(x, copy=False)[1] = 8
    np.array(x)[0] = np.asarray(x, dtype=np.float32)[1] = -1
    return x.array, np.asarray(x) is x.array, y.array, np.array(y, copy=False) is y.array


def _shown_as_plain(np, c):
    x = c["Tagged"](np.arange(4.0))
    plain = np.asarray(x)
    plain[0] = 7
    np.asarray(x, dtype=float)[1] = 8
    np.asarray(x, dtype=int)[2] = 9
    np.array(x)[3] = 9
    twice = x.view(np.ndarray)[1:].view(np.ndarray)
    return x, plain, twice.base is x.view(np.ndarray).base, np.ndarray.view(x, np.ndarray)


SUBCLASSES |= {
    "ufuncs of its own into plain arrays": _counted_into_a_plain_array,
    "functions of its own that write": _own_function_writes,
    "shown as plain arrays": _shown_as_plain,
    "results that a program wraps": _wrapped_by_the_program,
    "ufuncs of the base": _ufunc_of_the_base,
    "functions left to plain arrays": _function_left_to_arrays,
    "array in a class of arrays": _array_in_a_class_of_arrays,
    "written through asarray": _written_through_asarray,
    "ufuncs that have functions' names": lambda np, c: [
        np.clip(np.arange(3.0).view(c["Counted"]), 1, 2), c["Counted"].seen
    ],
    "distance of samples": lambda np, c: np.fft.fftfreq(4, np.ones(()).view(c["Tagged"])),
    "like": lambda np, c: np.fromiter([1, 2], int, like=c["Named"]((2,))),
}  # fmt: skip


PROTOCOLS = {
    "asarray": lambda np, c: np.asarray(c["Diagonal"](2, 3)),
    "asarray of a dtype": lambda np, c: np.asarray(c["Diagonal"](2, 3), dtype=np.float32),
    "nested": lambda np, c: np.array([c["Lazy"]([1, 2]), c["Lazy"]([3, 4])]),
    "operand": lambda np, c: np.ones((2, 2)) + np.asarray(c["Lazy"]([1, 2])),
    "function of converted": lambda np, c: np.dot(c["Lazy"]([1, 2]), c["Lazy"]([3, 4])),
    "joined of converted": lambda np, c: np.concatenate([c["Lazy"]([1]), np.arange(2)]),
    "ufunc": lambda np, c: np.multiply(c["Diagonal"](3, 2), 4).value,
    "ufunc declined": lambda np, c: np.add(c["Diagonal"](3, 2), np.arange(3)),
    "operator declined": lambda np, c: np.arange(3) + c["Diagonal"](3, 2),
    "reduction declined": lambda np, c: np.add.reduce(c["Diagonal"](3, 2)),
    "function": lambda np, c: np.mean(c["Diagonal"](3, 2)),
    "function of several": lambda np, c: np.concatenate([c["Diagonal"](3, 2), np.arange(3)]),
    "function declined": lambda np, c: np.median(c["Diagonal"](3, 2)),
    "mixin": lambda np, c: (c["Wrapped"]([1, 2]) - 1).value,
    "mixin beside an array": lambda np, c: (np.arange(2) - c["Wrapped"]([1, 2])).value,
    "mixin's methods": lambda np, c: [
        np.add.accumulate(c["Wrapped"]([1, 2])).value, np.add.reduce(c["Wrapped"]([1, 2])).value,
        np.multiply.outer(c["Wrapped"]([1, 2]), [1, 2]).value,
        np.add.reduceat(c["Wrapped"]([1, 2, 3]), [0, 2]).value,
    ],
    "mixin in place": lambda np, c: _mixin_in_place(np, c["Wrapped"]([1, 2])),
}  # fmt: skip


_SQUARE = [[4.0, 1.0], [2.0, 8.0]]
_FILLING = [
    ("argmax", (0,), int, 2), ("argmin", (0,), int, 2), ("clip", (2, 4), float, (2, 2)),
    ("compress", ([True, False], 0), float, (1, 2)), ("cumprod", (0,), float, (2, 2)),
    ("cumsum", (1,), float, (2, 2)), ("dot", ([1, 2],), float, 2), ("max", (0,), float, 2),
    ("mean", (0,), float, 2), ("round", (0,), float, (2, 2)), ("std", (0,), float, 2),
    ("sum", (0,), float, 2), ("take", ([0], 0), float, (1, 2)), ("trace", (), float, ()),
    ("var", (0,), float, 2),
]  # fmt: skip


def _filled(np, x, name, args, dtype, shape):
    out = np.zeros(shape, dtype)
    result = getattr(x, name)(*args, out=out)
    return name, result is out, out


def _plain(np, x):
    plain = x.view(np.ndarray)
    plain *= 2
    plain[0, 0] = -1.0
    found = [x, plain, plain + 1, plain.T, plain * x, np.add(plain, 1), np.sort(plain), plain.sum()]
    return [*found, repr(plain), isinstance(plain, type(x)), pickle.loads(pickle.dumps(plain))]


def _into(np, x):
    y = first = np.zeros(2)
    y += x
    y[:1] *= x[1:]
    np.copyto(y[1:], x[1:])
    np.put(y, [0], x[:1])
    return y is first, first


def _masked(x, mask, value):
    x[mask] = value
    return x


def _mixin_in_place(np, x):
    np.add.at(x, np.array([0, 0]), 5)
    np.add(x, 1, out=x)
    return x.value


@pytest.mark.parametrize("name", SUBCLASSES)
def test_classes_derived_from_ndarray(backend, name):
    assert run(SUBCLASSES[name], ours) == run(SUBCLASSES[name], real)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_classes_with_protocols(backend, name):
    assert run(PROTOCOLS[name], ours) == run(PROTOCOLS[name], real)


def test_what_a_protocol_is_given_stays_on_the_backend(backend):
    given = []

    class Asks:
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            given.append((ufunc is ours.add, [type(x) for x in inputs]))
            return "answered"

    assert ours.ones(2) + Asks() == "answered"
    assert given == [(True, [ours.ndarray, Asks])]


def test_a_class_that_refuses_ufuncs(backend):
    class Refuses:
        __array_ufunc__ = None

        def __radd__(self, other):
            return "its own"

    assert ours.ones(2) + Refuses() == "its own"
    with pytest.raises(TypeError, match="does not support ufuncs"):
        ours.add(ours.ones(2), Refuses())


class Pickled(ours.ndarray):
    pass


def test_arrays_of_a_derived_class_are_pickled(backend):
    x = pickle.loads(pickle.dumps(ours.arange(3).view(Pickled)))
    assert type(x) is Pickled
    assert x.tolist() == [0, 1, 2]

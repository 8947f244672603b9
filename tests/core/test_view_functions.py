"""NumPy decides which functions return views: those declare ``handle_view``, and have ``copy``."""

from __future__ import annotations

import gc
import inspect
import warnings
import weakref

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.registry import FUNCTIONS
from tests.core.arrays import array, equal

ARRAYS = [
    np.arange(4.0).reshape(2, 2), np.arange(3.0), np.arange(8.0).reshape(2, 2, 2), np.array(3.0),
    np.array([1 + 2j, 3]), np.array([True, False]), np.array([[0, 1], [2, 0]]),
]  # fmt: skip
ARGUMENTS = [
    (), (0,), (2,), ((4,),), (0, 1), (1, 0), ((1, 0),), ((2, 2),), ((3, 2, 2),), ("float64",),
    ("int64",), (0.0, 9.0),
]  # fmt: skip
# They give the array itself if it is as wanted, which is no view of it; and what the documents
# list under "The core against NumPy" (docs/differences.md).
OF_THE_ARRAY_ITSELF = {"array", "asarray", "astype", "from_dlpack", "nan_to_num"}
DIFFERENT = {"diag", "diff", "einsum", "meshgrid"}
# of a buffer, which is no array; without axes to transform there is nothing to compute
OTHERS = {"frombuffer", "fftn", "ifftn"}


def views_of_numpy():
    """Return the names of functions whose result shares memory with their first argument."""
    found = set()
    for name in FUNCTIONS:
        functions = [getattr(m, name, None) for m in (np, np.linalg, np.lib.stride_tricks, np.fft)]
        for function in functions:
            if callable(function) and not isinstance(function, type):
                if any(_shares(function, a.copy(), args) for a in ARRAYS for args in ARGUMENTS):
                    found.add(name)
    return found


def _shares(function, a, args) -> bool:
    for given in (a, [a, a]):
        for options in ({}, {"copy": False}):
            try:
                made = function(given, *args, **options)
            except Exception:  # these arguments are none for this function
                continue
            parts = made if isinstance(made, (list, tuple)) else [made]
            arrays = [part for part in parts if isinstance(part, np.ndarray) and part.size]
            if any(np.shares_memory(part, a) for part in arrays):
                return True
    return False


@pytest.mark.checklist("V02", "I22")
def test_functions_that_numpy_returns_views_from_declare_it():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        views = views_of_numpy()
    assert {"reshape", "atleast_1d", "broadcast_arrays", "diagonal", "split"} <= views
    declared = {
        name
        for name, spec in FUNCTIONS.items()
        if {"handle_view", "handle_view_indexing"} & set(spec.wrappers)
    }
    assert views - declared == OF_THE_ARRAY_ITSELF | DIFFERENT | OTHERS
    for name in declared | OF_THE_ARRAY_ITSELF:
        copy = inspect.signature(FUNCTIONS[name].body).parameters["copy"]
        assert copy.kind is copy.KEYWORD_ONLY, name


@pytest.mark.checklist("V02", "W07")
@pytest.mark.parametrize("backend", BACKENDS)
def test_bound_functions_carry_the_declaration(backend):
    bound = ivy.get_backend(backend)
    for name, spec in FUNCTIONS.items():
        carried = getattr(getattr(bound, name), "handle_view", False)
        assert carried == ("handle_view" in spec.wrappers), name
    for name in ("atleast_1d", "atleast_2d", "atleast_3d", "broadcast_arrays"):
        assert getattr(ivy, name).handle_view and getattr(bound, name).handle_view


@pytest.mark.checklist("V01", "V02", "I23")
@pytest.mark.parametrize("name", ["atleast_1d", "atleast_2d", "atleast_3d"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 1, 3), (2, 1, 3, 1)])
def test_more_dimensions_alias_what_they_are_given(backend, assert_matches, name, shape):
    a = np.arange(np.prod(shape, dtype=int), dtype=float).reshape(shape)
    x = ivy.array(a)
    view, seen = getattr(ivy, name)(x), getattr(np, name)(a)
    copied = getattr(ivy, name)(x, copy=True)
    assert_matches(view, seen)
    x[...] = a[...] = 7.0
    assert_matches(view, seen)
    view[...] = 8.0
    assert_matches(x, np.full(shape, 8.0))
    np.testing.assert_array_equal(np.asarray(copied).reshape(-1), np.arange(max(a.size, 0)))
    one, two = getattr(ivy, name)(x, 5.0)
    one[...] = 9.0
    assert_matches(x, np.full(shape, 9.0))
    assert_matches(two, getattr(np, name)(5.0))


@pytest.mark.checklist("V01", "V02", "I23")
def test_broadcast_arrays_alias_what_they_are_given(backend, assert_matches):
    x, y = ivy.array([[1.0], [2.0]]), ivy.array([3.0, 4.0, 5.0])
    wide, high = ivy.broadcast_arrays(x, y)
    copies = ivy.broadcast_arrays(x, y, copy=True)
    x[0] = 9.0
    y[1] = 8.0
    assert_matches([wide, high], np.broadcast_arrays([[9.0], [2.0]], [3.0, 8.0, 5.0]))
    assert_matches(copies, np.broadcast_arrays([[1.0], [2.0]], [3.0, 4.0, 5.0]))
    with pytest.raises(ValueError, match="read-only"):
        wide[...] = 0.0
    copies[0][...] = 0.0
    assert_matches(x, np.array([[9.0], [2.0]]))


SCALARS = {
    "broadcast_to": ((2,), np.broadcast_to), "expand_dims": ((), lambda a: np.expand_dims(a, 0)),
    "expand": ((2,), np.broadcast_to), "flatten": ((), np.ravel), "flip": ((), np.flip),
    "imag": ((), np.imag), "permute_dims": (((),), np.transpose), "ravel": ((), np.ravel),
    "real": ((), np.real), "reshape": (((1, 1),), np.reshape), "squeeze": ((), np.squeeze),
}  # fmt: skip


NUMBERS = [2.5, 3, True, 1 + 2j]


def only_with_full(params):
    """JAX compiles a kernel for each function and kind of number: it makes each function once."""
    if params.get("backend") != "jax" or "scalar" not in params:
        return False
    turn = list(SCALARS).index(params["name"]) + NUMBERS.index(params["scalar"])
    return turn % len(NUMBERS) != 0


@pytest.mark.checklist("V02", "W14")
@pytest.mark.parametrize("name", SCALARS)
@pytest.mark.parametrize("scalar", NUMBERS)
def test_view_functions_take_scalars(backend, assert_matches, name, scalar):
    args, reference = SCALARS[name]
    args = ((2,),) if name in ("broadcast_to", "expand") else args
    assert_matches(getattr(ivy, name)(scalar, *args), reference(np.asarray(scalar), *args))


FUNCTIONAL = ("jax", "tensorflow")
READ_ONLY = {"broadcast_to", "expand", "sliding_window_view"}
MIRRORED = {"flip", "fliplr", "flipud", "rot90"}  # no native views of PyTorch
VIEWS = {
    "broadcast_to": (lambda x, **o: ivy.broadcast_to(x, (3, 2, 2), **o),
                     lambda a: np.broadcast_to(a, (3, 2, 2))),
    "imag": (lambda x, **o: ivy.imag(x, **o), np.imag),
    "real": (lambda x, **o: ivy.real(x, **o), np.real),
    "unstack": (lambda x, **o: ivy.unstack(x, **o)[1], lambda a: a[1]),
    "split": (lambda x, **o: ivy.split(x, num_or_size_splits=2, **o)[1], lambda a: a[1:]),
    "array_split": (lambda x, **o: ivy.array_split(x, 2, **o)[1], lambda a: a[1:]),
    "hsplit": (lambda x, **o: ivy.hsplit(x, 2, **o)[1], lambda a: a[:, 1:]),
    "vsplit": (lambda x, **o: ivy.vsplit(x, 2, **o)[1], lambda a: a[1:]),
    "dsplit": (lambda x, **o: ivy.dsplit(ivy.expand_dims(x), 2, **o)[1],
               lambda a: a[None, :, 1:]),
    "sliding_window_view": (lambda x, **o: ivy.sliding_window_view(x, 2, 0, **o),
                            lambda a: np.lib.stride_tricks.sliding_window_view(a, 2, 0)),
    "matrix_transpose": (lambda x, **o: ivy.matrix_transpose(x, **o), lambda a: a.T),
    "diagonal": (lambda x, **o: ivy.diagonal(x, **o), np.diagonal),
    "reshape": (lambda x, **o: ivy.reshape(x, (4,), **o), lambda a: a.reshape(4)),
    "ravel": (lambda x, **o: ivy.ravel(x, **o), np.ravel),
    "flatten": (lambda x, **o: ivy.flatten(x, **o), np.ravel),  # Ivy's is a view, NumPy's is none
    "unflatten": (lambda x, **o: ivy.unflatten(x, 1, (1, 2), **o), lambda a: a.reshape(2, 1, 2)),
    "expand_dims": (lambda x, **o: ivy.expand_dims(x, **o), lambda a: a[None]),
    "squeeze": (lambda x, **o: ivy.squeeze(x, **o), np.squeeze),
    "expand": (lambda x, **o: ivy.expand(x, (3, 2, 2), **o),
               lambda a: np.broadcast_to(a, (3, 2, 2))),
    "permute_dims": (lambda x, **o: ivy.permute_dims(x, (1, 0), **o), lambda a: a.T),
    "swapaxes": (lambda x, **o: ivy.swapaxes(x, 0, 1, **o), lambda a: a.T),
    "moveaxis": (lambda x, **o: ivy.moveaxis(x, 0, 1, **o), lambda a: a.T),
    "flip": (lambda x, **o: ivy.flip(x, **o), np.flip),
    "fliplr": (lambda x, **o: ivy.fliplr(x, **o), np.fliplr),
    "flipud": (lambda x, **o: ivy.flipud(x, **o), np.flipud),
    "rot90": (lambda x, **o: ivy.rot90(x, **o), np.rot90),
    "as_strided": (lambda x, **o: ivy.as_strided(x, (3,), (8,), **o),
                   lambda a: a.reshape(-1)[:3]),
    "trim_zeros": (lambda x, **o: ivy.trim_zeros(x, axis=0, **o), lambda a: a[:]),
}  # fmt: skip
AT_LEAST = {
    "atleast_1d": np.atleast_1d, "atleast_2d": np.atleast_2d, "atleast_3d": np.atleast_3d,
}  # fmt: skip


def start(name):
    a = np.arange(4.0).reshape(2, 2)
    return a + 1j * a if name in ("real", "imag") else a


@pytest.mark.checklist("W07", "W08", "V02", "V03")
def test_every_view_function_declares_itself():
    declared = {name for name, spec in FUNCTIONS.items() if "handle_view" in spec.wrappers}
    assert declared == {*VIEWS, *AT_LEAST, "broadcast_arrays"}
    for name in declared:
        assert getattr(ivy, name).handle_view
        assert inspect.signature(getattr(ivy, name)).parameters["copy"].default is None
    indexing = [n for n, spec in FUNCTIONS.items() if "handle_view_indexing" in spec.wrappers]
    assert indexing == ["get_item"]
    assert ivy.get_item.handle_view_indexing
    assert inspect.signature(ivy.get_item).parameters["copy"].default is None


@pytest.mark.checklist("W07", "V02", "V01", "V12", "V13", "I22", "I23")
@pytest.mark.parametrize("name", VIEWS)
def test_view_functions_alias_what_they_are_given(backend, name):
    function, reference = VIEWS[name]
    a = start(name)
    assert np.shares_memory(reference(a), a)
    x = array(backend, a)
    copied = function(x, copy=True)
    view, other = function(x), function(x, copy=False)
    equal(view, reference(a))
    x[0] = a[0] = 7.0
    equal(view, reference(a))
    equal(other, reference(a))
    if name not in READ_ONLY:
        expected = reference(a)
        expected.flags.writeable = True
        expected[...] = 5.0
        view[...] = 5.0
        equal(x, a)
        equal(other, reference(a))
    equal(copied, reference(start(name)))
    if name not in READ_ONLY:
        copied[...] = 9.0
    equal(x, a)


INDICES = {
    "basic": (0, slice(None, None, -1), (..., None, 1), (slice(1, 9), slice(None))),
    "advanced": ([1, 0], [[True, False], [False, True]], (slice(None), [0])),
    "element": ((1, 0), (0, -1)),  # NumPy's is a scalar, no view
}


@pytest.mark.checklist("W08", "V03")
@pytest.mark.parametrize("kind", INDICES)
def test_basic_indices_alias_and_others_copy(backend, kind):
    for index in INDICES[kind]:
        host = tuple(map(_host_index, index)) if type(index) is tuple else _host_index(index)
        for copy in (None, False, True) if kind == "basic" else (None,):
            a = start("get_item")
            x = array(backend, a)
            seen = a[host].copy() if kind != "basic" or copy else a[host]
            part = ivy.get_item(x, index, copy=copy)
            equal(part, seen)
            x[...] = a[...] = 7.0
            equal(part, seen)
            part[...] = 5.0
            if kind == "basic" and not copy:
                a[host] = 5.0
            equal(x, a)


def _host_index(index):
    return np.asarray(index) if type(index) is list else index


@pytest.mark.checklist("V02")
@pytest.mark.parametrize("name", AT_LEAST)
def test_more_dimensions_are_views(backend, name):
    a = np.arange(3.0)
    x = array(backend, a)
    view = getattr(ivy, name)(x)
    view[...] = 4.0
    AT_LEAST[name](a)[...] = 4.0
    equal(x, a)
    copied = getattr(ivy, name)(x, copy=True)
    copied[...] = 5.0
    equal(x, a)


BASIC = [0, slice(1, None), slice(None, None, -1), (slice(None), 0), None, ..., (), (..., None)]
ADVANCED = [[0, 1], np.array([1, 0]), np.array([True, False]), ([0, 1], slice(None)), True]


@pytest.mark.checklist("V03")
def test_numpy_decides_which_indices_make_views(backend):
    for at, index in enumerate((*BASIC, *ADVANCED)):
        a = np.arange(4.0).reshape(2, 2)
        x = array(backend, a)
        picked = ivy.get_item(x, index)
        assert np.shares_memory(a[index], a) == (at < len(BASIC))
        seen = a[index]
        picked[...] = 9.0
        seen[...] = 9.0
        equal(x, a)
        copied = ivy.get_item(x, index, copy=True)
        copied[...] = 8.0
        equal(x, a)


@pytest.mark.checklist("V04", "V05")
@pytest.mark.parametrize("name", VIEWS)
def test_who_follows_a_view(backend, name):
    """JAX, TensorFlow: ivy does. PyTorch: ivy does for mirrored views. NumPy: nobody needs to."""
    x = array(backend, start(name))
    view = VIEWS[name][0](x)
    followed = backend in FUNCTIONAL or backend == "torch" and name in MIRRORED
    assert (view._base is not None) == followed
    if followed:
        assert view._base is x
        assert any(known is view for known in x._view_refs)
    elif backend == "torch":
        memory = x.data.untyped_storage()
        assert view.data.untyped_storage().data_ptr() == memory.data_ptr()
    else:
        assert np.shares_memory(view.data, x.data)


@pytest.mark.checklist("V06", "V07", "V08", "V09", "V10", "V11")
def test_one_mechanism_tells_of_views_on_every_backend(backend):
    x = array(backend, np.arange(4.0).reshape(2, 2))
    view = ivy.flip(ivy.rot90(x)[0])
    if backend in FUNCTIONAL:
        base, lenses = x, 4
    elif backend == "torch":  # the slice of a functional view is one, too
        base, lenses = x, 4
    else:
        base, lenses = None, 0
    assert view._base is base
    assert len(view._manipulation_stack) == lenses or backend == "numpy"
    assert x._base is None and x._manipulation_stack == ()
    assert view._view_refs == []
    if base is not None:
        known = [ref for ref in base._view_refs if ref is view]
        assert len(known) == 1
        assert base._base is None
    for name in ("_torch_base", "_torch_view_refs", "_torch_manipulation"):
        assert not hasattr(ivy.Array, name)


@pytest.mark.checklist("V13")
def test_a_view_holds_no_array_but_its_base(backend):
    x = array(backend, np.zeros((2, 2)))
    view = ivy.flip(ivy.rot90(x)[:, ::-1], axis=0)
    view[0, 1] = 5.0

    def leaves(value):
        if isinstance(value, (tuple, list)):
            return [leaf for member in value for leaf in leaves(member)]
        return [value]

    for lens in view._manipulation_stack:
        for field in type(lens).__dataclass_fields__:
            kinds = {type(leaf) for leaf in leaves(getattr(lens, field))}
            assert kinds <= {int, bool, str, slice, type(None), type(Ellipsis)}, field
    assert np.asarray(x).sum() == 5.0


@pytest.mark.checklist("V14", "V01", "V12", "V13")
def test_chains_of_functional_and_native_views(backend):
    a = np.arange(12.0).reshape(3, 4)
    x = array(backend, a)

    def chain(x, flip, rot90, transpose):
        part = x[1:, :2]
        mirrored = flip(part)
        turned = rot90(mirrored)
        return [part, mirrored, turned, transpose(turned)[0], turned[::-1, 1:]]

    views = chain(x, ivy.flip, ivy.rot90, lambda v: ivy.permute_dims(v, (1, 0)))
    expected = chain(a, np.flip, np.rot90, np.transpose)
    for step in range(len(views) + 1):
        for view, seen in zip(views, expected, strict=True):
            equal(view, seen)
        equal(x, a)
        target, seen = (x, a) if step == len(views) else (views[step], expected[step])
        target[..., 0] = 20.0 + step
        seen[..., 0] = 20.0 + step
        if step % 2:
            target += 1.0
            seen += 1.0
    equal(views[2], expected[2])


@pytest.mark.checklist("V15")
def test_strides_of_a_functional_view_are_its_own(backend):
    x = array(backend, np.zeros((2, 3)))
    view = ivy.flip(x, axis=1)
    assert ivy.strides(view) == np.flip(np.zeros((2, 3)), 1).strides == (24, -8)
    if view._base is not None:
        assert ivy.strides(ivy.copy_array(view)) == (24, 8)


@pytest.mark.checklist("V08", "V16")
def test_a_base_holds_its_views_weakly(backend, few_objects):
    x = array(backend, np.zeros(4))
    views = [ivy.flip(x), ivy.flip(x[1:])]
    refs = [weakref.ref(view) for view in views]
    for view in views:
        np.asarray(view)
    functional = [view for view in views if view._base is not None]
    live = [known for view in functional for known in view._base._view_refs]
    assert all(any(known is view for known in live) for view in functional)
    del views, view, functional, live
    gc.collect()
    assert [ref() for ref in refs] == [None, None]
    assert x._view_refs == []

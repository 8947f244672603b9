"""The exception classes, the boundary that translates, and what passes it."""

from __future__ import annotations

import copy
import pickle
import traceback
import types
import warnings

import numpy
import pytest

import frontends.numpy as np
import ivy_core as ivy
from ivy_core.registry import FUNCTIONS, NON_WRAPPED_FUNCTIONS
from ivy_core.utils import exceptions
from ivy_core.utils.exceptions import (
    IvyException,
    IvyTypeError,
    IvyValueError,
    handle_exceptions,
    translate,
)
from ivy_core.utils.tracebacks import owner

# classes


@pytest.mark.checklist("E01")
def test_the_base():
    assert issubclass(IvyException, Exception)
    assert str(IvyException("axis", 2, "is out of bounds")) == "axis 2 is out of bounds"
    with ivy.with_backend("numpy"):
        err = IvyException("all", "axis 2", include_backend=True)
        assert str(err) == "numpy: all: axis 2"
    assert str(IvyException()) == ""


@pytest.mark.checklist("E02")
def test_native_error_is_the_exception_that_was_given_alone():
    native = ValueError("wrong")
    assert IvyException(native).native_error is native
    assert IvyException(native, include_backend=True).native_error is None
    assert IvyException("f", native).native_error is None
    assert IvyException("wrong").native_error is None


@pytest.mark.checklist("E03")
def test_messages_are_joined():
    combine = exceptions._combine_messages
    assert combine("a", 1, include_backend=False) == "a 1"
    with ivy.with_backend("numpy"):
        assert combine("a", 1, include_backend=True) == "numpy: a: 1"


BASES = {
    "IvyError": (),
    "IvyBackendException": (),
    "IvyInvalidBackendException": (ValueError,),
    "IvyBackendNotInstalled": (ImportError,),
    "IvyNotImplementedException": (NotImplementedError,),
    "IvyIndexError": (IndexError,),
    "IvyAttributeError": (AttributeError,),
    "IvyValueError": (ValueError,),
    "IvyTypeError": (TypeError,),
    "IvyBroadcastShapeError": (ValueError,),
    "IvyDtypePromotionError": (TypeError,),
    "IvyLinAlgError": (numpy.linalg.LinAlgError, ValueError),
    "IvyDeviceError": (ValueError,),
    "InplaceUpdateException": (TypeError,),
}


@pytest.mark.checklist("E04", "E05", "E06", "E07", "E09", "E10", "E11")
@pytest.mark.parametrize("name", BASES)
def test_each_class_is_also_the_builtin_that_fits(name):
    cls = getattr(ivy.utils.exceptions, name)
    assert issubclass(cls, (IvyException, Exception))
    for base in BASES[name]:
        assert issubclass(cls, base)
    assert str(cls("a", "b")) == "a b"


# the boundary


def raising(err):
    @handle_exceptions
    def function():
        raise err

    return function


@pytest.mark.checklist("E18")
def test_every_function_is_a_boundary(backend):
    wrapped = [name for name in FUNCTIONS if name not in NON_WRAPPED_FUNCTIONS]
    assert len(wrapped) > 300
    assert all(getattr(ivy, name).handle_exceptions is True for name in wrapped)
    assert handle_exceptions(len).handle_exceptions is True


@pytest.mark.checklist("E18")
@pytest.mark.parametrize("module", ("", "linalg", "fft", "random", "lib.stride_tricks"))
def test_every_function_of_the_numpy_frontend_is_a_boundary(module):
    place = np
    assert np.sort and np.sum and np.ones  # areas are imported when first asked for
    for part in filter(None, module.split(".")):
        place = getattr(place, part)
    functions = [
        value
        for name, value in vars(place).items()
        if isinstance(value, types.FunctionType)
        and not name.startswith("_")
        and owner(value.__code__.co_filename) == "frontend"
        and name not in ("numpy_function", "fallback_function", "drawing", "as_array")
    ]
    assert functions
    assert [f.__name__ for f in functions if not getattr(f, "handle_exceptions", False)] == []


ORDER = [
    (exceptions.IvyNotImplementedException("no"), "IvyNotImplementedException"),
    (NotImplementedError("axis 2 is out of bounds"), "IvyNotImplementedException"),
    (exceptions.IvyError("any"), "IvyError"),
    (ValueError("operands could not be broadcast together"), "IvyBroadcastShapeError"),
    (RuntimeError("The size of tensor a (2) must match the size of tensor b"),
     "IvyBroadcastShapeError"),
    (TypeError("ufunc 'add' did not contain a loop"), "IvyDtypePromotionError"),
    (IndexError("list index"), "IvyIndexError"),
    (ValueError("axis 2 is out of bounds for array of dimension 1"), "IvyIndexError"),
    (IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 2)"),
     "IvyIndexError"),
    (AttributeError("no such thing"), "IvyAttributeError"),
    (ValueError("wrong"), "IvyValueError"),
    (ZeroDivisionError("wrong"), "IvyBackendException"),
    (TypeError("wrong"), "IvyTypeError"),
    (MemoryError("much"), "IvyBackendException"),
    (RuntimeError("it broke"), "IvyBackendException"),
    (OSError(2, "gone"), "IvyBackendException"),
]  # fmt: skip


@pytest.mark.checklist("E19", "E04")
@pytest.mark.parametrize("native, name", ORDER, ids=lambda v: v if type(v) is str else "")
def test_what_stands_for_what(native, name):
    with pytest.raises(IvyException) as caught:
        raising(native)()
    assert type(caught.value).__name__ == name
    if not isinstance(native, IvyException):
        builtin = next(cls for cls in type(native).__mro__ if cls.__module__ == "builtins")
        if name == "IvyBackendException":
            assert isinstance(caught.value, builtin)
        assert caught.value.native_error is native


@pytest.mark.checklist("E12")
def test_not_implemented_passes_unchanged():
    native = exceptions.IvyNotImplementedException("jax cannot")
    with pytest.raises(exceptions.IvyNotImplementedException) as caught:
        raising(native)()
    assert caught.value is native
    assert str(native) == "jax cannot"


def test_an_error_is_told_once():
    err = exceptions.IvyValueError("inner: wrong")

    @handle_exceptions
    def inner():
        raise err

    @handle_exceptions
    def outer():
        inner()

    with ivy.with_backend("numpy"), pytest.raises(exceptions.IvyValueError) as caught:
        outer()
    assert caught.value is err
    assert str(err) == "numpy: inner: wrong"


@pytest.mark.checklist("E15", "E16", "E17")
@pytest.mark.parametrize("mode", ("full", "ivy", "frontend"))
def test_message(backend, mode):
    native, text = {
        "numpy": ("AxisError", "axis 2 is out of bounds for array of dimension 1"),
        "jax": ("ValueError", "axis 2 is out of bounds for array of dimension 1"),
        "torch": (
            "IndexError",
            "Dimension out of range (expected to be in range of [-1, 0], but got 2)",
        ),
        "tensorflow": (
            "InvalidArgumentError",
            "Invalid reduction dimension (2 for input with 1 dimension(s)",
        ),
    }[backend]
    with ivy.set_exception_trace_mode(mode), pytest.raises(ivy.exceptions.IvyIndexError) as caught:
        ivy.all(ivy.ones(3), axis=2)
    if mode == "full":
        assert str(caught.value) == f"{backend}: all: {native}: {caught.value.native_error}"
    else:
        assert str(caught.value) == f"{backend}: all: {text}"
    assert type(caught.value.native_error).__name__ == native
    assert text in str(caught.value.native_error)
    assert caught.value.__cause__ is (caught.value.native_error if mode != "frontend" else None)


def test_the_frameworks_wrapping_of_a_message_shows_in_full_only():
    text = "{{function_node __wrapped__AddV2_device_/job:x}} Incompatible shapes: [2] vs. [3]"
    native = ValueError(f"{text} [Op:AddV2] name: ")
    assert text in str(translate(native, "add", "tensorflow"))
    with ivy.set_exception_trace_mode("ivy"):
        short = translate(native, "add", "tensorflow")
    assert str(short) == "tensorflow: add: Incompatible shapes: [2] vs. [3]"
    assert short.native_error is native


@pytest.mark.checklist("E20")
@pytest.mark.parametrize("mode", ("full", "ivy", "frontend"))
def test_the_native_error_is_the_cause(backend, mode):
    with ivy.set_exception_trace_mode(mode), pytest.raises(IvyException) as caught:
        ivy.logaddexp(ivy.ones(3), ivy.ones(2))
    err = caught.value
    assert err.native_error is not None
    if mode == "frontend":
        assert err.__cause__ is None
        assert err.__context__ is None
    else:
        assert err.__cause__ is err.native_error
        assert err.__cause__.__traceback__ is not None


# errors as objects


def errors(backend):
    x = np.ones(3)
    for call in (
        lambda: ivy.all(ivy.ones(3), axis=2),
        lambda: np.all(x, axis=2),
        lambda: np.add(x, x, dtype="int32"),
        lambda: np.linalg.inv(np.zeros((2, 2))),
        lambda: np.zeros(10**14),
    ):
        with pytest.raises(IvyException) as caught:
            call()
        yield caught.value


def test_errors_can_be_pickled_and_copied(backend):
    for err in errors(backend):
        for again in (pickle.loads(pickle.dumps(err)), copy.copy(err)):
            assert type(again) is type(err)
            assert str(again) == str(err)
            assert getattr(again, "axis", None) == getattr(err, "axis", None)
            assert again.__notes__ == err.__notes__ if hasattr(err, "__notes__") else True


def test_numpys_attributes_are_there(backend):
    with pytest.raises(numpy.exceptions.AxisError) as caught:
        np.all(np.ones(3), axis=2)
    assert (caught.value.axis, caught.value.ndim) == (2, 1)
    with pytest.raises(AttributeError) as caught:
        np.ones((2, 3)).T.shape = (6,)
    with pytest.raises(numpy._core._exceptions.UFuncTypeError) as caught:
        np.add(np.ones(3), 1.5, out=np.ones(3, int))
    assert caught.value.casting == "same_kind"
    assert caught.value.to == numpy.dtype(int)


# what is the user's passes


class Mine(Exception):
    pass


class Unwilling:
    def __init__(self, err):
        self.err = err

    def __array__(self, dtype=None, copy=None):
        raise self.err


def refusing(err):
    def function(*args, **kwargs):
        raise err

    return function


def generator(err):
    yield 1.0
    raise err


CALLBACKS = {
    "vectorize": lambda err: np.vectorize(refusing(err))([1.0, 2.0]),
    "fromfunction": lambda err: np.fromfunction(refusing(err), (2,)),
    "apply_along_axis": lambda err: np.apply_along_axis(refusing(err), 0, np.ones(2)),
    "apply_over_axes": lambda err: np.apply_over_axes(refusing(err), np.ones(2), [0]),
    "piecewise": lambda err: np.piecewise(np.ones(2), [np.ones(2) > 0], [refusing(err)]),
    "fromiter": lambda err: np.fromiter(generator(err), float),
    "mask_indices": lambda err: np.mask_indices(2, refusing(err)),
    "asarray": lambda err: np.asarray(Unwilling(err)),
    "ufunc": lambda err: np.add(np.ones(2), Unwilling(err)),
    "operator": lambda err: np.ones(2) + Unwilling(err),
    "set item": lambda err: np.ones(2).__setitem__(slice(None), Unwilling(err)),
    "in a list": lambda err: np.sum([Unwilling(err)]),
    "core": lambda err: ivy.add(ivy.ones(2), Unwilling(err)),
    "core vmap": lambda err: ivy.vmap(refusing(err))(ivy.ones(2)),
    "core loop": lambda err: ivy.for_loop([1], refusing(err), (ivy.ones(2),)),
    "core container": lambda err: ivy.Container(a=ivy.ones(2)).cont_map(refusing(err)),
}


@pytest.mark.parametrize("mode", ("full", "frontend"))
@pytest.mark.parametrize("name", CALLBACKS)
def test_what_the_users_code_raises_passes_unchanged(backend, name, mode):
    for err in (Mine("mine", 1), ZeroDivisionError("mine"), exceptions.IvyValueError("mine")):
        with ivy.set_exception_trace_mode(mode), pytest.raises(type(err)) as caught:
            CALLBACKS[name](err)
        assert caught.value is err
        assert err.args[0] == "mine"
        assert err.__cause__ is None
        last = traceback.extract_tb(err.__traceback__)[-1]
        assert last.filename == __file__


def test_what_the_users_code_meets_in_the_framework_passes_too(backend):
    def callback(x):
        return numpy.linalg.inv(numpy.zeros((2, 2)))

    with pytest.raises(numpy.linalg.LinAlgError) as caught:
        np.vectorize(callback)([1.0])
    assert not isinstance(caught.value, IvyException)


def test_five_calls_deep(backend):
    x = np.ones(2)

    def five(a):
        return np.sort(a, axis=7)

    def four(a):
        return np.apply_along_axis(five, 0, x)

    def three(i):
        return np.vectorize(four)(i)

    def two(a, axis):
        return np.fromfunction(three, (2,))

    def one():
        return np.apply_over_axes(two, x, [0])

    with ivy.set_exception_trace_mode("frontend"), ivy.set_show_func_wrapper_trace_mode(False):
        with pytest.raises(numpy.exceptions.AxisError, match=f"^{backend}: sort: axis 7") as caught:
            one()
    found = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    own = [] if backend == "numpy" else ["sort"]  # NumPy's own, called by a wrapper: squashed
    assert found[1:] == [
        "one", "apply_over_axes", "two", "fromfunction", "three", "__call__", "four",
        "apply_along_axis", "five", *own,
    ]  # fmt: skip
    assert len(caught.value.__notes__) == 2


def test_a_warning_made_an_error_stays_what_it_is(backend):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(numpy.exceptions.ComplexWarning) as caught:
            np.array([1j]).astype("float64")
    assert type(caught.value) is numpy.exceptions.ComplexWarning


# the chain


@pytest.mark.parametrize("mode", ("full", "ivy", "frontend"))
@pytest.mark.parametrize("call", (
    lambda: np.all(np.ones(3), axis=2),
    lambda: np.ones(3) + np.ones(2),
    lambda: np.ones(3)[5],
    lambda: np.array(["b"], "int64"),
    lambda: ivy.add(ivy.ones(3), ivy.ones(2)),
))  # fmt: skip
def test_what_the_user_was_handling_stays_the_context(backend, mode, call):
    before = KeyError("before")
    with ivy.set_exception_trace_mode(mode):
        with pytest.raises(IvyException) as caught:
            try:
                raise before
            except KeyError:
                call()
    chain, err = [], caught.value
    while err is not None:
        chain.append(err)
        err = err.__cause__ or err.__context__
    assert chain[-1] is before
    assert mode != "frontend" or len(chain) == 2
    text = "".join(traceback.format_exception(caught.value))
    assert text.count("KeyError: 'before'") == 1


def test_no_cause_is_invented(backend):
    with ivy.set_exception_trace_mode("frontend"):
        with pytest.raises(IvyException) as caught:
            np.all(np.ones(3), axis=2)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    "call, expected",
    [
        (lambda: ivy.sum(None), IvyTypeError),
        (lambda: ivy.sin(None), IvyTypeError),
        (lambda: ivy.add(ivy.asarray([1.0]), None), IvyTypeError),
        (lambda: ivy.full((2,), "a"), IvyTypeError),
        (lambda: ivy.one_hot(ivy.asarray([0]), -1), IvyValueError),
        (lambda: ivy.einsum("ij,jk", ivy.asarray([[1.0]])), IvyValueError),
        (
            lambda: ivy.scatter_flat(
                ivy.asarray([0]), ivy.asarray([1.0]), size=2, reduction="no such"
            ),
            IvyValueError,
        ),
    ],
)
def test_wrong_inputs_are_of_one_class_on_all_backends(backend, call, expected):
    with pytest.raises(expected):
        call()


def test_notes_of_an_error_are_kept_once(backend):
    def body():
        error = RuntimeError("wrong")
        error.add_note("and why")
        raise error

    with pytest.raises(RuntimeError, match="wrong") as caught:
        exceptions.ErrorDialect(lambda err: None).error_boundary(body, "body")()
    assert caught.value.__notes__.count("and why") == 1

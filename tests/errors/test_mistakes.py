"""The same mistake raises the same class on every backend, and NumPy's own through the frontend."""

from __future__ import annotations

import re
import traceback
import warnings

import numpy
import pytest

import frontends.numpy
import ivy_core as ivy
from ivy_core.utils import exceptions
from ivy_core.utils.tracebacks import owner
from tests.errors import generated, mistakes
from tests.errors.leaks import leak

PRIVATE = (numpy._core._exceptions._ArrayMemoryError,)  # nobody catches it but as MemoryError


def failure(expression, **names) -> Exception:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Exception) as caught:
            eval(compile(expression, "<mistake>", "eval"), names)
    return caught.value


def core_arrays():
    return {
        "v": ivy.asarray([1.0, 2.0, 3.0]),
        "m": ivy.asarray([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": ivy.asarray([1, 2, 3]),
        "b": ivy.asarray([True, False, True]),
        "e": ivy.zeros((0,)),
        "z": ivy.asarray(1.0),
    }


def numpy_arrays(np):
    return {
        "v": np.array([1.0, 2.0, 3.0]),
        "m": np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
        "i": np.array([1, 2, 3]),
        "b": np.array([True, False, True]),
        "e": np.zeros((0,)),
    }


def test_there_are_many():
    assert len(mistakes.CORE) >= 150
    assert len(mistakes.NUMPY) >= 150


@pytest.mark.checklist("E13", "E14", "E06", "E07", "E08", "E09", "E10", "E11")
@pytest.mark.parametrize("expression", mistakes.CORE)
def test_of_the_core(backend, expression):
    err = failure(expression, ivy=ivy, **core_arrays())
    assert type(err).__name__ == mistakes.CORE[expression]
    assert isinstance(err, getattr(exceptions, mistakes.CORE[expression]))


@pytest.mark.checklist("E13", "T03")
@pytest.mark.parametrize("expression", mistakes.NUMPY)
def test_of_the_numpy_frontend(backend, expression):
    real = failure(expression, np=numpy, **numpy_arrays(numpy))
    err = failure(expression, np=frontends.numpy, **numpy_arrays(frontends.numpy))
    assert type(err).__name__ == mistakes.NUMPY[expression]
    assert isinstance(err, getattr(exceptions, mistakes.NUMPY[expression]))
    caught_by = type(real) if not isinstance(real, PRIVATE) else MemoryError
    assert isinstance(err, caught_by)


@pytest.mark.checklist("T03")
@pytest.mark.parametrize("expression", mistakes.SCALARS)
def test_of_scalars_is_numpys_own(backend, expression):
    real = failure(expression, np=numpy, **numpy_arrays(numpy))
    err = failure(expression, np=frontends.numpy, **numpy_arrays(frontends.numpy))
    assert type(err) is type(real)
    assert str(err) == str(real)


# what is shown of them


def places():
    """Return the tables of mistakes, each with the names that its expressions are made of."""
    np = frontends.numpy
    yield mistakes.CORE, {"ivy": ivy, **core_arrays()}
    yield mistakes.CONTAINERS, {"ivy": ivy, "c": ivy.Container(a=ivy.ones(3)), **core_arrays()}
    yield mistakes.NUMPY, {"np": np, **numpy_arrays(np)}


def shown_frames(err) -> list[str]:
    """Return the files of all frames that are printed of an error."""
    text = "".join(traceback.format_exception(err))
    return re.findall(r'^  File "(.*)", line', text, re.M)


@pytest.mark.checklist("E13")
@pytest.mark.parametrize("expression", mistakes.CONTAINERS)
def test_of_containers(backend, expression):
    names = {"c": ivy.Container(a=ivy.ones(3)), **core_arrays()}
    err = failure(expression, ivy=ivy, **names)
    assert type(err).__name__ == mistakes.CONTAINERS[expression]


@pytest.mark.checklist("E23")
@pytest.mark.parametrize("shown", (True, False), ids=("wrappers", "squashed"))
def test_mode_frontend_shows_no_frame_of_the_core(backend, shown):
    found = []
    with ivy.set_exception_trace_mode("frontend"), ivy.set_show_func_wrapper_trace_mode(shown):
        for table, names in places():
            for expression in table:
                if expression in mistakes.WITHOUT_BOUNDARY:
                    continue
                err = failure(expression, **names)
                owners = {owner(file): file for file in shown_frames(err)}
                if {"ivy", "native"} & set(owners):
                    found.append((expression, owners))
    assert found == []


@pytest.mark.checklist("E23")
def test_nor_for_generated_mistakes(backend):
    found, bound = [], ivy.get_backend(backend)
    with ivy.set_exception_trace_mode("frontend"):
        for name in generated.names():
            for mistake in generated.mistakes(name)[::4]:
                err = mistake.made(bound)
                if err is not None and {"ivy", "native"} & set(map(owner, shown_frames(err))):
                    found.append((name, mistake.label))
    assert found == []


def test_no_text_names_what_is_inside(backend):
    found = {}
    for table, names in places():
        for expression in table:
            if said := leak(failure(expression, **names)):
                found[expression] = said
    assert found == {}


@pytest.mark.checklist("E20", "E15")
@pytest.mark.parametrize("expression", mistakes.NATIVE)
def test_the_framework_says_what_is_wrong(backend, expression):
    err = failure(expression, ivy=ivy, **core_arrays())
    native = err.native_error
    assert native is not None
    assert err.__cause__ is native
    assert str(err).endswith(f": {type(native).__name__}: {native}")
    assert is_of(backend, native), repr(native)


def is_of(backend, native) -> bool:
    """Return whether an error was raised by a framework, or by Python in its frames."""
    files = [frame.filename for frame in traceback.extract_tb(native.__traceback__)]
    inside = any(f"/site-packages/{backend}/" in file for file in files)
    # those of PyTorch and NumPy raise in C, below the last frame of the backend's own file
    own = (f"ivy_core/backends/{backend}/", "ivy_core/backends/common/")
    compiled = backend in ("torch", "numpy") and any(folder in files[-1] for folder in own)
    aliased = files[-1].endswith(("func_wrapper.py", "utils/exceptions.py"))  # called from there
    return inside or compiled or aliased

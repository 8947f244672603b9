"""Who computes an eager call on TensorFlow, NumPy or a kernel, and that both agree."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backend_handler import active_backend
from ivy_core.backends.holder import read
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import IvyException, IvyLinAlgError

pytestmark = pytest.mark.parametrize("backend", ["tensorflow"], indirect=True)

EXACT = (
    "abs add ceil divide equal floor greater less_equal maximum minimum multiply negative sign "
    "sqrt square subtract trunc fmax fmin copysign isnan signbit floor_divide"
).split()
CLOSE = (
    "sum mean max min prod var std argmax argmin any all cumsum cumprod median sort argsort exp "
    "sin log1p tanh cbrt expm1 atan nansum nanmax nanmean diff count_nonzero unique_values trace "
    "inv det matrix_norm vector_norm svdvals qr"
).split()
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 3.0, -7.25]


def both(call):
    """Return what NumPy on the memory, and what TensorFlow alone gives."""
    found = call()
    with ivy.set_host_execution_mode(False):
        return found, call()


def test_numbers_keep_the_sign_of_zero(backend):
    """TensorFlow keeps the Python numbers that it was given by value, in which -0.0 is 0.0."""
    for dtype in (ivy.float32, ivy.float64):
        for name in ("sin", "round", "sqrt"):
            for zero in (0.0, -0.0, 0.0):
                found = getattr(ivy, name)(ivy.asarray(zero, dtype=dtype))
                assert str(float(found)) == str(zero)
        less = ivy.add(ivy.asarray(-0.0, dtype=dtype), ivy.asarray(-0.0, dtype=dtype))
        assert str(float(less)) == "-0.0"


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
@pytest.mark.parametrize("name", EXACT)
def test_exact_functions_give_the_same_bits_from_both(backend, name, dtype):
    values = np.array(SPECIAL)
    if dtype[0] == "i":
        values = values[np.isfinite(values)]
    pairs = np.meshgrid(values.astype(dtype), values.astype(dtype))
    operands = [ivy.asarray(each.ravel()) for each in pairs]
    count = len(FUNCTIONS[name].array_parameters)
    found, wanted = both(lambda: getattr(ivy, name)(*operands[:count]))
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    found, wanted = np.asarray(found), np.asarray(wanted)
    np.testing.assert_array_equal(found, wanted)
    if found.dtype.kind == "f":
        numbers = ~np.isnan(found)
        np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(wanted[numbers]))


@pytest.mark.parametrize("name", ["equal", "less", "logical_and", "bitwise_xor", "abs", "isnan"])
@pytest.mark.parametrize("dtype", ["bool", "int32", "float32", "complex128"])
def test_many_elements_are_compared_as_few_are(backend, name, dtype):
    values = np.resize(np.array([*SPECIAL, 2.0])[[0, 1, 5, 6, 7, 8, 9, 10]], 1 << 18).astype(dtype)
    count = len(FUNCTIONS[name].array_parameters)
    operands = [values, np.roll(values, 1)][:count]
    try:
        wanted = getattr(np, name)(*operands)
    except TypeError:
        with pytest.raises(IvyException):
            getattr(ivy, name)(*map(ivy.asarray, operands))
        return
    for found in both(lambda: getattr(ivy, name)(*map(ivy.asarray, operands))):
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(np.asarray(found), wanted, rtol=1e-6)


@pytest.mark.parametrize("name", CLOSE)
def test_the_others_agree(backend, name):
    x = ivy.asarray(np.random.default_rng(0).random((6, 6)) + np.eye(6))
    options = {"axis": 0} if name.startswith("cum") else {}
    found, wanted = both(lambda: getattr(ivy, name)(x, **options))
    found, wanted = ([y] if isinstance(y, ivy.Array) else list(y) for y in (found, wanted))
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
        ours, theirs = np.asarray(ours), np.asarray(theirs)
        if name == "qr":  # columns are determined but for their signs
            ours, theirs = np.abs(ours), np.abs(theirs)
        np.testing.assert_allclose(ours, theirs, rtol=1e-9)


@pytest.mark.parametrize("name", ["add", "divide", "fmax", "matmul", "atan2"])
def test_what_a_tape_watches_has_a_gradient(backend, name):
    import tensorflow as tf

    x, y = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[2.0, 1.0], [5.0, 3.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = ivy.sum(getattr(ivy, name)(ivy.Array(x), ivy.Array(y)))
    assert tape.gradient(total.data, x) is not None


def test_what_is_traced_is_recorded(backend):
    import tensorflow as tf

    seen = []

    @tf.function(autograph=False)
    def traced(x):
        constant = ivy.add(ivy.Array(tf.constant([1.0, 2.0])), 1.0)
        seen.append(type(constant.data).__name__)
        return ivy.cumsum(ivy.sort(ivy.multiply(ivy.Array(x), constant)), axis=0).data

    np.testing.assert_allclose(traced(tf.constant([3.0, 1.0])), [3.0, 9.0])
    assert seen == ["SymbolicTensor"]


def test_numpys_warnings_are_off(backend):
    x = ivy.asarray([0.0, -1.0, np.inf])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(np.asarray(x / x)[0]) and np.isnan(np.asarray(ivy.log(x))[1])
        assert np.isnan(np.asarray(ivy.nanmedian(ivy.asarray([np.nan, np.nan]))))
        assert np.isnan(np.asarray(ivy.var(ivy.asarray([1.0]), correction=1)))


@pytest.mark.parametrize("offset", range(8))
def test_memory_at_any_address_is_adopted(backend, offset):
    native = load_backend(backend)
    x = native.adopt(np.arange(64.0)[offset:])
    with ivy.set_host_execution_mode(False):  # kernels trust in aligned memory
        total = ivy.add(ivy.Array(x), ivy.Array(x))
    np.testing.assert_array_equal(np.asarray(total), 2 * np.arange(64.0)[offset:])


def test_bfloat16_is_left_to_tensorflow(backend):
    x = ivy.asarray([1.0, 2.0], dtype="bfloat16")
    assert ivy.add(x, x).dtype == ivy.sum(x).dtype == "bfloat16"


def test_mistakes_are_told_in_tensorflows_words(backend):
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    (found, wanted) = both(lambda: _message(lambda: ivy.sum(x, axis=2)))
    assert found == wanted
    with pytest.raises(IvyLinAlgError):
        ivy.inv(ivy.asarray([[1.0, 1.0], [1.0, 1.0]]))


def _message(call):
    with pytest.raises(IvyException) as caught:
        call()
    return type(caught.value), str(caught.value)


def test_answers_are_the_same_without_names_of_tensorflows_own(backend, full):
    script = Path(__file__).parent / "without_internals.py"
    # each takes a process two seconds: one without which the host computes nothing, and another
    few = ["pywrap_tfe.TFE_Py_TapeSetIsEmpty", "eager.record.should_record_backprop"]
    command = [sys.executable, str(script), *([] if full else few)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=script.parents[2])
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    complete, expected = found.pop("nothing")
    assert complete and len(found) == (7 if full else 3)
    for name, (complete, given) in found.items():
        # these two say only what else is asked of TensorFlow
        assert complete == name.endswith(("should_record_backprop", "list_local_devices"))
        assert given == expected, f"without {name}"


def test_programs_of_one_code_are_not_taken_for_one_that_is_traced_again(backend):
    said = []
    handler = logging.Handler()
    handler.emit = said.append
    logging.getLogger("tensorflow").addHandler(handler)
    try:
        for number in range(12):
            program = active_backend().compiled(lambda x, number=number: x + number)
            assert float(program(read(ivy.asarray(1.0)))) == 1 + number
    finally:
        logging.getLogger("tensorflow").removeHandler(handler)
    assert said == []


_CAST = "bool int8 int16 int32 int64 uint8 float32 float64".split()


@pytest.mark.parametrize("dtype", _CAST)
@pytest.mark.parametrize("size", [5, 1 << 15])
def test_casts_keep_what_both_dtypes_hold(backend, dtype, size):
    values = np.resize([0, 1, 3, 100, 0, 127, 2], size)
    for wanted in _CAST:
        x = ivy.asarray(values.astype(dtype))
        for found in both(lambda x=x, wanted=wanted: ivy.astype(x, wanted)):
            expected = values.astype(dtype).astype(wanted)
            assert found.dtype == wanted
            np.testing.assert_array_equal(np.asarray(found), expected)
    halves = ivy.asarray(np.array([0.5, -0.5, 2.75, -1.0, 1e-45, np.nan, -0.0]))
    np.testing.assert_array_equal(
        np.asarray(ivy.astype(halves, "float32")), np.asarray(halves).astype("float32")
    )
    whole = ivy.astype(halves[:4], "int32")
    np.testing.assert_array_equal(np.asarray(whole), [0, 0, 2, -1])

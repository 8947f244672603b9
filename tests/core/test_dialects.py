"""A dialect of another framework: its class, its promotion, its dtypes, its errors, a recorder."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.arrays import write
from ivy_core.backend_handler import namespace
from ivy_core.backends.loading import load_backend
from ivy_core.binding.dialect import ARRAY, Dialect, Dimensionless
from ivy_core.dtypes import DTYPES
from ivy_core.utils.exceptions import ErrorDialect

F32, F64, I64, BOOL = (DTYPES[name] for name in ("float32", "float64", "int64", "bool"))


# the dialect: signals are of single precision, and arrays without dimensions never widen others


class Signal(ivy.Array):
    """The dialect's class of arrays."""


class Level(Signal):
    """One value of a signal."""


class SignalError(LookupError):
    """What the framework raises for a place that is not there."""


def promote(spec, kinds):
    """Compute in float32; comparisons and integers among themselves stay what they are."""
    arrays = [k for k in kinds if not isinstance(k, (type, Dimensionless))]
    weak = [k.dtype if isinstance(k, Dimensionless) else k for k in kinds]
    if not arrays:
        arrays = [k for k in weak if not isinstance(k, type)] or [F32]
    whole = all(k.kind in "iub" for k in arrays) and not any(
        k is float or getattr(k, "kind", "") == "f" for k in weak
    )
    if spec.ufunc in ("divide", "sin", "sqrt", "exp", "log") or not whole:
        return (F32,) * len(kinds)
    return (arrays[0],) * len(kinds)


def default_dtype(spec, args, kwargs):
    values = args[0] if spec.name in ("asarray", "array") else 0.0
    return None if getattr(values, "dtype", None) is not None else F32


def as_level(native):
    level = Level.__new__(Level)
    level._data = native
    return level


class Tape:
    """Records every call, and every write."""

    def __init__(self):
        self.calls, self.writes = [], []

    def record(self, spec, args, kwargs, result):
        self.calls.append(spec.name)

    def before_write(self, base, lenses, index):
        self.writes.append(base)

    def after_write(self, base, lenses, index):
        pass

    def carries(self, base):
        return False


ERRORS = ErrorDialect(lambda err: (SignalError, {}) if isinstance(err, IndexError) else None)
TAPE = Tape()
SIGNALS = Dialect(
    Signal,
    scalar_on=lambda backend: as_level,
    scalar_classes=frozenset({Level}),
    promote=promote,
    tells_dimensionless=True,
    default_dtype=default_dtype,
    errors=ERRORS,
    record=TAPE.record,
)


@pytest.fixture
def signals(backend):
    TAPE.__init__()
    return namespace(load_backend(backend), SIGNALS)


def test_results_are_of_the_dialects_classes(signals):
    x = signals.asarray([1.0, 2.0])
    assert type(x) is Signal
    assert type(signals.add(x, 1)) is Signal
    assert type(signals.sum(x)) is Level
    assert type(signals.sin(signals.sum(x))) is Level
    assert type(signals.logspace(0, 1, 3)) is Signal  # compositional
    assert type(signals.zeros(())) is Signal  # creation gives arrays
    assert all(type(part) is Signal for part in signals.split(x, num_or_size_splits=2))


@pytest.mark.parametrize(
    ("x1", "x2", "wanted"),
    [
        (np.int64([1, 2]), np.int64([3, 4]), I64),
        (np.int64([1, 2]), np.float64([0.5, 1.5]), F32),
        (np.float64([1, 2]), np.float64([0.5, 1.5]), F32),
        (np.int64([1, 2]), 2, I64),
        (np.int64([1, 2]), 0.5, F32),
        (0.5, np.float32([1, 2]), F32),
        (np.int32([1, 2]), np.int64(3), DTYPES["int32"]),  # without dimensions it is weak
        (np.bool_([True, False]), 1, BOOL),
    ],
)
def test_operands_promote_by_the_dialects_rule(signals, x1, x2, wanted):
    def array(value):
        return signals.asarray(value, dtype=value.dtype) if hasattr(value, "dtype") else value

    result = signals.add(array(x1), array(x2))
    assert result.dtype == wanted
    expected = np.add(np.asarray(x1, str(wanted)), np.asarray(x2, str(wanted)))
    np.testing.assert_array_equal(np.asarray(result), expected)


def test_a_function_of_one_operand_follows_the_rule(signals):
    whole = signals.asarray(np.arange(3), dtype="int64")
    np.testing.assert_allclose(np.asarray(signals.sin(whole)), np.sin(np.arange(3.0)), rtol=1e-6)
    assert signals.sin(whole).dtype == F32
    assert signals.square(whole).dtype == I64


def test_compositional_functions_compute_in_the_rule(signals):
    x = signals.asarray(np.float64([[1.0, 2.0]]), dtype="float32")
    assert signals.multi_dot([x, signals.matrix_transpose(x), x]).dtype == F32
    assert signals.add(signals.asarray(np.arange(2), dtype="int64"), x).dtype == F32


def test_results_have_the_dialects_default_dtype(signals):
    assert signals.zeros(3).dtype == F32
    assert signals.linspace(0, 1, 3).dtype == F32
    assert signals.asarray([1, 2]).dtype == F32
    assert signals.zeros(3, dtype="int64").dtype == I64
    assert ivy.zeros(3).dtype == F64  # the core's is as it was


def test_errors_are_the_dialects(signals):
    x = signals.ones(3)
    with pytest.raises(SignalError) as caught:
        signals.sum(x, axis=2)
    assert isinstance(caught.value, IndexError)  # as the core's
    assert ": sum: " in str(caught.value)
    with pytest.raises(SignalError):  # of a compositional function
        signals.l2_normalize(x, axis=2)
    with pytest.raises(IndexError) as plain:
        ivy.sum(ivy.ones(3), axis=2)
    assert not isinstance(plain.value, SignalError)


def test_a_recorder_sees_every_call_and_every_write(signals):
    with write.observed_by(TAPE):
        x = signals.zeros(4)
        y = signals.add(x, 1)
        y[1:3] = 5.0
        z = signals.sum(signals.multiply(y, y))
        row = y[:2]
        row[0] = 7.0
        signals.exp(y, out=x)
    assert TAPE.calls == ["zeros", "add", "multiply", "sum", "exp"]
    assert float(z) == 52.0
    bases = [id(array) for array in TAPE.writes]
    native_views = load_backend(signals.backend).CAPABILITIES.native_views
    assert bases == [id(y), id(row) if native_views else id(y), id(x)]


def test_plain_arrays_pay_nothing_for_dialects(backend, signals):
    """A plain call is one frame of ours, with and without dialects that have rules."""
    plain = namespace(load_backend(backend), ARRAY)
    x = plain.asarray([1.0, 2.0])
    plain.add(x, x)
    frames = []

    def note(frame, event, argument):
        if event == "call" and "/ivy_core/" in frame.f_code.co_filename:
            frames.append(frame.f_code.co_filename.rpartition("/ivy_core/")[2])

    sys.setprofile(note)
    try:
        plain.add(x, x)
    finally:
        sys.setprofile(None)
    own = [name for name in frames if not name.startswith("backends/")]
    assert own == ["func_wrapper.py"]

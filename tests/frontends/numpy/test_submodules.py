"""Submodules of NumPy can be imported under the frontend's name, in every form."""

from __future__ import annotations

import importlib
import subprocess
import sys

import numpy
import pytest

import frontends.numpy as np

NAMES = [
    "char", "ctypeslib", "exceptions", "lib.array_utils", "lib.format", "lib.introspect",
    "lib.mixins", "lib.npyio", "lib.recfunctions", "lib.scimath", "ma", "ma.core", "ma.extras",
    "polynomial", "polynomial.chebyshev", "polynomial.polynomial", "rec", "strings", "testing",
    "typing",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_module_without_a_native_form_is_numpys_own(name):
    assert importlib.import_module(f"frontends.numpy.{name}") is importlib.import_module(
        f"numpy.{name}"
    )


def test_its_functions_take_arrays_of_the_frontend(backend):
    from frontends.numpy.polynomial import Polynomial
    from frontends.numpy.testing import assert_allclose

    assert_allclose(np.arange(3.0), [0, 1, 2])
    with pytest.raises(AssertionError):
        assert_allclose(np.arange(3.0), [0, 1, 9])
    assert Polynomial([1, 2])(np.arange(2.0)).tolist() == [1.0, 3.0]
    with pytest.raises(numpy.exceptions.AxisError):
        np.ones(2).sum(axis=1)


def test_none_is_loaded_before_it_is_asked_for():
    code = "import sys, frontends.numpy; assert 'numpy.testing' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)

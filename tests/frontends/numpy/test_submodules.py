"""Submodules of NumPy can be imported under the frontend's name, in every form."""

from __future__ import annotations

import importlib
import subprocess
import sys

import numpy
import pytest

import frontends.numpy as np

NAMES = [
    "char", "ctypeslib", "exceptions", "lib", "lib.array_utils", "lib.format", "lib.introspect",
    "lib.mixins", "lib.npyio", "lib.recfunctions", "lib.scimath", "lib.user_array", "ma",
    "ma.core", "ma.extras", "ma.mrecords", "ma.testutils", "polynomial", "polynomial.chebyshev",
    "polynomial.hermite", "polynomial.hermite_e", "polynomial.laguerre", "polynomial.legendre",
    "polynomial.polynomial", "polynomial.polyutils", "rec", "strings", "testing",
    "testing._private.utils", "testing.overrides", "typing",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_module_without_a_native_form_has_numpys_names(name):
    ours = importlib.import_module(f"frontends.numpy.{name}")
    real = importlib.import_module(f"numpy.{name}")
    public = getattr(real, "__all__", None) or [n for n in dir(real) if not n.startswith("_")]
    assert [n for n in public if not hasattr(ours, n)] == []
    namespace = {}
    exec(f"from frontends.numpy.{name} import *", namespace)
    assert set(public) <= namespace.keys()
    assert set(public) <= set(dir(ours))
    *package, last = f"frontends.numpy.{name}".split(".")
    assert getattr(importlib.import_module(".".join(package)), last) is ours


def test_dtypes_has_the_classes_of_dtypes():
    from frontends.numpy.dtypes import StringDType

    assert np.dtypes.StringDType is StringDType is numpy.dtypes.StringDType


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_matlib_gives_matrices(backend):
    from frontends.numpy import matlib

    assert type(matlib.zeros((2, 2))) is numpy.matrix
    assert matlib.repmat(np.arange(2), 2, 2).tolist() == [[0, 1, 0, 1]] * 2
    assert matlib.arange is np.arange


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

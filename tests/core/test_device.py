"""Device functions."""

from __future__ import annotations

import os

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyException


def test_device_of_arrays(backend):
    x = ivy.asarray([1, 2])
    assert ivy.dev(x) == str(x.device)
    assert ivy.dev(x) in (ivy.as_ivy_dev(name) for name in ivy.available_devices())
    assert ivy.as_ivy_dev(ivy.dev(x, as_native=True)) == ivy.dev(x)
    assert ivy.dev(x.data) == ivy.dev(x)


def test_moving(backend, assert_matches):
    a = np.array([1.5, 2.5])
    x = ivy.asarray(a)
    assert_matches(ivy.to_device(x, "cpu"), a)
    assert_matches(x.to_device("cpu"), a)
    assert_matches(ivy.to_device(x, ivy.as_native_dev("cpu")), a)
    assert ivy.dev(ivy.zeros((2,), device="cpu")).partition(":")[0] == "cpu"
    assert_matches(ivy.asarray([1, 2], device="cpu"), np.array([1, 2]))
    with pytest.raises(ValueError):
        ivy.to_device(x, "cpu", stream=1)
    for function in (ivy.as_ivy_dev, ivy.as_native_dev, lambda d: ivy.zeros(1, device=d)):
        with pytest.raises(IvyException):
            function("abacus:0")


def test_default_device(backend):
    default = ivy.default_device()
    assert default == ivy.available_devices()[0]
    with ivy.set_default_device("cpu"):
        assert ivy.default_device() == ivy.as_ivy_dev("cpu")
        for make in (ivy.zeros, ivy.ones, ivy.empty, ivy.eye, ivy.arange):
            assert ivy.dev(make(2)) == ivy.as_ivy_dev("cpu")
        assert ivy.dev(ivy.asarray([1, 2])) == ivy.as_ivy_dev("cpu")
        assert ivy.dev(ivy.full((2,), 3.0)) == ivy.as_ivy_dev("cpu")
    assert ivy.default_device() == default
    assert ivy.default_device(as_native=True) == ivy.as_native_dev(default)
    assert ivy.default_device(item=ivy.asarray([1])) == ivy.dev(ivy.asarray([1]))
    with pytest.raises(IvyException):
        ivy.set_default_device("abacus:0")


def test_counting(backend):
    assert ivy.num_gpus() >= 0
    assert ivy.gpu_is_available() == (ivy.num_gpus() > 0)
    assert isinstance(ivy.tpu_is_available(), bool)
    assert ivy.num_cpu_cores() == os.cpu_count()
    assert 0 < ivy.num_cpu_cores(logical=False) <= ivy.num_cpu_cores()


def test_live_arrays(backend):
    x = ivy.asarray([1, 2])
    view = x[1:]
    found = ivy.get_all_ivy_arrays_on_dev(ivy.dev(x))
    assert any(each is x for each in found) and any(each is view for each in found)
    assert ivy.get_all_ivy_arrays_on_dev("abacus:0") == []

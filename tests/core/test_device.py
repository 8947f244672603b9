"""Device functions."""

from __future__ import annotations

import importlib
import os
from types import SimpleNamespace

import numpy as np
import psutil
import pytest

import ivy_core as ivy
from ivy_core import modes
from ivy_core.utils.exceptions import IvyException, IvyValueError


@pytest.mark.checklist("F36")
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


@pytest.mark.checklist("F33")
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


@pytest.mark.checklist("F37")
def test_live_arrays(backend, few_objects):
    x = ivy.asarray([1, 2])
    view = x[1:]
    for function in (ivy.get_all_ivy_arrays_on_dev, ivy.get_all_arrays_on_dev):
        found = function(ivy.dev(x))
        assert any(each is x for each in found) and any(each is view for each in found)
        assert function("abacus:0") == []
    for device in ("cpu", "cpu:0", ivy.dev(x, as_native=True)):
        assert any(each is x for each in ivy.get_all_arrays_on_dev(device))


def test_live_arrays_are_counted_and_printed(backend, few_objects, capsys):
    before = ivy.num_ivy_arrays_on_dev("cpu")
    x = ivy.zeros((2, 12345))
    assert ivy.num_ivy_arrays_on_dev("cpu") == before + 1
    ivy.print_all_ivy_arrays_on_dev(device="cpu")
    assert "((2, 12345), ivy.float64)" in capsys.readouterr().out.splitlines()
    ivy.print_all_ivy_arrays_on_dev(attr_only=False)
    assert repr(x) in capsys.readouterr().out
    del x
    assert ivy.num_ivy_arrays_on_dev("cpu") == before


def test_memory_and_use_of_the_cpu(backend):
    total = ivy.total_mem_on_dev("cpu")
    assert total == psutil.virtual_memory().total / 1e9
    used, own = (ivy.used_mem_on_dev("cpu", process_specific=own) for own in (False, True))
    assert 0 < own < total and 0 < used < total
    assert own == pytest.approx(psutil.Process().memory_info().rss / 1e9, rel=0.2)
    percent = ivy.percent_used_mem_on_dev("cpu", process_specific=True)
    assert percent == pytest.approx(100 * own / total, rel=0.2)
    assert 0 < ivy.percent_used_mem_on_dev(ivy.as_native_dev("cpu")) < 100
    assert 0 <= ivy.dev_util("cpu") <= 100
    assert ivy.clear_cached_mem_on_dev("cpu") is None
    functions = (
        ivy.total_mem_on_dev, ivy.used_mem_on_dev, ivy.percent_used_mem_on_dev, ivy.dev_util,
        ivy.clear_cached_mem_on_dev,
    )  # fmt: skip
    for function in functions:
        with pytest.raises(IvyException):
            function("abacus:0")


def test_memory_of_a_gpu(backend):
    if not ivy.gpu_is_available():
        pytest.skip("no GPU")
    device = next(d for d in ivy.available_devices() if d.startswith(("gpu", "cuda")))
    total, before = ivy.total_mem_on_dev(device), ivy.used_mem_on_dev(device)
    x = ivy.zeros((2**27,), device=device)
    own = ivy.used_mem_on_dev(device, process_specific=True)
    assert own >= x.nbytes / 1e9 and total > ivy.used_mem_on_dev(device) > before
    ivy.clear_cached_mem_on_dev(device)


def test_memory_of_a_gpu_is_asked_of_the_framework(backend, monkeypatch):
    """What the frameworks say of a GPU comes out in gigabytes, whether there is one or not."""
    device, stats = "gpu:0", {"bytes_limit": 8 * 10**9, "bytes_in_use": 2 * 10**9}
    devices, module = (
        importlib.import_module(f"ivy_core.backends.{backend}.ops.{category}")
        for category in ("device", "device_memory")
    )
    total, used, own, busy = 8.0, 2.0, 2.0, None
    if backend == "torch":
        import torch

        device, used, busy = torch.device("cuda:0"), 5.0, 7.0
        monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (3 * 10**9, 8 * 10**9))
        monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _: 2 * 10**9)
        monkeypatch.setattr(torch.cuda, "utilization", lambda _: 7)
    elif backend == "jax":
        device = SimpleNamespace(platform="gpu", id=0, memory_stats=lambda: stats)
        for each in (devices, module):
            monkeypatch.setattr(each, "to_native_device", lambda device: device)
    elif backend == "tensorflow":
        import tensorflow as tf

        listed = [SimpleNamespace(name="/device:GPU:0", memory_limit=stats["bytes_limit"])]
        for each in (devices, module):
            monkeypatch.setattr(each, "to_native_device", lambda _: "/device:GPU:0")
        monkeypatch.setattr(module, "list_local_devices", lambda: listed)
        monkeypatch.setattr(
            tf.config.experimental,
            "get_memory_info",
            {"GPU:0": {"current": stats["bytes_in_use"]}}.get,
        )
    else:
        pytest.skip("NumPy has no GPU")
    assert module.total_mem_on_dev(device) == total
    assert module.used_mem_on_dev(device) == used
    assert module.used_mem_on_dev(device, process_specific=True) == own
    if busy is None:
        with pytest.raises(NotImplementedError, match="gpu:0"):
            module.dev_util(device)
    else:
        assert module.dev_util(device) == busy


@pytest.mark.checklist("S07")
def test_split_factors(backend):
    device = ivy.default_device()
    assert ivy.split_factor() == ivy.split_factor(device) == 0.0
    try:
        assert ivy.set_split_factor(0.5) is None
        assert ivy.split_factor() == ivy.split_factor(device) == 0.5
        ivy.set_split_factor(0.25, device)
        assert ivy.split_factor() == 0.25
        ivy.set_split_factor(0.75, device=ivy.as_native_dev(device))
        assert ivy.split_factor(ivy.as_native_dev(device)) == 0.75
        with pytest.raises(IvyValueError, match="0 must be lesser than or equal to -0.5"):
            ivy.set_split_factor(-0.5)
        assert ivy.split_factor() == 0.75
    finally:
        ivy.set_split_factor(0)
    assert ivy.split_factor() == 0


@pytest.mark.parametrize("size", [1, 2, 4, 5, 9])
def test_split_calls_unite_what_whole_calls_return(backend, assert_matches, size):
    a, b = np.arange(20.0).reshape(5, 4), np.arange(10.0).reshape(2, 5)
    x, y = ivy.asarray(a), ivy.asarray(b)
    calls = []

    def function(x, y):
        calls.append(x.shape[0])
        return ivy.matmul(y, x), ivy.sum(x)

    def check(mode, expected):
        found = ivy.split_func_call(function, [x, y], mode, chunk_size=size, input_axes=(0, 1))
        assert_matches(found, expected)

    check("sum", (b @ a, a.sum()))
    assert calls == [min(size, 5 - i) for i in range(0, 5, size)]
    found = ivy.split_func_call(lambda x: ivy.mean(x, axis=0), [x], "mean", chunk_size=size)
    assert_matches(found, a.mean(0))
    found = ivy.split_func_call(ivy.exp, (x,), "concat", chunk_size=size)
    assert_matches(found, np.exp(a))
    found = ivy.split_func_call(
        lambda x: ivy.permute_dims(x, (1, 0)), [x], "concat", chunk_size=size, output_axes=1
    )
    assert_matches(found, a.T)


def test_split_calls_go_by_the_split_factor(backend, assert_matches):
    a, lengths = np.arange(8.0), []

    def function(x):
        lengths.append(x.shape[0])
        return x * 2

    def run(**options):
        lengths.clear()
        found = ivy.split_func_call(function, [ivy.asarray(a)], "concat", **options)
        assert_matches(found, a * 2)
        return list(lengths)

    assert run() == [1] * 8
    assert run(max_chunk_size=6) == [1] * 8
    try:
        ivy.set_split_factor(0.5)
        assert run() == [4, 4]
        assert run(max_chunk_size=6) == [3, 3, 2]
        assert run(max_chunk_size=6, device=ivy.default_device()) == [3, 3, 2]
        assert run(chunk_size=5) == [5, 3]
        ivy.set_split_factor(1)
        assert run() == [8]
    finally:
        ivy.set_split_factor(0)


def test_split_calls_can_stop_gradients(backend, assert_matches):
    a = np.arange(4.0)
    x = ivy.asarray(a)
    if backend == "torch":
        x.data.requires_grad_()
    kept = ivy.split_func_call(ivy.exp, [x], "concat", chunk_size=2)
    stopped = ivy.split_func_call(ivy.exp, [x], "concat", chunk_size=2, stop_gradients=True)
    assert_matches(stopped, np.exp(a))
    if backend == "torch":
        assert kept.data.requires_grad and not stopped.data.requires_grad


def test_split_calls_refuse_what_does_not_fit(backend):
    x, y = ivy.zeros((4, 2)), ivy.zeros((3, 2))
    for inputs, mode, options in (
        ([x], "median", {}),
        ([x], "sum", {"chunk_size": 0}),
        ([x, y], "sum", {"chunk_size": 1}),
    ):
        with pytest.raises(IvyValueError):
            ivy.split_func_call(ivy.add, inputs, mode, **options)


def test_soft_device_mode(backend, assert_matches):
    assert ivy.soft_device_mode is False and modes.current.soft_device is False
    with ivy.set_soft_device_mode(True):
        assert ivy.soft_device_mode is True and modes.current.soft_device is True
    ivy.set_soft_device_mode(True)
    ivy.unset_soft_device_mode()
    assert ivy.soft_device_mode is False
    with pytest.raises(IvyException):
        ivy.set_soft_device_mode(1)
    x = ivy.asarray([1, 2])
    found = ivy.handle_soft_device_variable(x, [x, 3], fn=lambda x, y, z: (x, y, z), z={"a": x})
    assert ivy.dev(found[0]) == ivy.default_device()
    assert_matches((found[0], found[1][0], found[2]["a"]), (np.array([1, 2]),) * 3)
    assert found[1][1] == 3
    assert_matches(ivy.handle_soft_device_variable(x.data, x, fn=ivy.add), np.array([2, 4]))


def test_devices_that_functions_support(backend):
    def refusing(x):
        return ivy.sin(x)

    refusing.unsupported_devices = ("cpu",)
    here = ivy.function_supported_devices(ivy.sin)
    assert "cpu" in here and ("gpu" in here) == ivy.gpu_is_available()
    assert set(here) | set(ivy.function_unsupported_devices(ivy.sin)) == {"cpu", "gpu", "tpu"}
    assert "cpu" not in ivy.function_supported_devices(refusing)
    assert "cpu" not in ivy.function_supported_devices(lambda x: refusing(x))
    assert "cpu" in ivy.function_supported_devices(lambda x: refusing(x), recurse=False)

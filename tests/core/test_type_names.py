"""The names of types, in ``isinstance``: what functions and arrays give is what they name."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS, native_classes

TYPES = ("Array", "Device", "Dtype", "NativeArray", "NativeDevice", "NativeDtype", "Shape")


@pytest.fixture(params=["set", "not set"])
def bound(request, no_backend):
    """Return a function from a backend's name to its namespace: with that backend set, and not."""
    names = []

    def bind(name):
        if request.param == "set":
            ivy.set_backend(name)
            names.append(name)
        return ivy.get_backend(name)

    yield bind
    for _ in names:
        ivy.unset_backend()


def kinds(value):
    return {name for name in TYPES if isinstance(value, getattr(ivy, name))}


@pytest.mark.checklist("A02", "F36")
@pytest.mark.parametrize("name", BACKENDS)
def test_devices_are_of_device(bound, name):
    xp = bound(name)
    x = xp.asarray([1.0, 2.0])
    view = x[::-1]
    for device in (
        ivy.dev(x), xp.dev(x), ivy.dev(x.data), x.device, view.device, xp.default_device(),
        xp.default_device(item=x), xp.as_ivy_dev("cpu"), xp.as_ivy_dev(xp.as_native_dev("cpu")),
        *xp.available_devices(), xp.default_device("cpu"),
    ):  # fmt: skip
        assert type(device) is ivy.Device, device
        assert isinstance(device, str) and device == str(device)
        assert ivy.Device(device) == device
        assert pickle.loads(pickle.dumps(device)) == device
        assert "Device" in kinds(device) <= {"Device", "NativeDevice"}
        assert xp.zeros(2, device=device).device == x.device
    assert ivy.dev(x) is ivy.dev(x) or name == "numpy"
    nested = ivy.Container(a=x)
    assert isinstance(ivy.dev(nested).a, ivy.Device)
    assert not isinstance("cpu", ivy.Device)


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_devices_of_the_set_backend_and_the_inspection_api(name):
    with ivy.with_backend(name):
        info = ivy.__array_namespace_info__()
        for device in (info.default_device(), *info.devices()):
            assert isinstance(device, ivy.Device)
        with pytest.raises(ivy.IvyDeviceError, match="not available"):
            ivy.as_ivy_dev("abacus:7")


@pytest.mark.checklist("A02", "F35")
@pytest.mark.parametrize("name", BACKENDS)
def test_what_arrays_give_is_of_the_type_that_is_named(bound, name):
    xp = bound(name)
    x = xp.asarray([[1.0, 2.0, 3.0]])
    assert kinds(x) == {"Array"} and kinds(x.data) == {"NativeArray"}
    assert kinds(x[:, ::-1]) == {"Array"}
    for dtype in (x.dtype, xp.dtype(x), ivy.float32, xp.as_ivy_dtype("int8"), xp.default_dtype()):
        assert type(dtype) is ivy.Dtype and isinstance(dtype, ivy.Dtype)
    for native in (xp.as_native_dtype("float32"), x.data.dtype, xp.dtype(x, as_native=True)):
        assert kinds(native) == {"NativeDtype"}
    for native in (xp.as_native_dev("cpu"), xp.dev(x, as_native=True)):
        assert "NativeDevice" in kinds(native) <= {"NativeDevice", "Device"}
    for shape in (x.shape, xp.shape(x), xp.to_ivy_shape([1, 3]), ivy.Shape((1, 3)), x[0].shape):
        assert kinds(shape) == {"Shape"}
    native = xp.to_native_shape((1, 3))
    assert ivy.Shape(native) == xp.to_ivy_shape(native) == x.shape == (1, 3)


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_a_namespaces_own_classes_are_of_those_names(bound, name):
    xp = bound(name)
    x = xp.asarray([1.0])
    assert isinstance(x, xp.Array) and isinstance(x.data, xp.NativeArray)
    assert isinstance(x.device, xp.Device) and isinstance(x.dtype, xp.Dtype)
    assert isinstance(x.shape, xp.Shape)
    assert isinstance(xp.as_native_dtype("float32"), xp.NativeDtype)
    assert isinstance(xp.as_native_dev("cpu"), xp.NativeDevice)


@pytest.mark.checklist("A02")
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, set()), (None, set()), ([1, 2], set()), (1.5, set()), ((), {"Shape"}),
        ((2, 3), {"Shape"}), ((2, None), {"Shape"}), ((2.0,), set()), (("a",), set()),
        (True, set()), (np.float64(1), {"NativeArray"}), (np.dtype("int8"), {"NativeDtype"}),
    ],
)  # fmt: skip
def test_other_objects(value, expected):
    assert kinds(value) == expected


# types


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_types_know_the_objects_of_every_framework(name):
    xp = ivy.get_backend(name)
    x = xp.asarray([1.0])
    assert isinstance(x, ivy.Array) and not isinstance(x, ivy.NativeArray)
    assert isinstance(x.data, ivy.NativeArray) and not isinstance(x.data, ivy.Array)
    device, dtype = xp.as_native_dev("cpu"), xp.as_native_dtype("float64")
    assert isinstance(device, ivy.NativeDevice)
    assert isinstance(dtype, ivy.NativeDtype)
    own = native_classes(name)
    assert issubclass(own["NativeArray"], ivy.NativeArray)
    assert isinstance(x.data, own["NativeArray"])
    assert isinstance(device, own["NativeDevice"]) and isinstance(dtype, own["NativeDtype"])
    assert isinstance(xp.dev(x), ivy.Device) and isinstance(x.device, ivy.Device)
    assert ivy.Device(device) == xp.dev(x) == x.device
    assert xp.as_native_dev(x.device) == device


@pytest.mark.checklist("A02")
@pytest.mark.parametrize("name", BACKENDS)
def test_a_namespace_has_its_frameworks_own_classes(name):
    xp = ivy.get_backend(name)
    for what, cls in native_classes(name).items():
        assert getattr(xp, what) is cls


@pytest.mark.checklist("A02")
def test_types_know_what_is_no_native_object():
    for other in (1, [1.0], None, "cpu"):
        assert not isinstance(other, ivy.NativeArray)
    assert not isinstance("float32", ivy.NativeDtype)
    assert not isinstance(1, ivy.NativeDevice)
    assert not issubclass(ivy.Array, ivy.NativeArray)
    with pytest.raises(TypeError, match="NativeArray cannot be made"):
        ivy.NativeArray([1])


@pytest.mark.checklist("A02")
def test_a_device_is_its_name():
    device = ivy.Device("cuda:0")
    assert isinstance(device, str) and device == "cuda:0"
    assert ivy.Device("/device:GPU:1") == "gpu:1"
    assert type(ivy.Device(device)) is ivy.Device
    for wrong in ("", "cuda:", "cuda:x", "3"):
        with pytest.raises(ValueError, match="Device: .*; allowed are"):
            ivy.Device(wrong)

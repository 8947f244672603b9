"""Private and rarely used names that packages call, as in PyTorch: counted by tools/census.py."""

# ruff: noqa: UP006, UP007, UP035, UP045  (annotations as scripted code writes them)

from __future__ import annotations

import importlib
import warnings
from typing import Dict, List, Optional, Tuple, Union

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
from ivy_core import with_backend

BOTH = (real, ours)


def same(call):
    """Return the value or (class, text) of the error of a call with ours; both agree with real."""
    found = []
    for torch in BOTH:
        try:
            found.append(call(torch))
        except (RuntimeError, ValueError) as error:
            found.append((type(error).__mro__[-4:], str(error)))
    if isinstance(found[0], tuple) and isinstance(found[0][-1], str):
        assert found[0][1] == found[1][1]
    else:
        assert found[0] == found[1]
    return found[1]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ([1, 2], List[int]),
        ([1, "a"], list[int]),
        ([[1], [2.0]], List[List[int]]),
        ({"a": [1]}, Dict[str, List[int]]),
        ({1: 1}, Dict[str, int]),
        ((1, "a"), Tuple[int, str]),
        ((1, 2, 3), Tuple[int, int]),
        (None, Optional[int]),
        ("a", Union[int, List[str]]),
        (["a"], int | list[str]),
        (3, (str, int)),
        ([], List[float]),
        ([1], List),
        ({}, dict),
        (2.0, int),
    ],
)
@pytest.mark.filterwarnings("ignore:The inner type")
def test_jit_isinstance_looks_into_containers(value, kind):
    same(lambda torch: torch.jit.isinstance(value, kind))


def test_jit_annotate_gives_the_value():
    assert same(lambda torch: torch.jit.annotate(List[int], [1])) == [1]


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (("cpu",), {}),
        (("cpu", "float64"), {}),
        (("float64",), {}),
        (("float64", True), {}),
        ((), {"device": "cpu", "dtype": "float32"}),
    ],
)
def test_arguments_of_to_are_parsed(args, options):
    def parsed(torch):
        dtypes = {"float64": torch.float64, "float32": torch.float32}
        given = [dtypes.get(each, each) for each in args]
        named = {name: dtypes.get(each, each) for name, each in options.items()}
        device, dtype, non_blocking, memory_format = torch._C._nn._parse_to(*given, **named)
        return str(device), str(dtype), non_blocking, memory_format

    same(lambda torch: list(parsed(torch)))


def test_sizes_are_known():
    for package in ("torch", "frontends.torch"):
        shapes = importlib.import_module(f"{package}.fx.experimental.symbolic_shapes")
        for name in ("guard_or_false", "guard_or_true", "statically_known_true", "guard_bool"):
            assert [getattr(shapes, name)(value) for value in (True, False)] == [True, False]


@pytest.mark.parametrize("mode", ["fan_in", "FAN_OUT", "fan"])
def test_the_fan_of_a_mode(mode):
    same(lambda torch: torch.nn.init._calculate_correct_fan(torch.ones(2, 3, 4), mode))


def test_autocast_by_its_old_names():
    def told(torch):
        with warnings.catch_warnings(record=True) as seen, torch.autocast("cpu"):
            warnings.simplefilter("always")
            found = [torch.is_autocast_cpu_enabled(), str(torch.get_autocast_cpu_dtype())]
            found.append(str(torch.get_autocast_gpu_dtype()))
        return found + [str(each.message).partition(" (Trig")[0] for each in seen]

    assert same(told)[0] is True


def test_states_of_no_accelerator():
    same(lambda torch: [list(each) for each in torch.utils.checkpoint.get_device_states()])


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
@pytest.mark.parametrize("dim", [0, -1])
def test_gradients_of_softmax_by_its_result(backend, name, dim):
    x = np.linspace(-2, 2, 12, dtype="float32").reshape(3, 4)
    gradient = np.cos(x * 3)
    found = []
    with with_backend(backend):
        for torch in BOTH:
            result = getattr(torch, name)(torch.tensor(x), dim)
            call = getattr(torch, f"_{name}_backward_data")
            found.append(np.asarray(call(torch.tensor(gradient), result, dim, torch.float32)))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-5, atol=1e-6)


def test_masks_by_mapped_indices(backend):
    def mask(torch):
        module = f"{torch.__name__}._dynamo._trace_wrapped_higher_order_op"
        seen = torch.tensor([True, True, False])
        with importlib.import_module(module).TransformGetItemToIndex():
            row = torch.vmap(lambda q, k: seen[k] & (q >= k), in_dims=(None, 0))
            return torch.vmap(row, in_dims=(0, None))(torch.arange(3), torch.arange(3)).tolist()

    same(mask)


def test_overrides_are_asked_outside_of_the_block_only(backend):
    for torch in BOTH:
        seen = []

        class Noted(torch.Tensor):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None, seen=seen):
                seen.append(func.__name__)
                return super().__torch_function__(func, types, args, kwargs or {})

        with with_backend(backend):
            x = torch.ones(2).as_subclass(Noted)
            del seen[:]
            with torch._C.DisableTorchFunctionSubclass():
                inside = torch.add(x, x)
            assert not seen
            assert type(inside) is torch.Tensor
            outside = torch.add(x, x)
            assert seen == ["add"]
            assert type(outside) is Noted
            with torch._C.DisableTorchFunctionSubclass():
                pass
            plain = torch._C._disabled_torch_function_impl(torch.add, (Noted,), (x, x))
            assert type(plain) is torch.Tensor


def test_cdata_tells_tensors_and_storages_apart(backend):
    def told(torch):
        x, y = torch.ones(3), torch.ones(3)
        storages = [each.untyped_storage()._cdata for each in (x, x[1:], x.detach(), y)]
        one = [each._cdata == x._cdata for each in (x, x.detach(), x[:], y)]
        return one, [each == storages[0] for each in storages], type(x._cdata)

    same(told)


def test_parts_of_normal_distributions_of_several_variables(backend):
    path = "torch.distributions.multivariate_normal"
    a = np.random.default_rng(0).normal(size=(2, 3, 3))
    for name, count in (
        ("_batch_mv", 2),
        ("_batch_mahalanobis", 2),
        ("_precision_to_scale_tril", 1),
    ):
        found = []
        for torch, home in ((real, path), (ours, f"frontends.{path}")):
            matrix = torch.tensor(a @ a.transpose(0, 2, 1) + np.eye(3)).tril()
            given = [matrix + matrix.mT if count == 1 else matrix, torch.ones(2, 3).double()]
            call = getattr(importlib.import_module(home), name)
            found.append(call(*given[:count]).numpy())
        np.testing.assert_allclose(*found, rtol=1e-10, atol=1e-12)

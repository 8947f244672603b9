"""Tensors print as PyTorch prints them, to the last blank."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from frontends.torch.tensors import printing

FLOATS = ("bfloat16", "float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64")
PLAIN = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}


@pytest.fixture(autouse=True)
def restored():
    yield
    printing.set_printoptions(**PLAIN)
    torch.set_printoptions(**PLAIN)


def set_both(**options):
    printing.set_printoptions(**options)
    torch.set_printoptions(**options)


def on_host(tensor) -> np.ndarray:
    tensor = tensor.detach()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def text(tensor) -> str:
    """Return our text of a real tensor."""
    return printing.tensor_text(
        on_host(tensor),
        str(tensor.dtype).removeprefix("torch."),
        default_dtype=str(torch.get_default_dtype()).removeprefix("torch."),
        class_name="tensor" if type(tensor) in (torch.Tensor, torch.nn.Parameter) else "Sub",
        grad_fn=None if tensor.grad_fn is None else type(tensor.grad_fn).__name__,
        requires_grad=tensor.requires_grad,
    )


def same(tensor):
    assert text(tensor) == torch.Tensor.__repr__(tensor).removeprefix("Parameter containing:\n")


SHAPES = st.one_of(
    st.lists(st.integers(0, 5), max_size=4).map(tuple),
    st.sampled_from([(7,), (40,), (3, 30), (12, 11), (1001,), (2, 501), (40, 7, 5), (9, 8, 7, 6)]),
)
NUMBERS = st.sampled_from(
    [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1 / 3, -2.25, 1e-5, 1.5e-4, 999.0, 1001.0, 99999.5, 1e8, 2e8]
    + [1e10, 1e-30, 3.4e38, 6e4, float("inf"), -float("inf"), float("nan"), 12345.678, 1e-40, 7.0]
)
OPTIONS = st.fixed_dictionaries(
    {
        "precision": st.integers(0, 8),
        "threshold": st.sampled_from([0, 5, 100, 1000, float("inf")]),
        "edgeitems": st.integers(0, 4),
        "linewidth": st.sampled_from([1, 20, 40, 80, 120]),
        "sci_mode": st.sampled_from([None, None, True, False]),
    }
)


@settings(max_examples=200, deadline=None)
@given(data=st.data(), shape=SHAPES, options=OPTIONS)
def test_random_tensors_under_random_options(data, shape, options):
    dtype = getattr(torch, data.draw(st.sampled_from(FLOATS + COMPLEX + INTEGERS)))
    kinds = data.draw(st.lists(NUMBERS, min_size=1, max_size=4))
    picked = np.random.default_rng(data.draw(st.integers(0, 99)))
    if dtype.is_complex:
        parts = [torch.tensor(picked.choice(kinds, shape).astype("f8")) for _ in "ri"]
        tensor = torch.complex(*parts).to(dtype)
    elif dtype.is_floating_point:
        tensor = torch.tensor(picked.choice(kinds, shape).astype("f8")).to(dtype)
    else:
        high = data.draw(st.sampled_from([2, 10, 1000, 2**40]))
        tensor = torch.tensor(picked.integers(-high, high, shape)).to(dtype)
    set_both(**options)
    same(tensor)


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.zeros(0, 3),
        lambda: torch.zeros(0),
        lambda: torch.zeros(0, dtype=torch.int64),
        lambda: torch.zeros(2, 0, dtype=torch.float64, requires_grad=True),
        lambda: torch.tensor(3.5),
        lambda: torch.tensor(True),
        lambda: torch.tensor(1 - 2j),
        lambda: torch.tensor(5, dtype=torch.int32),
        lambda: torch.ones(2, requires_grad=True) + 1,
        lambda: torch.nn.Parameter(torch.ones(2, 2)),
        lambda: torch.ones(9, dtype=torch.float64, requires_grad=True) * 1.5,
        lambda: torch.ones(12, dtype=torch.float64, requires_grad=True) * 1.5,
        lambda: torch.tensor([1e300, 1e-300], dtype=torch.float64),
        lambda: torch.arange(24.0).view(2, 3, 4).transpose(0, 2),
    ],
)
def test_suffixes(make):
    same(make())


def test_parameters_say_what_they_are():
    real = torch.nn.Parameter(torch.ones(2))
    assert printing.parameter_text(text(real)) == repr(real)


def test_default_dtype_needs_no_suffix():
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        for dtype in (torch.float32, torch.float64, torch.complex64, torch.complex128):
            same(torch.ones(2, dtype=dtype))
    finally:
        torch.set_default_dtype(before)


@pytest.mark.parametrize("profile", ["default", "short", "full"])
def test_profiles(profile):
    set_both(profile=profile)
    same(torch.arange(1200.0) / 7)
    assert printing.get_printoptions() == torch._tensor_str.get_printoptions()


def test_options_for_a_while():
    set_both(sci_mode=True)
    with printing.printoptions(precision=2), torch._tensor_str.printoptions(precision=2):
        same(torch.rand(3))
    same(torch.rand(3))
    assert printing.get_printoptions() == torch._tensor_str.get_printoptions()
    assert printing.get_printoptions()["sci_mode"] is True


def test_device_and_subclass():
    assert printing.tensor_text(np.ones(2, "f4"), "float32", device="cuda:0", class_name="Sub") == (
        "Sub([1., 1.], device='cuda:0')"
    )

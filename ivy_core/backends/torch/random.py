"""Random numbers in PyTorch tensors, from PyTorch's default generator of each device."""

from __future__ import annotations

import torch

from ...defaults import current
from ..common import draws
from . import to_native_device, to_native_dtype
from .axes import normal_axis


def seed(*, seed_value=0):
    torch.manual_seed(seed_value)


def _device(device, *parameters):
    if device is None:
        device = next(
            (p.device for p in parameters if isinstance(p, torch.Tensor) and p.ndim), None
        )
    return to_native_device(current.device) if device is None else device


def _generator(seed, device):
    if seed is None:
        return None
    return torch.Generator(device or "cpu").manual_seed(int(seed))


def random_uniform(*, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("random_uniform", shape, low, high)
    dtype = to_native_dtype(draws.float_dtype("random_uniform", dtype, low, high))
    draws.check_order("random_uniform", low, high)
    device = _device(device, low, high)
    drawn = torch.rand(shape, generator=_generator(seed, device), dtype=dtype, device=device)
    low, high = _cast(low, dtype), _cast(high, dtype)
    return drawn * (high - low) + low


def random_normal(*, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    shape = draws.drawn_shape("random_normal", shape, mean, std)
    dtype = to_native_dtype(draws.float_dtype("random_normal", dtype, mean, std))
    draws.check_order("random_normal", 0, std)
    device = _device(device, mean, std)
    drawn = torch.randn(shape, generator=_generator(seed, device), dtype=dtype, device=device)
    return drawn * _cast(std, dtype) + _cast(mean, dtype)


def _cast(value, dtype):
    return value.to(dtype) if isinstance(value, torch.Tensor) else value


def randint(low, high, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("randint", shape, low, high)
    dtype = draws.int_dtype("randint", dtype)
    draws.check_order("randint", low, high, strict=True)
    draws.check_fits("randint", low, high, dtype)
    device = _device(device, low, high)
    options = {"generator": _generator(seed, device), "device": device, "dtype": torch.int64}
    if low.ndim or high.ndim:  # the remainder of 63 bits: torch.randint takes numbers only
        low = low.to(torch.int64)
        drawn = low + torch.randint(2**63 - 1, shape, **options) % (high.to(torch.int64) - low)
    else:
        drawn = torch.randint(int(low), int(high), shape, **options)
    return drawn.to(to_native_dtype(dtype))


def multinomial(
    population_size, num_samples, /, *, batch_size=1, probs=None, replace=True, device=None,
    seed=None,
):  # fmt: skip
    draws.check_population(population_size, num_samples, probs, replace)
    device = _device(device, probs)
    if probs is None:
        probs = torch.ones((batch_size, population_size), device=device)
    elif not probs.dtype.is_floating_point:
        probs = probs.to(to_native_dtype(current.float))
    rows = probs.reshape(-1, population_size)
    drawn = torch.multinomial(rows, num_samples, replace, generator=_generator(seed, device))
    dtype = to_native_dtype(draws.int_dtype("multinomial", None))
    return drawn.reshape(*probs.shape[:-1], num_samples).to(dtype)


def shuffle(x, axis=0, /, *, seed=None):
    if not x.ndim:
        return x.clone()
    axis = normal_axis(axis, x.ndim)
    generator = _generator(seed, x.device)
    order = torch.randperm(x.shape[axis], generator=generator, device=x.device)
    return torch.index_select(x, axis, order)


def bernoulli(probs, *, logits=None, shape=None, device=None, dtype=None, seed=None):
    draws.check_one(probs, logits)
    given = logits if probs is None else probs
    given = given if isinstance(given, torch.Tensor) else torch.tensor(given)
    shape = draws.drawn_shape("bernoulli", shape, given)
    wide = to_native_dtype(draws.float_dtype("bernoulli", None, given))
    if probs is None:
        given = torch.sigmoid(given.to(wide))
    draws.check_probability("bernoulli", given)
    device = _device(device, given)
    drawn = torch.rand(shape, generator=_generator(seed, device), dtype=wide, device=device)
    return (drawn < given.to(device)).to(wide if dtype is None else dtype)

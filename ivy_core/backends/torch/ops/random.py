"""Random numbers in PyTorch tensors, from PyTorch's default generator of each device."""

from __future__ import annotations

import torch

from ivy_core.backends.common import draws
from ivy_core.defaults import current

from .. import to_native_device, to_native_dtype
from ..kernels.axes import normal_axis
from ..runtime.internals import sample_dirichlet, standard_gamma


def seed(*, seed_value=0):
    torch.manual_seed(seed_value)


def _device_of_parameters(device, *parameters):
    """Return ``device``, else the first tensor's that has axes, else the current one; or None."""
    if device is None:
        device = next(
            (p.device for p in parameters if isinstance(p, torch.Tensor) and p.ndim), None
        )
    return to_native_device(current.device) if device is None else device


def _generator_of_seed(seed, device) -> torch.Generator | None:
    """Return a new generator on the device; None, which means torch's own, without a seed."""
    if seed is None:
        return None
    return torch.Generator(device or "cpu").manual_seed(int(seed))


def random_uniform(*, low=0.0, high=1.0, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("random_uniform", shape, low, high)
    dtype = to_native_dtype(draws.float_dtype("random_uniform", dtype, low, high))
    draws.check_order("random_uniform", low, high)
    device = _device_of_parameters(device, low, high)
    drawn = torch.rand(
        shape, generator=_generator_of_seed(seed, device), dtype=dtype, device=device
    )
    low, high = _cast_tensor(low, dtype), _cast_tensor(high, dtype)
    return drawn * (high - low) + low


def random_normal(*, mean=0.0, std=1.0, shape=None, dtype=None, seed=None, device=None):
    shape = draws.drawn_shape("random_normal", shape, mean, std)
    dtype = to_native_dtype(draws.float_dtype("random_normal", dtype, mean, std))
    draws.check_order("random_normal", 0, std)
    device = _device_of_parameters(device, mean, std)
    drawn = torch.randn(
        shape, generator=_generator_of_seed(seed, device), dtype=dtype, device=device
    )
    return drawn * _cast_tensor(std, dtype) + _cast_tensor(mean, dtype)


def _cast_tensor(value, dtype):
    return value.to(dtype) if isinstance(value, torch.Tensor) else value


def randint(low, high, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("randint", shape, low, high)
    dtype = draws.int_dtype("randint", dtype)
    draws.check_order("randint", low, high, strict=True)
    draws.check_fits("randint", low, high, dtype)
    device = _device_of_parameters(device, low, high)
    options = {
        "generator": _generator_of_seed(seed, device),
        "device": device,
        "dtype": torch.int64,
    }
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
    device = _device_of_parameters(device, probs)
    if probs is None:
        probs = torch.ones((batch_size, population_size), device=device)
    elif not probs.dtype.is_floating_point:
        probs = probs.to(to_native_dtype(current.float))
    rows = probs.reshape(-1, population_size)
    drawn = torch.multinomial(
        rows, num_samples, replace, generator=_generator_of_seed(seed, device)
    )
    dtype = to_native_dtype(draws.int_dtype("multinomial", None))
    return drawn.reshape(*probs.shape[:-1], num_samples).to(dtype)


def shuffle(x, axis=0, /, *, seed=None):
    if not x.ndim:
        return x.clone()
    axis = normal_axis(axis, x.ndim)
    generator = _generator_of_seed(seed, x.device)
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
    device = _device_of_parameters(device, given)
    drawn = torch.rand(shape, generator=_generator_of_seed(seed, device), dtype=wide, device=device)
    return (drawn < given.to(device)).to(wide if dtype is None else dtype)


def _broadcast_parameters(shape, dtype, device, *parameters) -> list:
    """Return parameters as tensors of one shape, in float32 at least: less has no kernel."""
    wide = torch.promote_types(dtype, torch.float32)
    return [torch.as_tensor(p, dtype=wide, device=device).expand(shape) for p in parameters]


def beta(a, b, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("beta", shape, a, b)
    dtype = to_native_dtype(draws.float_dtype("beta", dtype, a, b))
    draws.check_positive("beta", a=a, b=b)
    device = _device_of_parameters(device, a, b)
    both = torch.stack(_broadcast_parameters(shape, dtype, device, a, b), -1)
    return sample_dirichlet(both, generator=_generator_of_seed(seed, device))[..., 0].to(dtype)


def dirichlet(alpha, /, *, size=None, dtype=None, seed=None):
    alpha = torch.as_tensor(alpha)
    shape = draws.dirichlet_shape(alpha, size)
    dtype = to_native_dtype(draws.float_dtype("dirichlet", dtype, alpha))
    draws.check_positive("dirichlet", alpha=alpha)
    (wide,) = _broadcast_parameters(shape, dtype, alpha.device, alpha)
    generator = _generator_of_seed(seed, alpha.device)
    return sample_dirichlet(wide.contiguous(), generator=generator).to(dtype)


def gamma(alpha, beta, /, *, shape=None, device=None, dtype=None, seed=None):
    shape = draws.drawn_shape("gamma", shape, alpha, beta)
    dtype = to_native_dtype(draws.float_dtype("gamma", dtype, alpha, beta))
    draws.check_positive("gamma", alpha=alpha, beta=beta)
    device = _device_of_parameters(device, alpha, beta)
    alpha, beta = _broadcast_parameters(shape, dtype, device, alpha, beta)
    drawn = standard_gamma(alpha, generator=_generator_of_seed(seed, device))
    return (drawn / beta).to(dtype)


def poisson(lam, *, shape=None, device=None, dtype=None, seed=None, fill_value=0):
    shape = draws.drawn_shape("poisson", shape, lam)
    wide = to_native_dtype(draws.float_dtype("poisson", None, lam))
    device = _device_of_parameters(device, lam)
    (lam,) = _broadcast_parameters(shape, torch.float64, device, lam)
    drawn = torch.poisson(lam.clamp(min=0), generator=_generator_of_seed(seed, device))
    return torch.where(lam < 0, fill_value, drawn).to(wide if dtype is None else dtype)

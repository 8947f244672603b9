"""Cases of transforms, statistics and segments."""

from __future__ import annotations

import numpy as np

from .case import (
    DTYPE,
    Case,
    between,
    normal,
    of,
    waves,
)  # fmt: skip


def _transforms():
    for n in (96, 101):
        for name in ("fft", "ifft", "hfft"):
            yield Case(name, f"numpy.fft.{name}", [waves(5, n)], relative="largest",
                       variant=str(n))  # fmt: skip
        for name in ("rfft", "ihfft"):
            yield Case(name, f"numpy.fft.{name}", [normal(5, n)], relative="largest",
                       variant=str(n))  # fmt: skip
        yield Case("irfft", "numpy.fft.irfft", [waves(5, n)], relative="largest", variant=str(n))
        for kind in (1, 2, 3, 4):
            for name in ("dct", "idct"):
                yield Case(
                    name, f"scipy.fft.{name}", [normal(5, n)], {"type": kind}, relative="largest",
                    variant=f"type {kind}, {n}", call=lambda f, x, kind=kind: f(x, kind),
                )  # fmt: skip
    for name in ("fft2", "fftn", "ifftn", "irfftn"):
        yield Case(name, f"numpy.fft.{name}", [waves(3, 12, 15)], relative="largest")
    yield Case("rfftn", "numpy.fft.rfftn", [normal(3, 12, 15)], relative="largest")
    for name in ("fftfreq", "rfftfreq"):
        yield Case(name, f"numpy.fft.{name}", [101], {"dtype": DTYPE, "d": 0.3},
                   call=lambda f, n: f(n, 0.3))  # fmt: skip
    yield Case("dft", "numpy.fft.fft", [waves(4, 60)], relative="largest")
    yield Case(
        "stft", "torch.stft", [normal(2, 400), 64, 16], relative="largest",
        call=lambda f, x, length, step: f(
            x, length, step, window=np.ones(length), center=False, return_complex=True
        ).swapaxes(-1, -2),
    )  # fmt: skip
    yield Case("istft", "numpy", [waves(20, 33), 64, 16], relative="largest", call=_overlap)


def _overlap(np, frames, length, step):
    """Return the means of the inverse transforms, each from its step on."""
    made = np.zeros((len(frames) - 1) * step + length)
    frequency = np.zeros_like(made)
    for i, frame in enumerate(np.fft.irfft(frames, length)):
        made[i * step : i * step + length] += frame
        frequency[i * step : i * step + length] += 1
    return made / frequency


_X = normal(40, 50)
_POSITIVE = between(0.5, 1.5, 40, 50)


def _statistics():
    for name in ("sum", "mean", "std", "var"):
        # numbers far from zero: where a mean of squares would lose the variance
        yield Case(name, f"numpy.{name}", [normal(40, 50, shift=30)], {"axis": 0},
                   relative="largest", call=lambda f, x: f(x, axis=0))  # fmt: skip
        yield Case(name, f"numpy.{name}", [normal(100_000)], relative="one", variant="100,000")
    for name in ("max", "min", "median", "amax", "amin"):
        yield Case(name, f"numpy.{name}", [_X], {"axis": 1}, call=lambda f, x: f(x, axis=1))
    yield Case("prod", "numpy.prod", [_POSITIVE], {"axis": 1}, call=lambda f, x: f(x, axis=1))
    with_nan = of(
        lambda rng: np.where(rng.random((40, 50)) < 0.1, np.nan, rng.normal(size=(40, 50)))
    )
    for name in ("nanmax", "nanmean", "nanmedian", "nanmin", "nansum"):
        yield Case(name, f"numpy.{name}", [with_nan], {"axis": 1}, relative="largest",
                   call=lambda f, x: f(x, axis=1))  # fmt: skip
    yield Case("nanprod", "numpy.nanprod", [_POSITIVE], {"axis": 1},
               call=lambda f, x: f(x, axis=1))  # fmt: skip
    for name in ("cumsum", "cumprod"):
        x = _X if name == "cumsum" else _POSITIVE
        yield Case(name, f"numpy.{name}", [x], {"axis": 1}, call=lambda f, x: f(x, axis=1),
                   relative="largest" if name == "cumsum" else "element")  # fmt: skip
    yield Case("cumulative_sum", "numpy.cumulative_sum", [_X], {"axis": 1}, relative="largest",
               call=lambda f, x: f(x, axis=1))  # fmt: skip
    yield Case("cumulative_prod", "numpy.cumulative_prod", [_POSITIVE], {"axis": 1},
               call=lambda f, x: f(x, axis=1))  # fmt: skip
    for name, ufunc in (("cummax", "maximum"), ("cummin", "minimum")):
        yield Case(name, f"numpy.{ufunc}.accumulate", [_X], {"axis": 1},
                   call=lambda f, x: f(x, axis=1), seen=_first_of)  # fmt: skip
    at = of(lambda _: np.array([0.1, 0.35, 0.9]))
    yield Case("quantile", "numpy.quantile", [_X, at], {"axis": 1}, relative="one",
               call=lambda f, x, q: f(x, q, axis=1))  # fmt: skip
    yield Case("einsum", "numpy.einsum", ["abc,cd,bd->ad", normal(5, 6, 7), normal(7, 8),
               normal(6, 8)], relative="largest")  # fmt: skip
    yield Case("contract", "numpy.einsum", ["ab,bc,cd->ad", [normal(5, 6), normal(6, 7),
               normal(7, 8)]], relative="largest", call=lambda f, how, xs: f(how, *xs))  # fmt: skip
    yield Case("cov", "numpy.cov", [normal(6, 200, shift=20)], relative="largest")
    yield Case("corrcoef", "numpy.corrcoef", [normal(6, 200, shift=20)], relative="largest")
    yield Case("histogram", "numpy.histogram", [normal(500)],
               {"bins": 8, "range": (-3.0, 3.0), "density": True}, relative="largest",
               call=lambda f, x: f(x, 8, (-3, 3), density=True)[0], always_double=True)  # fmt: skip
    yield Case("gradient", "numpy.gradient", [normal(40, 50)], {"axis": 1}, relative="one",
               call=lambda f, x: f(x, axis=1))  # fmt: skip
    yield Case("trapz", "numpy.trapezoid", [normal(40, 50)], relative="largest")
    yield Case("diff", "numpy.diff", [_X], relative="one")
    yield Case("einops_reduce", "numpy.mean", [normal(4, 6, 5), "a b c -> b", "mean"],
               relative="one", call=lambda f, x, *_: f(x, axis=(0, 2)))  # fmt: skip
    yield Case("fourier_encode", "numpy", [between(-1, 1, 40), 10.0], {"num_bands": 5},
               relative="one", call=_fourier)  # fmt: skip


def _some_nan(rng):
    return np.where(rng.random((40, 50)) < 0.1, np.nan, rng.normal(size=(40, 50)))


def _first_of(result, x):
    return result[0] if isinstance(result, tuple) else result


def _fourier(np, x, top):
    angles = x[:, None] * np.logspace(0, np.log10(top / 2), 5) * np.pi
    return np.concatenate([x[:, None], np.sin(angles), np.cos(angles)], -1)


def _segments():
    reductions = {"max": "maximum", "min": "minimum", "sum": "add"}
    x, groups = normal(500, 4), of(lambda rng: rng.permutation(np.arange(500) % 7))
    for name, ufunc in reductions.items():
        yield Case(
            f"unsorted_segment_{name}", f"numpy.{ufunc}", [x, groups, 7], relative="largest",
            call=lambda f, x, at, n: np.stack([f.reduce(x[at == i]) for i in range(n)]),
        )  # fmt: skip
    yield Case("unsorted_segment_mean", "numpy.mean", [x, groups, 7], relative="largest",
               call=lambda f, x, at, n: np.stack([f(x[at == i], 0) for i in range(n)]),
               )  # fmt: skip


CASES = (*_transforms(), *_statistics(), *_segments())

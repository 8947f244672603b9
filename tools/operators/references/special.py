"""Cases of special functions, orthogonal polynomials and windows."""

from __future__ import annotations

from .case import DTYPE, Case, between, counts, powers

_WIDE = powers(-30, 30)
_WAVES = between(-60, 60)
_ABOVE = powers(-6, 1.9, signed=False)

# SciPy's function and the arguments; "one" for those with zeros
_OF_SCIPY = {
    "digamma": ("digamma", [between(-20, 60)], "one"),
    "entr": ("entr", [powers(-30, 10, signed=False)], "element"),
    "erf": ("erf", [powers(-10, 2)], "element"),
    "erfc": ("erfc", [between(-10, 8)], "element"),
    "erfcx": ("erfcx", [between(-8, 1000)], "element"),
    "erfinv": ("erfinv", [between(-1, 1)], "element"),
    "i0": ("i0", [between(-80, 80)], "element"),
    "i0e": ("i0e", [powers(-8, 8)], "element"),
    "i1": ("i1", [between(-80, 80)], "element"),
    "i1e": ("i1e", [powers(-8, 8)], "element"),
    "j0": ("j0", [powers(-4, 4)], "one"),
    "j1": ("j1", [powers(-4, 4)], "one"),
    "k0": ("k0", [_ABOVE], "element"),
    "k0e": ("k0e", [powers(-8, 8, signed=False)], "element"),
    "k1": ("k1", [_ABOVE], "element"),
    "k1e": ("k1e", [powers(-8, 8, signed=False)], "element"),
    "lgamma": ("gammaln", [powers(-8, 8)], "one"),
    "log_ndtr": ("log_ndtr", [between(-1000, 8)], "element"),
    "ndtr": ("ndtr", [between(-12, 8)], "element"),
    "ndtri": ("ndtri", [between(0, 1)], "element"),
    "y0": ("y0", [powers(-4, 4, signed=False)], "one"),
    "y1": ("y1", [powers(-4, 4, signed=False)], "one"),
    "betainc": (
        "betainc",
        [powers(-2, 3, signed=False), powers(-2, 3, signed=False), between(0, 1)],
        "element",
    ),
    "betaln": ("betaln", [powers(-4, 3, signed=False), powers(-4, 3, signed=False)], "one"),
    "igamma": ("gammainc", [powers(-3, 4, signed=False), powers(-3, 4, signed=False)], "element"),
    "igammac": ("gammaincc", [powers(-3, 3, signed=False), powers(-3, 3, signed=False)], "element"),
    "multigammaln": ("multigammaln", [between(2, 80), 3], "one"),
    "polygamma": ("polygamma", [counts(1, 6), between(0.1, 30)], "element"),
    "xlog1py": ("xlog1py", [between(-3, 3), powers(-10, 10, signed=False)], "element"),
    "xlogy": ("xlogy", [between(-3, 3), powers(-30, 30, signed=False)], "element"),
    "zeta": ("zeta", [between(1.1, 20), between(0.1, 50)], "element"),
}

_POLYNOMIALS = {
    "chebyshev_polynomial_t": "chebyt", "chebyshev_polynomial_u": "chebyu",
    "hermite_polynomial_h": "hermite", "hermite_polynomial_he": "hermitenorm",
    "laguerre_polynomial_l": "laguerre", "legendre_polynomial_p": "legendre",
    "shifted_chebyshev_polynomial_t": "sh_chebyt",
    "shifted_chebyshev_polynomial_u": "sh_chebyu",
}  # fmt: skip


def _of_scipy(name: str, by: str, arguments: list, relative: str) -> Case:
    return Case(name, f"scipy.special.{by}", arguments, relative=relative)


def _polynomial(name: str, by: str) -> Case:
    low, high = (0, 1) if name.startswith("shifted") else (-1, 1)
    arguments = [between(low, high), counts(0, 12)]
    return Case(
        name, f"scipy.special.eval_{by}", arguments, relative="one",
        call=lambda f, x, n: f(n.astype(int), x),
    )  # fmt: skip


def _third(np, x, n):
    """Chebyshev polynomials of the third kind by their angle, ``DLMF 18.5.3``."""
    angle = np.arccos(x)
    return np.cos((n + 0.5) * angle) / np.cos(angle / 2)


def _fourth(np, x, n):
    """Chebyshev polynomials of the fourth kind by their angle, ``DLMF 18.5.4``."""
    angle = np.arccos(x)
    return np.sin((n + 0.5) * angle) / np.sin(angle / 2)


def _mel(np, bands, bins, rate, low, high):
    """The triangles of bands on the mel scale, by ``2595 log10(1 + f / 700)``."""

    def mel(frequency):
        return 1127 * np.log1p(frequency / 700)

    frequencies = mel(np.linspace(0, rate / 2, bins))[:, None]
    edges = np.linspace(mel(low), mel(high), bands + 2)
    rise = (frequencies - edges[:-2]) / (edges[1:-1] - edges[:-2])
    fall = (edges[2:] - frequencies) / (edges[2:] - edges[1:-1])
    return np.maximum(0, np.minimum(rise, fall))


_INSIDE = between(-0.99, 0.99)
_SHIFTED = between(0.01, 0.99)

CASES = (
    *(_of_scipy(name, *given) for name, given in _OF_SCIPY.items()),
    *(_polynomial(name, by) for name, by in _POLYNOMIALS.items()),
    Case("airy_ai", "scipy.special.airy", [between(-60, 15)], relative="one",
         call=lambda f, x: f(x)[0]),
    Case("spherical_bessel_j0", "scipy.special.spherical_jn", [powers(-4, 3)], relative="one",
         call=lambda f, x: f(0, x)),
    Case("chebyshev_polynomial_v", "numpy", [_INSIDE, counts(0, 12)], call=_third,
         relative="one"),
    Case("chebyshev_polynomial_w", "numpy", [_INSIDE, counts(0, 12)], call=_fourth,
         relative="one"),
    Case("shifted_chebyshev_polynomial_v", "numpy", [_SHIFTED, counts(0, 12)], relative="one",
         call=lambda np, x, n: _third(np, 2 * x - 1, n)),
    Case("shifted_chebyshev_polynomial_w", "numpy", [_SHIFTED, counts(0, 12)], relative="one",
         call=lambda np, x, n: _fourth(np, 2 * x - 1, n)),
    # windows; those that end in zero have it only up to rounding
    Case("blackman_window", "scipy.signal.get_window", [400], {"dtype": DTYPE},
         relative="largest", call=lambda f, n: f("blackman", n)),
    Case("hamming_window", "scipy.signal.get_window", [400], {"dtype": DTYPE},
         relative="largest", call=lambda f, n: f("hamming", n)),
    Case("hann_window", "scipy.signal.get_window", [400], {"dtype": DTYPE},
         relative="largest", call=lambda f, n: f("hann", n)),
    Case("kaiser_window", "scipy.signal.get_window", [400, True, 12.0], {"dtype": DTYPE},
         relative="largest", call=lambda f, n, _, beta: f(("kaiser", beta), n)),
    Case("kaiser_bessel_derived_window", "scipy.signal.windows.kaiser_bessel_derived",
         [400, 12.0], {"dtype": DTYPE}, relative="largest",
         call=lambda f, n, beta: f(n, beta=beta)),
    Case("vorbis_window", "numpy", [400], {"dtype": DTYPE}, relative="largest",
         call=lambda np, n: np.sin(
             np.pi / 2 * np.sin(np.pi * (np.arange(n) + 0.5) / n) ** 2)),
    Case("mel_weight_matrix", "numpy", [20, 257, 8000.0, 0.0, 3000.0], {"dtype": DTYPE},
         call=_mel, relative="largest"),
)  # fmt: skip

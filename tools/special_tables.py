"""Write ``backends/common/special/tables.json``: the Chebyshev series of special functions.

Each is the interpolant at the nodes of the first kind, computed with 40 digits by mpmath (which
PyTorch brings along), cut where the coefficients no longer show in double precision.

Usage: ``python tools/special_tables.py``
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import mpmath as mp

mp.mp.dps = 40
_TARGET = Path(__file__).parent.parent / "ivy_core/backends/common/special/tables.json"


def series(function, low, high, most=64):
    """Return the Chebyshev coefficients of a function of ``[low, high]``."""
    low, high = mp.mpf(low), mp.mpf(high)
    angles = [mp.pi * (2 * k + 1) / (2 * most) for k in range(most)]
    values = [function((high + low) / 2 + (high - low) / 2 * mp.cos(angle)) for angle in angles]
    found = []
    for j in range(most):
        total = mp.fsum(v * mp.cos(j * angle) for v, angle in zip(values, angles, strict=True))
        found.append(2 * total / most)
    found[0] /= 2
    largest = max(abs(each) for each in found)
    while abs(found[-1]) < largest * mp.mpf(2) ** -59:
        found.pop()
    if len(found) > most - 4:
        raise ValueError(f"{len(found)} coefficients do not reach the precision")
    return [float(each) for each in found]


def digamma_zero():
    """Return the positive zero of the digamma function as a sum of two doubles."""
    zero = mp.findroot(mp.digamma, 1.4616321449683622)
    head = float(zero)
    return [head, float(zero - mp.mpf(head))]


def _stirling(count):
    """Return the coefficients of Stirling's series of the gamma function (DLMF 5.11.3)."""
    logarithm = [Fraction(0)] * count
    for k in range(1, count):
        if k % 2:
            bernoulli = Fraction(*mp.bernfrac(k + 1))
            logarithm[k] = bernoulli / (k * (k + 1))
    found = [Fraction(1)]
    for n in range(1, count):  # the exponential of a power series
        found.append(sum(k * logarithm[k] * found[n - k] for k in range(1, n + 1)) / n)
    return found


def temme(orders, terms):
    """Return the coefficients of Temme's functions c_k in powers of eta (DLMF 8.12.9 to 8.12.11).

    ``mu`` as a power series in ``eta`` follows from ``eta**2 / 2 = mu - log(1 + mu)``, whose
    derivative is ``mu * mu' = eta * (1 + mu)``.
    """
    size = terms + 2 * orders + 3
    mu = [Fraction(0), Fraction(1)]  # mu = eta + ...
    for n in range(2, size):  # the coefficient of eta**n in mu * mu' - eta * mu = eta
        rest = sum(mu[i] * (n + 1 - i) * mu[n + 1 - i] for i in range(2, n))
        mu.append((mu[n - 1] - rest) / (n + 1))
    inverse = [Fraction(1)]  # eta / mu
    for n in range(1, size - 1):
        inverse.append(-sum(mu[i + 1] * inverse[n - i] for i in range(1, n + 1)))
    current = inverse[1:]  # 1 / mu - 1 / eta
    stirling = _stirling(orders + 1)
    found = []
    for k in range(orders):
        found.append([float(each) for each in current[:terms]])
        # c_{k+1} = (d/deta c_k) / eta + (-1)**(k+1) * g_{k+1} / mu; the pole at 0 cancels
        factor = (-1) ** (k + 1) * stirling[k + 1]
        derivative = [n * each for n, each in enumerate(current)][1:]
        assert derivative[0] + factor == 0
        current = [d + factor * i for d, i in zip(derivative[1:], inverse[1:], strict=False)]
    return found


def _bessel_phase(order, kind):
    """Return the P or Q of DLMF 10.17.3, as a function of (8 / x)**2."""

    def apply(w):
        if not w:
            w = mp.mpf(10) ** -40
        x = 8 / mp.sqrt(w)
        mp.mp.dps += 10
        angle = x - mp.pi * (2 * order + 1) / 4
        j, y = mp.besselj(order, x), mp.bessely(order, x)
        scale = mp.sqrt(mp.pi * x / 2)
        if kind == "P":
            value = scale * (j * mp.cos(angle) + y * mp.sin(angle))
        else:
            value = scale * (y * mp.cos(angle) - j * mp.sin(angle)) * x / 8
        mp.mp.dps -= 10
        return value

    return apply


def _airy_phase(derivative, kind):
    """Return the slowly varying factors of Ai and Ai' at -x as functions of 20 / zeta squared."""

    def apply(w):
        zeta = 20 / mp.sqrt(w)
        mp.mp.dps += 10
        x = (3 * zeta / 2) ** (mp.mpf(2) / 3)
        a, b = mp.airyai(-x, derivative=derivative), mp.airybi(-x, derivative=derivative)
        angle = zeta - mp.pi / 4
        scale = mp.sqrt(mp.pi) * x ** (mp.mpf(-1 if derivative else 1) / 4)
        if kind == "P":  # Ai = P cos + Q sin, Bi = -P sin + Q cos, Ai' = P sin - Q cos, ...
            value = a * mp.cos(angle) - b * mp.sin(angle)
            if derivative:
                value = a * mp.sin(angle) + b * mp.cos(angle)
        else:
            value = a * mp.sin(angle) + b * mp.cos(angle)
            if derivative:
                value = b * mp.sin(angle) - a * mp.cos(angle)
            value *= zeta / 20
        mp.mp.dps -= 10
        return scale * value

    return apply


def _airy_decay(derivative):
    def apply(w):  # w = 1 / zeta
        zeta = 1 / w
        x = (3 * zeta / 2) ** (mp.mpf(2) / 3)
        scale = 2 * mp.sqrt(mp.pi) * x ** (mp.mpf(-1 if derivative else 1) / 4)
        return scale * mp.exp(zeta) * mp.airyai(x, derivative=derivative)

    return apply


def _near(function, at):
    """Return the function where that is defined, and its limit beside a removable singularity."""

    def apply(x):
        return function(x + mp.mpf(10) ** -30 if abs(x - at) < mp.mpf(10) ** -30 else x)

    return apply


def _y_rest(order):
    """Return what is left of Y without its logarithm and pole, as a function of x**2."""

    def apply(w):
        mp.mp.dps += 15
        x = mp.sqrt(w)
        value = mp.bessely(order, x) - 2 / mp.pi * mp.log(x / 2) * mp.besselj(order, x)
        if order:
            value = (value + 2 / (mp.pi * x)) / x
        mp.mp.dps -= 15
        return value

    return apply


def _k_rest(order):
    """Return what is left of K without its logarithm and pole, as a function of x**2."""

    def apply(w):
        mp.mp.dps += 15
        x = mp.sqrt(w)
        if order:
            value = mp.besselk(1, x) - mp.log(x / 2) * mp.besseli(1, x) - 1 / x
            value /= x
        else:
            value = mp.besselk(0, x) + mp.log(x / 2) * mp.besseli(0, x)
        mp.mp.dps -= 15
        return value

    return apply


def tables():
    """Return the tables by their names, each with what it is."""
    root, half = mp.sqrt, mp.mpf(1) / 2
    eight, sixteen = "16 / x - 1, x > 8", "x / 4 - 1, 0 <= x <= 8"
    found = {
        "ERF": ("erf(x) / x; 2 x**2 - 1, |x| <= 1", series(
            lambda w: mp.erf(root(w)) / root(w), 0, 1)),
        "ERFCX": ("(1 + 2 x) erfcx(x); (x - 4) / (x + 4), x >= 0", series(
            lambda t: _erfcx(4 * (1 + t) / (1 - t)), -1, 1)),
        "LGAMMA": ("lgamma(x) / ((x - 1) (x - 2)); x - 2, 1 <= x <= 3", series(
            _near(lambda x: mp.loggamma(x) / ((x - 1) * (x - 2)), 2), 1, 3)),
        "DIGAMMA_ZERO": ("the positive zero of the digamma function", digamma_zero()),
        "DIGAMMA": ("digamma(x) / (x - zero); 2 x - 3, 1 <= x <= 2", series(
            lambda x: mp.digamma(x) / (x - mp.findroot(mp.digamma, 1.46)), 1, 2)),
        "TEMME": ("Temme's c_k in powers of eta", temme(20, 26)),
        "I0E_SMALL": (f"exp(-x) I0(x); {sixteen}", series(
            lambda x: mp.exp(-x) * mp.besseli(0, x), 0, 8)),
        "I0E_LARGE": (f"sqrt(x) exp(-x) I0(x); {eight}", series(_i_large(0), 0, 1)),
        "I1E_SMALL": (f"exp(-x) I1(x) / x; {sixteen}", series(
            lambda x: mp.exp(-x) * mp.besseli(1, x) / x, 0, 8)),
        "I1E_LARGE": (f"sqrt(x) exp(-x) I1(x); {eight}", series(_i_large(1), 0, 1)),
    }  # fmt: skip
    for order in (0, 1):
        found[f"K{order}_SMALL"] = (
            f"K{order}(x) without logarithm and pole; x**2 / 2 - 1, x <= 2",
            series(_k_rest(order), 0, 4, 24),
        )
        found[f"K{order}E_LARGE"] = (
            f"sqrt(x) exp(x) K{order}(x); 4 / x - 1, x > 2",
            series(lambda w, n=order: _k_large(n, w), 0, half),
        )
        small = lambda w, n=order: mp.besselj(n, root(w)) / root(w) ** n  # noqa: E731
        found[f"J{order}_SMALL"] = (
            f"J{order}(x) / x**{order}; x**2 / 32 - 1, x <= 8",
            series(small, 0, 64),
        )
        found[f"Y{order}_SMALL"] = (
            f"Y{order}(x) without logarithm and pole; x**2 / 32 - 1, x <= 8",
            series(_y_rest(order), 0, 64),
        )
        for kind in "PQ":
            found[f"BESSEL{order}_{kind}"] = (
                f"{kind} of order {order}; 128 / x**2 - 1, x > 8",
                series(_bessel_phase(order, kind), 0, 1),
            )
    for derivative, name in ((0, "AI"), (1, "AI_PRIME")):
        airy = lambda x, d=derivative: mp.airyai(x, derivative=d)  # noqa: E731
        found[f"{name}_MIDDLE"] = (f"{name}; x / 2, |x| <= 2", series(airy, -2, 2))
        found[f"{name}_NEGATIVE"] = (f"{name}; (x + 6) / 4, -10 <= x <= -2", series(airy, -10, -2))
        top = 1 / (mp.mpf(2) / 3 * mp.mpf(2) ** (mp.mpf(3) / 2))
        found[f"{name}_LARGE"] = (
            f"{name} by its decay; 2 (2**1.5 / x**1.5) - 1, x > 2",
            series(_airy_decay(derivative), 0, top),
        )
        for kind in "PQ":
            found[f"{name}_{kind}"] = (
                f"{kind} of {name}; 800 / zeta**2 - 1, x < -10",
                series(_airy_phase(derivative, kind), 0, 1),
            )
    return found


def _erfcx(x):
    return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x) if x < 1e6 else 2 * (x + mp.mpf(1) / 2) / (
        x * mp.sqrt(mp.pi)) * (1 - 1 / (2 * x * x))  # fmt: skip


def _i_large(order):
    def apply(w):
        x = 8 / w
        return mp.sqrt(x) * mp.exp(-x) * mp.besseli(order, x)

    return apply


def _k_large(order, w):
    x = 1 / w
    return mp.sqrt(x) * mp.exp(x) * mp.besselk(order, x)


def main():
    """Write the file: a table a line."""
    lines = []
    for name, (meaning, values) in tables().items():
        lines.append(f"{json.dumps(name)}: {json.dumps({'meaning': meaning, 'values': values})}")
        print(name, len(values))
    _TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""``numpy.polynomial``: NumPy's own, on the host."""

import importlib
import sys

import numpy.polynomial

_PARTS = "chebyshev hermite hermite_e laguerre legendre polynomial polyutils"

for _name in _PARTS.split():
    sys.modules[f"{__name__}.{_name}"] = importlib.import_module(f"numpy.polynomial.{_name}")
sys.modules[__name__] = numpy.polynomial

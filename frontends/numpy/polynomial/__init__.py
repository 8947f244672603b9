"""``numpy.polynomial``, NumPy's own, which works on the host: polynomials as objects."""

import importlib
import sys

import numpy.polynomial

for _name in ("chebyshev", "hermite", "hermite_e", "laguerre", "legendre", "polynomial", "polyutils"):
    sys.modules[f"{__name__}.{_name}"] = importlib.import_module(f"numpy.polynomial.{_name}")
sys.modules[__name__] = numpy.polynomial

"""``numpy.ma``: NumPy's own, on the host."""

import importlib
import sys

import numpy.ma

for _name in ("core", "extras", "mrecords"):
    sys.modules[f"{__name__}.{_name}"] = importlib.import_module(f"numpy.ma.{_name}")
sys.modules[__name__] = numpy.ma

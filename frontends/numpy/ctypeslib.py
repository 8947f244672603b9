"""``numpy.ctypeslib``: NumPy's own, on the host."""

import sys

import numpy.ctypeslib

sys.modules[__name__] = numpy.ctypeslib

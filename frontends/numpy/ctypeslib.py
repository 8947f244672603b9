"""``numpy.ctypeslib``, NumPy's own, which works on the host: passing arrays to C."""

import sys

import numpy.ctypeslib

sys.modules[__name__] = numpy.ctypeslib

"""``numpy.lib.scimath``, NumPy's own, which works on the host: complex results of real functions."""

import sys

import numpy.lib.scimath

sys.modules[__name__] = numpy.lib.scimath

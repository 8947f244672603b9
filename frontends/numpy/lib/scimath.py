"""``numpy.lib.scimath``: NumPy's own, on the host."""

import sys

import numpy.lib.scimath

sys.modules[__name__] = numpy.lib.scimath

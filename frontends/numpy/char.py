"""``numpy.char``: NumPy's own, on the host."""

import sys

import numpy.char

sys.modules[__name__] = numpy.char

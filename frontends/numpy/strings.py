"""``numpy.strings``: NumPy's own, on the host."""

import sys

import numpy.strings

sys.modules[__name__] = numpy.strings

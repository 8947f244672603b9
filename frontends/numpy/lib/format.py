"""``numpy.lib.format``: NumPy's own, on the host."""

import sys

import numpy.lib.format

sys.modules[__name__] = numpy.lib.format

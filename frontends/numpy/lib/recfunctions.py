"""``numpy.lib.recfunctions``: NumPy's own, on the host."""

import sys

import numpy.lib.recfunctions

sys.modules[__name__] = numpy.lib.recfunctions

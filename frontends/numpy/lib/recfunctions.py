"""``numpy.lib.recfunctions``, NumPy's own, which works on the host: record arrays."""

import sys

import numpy.lib.recfunctions

sys.modules[__name__] = numpy.lib.recfunctions

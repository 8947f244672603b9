"""``numpy.rec``, NumPy's own, which works on the host: record arrays."""

import sys

import numpy.rec

sys.modules[__name__] = numpy.rec

"""``numpy.rec``: NumPy's own, on the host."""

import sys

import numpy.rec

sys.modules[__name__] = numpy.rec

"""``numpy.testing``: NumPy's own, on the host."""

import sys

import numpy.testing

sys.modules[__name__] = numpy.testing

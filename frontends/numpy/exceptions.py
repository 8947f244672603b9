"""``numpy.exceptions``: NumPy's own, on the host."""

import sys

import numpy.exceptions

sys.modules[__name__] = numpy.exceptions

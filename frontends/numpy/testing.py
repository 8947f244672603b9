"""``numpy.testing``, NumPy's own, which works on the host: assertions on arrays."""

import sys

import numpy.testing

sys.modules[__name__] = numpy.testing

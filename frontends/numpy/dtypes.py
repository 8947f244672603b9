"""``numpy.dtypes``: NumPy's own, on the host."""

import sys

import numpy.dtypes

sys.modules[__name__] = numpy.dtypes

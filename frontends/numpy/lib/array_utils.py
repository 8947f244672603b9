"""``numpy.lib.array_utils``: NumPy's own, on the host."""

import sys

import numpy.lib.array_utils

sys.modules[__name__] = numpy.lib.array_utils

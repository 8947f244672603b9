"""``numpy.lib.array_utils``, NumPy's own, which works on the host: axes and bytes."""

import sys

import numpy.lib.array_utils

sys.modules[__name__] = numpy.lib.array_utils

"""``numpy.strings``, NumPy's own, which works on the host: string functions on arrays of strings."""

import sys

import numpy.strings

sys.modules[__name__] = numpy.strings

"""``numpy.char``, NumPy's own, which works on the host: string functions on arrays of strings."""

import sys

import numpy.char

sys.modules[__name__] = numpy.char

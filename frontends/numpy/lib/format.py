"""``numpy.lib.format``, NumPy's own, which works on the host: the format of npy files."""

import sys

import numpy.lib.format

sys.modules[__name__] = numpy.lib.format

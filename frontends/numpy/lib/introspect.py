"""``numpy.lib.introspect``, NumPy's own, which works on the host: what NumPy's loops run on."""

import sys

import numpy.lib.introspect

sys.modules[__name__] = numpy.lib.introspect

"""``numpy.testing._private.utils``: NumPy's own functions, given arrays of the frontend."""

from frontends.numpy.host_module import host_module

__getattr__, __dir__, __all__ = host_module(__name__)

"""``numpy.lib``: ``stride_tricks`` is native, all else is NumPy's own."""

from ..host_module import host_module
from . import stride_tricks as stride_tricks

__getattr__, __dir__, __all__ = host_module(__name__)

"""PyTorch's policy: the table of eager calls that NumPy computes on the memory of tensors.

====================  =================================================================
kind of function      route
====================  =================================================================
sorts, integer        host, whatever the size: NumPy takes a tenth to a fifth of
division, ``cbrt``,   PyTorch's time (``kernels.py``)
``isfinite``
``sign``              host up to ``SIGN_ELEMENTS``, then kernel
flips                 host up to ``FLIP_ELEMENTS``, then kernel
writes                host up to ``WRITE_ELEMENTS``, then kernel
``all``, ``any``      kernel of truth up to ``TRUTH_ELEMENTS``, then extremes of bytes
any other             kernel
====================  =================================================================

Tensors that require gradients, are traced, or lie on another device, are always the kernel's.
"""

from __future__ import annotations

# Elements from which on PyTorch's kernels are quicker than NumPy's
SIGN_ELEMENTS = 1 << 14
# Elements that NumPy reverses in less time than PyTorch begins to
FLIP_ELEMENTS = 4096
# Elements of a write by NumPy; PyTorch copies more of them on several threads
WRITE_ELEMENTS = 1 << 14
# Elements up to which the extra calls for extremes of bytes cost more than they save
TRUTH_ELEMENTS = 2048
# Bytes of a new tensor from which on its memory is aligned: PyTorch's kernels read other memory a
# fifth slower
ALIGNED_COPY_BYTES = 1 << 16
# Bytes of a tensor that is copied when a gradient's graph saves it, lest a write spoils it: larger
# ones take as long to copy as to compute with, and a function that writes to them is called again
COPIED_BYTES = 1 << 22

"""``torch.backends``: switches of PyTorch's libraries, which scripts set before they begin.

The frameworks have none of these libraries: what is set is remembered, and told again.

References
----------
PyTorch documentation, ``torch.backends``.
"""

from . import cpu, cuda, cudnn, mkldnn, mps

__all__ = ["cpu", "cuda", "cudnn", "mkldnn", "mps"]

"""Images with torchvision's interface, as far as PyTorch's examples use it, drawn."""

from . import datasets, transforms, utils

__all__ = ["datasets", "transforms", "utils"]
